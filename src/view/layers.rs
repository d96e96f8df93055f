//! Layers over the ground of the board: volumes, ground marks and the overlay.

use bevy::camera::visibility::NoFrustumCulling;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::diorama::Diorama;
use super::materials::{Materials, raw};
use super::overlay::{Overlay, overlay};
use super::palette::Colours;
use super::redraw::Redraw;
use super::{ground_marks, volumes, weather};

/// Marks the entity that draws smoke, murk and other volumes.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct VolumePart;

/// Marks the entity that draws the overlay.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct OverlayPart;

/// Rebuilds volumes and ground marks when they or the board changed.
pub(super) fn draw_volumes(
    mut commands: Commands,
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut last: Local<u64>,
    parts: Query<Entity, With<VolumePart>>,
) {
    let (Some(board), Some(relief)) = (diorama.board(), diorama.relief()) else { return };
    if std::mem::replace(&mut *last, diorama.version()) == diorama.version() {
        return;
    }
    for part in &parts {
        commands.entity(part).despawn();
    }
    let mut mesh = volumes::volumes(board, relief);
    ground_marks::marks(&mut mesh, board, relief);
    weather::sheets(&mut mesh, board, relief);
    if !mesh.is_empty() {
        commands.spawn((
            VolumePart,
            Mesh3d(meshes.add(raw(mesh))),
            MeshMaterial3d(materials.overlay.clone()),
            NotShadowCaster,
        ));
    }
}

/// Rebuilds the overlay when its marks or the ground below changed.
pub(super) fn draw_overlay(
    mut commands: Commands,
    (marks, colours): (Res<Overlay>, Res<Colours>),
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut redraw: ResMut<Redraw>,
    mut last: Local<Option<Overlay>>,
    parts: Query<Entity, With<OverlayPart>>,
) {
    let (Some(board), Some(relief)) = (diorama.board(), diorama.relief()) else { return };
    if !diorama.is_changed() && !colours.is_changed() && last.as_ref() == Some(&*marks) {
        return;
    }
    *last = Some(marks.clone());
    redraw.ask();
    let mesh = overlay(board, relief, &marks, *colours);
    let part = parts.iter().next();
    if mesh.is_empty() {
        if let Some(e) = part {
            commands.entity(e).despawn();
        }
        return;
    }
    let mesh = Mesh3d(meshes.add(raw(mesh)));
    match part {
        Some(e) => {
            commands.entity(e).insert(mesh);
        }
        None => {
            commands.spawn((
                OverlayPart,
                mesh,
                MeshMaterial3d(materials.overlay.clone()),
                NotShadowCaster,
                NoFrustumCulling,
            ));
        }
    }
}
