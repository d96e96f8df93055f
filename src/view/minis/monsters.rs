//! Figures of monsters and mounts: golem, hollow, wisp, rat, behemoth, horse. All fill one cell;
//! larger footprints enlarge them.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Vec3};

use super::parts::{arm, body, cloak, hoop, legs, v};
use crate::mesh::{MeshData, Paint};
use crate::palette::{SideLook, hex, srgb};
use crate::shapes::{at, ball, block_in, lathe, posed, rings, tube};

/// Verdigris on old bronze.
const PATINA: u32 = 0x6f8a78;
/// The light in the eyes and seams of constructs.
const GLOW: u32 = 0xa8f0e0;

fn plain(color: Vec3) -> Paint {
    Paint::plain(color)
}

/// A golem of riveted plates: boulder fists, no neck, a furnace door in the chest.
pub fn golem(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (iron, patina) = (srgb(hex::IRON) * 1.25, srgb(PATINA));
    for x in [-1.0f32, 1.0] {
        golem_leg(&mut m, x, iron, patina);
        golem_arm(&mut m, x, iron, patina, look.main);
    }
    block_in(&mut m, at(0.0, 0.46, 0.0), v(0.20, 0.10, 0.15), 0.04, plain(iron * 0.8));
    block_in(&mut m, at(0.0, 0.77, -0.01), v(0.34, 0.24, 0.22), 0.09, plain(patina));
    block_in(&mut m, at(0.0, 0.98, 0.02), v(0.29, 0.08, 0.19), 0.05, plain(patina * 1.1));
    // The furnace door with its bars.
    block_in(&mut m, at(0.0, 0.74, -0.225), v(0.13, 0.11, 0.02), 0.015, plain(srgb(hex::FLAME)));
    for x in [-0.09, -0.03, 0.03, 0.09] {
        block_in(&mut m, at(x, 0.74, -0.245), v(0.012, 0.12, 0.012), 0.0, plain(iron * 0.6));
    }
    for y in [0.62, 0.86] {
        block_in(&mut m, at(0.0, y, -0.24), v(0.16, 0.02, 0.025), 0.008, plain(iron));
    }
    // Rivets along the shoulders, a chimney on the back.
    for i in 0..7 {
        let x = -0.27 + 0.09 * i as f32;
        ball(&mut m, Vec3::splat(0.018), 5, srgb(hex::BRASS), at(x, 0.95, -0.205));
    }
    lathe(
        &mut m,
        &rings(&[(0.06, 0.0), (0.055, 0.22), (0.075, 0.25), (0.075, 0.29), (0.0, 0.29)], iron),
        10,
        at(0.14, 1.0, 0.14),
    );
    // A small head sunk between the shoulders.
    block_in(&mut m, at(0.0, 1.09, -0.12), v(0.11, 0.10, 0.11), 0.04, plain(patina * 1.15));
    block_in(&mut m, at(0.0, 1.10, -0.23), v(0.075, 0.018, 0.012), 0.0, plain(srgb(GLOW)));
    block_in(&mut m, at(0.0, 1.17, -0.12), v(0.12, 0.02, 0.12), 0.012, plain(look.main));
    m
}

fn golem_leg(m: &mut MeshData, x: f32, iron: Vec3, patina: Vec3) {
    tube(m, &[(v(0.15 * x, 0.44, 0.0), 0.10), (v(0.19 * x, 0.22, -0.02), 0.09)], 8, iron * 0.75);
    block_in(m, at(0.19 * x, 0.20, -0.02), v(0.115, 0.12, 0.13), 0.035, plain(patina * 0.95));
    block_in(m, at(0.20 * x, 0.05, -0.06), v(0.13, 0.05, 0.20), 0.025, plain(iron));
}

