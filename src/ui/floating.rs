//! Elements that float over the board: names, numbers, notices, the banner, special moments, rolls.

use bevy_egui::egui::{self, Align2, Id};
use grid::SideId;

use super::board::{Floats, Labels, LensText, LensTexts, Rolling, Tone};
use super::hud::{self, PromptModel};
use super::intent::Intent;
use super::names::{Names, capital};
use super::notice::CurrentNotice;
use super::panels::Panels;
use super::plates::{self, shelf};
use super::theme;

/// Id of the banner that names the side whose turn it is.
const BANNER: &str = "banner";
/// Id of the panel of a special moment.
const SPOTLIGHT: &str = "spotlight";
/// Id under which the place of the question is stored.
const QUESTION: &str = "place of the question";
/// Id of the roll.
const ROLL: &str = "roll";

/// Height that a text needs to fit, as a share of its line height: letters are lower than their
/// line.
const SLACK: f32 = 0.8;

/// Where a floating panel was last drawn, plus a margin; empty if it is hidden.
fn last_place(ctx: &egui::Context, id: &str) -> egui::Rect {
    let rect = plates::last_place(ctx, Id::new(id));
    rect.map_or(egui::Rect::NOTHING, |rect| rect.expand(theme::GAP))
}

/// Where the banner and the special moment are drawn, if they are.
pub(super) fn announcements(ctx: &egui::Context) -> [egui::Rect; 2] {
    [BANNER, SPOTLIGHT].map(|id| last_place(ctx, id))
}

/// Shows the question at the bottom of the board, where the tiles lie during a turn, so that its
/// subject stays in view. Also returns its rectangle. Each question is placed independently of the
/// one before.
pub(super) fn show_question(
    ctx: &egui::Context,
    prompt: &PromptModel,
    place: egui::Rect,
) -> (Vec<Intent>, egui::Rect) {
    let answers: Vec<&str> = prompt.choices.iter().map(|choice| choice.label.as_str()).collect();
    let id = Id::new(("question", &prompt.about, &prompt.text, answers));
    let (answers, place) = shelf(ctx, id, place, |ui| hud::show_prompt(ui, prompt));
    let drawn = (ctx.cumulative_pass_nr(), place);
    ctx.data_mut(|data| data.insert_temp(Id::new(QUESTION), drawn));
    (answers, place)
}

/// Where the question is drawn, if there is one.
pub(super) fn question(ctx: &egui::Context) -> Option<egui::Rect> {
    let (pass, place) = ctx.data(|data| data.get_temp::<(u64, egui::Rect)>(Id::new(QUESTION)))?;
    (pass + 1 >= ctx.cumulative_pass_nr()).then_some(place)
}

/// Shows the notice at the bottom of the board.
pub(super) fn show_notice(ctx: &egui::Context, notice: &CurrentNotice, board: egui::Rect) {
    let Some(notice) = &notice.0 else { return };
    let colour = if notice.refusal { theme::RUST } else { theme::PARCHMENT };
    let place = board.shrink(16.0).center_bottom();
    egui::Area::new(Id::new("notice"))
        .order(egui::Order::Tooltip)
        .interactable(false)
        .pivot(Align2::CENTER_BOTTOM)
        .fixed_pos(place)
        .show(ctx, |ui| {
            theme::window_frame(ui.style()).show(ui, |ui| {
                ui.set_max_width(board.width() * 0.8);
                ui.colored_label(colour, capital(&notice.text));
            });
        });
}

/// Shows a special moment below the banner, or in its place.
pub(super) fn show_spotlight(ctx: &egui::Context, panels: &Panels, board: egui::Rect) {
    let Some(spotlight) = &panels.spotlight else { return };
    let top = match panels.banner {
        Some(_) => last_place(ctx, BANNER).max.y.max(board.top()),
        None => board.top() + 10.0,
    };
    egui::Area::new(Id::new(SPOTLIGHT))
        .order(egui::Order::Middle)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(egui::pos2(board.center().x, top))
        .show(ctx, |ui| {
            let glow = egui::Stroke::new(2.0, theme::BRASS);
            theme::window_frame(ui.style()).stroke(glow).inner_margin(8).show(ui, |ui| {
                ui.set_max_width((board.width() * 0.9).max(200.0));
                hud::show_spotlight(ui, spotlight);
            });
        });
}

pub(super) fn show_banner(ctx: &egui::Context, panels: &Panels, board: egui::Rect) {
    let Some((side, text)) = &panels.banner else { return };
    egui::Area::new(Id::new(BANNER))
        .order(egui::Order::Middle)
        .interactable(false)
        .pivot(Align2::CENTER_TOP)
        .fixed_pos(board.center_top() + egui::vec2(0.0, 10.0))
        .show(ctx, |ui| {
            theme::window_frame(ui.style()).inner_margin(6).show(ui, |ui| {
                ui.horizontal(|ui| {
                    theme::side_mark(ui, *side, 16.0);
                    ui.heading(text);
                });
            });
        });
}

