//! Cell contents: terrain, water, hazards, light.

use serde::{Deserialize, Serialize};

use super::air::Haze;
use super::units::Hm;

/// Appearance and default properties of a cell's floor. Levels use its snake-case name and may
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
    /// Shallow water, 0.5 m deep unless the level overrides it: light rough.
    Shallows,
    /// Deep water, 2 m deep unless the level overrides it.
    Water,
    /// Glowing embers: damaging 3, half a metre high.
    Embers,
    /// Rubble: light rough.
    Rubble,
    /// Solid up to the sky: blocks movement and sight.
    Solid,
}

impl Terrain {
    /// Every terrain, in display order.
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

    /// Name in files and messages.
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

    /// The terrain with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.name() == name)
    }

    /// A tile of this terrain with its default properties at elevation 0.
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

/// How hard the ground is to cross; rulesets set the price.
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
    /// Nothing can be seen without dark sight.
    Dark,
    /// Twilight.
    Dim,
    /// Daylight or a lamp.
    #[default]
    Bright,
}

/// How the faces of a column can be climbed. A marked face can be climbed regardless of its height;
/// for other faces the ruleset sets the limit.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Climb {
    /// Not marked.
    #[default]
    Unmarked,
    /// A ladder, ivy, broken rock.
    Ordinary,
    /// Requires a check (EV-93).
    Hard,
    /// Takes far longer (EV-89).
    Harsh,
    /// Both hard and harsh.
    Sheer,
}

impl Climb {
    /// Every grade, starting with unmarked.
    pub const ALL: [Self; 5] =
        [Self::Unmarked, Self::Ordinary, Self::Hard, Self::Harsh, Self::Sheer];

    /// Name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unmarked => "unmarked",
            Self::Ordinary => "ordinary",
            Self::Hard => "hard",
            Self::Harsh => "harsh",
            Self::Sheer => "sheer",
        }
    }

    /// Whether a face may be climbed regardless of its height.
    pub const fn is_marked(self) -> bool {
        !matches!(self, Self::Unmarked)
    }

    /// Whether climbing requires a check (EV-93).
    pub const fn needs_check(self) -> bool {
        matches!(self, Self::Hard | Self::Sheer)
    }

    /// Whether climbing takes far longer (EV-89).
    #[inline]
    pub const fn is_harsh(self) -> bool {
        matches!(self, Self::Harsh | Self::Sheer)
    }

    /// The easier of two marked faces, or the marked one of the two.
    #[must_use]
    #[inline]
    pub fn easier(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unmarked, marked) | (marked, Self::Unmarked) => marked,
            (a, b) => a.min(b),
        }
    }
}

/// Climbing grades in saves: booleans for the original two grades, names for the others.
mod climb_or_flag {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Climb;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Saved {
        Flag(bool),
        Grade(Climb),
    }

    /// By reference, as serde requires.
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

/// Harmful ground or volume.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hazard {
    /// Amount of harm in the ruleset's points, 1 to 99.
    pub amount: u8,
    /// Height above the floor; `None` for the ruleset's default.
    pub height: Option<Hm>,
}

impl Hazard {
    /// Default height of harm.
    pub const USUAL_HEIGHT: Hm = Hm(1);
}

/// A cell's floor and its properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tile {
    /// Its terrain, which sets appearance and defaults.
    pub terrain: Terrain,
    /// Absolute height of the floor; under water, of the bed.
    pub elevation: Hm,
    /// Depth of water above the floor; 0 where it is dry.
    pub depth: Hm,
    /// How hard the ground is to cross, apart from water.
    pub rough: Rough,
    /// The roll a runner needs here; 0 for firm ground.
    pub slippery: u8,
    /// Harmful ground.
    pub damaging: Option<Hazard>,
    /// How the faces of this column are climbed. Saves
    /// call it `climbable` because it was once a boolean.
    #[serde(rename = "climbable", with = "climb_or_flag")]
    pub climb: Climb,
    /// Combatants may leave the battle from here.
    pub exit: bool,
    /// Brightness without lamps.
    pub light: Light,
    /// Clear height above the floor; `None` under the open sky.
    pub ceiling: Option<Hm>,
    /// Mist or undergrowth above the floor, up to [`Tile::HAZE_HEIGHT`] (VG-281, EV-238).
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
    /// Height of haze above the floor.
    pub const HAZE_HEIGHT: Hm = Hm::metres(3);

    /// Whether matter fills the cell up to the sky.
    #[inline]
    pub const fn is_solid(&self) -> bool {
        matches!(self.terrain, Terrain::Solid)
    }

    /// Absolute height of the water surface, or of the floor where it is dry.
    pub const fn surface(&self) -> Hm {
        Hm(self.elevation.0 + self.depth.0)
    }

    /// Absolute height at which the feet of a body of `height` rest here: on the floor, or in deep
    /// water 1 m below the surface (less for smaller bodies, which just float). Being prone makes
    /// no difference for a body of 1 m or more.
    #[inline]
    pub fn footing(&self, height: Hm) -> Hm {
        let draught = height.0.clamp(0, 2);
        Hm(self.elevation.0.max(self.surface().0 - draught))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for t in Terrain::ALL {
            assert_eq!(Terrain::from_name(t.name()), Some(t));
            let ron = ron::to_string(&t).unwrap_or_default();
            assert_eq!(ron, t.name());
        }
    }

    /// Saves from before grades existed contain booleans.
    #[test]
    fn climb_grades_round_trip_and_old_flags_load() {
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
    fn the_easier_marked_face_counts() {
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
