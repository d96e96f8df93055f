//! Hot seat: the screen that hides the board until the next player sits down.

use crate::intent::Intent;
use crate::theme;
use bevy_egui::egui;
use grid::SideId;
use settings::Action;

/// Size of the button, in points.
const READY: egui::Vec2 = egui::vec2(200.0, 44.0);

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
        ui.add_space(ui.available_height() * 0.3);
        theme::side_mark(ui, model.side, 72.0);
        ui.add_space(theme::GAP);
        ui.label(egui::RichText::new(&model.name).size(34.0));
        ui.label(egui::RichText::new(&model.why).size(theme::HEADING));
        ui.label(theme::faded("Other players, please look away."));
        ui.add_space(2.0 * theme::GAP);
        let text = egui::RichText::new("I'm ready").heading();
        let key = theme::key(ui, Action::Confirm);
        let button = egui::Button::new(text).shortcut_text(key).min_size(READY);
        if theme::named(ui.add(button), "I'm ready").clicked() {
            intents.push(Intent::TakeSeat);
        }
    });
    intents
}
