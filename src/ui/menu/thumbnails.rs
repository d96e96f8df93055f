//! Level thumbnails, made while the menu is open.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::screen::Waker;
use bevy_egui::egui;
use level::Level;
use picture::{self, Raster};

use super::model::MenuModel;

/// Longer side of a thumbnail, in pixels.
const LONGEST: u32 = 160;

/// Makes one missing thumbnail; a level that cannot be read gets none.
pub(super) fn draw_next(mut menu: ResMut<MenuModel>, waker: Option<Res<Waker>>) {
    let missing = |i: &usize| !menu.thumbnails.contains_key(i);
    let Some(next) = (0..menu.levels.len()).find(missing) else { return };
    let entry = menu.levels.get(next).filter(|entry| entry.problem.is_none());
    let level = entry.and_then(|entry| Level::load(&entry.path).ok());
    let raster = level.and_then(|level| picture::thumbnail(&level, LONGEST).ok());
    menu.thumbnails.insert(next, raster.map(Arc::new));
    // The next frame makes the next one.
    if let Some(wake) = waker {
        wake.0();
    }
}

/// Paints a thumbnail as large as possible in a rectangle.
pub(super) fn paint(ui: &egui::Ui, place: usize, raster: &Raster, within: egui::Rect) {
    let texture = texture(ui.ctx(), place, raster);
    let size = texture.size_vec2();
    let scale = (within.width() / size.x).min(within.height() / size.y);
    let at = egui::Rect::from_center_size(within.center(), size * scale);
    egui::Image::new(&texture).corner_radius(3.0).paint_at(ui, at);
}

/// The texture of a thumbnail; uploaded once.
fn texture(ctx: &egui::Context, place: usize, raster: &Raster) -> egui::TextureHandle {
    // A level that was saved again has a new thumbnail.
    let id = egui::Id::new(("thumbnail", place, std::ptr::from_ref(raster) as usize));
    if let Some(known) = ctx.data(|data| data.get_temp::<egui::TextureHandle>(id)) {
        return known;
    }
    let side = |pixels: u32| usize::try_from(pixels).unwrap_or_default();
    let size = [side(raster.width), side(raster.height)];
    let image = egui::ColorImage::from_rgba_unmultiplied(size, &raster.rgba);
    let texture = ctx.load_texture("thumbnail", image, egui::TextureOptions::LINEAR);
    ctx.data_mut(|data| data.insert_temp(id, texture.clone()));
    texture
}
