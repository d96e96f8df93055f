//! A unit's properties beyond meters and facts, as its ruleset describes them: the indicators of
//! its turn, the figure of its body, its affinities to kinds of harm.

use egui::{Color32, CornerRadius, Pos2, Rect, Sense, Stroke, StrokeKind, Vec2, pos2, vec2};
use egui_phosphor::regular as icon;

use super::icons;
use crate::theme;
use bevy_egui::egui;
use rules::display::{Affinity, BodyPart, Damage, Indicator, Region, Shade, TurnGauge};
use rules::path_preview::Remark;

/// Size of text in lamps and chips, in points.
const SMALL: f32 = 12.0;
/// Width and height of the body figure, in its own units.
const FIGURE: Vec2 = Vec2::new(60.0, 104.0);

/// The colour of a shade.
pub(super) const fn colour(shade: Shade) -> Color32 {
    match shade {
        Shade::Plain => theme::PARCHMENT,
        Shade::Good => theme::MOSS,
        Shade::Bad => theme::RUST,
        Shade::Faint => theme::FADED,
    }
}

/// Shows the mode of a turn and its indicators, and what only the unit's side knows.
pub fn show_turn(ui: &mut egui::Ui, gauge: &TurnGauge) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        if !gauge.mode.is_empty() {
            ui.label(egui::RichText::new(&gauge.mode).size(SMALL + 1.0).color(theme::BRASS));
        }
        for lamp in &gauge.indicators {
            show_indicator(ui, lamp);
        }
    });
    for secret in &gauge.secrets {
        let text = format!("{} {}", icon::EYE_CLOSED, secret.text);
        let text = egui::RichText::new(text).size(SMALL).color(theme::SLATE);
        ui.label(text).on_hover_text(format!("{secret}. The other side does not know."));
    }
}

/// Like [`show_turn`], in the line that the caller lays out: the indicators are dots with names if
/// there is room, or else icons with their names on hover.
pub fn show_lights(ui: &mut egui::Ui, gauge: &TurnGauge) {
    ui.spacing_mut().item_spacing.x = 4.0;
    if !gauge.mode.is_empty() {
        ui.label(egui::RichText::new(&gauge.mode).size(SMALL).color(theme::BRASS));
    }
    let named = names_fit(ui, gauge);
    for lamp in &gauge.indicators {
        let response = if named { show_named_light(ui, lamp) } else { show_icon(ui, lamp) };
        explain_lamp(response, lamp);
    }
    for secret in &gauge.secrets {
        let text = egui::RichText::new(icon::EYE_CLOSED).size(SMALL).color(theme::SLATE);
        ui.label(text).on_hover_text(format!("{secret}. The other side does not know."));
    }
    ui.spacing_mut().item_spacing.x = theme::GAP;
}

/// Size of a light, in points.
const LIGHT: f32 = 10.0;

/// True if the names of all lights fit into the rest of the line.
fn names_fit(ui: &egui::Ui, gauge: &TurnGauge) -> bool {
    let font = egui::FontId::proportional(SMALL);
    let wide = |lamp: &Indicator| {
        let name = ui.painter().layout_no_wrap(lamp.name.clone(), font.clone(), theme::FADED);
        LIGHT + name.size().x + 2.0 * ui.spacing().item_spacing.x
    };
    gauge.indicators.iter().map(wide).sum::<f32>() <= ui.available_width()
}

/// An indicator as a dot with its name.
fn show_named_light(ui: &mut egui::Ui, lamp: &Indicator) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(LIGHT), Sense::hover());
    let edge = if lamp.lit { theme::MOSS } else { theme::edge(ui) };
    let ink = if lamp.lit { theme::PARCHMENT } else { theme::faint(ui) };
    if lamp.lit {
        ui.painter().circle_filled(rect.center(), 4.0, edge);
    }
    ui.painter().circle_stroke(rect.center(), 4.0, Stroke::new(1.0, edge));
    response.union(ui.label(egui::RichText::new(&lamp.name).size(SMALL).color(ink)))
}

/// An indicator as an icon, faint unless it is lit.
fn show_icon(ui: &mut egui::Ui, lamp: &Indicator) -> egui::Response {
    let ink = if lamp.lit { theme::MOSS } else { theme::faint(ui).gamma_multiply(0.6) };
    ui.label(egui::RichText::new(icons::of_indicator(&lamp.name)).size(SMALL + 1.0).color(ink))
}

/// Adds the text of an indicator, on hover and for screen readers.
fn explain_lamp(response: egui::Response, lamp: &Indicator) {
    let state = if lamp.lit { "open" } else { "closed" };
    let text = format!("{}: {state}, {}", lamp.name, lamp.remark);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
    response.on_hover_text(text);
}

