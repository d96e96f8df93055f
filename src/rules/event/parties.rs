//! The combatants an event is about.

use crate::state::Observer;
use grid::UnitId;

use super::{EventKind, SlotChange};

impl EventKind {
    /// The combatants involved: a side that sees one of them sees the event. Empty for events about
    /// the whole battle or in plain view on the board.
    pub fn parties(&self) -> Vec<UnitId> {
        match self {
            Self::TurnBegan { unit, .. }
            | Self::TurnEnded { unit, .. }
            | Self::ActRecorded { unit, .. }
            | Self::Grant { unit, .. }
            | Self::Progress { unit, .. }
            | Self::Abandoned { unit, .. }
            | Self::Cancelled { unit, .. }
            | Self::Pool { unit, .. }
            | Self::Track { unit, .. }
            | Self::Wear { unit, .. }
            | Self::Layer { unit, .. }
            | Self::Afflicted { unit, .. }
            | Self::Relieved { unit, .. }
            | Self::Moved { unit, .. }
            | Self::Stance { unit, .. }
            | Self::Status { unit, .. }
            | Self::Linked { unit, .. }
            | Self::Unlinked { unit, .. }
            | Self::Form { unit, .. }
            | Self::Gear { unit, .. }
            | Self::Conduct { unit, .. }
            | Self::Struck { by: unit, .. } => vec![*unit],
            Self::Chose { unit, .. }
            | Self::Ordered { unit, .. }
            | Self::Flag { unit, .. }
            | Self::Note { unit, .. } => unit.iter().copied().collect(),
            Self::Declared { unit, targets, .. } => {
                std::iter::once(*unit).chain(targets.iter().copied()).collect()
            }
            Self::Learned { by, of, .. } => match by {
                Observer::Unit(by) => vec![*by, *of],
                Observer::Side(_) => vec![*of],
            },
            Self::Redirected { from, to, .. } => vec![*from, *to],
            Self::Rolled(roll) => {
                let all = roll.who.iter().chain(&roll.target).chain(&roll.averts);
                all.copied().collect()
            }
            Self::Hit { by, target, .. } => by.iter().chain([target]).copied().collect(),
            Self::Spawned(unit) => unit.identity.maker.into_iter().collect(),
            Self::Armed(armed) => vec![armed.owner],
            Self::Slot(change) => match change {
                SlotChange::Insert(_, slot) | SlotChange::Remove(_, slot) => slot.members.clone(),
                SlotChange::Move { members, .. } => members.clone(),
                SlotChange::Pass { from, to, .. } => vec![*from, *to],
                SlotChange::Active(units) => units.clone(),
                SlotChange::State(..) => Vec::new(),
            },
            Self::Phase { .. }
            | Self::Slots(_)
            | Self::Disarmed { .. }
            | Self::Ticked { .. }
            | Self::Policy { .. }
            | Self::SideFlag { .. }
            | Self::Sighted { .. }
            | Self::Board(_)
            | Self::ObjectAfflicted { .. }
            | Self::ObjectRelieved { .. }
            | Self::Ruling { .. }
            | Self::Story { .. }
            | Self::Goals(_)
            | Self::Over(_)
            | Self::Aftermath => Vec::new(),
        }
    }
}
