//! Lays out the panels. The only system that draws with egui; it
//! runs every frame on every screen, as the egui plugin requires.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::state::state::State as InState;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;

use super::action::UiAction;
use super::annotations;
use super::board::{
    Annotations, BoardArea, Busy, Floats, Labels, LensTexts, PointedShapes, PointedSpots, Rolling,
    Show, StatusArcs,
};
use super::deployment::{self, Deploying};
use super::editor;
use super::floating;
use super::hud::{self, Behind, PagesModel, ToolsModel};
use super::intent::{Intent, Tool};
use super::layout::{Layout, MenuLayout, ResultLayout};
use super::learn::{self, GuideModel};
use super::learning::{Learning, Lessons};
use super::lens_panels;
use super::library::Library;
use super::menu::{self, MenuModel};
use super::names::Names;
use super::notice::CurrentNotice;
use super::pages::{Pages, Pause};
use super::panels::Panels;
use super::plates::{plate, sheet, shelf, window};
use super::saving::Shown;
use super::screen::Screen;
use super::selection::Selection;
use super::theme;
use super::tips::{self, Around, CurrentTip};
use super::unit_status;
use battle::CurrentStatus;
use bevy_egui::egui::{self, Id, LayerId, UiBuilder};
use grid::UnitId;
use settings::{KeyMap, Settings};
use view::SidePalette;

/// The data that the panels of a battle are drawn from.
#[derive(SystemParam)]
pub(super) struct Table<'w> {
    selection: Res<'w, Selection>,
    names: Res<'w, Names>,
    panels: Res<'w, Panels>,
    notice: Res<'w, CurrentNotice>,
    deploying: Option<Res<'w, Deploying>>,
}

impl Table<'_> {
    /// The tool panels available now, and the open one.
    fn tools(&self) -> ToolsModel {
        self.panels.tools(self.selection.open)
    }
}

/// The data that the panel of a lesson is drawn from.
#[derive(SystemParam)]
pub(super) struct Guided<'w> {
    learning: Option<Res<'w, Learning>>,
    lessons: Res<'w, Lessons>,
    meant: Res<'w, PointedSpots>,
    places: Res<'w, PointedShapes>,
    show: MessageWriter<'w, Show>,
    status: Option<Res<'w, CurrentStatus>>,
    tip: Res<'w, CurrentTip>,
    busy: Res<'w, Busy>,
}

impl Guided<'_> {
    /// Height of the panel with the space below it, in points; 0 without a lesson.
    fn height(&self) -> f32 {
        if self.learning.is_some() { learn::HEIGHT + theme::GAP } else { 0.0 }
    }

    /// Draws the panel of the lesson in the upper part of `clear`, and the marks of its step.
    fn show(
        &mut self,
        root: &egui::Ui,
        layout: &Layout,
        clear: egui::Rect,
        (actions, actor): (Option<&hud::ActionsModel>, Option<UnitId>),
    ) -> Vec<Intent> {
        let Some(learning) = &self.learning else { return Vec::new() };
        let ctx = root.ctx();
        learn::outline(root, &self.places.lesson);
        let (marks, view) = ((&*self.meant, &*self.places), (layout.clear, actor));
        let shown = (!self.busy.0).then(|| learn::brought_into_view(ctx, learning, marks, view));
        self.show.write_batch(shown.flatten());
        learn::mark(ctx, learning, layout, actions);
        let over = learn::is_over(self.status.as_deref());
        let model = GuideModel::of(learning, actions, over);
        plate(ctx, "lesson", learn::place(clear), |ui| learn::show(ui, &model))
    }
}

impl Guided<'_> {
    /// Draws the tip, if there is one.
    fn tip(
        &self,
        ctx: &egui::Context,
        layout: &Layout,
        panels: &Panels,
        keys: &KeyMap,
    ) -> Vec<Intent> {
        let Some(tip) = &self.tip.shown else { return Vec::new() };
        let around =
            Around { layout, actions: panels.actions.as_ref(), places: &self.places, keys };
        tips::show(ctx, tip, &around)
    }
}

/// What is written over the board.
#[derive(SystemParam)]
pub(super) struct OverBoard<'w> {
    labels: Res<'w, Labels>,
    answers: Res<'w, LensTexts>,
    floats: Res<'w, Floats>,
    rolling: Res<'w, Rolling>,
    jottings: Res<'w, Annotations>,
    crests: Res<'w, StatusArcs>,
}

