//! Taking commands back at the table.

use bevy::ecs::prelude::*;

use crate::battle::Record;
use crate::battle::undo::{self, Grounds, Pasts, UndoError};
use crate::rules::engine::BattleStatus;
use crate::rules::state::State;
use crate::settings::Settings;

use super::available_actions;
use super::hud::Seating;
use super::table::BattleUiState;

/// On what grounds the players at this table take commands back: as they have set it, and whatever
/// the dice said where a referee may rule.
pub(super) fn grounds(settings: &Settings, record: Option<&Record>) -> Grounds {
    let referee = record.is_some_and(|record| record.referee);
    if settings.agreed_take_back || referee { Grounds::Agreed } else { Grounds::NothingLearnt }
}

/// True where a player at this table had to decide; the one who sits there, where others must not
/// know what was seen.
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

/// Takes the last command back, and with it what the computer did since.
pub(super) fn take_back(world: &mut World) -> Result<(), UndoError> {
    let settings = world.get_resource::<Settings>().cloned().unwrap_or_default();
    let grounds = grounds(&settings, world.get_resource::<Record>());
    let table = world.get_resource::<BattleUiState>().ok_or(UndoError::Nothing)?;
    let pasts = world.get_resource::<Pasts>().ok_or(UndoError::Nothing)?;
    let secrets = grounds == Grounds::NothingLearnt && table.secrets;
    let commands = pasts.back(grounds, was_own(&table.seating, secrets))?;
    for _ in 0..commands {
        undo::undo(world, grounds)?;
    }
    Ok(())
}

/// So many events had happened before the first command that can still be taken back.
pub(super) fn since(
    pasts: &Pasts,
    table: &BattleUiState,
    settings: &Settings,
    record: Option<&Record>,
) -> Option<usize> {
    let grounds = grounds(settings, record);
    let secrets = grounds == Grounds::NothingLearnt && table.secrets;
    pasts.since(grounds, was_own(&table.seating, secrets))
}
