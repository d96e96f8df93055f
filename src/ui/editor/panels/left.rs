//! The left panel with modes and palettes, and the strip above the board with tools, their value,
//! shape and brush.

use crate::editor::action::EditorAction;
use crate::editor::tools::{Form, FormExt, Mode, ToolExt};
use crate::theme;
use bevy_egui::egui;
use editor::unit_at;
use settings::EditorKey;

use super::parts::{named, stepper, tip};
use super::view::{View, changed};
use super::{labels, palette, picture, shelf, things, unit};

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.spacing_mut().item_spacing = egui::vec2(3.0, 3.0);
    modes(ui, view, &mut actions);
    ui.separator();
    let mode = view.editor.palette.kind.mode();
    let area = egui::ScrollArea::vertical().id_salt(("palette", mode));
    area.auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        let chosen = view.editor.chosen.filter(|_| matches!(mode, Mode::Units | Mode::Select));
        let chosen = chosen.and_then(|at| Some((at, unit_at(view.editor.level(), at)?)));
        if let Some((at, unit)) = chosen {
            ui.push_id(at, |ui| actions.extend(unit::show(ui, view, at, unit)));
            ui.separator();
        }
        actions.extend(match mode {
            Mode::Select => palette::selection(ui, view),
            Mode::Ground => palette::ground(ui, view),
            Mode::Heights => palette::heights(ui, view),
            Mode::Things => things::show(ui, view),
            Mode::Decks => palette::decks(ui, view),
            Mode::Walls => palette::walls(ui, view),
            Mode::Zones => palette::zones(ui, view),
            Mode::Units => unit::show_next(ui, view),
            Mode::Picture => picture::show(ui, view),
            Mode::Parts => shelf::show(ui, view),
            Mode::Labels => labels::show(ui, view),
        });
    });
    actions
}

/// Shows the strip.
pub fn show_strip(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        // All parts must fit side by side in the smallest window.
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 5.0;
        kinds(ui, view, &mut actions);
        if view.editor.palette.kind.has_shape() {
            ui.separator();
            actions.extend(shape(ui, view));
        }
    });
    actions
}

/// Two columns of mode buttons.
fn modes(ui: &mut egui::Ui, view: &View<'_>, actions: &mut Vec<EditorAction>) {
    let width = (ui.available_width() - 3.0) / 2.0;
    egui::Grid::new("modes").num_columns(2).spacing([3.0, 3.0]).show(ui, |ui| {
        for (n, mode) in Mode::ALL.into_iter().enumerate() {
            let (name, glyph) = mode.words();
            let selected = view.editor.palette.kind.mode() == mode;
            let key = view.keys.short(settings::Action::Edit(mode.first().key()));
            let button = egui::Button::new(format!("{glyph} {name}")).selected(selected);
            let button = ui.add(button.min_size(egui::vec2(width, 26.0)));
            let tip = format!("Tools for {}\nKey: {key}", name.to_lowercase());
            if named(button, name).on_hover_text(tip).clicked() {
                actions.push(EditorAction::Tool(mode.first()));
            }
            if n % 2 == 1 {
                ui.end_row();
            }
        }
    });
}

/// The tools of a mode, and the current tool's value.
fn kinds(ui: &mut egui::Ui, view: &View<'_>, actions: &mut Vec<EditorAction>) {
    let now = view.editor.palette.kind;
    for kind in now.mode().kinds() {
        let button = ui.add(egui::Button::new(kind.name()).selected(kind == now));
        let name = format!("{}: {}", kind.mode().words().0, kind.name());
        let tip = tip(view.keys, kind.help(), kind.key());
        if named(button, &name).on_hover_text(tip).clicked() {
            actions.push(EditorAction::Tool(kind));
        }
    }
    if let Some((name, number)) = view.editor.palette.number() {
        let by = stepper(ui, name, &number);
        if by != 0 {
            let mut palette = view.editor.palette.clone();
            palette.add(by);
            actions.push(EditorAction::Palette(Box::new(palette)));
        }
    }
}

/// Shape and brush.
fn shape(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut palette = view.editor.palette.clone();
    for form in Form::ALL {
        let (name, glyph, help) = form.words();
        let button = egui::Button::new(glyph).selected(palette.form == form);
        let button = ui.add(button.min_size(egui::Vec2::splat(26.0)));
        let tip = tip(view.keys, &format!("{name}: {help}"), form.key());
        if named(button, name).on_hover_text(tip).clicked() {
            palette.form = form;
        }
    }
    match palette.form {
        Form::Free | Form::Line => {
            ui.separator();
            let name = if palette.brush().round { "Round" } else { "Square" };
            let tip = tip(view.keys, "Round or square brush", EditorKey::Round);
            if named(ui.button(name), name).on_hover_text(tip).clicked() {
                let brush = palette.brush_mut();
                brush.round = !brush.round;
            }
            let size = palette.brush().size;
            let by = stepper(ui, "Width", &format!("{size}"));
            palette.widen(i8::try_from(by).unwrap_or_default());
        }
        Form::Rectangle | Form::Ellipse => {
            ui.checkbox(&mut palette.filled, "Filled");
        }
        Form::Fill | Form::Alike => {}
    }
    changed(view, palette)
}
