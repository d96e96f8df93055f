//! The initial state of the selected unit, limited to what some ruleset uses.

use std::ops::RangeInclusive;

use egui_phosphor::regular as icon;

use crate::library::Library;
use crate::{egui, theme};
use grid::Dir;
use rules::start::{MAX_INITIATIVE, MAX_ROUND, MAX_TOGETHER, Start, StartFact};

use super::parts::named;

/// Shows and changes the initial state.
pub(super) fn show(ui: &mut egui::Ui, library: &Library, start: &mut Start) {
    for fact in StartFact::ALL {
        let readers = library.iter().map(|(_, rules)| rules.describe());
        let readers = readers.filter(|described| described.starts.contains(&fact));
        let names: Vec<&str> = readers.map(|described| described.name.as_str()).collect();
        if names.is_empty() {
            continue;
        }
        let read_by = format!("Used by {}.", names.join(", "));
        match fact {
            StartFact::Surprised => {
                ui.checkbox(&mut start.surprised, "Surprised").on_hover_text(read_by);
            }
            StartFact::Hidden => {
                ui.checkbox(&mut start.hidden, "Starts hidden").on_hover_text(read_by);
            }
            StartFact::Initiative => {
                let bounds = -MAX_INITIATIVE..=MAX_INITIATIVE;
                stepper(ui, "Initiative", &mut start.initiative, bounds, &read_by);
            }
            StartFact::Joins => {
                let mut round = i32::try_from(start.joins.max(1)).unwrap_or(i32::MAX);
                let most = i32::try_from(MAX_ROUND).unwrap_or(i32::MAX);
                stepper(ui, "Joins in round", &mut round, 1..=most, &read_by);
                let round = u32::try_from(round).unwrap_or(1);
                start.joins = if round > 1 { round } else { start.joins.min(1) };
            }
            StartFact::Together => {
                let mut group = i32::from(start.together);
                let hint = format!("Units of a side with the same number act together. {read_by}");
                stepper(ui, "Acts in group", &mut group, 0..=i32::from(MAX_TOGETHER), &hint);
                start.together = u8::try_from(group).unwrap_or_default();
            }
            StartFact::Watch => watch(ui, start, &read_by),
        }
    }
}

/// The direction the unit watches at the start.
fn watch(ui: &mut egui::Ui, start: &mut Start, read_by: &str) {
    ui.horizontal(|ui| {
        ui.label(theme::faded("Watches")).on_hover_text(read_by);
        let now = start.watch.map_or("none".to_owned(), |dir| format!("{dir:?}"));
        egui::ComboBox::from_id_salt("watch").selected_text(now).show_ui(ui, |ui| {
            ui.selectable_value(&mut start.watch, None, "none");
            for dir in Dir::ALL {
                ui.selectable_value(&mut start.watch, Some(dir), format!("{dir:?}"));
            }
        });
    });
}

/// A whole number with buttons to decrease and increase it.
fn stepper(
    ui: &mut egui::Ui,
    name: &str,
    value: &mut i32,
    bounds: RangeInclusive<i32>,
    read_by: &str,
) {
    ui.horizontal(|ui| {
        ui.label(theme::faded(name)).on_hover_text(read_by);
        let less = ui.add_enabled(*value > *bounds.start(), egui::Button::new(icon::MINUS));
        if named(less, &format!("{name}: less")).clicked() {
            *value -= 1;
        }
        ui.label(value.to_string());
        let more = ui.add_enabled(*value < *bounds.end(), egui::Button::new(icon::PLUS));
        if named(more, &format!("{name}: more")).clicked() {
            *value += 1;
        }
    });
}