/// Draws a lens's texts where they fit into their area, cover no label and are not cut off.
pub(super) fn show_answers(
    root: &egui::Ui,
    answers: &LensTexts,
    board: egui::Rect,
    words: &[egui::Rect],
) {
    let painter = root.painter().with_clip_rect(board);
    let font = egui::FontId::proportional(theme::BODY - 2.0);
    for LensText { at, room, text } in &answers.texts {
        let answer = painter.layout_no_wrap(text.clone(), font.clone(), theme::PARCHMENT);
        let rect = Align2::CENTER_CENTER.anchor_size(*at, answer.size());
        // The area is that of a slanting square.
        let fits = rect.width() < room.x && rect.height() * SLACK < room.y;
        let free = board.contains_rect(rect) && !words.iter().any(|words| words.intersects(rect));
        if !(fits && free) {
            continue;
        }
        painter.rect_filled(rect.expand(1.5), 2.0, theme::WELL.gamma_multiply(0.85));
        painter.galley(rect.min, answer, theme::PARCHMENT);
    }
}

/// Half the width of the arrow over the active unit, and its height, in points.
const ARROW: egui::Vec2 = egui::vec2(9.0, 11.0);

/// Draws unit names, and the active unit's name with an arrow that points to it.
/// `top` is the lower edge of the panels at the top.
pub(super) fn show_labels(
    root: &egui::Ui,
    names: &Names,
    labels: &Labels,
    (board, top): (egui::Rect, f32),
) {
    let painter = root.painter().with_clip_rect(board);
    let font = egui::TextStyle::Body.resolve(root.style());
    if let Some((unit, side, tip)) = labels.active.filter(|(.., tip)| board.contains(*tip)) {
        show_active(root, &painter, (&names.unit(unit), side), (tip, top));
    }
    let active = labels.active.map(|(unit, ..)| unit);
    let others = labels.names.iter().filter(|(unit, _)| Some(*unit) != active);
    for (unit, at) in others.filter(|(_, at)| board.contains(*at)) {
        let text = names.unit(*unit);
        let words = painter.layout_no_wrap(text, font.clone(), theme::PARCHMENT);
        let rect = Align2::CENTER_BOTTOM.anchor_size(*at, words.size());
        painter.rect_filled(rect.expand(3.0), 3.0, theme::WELL.gamma_multiply(0.8));
        painter.galley(rect.min, words, theme::PARCHMENT);
    }
}

/// Draws the marker of the active unit: its name on a plate, and an arrow down to its head.
fn show_active(
    root: &egui::Ui,
    painter: &egui::Painter,
    (name, side): (&str, SideId),
    (tip, top): (egui::Pos2, f32),
) {
    let font = egui::FontId::proportional(theme::BODY);
    let words = painter.layout_no_wrap(name.to_owned(), font, theme::PARCHMENT);
    let colour = theme::side_colour(root, side);
    let edge = egui::Stroke::new(1.5, theme::PARCHMENT);
    let base = tip - egui::vec2(0.0, ARROW.y);
    let size = words.size() + egui::vec2(12.0, 4.0);
    let mut plate = Align2::CENTER_BOTTOM.anchor_size(base, size);
    let banner = last_place(root.ctx(), BANNER);
    let covered = if plate.intersects(banner) { top.max(banner.max.y) } else { top };
    if plate.min.y < covered {
        // Beside the arrow, below the panel that would cover it.
        let beside = base + egui::vec2(ARROW.x + 3.0, -2.0);
        plate = Align2::LEFT_TOP.anchor_size(beside.max(egui::pos2(0.0, covered)), size);
    }
    let across = egui::vec2(ARROW.x, 0.0);
    let arrow = vec![base - across, base + across, tip];
    painter.add(egui::Shape::convex_polygon(arrow, colour, edge));
    painter.rect(plate, 5.0, theme::WELL, edge, egui::StrokeKind::Inside);
    painter.rect_filled(plate.shrink(1.5).with_min_y(plate.max.y - 4.0), 1.0, colour);
    let at = Align2::CENTER_CENTER.anchor_size(plate.center(), words.size()).min;
    painter.galley(at - egui::vec2(0.0, 1.0), words, theme::PARCHMENT);
}

/// Draws the floating texts, on a dark background for contrast.
pub(super) fn show_floats(root: &egui::Ui, floats: &Floats, board: egui::Rect) {
    let painter = root.painter().with_clip_rect(board);
    for float in floats.0.iter().filter(|float| board.contains(float.at)) {
        let style = match float.tone {
            Tone::Harm | Tone::Good => egui::TextStyle::Heading,
            _ => egui::TextStyle::Body,
        };
        let font = style.resolve(root.style());
        let colour = theme::tone_colour(float.tone).gamma_multiply(float.strength);
        let words = painter.layout_no_wrap(float.text.clone(), font, colour);
        let rect = Align2::CENTER_BOTTOM.anchor_size(float.at, words.size());
        let behind = theme::WELL.gamma_multiply(0.78 * float.strength);
        painter.rect_filled(rect.expand2(egui::vec2(6.0, 2.0)), 5.0, behind);
        painter.galley(rect.min, words, colour);
    }
}

/// Shows the current roll at the lower right of the board.
pub(super) fn show_roll(ctx: &egui::Context, rolling: &Rolling, board: egui::Rect) {
    let Some((model, tumbling)) = &rolling.0 else { return };
    egui::Area::new(Id::new(ROLL))
        .order(egui::Order::Middle)
        .interactable(false)
        .pivot(Align2::RIGHT_BOTTOM)
        .fixed_pos(board.right_bottom() - egui::Vec2::splat(12.0))
        .show(ctx, |ui| {
            theme::window_frame(ui.style()).show(ui, |ui| {
                ui.set_max_width((board.width() * 0.7).max(160.0));
                hud::show_roll(ui, model, *tumbling);
            });
        });
}
