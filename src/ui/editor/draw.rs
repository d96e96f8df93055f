//! Lays out the editor's panels around the board.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;

use crate::intent::{Go, Intent};
use crate::library::Library;
use crate::notice::Notice;
use crate::theme;
use bevy_egui::egui::{self, Align2, Id, Panel};
use settings::KeyMap;

use super::action::EditorAction;
use super::balance::Balance;
use super::convert::PendingMap;
use super::dialog::{Chosen, show_dialog};
use super::dialogs::EditorDialogs;
use super::files::take_chosen;
use super::keys::AfterTyping;
use super::panels::{View, show_left, show_right, show_status, show_strip, show_top, show_window};
use super::parts::PartShelf;
use super::pointer::Pointing;
use super::state::EditorState;
use super::test_play::TestPlay;

/// The data that the panels are drawn from, and the writer for their actions.
#[derive(SystemParam)]
pub(crate) struct Drawn<'w, 's> {
    pub editor: Option<Res<'w, EditorState>>,
    pub trial: Option<Res<'w, TestPlay>>,
    papers: ResMut<'w, EditorDialogs>,
    balance: Res<'w, Balance>,
    parts: Res<'w, PartShelf>,
    pointing: Res<'w, Pointing>,
    pending_map: Res<'w, PendingMap>,
    actions: MessageWriter<'w, EditorAction>,
    after: ResMut<'w, AfterTyping>,
    commands: Commands<'w, 's>,
}

impl Drawn<'_, '_> {
    /// Tells the player which map is being read.
    pub(crate) fn reading(&self) -> Option<Notice> {
        self.pending_map.notice()
    }
}

/// Draws the panels and returns the area left for the board.
pub(crate) fn draw(
    root: &mut egui::Ui,
    drawn: &mut Drawn<'_, '_>,
    library: &Library,
    keys: &KeyMap,
) -> egui::Rect {
    let ctx = root.ctx().clone();
    let Some(editor) = drawn.editor.as_deref() else { return egui::Rect::NOTHING };
    let after = drawn.after.0.is_some().then(|| drawn.after.0.take()).flatten();
    if after.is_some() {
        // A text field submits its text when it loses focus.
        ctx.memory_mut(|memory| memory.focused().map(|id| memory.surrender_focus(id)));
    }
    let mut asking = drawn.papers.asking.clone();
    let view = View {
        editor,
        papers: &drawn.papers,
        balance: &drawn.balance,
        parts: &drawn.parts,
        library,
        keys,
        pointing: drawn.pointing.0,
    };
    let mut actions = Vec::new();
    let frame = theme::panel_frame(root.style()).inner_margin(6);
    // An open dialog must be answered first.
    if view.papers.is_open() {
        root.disable();
    }
    let top = Panel::top("editor top").frame(frame).show(root, |ui| show_top(ui, &view));
    actions.extend(top.inner);
    let strip = Panel::top("editor strip").frame(frame);
    actions.extend(strip.show(root, |ui| show_strip(ui, &view)).inner);
    let bottom = Panel::bottom("editor status").frame(frame);
    actions.extend(bottom.show(root, |ui| show_status(ui, &view)).inner);
    let wide = root.ctx().viewport_rect().width();
    let left = Panel::left("editor tools").exact_size((wide * 0.19).clamp(196.0, 240.0));
    actions.extend(left.frame(frame).show(root, |ui| show_left(ui, &view)).inner);
    let right = Panel::right("editor pages").exact_size((wide * 0.21).clamp(208.0, 280.0));
    actions.extend(right.frame(frame).show(root, |ui| show_right(ui, &view)).inner);
    let board = root.available_rect_before_wrap();
    if let Some(asking) = &mut asking {
        let window = egui::Window::new("editor question")
            .title_bar(false)
            .resizable(false)
            .movable(false)
            .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
            .frame(theme::window_frame(&ctx.global_style()));
        let shown = window.show(&ctx, |ui| show_window(ui, &view, asking));
        actions.extend(shown.and_then(|shown| shown.inner).unwrap_or_default());
    }
    if drawn.papers.asking != asking {
        drawn.papers.asking = asking;
    }
    if let Some(extent) = editor.extent() {
        show_extent(&ctx, &extent);
    }
    show_file_dialog(&ctx, drawn);
    actions.extend(after);
    drawn.actions.write_batch(actions);
    board
}

/// Shows the size of the dragged area beside the pointer.
fn show_extent(ctx: &egui::Context, text: &str) {
    let Some(at) = ctx.pointer_latest_pos() else { return };
    let area = egui::Area::new(Id::new("extent")).order(egui::Order::Tooltip).interactable(false);
    area.fixed_pos(at + egui::vec2(18.0, 14.0)).show(ctx, |ui| {
        let frame = theme::plate_frame(ui.style()).inner_margin(4);
        frame.show(ui, |ui| ui.label(text));
    });
}

/// Shows the file dialog, if it is open; returns true if it is. The choice takes effect after this
/// frame.
pub(crate) fn show_file_dialog(ctx: &egui::Context, drawn: &mut Drawn<'_, '_>) -> bool {
    let open = drawn.papers.dialog.is_some();
    let chosen = show_dialog(ctx, drawn.papers.bypass_change_detection());
    if let Some(Chosen { purpose, file }) = chosen {
        drawn.commands.queue(move |world: &mut World| {
            take_chosen(world, Chosen { purpose, file });
        });
    }
    open
}

/// The button that returns from a test battle to the editor, in the upper left corner of the free
/// part.
pub(crate) fn show_way_back(ctx: &egui::Context, clear: egui::Rect) -> Vec<Intent> {
    let shown = egui::Area::new(Id::new("way back"))
        .order(egui::Order::Middle)
        .fixed_pos(clear.left_top() + egui::vec2(8.0, 8.0))
        .show(ctx, |ui| {
            let tip = "End the test and continue editing.";
            ui.button("Back to the editor").on_hover_text(tip).clicked()
        });
    if shown.inner { vec![Intent::Go(Go::Menu)] } else { Vec::new() }
}
