//! Animal figures.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::parts::{hoop, v};
use crate::mesh::{MeshData, Paint};
use crate::palette::{SideLook, hex, srgb};
use crate::shapes::{at, ball, lathe, plate, posed, rings, tube};

/// A leg of an animal: hip, knee, foot with a paw.
fn leg(m: &mut MeshData, hip: Vec3, knee: Vec3, foot: Vec3, thick: f32, color: Vec3) {
    tube(m, &[(hip, thick * 1.5), (knee, thick), (foot, thick * 0.75)], 8, color);
    ball(
        m,
        v(thick * 1.0, thick * 0.7, thick * 1.35),
        8,
        color * 0.8,
        Affine3A::from_translation(foot + v(0.0, 0.0, -thick * 0.4)),
    );
}

fn eyes(m: &mut MeshData, middle: Vec3, apart: f32, r: f32, color: Vec3) {
    for x in [-apart, apart] {
        ball(m, Vec3::splat(r), 6, color, Affine3A::from_translation(middle + v(x, 0.0, 0.0)));
        ball(
            m,
            Vec3::splat(r * 0.6),
            6,
            srgb(0x15100c),
            Affine3A::from_translation(middle + v(x * 1.08, 0.0, -r * 0.65)),
        );
    }
}

/// A winged drake on a base of two by two cells.
pub fn drake(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let scale = srgb(0x5d6d4a);
    let belly = srgb(0xc9b27a);
    // Tail, body and neck in one sweep.
    let spine = [
        (v(0.62, 0.16, 0.52), 0.008),
        (v(0.50, 0.12, 0.72), 0.05),
        (v(0.20, 0.22, 0.74), 0.09),
        (v(0.0, 0.46, 0.52), 0.17),
        (v(0.0, 0.62, 0.22), 0.27),
        (v(0.0, 0.68, -0.08), 0.29),
        (v(0.0, 0.84, -0.32), 0.21),
        (v(0.0, 1.12, -0.42), 0.135),
        (v(0.0, 1.40, -0.42), 0.11),
        (v(0.0, 1.56, -0.54), 0.10),
    ];
    tube(&mut m, &spine, 12, scale);
    tube(
        &mut m,
        &[
            (v(0.0, 0.46, 0.30), 0.14),
            (v(0.0, 0.50, -0.05), 0.23),
            (v(0.0, 0.74, -0.40), 0.155),
            (v(0.0, 1.10, -0.50), 0.085),
            (v(0.0, 1.36, -0.50), 0.06),
        ],
        10,
        belly,
    );
    // Spines along the back.
    for i in 2..9 {
        let (p, r) = spine[i];
        let next = spine[(i + 1).min(9)].0;
        let along = (next - p).normalize_or(Vec3::Y);
        let up = (Vec3::Y - along * along.y).normalize_or(Vec3::Z);
        let up = if i >= 6 { (Vec3::Z * 0.8 + up * 0.3).normalize() } else { up };
        tube(
            &mut m,
            &[(p + up * r * 0.85, 0.045), (p + up * (r + 0.13), 0.003)],
            5,
            look.main * 0.8,
        );
    }
    drake_head(&mut m, scale * 1.1, belly);
    for x in [-1.0f32, 1.0] {
        drake_legs(&mut m, x, scale);
        wing(&mut m, x, scale, look.main);
    }
    m
}

/// A drake's head: skull, jaws, horns, eyes.
fn drake_head(m: &mut MeshData, scale: Vec3, belly: Vec3) {
    let h = v(0.0, 1.60, -0.62);
    ball(m, v(0.12, 0.11, 0.16), 10, scale, Affine3A::from_translation(h));
    tube(
        m,
        &[
            (h + v(0.0, 0.0, -0.08), 0.095),
            (h + v(0.0, -0.02, -0.24), 0.07),
            (h + v(0.0, -0.035, -0.32), 0.045),
        ],
        8,
        scale,
    );
    tube(m, &[(h + v(0.0, -0.08, -0.04), 0.06), (h + v(0.0, -0.15, -0.26), 0.03)], 7, belly);
    for x in [-1.0f32, 1.0] {
        tube(
            m,
            &[
                (h + v(0.07 * x, 0.07, 0.08), 0.035),
                (h + v(0.12 * x, 0.17, 0.22), 0.022),
                (h + v(0.10 * x, 0.25, 0.34), 0.003),
            ],
            6,
            srgb(hex::BONE),
        );
    }
    eyes(m, h + v(0.0, 0.05, -0.10), 0.085, 0.026, srgb(0xffc93a));
}

