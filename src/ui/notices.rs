//! Telling the player something.

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;

use super::menu::MenuModel;
use super::screen::Screen;
use super::table::{BattleUiState, Notice};

/// Does something; tells the player if it fails.
pub(super) fn attempt<E: ToString>(
    world: &mut World,
    act: impl FnOnce(&mut World) -> Result<(), E>,
) {
    if let Err(problem) = act(world) {
        refuse(world, problem.to_string());
    }
}

/// Shows on the current screen why something cannot be done.
pub(super) fn refuse(world: &mut World, text: String) {
    let in_menu = world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == Screen::Menu);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>().filter(|_| in_menu) {
        menu.problem = Some(text.clone());
    }
    with_table(world, |table| table.notice = Some(Notice { text, refusal: true }));
}

/// Shows a notice, unless an error was shown just now.
pub(super) fn tell(world: &mut World, text: &str) {
    with_table(world, |table| {
        let told = Notice { text: text.to_owned(), refusal: false };
        table.notice.get_or_insert(told);
    });
}

/// Changes the UI state of the battle, which is then brought up to date.
pub(super) fn with_table(world: &mut World, change: impl FnOnce(&mut BattleUiState)) {
    if let Some(mut table) = world.get_resource_mut::<BattleUiState>() {
        table.stale = true;
        change(&mut table);
    }
}
