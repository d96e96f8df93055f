//! The card of a tip: near its subject, and beside the current decision.

use egui::{Align2, Id, LayerId, Order, Pos2, Rect, Stroke, Vec2, pos2, vec2};
use egui_phosphor::regular as icon;

use crate::board::PointedShapes;
use crate::floating;
use crate::hud::ActionsModel;
use crate::intent::{Intent, Panel};
use crate::layout::Layout;
use crate::learn;
use crate::plates::last_place;
use crate::theme;
use bevy_egui::egui;
use lesson::{Mark, Subject, Tip};
use settings::{Action, KeyMap};

/// Width of the card, in points.
const WIDTH: f32 = 290.0;
/// Space between the card and its subject, in points.
const APART: f32 = 26.0;
/// Space that the card leaves around the pointer, in points.
const POINTER: f32 = 48.0;
/// Number of passes before a card is drawn, so that everything that appears with it has its final
/// size.
const PASSES: u64 = 3;
/// A tip shown for less time than this has not been read, in seconds.
const READ: f64 = 0.9;

/// The surroundings of the card.
pub struct Around<'a> {
    /// The places of the panels.
    pub layout: &'a Layout,
    /// The tiles.
    pub actions: Option<&'a ActionsModel>,
    /// Where the subject on the board is drawn.
    pub places: &'a PointedShapes,
    /// The keys.
    pub keys: &'a KeyMap,
}

/// A card that is shown.
#[derive(Clone, Debug, PartialEq)]
struct Card {
    id: String,
    /// When it was first drawn, in seconds, and the pass in which it appeared.
    since: (f64, u64),
    /// The last pass in which it was shown.
    last: u64,
    /// Its rectangle, once it is drawn; it moves only with the size of the window.
    place: Option<Rect>,
    /// The window in which it was placed.
    window: Rect,
}

/// Shows a tip. A click or a key closes it.
pub fn show(
    ctx: &egui::Context,
    (tip, subject): &(Tip, Subject),
    around: &Around<'_>,
) -> Vec<Intent> {
    let id = Id::new("card of a tip");
    let (time, pass) = (ctx.input(|i| i.time), ctx.cumulative_pass_nr());
    let known = ctx.data(|data| data.get_temp::<Card>(id));
    let known = known.filter(|card| card.id == tip.id && card.last + 1 >= pass);
    let window = ctx.viewport_rect();
    let since = (time, pass);
    let fresh = || Card { id: tip.id.clone(), since, last: pass, place: None, window };
    let mut card = known.unwrap_or_else(fresh);
    card.last = pass;
    if pass < card.since.1 + PASSES {
        card.since.0 = time;
        ctx.data_mut(|data| data.insert_temp(id, card));
        ctx.request_repaint();
        return Vec::new();
    }
    let words = tip.words(|name| key_of(around.keys, name));
    let anchor = anchor(ctx, subject, around);
    let size = size(ctx, &words);
    // The question may have grown since, with the odds of its answers.
    let question = floating::question(ctx);
    let covers = |place: &Rect| question.is_some_and(|rect| rect.intersect(*place).is_positive());
    card.place = card.place.filter(|place| !covers(place) && card.window == window);
    card.window = window;
    let place = *card.place.get_or_insert_with(|| {
        let taken = taken(ctx, subject, around, anchor);
        place(size, anchor, around.layout.clear, &taken)
    });
    let since = card.since.0;
    ctx.data_mut(|data| data.insert_temp(id, card));
    draw(ctx, place, anchor, &words);
    let ends = ctx.input(|i| i.pointer.any_pressed() || i.events.iter().any(is_key));
    if ends {
        ctx.data_mut(|data| data.remove::<Card>(id));
        return vec![Intent::Panel(Panel::CloseTip { read: time - since >= READ })];
    }
    Vec::new()
}

const fn is_key(event: &egui::Event) -> bool {
    matches!(event, egui::Event::Key { pressed: true, repeat: false, .. })
}

/// The key of an action, by name.
fn key_of(keys: &KeyMap, name: &str) -> String {
    Action::all().find(|action| action.name() == name).map_or_else(String::new, |a| keys.short(a))
}

/// The rectangle of the subject.
fn anchor(ctx: &egui::Context, subject: &Subject, around: &Around<'_>) -> Option<Rect> {
    let panel = |mark: Mark| learn::place_of(ctx, &mark, around.layout, around.actions);
    match subject {
        Subject::Unit(_) | Subject::Cell(_) => {
            let place = around.places.tip.as_ref()?;
            let corners = Rect::from_points(&place.corners);
            Some(corners.union(Rect::from_center_size(place.tip, Vec2::ZERO)))
        }
        Subject::Act(act) => panel(Mark::Act(act.to_string())),
        Subject::Panel(part) => panel(Mark::Panel(*part)),
        Subject::Question => floating::question(ctx),
    }
}

/// What the card should not cover: its subject, the question, the preview, the pointer, the banner.
fn taken(
    ctx: &egui::Context,
    subject: &Subject,
    around: &Around<'_>,
    anchor: Option<Rect>,
) -> Vec<Rect> {
    let pointer = ctx.input(|i| i.pointer.latest_pos());
    let pointer = pointer.map(|at| Rect::from_center_size(at, Vec2::splat(2.0 * POINTER)));
    // The preview may come at any time while the card is shown.
    let preview = Some(around.layout.preview);
    let more = matches!(subject, Subject::Act(_)).then(|| last_place(ctx, Id::new("more")));
    let all = [anchor, floating::question(ctx), preview, pointer, more.flatten()];
    all.into_iter().flatten().chain(floating::announcements(ctx)).collect()
}

