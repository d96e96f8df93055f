//! What is under the pointer.

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::transform::components::GlobalTransform;
use bevy::window::{PrimaryWindow, Window};

use grid::UnitId;
use ui::board::Pointed;
use view::pick::{Pick, PickBody, Scenery, pick};
use view::{BoardCamera, Diorama, Mini, OpenDecks, WallCut};

use super::figures::MiniEntities;

/// A point at most this far above the ground is on it, in metres.
const LEVEL: f32 = 0.05;

/// Follows the ray under the pointer to the board.
pub(super) fn point(
    window: Query<&Window, With<PrimaryWindow>>,
    camera: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    (diorama, open): (Res<Diorama>, Res<OpenDecks>),
    cast: Res<MiniEntities>,
    minis: Query<&Mini>,
    mut pointed: ResMut<Pointed>,
) {
    let met = || -> Option<Pick> {
        let at = window.single().ok()?.cursor_position()?;
        let (camera, place) = camera.single().ok()?;
        let ray = camera.viewport_to_world(place, at).ok()?;
        let bodies: Vec<PickBody> = cast
            .0
            .iter()
            .filter_map(|(id, entity)| Some(minis.get(*entity).ok()?.pick_body(id.0)))
            .collect();
        let (board, relief) = (diorama.board()?, diorama.relief()?);
        let scenery = Scenery { board, relief, cut: diorama.cut, open: &open.0 };
        pick(scenery, &bodies, ray.origin, *ray.direction)
    };
    let met = met();
    // Without whole walls the decks are not hit, so that what lies below one is uncertain.
    let ground = met.zip(diorama.relief()).is_some_and(|(m, relief)| {
        let is_open = m.floor.is_none() && m.body.is_none() && diorama.cut == WallCut::Full;
        is_open && m.point.y <= relief.surface(m.cell) + LEVEL
    });
    pointed.set_if_neq(Pointed {
        cell: met.map(|m| m.cell),
        floor: met.and_then(|m| m.floor),
        ground,
        unit: met.and_then(|m| m.body).map(UnitId),
    });
}
