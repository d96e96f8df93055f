//! Undo at the table.

use bevy::ecs::prelude::*;

use battle::Record;
use battle::undo::{self, UndoError, UndoGrounds, UndoHistory};
use rules::engine::BattleStatus;
use rules::state::State;
use settings::Settings;

use super::available_actions;
use super::seating::{Seating, Seats};

/// The last command cannot be undone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Cannot undo: {0}.")]
pub(super) struct TakeBackError(#[from] UndoError);

/// The grounds on which players at this table may undo: those of the settings; with a referee, also
/// after dice were rolled.
pub(super) fn grounds(settings: &Settings, record: Option<&Record>) -> UndoGrounds {
    let referee = record.is_some_and(|record| record.referee);
    if settings.agreed_take_back || referee {
        UndoGrounds::Agreed
    } else {
        UndoGrounds::NothingLearnt
    }
}

/// True where a player at this table made the decision. If sides
/// have secrets, only decisions of the seated player count.
pub(super) fn was_own(
    seating: &Seating,
    secrets: bool,
) -> impl Fn(&State, &BattleStatus) -> bool + use<'_> {
    move |state, rest| {
        available_actions::side_to_decide(rest, state).is_some_and(|side| {
            seating.is_human(side) && (!secrets || seating.viewer() == Some(side))
        })
    }
}

/// Undoes the last command, and everything the computer did since.
pub(super) fn take_back(world: &mut World) -> Result<(), TakeBackError> {
    let settings = world.get_resource::<Settings>().cloned().unwrap_or_default();
    let grounds = grounds(&settings, world.get_resource::<Record>());
    let seats = world.get_resource::<Seats>().ok_or(UndoError::Nothing)?;
    let pasts = world.get_resource::<UndoHistory>().ok_or(UndoError::Nothing)?;
    let secrets = grounds == UndoGrounds::NothingLearnt && seats.secrets;
    let commands = pasts.back(grounds, was_own(&seats.seating, secrets))?;
    for _ in 0..commands {
        undo::undo(world, grounds)?;
    }
    Ok(())
}

/// The number of events before the first command that can still be undone.
pub(super) fn since(
    pasts: &UndoHistory,
    seats: &Seats,
    settings: &Settings,
    record: Option<&Record>,
) -> Option<usize> {
    let grounds = grounds(settings, record);
    let secrets = grounds == UndoGrounds::NothingLearnt && seats.secrets;
    pasts.since(grounds, was_own(&seats.seating, secrets))
}
