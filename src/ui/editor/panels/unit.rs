//! The unit that is chosen: what it is, where it looks, its name, numbers changed on its sheet.

use std::collections::BTreeMap;

use egui_phosphor::regular as icon;

use crate::editor::{Edit, UnitAt};
use crate::grid::Dir;
use crate::level::{MAX_UNITS, Role, Unit};
use crate::rules::Key;
use crate::ui::editor::action::EditorAction;
use crate::ui::library::Library;
use crate::ui::{egui, theme};

use super::View;
use super::begin;
use super::parts::{field, glyph, heading, height};

/// The arrows of the directions as a rose, row by row.
const ROSE: [[Option<(Dir, &str)>; 3]; 3] = [
    [
        Some((Dir::NW, icon::ARROW_UP_LEFT)),
        Some((Dir::N, icon::ARROW_UP)),
        Some((Dir::NE, icon::ARROW_UP_RIGHT)),
    ],
    [Some((Dir::W, icon::ARROW_LEFT)), None, Some((Dir::E, icon::ARROW_RIGHT))],
    [
        Some((Dir::SW, icon::ARROW_DOWN_LEFT)),
        Some((Dir::S, icon::ARROW_DOWN)),
        Some((Dir::SE, icon::ARROW_DOWN_RIGHT)),
    ],
];

/// A rose of directions; the one that is wanted, if it is another.
pub fn rose(ui: &mut egui::Ui, now: Dir) -> Option<Dir> {
    let mut wanted = None;
    egui::Grid::new("rose").spacing([2.0, 2.0]).show(ui, |ui| {
        for row in ROSE {
            for place in row {
                match place {
                    Some((dir, arrow)) => {
                        let button = ui.add(egui::Button::new(arrow).small().selected(dir == now));
                        let name = format!("Look {dir:?}");
                        if super::parts::named(button, &name).on_hover_text(name).clicked() {
                            wanted = Some(dir).filter(|dir| *dir != now);
                        }
                    }
                    None => {
                        ui.label("");
                    }
                }
            }
            ui.end_row();
        }
    });
    wanted
}

/// Shows the unit and what can be changed of it.
pub fn show(ui: &mut egui::Ui, view: &View<'_>, at: UnitAt, unit: &Unit) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let mut wanted = unit.clone();
    ui.horizontal(|ui| {
        heading(ui, "Chosen unit");
        if glyph(ui, icon::TRASH, "Remove unit", "Remove this unit.") {
            actions.push(EditorAction::Edit(Box::new(Edit::RemoveUnits(vec![at]))));
        }
        if glyph(ui, icon::X, "Choose nobody", "Choose nobody.") {
            actions.push(EditorAction::Choose(None));
        }
    });
    egui::ComboBox::from_id_salt("role").selected_text(unit.role.title()).show_ui(ui, |ui| {
        for role in Role::ALL {
            ui.selectable_value(&mut wanted.role, role, role.title());
        }
    });
    let sides = &view.desk.level().sides;
    let now = sides.get(at.side).map_or("", |side| side.name.as_str());
    egui::ComboBox::from_id_salt("side").selected_text(now).show_ui(ui, |ui| {
        for (side, named) in sides.iter().enumerate() {
            if ui.selectable_label(side == at.side, &named.name).clicked() && side != at.side {
                actions.push(EditorAction::Edit(Box::new(Edit::GiveUnit { at, side })));
                let unit = named.units.len();
                actions.push(EditorAction::Choose(Some(UnitAt { side, unit })));
            }
        }
    });
    ui.label(theme::faded("Name of its own"));
    if let Some(name) = field(ui, "Unit name", unit.name.as_deref().unwrap_or_default(), 1) {
        wanted.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    if let Some(facing) = rose(ui, unit.facing) {
        wanted.facing = facing;
    }
    if let Some(altitude) = height(ui, "Altitude", unit.altitude, (0, 400)) {
        wanted.altitude = altitude;
    }
    begin::show(ui, view.library, &mut wanted.start);
    overrides(ui, view.library, &mut wanted, &mut actions);
    if wanted != *unit {
        actions.push(EditorAction::Edit(Box::new(Edit::ChangeUnit { at, unit: wanted })));
    }
    actions
}

/// Numbers changed on the sheet, for each ruleset: `name number`, one a line.
fn overrides(
    ui: &mut egui::Ui,
    library: &Library,
    unit: &mut Unit,
    actions: &mut Vec<EditorAction>,
) {
    for (id, rules) in library.whole() {
        let key = Key::new(id.name());
        let now = unit.overrides.get(&key);
        let lines = now.into_iter().flatten().map(|(name, value)| format!("{name} {value}"));
        let now = lines.collect::<Vec<String>>().join("\n");
        ui.label(theme::faded(format!("{}: numbers changed", rules.describe().name)))
            .on_hover_text(
                "One a line: the name of the value, then the number, such as `might 4`.",
            );
        let Some(text) = field(ui, &format!("Numbers {}", id.name()), &now, 2) else { continue };
        match numbers(&text) {
            Ok(read) if read.is_empty() => {
                unit.overrides.remove(&key);
            }
            Ok(read) => {
                unit.overrides.insert(key, read);
            }
            Err(text) => actions.push(EditorAction::Refuse(text)),
        }
    }
}

/// Reads names with numbers, one a line.
fn numbers(text: &str) -> Result<BTreeMap<Key, i64>, String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let read = lines.map(|line| {
        let (name, value) = line.rsplit_once([' ', ':', '=']).unwrap_or((line, ""));
        let name = name.trim_end_matches([' ', ':', '=']);
        match value.trim().parse() {
            Ok(value) if !name.is_empty() => Ok((Key::new(name), value)),
            _ => Err(format!("{line:?} is not a name and a number, such as `might 4`.")),
        }
    });
    read.collect()
}

/// Shows what new units are: side, role, where they look.
pub fn show_next(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.desk.palette.clone();
    heading(ui, "New units");
    ui.horizontal_wrapped(|ui| {
        for (n, side) in view.desk.level().sides.iter().enumerate() {
            if ui.selectable_label(n == palette.side, &side.name).clicked() {
                palette.side = n;
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for role in Role::ALL {
            if ui.selectable_label(role == palette.role, role.title()).clicked() {
                palette.role = role;
            }
        }
    });
    ui.push_id("next", |ui| {
        if let Some(facing) = rose(ui, palette.facing) {
            palette.facing = facing;
        }
    });
    let count = view.desk.level().units().len();
    ui.label(theme::faded(format!("{count} of {MAX_UNITS} units")));
    super::left::changed(view, palette)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_line_by_line_or_refused() {
        let read = numbers("might 4\n\n speed: -1 \n");
        assert_eq!(read, Ok([(Key::new("might"), 4), (Key::new("speed"), -1)].into()));
        assert_eq!(numbers(""), Ok(BTreeMap::new()));
        for wrong in ["might", "might four", "4", "might 4.5"] {
            assert!(numbers(wrong).is_err_and(|e| e.contains(wrong)), "{wrong}");
        }
    }
}
