//! Figures in cloth and leather: archer, scout, mage, healer.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::parts::{THIGH, arm, body, cloak, head, hood, hoop, legs, limb, sword, v};
use crate::mesh::{MeshData, Paint};
use crate::palette::{SideLook, hex, srgb};
use crate::shapes::{at, ball, lathe, plate, posed, rings, tube};

/// An archer: a tall bow held out, quiver on the back, feathered cap.
pub fn archer(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let leather = srgb(hex::LEATHER);
    legs(&mut m, 0.13, 0.12, THIGH * 0.9, srgb(0x5a4d3c), leather);
    body(
        &mut m,
        &[
            (0.215, 0.46),
            (0.17, 0.66),
            (0.145, 0.76),
            (0.175, 0.98),
            (0.185, 1.10),
            (0.12, 1.19),
            (0.07, 1.23),
        ],
        0.72,
        look.main,
    );
    body(&mut m, &[(0.178, 0.70), (0.182, 0.75), (0.155, 0.76)], 0.76, leather * 0.8);
    // Strap and quiver.
    tube(
        &mut m,
        &[
            (v(0.17, 1.13, -0.1), 0.022),
            (v(0.0, 0.95, -0.155), 0.022),
            (v(-0.16, 0.74, -0.08), 0.022),
        ],
        6,
        leather,
    );
    tube(&mut m, &[(v(-0.06, 0.76, 0.19), 0.06), (v(0.12, 1.24, 0.20), 0.075)], 8, leather * 0.9);
    for (i, x) in [0.09, 0.13, 0.165].into_iter().enumerate() {
        let tip = v(x + 0.03, 1.42 + 0.03 * i as f32, 0.19 + 0.03 * i as f32);
        tube(&mut m, &[(v(x, 1.2, 0.2), 0.012), (tip, 0.012)], 5, srgb(hex::BONE));
        ball(&mut m, v(0.03, 0.06, 0.012), 6, look.second, Affine3A::from_translation(tip));
    }
    arm(
        &mut m,
        [v(-0.19, 1.10, 0.0), v(-0.30, 1.05, -0.18), v(-0.30, 1.10, -0.40)],
        0.052,
        look.main * 0.9,
        leather,
        srgb(hex::SKIN),
    );
    arm(
        &mut m,
        [v(0.19, 1.10, 0.0), v(0.36, 1.06, 0.02), v(0.14, 1.14, -0.12)],
        0.052,
        look.main * 0.9,
        leather,
        srgb(hex::SKIN),
    );
    // The bow, strung and half drawn.
    let grip = v(-0.30, 1.10, -0.42);
    let bow = |t: f32| {
        grip + v(
            0.0,
            t * 0.62,
            0.20 * t * t - if t.abs() > 0.85 { 0.06 * (t.abs() - 0.85) / 0.15 } else { 0.0 },
        )
    };
    let path: Vec<(Vec3, f32)> = (0..=12)
        .map(|i| {
            let t = i as f32 / 6.0 - 1.0;
            (bow(t), 0.016 + 0.018 * (1.0 - t.abs()))
        })
        .collect();
    tube(&mut m, &path, 6, srgb(0x8a5a2c));
    let nock = v(0.12, 1.14, -0.14);
    for t in [-1.0, 1.0] {
        tube(&mut m, &[(bow(t), 0.006), (nock, 0.006)], 4, srgb(hex::BONE));
    }
    tube(&mut m, &[(nock, 0.011), (grip + v(-0.03, 0.03, -0.16), 0.011)], 5, srgb(hex::BONE));
    // Head with a pointed cap and a long feather.
    head(&mut m, v(0.0, 1.38, -0.02), 1.0);
    tube(
        &mut m,
        &[(v(0.0, 1.45, 0.08), 0.12), (v(0.0, 1.53, -0.04), 0.09), (v(0.0, 1.47, -0.27), 0.005)],
        8,
        look.main * 0.75,
    );
    ball(&mut m, v(0.135, 0.09, 0.14), 10, look.main * 0.75, at(0.0, 1.465, 0.02));
    plate(
        &mut m,
        &[Vec2::new(0.0, 0.0), Vec2::new(0.05, 0.15), Vec2::new(0.0, 0.34), Vec2::new(-0.04, 0.15)],
        0.012,
        0.004,
        Paint::plain(look.second),
        posed(0.12, 1.47, 0.06, 1.2, 0.0, -0.75),
    );
    m
}

