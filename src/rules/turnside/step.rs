//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::kit::tasks::tasks;
use crate::rules::kit::walk::Walk;
use crate::rules::state::Posture;
use crate::rules::step::steps;

pub use crate::rules::kit::falls::Fall;
pub use crate::rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// What can happen under this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// The round is over.
        RoundEnd(RoundEnd) = "round_end",
        /// A turn begins.
        TurnStart(TurnStart) = "turn_start",
        /// A turn ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit may slip.
        Slip(Slip) = "slip",
        /// A unit stands up or lies down.
        Pose(Pose) = "pose",
        /// A unit guards.
        Guard(Guard) = "guard",
        /// A unit strikes.
        Strike(Strike) = "strike",
        /// A unit is at 0 HP.
        Drop(Drop) = "drop",
    }
}

tasks!(Step; of_unit: TurnStart, Slip, Pose, Guard, Strike, Drop; of_battle: RoundEnd);

/// Everybody has had a turn (TU-23).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd;

/// How far the start of a turn is (TU-28).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Dawn {
    /// It begins: what lasted until then ends, and clocks tick.
    Clocks,
    /// Blood is lost.
    Blood,
    /// The ground harms.
    Ground,
    /// There is Movement again, and Attacks.
    Budget,
}

/// The turn of a combatant begins.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Whose.
    pub unit: UnitId,
    /// How far it is.
    pub dawn: Dawn,
}

/// A step onto slippery ground (TU-153).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slip {
    /// Who.
    pub unit: UnitId,
    /// How slippery.
    pub slippery: u8,
}

/// Standing up or lying down (TU-156).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pose {
    /// Who.
    pub unit: UnitId,
    /// How it holds itself afterwards.
    pub to: Posture,
}

/// Guarding (TU-141).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Guard {
    /// Who.
    pub unit: UnitId,
}

/// One whose place was taken before a blow fell (TU-209).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shielded {
    /// Who was to be struck.
    pub unit: UnitId,
    /// Its DOD against that blow.
    pub dod: i32,
}

/// How far a strike is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blow {
    /// It is declared and paid.
    Declare,
    /// Others may take it on themselves.
    Shield,
    /// It is rolled.
    Roll,
    /// It hits.
    Harm {
        /// It is critical.
        critical: bool,
    },
}

/// A strike with a weapon at one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// Who strikes.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// With what.
    pub weapon: Key,
    /// Which strike of the Turn is the one at full damage, from 1 (TU-48).
    pub main: i32,
    /// In whose place the target stands.
    pub shielded: Option<Shielded>,
    /// How far it is.
    pub blow: Blow,
}

/// At 0 HP: to fight on or to succumb (TU-267).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drop {
    /// Who.
    pub unit: UnitId,
}