impl OverBoard<'_> {
    /// All of it but the roll in progress. `top` is the upper end of what panels leave free.
    fn show(&self, root: &egui::Ui, names: &Names, (area, top): (egui::Rect, f32)) {
        let taken = unit_status::show(root, &self.crests, area);
        let words = annotations::show(root, &self.jottings, area, taken);
        floating::show_labels(root, names, &self.labels, (area, top));
        floating::show_answers(root, &self.answers, area, &words);
        floating::show_floats(root, &self.floats, area);
    }

    /// Notes on cells, and the answers of a lens.
    fn show_notes(&self, root: &egui::Ui, area: egui::Rect, taken: Vec<egui::Rect>) {
        let words = annotations::show(root, &self.jottings, area, taken);
        floating::show_answers(root, &self.answers, area, &words);
    }
}

/// Keeps the theme up to date with the settings.
fn dress(
    ctx: &egui::Context,
    keys: &Res<KeyMap>,
    settings: &Res<Settings>,
    palette: &Res<SidePalette>,
) {
    theme::warm_letters(ctx);
    if keys.is_changed() {
        theme::name_keys(ctx, keys);
    }
    if settings.is_changed() {
        theme::set_colours(ctx, settings.colours);
    }
    if palette.is_changed() {
        theme::set_side_palette(ctx, **palette);
    }
}

/// Draws the screen's panels and collects the player's intents.
pub(super) fn draw(
    mut contexts: EguiContexts,
    (screen, pause, pages): (Res<InState<Screen>>, Res<InState<Pause>>, Res<Pages>),
    table: Table,
    mut menu: ResMut<MenuModel>,
    mut board: ResMut<BoardArea>,
    (mut actions, mut redraw): (MessageWriter<UiAction>, MessageWriter<RequestRedraw>),
    over_board: OverBoard,
    (library, settings): (Res<Library>, Res<Settings>),
    (keys, side_palette): (Res<KeyMap>, Res<SidePalette>),
    (saves, mut guided): (Res<Shown>, Guided),
    mut builder: editor::Drawn,
    mut dressed: Local<bool>,
) {
    // There is no context before the camera exists.
    let Ok(ctx) = contexts.ctx_mut() else { return };
    let ctx = ctx.clone();
    if !std::mem::replace(&mut *dressed, true) {
        theme::install(&ctx);
    }
    dress(&ctx, &keys, &settings, &side_palette);
    let mut root = root(&ctx);
    if table.tools().shown() != Some(Tool::Referee) {
        hud::forget_referee(&ctx);
    }
    let paused = *pause.get() == Pause::Paused;
    let mut asked = Vec::new();
    let mut area = *board;
    match screen.get() {
        Screen::Menu => {
            let shown = &mut *menu;
            let choosing = editor::show_file_dialog(&ctx, &mut builder);
            if paused || choosing {
                root.disable();
            }
            let unsaved = editor::has_unsaved(builder.editor.as_deref());
            shown.unsaved = builder.editor.is_some().then_some(unsaved);
            asked.extend(menu::show(&mut root, shown));
            area.rect = MenuLayout::of(ctx.viewport_rect()).clear;
        }
        Screen::Deployment => {
            keep_keyboard(&ctx);
            if let Some(deploying) = &table.deploying {
                let layout = Layout::of(ctx.viewport_rect(), table.panels.folds);
                let (root, names) = (&mut root, &table.names);
                (area.rect, area.free) =
                    deployment::show_panels(root, deploying, names, &layout, &mut asked);
                let shown = (area.rect, layout.clear.min.y);
                floating::show_labels(root, names, &over_board.labels, shown);
            }
        }
        Screen::Battle => {
            keep_keyboard(&ctx);
            let mut layout = Layout::of(ctx.viewport_rect(), table.panels.folds);
            let clear = layout.clear;
            layout.clear.min.y += guided.height();
            // The second unfolded sheet lies below the panel of a lesson.
            if guided.height() > 0.0 && table.panels.folds.sheet {
                layout.other.min.y = layout.other.min.y.max(layout.clear.min.y);
            }
            (area.rect, area.free) =
                show_battle(&mut root, &table, (&layout, guided.height() > 0.0), &mut asked);
            over_board.show(&root, &table.names, (area.rect, layout.clear.min.y));
            let covered = table.panels.hand_over.is_some();
            if !covered && !table.panels.folds.all {
                let lens = (table.selection.lens, table.panels.lens.as_ref());
                let lesson = (guided.height() > 0.0).then(|| learn::place(clear));
                let panels = in_the_way(&ctx, &table, &layout, lesson);
                asked.extend(lens_panels::show(&ctx, lens, &layout, panels));
            }
            if !covered {
                floating::show_roll(&ctx, &over_board.rolling, area.free);
                learn::outline(&root, guided.places.linked.iter().chain(&guided.places.hint));
            }
            if !paused && !covered {
                let acting = (table.panels.actions.as_ref(), table.selection.options.actor);
                asked.extend(guided.show(&root, &layout, clear, acting));
                asked.extend(guided.tip(&ctx, &layout, &table.panels, &keys));
            }
        }
        Screen::Result => {
            keep_keyboard(&ctx);
            area.rect = show_result(&mut root, &table, &mut guided, &mut asked);
        }
        Screen::Editor => {
            keep_keyboard(&ctx);
            area.rect = editor::draw(&mut root, &mut builder, &library, &keys);
            over_board.show_notes(&root, area.rect, Vec::new());
        }
    }
    if builder.trial.is_some() {
        let clear = match screen.get() {
            Screen::Battle => Layout::of(ctx.viewport_rect(), table.panels.folds).clear,
            _ => area.rect,
        };
        asked.extend(editor::show_way_back(&ctx, clear));
    }
    if paused && table.panels.hand_over.is_none() {
        let behind = behind(*screen.get(), builder.trial.is_some());
        let in_battle = matches!(behind, Behind::Battle | Behind::Trial);
        let model = PagesModel {
            page: pages.page,
            behind,
            can_save: in_battle && table.panels.playback.is_none(),
            saves: &saves.0,
            lessons: &guided.lessons.0,
            settings: &settings,
            keys: &keys,
            binding: pages.binding,
            library: &library.0,
            ruleset: menu.chosen_ruleset(),
        };
        asked.extend(window(&ctx, "pages", |ui| hud::show_pages(ui, &model)));
    }
    area.has_pointer = lingers(&ctx, has_pointer(&ctx, area.rect));
    area.typing = ctx.egui_wants_keyboard_input();
    if !area.has_pointer && has_pointer(&ctx, area.rect) {
        // The pointer counts again even without further input.
        redraw.write(RequestRedraw);
    }
    // Layout-dependent data is recomputed only when the board rectangle changes.
    board.set_if_neq(area);
    if !asked.is_empty() {
        actions.write_batch(asked.into_iter().map(UiAction::Ask));
    }
}

