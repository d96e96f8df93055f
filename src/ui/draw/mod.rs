//! Lays out the panels. The only system that draws with egui; it runs every frame on every screen, as
//! the egui plugin requires.

mod battle;
mod data;
mod focus;

use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Id, LayerId, UiBuilder};

use settings::{KeyMap, Settings};
use view::SidePalette;

use super::board::BoardArea;
use super::deployment;
use super::editor;
use super::floating;
use super::hud::{self, Behind, PagesModel};
use super::intent::{Intent, Tool};
use super::layout::{Layout, MenuLayout};
use super::library::Library;
use super::menu::{self, MenuModel};
use super::notice::{CurrentNotice, Notice};
use super::pages::{Pages, Pause};
use super::plates::window;
use super::saving::Shown;
use super::screen::Screen;
use super::theme;
use data::{BattleView, Guided, OverBoard};
use focus::{has_pointer, keep_keyboard, lingers};

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
    view: BattleView,
    mut menu: ResMut<MenuModel>,
    mut board: ResMut<BoardArea>,
    (mut actions, mut redraw): (MessageWriter<Intent>, MessageWriter<RequestRedraw>),
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
    if view.tools().shown() != Some(Tool::Referee) {
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
            if let Some(deploying) = &view.deploying {
                let layout = Layout::of(ctx.viewport_rect(), view.panels.folds);
                let (root, names) = (&mut root, &view.names);
                (area.rect, area.free) =
                    deployment::show_panels(root, deploying, names, &layout, &mut asked);
                let shown = (area.rect, layout.clear.min.y);
                floating::show_labels(root, names, &over_board.labels, shown);
            }
        }
        Screen::Battle => {
            keep_keyboard(&ctx);
            let drawn = battle::Drawn { view: &view, over_board: &over_board, keys: &keys, paused };
            (area.rect, area.free) = drawn.show(&mut root, &mut guided, &mut asked);
        }
        Screen::Result => {
            keep_keyboard(&ctx);
            area.rect = battle::show_result(&mut root, &view, &mut guided, &mut asked);
        }
        Screen::Editor => {
            keep_keyboard(&ctx);
            area.rect = editor::draw(&mut root, &mut builder, &library, &keys);
            over_board.show_notes(&root, area.rect, Vec::new());
        }
    }
    if screen.get().shows_notices() {
        let notice = shown_notice(&view.notice, &menu).cloned().or_else(|| builder.reading());
        floating::show_notice(&ctx, &CurrentNotice(notice), area.rect);
    }
    if builder.trial.is_some() {
        let clear = match screen.get() {
            Screen::Battle => Layout::of(ctx.viewport_rect(), view.panels.folds).clear,
            _ => area.rect,
        };
        asked.extend(editor::show_way_back(&ctx, clear));
    }
    if paused && view.panels.hand_over.is_none() {
        let replay = view.panels.playback.is_some();
        let behind = behind(*screen.get(), builder.trial.is_some(), replay);
        let in_battle = matches!(behind, Behind::Battle | Behind::Trial);
        let model = PagesModel {
            page: pages.page,
            behind,
            can_save: in_battle && !replay,
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
        actions.write_batch(asked);
    }
}

/// The notice, unless the menu shows it beside its buttons as the reason for a refusal.
fn shown_notice<'n>(notice: &'n CurrentNotice, menu: &MenuModel) -> Option<&'n Notice> {
    notice.0.as_ref().filter(|notice| Some(&notice.text) != menu.problem.as_ref())
}

/// The whole window, behind all panels.
fn root(ctx: &egui::Context) -> egui::Ui {
    let whole = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    egui::Ui::new(ctx.clone(), Id::new("root"), whole)
}

/// The screen behind the pages; a test battle leads back to the editor.
const fn behind(screen: Screen, is_test: bool, is_replay: bool) -> Behind {
    match screen {
        Screen::Menu => Behind::Menu,
        Screen::Editor => Behind::Editor,
        Screen::Deployment => Behind::Deployment,
        Screen::Battle | Screen::Result if is_test => Behind::Trial,
        Screen::Battle | Screen::Result if is_replay => Behind::Replay,
        Screen::Battle | Screen::Result => Behind::Battle,
    }
}
