//! What a level holds beside its ground: sides, units, goals, light.

use std::collections::BTreeMap;

use crate::grid::{Cell, Dir, Edge, Hm, Light, SideId, ThingKind};
use crate::rules::Key;
use crate::rules::start::Start;

/// What a combatant is for. A ruleset turns a role into a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Armoured fighter who holds a line.
    Knight,
    /// Shoots from afar.
    Archer,
    /// Casts at many.
    Mage,
    /// Keeps others standing.
    Healer,
    /// Fast, climbs and hides.
    Scout,
    /// Hits hard, without finesse.
    Brute,
    /// Leads and fights.
    Captain,
    /// A large creature, in most rulesets with wings.
    Beast,
}

impl Role {
    /// Every role, in the order in which lists show them.
    pub const ALL: [Self; 8] = [
        Self::Knight,
        Self::Archer,
        Self::Mage,
        Self::Healer,
        Self::Scout,
        Self::Brute,
        Self::Captain,
        Self::Beast,
    ];

    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::Archer => "archer",
            Self::Mage => "mage",
            Self::Healer => "healer",
            Self::Scout => "scout",
            Self::Brute => "brute",
            Self::Captain => "captain",
            Self::Beast => "beast",
        }
    }

    /// The name on the board, with a capital.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Knight => "Knight",
            Self::Archer => "Archer",
            Self::Mage => "Mage",
            Self::Healer => "Healer",
            Self::Scout => "Scout",
            Self::Brute => "Brute",
            Self::Captain => "Captain",
            Self::Beast => "Beast",
        }
    }

    /// The key under which rulesets look the role up.
    pub const fn key(self) -> Key {
        Key::of(self.name())
    }
}

/// How much room a role takes up under some ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// Edge length of the square footprint in cells, 1 to 6.
    pub size: u8,
    /// Height of the upright body.
    pub height: Hm,
}

impl Build {
    /// What levels are checked with where no ruleset has been chosen: people of 2 m on one cell,
    /// beasts of 2.5 m on 2 x 2 cells.
    pub const fn usual(role: Role) -> Self {
        match role {
            Role::Beast => Self { size: 2, height: Hm(5) },
            _ => Self { size: 1, height: Hm(4) },
        }
    }
}

/// The time of day: brightness over the whole board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Daylight {
    /// Bright everywhere but under roofs.
    #[default]
    Day,
    /// Dim.
    Dusk,
    /// Dark; lamps and fires matter.
    Night,
}

impl Daylight {
    /// All, from bright to dark.
    pub const ALL: [Self; 3] = [Self::Day, Self::Dusk, Self::Night];

    /// The name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Dusk => "dusk",
            Self::Night => "night",
        }
    }

    /// The brightness that it gives.
    pub const fn light(self) -> Light {
        match self {
            Self::Day => Light::Bright,
            Self::Dusk => Light::Dim,
            Self::Night => Light::Dark,
        }
    }
}

/// A picture that lies under the board: a map to trace, or a painted ground. Lengths are in
/// millimetres on the board, exact, so that a level is written and read back unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Underlay {
    /// The file, PNG or JPEG: a relative path with `/` that stays inside the level's folder.
    pub file: String,
    /// Where its north-western corner lies, east and south of the board's: -1,000 m to 1,000 m.
    pub at: (i32, i32),
    /// How much of the board it covers from west to east and from north to south once it is
    /// turned: 1 mm to 2,000 m.
    pub size: (i32, i32),
    /// Quarter turns clockwise, 0 to 3.
    pub turn: u8,
    /// Left and right of the file exchanged before it is turned.
    pub mirrored: bool,
    /// It is shown in battles too, not in the editor alone.
    pub in_play: bool,
}

/// The colour by which a side is told apart. The view adds a pattern to each, so that colour never
/// carries the meaning alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the colours")]
pub enum SideColour {
    Blue,
    Red,
    Gold,
    Green,
    Violet,
    White,
}

impl SideColour {
    /// Every colour, in the order in which sides without one get them.
    pub const ALL: [Self; 6] =
        [Self::Blue, Self::Red, Self::Gold, Self::Green, Self::Violet, Self::White];

    /// The name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Gold => "gold",
            Self::Green => "green",
            Self::Violet => "violet",
            Self::White => "white",
        }
    }
}

