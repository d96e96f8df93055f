//! Short-lived effects over the board: arrows, blades, bolts of magic, bursts.

use std::collections::HashMap;
use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::light::NotShadowCaster;
use bevy::math::Affine3A;
use bevy::prelude::*;

use super::canvas::chance;
use super::materials::{Materials, finish, raw};
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::quality::Quality;
use super::redraw::Redraw;
use super::shapes::{at, ball, disc, lathe, plate, rings, tube, turned};

/// Kinds of effects. Projectiles point north (towards -z), centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropKind {
    /// An arrow or bolt.
    Arrow,
    /// A thrown blade.
    Blade,
    /// A ball of light in a colour, `0xRRGGBB`.
    Orb(u32),
    /// A burst over one cell in a colour, standing on y = 0 with the middle of the cell at the
    /// origin.
    Burst(u32),
    /// A ring on the ground around one cell, in a colour.
    Ring(u32),
}

/// A short-lived effect. Spawn this component alone and move it by its `Transform`.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
#[require(Transform, Visibility)]
pub struct Prop(pub PropKind);

/// Cache of finished meshes, built on first use.
#[derive(Resource, Default)]
pub(super) struct PropMeshes(HashMap<PropKind, Handle<Mesh>>);

/// Mesh of an effect.
pub fn prop(kind: PropKind) -> MeshData {
    let mut m = MeshData::new();
    match kind {
        PropKind::Arrow => arrow(&mut m),
        PropKind::Blade => blade(&mut m),
        PropKind::Orb(color) => orb(&mut m, srgb(color)),
        PropKind::Burst(color) => burst(&mut m, srgb(color)),
        PropKind::Ring(color) => ring(&mut m, srgb(color)),
    }
    m
}

/// Larger than life, to be visible from the camera's distance.
fn arrow(m: &mut MeshData) {
    let path = [(Vec3::new(0.0, 0.0, 0.38), 0.018), (Vec3::new(0.0, 0.0, -0.30), 0.018)];
    tube(m, &path, 6, srgb(hex::WOOD) * 1.3);
    let point = [(Vec3::new(0.0, 0.0, -0.28), 0.05), (Vec3::new(0.0, 0.0, -0.46), 0.002)];
    tube(m, &point, 6, srgb(hex::STEEL) * 1.2);
    for turn in 0..3 {
        let roll = Quat::from_rotation_z(turn as f32 * TAU / 3.0);
        let corner = |y: f32, z: f32| roll * Vec3::new(0.0, y, z);
        let vane = [corner(0.01, 0.16), corner(0.1, 0.24), corner(0.1, 0.38), corner(0.01, 0.36)];
        let paint = Paint::plain(srgb(hex::BONE));
        m.face4(vane, paint);
        let [a, b, c, d] = vane;
        m.face4([d, c, b, a], paint);
    }
}

fn blade(m: &mut MeshData) {
    let outline = [
        Vec2::new(0.0, 0.30),
        Vec2::new(-0.07, 0.12),
        Vec2::new(-0.045, -0.08),
        Vec2::new(0.045, -0.08),
        Vec2::new(0.07, 0.12),
    ];
    let flat = Affine3A::from_rotation_x(-FRAC_PI_2);
    plate(m, &outline, 0.03, 0.02, Paint::plain(srgb(hex::STEEL) * 1.25), flat);
    let grip = [(Vec3::new(0.0, 0.0, 0.08), 0.028), (Vec3::new(0.0, 0.0, 0.26), 0.028)];
    tube(m, &grip, 6, srgb(hex::LEATHER));
}

fn orb(m: &mut MeshData, color: Vec3) {
    let layers =
        [(0.10, 1.0, Vec3::ONE.lerp(color, 0.35)), (0.17, 0.6, color), (0.26, 0.25, color)];
    for (radius, alpha, paint) in layers {
        let mut layer = MeshData::new();
        ball(&mut layer, Vec3::splat(radius), 12, paint, at(0.0, 0.0, 0.0));
        see_through(m, layer, alpha);
    }
    // A tail that thins out behind it.
    let mut tail = MeshData::new();
    let path = [
        (Vec3::new(0.0, 0.0, 0.05), 0.15),
        (Vec3::new(0.0, 0.0, 0.35), 0.10),
        (Vec3::new(0.0, 0.0, 0.85), 0.01),
    ];
    tube(&mut tail, &path, 8, color);
    see_through(m, tail, 0.45);
}

