//! Taking a seat at a battle.

use bevy::ecs::prelude::*;

use crate::settings::Settings;

use super::screen::{Screen, go_to};
use super::seating::Seating;
use super::table::BattleUiState;

/// Resets the UI state for the battle in the world.
pub(super) fn sit_down(world: &mut World, seating: Seating) {
    let mut table = BattleUiState { seating, stale: true, ..BattleUiState::default() };
    table.panels.log.bookkeeping =
        world.get_resource::<Settings>().is_some_and(|settings| settings.bookkeeping);
    world.insert_resource(table);
    go_to(world, Screen::Battle);
}
