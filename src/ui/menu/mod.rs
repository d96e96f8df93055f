//! The main menu: its entries, and the choice of level, ruleset and players. The chosen level is
//! shown on the board behind it.

mod choices;
mod details;
mod entry;
mod house_rules;
mod levels;
mod model;
mod navigation;
mod parts;
mod set_up;
mod sheets;
#[cfg(test)]
mod tests;
mod thumbnails;
mod trials;

use bevy::app::{App, Update};
use bevy::ecs::prelude::{Res, ResMut};
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::state::condition::in_state;
use bevy::state::state::{OnEnter, OnExit};

use crate::intent::{Go, Intent};
use crate::layout::MenuLayout;
use crate::level_folders::LevelFolders;
use crate::screen::{Screen, UiSet};
use bevy_egui::egui;

use parts::panel;

pub use entry::{LevelEntry, RulesetEntry};
pub use model::{MenuModel, Sheets, SheetsError};
pub use set_up::{ChoiceError, SetUp};

/// Adds the menu and its background work.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MenuModel>()
        .init_resource::<trials::Trials>()
        .add_systems(OnEnter(Screen::Menu), list_own)
        .add_systems(OnExit(Screen::Menu), trials::stop)
        .add_systems(
            Update,
            (sheets::read_sheets, trials::begin, trials::take_news, thumbnails::draw_next)
                .run_if(in_state(Screen::Menu))
                .in_set(UiSet::Refresh),
        );
}

/// Updates the list of the player's own levels.
fn list_own(mut menu: ResMut<MenuModel>, folders: Option<Res<LevelFolders>>) {
    if let Some(folders) = folders {
        menu.list_own(&folders.own_levels());
    }
}

/// Shows the menu. Choices change the model at once; everything else is returned as
/// intents. While no field has focus, the arrow keys select a level and Enter starts.
pub fn show(ui: &mut egui::Ui, model: &mut MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let ready = model.set_up();
    let layout = MenuLayout::of(ui.max_rect());
    panel(ui, layout.navigation, |ui| intents.extend(navigation::show(ui, model)));
    panel(ui, layout.details, |ui| intents.extend(details::show(ui, model)));
    panel(ui, layout.levels, |ui| intents.extend(levels::show(ui, model)));
    panel(ui, layout.choices, |ui| intents.extend(choices::show(ui, model, &ready)));
    if ui.is_enabled() && ui.memory(|m| m.focused().is_none()) {
        let pressed = |key| ui.input(|i| i.key_pressed(key));
        if pressed(egui::Key::ArrowDown) || pressed(egui::Key::ArrowRight) {
            model.step(1);
        }
        if pressed(egui::Key::ArrowUp) || pressed(egui::Key::ArrowLeft) {
            model.step(-1);
        }
        if pressed(egui::Key::Enter) {
            intents.extend(ready.into_iter().map(|set_up| Intent::Go(Go::Start(set_up))));
        }
    }
    intents
}