fn golem_arm(m: &mut MeshData, x: f32, iron: Vec3, patina: Vec3, band: Vec3) {
    ball(m, v(0.15, 0.14, 0.15), 10, patina * 1.05, at(0.42 * x, 0.93, 0.0));
    tube(m, &[(v(0.44 * x, 0.88, 0.0), 0.09), (v(0.49 * x, 0.62, -0.05), 0.08)], 8, iron * 0.75);
    let fore = posed(0.49 * x, 0.48, -0.10, 0.0, 0.25, 0.0);
    block_in(m, fore, v(0.105, 0.16, 0.11), 0.035, plain(patina));
    block_in(m, fore * at(0.0, 0.10, 0.0), v(0.112, 0.03, 0.117), 0.012, plain(band));
    block_in(m, fore * at(0.0, -0.24, -0.01), v(0.125, 0.10, 0.13), 0.04, plain(iron));
    for f in [-0.07, 0.0, 0.07] {
        block_in(m, fore * at(f, -0.27, -0.14), v(0.028, 0.07, 0.03), 0.012, plain(iron * 0.85));
    }
}

/// A hollow: bones in rags under a cowl, a notched cleaver dragging along.
pub fn hollow(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (bone, rag) = (srgb(hex::BONE) * 0.82, look.main * 0.55);
    legs(&mut m, 0.13, 0.09, 0.038, bone, bone * 0.85);
    // Ribs around a spine.
    tube(&mut m, &[(v(0.0, 0.60, 0.02), 0.035), (v(0.0, 1.20, 0.03), 0.03)], 7, bone * 0.8);
    for (y, r) in [(0.86f32, 0.12f32), (0.95, 0.145), (1.04, 0.155), (1.12, 0.14)] {
        let rib: Vec<(Vec3, f32)> = (0..=14)
            .map(|i| {
                let (sin, cos) = (i as f32 / 14.0 * TAU).sin_cos();
                (v(cos * r, y - 0.03 * sin, sin * r * 0.72), 0.016)
            })
            .collect();
        tube(&mut m, &rib, 5, bone);
    }
    body(&mut m, &[(0.17, 0.38), (0.13, 0.58), (0.11, 0.66), (0.12, 0.70)], 0.8, rag);
    // Tatters of a tabard in the side's colour.
    for (i, x) in [-0.10f32, -0.035, 0.03, 0.095].into_iter().enumerate() {
        let long = [0.16, 0.26, 0.20, 0.11][i];
        block_in(
            &mut m,
            posed(x, 0.66 - long, -0.145, 0.0, 0.08, 0.06 * x.signum()),
            v(0.03, long, 0.008),
            0.0,
            plain(look.main),
        );
    }
    cloak(&mut m, 1.20, 0.52, 0.17, 0.30, rag);
    arm(
        &mut m,
        [v(0.19, 1.14, 0.0), v(0.33, 0.92, -0.02), v(0.36, 0.66, -0.16)],
        0.034,
        bone,
        bone,
        bone,
    );
    arm(
        &mut m,
        [v(-0.19, 1.14, 0.0), v(-0.32, 1.04, -0.20), v(-0.22, 1.14, -0.38)],
        0.034,
        bone,
        bone,
        bone,
    );
    // Fingers that reach.
    for c in [-0.04, 0.0, 0.04] {
        let hand = v(-0.22 + c, 1.15, -0.40);
        tube(&mut m, &[(hand, 0.014), (hand + v(0.0, 0.03, -0.11), 0.004)], 5, bone);
    }
    cleaver(&mut m);
    skull(&mut m, bone, rag);
    m
}

fn cleaver(m: &mut MeshData) {
    let place = posed(0.36, 0.62, -0.18, 0.0, -0.9, 0.0);
    tube(
        m,
        &[
            (place.transform_point3(v(0.0, 0.06, 0.0)), 0.022),
            (place.transform_point3(v(0.0, -0.14, 0.0)), 0.022),
        ],
        6,
        srgb(hex::DARK_WOOD),
    );
    let rust = plain(srgb(0x7d5a44));
    block_in(m, place * at(0.0, -0.30, -0.05), v(0.012, 0.17, 0.085), 0.008, rust);
    block_in(m, place * at(0.0, -0.50, -0.03), v(0.012, 0.05, 0.06), 0.008, rust);
}