/// The rectangles of panels that a lens's legend must not cover. `lesson` is the panel of a lesson.
fn in_the_way(
    ctx: &egui::Context,
    table: &Table<'_>,
    layout: &Layout,
    lesson: Option<egui::Rect>,
) -> Vec<egui::Rect> {
    let panels = &table.panels;
    let sheets = [layout.sheet, layout.other].into_iter().take(panels.cards.len());
    let actions = panels.actions.as_ref();
    let opens = |actions: &hud::ActionsModel| {
        actions.groups.iter().any(|group| group.open) || hud::has_settings(actions)
    };
    let more = actions.filter(|actions| opens(actions)).map(|_| layout.more);
    let preview = panels.preview.as_ref().map(|_| layout.preview);
    let always = [layout.round, layout.order, layout.log, layout.tiles];
    let asked = lesson.into_iter().chain(more).chain(preview).chain(floating::question(ctx));
    sheets.chain(always).chain(asked).collect()
}

/// The whole window, behind all panels.
fn root(ctx: &egui::Context) -> egui::Ui {
    let whole = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    egui::Ui::new(ctx.clone(), Id::new("root"), whole)
}

/// The screen behind the pages; a test battle leads back to the editor.
const fn behind(screen: Screen, is_test: bool) -> Behind {
    match screen {
        Screen::Menu => Behind::Menu,
        Screen::Editor => Behind::Editor,
        Screen::Deployment => Behind::Deployment,
        Screen::Battle | Screen::Result if is_test => Behind::Trial,
        Screen::Battle | Screen::Result => Behind::Battle,
    }
}

