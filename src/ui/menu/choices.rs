//! The settings for ruleset and players, and the start button.

use egui_phosphor::regular as icon;

use crate::intent::{Go, Intent};
use crate::names::capital;
use crate::{portrait, theme};
use battle::{Controller, Skill};
use bevy_egui::egui::{self, Align2, FontId, Sense, Stroke, StrokeKind, vec2};
use registry::{Emblem, RulesetId};

use super::model::{MenuModel, Sheets};
use super::parts::{caption, side_of};
use super::set_up::{ChoiceError, SetUp};
use super::sheets;

/// Size of a ruleset's tile if there is room for it, in points.
const TILE: egui::Vec2 = vec2(86.0, 58.0);
/// Minimum and maximum width of the start button, in points.
const START: (f32, f32) = (110.0, 170.0);
/// Edge length of a unit's portrait, in points.
const PORTRAIT: f32 = 30.0;
/// Width of the buttons that set who plays a side, in points.
const SEATS: f32 = 236.0;
/// Width of the number of further units, in points.
const MORE_UNITS: f32 = 26.0;

/// Shows rulesets, sides and the start button.
pub(super) fn show(
    ui: &mut egui::Ui,
    model: &mut MenuModel,
    ready: &Result<SetUp, ChoiceError>,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    let wide = ui.available_width();
    let rules = ((TILE.x + theme::GAP) * model.rulesets.len().max(1) as f32).min(wide * 0.5);
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(rules, height), |ui| {
            ui.set_width(rules);
            ui.vertical(|ui| show_rulesets(ui, model, rules));
        });
        let start = (wide * 0.16).clamp(START.0, START.1);
        let sides = (ui.available_width() - start - theme::GAP).max(120.0);
        ui.allocate_ui(vec2(sides, height), |ui| {
            ui.set_width(sides);
            ui.vertical(|ui| {
                caption(ui, "SIDES");
                let area =
                    egui::ScrollArea::vertical().id_salt("sides").auto_shrink([false, false]);
                area.show(ui, |ui| show_sides(ui, model));
            });
        });
        ui.vertical(|ui| {
            let text = egui::RichText::new(format!("{} Start", icon::SWORD)).heading().strong();
            let button = egui::Button::new(text.color(theme::WELL)).fill(theme::BRASS);
            let size = vec2(start, 46.0);
            let button = ui.add_enabled_ui(ready.is_ok(), |ui| ui.add_sized(size, button)).inner;
            if theme::named(button, "Start").clicked() {
                intents.extend(ready.iter().cloned().map(|set_up| Intent::Go(Go::Start(set_up))));
            }
            if let Some(problem) = trouble(model, ready) {
                let text = egui::RichText::new(&problem).size(12.0).color(theme::RUST);
                ui.add(egui::Label::new(text).wrap());
            }
        });
    });
    intents
}

/// Why the battle cannot start, or why the last one cannot be continued.
fn trouble(model: &MenuModel, ready: &Result<SetUp, ChoiceError>) -> Option<String> {
    let unplayable = model.sheets.as_ref().and_then(Sheets::problem).map(ToString::to_string);
    let lost = model.unfinished.as_ref().filter(|_| !model.can_continue);
    let lost = lost.and_then(|kept| kept.as_ref().err()).map(ToString::to_string);
    let trouble = model.problem.clone().or_else(|| ready.as_ref().err().map(ToString::to_string));
    trouble.or(unplayable).or(lost)
}

fn show_rulesets(ui: &mut egui::Ui, model: &mut MenuModel, wide: f32) {
    caption(ui, "RULES");
    let size = vec2(wide / model.rulesets.len().max(1) as f32 - theme::GAP, TILE.y);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing = vec2(theme::GAP, theme::GAP);
        for (place, ruleset) in model.rulesets.iter().enumerate() {
            let chosen = place == model.ruleset;
            let tile = tile(ui, size, (emblem(&ruleset.id), &ruleset.name), chosen);
            if tile.on_hover_text(&ruleset.text).clicked() {
                model.ruleset = place;
            }
        }
    });
    if let Some(ruleset) = model.rulesets.get(model.ruleset) {
        ui.add(egui::Label::new(theme::faded(&ruleset.text).size(12.0)).wrap());
    }
}

/// The icon of a ruleset.
fn emblem(id: &str) -> &'static str {
    match RulesetId::from_name(id).unwrap_or_default().emblem() {
        Emblem::Target => icon::CROSSHAIR,
        Emblem::Bolt => icon::LIGHTNING,
        Emblem::Heart => icon::HEARTBEAT,
        Emblem::Hourglass => icon::HOURGLASS_MEDIUM,
        Emblem::Mask => icon::MASK_HAPPY,
    }
}

