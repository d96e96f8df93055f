//! Things in cells, and their kinds.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::finish::Finish;
use super::lamp::Lamp;
use super::matter::Material;
use super::prop::Prop;
use super::terrain::Rough;
use super::units::Hm;

/// Index of a thing in its board's list of things. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ThingId(pub u16);

/// The kinds of things that a level can place. Their dimensions are fixed here, so that a crate is
/// the same under every ruleset; rulesets decide what it stops and costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThingKind {
    /// Wooden barrel, 1 m high.
    Barrel,
    /// Wooden crate, 1 m high.
    Crate,
    /// Boulder, 1.5 m high.
    Boulder,
    /// Stone pillar, 3 m high.
    Pillar,
    /// Bush, 1.5 m high.
    Bush,
    /// Tree: a trunk that blocks and a crown that conceals.
    Tree,
    /// Dead tree: a bare trunk.
    DeadTree,
    /// Plank barricade, 1 m high.
    Barricade,
    /// Table, 1 m high including its goods.
    Table,
    /// Statue on its plinth, 2.5 m high.
    Statue,
    /// Bridge deck level with the banks: its top is `height` above the cell's floor.
    Bridge,
    /// Camp fire: gives light, cannot be entered.
    Campfire,
    /// Lamp post: gives light.
    Lamp,
    /// Lever of a gate or trap.
    Lever,
    /// Well: a round wall with a windlass, 1 m high.
    Well,
    /// Loaded wagon, 1.5 m high; bodies stand on its load.
    Wagon,
    /// Tent of cloth, 2 m high: hides units inside.
    Tent,
    /// Altar: a slab, 1 m high.
    Altar,
    /// Shelf full of goods, 2 m high.
    Shelf,
    /// Bed, half a metre high.
    Bed,
    /// Heap of stones, half a metre high, which bodies cross slowly.
    Rubble,
    /// Clipped hedge, 2 m high: no one gets through, and no one sees through.
    Hedge,
    /// Cluster of crystals, 2.5 m high: gives light.
    Crystal,
    /// Machine of wheels and boilers, 2 m high.
    Machine,
    /// A kind of its own, made of boxes: see [`Prop`]. Not one of [`Self::ALL`].
    Custom,
}

/// How bodies interact with a thing in their cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Footing {
    /// No body can stand in its cell.
    Blocks,
    /// Bodies stand on top of it.
    Platform,
    /// Bodies walk through it; the ground counts as at least this rough.
    Through(Rough),
}

/// Fixed properties of a kind of thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThingSpec {
    /// Name in files and messages.
    pub name: &'static str,
    /// Height above the floor.
    pub height: Hm,
    /// Edge length of its square base in centimetres, at most 100.
    pub width_cm: u8,
    /// Its usual material.
    pub material: Material,
    /// How bodies interact with it.
    pub footing: Footing,
}

impl ThingKind {
    /// Every kind with properties of its own, in display order.
    pub const ALL: [Self; 24] = [
        Self::Barrel,
        Self::Crate,
        Self::Boulder,
        Self::Pillar,
        Self::Bush,
        Self::Tree,
        Self::DeadTree,
        Self::Barricade,
        Self::Table,
        Self::Statue,
        Self::Bridge,
        Self::Campfire,
        Self::Lamp,
        Self::Lever,
        Self::Well,
        Self::Wagon,
        Self::Tent,
        Self::Altar,
        Self::Shelf,
        Self::Bed,
        Self::Rubble,
        Self::Hedge,
        Self::Crystal,
        Self::Machine,
    ];

