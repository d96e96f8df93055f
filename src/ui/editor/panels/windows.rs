//! Dialogs: new level, unsaved changes, autosaved drafts, and file problems.

use std::path::Path;

use crate::editor::action::EditorAction;
use crate::editor::dialogs::{Asking, Then};
use crate::editor::files::USUAL_LAND;
use crate::{ago, egui, saving, theme};
use editor::shelf::Kept;
use editor::{Land, MIN_RECIPE_SIDE, Recipe, Scenery};
use grid::{MAX_SIDE, Terrain};

use super::mouse;
use super::parts::{named, stepper, words};
use super::view::View;

/// Height of the settings of a scenery, in points.
const SCENERY: f32 = 164.0;

/// Maximum number of units per side of a new level.
const MOST_UNITS: i32 = 8;

/// Shows the open dialog. The settings of a new level change in place.
pub fn show(ui: &mut egui::Ui, view: &View<'_>, asking: &mut Asking) -> Vec<EditorAction> {
    match asking {
        Asking::Help => help(ui, view),
        Asking::New(recipe) => new(ui, recipe),
        Asking::Unsaved(then) => unsaved(ui, view, then),
        Asking::Recover(list) => recover(ui, list),
        Asking::Problems(title, lines) => problems(ui, title, lines),
        Asking::Imported(file, notes) => imported(ui, file, notes),
        Asking::Ruleset => ruleset(ui, view),
        Asking::FileChanged(file) => file_changed(ui, view, file),
    }
}

/// A row of buttons at the bottom of a dialog.
fn buttons(ui: &mut egui::Ui, rows: &[(&str, EditorAction)]) -> Vec<EditorAction> {
    ui.add_space(theme::GAP);
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        for (name, action) in rows {
            if named(ui.button(*name), name).clicked() {
                actions.push(action.clone());
            }
        }
    });
    actions
}

fn help(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    ui.heading("Editor controls");
    let size = egui::vec2(480.0, (ui.ctx().viewport_rect().height() - 170.0).max(120.0));
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(size);
        mouse::show(ui, view.keys);
    });
    ui.label(theme::faded("You can change all keys in the settings."));
    buttons(ui, &[("Close", EditorAction::Dismiss), ("Settings", EditorAction::Settings)])
}

fn new(ui: &mut egui::Ui, recipe: &mut Recipe) -> Vec<EditorAction> {
    ui.heading("New level");
    ui.set_width(360.0);
    let title = egui::TextEdit::singleline(&mut recipe.name).desired_width(f32::INFINITY);
    let title = ui.add(title);
    title.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "New title"));
    let step = if ui.input(|i| i.modifiers.shift) { 10 } else { 1 };
    let side = |ui: &mut egui::Ui, name: &str, value: &mut u16| {
        let by = stepper(ui, name, &value.to_string()) * step;
        let wanted = i32::from(*value) + by;
        let wanted = wanted.clamp(i32::from(MIN_RECIPE_SIDE), i32::from(MAX_SIDE));
        *value = u16::try_from(wanted).unwrap_or(*value);
    };
    side(ui, "Columns", &mut recipe.width);
    side(ui, "Rows", &mut recipe.height);
    small(ui, "Units per side", &mut recipe.units, (MOST_UNITS, 1));
    ui.separator();
    let templates = [
        ("Blank", Scenery::Blank(Terrain::Grass)),
        ("Arena", Scenery::Arena),
        ("Generated land", Scenery::Land(USUAL_LAND)),
    ];
    ui.horizontal(|ui| {
        for (name, scenery) in templates {
            let alike = std::mem::discriminant(&recipe.scenery) == std::mem::discriminant(&scenery);
            if ui.selectable_label(alike, name).clicked() && !alike {
                recipe.scenery = scenery;
            }
        }
    });
    // The same height for each, so that no button moves when another is chosen.
    let place = egui::vec2(ui.available_width(), SCENERY);
    ui.allocate_ui(place, |ui| {
        ui.set_min_height(SCENERY);
        scenery_of(ui, recipe);
    });
    ui.label(theme::faded("Shift for 10 columns or rows at once."));
    let create = EditorAction::Create(Box::new(recipe.clone()));
    buttons(
        ui,
        &[
            ("Create", create),
            ("Open…", EditorAction::Open(None)),
            ("Cancel", EditorAction::Dismiss),
        ],
    )
}

/// The settings of the chosen scenery.
fn scenery_of(ui: &mut egui::Ui, recipe: &mut Recipe) {
    match &mut recipe.scenery {
        Scenery::Blank(terrain) => {
            egui::ComboBox::from_id_salt("ground").selected_text(words(terrain.name())).show_ui(
                ui,
                |ui| {
                    for other in Terrain::ALL.into_iter().filter(|t| *t != Terrain::Solid) {
                        ui.selectable_value(terrain, other, words(other.name()));
                    }
                },
            );
        }
        Scenery::Arena => {
            let text = "A walled square with pillars and a raised centre, equal for both sides.";
            ui.add(egui::Label::new(theme::faded(text)).wrap());
        }
        Scenery::Land(land) => land_of(ui, land, &mut recipe.seed),
    }
}

