//! Steps about objects, carried items, water, knowledge of others, and late feedback.

use serde::{Deserialize, Serialize};

use grid::{EdgeAt, FloorAt, UnitId};
use rules::Key;
use rules::Target;

/// A strike at an object (TU-54).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Batter {
    /// The attacker.
    pub unit: UnitId,
    /// The object.
    pub object: Target,
    /// The weapon.
    pub weapon: Key,
    /// The strike of the Turn that deals full damage, from 1 (TU-48).
    pub main: i32,
    /// The Attacks of the split, if this strike makes the Turn Mixed (TU-87).
    pub split: Option<i32>,
    /// True once it is declared and paid for.
    pub declared: bool,
}

/// What a unit can do with its items.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handling {
    /// Takes this weapon in hand (TU-35).
    Swap(Key),
    /// Closes a door or window on this side of a cell (TU-35).
    Close(EdgeAt),
    /// Opens a door or window on this side of a cell (TU-35).
    Open(EdgeAt),
    /// Drops the item in this slot (TU-35).
    Drop(Key),
    /// Picks up this item from this cell, into this slot (TU-35).
    PickUp(Key, FloorAt, Key),
    /// Takes its armour off (TU-253).
    TakeOff,
}

/// Handling of items.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Handle {
    /// The unit.
    pub unit: UnitId,
    /// What it does.
    pub what: Handling,
}

/// A whole Turn of care for a patient (TU-285).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TendPatient {
    /// The healer.
    pub unit: UnitId,
    /// The patient.
    pub target: UnitId,
}

/// The sides learn that a unit hides, or that it no longer does (TU-27, TU-301).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Notice {
    /// The unit.
    pub unit: UnitId,
}

/// Water puts out flames or submerges a unit (TU-152, TU-308).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quench {
    /// The unit.
    pub unit: UnitId,
}

/// Feedback for charges that exceed the limit because the Turn became Mixed (TU-92).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Overdue {
    /// The unit.
    pub unit: UnitId,
    /// The number of charges.
    pub over: i32,
}

/// The end of a summoned unit (TU-281, TU-360).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vanish {
    /// The unit.
    pub unit: UnitId,
}