/// A mage: a long robe, a tall pointed hat with a wide brim, a staff with a glowing crystal.
pub fn mage(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (robe, trim) = (look.main, srgb(hex::BRASS));
    body(
        &mut m,
        &[
            (0.345, 0.0),
            (0.33, 0.05),
            (0.25, 0.35),
            (0.185, 0.68),
            (0.16, 0.78),
            (0.19, 0.98),
            (0.20, 1.08),
            (0.12, 1.18),
            (0.07, 1.22),
        ],
        0.86,
        robe,
    );
    body(&mut m, &[(0.348, 0.015), (0.35, 0.07), (0.325, 0.085)], 0.865, trim);
    body(&mut m, &[(0.182, 0.72), (0.185, 0.78), (0.168, 0.79)], 0.88, trim);
    plate(
        &mut m,
        &[
            Vec2::new(-0.05, 0.06),
            Vec2::new(0.05, 0.06),
            Vec2::new(0.035, 0.72),
            Vec2::new(-0.035, 0.72),
        ],
        0.02,
        0.0,
        Paint::plain(look.second),
        posed(0.0, 0.0, -0.30, 0.0, 0.20, 0.0),
    );
    // Wide sleeves: cones that open at the hand.
    for x in [-1.0f32, 1.0] {
        let hand = if x > 0.0 { v(0.40, 1.00, -0.20) } else { v(-0.34, 0.92, -0.26) };
        let elbow = v(0.33 * x, 0.92, 0.0);
        tube(
            &mut m,
            &[(v(0.19 * x, 1.10, 0.0), 0.075), (elbow, 0.08), (elbow.lerp(hand, 0.78), 0.115)],
            9,
            robe * 0.92,
        );
        ball(&mut m, Vec3::splat(0.055), 8, srgb(hex::SKIN), Affine3A::from_translation(hand));
    }
    mage_staff(&mut m, trim);
    mage_head(&mut m, robe * 0.82, trim);
    m
}

/// A mage's staff, with a gem between three claws.
fn mage_staff(m: &mut MeshData, trim: Vec3) {
    let (low, high) = (v(0.43, 0.0, -0.22), v(0.40, 1.60, -0.20));
    tube(m, &[(low, 0.025), (v(0.41, 0.8, -0.21), 0.028), (high, 0.024)], 7, srgb(hex::DARK_WOOD));
    for a in 0..3 {
        let (sin, cos) = (a as f32 * 2.094).sin_cos();
        let out = v(cos * 0.07, 0.10, sin * 0.07);
        tube(
            m,
            &[
                (high, 0.018),
                (high + out, 0.018),
                (high + v(out.x * 0.6, 0.24, out.z * 0.6), 0.006),
            ],
            5,
            trim,
        );
    }
    glow_gem(m, high + v(0.0, 0.13, 0.0), 0.075, srgb(0x8fe9ff) * 1.25);
}

/// A mage's head, beard and hat.
fn mage_head(m: &mut MeshData, cloth: Vec3, trim: Vec3) {
    head(m, v(0.0, 1.32, -0.02), 0.95);
    tube(
        m,
        &[(v(0.0, 1.27, -0.10), 0.085), (v(0.0, 1.12, -0.19), 0.065), (v(0.0, 0.98, -0.20), 0.008)],
        8,
        srgb(0xe9e5dc),
    );
    lathe(
        m,
        &rings(&[(0.0, 1.405), (0.27, 1.375), (0.285, 1.40), (0.14, 1.43), (0.132, 1.445)], cloth),
        18,
        at(0.0, 0.0, 0.0),
    );
    lathe(m, &rings(&[(0.135, 1.43), (0.138, 1.475), (0.128, 1.48)], trim), 14, at(0.0, 0.0, 0.0));
    tube(
        m,
        &[
            (v(0.0, 1.45, 0.0), 0.128),
            (v(0.0, 1.62, 0.015), 0.082),
            (v(0.015, 1.78, 0.06), 0.04),
            (v(0.03, 1.87, 0.15), 0.004),
        ],
        10,
        cloth,
    );
}

/// A glowing gem: two pyramids, base to base.
fn glow_gem(m: &mut MeshData, middle: Vec3, r: f32, color: Vec3) {
    let ring: Vec<Vec3> = (0..6)
        .map(|i| {
            let (sin, cos) = (i as f32 / 6.0 * std::f32::consts::TAU).sin_cos();
            middle + v(cos * r, 0.0, sin * r)
        })
        .collect();
    for i in 0..6 {
        let (a, b) = (ring[i], ring[(i + 1) % 6]);
        let tone = if i % 2 == 0 { 1.0 } else { 0.8 };
        m.face3([a, middle + v(0.0, r * 1.6, 0.0), b], Paint::glowing(color * tone));
        m.face3([b, middle - v(0.0, r * 1.6, 0.0), a], Paint::glowing(color * tone * 0.8));
    }
}

