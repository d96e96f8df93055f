//! The list of mouse and key controls.

use crate::intent::Intent;
use crate::theme;
use bevy_egui::egui;
use settings::{Action, KeyMap};

/// Mouse controls, and extra functions of keys; they are fixed.
const MOUSE: [(&str, &str); 8] = [
    ("Left click", "Select, go to a marked cell, or preview an act; again to confirm"),
    ("Shift + left click", "Add a waypoint"),
    ("Right click", "Step back: drop the last waypoint, target or action"),
    ("Any click", "Skip the running animation"),
    ("Any key for a command", "While the computer thinks: let it decide at once"),
    ("Wheel", "Zoom at the pointer"),
    ("Middle drag", "Pan the view"),
    ("Right drag", "Rotate and tilt the view"),
];

/// Every row of the list: input and effect.
pub fn rows(keys: &KeyMap) -> Vec<(String, &'static str)> {
    let mouse = MOUSE.iter().map(|(what, does)| ((*what).to_owned(), *does));
    let keys = Action::all().map(|action| (keys.words(action), action.words()));
    mouse.chain(keys).collect()
}

/// Shows the controls.
pub fn show(ui: &mut egui::Ui, keys: &KeyMap) -> Vec<Intent> {
    egui::ScrollArea::vertical().id_salt("controls").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        let grid = egui::Grid::new("controls").num_columns(2).striped(true).spacing([16.0, 2.0]);
        grid.min_row_height(18.0).show(ui, |ui| {
            for (keys, what) in rows(keys) {
                ui.label(egui::RichText::new(keys).color(theme::BRASS));
                ui.label(what);
                ui.end_row();
            }
        });
    });
    Vec::new()
}