/// An indicator: a filled dot while it is lit, an empty one otherwise.
fn show_indicator(ui: &mut egui::Ui, lamp: &Indicator) {
    let (ink, edge) = if lamp.lit {
        (theme::PARCHMENT, theme::MOSS)
    } else {
        (theme::faint(ui), theme::edge(ui))
    };
    let font = egui::FontId::proportional(SMALL);
    let words = ui.painter().layout_no_wrap(lamp.name.clone(), font, ink);
    let (dot, pad) = (7.0, 5.0);
    let size = vec2(words.size().x + dot + 3.0 * pad, words.size().y + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    painter.rect(rect, 9.0, theme::WELL, Stroke::new(1.0, edge), StrokeKind::Inside);
    let middle = pos2(rect.min.x + pad + dot / 2.0, rect.center().y);
    if lamp.lit {
        painter.circle_filled(middle, dot / 2.0, theme::MOSS);
    } else {
        painter.circle_stroke(middle, dot / 2.0 - 0.5, Stroke::new(1.0, theme::FADED));
    }
    painter.galley(pos2(middle.x + dot / 2.0 + pad, rect.min.y + 2.0), words, ink);
    explain_lamp(response, lamp);
}

/// The rectangle of a region on a figure, in the figure's own units.
const fn outline(region: Region) -> (f32, f32, f32, f32) {
    match region {
        Region::Head => (21.0, 0.0, 18.0, 20.0),
        Region::Torso => (18.0, 22.0, 24.0, 36.0),
        // Seen from the front: its right is on the left.
        Region::RightArm => (5.0, 23.0, 11.0, 38.0),
        Region::LeftArm => (44.0, 23.0, 11.0, 38.0),
        Region::RightLeg => (18.0, 60.0, 11.0, 44.0),
        Region::LeftLeg => (31.0, 60.0, 11.0, 44.0),
        Region::Mind => (46.0, 0.0, 14.0, 14.0),
    }
}

/// The fill of a part of the body. Damage also shows as strokes over it.
const fn flesh(damage: Damage) -> Color32 {
    match damage {
        Damage::Whole => theme::PLANK_LIT,
        Damage::Light => Color32::from_rgb(0x9a, 0x7a, 0x3c),
        Damage::Heavy => Color32::from_rgb(0xa8, 0x4f, 0x3a),
        Damage::Lost => theme::WELL,
    }
}

/// Shows the body figure at a height in points, seen from the front. Hovering a part shows its
/// armour and its injuries.
pub fn show_body(ui: &mut egui::Ui, parts: &[BodyPart], high: f32) {
    let scale = high / FIGURE.y;
    let (whole, _) = ui.allocate_exact_size(FIGURE * scale, Sense::hover());
    for part in parts {
        let (x, y, wide, tall) = outline(part.region);
        let rect = Rect::from_min_size(whole.min + vec2(x, y) * scale, vec2(wide, tall) * scale);
        let name = egui::Id::new(("part of the body", &part.name));
        let response = ui.interact(rect, ui.id().with(name), Sense::hover());
        show_part(ui, part, rect, response.hovered());
        let text = in_words(part);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
        response.on_hover_text(text);
    }
}

fn show_part(ui: &egui::Ui, part: &BodyPart, rect: Rect, hovered: bool) {
    let (painter, usual) = (ui.painter(), theme::edge(ui));
    let edge = match (hovered, part.damage) {
        (true, _) => theme::BRASS,
        (false, Damage::Whole) => usual,
        (false, _) => theme::RUST,
    };
    let round = if matches!(part.region, Region::Head | Region::Mind) { 0.5 } else { 0.3 };
    let corner = (rect.width().min(rect.height()) * round).clamp(0.0, 60.0) as u8;
    let (corner, stroke) = (CornerRadius::same(corner), Stroke::new(1.0, edge));
    painter.rect(rect, corner, flesh(part.damage), stroke, StrokeKind::Inside);
    let line = Stroke::new(1.5, theme::PARCHMENT);
    let bars = match part.damage {
        Damage::Whole => 0,
        Damage::Light => 1,
        Damage::Heavy => 2,
        Damage::Lost => 0,
    };
    let inner = rect.shrink(rect.width() * 0.22);
    for bar in 0..bars {
        let y = inner.max.y - 4.0 * bar as f32;
        painter.line_segment([pos2(inner.min.x, y), pos2(inner.max.x, y)], line);
    }
    if part.damage == Damage::Lost {
        painter.line_segment([inner.left_top(), inner.right_bottom()], line);
        painter.line_segment([inner.right_top(), inner.left_bottom()], line);
    }
    let text = match (part.armour, part.region) {
        (Some(armour), _) => armour.to_string(),
        (None, Region::Mind) => icon::BRAIN.to_owned(),
        (None, _) => return,
    };
    let at = Pos2::new(rect.center().x, rect.min.y + rect.height().min(24.0) * 0.5);
    let font = egui::FontId::proportional((rect.width() * 0.8).clamp(7.0, 13.0));
    painter.text(at, egui::Align2::CENTER_CENTER, text, font, theme::PARCHMENT);
}

/// A part in words: its armour and its injuries, one per line.
fn in_words(part: &BodyPart) -> String {
    let armour = part.armour.map(|armour| format!(", Defense {armour}")).unwrap_or_default();
    let state = match part.damage {
        Damage::Whole => ": whole",
        Damage::Light => ": injured",
        Damage::Heavy => ": badly injured",
        Damage::Lost => ": lost",
    };
    let first = format!("{}{armour}{state}", part.name);
    let injuries = part.injuries.iter().map(Remark::to_string);
    [first].into_iter().chain(injuries).collect::<Vec<_>>().join("\n")
}

/// Shows the injuries of a body as lines.
pub fn show_injuries(ui: &mut egui::Ui, parts: &[BodyPart]) {
    for part in parts {
        for injury in &part.injuries {
            let text = format!("{} {}: {}", icon::BANDAIDS, part.name, injury.text);
            let text = egui::RichText::new(text).size(SMALL + 1.0).color(theme::RUST);
            ui.label(text).on_hover_text(injury.to_string());
        }
    }
}

/// The icon of a kind of harm.
fn of_element(name: &str) -> &'static str {
    match name {
        "Melee" => icon::SWORD,
        "Missile" => icon::ARROW_FAT_LINES_UP,
        "Fire" => icon::FIRE,
        "Ice" => icon::SNOWFLAKE,
        "Wind" => icon::WIND,
        "Electricity" => icon::LIGHTNING,
        "Nuclear" => icon::RADIOACTIVE,
        "Psychic" => icon::BRAIN,
        "Bless" => icon::SUN,
        "Curse" => icon::SKULL,
        _ => icon::ASTERISK,
    }
}

