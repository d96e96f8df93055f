//! The panels around the board: the placing player, the units, and the buttons.

use egui_phosphor::regular as icon;

use bevy_egui::egui;
use settings::Action;

use crate::hud::{HandOverModel, show_hand_over};
use crate::intent::{Deploy, Intent, Page, PageAction};
use crate::layout::Layout;
use crate::names::Names;
use crate::plates::plate;
use crate::{portrait, theme};

use super::model::Deploying;

/// Edge length of a portrait, in points.
const PORTRAIT: f32 = 44.0;

/// Draws the panels. Returns the rectangle of the board, and its free part.
pub(crate) fn show_panels(
    root: &mut egui::Ui,
    deploying: &Deploying,
    names: &Names,
    layout: &Layout,
    asked: &mut Vec<Intent>,
) -> (egui::Rect, egui::Rect) {
    let ctx = root.ctx().clone();
    let Some(side) = deploying.side() else { return (egui::Rect::NOTHING, egui::Rect::NOTHING) };
    if deploying.covered {
        let why = "Place your units before the battle.".to_owned();
        let call = HandOverModel { side, name: names.side(side), why };
        let fill = theme::panel_frame(root.style()).fill(theme::WELL);
        let cover = egui::CentralPanel::default().frame(fill);
        asked.extend(cover.show(root, |ui| show_hand_over(ui, &call)).inner);
        return (egui::Rect::NOTHING, egui::Rect::NOTHING);
    }
    plate(&ctx, "deployment", layout.order, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        ui.horizontal(|ui| {
            theme::side_mark(ui, side, 16.0);
            ui.strong(format!("{}: place your units", names.side(side)));
        });
        let (text, colour) = words(deploying, names);
        ui.add(egui::Label::new(egui::RichText::new(text).size(12.0).color(colour)).truncate());
    });
    plate(&ctx, "deployment menu", layout.menu, |ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if theme::named(ui.button(icon::LIST), "Menu").clicked() {
                asked.push(Intent::PageAction(PageAction::Open(Page::Controls)));
            }
        });
    });
    plate(&ctx, "deployment units", layout.tiles, |ui| show_units(ui, deploying, names, asked));
    plate(&ctx, "deployment ready", layout.decide, |ui| show_buttons(ui, deploying, asked));
    (ctx.viewport_rect(), layout.clear)
}

/// What to do next, or why something was refused.
fn words(deploying: &Deploying, names: &Names) -> (String, egui::Color32) {
    if let Some(refusal) = &deploying.refusal {
        return (refusal.clone(), theme::RUST);
    }
    let text = match deploying.held() {
        Some(unit) => format!("{}: choose a cell of the marked zone.", names.unit(unit)),
        None => "Choose a unit, then a cell of the marked zone.".to_owned(),
    };
    (text, theme::FADED)
}

/// The units of the side, to choose from.
fn show_units(ui: &mut egui::Ui, deploying: &Deploying, names: &Names, asked: &mut Vec<Intent>) {
    let area = egui::ScrollArea::horizontal().id_salt("units to place").auto_shrink([false, false]);
    area.show(ui, |ui| {
        ui.horizontal_centered(|ui| {
            for unit in deploying.own() {
                let figure = unit.form.figure(&unit.identity.role).clone();
                let picture = portrait::show(ui, figure.as_str(), unit.side(), PORTRAIT, false);
                if deploying.chosen == Some(unit.id()) {
                    let edge = egui::Stroke::new(2.0, theme::BRASS);
                    let inside = egui::StrokeKind::Inside;
                    ui.painter().rect_stroke(picture.rect, 4.0, edge, inside);
                }
                let name = names.unit(unit.id());
                if theme::named(picture, &name).on_hover_text(&name).clicked() {
                    asked.push(Intent::Deploy(Deploy::Choose(unit.id())));
                }
            }
        });
    });
}

/// Buttons to finish, to turn units, and to restore the level's places.
fn show_buttons(ui: &mut egui::Ui, deploying: &Deploying, asked: &mut Vec<Intent>) {
    let mut ask = |input| asked.push(Intent::Deploy(input));
    let key = theme::key(ui, Action::EndTurn);
    let text = egui::RichText::new("Ready").heading().color(theme::WELL);
    let button = egui::Button::new(text).fill(theme::BRASS);
    let size = egui::vec2(ui.available_width(), 44.0);
    let ready = theme::named(ui.add_sized(size, button), "Ready");
    if ready.on_hover_text(format!("Finish placing ({key}).")).clicked() {
        ask(Deploy::Ready);
    }
    ui.horizontal(|ui| {
        let chosen = deploying.chosen.is_some();
        let turns = [
            (icon::ARROW_COUNTER_CLOCKWISE, "Turn left", Action::Lower, false),
            (icon::ARROW_CLOCKWISE, "Turn right", Action::Higher, true),
        ];
        for (glyph, name, action, clockwise) in turns {
            let text = format!("{name} ({}).", theme::key(ui, action));
            let button = ui.add_enabled(chosen, egui::Button::new(glyph)).on_hover_text(text);
            if theme::named(button, name).clicked() {
                ask(Deploy::Turn { clockwise });
            }
        }
        let reset = ui.button("Reset").on_hover_text("Reset all units to the level's places.");
        if reset.clicked() {
            ask(Deploy::Reset);
        }
    });
}
