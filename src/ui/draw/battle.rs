//! The panels of a battle and of its result, over the board.

use bevy_egui::egui::{self, Id};

use settings::KeyMap;

use crate::floating;
use crate::hud;
use crate::intent::{Intent, Tool};
use crate::layout::{Layout, ResultLayout};
use crate::learn;
use crate::lens_panels;
use crate::panels::Folds;
use crate::plates::{last_place, plate, sheet, shelf, window};
use crate::theme;

use super::data::{BattleView, Guided, OverBoard};

/// Minimum height of a preview that moves aside, in points.
const LOWEST_PREVIEW: f32 = 140.0;

/// What the screen of a battle is drawn from.
pub(super) struct Drawn<'a> {
    pub(super) view: &'a BattleView<'a>,
    pub(super) over_board: &'a OverBoard<'a>,
    pub(super) keys: &'a KeyMap,
    /// A page lies over the board.
    pub(super) paused: bool,
}

impl Drawn<'_> {
    /// Draws the panels and what is written over the board. Returns the rectangle of the board, and
    /// the free part of it.
    pub(super) fn show(
        &self,
        root: &mut egui::Ui,
        guided: &mut Guided<'_>,
        asked: &mut Vec<Intent>,
    ) -> (egui::Rect, egui::Rect) {
        let Self { view, over_board, keys, paused } = *self;
        let ctx = root.ctx().clone();
        let mut layout = Layout::of(ctx.viewport_rect(), view.panels.folds);
        let clear = layout.clear;
        layout.clear.min.y += guided.height();
        layout.more.min.y += guided.height();
        // The second unfolded sheet lies below the panel of a lesson.
        if guided.height() > 0.0 && view.panels.folds.sheet {
            layout.other.min.y = layout.other.min.y.max(layout.clear.min.y);
        }
        let (board, free) = show_panels(root, view, (&layout, guided.height() > 0.0), asked);
        over_board.show(root, &view.names, (board, layout.clear.min.y));
        let covered = view.panels.hand_over.is_some();
        if !covered && !view.panels.folds.all {
            let lens = (view.selection.lens, view.panels.lens.as_ref());
            let lesson = (guided.height() > 0.0).then(|| learn::place(clear));
            let panels = in_the_way(&ctx, view, &layout, lesson);
            asked.extend(lens_panels::show(&ctx, lens, &layout, panels));
        }
        if !covered {
            floating::show_roll(&ctx, &over_board.rolling, free);
            learn::outline(&ctx, guided.places.linked.iter().chain(&guided.places.hint));
        }
        if !paused && !covered {
            let acting = (view.panels.actions.as_ref(), view.selection.options.actor);
            asked.extend(guided.show(root, &layout, clear, acting));
            asked.extend(guided.tip(&ctx, &layout, &view.panels, keys));
        }
        (board, free)
    }
}

/// The rectangles of panels that a lens's legend must not cover. `lesson` is the panel of a lesson.
fn in_the_way(
    ctx: &egui::Context,
    view: &BattleView<'_>,
    layout: &Layout,
    lesson: Option<egui::Rect>,
) -> Vec<egui::Rect> {
    let panels = &view.panels;
    let sheets = [layout.sheet, layout.other].into_iter().take(panels.cards.len());
    let fitted = ["more", "settings", "preview"].map(|name| last_place(ctx, Id::new(name)));
    let always = [layout.round, layout.order, layout.log, layout.tiles];
    let asked = lesson.into_iter().chain(fitted.into_iter().flatten());
    let asked = asked.chain(floating::question(ctx));
    sheets.chain(always).chain(asked).collect()
}

