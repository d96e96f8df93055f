//! The main menu: where to go, and the choice of level, ruleset and players. The chosen level shows on
//! the board behind it.

mod choices;
mod details;
mod entry;
mod house_rules;
mod levels;
mod model;
mod navigation;
mod set_up;
mod sheets;
#[cfg(test)]
mod tests;
mod thumbnails;
mod trials;

use bevy::app::{App, Update};
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::state::condition::in_state;
use bevy::state::state::OnExit;

use crate::grid::SideId;
use crate::ui::intent::Intent;
use crate::ui::layout::MenuLayout;
use crate::ui::screen::{Screen, UiSet};
use crate::ui::theme;
use bevy_egui::egui;

pub use entry::{LevelEntry, RulesetEntry};
pub use model::{MenuModel, Sheets, SheetsError};
pub use set_up::{ChoiceError, SetUp};

/// Adds the menu and what it works out in the background.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MenuModel>()
        .init_resource::<trials::Trials>()
        .add_systems(OnExit(Screen::Menu), trials::stop)
        .add_systems(
            Update,
            (sheets::read_sheets, trials::begin, trials::take_news, thumbnails::draw_next)
                .run_if(in_state(Screen::Menu))
                .in_set(UiSet::Refresh),
        );
}

/// Shows the menu. Choices change the model at once; everything else is returned as
/// intents. While no field has focus, the arrow keys select a level and Enter starts.
pub fn show(ui: &mut egui::Ui, model: &mut MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let ready = model.set_up();
    let layout = MenuLayout::of(ui.max_rect());
    panel(ui, layout.navigation, |ui| intents.extend(navigation::show(ui, model)));
    panel(ui, layout.details, |ui| intents.extend(details::show(ui, model)));
    panel(ui, layout.levels, |ui| levels::show(ui, model));
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
            intents.extend(ready.into_iter().map(Intent::Start));
        }
    }
    intents
}

/// A panel of the menu at its place.
fn panel(ui: &mut egui::Ui, place: egui::Rect, show: impl FnOnce(&mut egui::Ui)) {
    let frame = theme::plate_frame(ui.style());
    let inner = place - frame.total_margin();
    ui.painter().add(frame.paint(inner));
    let mut content = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    content.set_clip_rect(place);
    show(&mut content);
}

/// Keeps text clear of the scroll bar.
fn leave_room_for_the_bar(ui: &mut egui::Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
}

/// A caption over a group of choices.
fn caption(ui: &mut egui::Ui, text: &str) {
    ui.label(egui::RichText::new(text).size(12.0).strong().color(theme::BRASS));
}

fn side_of(place: usize) -> SideId {
    SideId(u8::try_from(place).unwrap_or(u8::MAX))
}
