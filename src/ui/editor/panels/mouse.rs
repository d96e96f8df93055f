//! The list of mouse and key controls.

use crate::{egui, theme};
use settings::{Action, KeyMap};

/// Mouse controls, which cannot be changed.
const MOUSE: [(&str, &str); 8] = [
    ("Left button", "Use the tool: press, drag, let go"),
    ("Shift + left", "Add to the selection; paste repeatedly"),
    ("Alt + left", "Pick what is under the pointer"),
    ("Right click", "Cancel the stroke, the paste or the selection"),
    ("Right drag", "Turn and tilt the view"),
    ("Middle drag", "Pan the view"),
    ("Wheel", "Zoom at the pointer"),
    ("Shift on sizes", "8 or 10 times larger steps"),
];

/// Each control: what to press, and what it does.
pub fn rows(keys: &KeyMap) -> Vec<(String, &'static str)> {
    let shared = Action::all().filter(|action| action.is_shared());
    let keys = Action::of_editor().chain(shared).map(|action| (keys.words(action), action.words()));
    MOUSE.iter().map(|(what, does)| ((*what).to_owned(), *does)).chain(keys).collect()
}

/// Shows the list.
pub fn show(ui: &mut egui::Ui, keys: &KeyMap) {
    let area = egui::ScrollArea::vertical().id_salt("keys of the editor");
    area.auto_shrink([false, false]).show(ui, |ui| {
        let grid = egui::Grid::new("keys").num_columns(2).striped(true).spacing([16.0, 2.0]);
        grid.min_row_height(18.0).show(ui, |ui| {
            for (keys, what) in rows(keys) {
                ui.label(egui::RichText::new(keys).color(theme::BRASS));
                ui.label(what);
                ui.end_row();
            }
        });
    });
}