/// Draws the panels of a battle over the board. Returns the rectangle of the board, and the free
/// part of it.
fn show_panels(
    root: &mut egui::Ui,
    view: &BattleView<'_>,
    (layout, guided): (&Layout, bool),
    asked: &mut Vec<Intent>,
) -> (egui::Rect, egui::Rect) {
    let ctx = root.ctx().clone();
    let panels = &view.panels;
    if let Some(call) = &panels.hand_over {
        let cover =
            egui::CentralPanel::default().frame(theme::panel_frame(root.style()).fill(theme::WELL));
        asked.extend(cover.show(root, |ui| hud::show_hand_over(ui, call)).inner);
        return (egui::Rect::NOTHING, egui::Rect::NOTHING);
    }
    let mut free = layout.clear;
    if let Some(prompt) = &panels.prompt {
        let (answers, place) = floating::show_question(&ctx, prompt, layout.question);
        asked.extend(answers);
        free.max.y = free.max.y.min(place.min.y - theme::GAP);
    }
    if !panels.folds.all {
        show_top(&ctx, view, layout, asked);
        show_sheets(&ctx, view, layout, asked);
    }
    let above_bar = show_bar(&ctx, view, layout, asked);
    free.max.y = free.max.y.min(above_bar - theme::GAP);
    if let Some(preview) = &panels.preview {
        let place = place_of_preview(&ctx, layout, above_bar);
        let ids = (Id::new("preview"), Id::new(preview.subject()));
        sheet(&ctx, ids, place, |ui| hud::show_preview(ui, preview));
    }
    if let Some(recap) = &panels.recap {
        asked.extend(window(&ctx, "recap", |ui| hud::show_recap(ui, recap)));
    }
    show_tool(&ctx, view, layout.clear, asked);
    floating::show_notice(&ctx, &view.notice, free);
    // A lesson tells the player itself what comes next.
    if !guided {
        floating::show_banner(&ctx, panels, layout.clear);
    }
    floating::show_spotlight(&ctx, panels, layout.clear);
    (ctx.viewport_rect(), free)
}

/// Where the preview was last drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LastPreview {
    /// The pass in which it was drawn.
    pass: u64,
    /// True if it moved away from the pointer.
    aside: bool,
}

/// The place of the preview. A preview that appears under the pointer would hide its own cell, so
/// it moves aside, above the panels over the tiles, if there is room. It then stays there, so that
/// its buttons can be reached.
fn place_of_preview(ctx: &egui::Context, layout: &Layout, above_bar: f32) -> egui::Rect {
    let id = Id::new("place of the preview");
    let at = ctx.input(|i| i.pointer.latest_pos());
    let within = at.is_some_and(|at| layout.preview.contains(at));
    let pass = ctx.cumulative_pass_nr();
    let last = ctx.data(|data| data.get_temp::<LastPreview>(id));
    let aside = last.filter(|last| last.pass + 1 >= pass).map_or(within, |last| last.aside);
    ctx.data_mut(|data| data.insert_temp(id, LastPreview { pass, aside }));
    let bottom = layout.preview.max.y.min(above_bar - theme::GAP);
    if !aside || bottom - layout.preview.min.y < LOWEST_PREVIEW {
        return layout.preview;
    }
    let right = layout.preview.center().x > layout.clear.center().x;
    let wide = layout.preview.width() + theme::GAP;
    let mut place = layout.preview.translate(egui::vec2(if right { -wide } else { wide }, 0.0));
    place.max.y = bottom;
    place
}

/// The round, the turn order, the menu and the log.
fn show_top(ctx: &egui::Context, view: &BattleView<'_>, layout: &Layout, asked: &mut Vec<Intent>) {
    let panels = &view.panels;
    plate(ctx, "round", layout.round, |ui| hud::show_round(ui, &panels.order));
    asked.extend(plate(ctx, "order", layout.order, |ui| hud::show_order(ui, &panels.order)));
    show_menu_and_log(ctx, view, layout, panels.folds.log, asked);
}

/// The buttons of the menu, and the log: all of it, or its last lines.
fn show_menu_and_log(
    ctx: &egui::Context,
    view: &BattleView<'_>,
    layout: &Layout,
    whole: bool,
    asked: &mut Vec<Intent>,
) {
    let tools = view.tools();
    asked.extend(plate(ctx, "menu", layout.menu, |ui| hud::show_tools(ui, &tools, whole)));
    let log = &view.panels.log;
    asked.extend(plate(ctx, "log", layout.log, |ui| match whole {
        true => hud::show_log(ui, log),
        false => hud::show_last_lines(ui, log),
    }));
}

/// The sheets of the active unit and of another unit.
fn show_sheets(
    ctx: &egui::Context,
    view: &BattleView<'_>,
    layout: &Layout,
    asked: &mut Vec<Intent>,
) {
    let whole = view.panels.folds.sheet;
    let places = [("sheet", layout.sheet), ("other sheet", layout.other)];
    for (card, (name, place)) in view.panels.cards.iter().zip(places) {
        asked.extend(plate(ctx, name, place, |ui| match whole {
            true => {
                let area = egui::ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
                let shown = area.show(ui, |ui| {
                    theme::keep_off_scroll_bar(ui);
                    hud::show_card(ui, card)
                });
                shown.inner
            }
            false => hud::show_short_card(ui, card),
        }));
    }
}

