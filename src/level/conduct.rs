//! Conduct of computer-controlled units until something draws them into the fight; and what a level
//! sets for a unit besides its place: gear, and conditions at the start.

use std::collections::BTreeMap;

use grid::Cell;
use rules::Key;

pub use rules::start::StartCondition;

/// How a unit behaves while the computer plays it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Conduct {
    /// It seeks the fight.
    #[default]
    Free,
    /// It stays where it is until a foe is near or it is hurt.
    Hold,
    /// It stays in a region, or returns to it.
    Guard {
        /// The name of the region.
        region: String,
    },
    /// It walks from cell to cell, over and over, until its side notices a foe.
    Patrol {
        /// The cells in order, 1 to 32.
        stops: Vec<Cell>,
    },
}

impl Conduct {
    /// The names in files.
    pub const NAMES: [&'static str; 4] = ["free", "hold", "guard", "patrol"];

    /// Its name in files.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Hold => "hold",
            Self::Guard { .. } => "guard",
            Self::Patrol { .. } => "patrol",
        }
    }

    /// The region that it refers to.
    pub fn region(&self) -> Option<&str> {
        match self {
            Self::Guard { region } => Some(region),
            _ => None,
        }
    }

    /// The stops of a patrol; none for others.
    pub fn stops(&self) -> &[Cell] {
        match self {
            Self::Patrol { stops } => stops,
            _ => &[],
        }
    }

    /// The same with its cells moved.
    #[must_use]
    pub fn moved(&self, to: impl Fn(Cell) -> Cell) -> Self {
        match self {
            Self::Patrol { stops } => {
                Self::Patrol { stops: stops.iter().map(|stop| to(*stop)).collect() }
            }
            other => other.clone(),
        }
    }

    /// The same with regions renamed. A guard without its region is free.
    #[must_use]
    pub fn renamed(&self, region: impl Fn(&str) -> Option<String>) -> Self {
        match self {
            Self::Guard { region: name } => {
                region(name).map_or(Self::Free, |region| Self::Guard { region })
            }
            other => other.clone(),
        }
    }

    /// The same without the stops for which `keep` returns false. A patrol without any is free.
    #[must_use]
    pub fn with_stops(&self, keep: impl Fn(&Cell) -> bool) -> Self {
        match self {
            Self::Patrol { stops } => {
                let stops: Vec<Cell> = stops.iter().copied().filter(keep).collect();
                if stops.is_empty() { Self::Free } else { Self::Patrol { stops } }
            }
            other => other.clone(),
        }
    }
}

/// Conditions at the start, by ruleset. The level format does not interpret their names.
pub type StartConditions = BTreeMap<Key, Vec<StartCondition>>;

/// Items instead of those of the role: ruleset, slot, item. An empty name leaves the slot empty.
/// The level format does not interpret the names.
pub type GearChanges = BTreeMap<Key, BTreeMap<Key, Key>>;