    /// Properties of this kind. The height of a bridge is only a default.
    pub const fn spec(self) -> ThingSpec {
        use Footing::{Blocks, Platform, Through};
        use Material::{Foliage, Glass, Metal, Stone, Wood};
        let (name, height, width_cm, material, footing) = match self {
            Self::Barrel => ("barrel", 2, 100, Wood, Platform),
            Self::Crate => ("crate", 2, 80, Wood, Platform),
            Self::Boulder => ("boulder", 3, 100, Stone, Platform),
            Self::Pillar => ("pillar", 6, 80, Stone, Blocks),
            Self::Bush => ("bush", 3, 100, Foliage, Through(Rough::Light)),
            Self::Tree => ("tree", 8, 60, Foliage, Blocks),
            Self::DeadTree => ("dead_tree", 6, 40, Wood, Blocks),
            Self::Barricade => ("barricade", 2, 100, Wood, Platform),
            Self::Table => ("table", 2, 100, Wood, Platform),
            Self::Statue => ("statue", 5, 60, Stone, Blocks),
            Self::Bridge => ("bridge", 2, 100, Wood, Platform),
            Self::Campfire => ("campfire", 1, 60, Wood, Blocks),
            Self::Lamp => ("lamp", 5, 20, Metal, Blocks),
            Self::Lever => ("lever", 2, 20, Metal, Through(Rough::None)),
            Self::Well => ("well", 2, 90, Stone, Blocks),
            Self::Wagon => ("wagon", 3, 100, Wood, Platform),
            Self::Tent => ("tent", 4, 100, Foliage, Through(Rough::Light)),
            Self::Altar => ("altar", 2, 90, Stone, Platform),
            Self::Shelf => ("shelf", 4, 90, Wood, Blocks),
            Self::Bed => ("bed", 1, 90, Wood, Platform),
            Self::Rubble => ("rubble", 1, 100, Stone, Through(Rough::Light)),
            Self::Hedge => ("hedge", 4, 100, Foliage, Blocks),
            Self::Crystal => ("crystal", 5, 60, Glass, Blocks),
            Self::Machine => ("machine", 4, 90, Metal, Blocks),
            Self::Custom => ("custom", 2, 100, Wood, Blocks),
        };
        ThingSpec { name, height: Hm(height), width_cm, material, footing }
    }

    /// The light that it usually gives.
    pub const fn lamp(self) -> Option<Lamp> {
        match self {
            Self::Lamp => Some(Lamp::POST),
            Self::Campfire => Some(Lamp::FIRE),
            Self::Crystal => Some(Lamp::CRYSTAL),
            _ => None,
        }
    }

    /// Possible materials of things of this kind, the usual one first.
    pub const fn materials(self) -> &'static [Material] {
        use Material::{Foliage, Glass, Metal, Stone, Wood};
        match self {
            Self::Boulder => &[Stone],
            Self::Bush | Self::Tree | Self::Hedge | Self::Tent => &[Foliage],
            Self::DeadTree | Self::Campfire => &[Wood],
            Self::Barrel | Self::Wagon => &[Wood, Metal],
            Self::Crate | Self::Barricade | Self::Table | Self::Bridge => &[Wood, Stone, Metal],
            Self::Shelf | Self::Bed => &[Wood, Stone, Metal],
            Self::Pillar | Self::Altar => &[Stone, Wood, Metal],
            Self::Statue => &[Stone, Wood, Metal, Glass],
            Self::Well => &[Stone, Wood],
            Self::Rubble => &[Stone, Wood],
            Self::Lamp => &[Metal, Wood, Stone],
            Self::Lever => &[Metal, Wood],
            Self::Crystal => &[Glass, Stone],
            Self::Machine => &[Metal, Wood],
            // Its prop defines its material.
            Self::Custom => &[],
        }
    }

    /// Whether things of this kind come in other sizes; bridges have to meet their neighbours.
    pub const fn scales(self) -> bool {
        !matches!(self, Self::Bridge)
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.spec().name == name)
    }
}

/// One thing in one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thing {
    /// Its kind.
    pub kind: ThingKind,
    /// The cell it stands in.
    pub cell: Cell,
    /// Height above the cell's floor; that of its kind unless the level overrides it.
    pub height: Hm,
    /// Quarter turns clockwise; visual only.
    pub turn: u8,
    /// Destroyed or removed; its number stays taken.
    pub gone: bool,
    /// How it differs from others of its kind.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub finish: Finish,
    /// Its prop, if its kind is [`ThingKind::Custom`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prop: Option<Arc<Prop>>,
}

fn is_usual(finish: &Finish) -> bool {
    *finish == Finish::USUAL
}

