//! The selected label and the settings of new ones.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::Edit;
use grid::Cell;
use level::{Label, MAX_LABELS};

use super::parts::{field, glyph, heading};
use super::view::{View, changed};

/// Shows the labels.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let labels = &view.editor.level().labels;
    let mut actions = Vec::new();
    if let Some((at, label)) = view.editor.label.and_then(|at| Some((at, labels.get(&at)?))) {
        ui.push_id(("label", at.x, at.y), |ui| actions.extend(selected(ui, at, label)));
        ui.separator();
    }
    heading(ui, "New labels");
    let mut palette = view.editor.palette.clone();
    kind(ui, &mut palette.label, ["Pin new labels", "New labels for the author only"]);
    actions.extend(changed(view, palette));
    ui.label(theme::faded(format!("{} of {MAX_LABELS} labels", labels.len())));
    actions
}

/// Pin or text, for players or for the author. The names of the checkboxes are unique on the page.
fn kind(ui: &mut egui::Ui, label: &mut Label, [pin, private]: [&str; 2]) {
    let tip = "A pin at the place, with the words beside it.";
    ui.checkbox(&mut label.pin, pin).on_hover_text(tip);
    let tip = "Shown in the editor only; players do not see it.";
    ui.checkbox(&mut label.private, private).on_hover_text(tip);
}

/// The selected label.
fn selected(ui: &mut egui::Ui, at: Cell, label: &Label) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let mut wanted = label.clone();
    let mut removed = false;
    ui.horizontal(|ui| {
        heading(ui, "Selected label");
        removed = glyph(ui, icon::TRASH, "Remove label", "Remove this label.");
    });
    ui.label(theme::faded("Text"));
    if let Some(text) = field(ui, "Label text", &label.text, 1) {
        wanted.text = text;
    }
    ui.label(theme::faded("Note, shown under the pointer"));
    if let Some(note) = field(ui, "Label note", &label.note, 4) {
        wanted.note = note;
    }
    kind(ui, &mut wanted, ["Pin this label", "This label for the author only"]);
    if removed {
        actions.push(EditorAction::Edit(Box::new(Edit::Labels(vec![(at, None)]))));
    } else if wanted != *label {
        actions.push(EditorAction::Edit(Box::new(Edit::Labels(vec![(at, Some(wanted))]))));
    }
    actions
}