fn skull(m: &mut MeshData, bone: Vec3, cowl: Vec3) {
    let h = v(0.0, 1.36, -0.06);
    ball(m, v(0.15, 0.17, 0.16), 11, cowl, Affine3A::from_translation(h + v(0.0, 0.03, 0.06)));
    ball(m, v(0.095, 0.105, 0.10), 10, bone, Affine3A::from_translation(h + v(0.0, 0.0, -0.05)));
    block_in(
        m,
        Affine3A::from_translation(h + v(0.0, -0.10, -0.08)),
        v(0.06, 0.03, 0.05),
        0.015,
        plain(bone * 0.9),
    );
    for x in [-0.04, 0.04] {
        ball(
            m,
            v(0.028, 0.03, 0.02),
            6,
            srgb(0x0f0c0a),
            Affine3A::from_translation(h + v(x, 0.01, -0.138)),
        );
        ball(
            m,
            Vec3::splat(0.013),
            6,
            srgb(GLOW),
            Affine3A::from_translation(h + v(x, 0.01, -0.155)),
        );
    }
}

/// A wisp: a drop of light with a trailing flame, held in two tilted rings, motes around it.
pub fn wisp(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let light = srgb(0xe8fbff);
    lathe(
        &mut m,
        &rings(
            &[
                (0.0, -0.17),
                (0.10, -0.13),
                (0.165, -0.02),
                (0.15, 0.10),
                (0.09, 0.22),
                (0.045, 0.34),
                (0.0, 0.46),
            ],
            light,
        ),
        14,
        at(0.0, 0.72, 0.0),
    );
    // Tongues of flame in the side's colour.
    for i in 0..5 {
        let (sin, cos) = (i as f32 / 5.0 * TAU).sin_cos();
        let around = v(cos, 0.0, sin);
        tube(
            &mut m,
            &[
                (v(0.0, 0.70, 0.0) + around * 0.13, 0.05),
                (v(0.0, 0.86, 0.0) + around * 0.20, 0.04),
                (v(0.0, 1.02, 0.0) + around * 0.15, 0.022),
                (v(0.0, 1.16, 0.0) + around * 0.19, 0.003),
            ],
            6,
            look.main * 1.1,
        );
    }
    for (roll, radius) in [(0.5f32, 0.33f32), (-0.7, 0.28)] {
        let mut ring = MeshData::new();
        hoop(&mut ring, Vec3::ZERO, radius, 0.014, look.main);
        m.append(&ring, posed(0.0, 0.74, 0.0, 0.4, TAU / 4.0, roll));
    }
    for i in 0..6 {
        let a = i as f32 * 2.4;
        let p = v(a.cos() * 0.36, 0.52 + 0.12 * i as f32, a.sin() * 0.36);
        ball(&mut m, Vec3::splat(0.028), 6, light, Affine3A::from_translation(p));
    }
    // Two dark eyes give it a front.
    for x in [-0.055, 0.055] {
        ball(&mut m, v(0.025, 0.045, 0.02), 6, srgb(0x1c2c38), at(x, 0.74, -0.155));
    }
    m
}

/// A wisp of crystal: the light within a cluster of clear spikes.
pub fn crystal_wisp(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (light, ice) = (srgb(0xe8fbff), srgb(0x8fd3e8));
    ball(&mut m, Vec3::splat(0.15), 10, light, at(0.0, 0.72, 0.0));
    for i in 0..9 {
        let a = i as f32 * 2.4;
        let up = 1.0 - 2.0 * (i as f32 + 0.5) / 9.0;
        let flat = (1.0 - up * up).max(0.0).sqrt();
        let out = v(a.cos() * flat, up, a.sin() * flat);
        let from = v(0.0, 0.72, 0.0) + out * 0.10;
        let tip = from + out * (0.30 + 0.04 * (i % 3) as f32);
        let color = if i % 3 == 0 { look.main * 1.1 } else { ice };
        tube(&mut m, &[(from, 0.07), (from.lerp(tip, 0.7), 0.06), (tip, 0.002)], 5, color);
    }
    for x in [-0.055, 0.055] {
        ball(&mut m, v(0.025, 0.045, 0.02), 6, srgb(0x1c2c38), at(x, 0.74, -0.155));
    }
    m
}

