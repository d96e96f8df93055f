//! Building blocks of the menu.

use crate::theme;
use bevy_egui::egui;
use grid::SideId;

/// A panel of the menu in a given rectangle.
pub(super) fn panel(ui: &mut egui::Ui, place: egui::Rect, show: impl FnOnce(&mut egui::Ui)) {
    let frame = theme::plate_frame(ui.style());
    let inner = place - frame.total_margin();
    ui.painter().add(frame.paint(inner));
    let mut content = ui.new_child(egui::UiBuilder::new().max_rect(inner));
    content.set_clip_rect(place);
    show(&mut content);
}

/// Keeps text clear of the scroll bar.
pub(super) fn leave_room_for_the_bar(ui: &mut egui::Ui) {
    let scroll = &mut ui.spacing_mut().scroll;
    scroll.floating_allocated_width = scroll.bar_width;
}

/// A caption over a group of choices.
pub(super) fn caption(ui: &mut egui::Ui, text: &str) {
    ui.label(egui::RichText::new(text).size(12.0).strong().color(theme::BRASS));
}

/// The side at an index of a level's list.
pub(super) fn side_of(place: usize) -> SideId {
    SideId(u8::try_from(place).unwrap_or(u8::MAX))
}