/// A drake's legs on one side, `x` being -1 or 1, with three claws each.
fn drake_legs(m: &mut MeshData, x: f32, scale: Vec3) {
    leg(
        m,
        v(0.20 * x, 0.58, -0.18),
        v(0.34 * x, 0.34, -0.20),
        v(0.30 * x, 0.06, -0.36),
        0.08,
        scale,
    );
    leg(m, v(0.20 * x, 0.56, 0.30), v(0.40 * x, 0.36, 0.22), v(0.34 * x, 0.06, 0.42), 0.10, scale);
    for f in [v(0.30 * x, 0.04, -0.36), v(0.34 * x, 0.04, 0.42)] {
        for c in [-0.06, 0.0, 0.06] {
            tube(
                m,
                &[(f + v(c, 0.0, -0.10), 0.022), (f + v(c * 1.3, -0.02, -0.19), 0.003)],
                5,
                srgb(hex::BONE),
            );
        }
    }
}

/// A raised wing: three fingers with skin between them.
fn wing(m: &mut MeshData, x: f32, bone: Vec3, skin: Vec3) {
    let root = v(0.18 * x, 0.92, -0.02);
    let wrist = v(0.62 * x, 1.56, -0.10);
    let tips = [v(1.12 * x, 1.62, 0.06), v(1.10 * x, 1.02, 0.34), v(0.80 * x, 0.66, 0.56)];
    let heel = v(0.16 * x, 0.72, 0.40);
    tube(m, &[(root, 0.07), (wrist, 0.042)], 7, bone);
    for tip in tips {
        tube(
            m,
            &[(wrist, 0.034), (wrist.lerp(tip, 0.55) + v(0.0, 0.05, 0.0), 0.024), (tip, 0.004)],
            6,
            bone,
        );
    }
    let mut web = |a: Vec3, b: Vec3, c: Vec3, tone: f32| {
        for (face, t) in [([a, b, c], tone), ([a, c, b], tone * 0.72)] {
            m.face3(face, Paint::plain(skin * t));
        }
    };
    let sag = |a: Vec3, b: Vec3| a.lerp(b, 0.5).lerp(wrist, 0.16);
    for (i, pair) in tips.windows(2).enumerate() {
        let hem = sag(pair[0], pair[1]);
        web(wrist, pair[0], hem, 1.0 - 0.08 * i as f32);
        web(wrist, hem, pair[1], 0.9 - 0.08 * i as f32);
    }
    let hem = sag(tips[2], heel);
    web(wrist, tips[2], hem, 0.84);
    web(wrist, hem, root, 0.80);
    web(hem, heel, root, 0.76);
    ball(m, Vec3::splat(0.05), 7, bone, Affine3A::from_translation(wrist));
}

/// A lean running dog, ears up, with a collar in the side's colour.
pub fn hound(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let coat = srgb(0x6e6259);
    tube(
        &mut m,
        &[
            (v(0.0, 0.46, 0.34), 0.085),
            (v(0.0, 0.48, 0.16), 0.115),
            (v(0.0, 0.50, -0.12), 0.15),
            (v(0.0, 0.56, -0.26), 0.10),
        ],
        10,
        coat,
    );
    tube(&mut m, &[(v(0.0, 0.54, -0.22), 0.10), (v(0.0, 0.70, -0.34), 0.075)], 8, coat);
    hoop_collar(&mut m, v(0.0, 0.63, -0.29), 0.094, look.main);
    ball(&mut m, v(0.085, 0.08, 0.10), 9, coat * 1.08, at(0.0, 0.76, -0.38));
    tube(&mut m, &[(v(0.0, 0.745, -0.43), 0.055), (v(0.0, 0.72, -0.56), 0.032)], 7, coat * 0.9);
    ball(&mut m, Vec3::splat(0.022), 6, srgb(0x1a1513), at(0.0, 0.73, -0.575));
    eyes(&mut m, v(0.0, 0.785, -0.455), 0.05, 0.017, srgb(0xe9c55a));
    for x in [-1.0f32, 1.0] {
        tube(
            &mut m,
            &[(v(0.055 * x, 0.81, -0.35), 0.035), (v(0.075 * x, 0.92, -0.33), 0.003)],
            5,
            coat * 0.8,
        );
        leg(
            &mut m,
            v(0.085 * x, 0.44, -0.18),
            v(0.09 * x, 0.25, -0.16 - 0.06 * x),
            v(0.09 * x, 0.03, -0.20 - 0.10 * x),
            0.038,
            coat,
        );
        leg(
            &mut m,
            v(0.085 * x, 0.44, 0.28),
            v(0.09 * x, 0.26, 0.24 + 0.05 * x),
            v(0.09 * x, 0.03, 0.32 + 0.09 * x),
            0.042,
            coat,
        );
    }
    tube(
        &mut m,
        &[(v(0.0, 0.50, 0.38), 0.035), (v(0.0, 0.60, 0.50), 0.026), (v(0.02, 0.74, 0.55), 0.004)],
        6,
        coat * 0.9,
    );
    m
}

