//! Matter on the board: materials, walls and doors on the edges between cells, and volumes such as
//! smoke or silence. What stands in cells is in `things`.

use serde::{Deserialize, Serialize};

use super::air::Haze;
use super::cell::Cell;
use super::terrain::{Hazard, Rough};
use super::units::Hm;

/// The material of a thing or wall, for sight, sound and breakage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Material {
    /// Leaves, reeds, cloth: soft cover, no obstacle to sound.
    Foliage,
    /// Planks and trunks.
    Wood,
    /// Iron and bronze.
    Metal,
    /// Masonry and rock.
    Stone,
    /// Panes.
    Glass,
}

impl Material {
    /// Every material.
    pub const ALL: [Self; 5] = [Self::Foliage, Self::Wood, Self::Metal, Self::Stone, Self::Glass];

    /// Name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Foliage => "foliage",
            Self::Wood => "wood",
            Self::Metal => "metal",
            Self::Stone => "stone",
            Self::Glass => "glass",
        }
    }

    /// As an adjective: "wooden".
    pub const fn adjective(self) -> &'static str {
        match self {
            Self::Foliage => "leafy",
            Self::Wood => "wooden",
            Self::Metal => "metal",
            Self::Stone => "stone",
            Self::Glass => "glass",
        }
    }

    /// Whether the material stops missiles; foliage only conceals.
    pub const fn is_hard(self) -> bool {
        !matches!(self, Self::Foliage)
    }
}

/// The kinds of matter on the edge between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// Stone wall, 3 m high.
    Wall,
    /// Plank wall, 3 m high.
    Planks,
    /// Low wall, 1 m high.
    LowWall,
    /// Wooden fence, 1 m high.
    Fence,
    /// Door in a wall: a 2 m leaf, with masonry up to 3 m.
    Door,
    /// Window in a wall: sill at 1 m, lintel at 2 m.
    Window,
    /// Barred iron gate, 2.5 m: stops walkers but not sight.
    Gate,
    /// Battlement, 2 m high: a parapet of 1 m with merlons above it. For sight and missiles its
    /// gaps are a slit from 1 m to 1.5 m, right across the edge.
    Battlement,
    /// Hatch in a deck. It lies in a cell, not between two.
    Hatch,
}

/// Fixed properties of a kind of edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeSpec {
    /// Name in files and messages.
    pub name: &'static str,
    /// Height above the higher of the two adjacent floors.
    pub height: Hm,
    /// Its material.
    pub material: Material,
    /// Thickness along a line that crosses it, in centimetres.
    pub thickness_cm: u8,
    /// Whether it has a leaf that opens.
    pub opens: bool,
}

impl EdgeKind {
    /// Every kind that stands between two cells, in display order: all but hatches.
    pub const ALL: [Self; 8] = [
        Self::Wall,
        Self::Planks,
        Self::LowWall,
        Self::Fence,
        Self::Battlement,
        Self::Door,
        Self::Window,
        Self::Gate,
    ];

    /// Properties of this kind.
    pub const fn spec(self) -> EdgeSpec {
        use Material::{Metal, Stone, Wood};
        let (name, height, material, thickness_cm, opens) = match self {
            Self::Wall => ("wall", 6, Stone, 30, false),
            Self::Planks => ("planks", 6, Wood, 10, false),
            Self::LowWall => ("low_wall", 2, Stone, 30, false),
            Self::Fence => ("fence", 2, Wood, 5, false),
            Self::Door => ("door", 6, Wood, 10, true),
            Self::Window => ("window", 6, Wood, 5, true),
            Self::Gate => ("gate", 5, Metal, 5, true),
            Self::Battlement => ("battlement", 4, Stone, 30, false),
            Self::Hatch => ("hatch", 1, Wood, 10, true),
        };
        EdgeSpec { name, height: Hm(height), material, thickness_cm, opens }
    }

    /// The kinds with a leaf, in display order: doors, windows, gates and hatches.
    pub fn leaves() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|kind| kind.spec().opens).chain([Self::Hatch])
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().chain([Self::Hatch]).find(|k| k.spec().name == name)
    }
}

/// Matter on one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edge {
    /// Its kind.
    pub kind: EdgeKind,
    /// Doors, windows and gates: whether the leaf is open.
    pub open: bool,
    /// Doors, windows and gates: whether the leaf is locked while it is closed, under rulesets that
    /// know locks.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub locked: bool,
    /// Leaves: whether it looks like wall or floor until it is found. Only boards shown to authors
    /// have such edges; boards of battles have a wall or floor instead.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl std::hash::Hash for Edge {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        // Edges without a lock keep the hash from before there were locks, and edges without a
        // secret the one from before there were secrets.
        (self.kind, self.open).hash(state);
        if self.locked {
            self.locked.hash(state);
        }
        if self.secret {
            ("secret", self.secret).hash(state);
        }
    }
}

/// A range of heights that matter fills on an edge, relative to the higher adjacent floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    /// Lower end above that floor; `None` is unbounded below.
    pub from: Option<Hm>,
    /// Upper end above that floor.
    pub to: Hm,
}

impl Edge {
    /// An edge with its leaf, if any, closed.
    pub const fn new(kind: EdgeKind) -> Self {
        Self { kind, open: false, locked: false, secret: false }
    }

