//! Level thumbnails, made while the menu is open.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::screen::Waker;
use level::Level;
use picture;

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
