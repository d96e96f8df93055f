//! The selected unit: role, facing, name and changed sheet values.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::{egui, theme};
use editor::{Edit, UnitAt};
use grid::Dir;
use level::{MAX_UNITS, Role, Unit};

use super::begin;
use super::conduct;
use super::events;
use super::parts::{field, glyph, heading, height};
use super::sheet;
use super::view::{View, changed};

/// Arrows of a compass rose, row by row.
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

/// A compass rose. Returns the new direction if it changed.
pub fn rose(ui: &mut egui::Ui, now: Dir) -> Option<Dir> {
    let mut wanted = None;
    egui::Grid::new("rose").spacing([2.0, 2.0]).show(ui, |ui| {
        for row in ROSE {
            for place in row {
                match place {
                    Some((dir, arrow)) => {
                        let button = ui.add(egui::Button::new(arrow).small().selected(dir == now));
                        let name = format!("Face {dir:?}");
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

/// Shows the unit and its settings.
pub fn show(ui: &mut egui::Ui, view: &View<'_>, at: UnitAt, unit: &Unit) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let mut wanted = unit.clone();
    ui.horizontal(|ui| {
        heading(ui, "Selected unit");
        if glyph(ui, icon::TRASH, "Remove unit", "Remove this unit.") {
            actions.push(EditorAction::Edit(Box::new(Edit::RemoveUnits(vec![at]))));
        }
        if glyph(ui, icon::X, "Deselect unit", "Deselect this unit.") {
            actions.push(EditorAction::Choose(None));
        }
    });
    egui::ComboBox::from_id_salt("role").selected_text(unit.role.title()).show_ui(ui, |ui| {
        for role in Role::ALL {
            ui.selectable_value(&mut wanted.role, role, role.title());
        }
    });
    let sides = &view.editor.level().sides;
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
    ui.label(theme::faded("Name"));
    if let Some(name) = field(ui, "Unit name", unit.name.as_deref().unwrap_or_default(), 1) {
        wanted.name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
    if let Some(event) = events::arrival(view.editor.level(), at) {
        ui.label(theme::faded(format!("Arrives with event {}", event + 1)));
    }
    if let Some(facing) = rose(ui, unit.facing) {
        wanted.facing = facing;
    }
    if let Some(altitude) = height(ui, "Altitude", unit.altitude, (0, 400)) {
        wanted.altitude = altitude;
    }
    actions.extend(conduct::show(ui, view, &mut wanted));
    begin::show(ui, view.library, &mut wanted.start);
    sheet::show(ui, view.library, &mut wanted, &mut actions);
    if wanted != *unit {
        actions.push(EditorAction::Edit(Box::new(Edit::ChangeUnit { at, unit: wanted })));
    }
    actions
}

/// Shows the settings of new units: side, role and facing.
pub fn show_next(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    heading(ui, "New units");
    ui.horizontal_wrapped(|ui| {
        for (n, side) in view.editor.level().sides.iter().enumerate() {
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
    let count = view.editor.level().units().len();
    ui.label(theme::faded(format!("{count} of {MAX_UNITS} units")));
    changed(view, palette)
}