/// Numbers that a level changes on one unit's sheet: ruleset, then name of the value. The level
/// format does not know their meaning; the ruleset refuses what it has no use for.
pub type Overrides = BTreeMap<Key, BTreeMap<Key, i64>>;

/// One of the parties of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// What it is called; no two sides share a name.
    pub name: String,
    /// Its colour; no two sides share one.
    pub colour: SideColour,
    /// It means to open the battle with an ambush, where the ruleset knows ambushes.
    pub ambush: bool,
    /// The region in which its units may be placed anew before the battle, if that is allowed.
    pub start: Option<String>,
    /// The region from which its units may enter unseen, where the ruleset knows hidden entry.
    pub hidden: Option<String>,
    /// Its combatants.
    pub units: Vec<Unit>,
}

/// One combatant as a level places it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What it is for.
    pub role: Role,
    /// The north-west cell of its footprint.
    pub at: Cell,
    /// The direction it faces.
    pub facing: Dir,
    /// How high over the ground it flies at the start; 0 for those who stand.
    pub altitude: Hm,
    /// Its own name, if it has one; no two units share a name.
    pub name: Option<String>,
    /// Numbers changed on its sheet.
    pub overrides: Overrides,
    /// How it begins the battle, as far as a ruleset reads it.
    pub start: Start,
}

/// A unit ready to be spawned, with a name that no other unit has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Its side, counted in the order of the level.
    pub side: SideId,
    /// What it is for.
    pub role: Role,
    /// The north-west cell of its footprint.
    pub cell: Cell,
    /// The direction it faces.
    pub facing: Dir,
    /// How high over the ground it flies at the start; 0 for those who stand.
    pub altitude: Hm,
    /// Its own name, or that of its role with a number where several would share it.
    pub name: String,
    /// Numbers changed on its sheet.
    pub overrides: Overrides,
    /// How it begins the battle, as far as a ruleset reads it.
    pub start: Start,
}

/// What a thing in a cell is; the cell is the key under which the level keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// What it is.
    pub kind: ThingKind,
    /// Height over the cell's floor; the kind's own unless the level says otherwise.
    pub height: Hm,
    /// Quarter turns clockwise, 0 to 3, for its looks.
    pub turn: u8,
}

/// Matter on edges: the cell and [`Dir::N`] or [`Dir::W`], as [`crate::grid::Board::edges`] names
/// them. The southern and eastern borders belong to the cells just off the board.
pub type Edges = BTreeMap<(Cell, Dir), Edge>;

/// One way to win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Who may win by it; every side if none is named.
    pub side: Option<SideId>,
    /// What has to be done.
    pub kind: GoalKind,
}

/// What has to be done to win. Rounds are counted when they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalKind {
    /// No other side has anyone left who can fight.
    LastSideStanding,
    /// For so many rounds in a row, at the end of the round, the side has someone able in the
    /// region and no other side has.
    Hold {
        /// The region's name.
        region: String,
        /// Rounds in a row, 1 to 99.
        rounds: u8,
    },
    /// So many of the side's units stand in the region at the same time.
    Reach {
        /// The region's name.
        region: String,
        /// How many, 1 to 200.
        units: u8,
    },
    /// The named unit of another side is out of the fight.
    Defeat {
        /// The unit's name.
        unit: String,
    },
    /// Someone of the side can still fight when so many rounds have ended.
    Survive {
        /// Rounds, 1 to 99.
        rounds: u8,
    },
}

impl GoalKind {
    /// The names of all goals in files.
    pub const NAMES: [&'static str; 5] =
        ["last_side_standing", "hold", "reach", "defeat", "survive"];

    /// The name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::LastSideStanding => "last_side_standing",
            Self::Hold { .. } => "hold",
            Self::Reach { .. } => "reach",
            Self::Defeat { .. } => "defeat",
            Self::Survive { .. } => "survive",
        }
    }

    /// The region that it is about, if any.
    pub fn region(&self) -> Option<&str> {
        match self {
            Self::Hold { region, .. } | Self::Reach { region, .. } => Some(region),
            Self::LastSideStanding | Self::Defeat { .. } | Self::Survive { .. } => None,
        }
    }
}
