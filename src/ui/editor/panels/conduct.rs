//! The conduct of the selected unit while the computer plays it.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use level::{Conduct, MAX_STOPS, Unit};

use super::parts::{button, choice, glyph, heading, words};
use super::view::View;

/// What each kind of conduct means, in the order of [`Conduct::NAMES`].
const MEANINGS: [&str; 4] = [
    "It seeks the fight.",
    "It stays where it is until a foe comes within 8 m or it is hurt.",
    "It stays in a zone, or returns to it.",
    "It walks from cell to cell until its side notices a foe.",
];

/// Shows and changes the conduct.
pub(super) fn show(ui: &mut egui::Ui, view: &View<'_>, unit: &mut Unit) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    heading(ui, "Conduct");
    let now = Conduct::NAMES.iter().position(|name| *name == unit.conduct.name()).unwrap_or(0);
    let name = |n: usize| words(Conduct::NAMES.get(n).copied().unwrap_or_default());
    if let Some(wanted) = choice(ui, now, &[0, 1, 2, 3], name) {
        match (Conduct::NAMES.get(wanted).copied(), view.editor.level().regions.keys().next()) {
            (Some("hold"), _) => unit.conduct = Conduct::Hold,
            (Some("guard"), Some(zone)) => {
                unit.conduct = Conduct::Guard { region: zone.clone() };
            }
            (Some("guard"), None) => {
                actions.push(EditorAction::Refuse("Make a zone to guard first.".to_owned()));
            }
            (Some("patrol"), _) => {
                unit.conduct = Conduct::Patrol { stops: vec![unit.at] };
                actions.push(EditorAction::Route(true));
            }
            _ => unit.conduct = Conduct::Free,
        }
    }
    let meaning = MEANINGS.get(now).copied().unwrap_or_default();
    ui.label(theme::faded(meaning)).on_hover_text("Units that a person plays ignore it.");
    match unit.conduct.clone() {
        Conduct::Guard { region } => guarded(ui, view, unit, &region),
        Conduct::Patrol { stops } if now == 3 => actions.extend(patrol(ui, view, unit, stops)),
        _ => {}
    }
    actions
}

/// The zone that it guards.
fn guarded(ui: &mut egui::Ui, view: &View<'_>, unit: &mut Unit, region: &str) {
    let list = egui::ComboBox::from_id_salt("guarded").selected_text(region);
    list.show_ui(ui, |ui| {
        for zone in view.editor.level().regions.keys() {
            if ui.selectable_label(zone == region, zone).clicked() {
                unit.conduct = Conduct::Guard { region: zone.clone() };
            }
        }
    });
}

/// The cells of its patrol, in order.
fn patrol(
    ui: &mut egui::Ui,
    view: &View<'_>,
    unit: &mut Unit,
    stops: Vec<grid::Cell>,
) -> Vec<EditorAction> {
    let mut removed = None;
    for (n, stop) in stops.iter().enumerate() {
        ui.horizontal(|ui| {
            let name = format!("Remove cell {} of the patrol", n + 1);
            if glyph(ui, icon::X, &name, "Remove this cell.") {
                removed = Some(n);
            }
            ui.label(format!("{}. {}, {}", n + 1, stop.x, stop.y));
        });
    }
    if let Some(n) = removed {
        let mut stops = stops.clone();
        stops.remove(n);
        unit.conduct = match stops.is_empty() {
            true => Conduct::Free,
            false => Conduct::Patrol { stops },
        };
    }
    let routing = view.editor.is_routing();
    let tip = format!("Click the next cells of the patrol on the board, at most {MAX_STOPS}.");
    let on = button(ui, (icon::PATH, "Add cells by clicking"), routing, tip);
    if on { vec![EditorAction::Route(!routing)] } else { Vec::new() }
}