/// Tongues of light around a bright core.
fn burst(m: &mut MeshData, color: Vec3) {
    let mut ground = MeshData::new();
    disc(&mut ground, Vec3::Y * 0.03, 0.5, 16, Paint::plain(color));
    see_through(m, ground, 0.5);
    for i in 0..7 {
        let (far, turn) = if i == 0 { (0.0, 0.0) } else { (0.3, i as f32 / 6.0 * TAU) };
        let (sin, cos) = turn.sin_cos();
        let tall = 0.55 + 0.45 * chance(i, 3, 17) + if i == 0 { 0.35 } else { 0.0 };
        let wide = 0.11 + 0.05 * chance(i, 5, 23);
        let pale = Vec3::ONE.lerp(color, 0.55 + 0.4 * chance(i, 9, 31));
        let profile = rings(&[(wide * 0.6, 0.0), (wide, tall * 0.3), (0.0, tall)], pale);
        let mut tongue = MeshData::new();
        lathe(&mut tongue, &profile, 7, turned(cos * far, 0.02, sin * far, 0.0));
        see_through(m, tongue, 0.75);
    }
}

fn ring(m: &mut MeshData, color: Vec3) {
    let parts = 32u32;
    let uv = Paint::plain(color).patch.uv(Vec2::ONE);
    let rows = [(0.40, 0.0), (0.46, 0.95), (0.52, 0.95), (0.60, 0.0)];
    for (radius, alpha) in rows {
        for i in 0..parts {
            let (sin, cos) = (i as f32 / parts as f32 * TAU).sin_cos();
            let p = Vec3::new(cos * radius, 0.04, sin * radius);
            m.vertex(p, Vec3::Y, color.extend(alpha), uv, 1.0);
        }
    }
    for k in 0..rows.len() as u32 - 1 {
        for i in 0..parts {
            let (a, b) = (k * parts + i, k * parts + (i + 1) % parts);
            let (c, d) = (a + parts, b + parts);
            m.indices.extend([a, b, d, a, d, c]);
        }
    }
}

/// Adds a layer with this opacity.
fn see_through(m: &mut MeshData, mut layer: MeshData, alpha: f32) {
    for color in &mut layer.colors {
        color.w = alpha;
    }
    m.append(&layer, at(0.0, 0.0, 0.0));
}

/// Gives each new effect its model.
pub(super) fn dress(
    mut commands: Commands,
    quality: Res<Quality>,
    materials: Res<Materials>,
    mut meshes: ResMut<PropMeshes>,
    mut assets: ResMut<Assets<Mesh>>,
    fresh: Query<(Entity, &Prop), Added<Prop>>,
) {
    for (entity, Prop(kind)) in &fresh {
        let solid = matches!(kind, PropKind::Arrow | PropKind::Blade);
        let mesh = meshes.0.entry(*kind).or_insert_with(|| {
            let data = prop(*kind);
            assets.add(if solid { finish(data, *quality, Quat::IDENTITY) } else { raw(data) })
        });
        let material = if solid { &materials.solid } else { &materials.overlay };
        let drawn = (Mesh3d(mesh.clone()), MeshMaterial3d(material.clone()));
        commands.entity(entity).insert((drawn, NotShadowCaster));
    }
}

/// Clears the mesh cache when the quality changes.
pub(super) fn forget(mut meshes: ResMut<PropMeshes>) {
    meshes.0.clear();
}

/// Requests a redraw while effects move and when one is removed.
pub(super) fn notice(
    moved: Query<(), (With<Prop>, Changed<Transform>)>,
    mut removed: RemovedComponents<Prop>,
    mut redraw: ResMut<Redraw>,
) {
    if !moved.is_empty() || removed.read().count() > 0 {
        redraw.ask();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_valid_and_small() {
        for kind in [
            PropKind::Arrow,
            PropKind::Blade,
            PropKind::Orb(0xff8800),
            PropKind::Burst(0xff8800),
            PropKind::Ring(0xff8800),
        ] {
            let m = prop(kind);
            assert_eq!(m.fault(), None, "{kind:?}");
            assert!(m.triangles() < 1500, "{kind:?} {}", m.triangles());
            let (lo, hi) = m.bounds().unwrap();
            assert!((hi - lo).max_element() < 1.6, "{kind:?} {lo} {hi}");
        }
    }

    #[test]
    fn projectiles_point_north() {
        let (lo, _) = prop(PropKind::Arrow).bounds().unwrap();
        let tip = prop(PropKind::Arrow).positions.into_iter().min_by(|a, b| a.z.total_cmp(&b.z));
        assert!(tip.is_some_and(|tip| (tip.z - lo.z).abs() < 1e-5 && tip.x.abs() < 0.01));
    }
}