/// A healer: white robe with a coloured stole, round hood, a staff with a golden ring.
pub fn healer(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (white, gold) = (srgb(hex::BONE), srgb(hex::BRASS) * 1.2);
    body(
        &mut m,
        &[
            (0.30, 0.0),
            (0.285, 0.06),
            (0.225, 0.38),
            (0.17, 0.70),
            (0.165, 0.80),
            (0.19, 0.98),
            (0.20, 1.08),
            (0.13, 1.18),
            (0.08, 1.22),
        ],
        0.82,
        white,
    );
    body(&mut m, &[(0.303, 0.02), (0.303, 0.09), (0.278, 0.10)], 0.825, look.main);
    // Stole: two bands down the front.
    for x in [-0.085, 0.085] {
        plate(
            &mut m,
            &[
                Vec2::new(-0.042, -0.36),
                Vec2::new(0.042, -0.36),
                Vec2::new(0.042, 0.34),
                Vec2::new(-0.042, 0.34),
            ],
            0.02,
            0.0,
            Paint::plain(look.main),
            posed(x, 0.80, -0.195, 0.0, 0.10, 0.0),
        );
    }
    body(&mut m, &[(0.175, 0.73), (0.18, 0.785), (0.165, 0.79)], 0.86, look.second);
    for x in [-1.0f32, 1.0] {
        let hand = if x > 0.0 { v(0.35, 0.98, -0.22) } else { v(-0.20, 1.02, -0.34) };
        let elbow = v(0.30 * x, 0.88, -0.04);
        tube(
            &mut m,
            &[(v(0.18 * x, 1.09, 0.0), 0.07), (elbow, 0.07), (elbow.lerp(hand, 0.8), 0.09)],
            9,
            white * 0.95,
        );
        ball(&mut m, Vec3::splat(0.052), 8, srgb(hex::SKIN), Affine3A::from_translation(hand));
    }
    tube(
        &mut m,
        &[(v(0.38, 0.0, -0.24), 0.022), (v(0.345, 1.42, -0.22), 0.022)],
        7,
        srgb(hex::BONE) * 0.8,
    );
    hoop(&mut m, v(0.34, 1.60, -0.22), 0.155, 0.026, gold);
    glow_gem(&mut m, v(0.34, 1.60, -0.22), 0.05, srgb(0xfff0a8) * 1.2);
    ball(&mut m, Vec3::splat(0.04), 8, gold, at(0.345, 1.43, -0.22));
    hood(&mut m, v(0.0, 1.33, 0.0), 1.0, white * 0.98);
    body(&mut m, &[(0.235, 1.02), (0.215, 1.10), (0.15, 1.20), (0.12, 1.23)], 0.9, look.main);
    m
}

/// A scout: crouched and hooded, with a short cloak, a blade in each outstretched hand.
pub fn scout(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (dark, leather) = (srgb(hex::DARK_CLOTH), srgb(hex::LEATHER));
    for x in [-1.0f32, 1.0] {
        let foot = v(0.24 * x, 0.05, -0.14 * -x);
        let knee = v(0.25 * x, 0.33, foot.z - 0.14);
        limb(
            &mut m,
            [v(0.09 * x, 0.52, 0.06), knee, foot],
            [0.085, 0.068, 0.058],
            dark * 1.2,
            leather,
        );
        ball(
            &mut m,
            v(0.07, 0.05, 0.115),
            8,
            leather * 0.8,
            Affine3A::from_translation(foot + v(0.0, 0.0, -0.04)),
        );
    }
    tube(
        &mut m,
        &[
            (v(0.0, 0.46, 0.08), 0.15),
            (v(0.0, 0.62, 0.03), 0.135),
            (v(0.0, 0.88, -0.08), 0.165),
            (v(0.0, 0.98, -0.12), 0.08),
        ],
        10,
        look.main,
    );
    tube(
        &mut m,
        &[
            (v(-0.16, 0.94, -0.18), 0.025),
            (v(0.0, 0.74, -0.17), 0.025),
            (v(0.15, 0.56, -0.09), 0.025),
        ],
        6,
        leather,
    );
    for x in [-1.0f32, 1.0] {
        let hand = v(0.47 * x, 0.72, -0.22);
        arm(
            &mut m,
            [v(0.16 * x, 0.92, -0.08), v(0.37 * x, 0.88, 0.0), hand],
            0.05,
            dark * 1.1,
            leather,
            srgb(hex::SKIN),
        );
        sword(&mut m, hand, v(0.20 * x, -0.10, -1.0), 0.32, 0.062);
    }
    cloak(&mut m, 1.00, 0.34, 0.17, 0.31, look.main * 0.72);
    hood(&mut m, v(0.0, 1.10, -0.17), 1.05, look.main * 0.85);
    m
}
