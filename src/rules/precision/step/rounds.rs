//! Steps of the whole battle and of turns.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;

/// How far the beginning of a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundStartPhase {
    /// It is announced, and ambushes count.
    #[default]
    Announce,
    /// Those who were unconscious for too long die, where the house rules say so (PR-192).
    Deaths,
    /// The order of the round is set (PR-27).
    Order,
}

/// A round begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundStart {
    /// How far it is.
    pub phase: RoundStartPhase,
}

/// How far the beginning of a turn is (PR-289).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStartPhase {
    /// The turn begins, and what its owner made is counted down.
    Begin,
    /// The hits on its owner take effect, one a run.
    Hits {
        /// Which of the conditions is looked at next.
        next: usize,
    },
    /// The ground it stands on hurts.
    Ground,
    /// Energy comes back.
    Ready,
}

/// A turn begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Whose.
    pub unit: UnitId,
    /// How far it is.
    pub phase: TurnStartPhase,
}

/// Why a turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnEnds {
    /// Its owner is done.
    Done,
    /// Its owner can no longer act (PR-66).
    Unable,
    /// Its owner was transformed against its will (PR-333).
    Transformed,
}

/// A turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// Whose.
    pub unit: UnitId,
    /// Why.
    pub why: TurnEnds,
}

/// How far the end of a round is (PR-29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundEndPhase {
    /// It is announced.
    #[default]
    Announce,
    /// The unconscious fight for their lives, one place of the order a run.
    Deaths {
        /// Which place is next.
        slot: usize,
    },
    /// What lasts to the end of the round ends.
    Expire,
    /// The round is closed.
    Close,
}

/// A round ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd {
    /// How far it is.
    pub phase: RoundEndPhase,
}

/// Those on exits may leave, one place of the order a run (PR-376).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leave {
    /// Which place of the order is next.
    pub slot: usize,
}

/// Sides answer each other (PR-381).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Talk;