impl std::hash::Hash for Thing {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Usual things keep the hash from before there were others.
        (self.kind, self.cell, self.height, self.turn, self.gone).hash(state);
        if !is_usual(&self.finish) {
            self.finish.hash(state);
        }
        if let Some(prop) = &self.prop {
            prop.hash(state);
        }
    }
}

impl Thing {
    /// A usual thing of this kind.
    pub const fn new(kind: ThingKind, cell: Cell) -> Self {
        let height = kind.spec().height;
        Self { kind, cell, height, turn: 0, gone: false, finish: Finish::USUAL, prop: None }
    }

    /// Its display name: "stone table", or the name of its prop.
    pub fn title(&self) -> String {
        match &self.prop {
            Some(prop) => prop.name.clone(),
            None => self.finish.title(self.kind),
        }
    }

    /// How bodies interact with it.
    pub fn footing(&self) -> Footing {
        self.prop.as_ref().map_or(self.kind.spec().footing, |prop| prop.footing)
    }

    /// Its material.
    pub fn material(&self) -> Material {
        match &self.prop {
            Some(prop) => prop.material,
            None => self.finish.material_of(self.kind),
        }
    }

    /// The light that it gives.
    pub fn lamp(&self) -> Option<Lamp> {
        self.finish.lamp_of(self.kind)
    }

    /// Edge length of its square base in centimetres, at most 100; 0 if it stops nothing.
    pub fn width_cm(&self) -> u8 {
        match self.prop.as_ref().map_or(self.kind.spec().width_cm, |prop| prop.cover_cm) {
            0 => 0,
            width_cm => self.scaled(width_cm),
        }
    }

    /// What is wrong with it, as the text of a problem.
    pub fn fault(&self) -> Option<String> {
        let custom = self.kind == ThingKind::Custom;
        if custom != self.prop.is_some() {
            return Some("a custom thing needs a prop, and others have none".to_owned());
        }
        let prop = self.prop.as_ref().and_then(|prop| prop.fault());
        prop.or_else(|| self.finish.fault(self.kind))
    }

    /// A width in centimetres at its scale, 1 to 100.
    pub fn scaled(&self, width_cm: u8) -> u8 {
        let scaled = u16::from(width_cm) * u16::from(self.finish.scale) / 100;
        u8::try_from(scaled.clamp(1, 100)).unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};

    use super::*;

    fn hash(what: impl Hash) -> u64 {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn every_kind_has_its_usual_material_first_and_its_name_once() {
        for kind in ThingKind::ALL {
            let spec = kind.spec();
            assert_eq!(kind.materials().first(), Some(&spec.material), "{kind:?}");
            assert_eq!(ThingKind::from_name(spec.name), Some(kind));
            assert!((1..=100).contains(&spec.width_cm) && spec.height > Hm::ZERO, "{kind:?}");
            assert_eq!(Finish::USUAL.fault(kind), None);
            assert!(kind.lamp().is_none_or(Lamp::is_valid), "{kind:?}");
        }
    }

    #[test]
    fn a_usual_thing_keeps_its_hash_and_its_text() {
        let (kind, cell) = (ThingKind::Crate, Cell::new(2, 3));
        let usual = Thing::new(kind, cell);
        assert_eq!(hash(&usual), hash((kind, cell, usual.height, 0_u8, false)));
        let text = ron::to_string(&usual).unwrap();
        assert!(!text.contains("finish"), "{text}");
        assert_eq!(ron::from_str::<Thing>(&text).unwrap(), usual);
        let finish = Finish { material: Some(Material::Stone), ..Finish::USUAL };
        let other = Thing { finish, ..usual.clone() };
        assert_ne!(hash(&other), hash(&usual));
        let text = ron::to_string(&other).unwrap();
        assert_eq!(ron::from_str::<Thing>(&text).unwrap(), other);
    }

    #[test]
    fn scale_changes_the_width_within_the_cell() {
        let wide = |scale| {
            let finish = Finish { scale, ..Finish::USUAL };
            Thing { finish, ..Thing::new(ThingKind::Crate, Cell::new(0, 0)) }.width_cm()
        };
        assert_eq!([50, 100, 125, 150].map(wide), [40, 80, 100, 100]);
    }
}
