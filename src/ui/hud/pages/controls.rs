//! What mouse and keys do.

use crate::settings::{Action, KeyMap};
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::theme;

/// What the mouse does; that cannot be changed.
const MOUSE: [(&str, &str); 7] = [
    ("Left click", "Select; go to a marked cell; preview an attack, again to carry it out"),
    ("Shift and left click", "Lead the way over that cell"),
    ("Right click", "Back one layer: the last waypoint, the target, the act"),
    ("Any click", "While something is being shown: skip to its end"),
    ("Wheel", "Zoom to the pointer"),
    ("Middle drag", "Pan the view"),
    ("Right drag", "Turn and tilt the view"),
];

/// Every row of the list: what is pressed, and what it does.
pub fn rows(keys: &KeyMap) -> Vec<(String, &'static str)> {
    let mouse = MOUSE.iter().map(|(what, does)| ((*what).to_owned(), *does));
    let keys = Action::all().map(|action| (keys.words(action), action.words()));
    mouse.chain(keys).collect()
}

/// Shows the controls.
pub fn show(ui: &mut egui::Ui, keys: &KeyMap) -> Vec<Intent> {
    egui::ScrollArea::vertical().id_salt("controls").auto_shrink([false, false]).show(ui, |ui| {
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
