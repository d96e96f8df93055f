//! Steps of rounds and turns.

use serde::{Deserialize, Serialize};

use grid::UnitId;

of_all!(RoundStart, TurnStart, StepIn, BurnThings, RoundEnd, TendBleeding);
of_unit!(TurnEnd, HoldTurn, Instinct);

/// A round begins (MO-38).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundStart {
    /// The current phase.
    pub phase: RoundStartPhase,
}

/// Phases of the start of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundStartPhase {
    /// Counts the round.
    #[default]
    Count,
    /// Determines which units are surprised.
    Surprise,
    /// Restores points and fixes the turn order.
    Order,
}

/// A slot's turn starts (MO-39, MO-41).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Index of the slot in the turn order.
    pub slot: usize,
    /// The current phase.
    pub phase: TurnStartPhase,
}

/// Phases of the start of a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStartPhase {
    /// Effects that lasted until now expire.
    #[default]
    Begin,
    /// Effects at the start of a turn, member by member.
    Effects {
        /// Index of the member in the slot.
        member: usize,
        /// Index of the effect: 0 is the ground, the others count from 1.
        index: usize,
        /// Number of effects when this member's began.
        count: usize,
    },
    /// The members may act.
    Act,
}

/// A combatant's turn ends (MO-40).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// The unit.
    pub unit: UnitId,
    /// Why the turn was lost, if it was not used.
    pub loss: Option<TurnLoss>,
    /// Number of conditions that have stayed so far, after their Defense Rolls (MO-265).
    pub stayed: usize,
}

/// Why a turn was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnLoss {
    /// Skipped: the combatant cannot act (MO-247).
    Passes,
    /// The combatant can no longer act (MO-380).
    Forced,
}

impl TurnEnd {
    /// The end of a turn that was used.
    pub const fn new(unit: UnitId) -> Self {
        Self { unit, loss: None, stayed: 0 }
    }
}

/// A turn is held (MO-54).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HoldTurn {
    /// The holder.
    pub unit: UnitId,
}

/// Whether a held turn is taken (MO-54, MO-57).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepIn {
    /// Index of the slot in the turn order.
    pub slot: usize,
    /// True if the turn is taken now or lost.
    pub last: bool,
}

/// Things burn at Initiative 0, while others are still to act (MO-444).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BurnThings;

/// A round ends (MO-25, MO-29).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd {
    /// The current phase.
    pub phase: RoundEndPhase,
}

/// Phases of the end of a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundEndPhase {
    /// The last turn is over.
    #[default]
    End,
    /// Things burn, unless they have already (MO-444).
    Burn,
    /// Checks the goals.
    Judge,
}

/// The battle ends and allies tend the Bleeding (MO-366).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TendBleeding {
    /// True if the round ends too.
    pub round_ends: bool,
    /// The units that have helped.
    pub helped: Vec<UnitId>,
}

/// The turn of a combatant that acts on its own (MO-118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Instinct {
    /// The unit.
    pub unit: UnitId,
    /// Number of moves made.
    pub moves: u8,
    /// True if it has stood up.
    pub stood: bool,
}