/// In a battle the keyboard belongs to the board: buttons drop focus after a click, and Tab cycles
/// through units. Text fields keep the focus, and so does the log while it is read with the
/// keyboard.
fn keep_keyboard(ctx: &egui::Context) {
    let Some(id) = ctx.memory(egui::Memory::focused) else { return };
    if hud::reads_log(ctx, id) {
        return;
    }
    if egui::text_edit::TextEditState::load(ctx, id).is_none() {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}

fn has_pointer(ctx: &egui::Context, board: egui::Rect) -> bool {
    let Some(at) = ctx.input(|i| i.pointer.latest_pos()) else { return false };
    let on_background =
        ctx.layer_id_at(at).is_none_or(|layer| layer.order == egui::Order::Background);
    board.contains(at) && on_background && !ctx.egui_is_using_pointer()
}

/// How long the board ignores a pointer that rests where a panel was, in seconds: the click was
/// meant for the panel.
const LINGER: f64 = 0.3;
/// Distance that a resting pointer may move, in points.
const RESTING: f32 = 3.0;

/// Where and when the pointer was last over a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OverPanel {
    at: egui::Pos2,
    time: f64,
}

/// True if the pointer is over the board, and not resting where a panel was a moment ago.
fn lingers(ctx: &egui::Context, over_board: bool) -> bool {
    let Some(at) = ctx.input(|i| i.pointer.latest_pos()) else { return false };
    let id = Id::new("pointer over a panel");
    let now = OverPanel { at, time: ctx.input(|i| i.time) };
    if !over_board {
        ctx.data_mut(|data| data.insert_temp(id, now));
        return false;
    }
    let before = ctx.data(|data| data.get_temp::<OverPanel>(id));
    before.is_none_or(|before| !is_at_rest(before, now))
}

/// True if the pointer still rests where it was over a panel a moment ago.
fn is_at_rest(before: OverPanel, now: OverPanel) -> bool {
    before.at.distance(now.at) < RESTING && now.time - before.time < LINGER
}

/// Draws the panels of a battle over the board. Returns the rectangle of the board, and the free
/// part of it.
fn show_battle(
    root: &mut egui::Ui,
    table: &Table<'_>,
    (layout, guided): (&Layout, bool),
    asked: &mut Vec<Intent>,
) -> (egui::Rect, egui::Rect) {
    let ctx = root.ctx().clone();
    let panels = &table.panels;
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
        show_top(&ctx, table, layout, asked);
        show_sheets(&ctx, table, layout, asked);
    }
    let above_bar = show_bar(&ctx, table, layout, asked);
    free.max.y = free.max.y.min(above_bar - theme::GAP);
    if let Some(preview) = &panels.preview {
        let place = place_of_preview(&ctx, layout);
        sheet(&ctx, Id::new("preview"), place, |ui| hud::show_preview(ui, preview));
    }
    if let Some(recap) = &panels.recap {
        asked.extend(window(&ctx, "recap", |ui| hud::show_recap(ui, recap)));
    }
    show_tool(&ctx, table, layout.clear, asked);
    floating::show_notice(&ctx, &table.notice, free);
    // A lesson says itself what comes next.
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
/// it moves aside. It then stays there, so that its buttons can be reached.
fn place_of_preview(ctx: &egui::Context, layout: &Layout) -> egui::Rect {
    let id = Id::new("place of the preview");
    let at = ctx.input(|i| i.pointer.latest_pos());
    let within = at.is_some_and(|at| layout.preview.contains(at));
    let pass = ctx.cumulative_pass_nr();
    let last = ctx.data(|data| data.get_temp::<LastPreview>(id));
    let aside = last.filter(|last| last.pass + 1 >= pass).map_or(within, |last| last.aside);
    ctx.data_mut(|data| data.insert_temp(id, LastPreview { pass, aside }));
    let right = layout.preview.center().x > layout.clear.center().x;
    let by = match (aside, layout.preview.width() + theme::GAP) {
        (false, _) => 0.0,
        (true, wide) if right => -wide,
        (true, wide) => wide,
    };
    layout.preview.translate(egui::vec2(by, 0.0))
}

/// The round, the turn order, the menu and the log.
fn show_top(ctx: &egui::Context, table: &Table<'_>, layout: &Layout, asked: &mut Vec<Intent>) {
    let panels = &table.panels;
    plate(ctx, "round", layout.round, |ui| hud::show_round(ui, &panels.order));
    asked.extend(plate(ctx, "order", layout.order, |ui| hud::show_order(ui, &panels.order)));
    show_menu_and_log(ctx, table, layout, panels.folds.log, asked);
}