fn tile(
    ui: &mut egui::Ui,
    size: egui::Vec2,
    (glyph, name): (&str, &str),
    chosen: bool,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let look = ui.style().interact_selectable(&response, chosen);
    let painter = ui.painter();
    painter.rect_filled(rect, 6.0, look.weak_bg_fill);
    let edge =
        if chosen { Stroke::new(2.0, theme::BRASS) } else { Stroke::new(1.0, theme::edge(ui)) };
    painter.rect_stroke(rect, 6.0, edge, StrokeKind::Inside);
    let ink = look.fg_stroke.color;
    let at = rect.center() - vec2(0.0, 9.0);
    painter.text(at, Align2::CENTER_CENTER, glyph, FontId::proportional(24.0), ink);
    let at = rect.center_bottom() - vec2(0.0, 6.0);
    let fits = |size: &f32| {
        let name = painter.layout_no_wrap(name.to_owned(), FontId::proportional(*size), ink);
        name.size().x <= rect.width() - 6.0
    };
    let font = FontId::proportional([12.0, 11.0].into_iter().find(fits).unwrap_or(10.0));
    painter.text(at, Align2::CENTER_BOTTOM, name, font, ink);
    theme::named(response, name)
}

/// Each side with its controller and, as far as there is room, its units.
fn show_sides(ui: &mut egui::Ui, model: &mut MenuModel) {
    let names = model.levels.get(model.level).map(|l| l.sides.clone()).unwrap_or_default();
    ui.spacing_mut().item_spacing.y = 4.0;
    for (i, name) in names.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.set_width(SEATS.min(ui.available_width()));
                ui.spacing_mut().item_spacing = vec2(3.0, 1.0);
                ui.label(capital(name));
                ui.horizontal(|ui| show_seats(ui, model, i, name));
            });
            show_units(ui, model, i);
        });
    }
}

/// The units of a side as portraits, and the number of those that do not fit.
fn show_units(ui: &mut egui::Ui, model: &MenuModel, side: usize) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let cards: Vec<_> =
        model.sheets.iter().flat_map(|sheets| sheets.of_side(side_of(side))).collect();
    let fit = |room: f32| ((room + 3.0) / (PORTRAIT + 3.0)).max(0.0) as usize;
    let room = ui.available_width();
    let shown = if cards.len() <= fit(room) { cards.len() } else { fit(room - MORE_UNITS) };
    for card in cards.iter().take(shown) {
        let picture = portrait::show(ui, &card.figure, card.side, PORTRAIT, false);
        let label = format!("Sheet of {}", card.name);
        sheets::explain(theme::named(picture, &label), card);
    }
    if shown > 0 && shown < cards.len() {
        let names: Vec<&str> = cards.iter().skip(shown).map(|card| card.name.as_str()).collect();
        let more = ui.label(theme::faded(format!("+{}", names.len())));
        more.on_hover_text(names.join("\n"));
    }
}

/// The controller of a side, with the level of play if it is the computer.
fn show_seats(ui: &mut egui::Ui, model: &mut MenuModel, side: usize, name: &str) {
    let now = model.seat(side);
    let computer = Controller::Computer(now.skill().unwrap_or_default());
    for (seat, text) in [(Controller::Human, "Human"), (computer, "Computer")] {
        let button = ui.selectable_label(now == seat, text);
        if theme::named(button, &format!("{name}: {text}")).clicked() {
            model.set_seat(side, seat);
        }
    }
    let Some(skill) = now.skill() else { return };
    let levels = egui::ComboBox::from_id_salt(("level of play", side));
    let shown = levels.selected_text(skill.words()).width(76.0).show_ui(ui, |ui| {
        for level in Skill::ALL {
            let choice = ui.selectable_label(level == skill, level.words());
            let choice = choice.on_hover_text(explained(level));
            if theme::named(choice, &format!("{name}: {}", level.words())).clicked() {
                model.set_seat(side, Controller::Computer(level));
            }
        }
    });
    let response = shown.response.on_hover_text(explained(skill));
    theme::named(response, &format!("{name}: level of play"));
}

/// How the computer plays at a level.
const fn explained(skill: Skill) -> &'static str {
    match skill {
        Skill::Recruit => "Looks one turn ahead, and makes a beginner's mistakes.",
        Skill::Soldier => "Makes the most of each turn, one combatant at a time.",
        Skill::Veteran => "Plans the turns of its side together and weighs the reply.",
        Skill::Warlord => "Plans further ahead than a Veteran, and takes longer.",
    }
}