/// A wisp of decay: a hollow dark core in ragged strips of smoke that sink instead of rise.
pub fn entropic_wisp(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (smoke, core) = (srgb(0x3a3242), srgb(0xb98ad8));
    ball(&mut m, v(0.20, 0.22, 0.20), 12, smoke, at(0.0, 0.88, 0.0));
    ball(&mut m, v(0.12, 0.13, 0.06), 9, core * 1.2, at(0.0, 0.88, -0.17));
    for i in 0..7 {
        let (sin, cos) = (i as f32 / 7.0 * TAU).sin_cos();
        let around = v(cos, 0.0, sin);
        let low = 0.28 + 0.09 * (i % 3) as f32;
        tube(
            &mut m,
            &[
                (v(0.0, 0.86, 0.0) + around * 0.15, 0.06),
                (v(0.0, 0.62, 0.0) + around * 0.26, 0.045),
                (v(0.0, low + 0.1, 0.0) + around * 0.18, 0.028),
                (v(0.0, low, 0.0) + around * 0.24, 0.003),
            ],
            6,
            if i % 2 == 0 { smoke * 1.3 } else { look.main * 0.8 },
        );
    }
    for x in [-0.05, 0.05] {
        ball(&mut m, v(0.02, 0.035, 0.02), 6, srgb(0x120c18), at(x, 0.90, -0.225));
    }
    m
}

/// A rat on its hind legs, sniffing, a ribbon of the side's colour on its tail.
pub fn rat(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (fur, pink) = (srgb(0x6d6257), srgb(0xd79f93));
    tube(
        &mut m,
        &[
            (v(0.0, 0.10, 0.16), 0.05),
            (v(0.0, 0.14, 0.08), 0.125),
            (v(0.0, 0.24, -0.02), 0.12),
            (v(0.0, 0.35, -0.08), 0.085),
        ],
        11,
        fur,
    );
    ball(&mut m, v(0.075, 0.10, 0.05), 9, fur * 1.4, at(0.0, 0.23, -0.11));
    ball(&mut m, v(0.075, 0.07, 0.085), 10, fur * 1.1, at(0.0, 0.42, -0.12));
    tube(&mut m, &[(v(0.0, 0.415, -0.17), 0.055), (v(0.0, 0.40, -0.28), 0.018)], 8, fur);
    ball(&mut m, Vec3::splat(0.02), 6, pink, at(0.0, 0.40, -0.29));
    for x in [-1.0f32, 1.0] {
        ball(&mut m, v(0.05, 0.055, 0.015), 8, pink, at(0.065 * x, 0.49, -0.09));
        ball(&mut m, Vec3::splat(0.016), 6, srgb(0x140f0c), at(0.045 * x, 0.44, -0.185));
        tube(
            &mut m,
            &[(v(0.07 * x, 0.30, -0.10), 0.03), (v(0.06 * x, 0.27, -0.20), 0.02)],
            6,
            fur * 0.9,
        );
        ball(&mut m, Vec3::splat(0.022), 6, pink, at(0.06 * x, 0.265, -0.215));
        ball(&mut m, v(0.06, 0.09, 0.09), 8, fur * 0.95, at(0.10 * x, 0.10, 0.05));
        ball(&mut m, v(0.035, 0.02, 0.07), 7, pink, at(0.11 * x, 0.02, -0.04));
        for k in [-1.0, 0.0, 1.0] {
            tube(
                &mut m,
                &[(v(0.02 * x, 0.405, -0.26), 0.005), (v(0.13 * x, 0.41 + 0.03 * k, -0.27), 0.002)],
                4,
                fur * 1.6,
            );
        }
    }
    let tail: Vec<(Vec3, f32)> = (0..=12)
        .map(|i| {
            let t = i as f32 / 12.0;
            let a = t * 2.6;
            (
                v(0.26 * a.sin() * t, 0.05 + 0.05 * t * t, 0.18 + 0.24 * t * a.cos().abs()),
                0.03 - 0.025 * t,
            )
        })
        .collect();
    tube(&mut m, &tail, 6, pink);
    if let Some((knot, _)) = tail.get(6) {
        for x in [-1.0f32, 1.0] {
            let place = posed(knot.x + 0.05 * x, knot.y + 0.03, knot.z, 0.0, 0.0, 0.5 * x);
            block_in(&mut m, place, v(0.05, 0.03, 0.02), 0.01, plain(look.main));
        }
    }
    m
}

