//! What a cell is made of: terrain, water, hazards, light.

use serde::{Deserialize, Serialize};

use super::air::Haze;
use super::units::Hm;

/// The looks and the usual nature of a cell's floor. Levels name it by its snake-case name and may
/// override every property; rulesets price the properties, never the name.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Short grass.
    #[default]
    Grass,
    /// Bare earth.
    Earth,
    /// A trodden path.
    Path,
    /// Soft sand: light rough.
    Sand,
    /// Gravel and scree: light rough.
    Gravel,
    /// Bare rock.
    Rock,
    /// Paving and stone floors.
    Stone,
    /// Planks.
    Wood,
    /// Bog, mud: light rough.
    Mud,
    /// Quicksand, deep mire: heavy rough.
    Mire,
    /// High grass and reeds: light rough.
    Reeds,
    /// Snow: light rough.
    Snow,
    /// Ice: slippery 6.
    Ice,
    /// Shallow water, 0.5 m deep unless the level says otherwise: light rough.
    Shallows,
    /// Deep water, 2 m deep unless the level says otherwise.
    Water,
    /// Glowing embers: damaging 3, half a metre high.
    Embers,
    /// Rubble: light rough.
    Rubble,
    /// Solid matter up to the sky: nobody enters, nothing is seen through it.
    Solid,
}

impl Terrain {
    /// Every terrain, in the order in which lists show them.
    pub const ALL: [Self; 18] = [
        Self::Grass,
        Self::Earth,
        Self::Path,
        Self::Sand,
        Self::Gravel,
        Self::Rock,
        Self::Stone,
        Self::Wood,
        Self::Mud,
        Self::Mire,
        Self::Reeds,
        Self::Snow,
        Self::Ice,
        Self::Shallows,
        Self::Water,
        Self::Embers,
        Self::Rubble,
        Self::Solid,
    ];

    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grass => "grass",
            Self::Earth => "earth",
            Self::Path => "path",
            Self::Sand => "sand",
            Self::Gravel => "gravel",
            Self::Rock => "rock",
            Self::Stone => "stone",
            Self::Wood => "wood",
            Self::Mud => "mud",
            Self::Mire => "mire",
            Self::Reeds => "reeds",
            Self::Snow => "snow",
            Self::Ice => "ice",
            Self::Shallows => "shallows",
            Self::Water => "water",
            Self::Embers => "embers",
            Self::Rubble => "rubble",
            Self::Solid => "solid",
        }
    }

    /// The terrain of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }

    /// A tile of this terrain with its usual properties at elevation 0.
    pub const fn tile(self) -> Tile {
        let mut tile = Tile {
            terrain: self,
            elevation: Hm::ZERO,
            depth: Hm::ZERO,
            rough: Rough::None,
            slippery: 0,
            damaging: None,
            climb: Climb::Unmarked,
            exit: false,
            light: Light::Bright,
            ceiling: None,
            haze: Haze::None,
            rough_water: false,
            airless: false,
        };
        match self {
            Self::Sand | Self::Gravel | Self::Mud | Self::Reeds | Self::Snow | Self::Rubble => {
                tile.rough = Rough::Light
            }
            Self::Mire => tile.rough = Rough::Heavy,
            Self::Ice => tile.slippery = 6,
            Self::Shallows => tile.depth = Hm(1),
            Self::Water => tile.depth = Hm(4),
            Self::Embers => tile.damaging = Some(Hazard { amount: 3, height: None }),
            Self::Grass
            | Self::Earth
            | Self::Path
            | Self::Rock
            | Self::Stone
            | Self::Wood
            | Self::Solid => {}
        }
        tile
    }
}

/// How hard the ground is to cross. Rulesets price it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Rough {
    /// Open ground.
    #[default]
    None,
    /// Soft sand, undergrowth.
    Light,
    /// Quicksand, thorns.
    Heavy,
}

/// How bright a cell is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Light {
    /// Nothing is seen without dark sight.
    Dark,
    /// Twilight.
    Dim,
    /// Daylight or a lamp.
    #[default]
    Bright,
}

/// How the faces of a column are climbed. A marked face holds whatever its height; how high any
/// other is climbed, the ruleset says.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Climb {
    /// Nothing is marked.
    #[default]
    Unmarked,
    /// A ladder, ivy, broken rock.
    Ordinary,
    /// Nobody climbs it without a check (EV-93).
    Hard,
    /// It takes far longer (EV-89).
    Harsh,
    /// Hard and harsh at once.
    Sheer,
}

impl Climb {
    /// Every grade, from the unmarked on.
    pub const ALL: [Self; 5] =
        [Self::Unmarked, Self::Ordinary, Self::Hard, Self::Harsh, Self::Sheer];

    /// The name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unmarked => "unmarked",
            Self::Ordinary => "ordinary",
            Self::Hard => "hard",
            Self::Harsh => "harsh",
            Self::Sheer => "sheer",
        }
    }

    /// True for faces that may be climbed whatever their height.
    pub const fn is_marked(self) -> bool {
        !matches!(self, Self::Unmarked)
    }

    /// True for faces that nobody climbs without a check (EV-93).
    pub const fn needs_check(self) -> bool {
        matches!(self, Self::Hard | Self::Sheer)
    }

    /// True for faces that take far longer (EV-89).
    pub const fn is_harsh(self) -> bool {
        matches!(self, Self::Harsh | Self::Sheer)
    }

    /// The easier of two marked faces; a marked one rather than an unmarked one.
    #[must_use]
    pub fn easier(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unmarked, marked) | (marked, Self::Unmarked) => marked,
            (a, b) => a.min(b),
        }
    }
}

