//! Kinds of panels over the board.

use super::theme;
use bevy_egui::egui::{self, Align2, Id, LayerId, UiBuilder};

/// A fixed window in the middle of the board.
pub(super) fn window<R>(ctx: &egui::Context, name: &str, show: impl FnOnce(&mut egui::Ui) -> R) -> R
where
    R: Default,
{
    egui::Window::new(name)
        .title_bar(false)
        .resizable(false)
        .movable(false)
        .order(egui::Order::Foreground)
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .frame(theme::window_frame(&ctx.global_style()))
        .show(ctx, show)
        .and_then(|shown| shown.inner)
        .unwrap_or_default()
}

/// A panel over the board, at a place that does not depend on its content.
pub(super) fn plate<R>(
    ctx: &egui::Context,
    name: &str,
    place: egui::Rect,
    show: impl FnOnce(&mut egui::Ui) -> R,
) -> R {
    let area = egui::Area::new(Id::new(name)).order(egui::Order::Middle).fixed_pos(place.min);
    let shown = area.constrain(false).show(ctx, |ui| {
        let frame = theme::plate_frame(ui.style());
        let inner = place - frame.total_margin();
        ui.allocate_rect(place, egui::Sense::hover());
        ui.painter().add(frame.paint(inner));
        // Oversized content is cut off, so that it does not move the edges.
        let mut content = ui.new_child(UiBuilder::new().max_rect(inner));
        content.set_clip_rect(place);
        show(&mut content)
    });
    shown.inner
}

/// A panel at the bottom of a place, only as high as its content needs; it scrolls if it does not
/// fit. Also returns its rectangle.
pub(super) fn shelf<R>(
    ctx: &egui::Context,
    id: Id,
    place: egui::Rect,
    show: impl FnOnce(&mut egui::Ui) -> R,
) -> (R, egui::Rect) {
    fitted(ctx, (id, id), (place, Align2::LEFT_BOTTOM), show)
}

/// A panel at the top of a place, otherwise as [`shelf`]. Whenever `subject` changes, it is shown
/// from the top.
pub(super) fn sheet<R>(
    ctx: &egui::Context,
    (id, subject): (Id, Id),
    place: egui::Rect,
    show: impl FnOnce(&mut egui::Ui) -> R,
) -> (R, egui::Rect) {
    fitted(ctx, (id, subject), (place, Align2::LEFT_TOP), show)
}

/// Where a panel over the board was last drawn; `None` if it is not shown.
pub(super) fn last_place(ctx: &egui::Context, id: Id) -> Option<egui::Rect> {
    ctx.memory(|memory| {
        let layer = LayerId::new(egui::Order::Middle, id);
        memory.areas().is_visible(&layer).then(|| memory.area_rect(id)).flatten()
    })
}

fn fitted<R>(
    ctx: &egui::Context,
    (id, subject): (Id, Id),
    (place, corner): (egui::Rect, Align2),
    show: impl FnOnce(&mut egui::Ui) -> R,
) -> (R, egui::Rect) {
    let area = egui::Area::new(id).order(egui::Order::Middle);
    let area = area.pivot(corner).fixed_pos(corner.pos_in_rect(&place)).constrain(false);
    let shown = area.show(ctx, |ui| {
        // More room than before, so that it can grow.
        ui.set_max_height(place.height().max(0.0));
        let frame = theme::plate_frame(ui.style());
        // In the first frame the window may be smaller than its frames.
        let room = (place - frame.total_margin()).size().max(egui::Vec2::ZERO);
        let content = frame.show(ui, |ui| {
            ui.set_width(room.x);
            let area = egui::ScrollArea::vertical().max_height(room.y).auto_shrink([false, true]);
            let area =
                if changes(ui, id, subject) { area.vertical_scroll_offset(0.0) } else { area };
            area.show(ui, show).inner
        });
        content.inner
    });
    (shown.inner, shown.response.rect)
}

/// True if a panel showed another subject before.
fn changes(ui: &egui::Ui, id: Id, subject: Id) -> bool {
    let last = id.with("subject");
    ui.data_mut(|data| {
        let before = data.get_temp::<Id>(last);
        data.insert_temp(last, subject);
        before != Some(subject)
    })
}
