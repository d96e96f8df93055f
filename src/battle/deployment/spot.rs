//! Where a unit was put before the battle, and why it cannot be put somewhere.

use std::collections::BTreeMap;

use grid::{Cell, Dir, Hm, Obstacle};
use serde::{Deserialize, Serialize};

/// Where a unit was put before the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// The north-west cell of its footprint.
    pub at: Cell,
    /// The direction it faces.
    pub facing: Dir,
    /// Absolute height of its feet if it does not stand at the level's altitude: on another of
    /// several floors, or down from a deck.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<Hm>,
}

/// Units that do not begin where the level puts them, by name.
pub type Deployed = BTreeMap<String, Spot>;

/// Why a unit cannot be put somewhere before the battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeployError {
    /// The side has no start zone.
    #[error("its side has no start zone")]
    NoZone,
    /// It is not on the board when the battle begins.
    #[error("it joins the battle later")]
    Later,
    /// Part of its footprint would be outside.
    #[error("{cell} is outside the start zone {zone:?}")]
    Outside {
        /// A cell outside.
        cell: Cell,
        /// The zone's name.
        zone: String,
    },
    /// Another side starts there.
    #[error("another side starts at {0}")]
    Taken(Cell),
    /// It does not fit.
    #[error(transparent)]
    NoRoom(#[from] Obstacle),
    /// A unit of its own side stands there and cannot change places with it.
    #[error("{name} stands there and has no room where this unit stands")]
    NoSwap {
        /// The name of the other.
        name: String,
    },
    /// There is no such unit.
    #[error("there is no such unit")]
    NoUnit,
}