/// Grades of faces in saves: yes and no for those that were there first, names for the others.
mod climb_or_flag {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Climb;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Saved {
        Flag(bool),
        Grade(Climb),
    }

    /// Takes a reference, as serde hands one out.
    pub fn serialize<S: Serializer>(climb: &Climb, serializer: S) -> Result<S::Ok, S::Error> {
        let saved = match climb {
            Climb::Unmarked => Saved::Flag(false),
            Climb::Ordinary => Saved::Flag(true),
            grade => Saved::Grade(*grade),
        };
        saved.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Climb, D::Error> {
        Ok(match Saved::deserialize(deserializer)? {
            Saved::Flag(false) => Climb::Unmarked,
            Saved::Flag(true) => Climb::Ordinary,
            Saved::Grade(grade) => grade,
        })
    }
}

/// Ground or a volume that hurts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hazard {
    /// How much, in the ruleset's points of harm; 1 to 99.
    pub amount: u8,
    /// How high it reaches over the floor; none for as high as the ruleset says.
    pub height: Option<Hm>,
}

impl Hazard {
    /// How high harm reaches where nobody says otherwise.
    pub const USUAL_HEIGHT: Hm = Hm(1);
}

/// One cell's floor and what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tile {
    /// What it looks like and is usually like.
    pub terrain: Terrain,
    /// Absolute height of the floor; under water, of the bed.
    pub elevation: Hm,
    /// Depth of water over the floor, 0 where it is dry.
    pub depth: Hm,
    /// How hard the ground is to cross, beside water.
    pub rough: Rough,
    /// The number a runner must reach here, 0 where the ground holds.
    pub slippery: u8,
    /// Ground that hurts.
    pub damaging: Option<Hazard>,
    /// How the faces of this column are climbed. Saves call it `climbable`, from when it was yes or
    /// no.
    #[serde(rename = "climbable", with = "climb_or_flag")]
    pub climb: Climb,
    /// Combatants may leave the battle from here.
    pub exit: bool,
    /// Brightness without lamps.
    pub light: Light,
    /// Clear height over the floor; none under the open sky.
    pub ceiling: Option<Hm>,
    /// Mist or undergrowth over the floor, up to [`Tile::HAZE_HEIGHT`] (VG-281, EV-238).
    #[serde(default)]
    pub haze: Haze,
    /// The water here is rough or treacherous (EV-96).
    #[serde(default)]
    pub rough_water: bool,
    /// There is no air in this cell (VG-255, EV-398).
    #[serde(default)]
    pub airless: bool,
}

impl Default for Tile {
    fn default() -> Self {
        Terrain::default().tile()
    }
}

impl Tile {
    /// How high haze reaches over the floor of a cell that has it.
    pub const HAZE_HEIGHT: Hm = Hm::metres(3);

    /// True for matter that fills the cell up to the sky.
    pub const fn is_solid(&self) -> bool {
        matches!(self.terrain, Terrain::Solid)
    }

    /// Absolute height of the water's surface, of the floor where it is dry.
    pub const fn surface(&self) -> Hm {
        Hm(self.elevation.0 + self.depth.0)
    }

    /// Absolute height at which the feet of a body of `height` come to rest here: the floor, or
    /// in deep water 1 m under the surface, for smaller bodies so far that they just float. Lying
    /// down changes nothing for a body of 1 m or more.
    pub fn footing(&self, height: Hm) -> Hm {
        let draught = height.0.clamp(0, 2);
        Hm(self.elevation.0.max(self.surface().0 - draught))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for t in Terrain::ALL {
            assert_eq!(Terrain::from_name(t.name()), Some(t));
            let ron = ron::to_string(&t).unwrap_or_default();
            assert_eq!(ron, t.name());
        }
    }

    /// Saves from before there were grades say yes or no.
    #[test]
    fn grades_of_faces_are_read_back_and_so_are_flags() {
        for climb in Climb::ALL {
            let tile = Tile { climb, ..Terrain::Rock.tile() };
            let mut bytes = Vec::new();
            ciborium::into_writer(&tile, &mut bytes).unwrap();
            assert_eq!(ciborium::from_reader::<Tile, _>(&*bytes).unwrap(), tile);
        }
        let mut old = ciborium::Value::serialized(&Terrain::Rock.tile()).unwrap();
        if let Some(fields) = old.as_map_mut() {
            let new = ["haze", "rough_water", "airless"];
            fields.retain(|(name, _)| !new.iter().any(|n| name.as_text() == Some(n)));
            for (name, value) in fields {
                if name.as_text() == Some("climbable") {
                    *value = true.into();
                }
            }
        }
        let read: Tile = old.deserialized().unwrap();
        assert_eq!(read, Tile { climb: Climb::Ordinary, ..Terrain::Rock.tile() });
    }

    #[test]
    fn of_two_faces_the_easier_marked_one_counts() {
        assert_eq!(Climb::Unmarked.easier(Climb::Sheer), Climb::Sheer);
        assert_eq!(Climb::Hard.easier(Climb::Ordinary), Climb::Ordinary);
        assert!(Climb::Sheer.needs_check() && Climb::Sheer.is_harsh());
        assert!(!Climb::Ordinary.needs_check() && Climb::Ordinary.is_marked());
    }

    #[test]
    fn swimmers_float_a_metre_deep() {
        let lake = Terrain::Water.tile();
        assert_eq!(lake.footing(Hm(4)), Hm(2));
        let ford = Terrain::Shallows.tile();
        assert_eq!(ford.footing(Hm(4)), Hm(0));
        assert_eq!(lake.footing(Hm(2)), Hm(2));
        assert_eq!(lake.footing(Hm(1)), Hm(3));
    }
}
