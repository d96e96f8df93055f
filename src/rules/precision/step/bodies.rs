//! Steps of health and forms.

use serde::{Deserialize, Serialize};

use grid::UnitId;
use rules::Key;

/// A unit falls unconscious or dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fade {
    /// The unit.
    pub unit: UnitId,
}

/// A unit wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wake {
    /// The unit.
    pub unit: UnitId,
}

/// A unit takes another form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeForm {
    /// The unit.
    pub unit: UnitId,
    /// The form.
    pub form: Key,
    /// The unit that causes it.
    pub by: UnitId,
    /// Duration, in turns of that unit.
    pub rounds: u8,
    /// True if the unit was not willing.
    pub forced: bool,
}

/// A unit returns to its own body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Return {
    /// The unit.
    pub unit: UnitId,
}

/// A minion disappears with its summoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vanish {
    /// The minion.
    pub unit: UnitId,
}
