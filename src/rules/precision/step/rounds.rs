//! Steps of the battle and of turns.

use serde::{Deserialize, Serialize};

use grid::UnitId;

/// Progress of the start of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundStartPhase {
    /// Announce it, and apply ambushes.
    #[default]
    Announce,
    /// Units unconscious for too long die, if the house rules say so (PR-192).
    Deaths,
    /// Set the order of the round (PR-27).
    Order,
}

/// A round starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundStart {
    /// Progress.
    pub phase: RoundStartPhase,
}

/// Progress of the start of a turn (PR-289).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStartPhase {
    /// Starts the turn and counts down effects of its owner.
    Begin,
    /// Applies the hits on its owner, one per run.
    Hits {
        /// Index of the next condition.
        next: usize,
    },
    /// Applies the ground that it stands on.
    Ground,
    /// Regain energy.
    Ready,
}

/// A turn starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Its owner.
    pub unit: UnitId,
    /// Progress.
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
    /// Its owner.
    pub unit: UnitId,
    /// The reason.
    pub why: TurnEnds,
}

/// Progress of the end of a round (PR-29).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundEndPhase {
    /// Announce it.
    #[default]
    Announce,
    /// Death saves, one slot of the order per run.
    Deaths {
        /// Index of the next slot.
        slot: usize,
    },
    /// Expire what lasts until the end of the round.
    Expire,
    /// Close the round.
    Close,
}

/// A round ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd {
    /// Progress.
    pub phase: RoundEndPhase,
}

/// Units on exits may leave, one slot of the order per run (PR-376).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leave {
    /// Index of the next slot.
    pub slot: usize,
}

/// Sides respond to each other (PR-381).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Talk;