/// A flat ring around the neck, tilted with it.
fn hoop_collar(m: &mut MeshData, middle: Vec3, r: f32, color: Vec3) {
    let tilt = posed(middle.x, middle.y, middle.z, 0.0, 0.85, 0.0);
    let mut part = MeshData::new();
    hoop(&mut part, Vec3::ZERO, r, 0.026, color);
    m.append(&part, tilt);
}

/// A bear rearing up, forelegs spread.
pub fn bear(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let coat = srgb(0x54402f);
    tube(
        &mut m,
        &[
            (v(0.0, 0.26, 0.16), 0.26),
            (v(0.0, 0.56, 0.14), 0.315),
            (v(0.0, 0.92, 0.02), 0.29),
            (v(0.0, 1.16, -0.06), 0.17),
        ],
        12,
        coat,
    );
    ball(&mut m, v(0.19, 0.30, 0.13), 10, coat * 1.45, at(0.0, 0.66, -0.12));
    hoop_neck(&mut m, v(0.0, 1.14, -0.06), 0.18, look.main);
    ball(&mut m, v(0.165, 0.15, 0.165), 11, coat * 1.1, at(0.0, 1.30, -0.13));
    tube(&mut m, &[(v(0.0, 1.27, -0.22), 0.10), (v(0.0, 1.25, -0.36), 0.065)], 8, coat * 1.5);
    ball(&mut m, v(0.035, 0.026, 0.02), 6, srgb(0x15100d), at(0.0, 1.28, -0.40));
    eyes(&mut m, v(0.0, 1.34, -0.27), 0.07, 0.018, srgb(0x2b1a0e));
    for x in [-1.0f32, 1.0] {
        ball(&mut m, v(0.055, 0.06, 0.035), 7, coat * 0.9, at(0.12 * x, 1.43, -0.08));
        leg(
            &mut m,
            v(0.20 * x, 0.98, -0.02),
            v(0.38 * x, 0.84, -0.16),
            v(0.40 * x, 0.94, -0.36),
            0.085,
            coat,
        );
        leg(
            &mut m,
            v(0.17 * x, 0.34, 0.12),
            v(0.25 * x, 0.20, -0.02),
            v(0.22 * x, 0.06, -0.02),
            0.11,
            coat * 0.95,
        );
        for c in [-0.05, 0.0, 0.05] {
            tube(
                &mut m,
                &[(v(0.40 * x + c, 0.95, -0.44), 0.018), (v(0.40 * x + c, 0.90, -0.52), 0.003)],
                5,
                srgb(hex::BONE),
            );
        }
    }
    m
}

fn hoop_neck(m: &mut MeshData, middle: Vec3, r: f32, color: Vec3) {
    let mut part = MeshData::new();
    hoop(&mut part, Vec3::ZERO, r, 0.034, color);
    m.append(&part, posed(middle.x, middle.y, middle.z, 0.0, 1.35, 0.0));
}

