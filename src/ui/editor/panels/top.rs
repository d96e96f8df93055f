//! The top bar: files, undo, clipboard, display options and play.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::GridTransform;
use settings::EditorKey;

use super::parts::{named, tip};
use super::view::View;

/// Shows the bar.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        files(ui, view, &mut actions);
        ui.separator();
        edits(ui, view, &mut actions);
        ui.separator();
        looks(ui, view, &mut actions);
        ui.separator();
        let play = ui.add(egui::Button::new(format!("{} Play", icon::PLAY)));
        let help = "Test the current level, then return here";
        if named(play, "Play").on_hover_text(tip(view.keys, help, EditorKey::TestPlay)).clicked() {
            actions.push(EditorAction::TestPlay);
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let help = ui.add(egui::Button::new(icon::QUESTION).min_size(egui::Vec2::splat(28.0)));
            if named(help, "Keys").on_hover_text("Keys and mouse controls\nKey: F1").clicked() {
                actions.push(EditorAction::Help);
            }
            let (text, tip) = title(view);
            ui.add(egui::Label::new(text).truncate()).on_hover_text(tip);
        });
    });
    actions
}

/// Buttons that undo, redo, and work on the selection.
fn edits(ui: &mut egui::Ui, view: &View<'_>, actions: &mut Vec<EditorAction>) {
    let history = view.editor.draft.history();
    let pressed = view.editor.is_pressed();
    let undo = history.undo_label().map_or("Nothing to undo".to_owned(), |l| format!("Undo: {l}"));
    let redo = history.redo_label().map_or("Nothing to redo".to_owned(), |l| format!("Redo: {l}"));
    let can = (history.undo_label().is_some() || pressed, history.redo_label().is_some());
    let some = !view.editor.selection.is_empty();
    let held = some || view.editor.floating;
    let rows = [
        (can.0, icon::ARROW_U_UP_LEFT, "Undo", undo, EditorKey::Undo, EditorAction::Undo),
        (can.1, icon::ARROW_U_UP_RIGHT, "Redo", redo, EditorKey::Redo, EditorAction::Redo),
        (
            some,
            icon::SCISSORS,
            "Cut",
            "Cut the selection".to_owned(),
            EditorKey::Cut,
            EditorAction::Cut,
        ),
        (
            some,
            icon::COPY,
            "Copy",
            "Copy the selection".to_owned(),
            EditorKey::Copy,
            EditorAction::Copy,
        ),
        (
            view.editor.clip.is_some(),
            icon::CLIPBOARD,
            "Paste",
            "Paste: click to place, Shift + click to repeat".to_owned(),
            EditorKey::Paste,
            EditorAction::Paste,
        ),
        (
            held,
            icon::ARROW_CLOCKWISE,
            "Turn",
            "Turn the selection or the paste clockwise".to_owned(),
            EditorKey::Turn,
            EditorAction::GridTransform(GridTransform::CLOCKWISE),
        ),
        (
            held,
            icon::FLIP_HORIZONTAL,
            "Mirror",
            "Mirror the selection or the paste west-east".to_owned(),
            EditorKey::Flip,
            EditorAction::GridTransform(GridTransform::WEST_EAST),
        ),
    ];
    for (enabled, glyph, name, help, key, action) in rows {
        let button = egui::Button::new(glyph).min_size(egui::Vec2::splat(28.0));
        let button = named(ui.add_enabled(enabled, button), name);
        let button = button.on_hover_text(tip(view.keys, &help, key));
        if button.on_disabled_hover_text(tip(view.keys, &help, key)).clicked() {
            actions.push(action);
        }
    }
}

/// Buttons for what the map shows.
fn looks(ui: &mut egui::Ui, view: &View<'_>, actions: &mut Vec<EditorAction>) {
    let looks = [
        (view.editor.numbers, icon::HASH, "Heights", EditorKey::Numbers, EditorAction::Numbers),
        (
            view.editor.low_walls,
            icon::WALL,
            "Low walls",
            EditorKey::LowWalls,
            EditorAction::LowWalls,
        ),
        (view.editor.roofs, icon::HOUSE_LINE, "Roofs", EditorKey::Roofs, EditorAction::Roofs),
    ];
    for (on, glyph, name, key, action) in looks {
        let button = egui::Button::new(glyph).min_size(egui::Vec2::splat(28.0)).selected(on);
        let help = match key {
            EditorKey::Numbers => "Show the height of every cell",
            EditorKey::Roofs => "Show roofs; one with something below it is seen through",
            _ => "Cut walls low, to see what is behind them",
        };
        let button = named(ui.add(button), name);
        if button.on_hover_text(tip(view.keys, help, key)).clicked() {
            actions.push(action);
        }
    }
}

/// The level's title, with a star if it has unsaved changes, and its location.
fn title(view: &View<'_>) -> (egui::RichText, String) {
    let changed = view.editor.draft.is_changed();
    let text = format!("{}{}", view.editor.level().name, if changed { " *" } else { "" });
    let place = match &view.editor.file {
        Some(file) => file.display().to_string(),
        None => "Not saved yet".to_owned(),
    };
    let tip = if changed { format!("{place}\nUnsaved changes") } else { place };
    (egui::RichText::new(text).color(theme::PARCHMENT), tip)
}

fn files(ui: &mut egui::Ui, view: &View<'_>, actions: &mut Vec<EditorAction>) {
    let key = |key| view.keys.short(settings::Action::Edit(key));
    let menu = ui.menu_button(format!("{} File", icon::FOLDER), |ui| {
        ui.set_min_width(210.0);
        let rows = [
            ("New…", EditorKey::New, EditorAction::New),
            ("Open…", EditorKey::Open, EditorAction::Open(None)),
            ("Save", EditorKey::Save, EditorAction::Save),
            ("Save as…", EditorKey::SaveAs, EditorAction::SaveAs),
        ];
        for (name, shortcut, action) in rows {
            let button = ui.add(egui::Button::new(name).shortcut_text(key(shortcut)));
            if named(button, name).clicked() {
                actions.push(action);
                ui.close();
            }
        }
        ui.menu_button("Recent", |ui| {
            let mut any = false;
            for level in view.papers.recent.levels() {
                any = true;
                let name = level.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                if ui.button(name).on_hover_text(level.display().to_string()).clicked() {
                    actions.push(EditorAction::Open(Some(level.to_owned())));
                    ui.close();
                }
            }
            if !any {
                ui.label(theme::faded("None yet"));
            }
        });
        ui.separator();
        for (name, action) in [("Main menu", EditorAction::Leave), ("Quit", EditorAction::Quit)] {
            if ui.button(name).clicked() {
                actions.push(action);
                ui.close();
            }
        }
    });
    named(menu.response, "File").on_hover_text("New, open, save, recent levels, leave");
}