    /// True if its lock keeps it closed.
    pub const fn is_locked(self) -> bool {
        self.locked && !self.open && self.kind.spec().opens
    }

    /// Ranges that block sight and missiles, from the bottom
    /// up. A barred gate blocks neither; see [`Self::bars`].
    pub const fn bands(self) -> [Option<Band>; 2] {
        const fn up_to(to: i32) -> Option<Band> {
            Some(Band { from: None, to: Hm(to) })
        }
        const fn lintel(from: i32, to: i32) -> Option<Band> {
            Some(Band { from: Some(Hm(from)), to: Hm(to) })
        }
        match (self.kind, self.open) {
            (EdgeKind::Wall | EdgeKind::Planks, _) | (EdgeKind::Door | EdgeKind::Window, false) => {
                [up_to(6), None]
            }
            (EdgeKind::LowWall | EdgeKind::Fence, _) => [up_to(2), None],
            (EdgeKind::Door, true) => [None, lintel(4, 6)],
            (EdgeKind::Window, true) => [up_to(2), lintel(4, 6)],
            (EdgeKind::Battlement, _) => [up_to(2), lintel(3, 4)],
            (EdgeKind::Gate | EdgeKind::Hatch, _) => [None, None],
        }
    }

    /// Range filled by bars, which partly block the view: that of a closed gate.
    pub const fn bars(self) -> Option<Band> {
        match (self.kind, self.open) {
            (EdgeKind::Gate, false) => Some(Band { from: None, to: self.kind.spec().height }),
            _ => None,
        }
    }

    /// Its meaning for a walker.
    pub const fn passage(self) -> Passage {
        match (self.kind, self.open) {
            (EdgeKind::Wall | EdgeKind::Planks | EdgeKind::Battlement, _) => Passage::Closed,
            (EdgeKind::LowWall | EdgeKind::Fence, _) | (EdgeKind::Window, true) => Passage::Low,
            (EdgeKind::Door | EdgeKind::Gate, true) | (EdgeKind::Hatch, _) => Passage::Free,
            (EdgeKind::Door | EdgeKind::Window | EdgeKind::Gate, false) => Passage::Shut,
        }
    }

    /// Whether it blocks melee attacks: walls, battlements, closed
    /// leaves and bars, but not low walls or open windows.
    pub const fn stops_reach(self) -> bool {
        matches!(self.passage(), Passage::Closed | Passage::Shut)
    }
}

/// The meaning of an edge for a walker who crosses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Passage {
    /// Empty, or an open door.
    Free,
    /// Up to 1 m: stepped over.
    Low,
    /// A closed leaf: it must be opened first.
    Shut,
    /// A wall or a battlement.
    Closed,
}

/// Number of a volume on its board. Never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct VolumeId(pub u32);

/// A region with temporary properties of its own: murk, silence, burning ground.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volume {
    /// Its number.
    pub id: VolumeId,
    /// Its display name.
    pub name: String,
    /// Its cells, in order.
    pub cells: Vec<Cell>,
    /// Height above each cell's ground, or above the water on it.
    pub height: Hm,
    /// Blocks sight entirely.
    pub blocks_sight: bool,
    /// Gives soft concealment, like foliage.
    pub hides: bool,
    /// The rank of its haze, in addition to its concealment.
    #[serde(default)]
    pub haze: Haze,
    /// Blocks sound into, out of and through it.
    pub blocks_sound: bool,
    /// Harms units that enter or stay.
    pub damaging: Option<Hazard>,
    /// Makes its ground at least this rough.
    pub rough: Rough,
    /// Absolute height of the deck on which it lies, in all its cells; `None` for the ground.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Hm>,
}

impl std::hash::Hash for Volume {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        let Self { id, name, cells, height, blocks_sight, hides, haze, blocks_sound, .. } = self;
        (id, name, cells, height, blocks_sight, hides, haze, blocks_sound).hash(state);
        (self.damaging, self.rough).hash(state);
        // Volumes on the ground keep the hash from before there were any on decks.
        if let Some(floor) = self.floor {
            floor.hash(state);
        }
    }
}

impl Volume {
    /// A volume with this name over these cells that has no effect yet.
    pub const fn plain(id: VolumeId, name: String, cells: Vec<Cell>, height: Hm) -> Self {
        Self {
            id,
            name,
            cells,
            height,
            blocks_sight: false,
            hides: false,
            haze: Haze::None,
            blocks_sound: false,
            damaging: None,
            rough: Rough::None,
            floor: None,
        }
    }

    /// Height of feet above the floor on which it lies, given the height of the cell's ground or of
    /// the water on it; `None` if they are below it.
    pub fn height_over(&self, ground: Hm, feet: Hm) -> Option<Hm> {
        let over = feet - self.floor.unwrap_or(ground);
        (over >= Hm::ZERO || self.floor.is_none()).then_some(over)
    }

    /// How much it impairs sight without blocking it; soft
    /// concealment counts as at least light haze (EV-238).
    pub fn haze_rank(&self) -> Haze {
        if self.hides { self.haze.max(Haze::Light) } else { self.haze }
    }
}
