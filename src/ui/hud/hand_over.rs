//! Hot seat: the screen that hides the board until the next player sits down.

use crate::intent::Intent;
use crate::theme;
use bevy_egui::egui;
use grid::SideId;
use settings::Action;

/// Contents of the hand-over screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandOverModel {
    /// The side whose player is called.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// Why: "It is your turn."
    pub why: String,
}

/// Shows the screen.
pub fn show(ui: &mut egui::Ui, model: &HandOverModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.vertical_centered(|ui| {
        ui.add_space(ui.available_height() * 0.33);
        theme::side_mark(ui, model.side, 56.0);
        ui.heading(&model.name);
        ui.label(&model.why);
        ui.label(theme::faded("Other players, please look away."));
        ui.add_space(theme::GAP);
        let button = egui::Button::new("I'm ready").shortcut_text(theme::key(ui, Action::Confirm));
        if theme::named(ui.add(button), "I'm ready").clicked() {
            intents.push(Intent::TakeSeat);
        }
    });
    intents
}