/// The buttons of the menu, and the log: all of it, or its last lines.
fn show_menu_and_log(
    ctx: &egui::Context,
    table: &Table<'_>,
    layout: &Layout,
    whole: bool,
    asked: &mut Vec<Intent>,
) {
    let tools = table.tools();
    asked.extend(plate(ctx, "menu", layout.menu, |ui| hud::show_tools(ui, &tools, whole)));
    let log = &table.panels.log;
    asked.extend(plate(ctx, "log", layout.log, |ui| match whole {
        true => hud::show_log(ui, log),
        false => hud::show_last_lines(ui, log),
    }));
}

/// The sheets of the active unit and of another unit.
fn show_sheets(ctx: &egui::Context, table: &Table<'_>, layout: &Layout, asked: &mut Vec<Intent>) {
    let whole = table.panels.folds.sheet;
    let places = [("sheet", layout.sheet), ("other sheet", layout.other)];
    for (card, (name, place)) in table.panels.cards.iter().zip(places) {
        asked.extend(plate(ctx, name, place, |ui| match whole {
            true => {
                let area = egui::ScrollArea::vertical().id_salt(name).auto_shrink([false, false]);
                area.show(ui, |ui| hud::show_card(ui, card)).inner
            }
            false => hud::show_short_card(ui, card),
        }));
    }
}

/// The tiles with the settings of the act being aimed, or what replaces them. Returns the height
/// above which the board is free.
fn show_bar(
    ctx: &egui::Context,
    table: &Table<'_>,
    layout: &Layout,
    asked: &mut Vec<Intent>,
) -> f32 {
    let panels = &table.panels;
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
        asked.extend(plate(ctx, "more", layout.more, |ui| hud::show_more(ui, actions)));
        layout.more.min.y
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
fn show_result(
    root: &mut egui::Ui,
    table: &Table<'_>,
    guided: &mut Guided<'_>,
    asked: &mut Vec<Intent>,
) -> egui::Rect {
    let ctx = root.ctx().clone();
    let folds = super::panels::Folds { log: true, ..table.panels.folds };
    let layout = Layout::of(ctx.viewport_rect(), folds);
    show_menu_and_log(&ctx, table, &layout, true, asked);
    let result = table.panels.result.as_ref().filter(|_| table.panels.prompt.is_none());
    let rows = result.map(|result| result.rows.len() + result.house_rules.len().min(1));
    let places = ResultLayout::of(ctx.viewport_rect(), layout.log, rows);
    asked.extend(guided.show(root, &layout, places.clear, (None, None)));
    if let Some(result) = &table.panels.result {
        plate(&ctx, "headline", places.headline, |ui| hud::show_headline(ui, result));
        let question = table.panels.prompt.as_ref();
        let lesson = guided.learning.as_ref().map(|learning| learning.after());
        asked.extend(plate(&ctx, "result", places.table, |ui| {
            hud::show_result(ui, result, question, lesson.as_ref())
        }));
    }
    show_tool(&ctx, table, layout.clear, asked);
    if table.tools().shown().is_some() {
        floating::show_notice(&ctx, &table.notice, layout.clear);
    }
    places.clear
}

/// The open tool panel. The referee's panel can be moved.
fn show_tool(ctx: &egui::Context, table: &Table<'_>, board: egui::Rect, asked: &mut Vec<Intent>) {
    match table.tools().shown() {
        None => {}
        Some(Tool::Orders) => {
            if let Some(orders) = &table.panels.orders {
                asked.extend(window(ctx, "orders", |ui| hud::show_orders(ui, orders)));
            }
        }
        Some(Tool::Referee) => {
            if let Some(referee) = &table.panels.referee {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_resting_where_a_panel_was_is_not_yet_over_the_board() {
        let over = |x: f32, time| OverPanel { at: egui::pos2(x, 40.0), time };
        assert!(is_at_rest(over(100.0, 2.0), over(101.0, 2.1)));
        assert!(!is_at_rest(over(100.0, 2.0), over(120.0, 2.1)), "it has moved on");
        assert!(!is_at_rest(over(100.0, 2.0), over(100.0, 2.5)), "the panel is long gone");
    }
}
