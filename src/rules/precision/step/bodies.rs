//! Steps of lives and forms.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;

/// Somebody falls unconscious or dies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fade {
    /// Who.
    pub unit: UnitId,
}

/// Somebody wakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wake {
    /// Who.
    pub unit: UnitId,
}

/// Somebody takes another form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeForm {
    /// Who.
    pub unit: UnitId,
    /// Which.
    pub form: Key,
    /// By whose doing.
    pub by: UnitId,
    /// For so many turns of that one.
    pub rounds: u8,
    /// It was not willing.
    pub forced: bool,
}

/// Somebody goes back to its own body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Return {
    /// Who.
    pub unit: UnitId,
}

/// A minion disappears with its summoner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vanish {
    /// Who.
    pub unit: UnitId,
}
