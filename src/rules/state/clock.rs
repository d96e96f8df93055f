//! Time in a battle: rounds, phases, the slots of the turn order, and when things end.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;

/// When something ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Expiry {
    /// With the battle, or when the ruleset says so.
    Battle,
    /// When it has taken effect so many times on the one who suffers it.
    Hits(u16),
    /// When the slot of `of` has come up so many times more; a mark in the order counts.
    Slots {
        /// Whose slot.
        of: UnitId,
        /// How many times it has still to come.
        left: u16,
    },
    /// When `of` has ended so many turns more.
    TurnEnds {
        /// Whose turn.
        of: UnitId,
        /// How many turns it has still to end.
        left: u16,
    },
    /// When so many rounds more have ended.
    Rounds(u16),
    /// When the named thing happens, as the ruleset defines it.
    Until(Key),
}

/// What a slot of the turn order is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlotKind {
    /// A turn of all its members together.
    Turn,
    /// One extra act between turns.
    Act,
    /// Only a mark in time: the place of one who is dead or gone, for durations.
    Mark,
}

/// How far a slot is.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum SlotState {
    /// Still to come.
    #[default]
    Waiting,
    /// Its members are acting.
    Running,
    /// It came up and was put off to later in the round.
    Held,
    /// Over, or lost.
    Done,
}

/// One place in the turn order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Slot {
    /// Who acts in it; more than one for a union.
    pub members: Vec<UnitId>,
    /// What it is for.
    pub kind: SlotKind,
    /// The number it is ordered by, for display.
    pub value: i32,
    /// How far it is.
    pub state: SlotState,
}

/// The timeline of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Clock {
    /// The round, 0 before the first.
    pub round: u32,
    /// The part of the round, named by the ruleset.
    pub phase: Key,
    /// The slots of this round, in order.
    pub slots: Vec<Slot>,
    /// Who may act now. Empty between turns.
    pub active: Vec<UnitId>,
}

impl Clock {
    /// The position of the slot that is running.
    pub fn running(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Running)
    }

    /// The position of the first slot still to come.
    pub fn next_waiting(&self) -> Option<usize> {
        self.slots.iter().position(|s| s.state == SlotState::Waiting)
    }
}
