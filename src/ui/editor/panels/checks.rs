//! The Checks page. A click shows the place of a finding.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::editor::state::{Check, EditorState};
use crate::{egui, theme};
use level::Severity;

use super::parts::named;
use super::view::View;

/// Maximum number of findings to show, most severe first.
const SHOWN: usize = 100;

/// Number of errors and warnings.
pub fn count(editor: &EditorState) -> usize {
    editor.checks.1.iter().filter(|check| check.severity != Severity::Note).count()
}

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let (version, checks) = &view.editor.checks;
    if *version != view.editor.version() {
        ui.label(theme::faded("Checking…"));
    } else if checks.is_empty() {
        ui.colored_label(theme::MOSS, "No problems found.");
    }
    for check in checks.iter().take(SHOWN) {
        if let Some(action) = show_check(ui, check) {
            actions.push(action);
        }
    }
    if checks.len() > SHOWN {
        ui.label(theme::faded(format!("and {} more", checks.len() - SHOWN)));
    }
    actions
}

fn show_check(ui: &mut egui::Ui, check: &Check) -> Option<EditorAction> {
    let (glyph, colour) = match check.severity {
        Severity::Error => (icon::X_CIRCLE, theme::RUST),
        Severity::Warning => (icon::WARNING, theme::BRASS),
        Severity::Note => (icon::INFO, theme::SLATE),
    };
    let mut action = None;
    ui.horizontal_top(|ui| {
        ui.colored_label(colour, glyph);
        ui.vertical(|ui| {
            ui.add(egui::Label::new(&check.text).wrap());
            if let Some(help) = &check.help {
                ui.add(egui::Label::new(theme::faded(help)).wrap());
            }
            if let Some(place) = &check.place {
                let button = ui.add(egui::Button::new(format!("{} Show", icon::CROSSHAIR)).small());
                let button = named(button, &format!("Show: {}", check.text));
                if button.on_hover_text("Show it on the map.").clicked() {
                    action = Some(EditorAction::Look(place.clone()));
                }
            }
        });
    });
    ui.separator();
    action
}
