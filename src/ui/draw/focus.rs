//! Whether pointer and keyboard belong to the board or to a panel.

use bevy_egui::egui::{self, Id};

use crate::hud;

/// In a battle the keyboard belongs to the board: buttons drop focus after a click, and Tab cycles
/// through units. Text fields keep the focus, and so does the log while it is read with the
/// keyboard.
pub(super) fn keep_keyboard(ctx: &egui::Context) {
    let Some(id) = ctx.memory(egui::Memory::focused) else { return };
    if hud::reads_log(ctx, id) {
        return;
    }
    if egui::text_edit::TextEditState::load(ctx, id).is_none() {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}

pub(super) fn has_pointer(ctx: &egui::Context, board: egui::Rect) -> bool {
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
pub(super) fn lingers(ctx: &egui::Context, over_board: bool) -> bool {
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
