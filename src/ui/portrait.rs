//! Portraits of units in panels.

use bevy_egui::egui::{
    self, ColorImage, Pos2, Rect, Sense, Stroke, StrokeKind, TextureHandle, vec2,
};

use grid::SideId;
use view::portrait::portrait;
use view::{Colours, palette};

use super::theme;

/// Edge length of the pictures in pixels: enough for a large card on a dense screen.
const PIXELS: usize = 96;
/// Edge length of the side's mark, as a share of the portrait's.
const MARK: f32 = 0.36;

/// Shows the portrait of a figure in the colours of its side, with the side's mark in a corner.
/// `faded` is for units that are out of the fight.
pub fn show(
    ui: &mut egui::Ui,
    figure: &str,
    side: SideId,
    edge: f32,
    faded: bool,
) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(edge, edge), Sense::click());
    if ui.is_rect_visible(rect) {
        let texture = texture(ui.ctx(), figure, theme::look(ui, side), theme::colours(ui));
        let tint = if faded { egui::Color32::from_gray(90) } else { egui::Color32::WHITE };
        let whole = Rect::from_min_max(Pos2::ZERO, egui::pos2(1.0, 1.0));
        let shape = egui::epaint::RectShape::filled(rect, 4.0, tint);
        ui.painter().add(shape.with_texture(texture.id(), whole));
        let edge_line = Stroke::new(1.0, theme::edge(ui));
        ui.painter().rect_stroke(rect, 4.0, edge_line, StrokeKind::Inside);
        let mark = Rect::from_min_size(rect.min, vec2(edge, edge) * MARK);
        theme::paint_side_mark(ui, side, mark);
    }
    response
}

/// The picture of a figure, drawn once.
fn texture(ctx: &egui::Context, figure: &str, look: u8, colours: Colours) -> TextureHandle {
    let id = egui::Id::new(("portrait", figure, look, colours));
    if let Some(known) = ctx.data(|data| data.get_temp::<TextureHandle>(id)) {
        return known;
    }
    let picture = portrait(figure, palette::side_look(colours, look), PIXELS);
    let image = ColorImage::from_rgba_unmultiplied([picture.edge; 2], &picture.rgba);
    let texture = ctx.load_texture(figure, image, egui::TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}