/// A behemoth: a hill of hide on pillar legs, plates along the back, a mouth as wide as its head.
pub fn behemoth(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let hide = srgb(0x6b6a5c);
    tube(
        &mut m,
        &[
            (v(0.10, 0.10, 0.60), 0.012),
            (v(0.04, 0.22, 0.52), 0.06),
            (v(0.0, 0.42, 0.38), 0.20),
            (v(0.0, 0.52, 0.14), 0.30),
            (v(0.0, 0.52, -0.10), 0.28),
            (v(0.0, 0.46, -0.28), 0.20),
        ],
        14,
        hide,
    );
    ball(&mut m, v(0.24, 0.15, 0.32), 12, hide * 1.3, at(0.0, 0.33, 0.05));
    for x in [-1.0f32, 1.0] {
        for (z, out) in [(-0.18f32, 0.25f32), (0.28, 0.27)] {
            tube(
                &mut m,
                &[
                    (v(0.20 * x, 0.46, z), 0.13),
                    (v(out * x, 0.26, z - 0.02), 0.105),
                    (v(out * x, 0.05, z), 0.115),
                ],
                9,
                hide * 0.92,
            );
            for c in [-0.06, 0.0, 0.06] {
                ball(
                    &mut m,
                    v(0.03, 0.035, 0.045),
                    6,
                    srgb(hex::BONE),
                    at(out * x + c, 0.035, z - 0.11),
                );
            }
        }
    }
    maw(&mut m, hide);
    // Back plates, the middle row in the side's colour.
    for i in 0..6 {
        let z = -0.22 + 0.115 * i as f32;
        let y = 0.80 - 0.9 * (z - 0.06).powi(2);
        let tall = 0.15 - 0.012 * (i as f32 - 2.0).abs() * 2.0;
        tube(
            &mut m,
            &[(v(0.0, y - 0.06, z), 0.07), (v(0.0, y + tall, z + 0.04), 0.006)],
            5,
            look.main,
        );
        for x in [-1.0f32, 1.0] {
            tube(
                &mut m,
                &[
                    (v(0.16 * x, y - 0.10, z), 0.055),
                    (v(0.24 * x, y + 0.5 * tall, z + 0.03), 0.005),
                ],
                5,
                hide * 0.7,
            );
        }
    }
    m
}

/// The open mouth with its teeth, tusks and small eyes.
fn maw(m: &mut MeshData, hide: Vec3) {
    ball(m, v(0.20, 0.14, 0.18), 12, hide * 1.08, at(0.0, 0.52, -0.42));
    ball(m, v(0.17, 0.075, 0.16), 10, srgb(0x5c2622), at(0.0, 0.44, -0.45));
    ball(m, v(0.185, 0.07, 0.17), 10, hide, posed(0.0, 0.335, -0.43, 0.0, 0.25, 0.0));
    for i in 0..9 {
        let a = (i as f32 / 8.0 - 0.5) * 2.4;
        let (x, z) = (a.sin() * 0.165, -0.44 - a.cos() * 0.14);
        tube(m, &[(v(x, 0.48, z), 0.02), (v(x, 0.42, z - 0.01), 0.002)], 5, srgb(hex::BONE));
        tube(m, &[(v(x, 0.36, z), 0.02), (v(x, 0.415, z - 0.01), 0.002)], 5, srgb(hex::BONE));
    }
    for x in [-1.0f32, 1.0] {
        tube(
            m,
            &[
                (v(0.15 * x, 0.38, -0.46), 0.035),
                (v(0.24 * x, 0.42, -0.57), 0.025),
                (v(0.22 * x, 0.56, -0.62), 0.003),
            ],
            7,
            srgb(hex::BONE),
        );
        ball(m, Vec3::splat(0.024), 6, srgb(0xffb43a), at(0.12 * x, 0.59, -0.53));
        ball(m, v(0.05, 0.02, 0.03), 6, hide * 0.6, at(0.12 * x, 0.62, -0.52));
    }
}

