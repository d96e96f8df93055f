//! Steps of rounds and turns.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;

of_all!(RoundStart, TurnStart, StepIn, RoundEnd, Tend);
of_unit!(TurnEnd, HoldTurn, Instinct);

/// A round begins (MO-38).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundStart {
    /// How far it is.
    pub phase: RoundStartPhase,
}

/// How far the start of a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundStartPhase {
    /// The round is counted.
    #[default]
    Count,
    /// Who is surprised is settled.
    Surprise,
    /// Points return and the order is fixed.
    Order,
}

/// The slot of a turn comes up (MO-39, MO-41).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// The place of the slot in the order.
    pub slot: usize,
    /// How far it is.
    pub phase: TurnStartPhase,
}

/// How far the start of a turn is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStartPhase {
    /// What lasted until then ends.
    #[default]
    Begin,
    /// What acts at the start of a turn happens to one member after the other.
    Effects {
        /// The member's place in the slot.
        member: usize,
        /// The effect: 0 is the ground, then each by its number.
        index: usize,
        /// How many effects there were when this member's began.
        count: usize,
    },
    /// The members may act.
    Act,
}

/// The turn of one combatant ends (MO-40).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// Whose turn.
    pub unit: UnitId,
    /// Why it ends, if not because it is done.
    pub loss: Option<TurnLoss>,
    /// Conditions that were not shaken off so far (MO-265).
    pub stayed: usize,
}

/// Why a turn ends that was not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnLoss {
    /// It passes: the combatant cannot act (MO-247).
    Passes,
    /// The combatant can no longer act (MO-380).
    Forced,
}

impl TurnEnd {
    /// The end of a turn that is done.
    pub const fn new(unit: UnitId) -> Self {
        Self { unit, loss: None, stayed: 0 }
    }
}

/// A turn is put off (MO-54).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct HoldTurn {
    /// Who puts it off.
    pub unit: UnitId,
}

/// Whether a held turn is taken (MO-54, MO-57).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepIn {
    /// The place of the slot in the order.
    pub slot: usize,
    /// It is taken now or lost.
    pub last: bool,
}

/// A round ends (MO-25, MO-29).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd {
    /// How far it is.
    pub phase: RoundEndPhase,
}

/// How far the end of a round is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoundEndPhase {
    /// The last turn is over.
    #[default]
    End,
    /// Goals are judged.
    Judge,
}

/// The battle ends: friends look after the Bleeding (MO-366).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tend {
    /// A round is over, too.
    pub round_ends: bool,
    /// Those who have helped.
    pub helped: Vec<UnitId>,
}

/// The turn of one who acts by itself (MO-118).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Instinct {
    /// Who.
    pub unit: UnitId,
    /// How often it has moved.
    pub moves: u8,
    /// It has got up.
    pub stood: bool,
}
