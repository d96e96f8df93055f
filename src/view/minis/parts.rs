//! Parts that several figures share. Lengths are metres; figures face -z, their left is -x.

use bevy::math::{Affine3A, Vec2, Vec3};

use crate::mesh::{MeshData, Paint};
use crate::palette::{hex, srgb};
use crate::shapes::{ball, lathe, plate, rings, tube};

/// Thickness of an ordinary leg, in metres.
pub const THIGH: f32 = 0.075;

/// Shorthand for a point.
pub fn v(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

/// A limb of two segments with a joint.
pub fn limb(m: &mut MeshData, points: [Vec3; 3], radii: [f32; 3], upper: Vec3, lower: Vec3) {
    tube(m, &[(points[0], radii[0]), (points[1], radii[1])], 8, upper);
    tube(m, &[(points[1], radii[1] * 1.02), (points[2], radii[2])], 8, lower);
    ball(m, Vec3::splat(radii[1] * 1.08), 8, lower, Affine3A::from_translation(points[1]));
}

/// Two legs with boots; `stance` is half the distance between the feet, `stride` how far the left
/// foot stands forward and the right foot back.
pub fn legs(m: &mut MeshData, stance: f32, stride: f32, thick: f32, cloth: Vec3, boot: Vec3) {
    for side in [-1.0, 1.0] {
        let z = -stride * -side;
        let foot = v(stance * side, 0.05, z);
        let knee = v(stance * 0.95 * side, 0.33, z * 0.55 - 0.035);
        limb(
            m,
            [v(0.085 * side, 0.62, 0.0), knee, foot],
            [thick * 1.2, thick, thick * 0.85],
            cloth,
            boot,
        );
        ball(
            m,
            v(thick * 1.05, 0.055, 0.12),
            8,
            boot * 0.9,
            Affine3A::from_translation(foot + v(0.0, -0.005, -0.045)),
        );
    }
}

/// An arm from the shoulder over the elbow to a hand.
pub fn arm(m: &mut MeshData, points: [Vec3; 3], thick: f32, sleeve: Vec3, cuff: Vec3, hand: Vec3) {
    limb(m, points, [thick * 1.15, thick, thick * 0.82], sleeve, cuff);
    ball(m, Vec3::splat(thick * 1.05), 8, hand, Affine3A::from_translation(points[2]));
}

/// A lathed body, flattened front to back by `flat`.
pub fn body(m: &mut MeshData, profile: &[(f32, f32)], flat: f32, color: Vec3) {
    lathe(m, &rings(profile, color), 14, Affine3A::from_scale(v(1.0, 1.0, flat)));
}

/// A bare head with a simple face: brow, nose and eyes.
pub fn head(m: &mut MeshData, at: Vec3, size: f32) {
    let skin = srgb(hex::SKIN);
    ball(m, v(0.115, 0.135, 0.125) * size, 12, skin, Affine3A::from_translation(at));
    ball(
        m,
        v(0.026, 0.035, 0.035) * size,
        6,
        skin * 0.93,
        Affine3A::from_translation(at + v(0.0, -0.015, -0.125) * size),
    );
    for x in [-0.045, 0.045] {
        ball(
            m,
            v(0.02, 0.014, 0.012) * size,
            6,
            srgb(0x2a1d18),
            Affine3A::from_translation(at + v(x, 0.022, -0.112) * size),
        );
    }
}

/// A straight blade with a ridge, a guard, a grip and a pommel, from `hand` in direction `along`.
pub fn sword(m: &mut MeshData, hand: Vec3, along: Vec3, long: f32, wide: f32) {
    let y = along.normalize_or(Vec3::Y);
    let x = y.cross(Vec3::Z).normalize_or(Vec3::X);
    let place = Affine3A::from_cols(x.into(), y.into(), x.cross(y).into(), hand.into());
    let w = wide / 2.0;
    let blade = [
        Vec2::new(-w, 0.07),
        Vec2::new(w, 0.07),
        Vec2::new(w * 0.85, long * 0.86),
        Vec2::new(0.0, long),
        Vec2::new(-w * 0.85, long * 0.86),
    ];
    plate(m, &blade, 0.028, 0.02, Paint::plain(srgb(hex::STEEL) * 1.25), place);
    let brass = srgb(hex::BRASS);
    tube(
        m,
        &[
            (place.transform_point3(v(-wide * 1.5, 0.06, 0.0)), 0.022),
            (place.transform_point3(v(wide * 1.5, 0.06, 0.0)), 0.022),
        ],
        6,
        brass,
    );
    tube(
        m,
        &[
            (place.transform_point3(v(0.0, -0.11, 0.0)), 0.02),
            (place.transform_point3(v(0.0, 0.06, 0.0)), 0.022),
        ],
        6,
        srgb(hex::LEATHER),
    );
    ball(
        m,
        Vec3::splat(0.034),
        8,
        brass,
        Affine3A::from_translation(place.transform_point3(v(0.0, -0.12, 0.0))),
    );
}

/// A cloak from the shoulders down the back: half a ring of cloth, wider below.
pub fn cloak(m: &mut MeshData, top: f32, bottom: f32, narrow: f32, wide: f32, color: Vec3) {
    const FOLDS: usize = 10;
    let point = |i: usize, t: f32, inset: f32| {
        let a = std::f32::consts::PI * (i as f32 / FOLDS as f32 * 1.16 - 0.08);
        let fold = if i.is_multiple_of(2) { 0.025 } else { -0.018 } * t;
        let r = narrow + (wide - narrow) * t + fold - inset;
        v(-a.cos() * r, top + (bottom - top) * t, a.sin() * r * 0.85 + 0.02 + 0.07 * t * t)
    };
    for i in 0..FOLDS {
        let steps = 4;
        for k in 0..steps {
            let (t0, t1) = (k as f32 / steps as f32, (k + 1) as f32 / steps as f32);
            let tone = if i % 2 == 0 { 1.06 } else { 0.86 };
            let outer = [
                point(i, t0, 0.0),
                point(i, t1, 0.0),
                point(i + 1, t1, 0.0),
                point(i + 1, t0, 0.0),
            ];
            m.face4(outer, Paint::plain(color * tone));
            let inner = [
                point(i + 1, t0, 0.02),
                point(i + 1, t1, 0.02),
                point(i, t1, 0.02),
                point(i, t0, 0.02),
            ];
            m.face4(inner, Paint::plain(color * 0.55));
        }
        let hem = [
            point(i, 1.0, 0.0),
            point(i, 1.0, 0.02),
            point(i + 1, 1.0, 0.02),
            point(i + 1, 1.0, 0.0),
        ];
        m.face4(hem, Paint::plain(color * 1.2));
    }
}

/// A hood around a shadowed face, with a tip at the back.
pub fn hood(m: &mut MeshData, at: Vec3, size: f32, color: Vec3) {
    ball(
        m,
        v(0.15, 0.165, 0.16) * size,
        12,
        color,
        Affine3A::from_translation(at + v(0.0, 0.01, 0.02) * size),
    );
    tube(
        m,
        &[
            (at + v(0.0, 0.10, 0.07) * size, 0.11 * size),
            (at + v(0.0, 0.12, 0.19) * size, 0.055 * size),
            (at + v(0.0, 0.06, 0.27) * size, 0.008),
        ],
        8,
        color * 0.95,
    );
    let skin = srgb(hex::SKIN);
    ball(
        m,
        v(0.085, 0.105, 0.05) * size,
        10,
        srgb(0x1b1512),
        Affine3A::from_translation(at + v(0.0, 0.0, -0.118) * size),
    );
    ball(
        m,
        v(0.06, 0.062, 0.05) * size,
        10,
        skin * 0.85,
        Affine3A::from_translation(at + v(0.0, -0.03, -0.13) * size),
    );
}

/// A ring in the x-y plane.
pub fn hoop(m: &mut MeshData, middle: Vec3, radius: f32, thick: f32, color: Vec3) {
    let path: Vec<(Vec3, f32)> = (0..=16)
        .map(|i| {
            let (sin, cos) = (i as f32 / 16.0 * std::f32::consts::TAU).sin_cos();
            (middle + v(cos * radius, sin * radius, 0.0), thick)
        })
        .collect();
    tube(m, &path, 6, color);
}
