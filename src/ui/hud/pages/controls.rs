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

/// Tiles that share a row, and what they do.
const TILES: [(u8, u8, &str); 3] = [
    (1, 9, "Tiles 1 to 9, or answers 1 to 9"),
    (10, 18, "Tiles 10 to 18"),
    (19, 27, "Tiles 19 to 27"),
];

/// Rows under a heading: input and effect.
type Group = (&'static str, Vec<(String, &'static str)>);

/// Every heading with its rows.
pub fn groups(keys: &KeyMap) -> Vec<Group> {
    let mouse = MOUSE.iter().map(|(what, does)| ((*what).to_owned(), *does)).collect();
    let mut groups: Vec<Group> = vec![("Mouse", mouse)];
    for heading in ["Acts", "View", "Panels", "Game"] {
        let tiles = TILES.iter().filter(|_| heading == "Acts");
        let tiles = tiles.map(|(from, to, does)| (tile_keys(keys, *from, *to), *does));
        let own = Action::all().filter(|action| heading_of(*action) == Some(heading));
        let own = own.map(|action| (keys.words(action), action.words()));
        groups.push((heading, tiles.chain(own).collect()));
    }
    groups
}

/// The heading of an action; `None` for tiles, which share rows.
const fn heading_of(action: Action) -> Option<&'static str> {
    Some(match action {
        Action::Slot(_) => return None,
        Action::Names
        | Action::Heights
        | Action::Ground
        | Action::Cover
        | Action::Sight
        | Action::Sound
        | Action::Threat
        | Action::PanForward
        | Action::PanBack
        | Action::PanLeft
        | Action::PanRight
        | Action::TurnLeft
        | Action::TurnRight
        | Action::FromAbove
        | Action::WholeBoard => "View",
        Action::Orders
        | Action::Referee
        | Action::Log
        | Action::ReadLog
        | Action::Sheet
        | Action::Panels
        | Action::Bookkeeping
        | Action::Help
        | Action::Rules
        | Action::Settings
        | Action::Battles => "Panels",
        Action::Speed
        | Action::Calm
        | Action::Mute
        | Action::QuickSave
        | Action::QuickLoad
        | Action::FullScreen
        | Action::Picture => "Game",
        _ => "Acts",
    })
}

/// The keys of several tiles: "1 to 9", or each if the player has changed any.
fn tile_keys(keys: &KeyMap, from: u8, to: u8) -> String {
    let tiles = (from..=to).map(Action::Slot);
    if tiles.clone().all(|tile| keys.keys(tile) == tile.usual()) {
        let [first, last] = [from, to].map(|tile| keys.short(Action::Slot(tile)));
        return format!("{first} to {last}");
    }
    let words: Vec<String> = tiles.map(|tile| keys.words(tile)).collect();
    words.join(", ")
}

/// Shows the controls.
pub fn show(ui: &mut egui::Ui, keys: &KeyMap) -> Vec<Intent> {
    egui::ScrollArea::vertical().id_salt("controls").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        let grid = egui::Grid::new("controls").num_columns(2).striped(true).spacing([16.0, 2.0]);
        grid.min_row_height(18.0).show(ui, |ui| {
            for (heading, rows) in groups(keys) {
                ui.label(egui::RichText::new(heading).strong());
                ui.end_row();
                for (keys, what) in rows {
                    ui.label(egui::RichText::new(keys).color(theme::BRASS));
                    ui.label(what);
                    ui.end_row();
                }
            }
        });
    });
    Vec::new()
}
