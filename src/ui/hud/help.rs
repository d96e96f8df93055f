//! The controls, and the pause.

use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::theme;

/// Keys and what they do, in the order in which the help lists them.
pub const CONTROLS: [(&str, &str); 29] = [
    ("Left click", "Select; go to a marked cell; preview an attack, again to carry it out"),
    ("Right click, Esc", "Back one layer"),
    ("Enter", "Confirm what is previewed; click at the cursor"),
    ("Arrow keys", "Move the cursor over the cells"),
    ("Page up, Page down", "End a move higher or lower, where there is a choice"),
    ("Tab, Shift+Tab", "Next or previous combatant able to act; while aiming, target"),
    ("1 to 9", "Acts of the action bar; answers to a question"),
    ("G, Shift+G", "Acts of the next or previous part of the turn"),
    ("V, Shift+V", "While aiming: another way to do it"),
    ("M", "Move"),
    ("Space", "End the turn"),
    ("Wheel", "Zoom"),
    ("Middle drag", "Pan the view"),
    ("Right drag", "Rotate the view"),
    ("W, A, S, D", "Pan the view"),
    ("Q, E", "Rotate the view"),
    ("T", "View from above"),
    ("Home", "Whole board"),
    ("Hold Alt", "Names over all combatants"),
    ("O", "Standing orders: what your side does without being asked"),
    ("L", "Show or hide the bookkeeping in the log"),
    ("Click, any key of play", "While something is being shown: skip to its end"),
    ("F", "Show what happens at ordinary speed, twice, four times as fast, or at once"),
    ("Shift+F", "Less motion on the board, or all of it again"),
    ("N", "Sound off or on"),
    ("F1", "This help"),
    ("F2", "Rulings of the referee, in a battle that has one"),
    ("F11", "Full screen"),
    ("F12", "Picture of the window"),
];

/// Shows the controls and the ways out.
pub fn show(ui: &mut egui::Ui) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.heading("Paused");
    let height = (ui.available_height() - 60.0).max(120.0);
    egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
        let grid = egui::Grid::new("controls").num_columns(2).striped(true).spacing([16.0, 2.0]);
        grid.min_row_height(18.0).show(ui, |ui| {
            for (keys, what) in CONTROLS {
                ui.label(egui::RichText::new(keys).color(theme::BRASS));
                ui.label(what);
                ui.end_row();
            }
        });
    });
    ui.horizontal(|ui| {
        for (text, intent) in [
            ("Back to the battle", Intent::ToggleHelp),
            ("Begin again", Intent::Rematch),
            ("Main menu", Intent::ToMenu),
            ("Quit", Intent::Quit),
        ] {
            if ui.button(text).clicked() {
                intents.push(intent);
            }
        }
    });
    intents
}