/// Shows a unit's affinities to kinds of harm; a question mark for unknown ones. `all` also shows
/// ordinary ones.
pub fn show_affinities(ui: &mut egui::Ui, list: &[Affinity], all: bool) {
    let told = list.iter().filter(|affinity| match &affinity.effect {
        Some((shade, _)) => all || *shade != Shade::Plain,
        None => all,
    });
    let told: Vec<&Affinity> = told.collect();
    if told.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 3.0);
        for affinity in told {
            let glyph = of_element(&affinity.name);
            let (ink, word, text) = match &affinity.effect {
                Some((shade, remark)) => (
                    if *shade == Shade::Plain { theme::FADED } else { colour(*shade) },
                    if *shade == Shade::Plain { "" } else { remark.text.as_str() },
                    format!("{}: {remark}", affinity.name),
                ),
                None => (theme::FADED, "?", format!("{}: not known yet", affinity.name)),
            };
            let label = egui::RichText::new(format!("{glyph} {word}")).size(SMALL).color(ink);
            let label = egui::Button::new(label).fill(theme::WELL).corner_radius(8);
            let label = label.stroke(Stroke::new(1.0, ink.gamma_multiply(0.6)));
            let label = label.sense(Sense::hover()).min_size(vec2(0.0, 18.0));
            let response = ui.add(label);
            response
                .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
            response.on_hover_text(text);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_figure_lie_beside_each_other() {
        let rect = |region| {
            let (x, y, wide, tall) = outline(region);
            Rect::from_min_size(pos2(x, y), vec2(wide, tall))
        };
        for (n, region) in Region::ALL.into_iter().enumerate() {
            let own = rect(region);
            assert!(Rect::from_min_size(Pos2::ZERO, FIGURE).contains_rect(own), "{region:?}");
            for other in Region::ALL.into_iter().take(n) {
                assert!(!own.intersect(rect(other)).is_positive(), "{region:?} over {other:?}");
            }
        }
    }

    #[test]
    fn a_part_names_its_armour_and_each_injury() {
        let mut arm = BodyPart { armour: Some(5), ..BodyPart::whole("Left arm", Region::LeftArm) };
        assert_eq!(in_words(&arm), "Left arm, Defense 5: whole");
        arm.hurt(Damage::Heavy, Remark::new("the arm can do nothing", "EV-293"));
        let text = "Left arm, Defense 5: badly injured\nthe arm can do nothing [EV-293]";
        assert_eq!(in_words(&arm), text);
    }
}
