//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::kit::tasks::tasks;
use crate::rules::kit::walk::Walk;
use crate::rules::step::steps;

pub use crate::rules::kit::falls::Fall;
pub use crate::rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// What can happen under this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A turn begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// All units recover, and the round ends.
        Recovery(Recovery) = "recovery",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit stands up.
        Stand(Stand) = "stand",
        /// A unit attacks.
        Attack(Attack) = "attack",
        /// A unit is winded or recovers its breath.
        Breath(Breath) = "breath",
    }
}

tasks!(Step; of_unit: TurnStart, Stand, Attack, Breath; of_battle: Recovery);

/// The turn of a combatant begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Whose.
    pub unit: UnitId,
}

/// The end of a round (VG-36).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Recovery;

/// Standing up (VG-159).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stand {
    /// Who.
    pub unit: UnitId,
}

/// How far an attack is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blow {
    /// It is declared and paid.
    Declare,
    /// It is rolled.
    Roll,
    /// It beats Guard with this total; the target may defend itself.
    Defend {
        /// The total.
        total: i32,
    },
    /// It hits.
    Harm,
}

/// An attack with a weapon on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Who attacks.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// With what.
    pub weapon: Key,
    /// How far it is.
    pub blow: Blow,
}

/// Breath lost or caught again (VG-178, VG-179).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Breath {
    /// Whose.
    pub unit: UnitId,
}