/// The tiles with the settings of the act being aimed, or what replaces them. Returns the height
/// above which the board is free.
fn show_bar(
    ctx: &egui::Context,
    view: &BattleView<'_>,
    layout: &Layout,
    asked: &mut Vec<Intent>,
) -> f32 {
    let panels = &view.panels;
    if let Some(playback) = &panels.playback {
        let place = layout.tiles.union(layout.decide);
        asked.extend(plate(ctx, "tiles", place, |ui| hud::show_playback(ui, playback)));
        return place.min.y;
    }
    let Some(actions) = &panels.actions else {
        let waits = &panels.order.waits_for;
        if !panels.folds.all && panels.prompt.is_none() && !waits.is_empty() {
            let place = layout.tiles.with_min_y(layout.tiles.max.y - 40.0);
            plate(ctx, "waiting", place, |ui| ui.label(theme::faded(waits)));
        }
        return layout.tiles.min.y;
    };
    asked.extend(plate(ctx, "decide", layout.decide, |ui| hud::show_decide(ui, actions)));
    asked.extend(plate(ctx, "tiles", layout.tiles, |ui| hud::show_tiles(ui, actions)));
    if actions.groups.iter().any(|group| group.open) {
        let id = Id::new("more");
        let (intents, place) = shelf(ctx, id, layout.more, |ui| hud::show_more(ui, actions));
        asked.extend(intents);
        place.min.y
    } else if hud::has_settings(actions) {
        let id = Id::new("settings");
        let (intents, place) = shelf(ctx, id, layout.more, |ui| hud::show_settings(ui, actions));
        asked.extend(intents);
        place.min.y
    } else {
        layout.tiles.min.y
    }
}

/// Draws the result of a battle. Returns the rectangle of the board.
pub(super) fn show_result(
    root: &mut egui::Ui,
    view: &BattleView<'_>,
    guided: &mut Guided<'_>,
    asked: &mut Vec<Intent>,
) -> egui::Rect {
    let ctx = root.ctx().clone();
    let folds = Folds { log: true, ..view.panels.folds };
    let layout = Layout::of(ctx.viewport_rect(), folds);
    show_menu_and_log(&ctx, view, &layout, true, asked);
    let result = view.panels.result.as_ref().filter(|_| view.panels.prompt.is_none());
    let rows = result.map(|result| result.rows.len() + result.house_rules.len().min(1));
    let places = ResultLayout::of(ctx.viewport_rect(), layout.log, rows);
    asked.extend(guided.show(root, &layout, places.clear, (None, None)));
    if let Some(result) = &view.panels.result {
        plate(&ctx, "headline", places.headline, |ui| hud::show_headline(ui, result));
        let question = view.panels.prompt.as_ref();
        let lesson = guided.learning.as_ref().map(|learning| learning.after());
        asked.extend(plate(&ctx, "result", places.table, |ui| {
            hud::show_result(ui, result, question, lesson.as_ref())
        }));
    }
    show_tool(&ctx, view, layout.clear, asked);
    if view.tools().shown().is_some() {
        floating::show_notice(&ctx, &view.notice, layout.clear);
    }
    places.clear
}

/// The open tool panel. The referee's panel can be moved.
fn show_tool(
    ctx: &egui::Context,
    view: &BattleView<'_>,
    board: egui::Rect,
    asked: &mut Vec<Intent>,
) {
    match view.tools().shown() {
        None => {}
        Some(Tool::Orders) => {
            if let Some(orders) = &view.panels.orders {
                asked.extend(window(ctx, "orders", |ui| hud::show_orders(ui, orders)));
            }
        }
        Some(Tool::Referee) => {
            if let Some(referee) = &view.panels.referee {
                let shown = egui::Window::new("referee")
                    .title_bar(false)
                    .resizable(false)
                    .default_pos(board.min + egui::Vec2::splat(theme::GAP))
                    .max_height(board.height() * 0.9)
                    .frame(theme::window_frame(&ctx.global_style()))
                    .show(ctx, |ui| hud::show_referee(ui, referee));
                asked.extend(shown.and_then(|shown| shown.inner).unwrap_or_default());
            }
        }
    }
}