/// A bird with spread wings over a short perch.
pub fn hawk(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (brown, pale) = (srgb(0x7a5836), srgb(0xd8c49c));
    lathe(
        &mut m,
        &rings(
            &[(0.07, 0.0), (0.028, 0.05), (0.026, 0.42), (0.05, 0.46), (0.0, 0.47)],
            srgb(hex::DARK_WOOD),
        ),
        8,
        at(0.0, 0.0, 0.0),
    );
    tube(
        &mut m,
        &[
            (v(0.0, 0.50, 0.26), 0.02),
            (v(0.0, 0.58, 0.14), 0.075),
            (v(0.0, 0.70, -0.04), 0.115),
            (v(0.0, 0.84, -0.14), 0.07),
        ],
        9,
        brown,
    );
    ball(&mut m, v(0.09, 0.14, 0.07), 9, pale, at(0.0, 0.66, -0.09));
    ball(&mut m, v(0.075, 0.075, 0.085), 9, pale * 0.95, at(0.0, 0.90, -0.18));
    tube(&mut m, &[(v(0.0, 0.895, -0.25), 0.032), (v(0.0, 0.86, -0.32), 0.003)], 6, srgb(0xe0a52c));
    eyes(&mut m, v(0.0, 0.925, -0.235), 0.045, 0.016, srgb(0xf2c531));
    hoop_collar(&mut m, v(0.0, 0.835, -0.135), 0.075, look.main);
    let feather: Vec<Vec2> = [
        (0.06, -0.05),
        (0.30, 0.02),
        (0.50, 0.20),
        (0.545, 0.32),
        (0.44, 0.27),
        (0.45, 0.36),
        (0.34, 0.29),
        (0.32, 0.36),
        (0.22, 0.26),
        (0.06, 0.16),
    ]
    .iter()
    .map(|(x, y)| Vec2::new(*x, *y))
    .collect();
    for x in [-1.0f32, 1.0] {
        let mut outline: Vec<Vec2> = feather.iter().map(|p| Vec2::new(p.x * x, p.y)).collect();
        if x < 0.0 {
            outline.reverse();
        }
        let place = posed(0.0, 0.76, 0.02, 0.0, 0.35, 0.12 * x);
        plate(&mut m, &outline, 0.03, 0.012, Paint::plain(brown * 1.05), place);
        let inner: Vec<Vec2> = outline.iter().map(|p| *p * 0.72).collect();
        plate(&mut m, &inner, 0.042, 0.008, Paint::plain(look.main * 0.9), place);
    }
    let tail: Vec<Vec2> = [(-0.04, 0.0), (0.04, 0.0), (0.10, 0.24), (0.0, 0.27), (-0.10, 0.24)]
        .iter()
        .map(|(x, y)| Vec2::new(*x, *y))
        .collect();
    plate(
        &mut m,
        &tail,
        0.025,
        0.01,
        Paint::plain(brown * 0.85),
        posed(0.0, 0.54, 0.20, 0.0, 1.9, 0.0),
    );
    m
}

/// A squat toad with bulging eyes and warts.
pub fn toad(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let hide = srgb(0x66773a);
    ball(&mut m, v(0.30, 0.21, 0.31), 14, hide, at(0.0, 0.24, 0.06));
    ball(&mut m, v(0.23, 0.15, 0.17), 12, hide * 1.08, at(0.0, 0.32, -0.20));
    ball(&mut m, v(0.20, 0.12, 0.15), 12, srgb(0xcfc58d), at(0.0, 0.22, -0.23));
    tube(
        &mut m,
        &[
            (v(-0.20, 0.30, -0.24), 0.014),
            (v(-0.12, 0.28, -0.345), 0.014),
            (v(0.12, 0.28, -0.345), 0.014),
            (v(0.20, 0.30, -0.24), 0.014),
        ],
        5,
        srgb(0x2d331a),
    );
    for x in [-1.0f32, 1.0] {
        ball(&mut m, v(0.085, 0.09, 0.085), 9, hide * 1.2, at(0.13 * x, 0.44, -0.20));
        ball(&mut m, v(0.055, 0.06, 0.05), 9, srgb(0xf0c542), at(0.14 * x, 0.455, -0.255));
        ball(&mut m, v(0.045, 0.018, 0.03), 7, srgb(0x15120a), at(0.145 * x, 0.455, -0.285));
        leg(
            &mut m,
            v(0.24 * x, 0.24, 0.14),
            v(0.40 * x, 0.26, -0.02),
            v(0.40 * x, 0.04, 0.18),
            0.07,
            hide * 0.95,
        );
        leg(
            &mut m,
            v(0.20 * x, 0.20, -0.18),
            v(0.29 * x, 0.13, -0.24),
            v(0.25 * x, 0.03, -0.34),
            0.045,
            hide,
        );
    }
    for i in 0..11 {
        let a = i as f32 * 2.4;
        let r = 0.06 + 0.018 * i as f32;
        let p = v(a.cos() * r, 0.0, a.sin() * r + 0.08);
        let y = 0.24
            + 0.20 * (1.0 - (p.x / 0.30).powi(2) - ((p.z - 0.06) / 0.31).powi(2)).max(0.0).sqrt();
        ball(&mut m, Vec3::splat(0.03), 6, hide * 0.72, at(p.x, y, p.z));
    }
    // A cloth band in the side's colour over its back.
    let band: Vec<(Vec3, f32)> = (0..=10)
        .map(|i| {
            let (sin, cos) = (i as f32 / 10.0 * std::f32::consts::PI).sin_cos();
            (v(cos * 0.305, 0.22 + sin * 0.225, 0.02), 0.03)
        })
        .collect();
    tube(&mut m, &band, 6, look.main);
    m
}