/// A saddled horse, one foreleg raised, the cloth under its saddle in the side's colour.
pub fn horse(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (coat, mane) = (srgb(0x8a5a3a), srgb(0x2b211c));
    tube(
        &mut m,
        &[
            (v(0.0, 0.72, 0.42), 0.07),
            (v(0.0, 0.74, 0.30), 0.165),
            (v(0.0, 0.70, 0.08), 0.17),
            (v(0.0, 0.73, -0.18), 0.175),
            (v(0.0, 0.86, -0.30), 0.125),
            (v(0.0, 1.08, -0.40), 0.085),
            (v(0.0, 1.22, -0.43), 0.07),
        ],
        12,
        coat,
    );
    // Head, muzzle, ears.
    tube(
        &mut m,
        &[(v(0.0, 1.25, -0.40), 0.08), (v(0.0, 1.17, -0.52), 0.072), (v(0.0, 1.05, -0.57), 0.05)],
        9,
        coat * 1.06,
    );
    ball(&mut m, v(0.052, 0.045, 0.05), 8, mane * 1.6, at(0.0, 1.03, -0.57));
    for x in [-1.0f32, 1.0] {
        tube(
            &mut m,
            &[(v(0.045 * x, 1.30, -0.39), 0.026), (v(0.055 * x, 1.40, -0.40), 0.003)],
            5,
            coat,
        );
        ball(&mut m, Vec3::splat(0.018), 6, srgb(0x140f0c), at(0.068 * x, 1.21, -0.47));
        let raised = x > 0.0;
        let (knee, hoof) = if raised {
            (v(0.11, 0.50, -0.38), v(0.11, 0.30, -0.30))
        } else {
            (v(-0.11, 0.38, -0.22), v(-0.11, 0.05, -0.22))
        };
        horse_leg(&mut m, v(0.10 * x, 0.66, -0.20), knee, hoof, coat);
        horse_leg(
            &mut m,
            v(0.11 * x, 0.68, 0.32),
            v(0.12 * x, 0.38, 0.26),
            v(0.12 * x, 0.05, 0.34),
            coat,
        );
    }
    for i in 0..7 {
        let t = i as f32 / 6.0;
        let p = v(0.0, 0.95 + 0.36 * t, -0.24 - 0.13 * t);
        tube(&mut m, &[(p, 0.045), (p + v(0.03, -0.02, 0.10), 0.008)], 6, mane);
    }
    tube(
        &mut m,
        &[(v(0.0, 0.80, 0.44), 0.045), (v(0.0, 0.72, 0.53), 0.06), (v(0.02, 0.36, 0.57), 0.01)],
        7,
        mane,
    );
    saddle(&mut m, look);
    m
}

fn horse_leg(m: &mut MeshData, hip: Vec3, knee: Vec3, hoof: Vec3, coat: Vec3) {
    tube(m, &[(hip, 0.085), (knee, 0.045), (hoof, 0.036)], 8, coat);
    ball(m, v(0.045, 0.04, 0.055), 7, srgb(0x2b211c), Affine3A::from_translation(hoof));
}

/// Cloth, saddle, girth and bridle.
fn saddle(m: &mut MeshData, look: SideLook) {
    let arch = |r: f32, z: f32, thick: f32| -> Vec<(Vec3, f32)> {
        (0..=10)
            .map(|i| {
                let (sin, cos) = ((i as f32 / 10.0) * 3.6 - 0.23).sin_cos();
                (v(cos * r, 0.70 + sin * r, z), thick)
            })
            .collect()
    };
    for (z, color) in
        [(-0.08f32, look.second), (0.0, look.main), (0.08, look.main), (0.16, look.second)]
    {
        tube(m, &arch(0.175, z, 0.045), 6, color);
    }
    let leather = srgb(hex::LEATHER);
    ball(m, v(0.12, 0.05, 0.14), 9, leather, at(0.0, 0.905, 0.04));
    ball(m, v(0.09, 0.07, 0.03), 8, leather * 0.9, at(0.0, 0.94, 0.16));
    ball(m, v(0.03, 0.06, 0.03), 7, leather * 0.9, at(0.0, 0.95, -0.08));
    let mut band = MeshData::new();
    hoop(&mut band, Vec3::ZERO, 0.074, 0.012, leather);
    m.append(&band, posed(0.0, 1.14, -0.545, 0.0, -0.9, 0.0));
}
