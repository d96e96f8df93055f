//! Positions the marks of lessons, tips and names in the log in the window.

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::math::Vec3;
use bevy::transform::components::GlobalTransform;

use ui::board::{BoardArea, PointedShape, PointedShapes, PointedSpot, PointedSpots};
use ui::egui::Pos2;
use view::relief::metres;
use view::{BoardCamera, Diorama, stand_height};

/// Height of an outline above the ground and of an arrow above its target, in metres.
const OVER: f32 = 0.06;
const ABOVE: f32 = 0.35;

/// Positions outlines and arrows.
pub(super) fn place(
    meant: Res<PointedSpots>,
    area: Res<BoardArea>,
    diorama: Res<Diorama>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    mut places: ResMut<PointedShapes>,
) {
    let Ok((camera, view)) = camera.single() else { return };
    if !meant.is_changed() && !view.is_changed() && !area.is_changed() {
        return;
    }
    let mut found = PointedShapes::default();
    if let Some((board, relief)) = diorama.board().zip(diorama.relief()) {
        let at = |x: f32, y: f32, z: f32| {
            let at = camera.world_to_viewport(&view, Vec3::new(x, y, z)).ok()?;
            Some(Pos2::new(at.x, at.y))
        };
        let place = |PointedSpot { spot, over }: &PointedSpot| {
            let size = f32::from(spot.size.max(1));
            let (x, z) = (f32::from(spot.cell.x), f32::from(spot.cell.y));
            let ground = spot.height.map(metres);
            let y = ground.unwrap_or_else(|| stand_height(board, relief, spot.cell)) + OVER;
            let corners = [(0.0, 0.0), (size, 0.0), (size, size), (0.0, size)];
            let corners: Option<Vec<Pos2>> =
                corners.iter().map(|(dx, dz)| at(x + dx, y, z + dz)).collect();
            let tip = at(x + size / 2.0, y + metres(*over) + ABOVE, z + size / 2.0);
            let place = corners.zip(tip).filter(|(_, tip)| area.rect.contains(*tip));
            place.map(|(corners, tip)| PointedShape { corners, tip })
        };
        found.lesson = meant.lesson.iter().filter_map(place).collect();
        found.linked = meant.linked.as_ref().and_then(place);
        found.tip = meant.tip.as_ref().and_then(place);
    }
    places.set_if_neq(found);
}