fn layout_of(ctx: &egui::Context, words: &str) -> std::sync::Arc<egui::Galley> {
    let style = ctx.global_style();
    let font = egui::TextStyle::Body.resolve(&style);
    let inner = WIDTH - theme::window_frame(&style).total_margin().sum().x - GLYPH;
    let colour = style.visuals.text_color();
    ctx.fonts_mut(|fonts| fonts.layout(words.to_owned(), font, colour, inner))
}

/// Width of the glyph with its gap, in points.
const GLYPH: f32 = 26.0;

fn size(ctx: &egui::Context, words: &str) -> Vec2 {
    let frame = theme::window_frame(&ctx.global_style()).total_margin().sum();
    vec2(WIDTH, layout_of(ctx, words).size().y.max(20.0) + frame.y)
}

/// The rectangle of a card: beside its subject, within the free part of the window, where it covers
/// the least of what it should not.
fn place(size: Vec2, anchor: Option<Rect>, clear: Rect, taken: &[Rect]) -> Rect {
    let near = anchor.into_iter().flat_map(|anchor| {
        let beside = |align: Align2, at: Pos2| align.anchor_size(at, size);
        [
            beside(Align2::LEFT_CENTER, anchor.right_center() + vec2(APART, -APART)),
            beside(Align2::RIGHT_CENTER, anchor.left_center() + vec2(-APART, -APART)),
            beside(Align2::CENTER_BOTTOM, anchor.center_top() - vec2(0.0, APART)),
            beside(Align2::CENTER_TOP, anchor.center_bottom() + vec2(0.0, APART)),
        ]
    });
    let corners = [Align2::LEFT_TOP, Align2::RIGHT_TOP, Align2::LEFT_BOTTOM, Align2::RIGHT_BOTTOM];
    let far = corners.into_iter().map(|align| align.align_size_within_rect(size, clear));
    let within = |rect: Rect| {
        let x = rect.min.x.min(clear.max.x - size.x).max(clear.min.x);
        let y = rect.min.y.min(clear.max.y - size.y).max(clear.min.y);
        Rect::from_min_size(pos2(x, y), size)
    };
    let covers = |rect: &Rect| -> f32 {
        let over = taken.iter().map(|other| rect.intersect(*other));
        over.filter(Rect::is_positive).map(|over| over.area()).sum()
    };
    // Ties go to the first.
    let all = near.chain(far).map(within);
    all.min_by(|a, b| covers(a).total_cmp(&covers(b))).unwrap_or(clear)
}

/// Draws the card, with a line to its subject.
fn draw(ctx: &egui::Context, place: Rect, anchor: Option<Rect>, words: &str) {
    let line = anchor.map(|anchor| {
        let to = anchor.clamp(place.center());
        (place.clamp(to), to)
    });
    if let Some((from, to)) = line {
        let painter = ctx.layer_painter(LayerId::new(Order::Middle, Id::new("line of a tip")));
        painter.line_segment([from, to], Stroke::new(4.0, theme::WELL.gamma_multiply(0.7)));
        painter.line_segment([from, to], Stroke::new(1.6, theme::BRASS));
        painter.circle_filled(to, 3.5, theme::BRASS);
    }
    egui::Area::new(Id::new("tip")).order(Order::Foreground).fixed_pos(place.min).show(ctx, |ui| {
        let (rect, response) = ui.allocate_exact_size(place.size(), egui::Sense::click());
        let frame = theme::window_frame(ui.style()).stroke(Stroke::new(2.0, theme::BRASS));
        ui.painter().add(frame.paint(rect - frame.total_margin()));
        let inner = rect - frame.total_margin();
        let font = egui::FontId::proportional(18.0);
        let (glyph, colour) = (icon::LIGHTBULB, theme::BRASS);
        ui.painter().text(inner.left_top(), Align2::LEFT_TOP, glyph, font, colour);
        let galley = layout_of(ctx, words);
        ui.painter().galley(inner.min + vec2(GLYPH, 0.0), galley, ui.visuals().text_color());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, words));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: f32, y: f32, w: f32, h: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(w, h))
    }

    #[test]
    fn a_card_lies_beside_its_subject_and_off_what_is_decided() {
        let (clear, size) = (rect(260.0, 70.0, 740.0, 530.0), vec2(290.0, 60.0));
        for anchor in [rect(400.0, 300.0, 40.0, 60.0), rect(960.0, 90.0, 40.0, 60.0)] {
            let preview = rect(1000.0, 300.0, 260.0, 290.0);
            let question = rect(450.0, 400.0, 400.0, 200.0);
            let taken = [anchor, preview, question];
            let card = place(size, Some(anchor), clear, &taken);
            assert!(clear.contains_rect(card), "{card:?}");
            assert!(taken.iter().all(|other| !other.intersect(card).is_positive()), "{card:?}");
            assert!(anchor.distance_to_pos(card.center()) < 250.0, "near: {card:?}");
        }
        let far = place(size, None, clear, &[]);
        assert_eq!(far.min, clear.min, "without a subject in a corner");
    }
}