fn small(ui: &mut egui::Ui, name: &str, value: &mut u8, (most, step): (i32, i32)) {
    let by = stepper(ui, name, &value.to_string());
    let wanted = (i32::from(*value) + by * step).clamp(0, most);
    *value = u8::try_from(wanted).unwrap_or(*value);
}

fn land_of(ui: &mut egui::Ui, land: &mut Land, seed: &mut u64) {
    let by = stepper(ui, "Seed", &seed.to_string());
    *seed = seed.saturating_add_signed(i64::from(by));
    small(ui, "Hills (m)", &mut land.hills, (12, 1));
    small(ui, "Ruins", &mut land.ruins, (40, 1));
    small(ui, "Forest (%)", &mut land.forest, (60, 5));
    ui.checkbox(&mut land.river, "River with a bridge");
}

fn unsaved(ui: &mut egui::Ui, view: &View<'_>, then: &Then) -> Vec<EditorAction> {
    ui.heading("Unsaved changes");
    let name = &view.editor.level().name;
    ui.label(match then {
        Then::Quit => {
            format!("Save changes to {name:?} before quitting?")
        }
        _ => format!("Save changes to {name:?} first?"),
    });
    buttons(
        ui,
        &[
            ("Save", EditorAction::SaveFirst),
            ("Don't save", EditorAction::DropChanges),
            ("Cancel", EditorAction::Dismiss),
        ],
    )
}

fn file_changed(ui: &mut egui::Ui, view: &View<'_>, file: &Path) -> Vec<EditorAction> {
    ui.heading("The file has changed");
    ui.set_max_width(480.0);
    let text = format!("Another program has written {}.", file.display());
    ui.add(egui::Label::new(text).wrap());
    ui.label(theme::faded(match view.editor.draft.is_changed() {
        true => "Reading it again discards your changes since the last save.",
        false => "You have made no changes since the last save.",
    }));
    buttons(ui, &[("Read again", EditorAction::ReadAgain), ("Keep mine", EditorAction::KeepMine)])
}

fn recover(ui: &mut egui::Ui, list: &[Kept]) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.heading("Recover unsaved work");
    ui.label("These drafts were autosaved but never saved.");
    let now = saving::now();
    for kept in list {
        ui.horizontal(|ui| {
            if named(ui.button("Restore"), "Restore").on_hover_text("Open this draft.").clicked() {
                let (kept, of) = (kept.file.clone(), kept.of.clone());
                actions.push(EditorAction::Recover { kept, of });
            }
            if ui.button("Delete").on_hover_text("Delete this draft permanently.").clicked() {
                actions.push(EditorAction::Discard { kept: kept.file.clone() });
            }
            ui.vertical(|ui| {
                let title = if kept.title.is_empty() { "No title" } else { &kept.title };
                ui.label(egui::RichText::new(title).strong());
                let of = match &kept.of {
                    Some(level) => level.display().to_string(),
                    None => "never saved".to_owned(),
                };
                let when = now.map(|now| format!("{} · ", ago::words(kept.written, now)));
                ui.label(theme::faded(when.unwrap_or_default() + &of));
            });
        });
    }
    actions
        .extend(buttons(ui, &[("Later", EditorAction::Dismiss), ("New level", EditorAction::New)]));
    actions
}

fn problems(ui: &mut egui::Ui, title: &str, lines: &[String]) -> Vec<EditorAction> {
    ui.heading(title);
    ui.set_max_width(560.0);
    let area = egui::ScrollArea::vertical().id_salt("problems").max_height(260.0);
    area.show(ui, |ui| {
        for line in lines {
            ui.add(egui::Label::new(egui::RichText::new(line).color(theme::RUST)).wrap());
        }
    });
    ui.label(theme::faded("Nothing was changed. Your current level is still open."));
    buttons(ui, &[("Close", EditorAction::Dismiss)])
}

fn imported(ui: &mut egui::Ui, file: &Path, notes: &[String]) -> Vec<EditorAction> {
    ui.heading("Map imported");
    ui.set_max_width(560.0);
    ui.label(format!("Saved as {}.", file.display()));
    let area = egui::ScrollArea::vertical().id_salt("import notes").max_height(260.0);
    area.show(ui, |ui| {
        for note in notes {
            ui.add(egui::Label::new(note.as_str()).wrap());
        }
    });
    ui.label(theme::faded("These notes are on the page Level too."));
    buttons(ui, &[("Close", EditorAction::Dismiss)])
}

fn ruleset(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.heading("Choose rules");
    for (id, rules) in view.library.iter() {
        let name = &rules.describe().name;
        if named(ui.button(name), name).on_hover_text(&rules.describe().summary).clicked() {
            actions.push(EditorAction::Play(id));
        }
    }
    ui.label(theme::faded("You play the first side; the computer plays the others."));
    actions.extend(buttons(ui, &[("Cancel", EditorAction::Dismiss)]));
    actions
}
