//! Flickering lights: a flame that moves over each, with a pool of light on the ground in the dark.

use std::f32::consts::TAU;

use bevy::light::NotShadowCaster;
use bevy::math::{Vec2, Vec3, Vec4};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::atlas::Patch;
use super::diorama::Diorama;
use super::lamps;
use super::materials::{Materials, raw};
use super::mesh::MeshData;
use super::palette::glow;
use super::quality::Quality;
use super::redraw::Redraw;
use super::relief::Relief;
use super::shapes::{at, ball, lathe, rings};
use grid::{Board, Lamp, Light, Thing, ThingKind};

/// True if flickering lights move; otherwise they burn steadily.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlickeringLights(pub bool);

impl Default for FlickeringLights {
    fn default() -> Self {
        Self(true)
    }
}

/// Marks the entity of a flickering light, with the phase of its movement.
#[derive(Component, Clone, Copy, Debug)]
pub(super) struct Flame(f32);

/// Largest radius of a pool of light, in metres.
const POOL: f32 = 2.4;

/// Flame and pool of a flickering light, and where its mesh has its origin: on the ground below the
/// flame.
pub fn flame(board: &Board, relief: &Relief, thing: &Thing, lamp: Lamp) -> (MeshData, Vec3) {
    let mut mesh = MeshData::new();
    let spot = lamps::flame(thing);
    let color = glow(lamp);
    let middle = at(0.0, spot.y, 0.0);
    match thing.kind {
        ThingKind::Campfire => {
            let tongue = [(0.0, -0.12), (0.15, -0.02), (0.1, 0.18), (0.03, 0.36), (0.0, 0.48)];
            lathe(&mut mesh, &rings(&tongue, color * 1.5), 8, middle);
        }
        _ => ball(&mut mesh, Vec3::splat(0.17), 10, color * 1.3, middle),
    }
    mesh.colors.iter_mut().for_each(|color| color.w = 0.35);
    let dark = board.tile(thing.cell).map_or(Light::Dark, |tile| tile.light.min(board.ambient()));
    let dense = match dark {
        Light::Bright => 0.0,
        Light::Dim => 0.16,
        Light::Dark => 0.26,
    };
    if dense > 0.0 {
        let radius = (0.6 + 0.4 * f32::from(lamp.bright)).min(POOL);
        pool(&mut mesh, radius, color.extend(dense));
    }
    let (x, z) = (f32::from(thing.cell.x) + 0.5, f32::from(thing.cell.y) + 0.5);
    (mesh, Vec3::new(x + spot.x, relief.surface(thing.cell), z + spot.z))
}

/// A round pool on the ground that fades towards its rim.
fn pool(mesh: &mut MeshData, radius: f32, color: Vec4) {
    const PARTS: u8 = 20;
    let uv = Patch::Plain.uv(Vec2::ONE);
    let y = 0.05;
    let hub = mesh.vertex(Vec3::Y * y, Vec3::Y, color, uv, 1.0);
    let rim = color.truncate().extend(0.0);
    for i in 0..=PARTS {
        let (sin, cos) = (-f32::from(i) / f32::from(PARTS) * TAU).sin_cos();
        let next = mesh.vertex(Vec3::new(cos * radius, y, sin * radius), Vec3::Y, rim, uv, 1.0);
        if i > 0 {
            mesh.tri(hub, next - 1, next);
        }
    }
}

/// Size of a flame at a time, along and across: near 1.
fn size(phase: f32, seconds: f32) -> Vec3 {
    let wave = |pace: f32| (seconds * pace + phase * 7.0).sin();
    let wide = 1.0 + 0.05 * wave(9.1) + 0.03 * wave(23.7);
    let tall = 1.0 + 0.10 * wave(11.3) + 0.06 * wave(29.9);
    Vec3::new(wide, tall, wide)
}

/// Rebuilds the flames when the board changes.
pub(super) fn rebuild_flames(
    mut commands: Commands,
    diorama: Res<Diorama>,
    materials: Res<Materials>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut last: Local<u64>,
    flames: Query<Entity, With<Flame>>,
    mut redraw: ResMut<Redraw>,
) {
    let Some((board, relief)) = diorama.board().zip(diorama.relief()) else { return };
    if std::mem::replace(&mut *last, diorama.version()) == diorama.version() {
        return;
    }
    for flame in &flames {
        commands.entity(flame).despawn();
    }
    for (id, thing) in board.things() {
        let Some(lamp) = thing.lamp().filter(|lamp| lamp.flicker) else { continue };
        let (mesh, foot) = flame(board, relief, thing, lamp);
        commands.spawn((
            Flame(f32::from(id.0)),
            Mesh3d(meshes.add(raw(mesh))),
            MeshMaterial3d(materials.overlay.clone()),
            Transform::from_translation(foot),
            NotShadowCaster,
        ));
        redraw.ask();
    }
}

/// Moves the flames if frames are cheap and motion is wanted; otherwise they keep their usual size.
pub(super) fn animate_flames(
    time: Res<Time>,
    wanted: Res<FlickeringLights>,
    quality: Res<Quality>,
    mut flames: Query<(&Flame, &mut Transform)>,
    mut redraws: MessageWriter<RequestRedraw>,
) {
    let moves = wanted.0 && *quality != Quality::Low;
    for (flame, mut place) in &mut flames {
        let scale = if moves { size(flame.0, time.elapsed_secs_wrapped()) } else { Vec3::ONE };
        if place.scale != scale {
            place.scale = scale;
        }
        if moves {
            redraws.write(RequestRedraw);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Cell;

    #[test]
    fn a_flame_stands_over_its_light_and_has_a_pool_only_in_the_dark() {
        let mut board = Board::new(6, 4);
        let fire = Thing::new(ThingKind::Campfire, Cell::new(2, 1));
        let mut triangles = Vec::new();
        for ambient in [Light::Bright, Light::Dark] {
            board.set_ambient(ambient);
            let relief = Relief::new(&board);
            let (mesh, foot) = flame(&board, &relief, &fire, Lamp::FIRE);
            assert_eq!(mesh.fault(), None);
            assert_eq!((foot.x, foot.z), (2.5, 1.5));
            assert!(mesh.colors.iter().all(|color| color.w < 0.5));
            triangles.push(mesh.triangles());
        }
        assert_eq!(triangles[1], triangles[0] + 20);
    }

    #[test]
    fn flames_stay_near_their_usual_size() {
        for step in 0..400u16 {
            let size = size(3.0, f32::from(step) * 0.05);
            assert!((size - Vec3::ONE).abs().max_element() < 0.2, "{size}");
        }
        assert_ne!(size(1.0, 0.4), size(1.0, 0.5));
    }
}
