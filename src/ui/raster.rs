//! Pictures in the panels, such as thumbnails of levels.

use std::fmt::Debug;
use std::hash::Hash;

use picture::Raster;

use bevy_egui::egui;

/// Paints a picture as large as fits into a place. `name` identifies it.
pub(super) fn paint(ui: &egui::Ui, name: impl Hash + Debug, raster: &Raster, within: egui::Rect) {
    let texture = texture(ui.ctx(), name, raster);
    let size = texture.size_vec2();
    let scale = (within.width() / size.x).min(within.height() / size.y);
    let at = egui::Rect::from_center_size(within.center(), size * scale);
    egui::Image::new(&texture).corner_radius(3.0).paint_at(ui, at);
}

/// The texture of a picture; uploaded once.
fn texture(ctx: &egui::Context, name: impl Hash + Debug, raster: &Raster) -> egui::TextureHandle {
    // A level that was saved again has a new picture.
    let id = egui::Id::new(("raster", name, std::ptr::from_ref(raster) as usize));
    if let Some(known) = ctx.data(|data| data.get_temp::<egui::TextureHandle>(id)) {
        return known;
    }
    let side = |pixels: u32| usize::try_from(pixels).unwrap_or_default();
    let size = [side(raster.width), side(raster.height)];
    let image = egui::ColorImage::from_rgba_unmultiplied(size, &raster.rgba);
    let texture = ctx.load_texture("raster", image, egui::TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}
