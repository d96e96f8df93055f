//! Figures in armour and with heavy weapons: knight, captain, guard, brute.

use bevy::math::{Affine3A, Vec2, Vec3};

use super::parts::{THIGH, arm, body, cloak, head, legs, sword, v};
use crate::mesh::{MeshData, Paint};
use crate::palette::{SideLook, hex, srgb};
use crate::shapes::{at, ball, block_in, lathe, plate, posed, rings, tube};

/// A knight: sword raised, kite shield in front, great helm with a cross-shaped slit.
pub fn knight(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (steel, dark) = (srgb(hex::STEEL), srgb(hex::IRON));
    legs(&mut m, 0.15, 0.07, THIGH, steel * 0.8, steel);
    // Tabard over mail.
    body(
        &mut m,
        &[
            (0.235, 0.40),
            (0.20, 0.60),
            (0.165, 0.74),
            (0.20, 0.95),
            (0.225, 1.10),
            (0.16, 1.20),
            (0.09, 1.24),
        ],
        0.74,
        look.main,
    );
    body(&mut m, &[(0.205, 0.70), (0.208, 0.76), (0.175, 0.77)], 0.76, srgb(hex::LEATHER));
    plate(
        &mut m,
        &[
            Vec2::new(-0.06, 0.42),
            Vec2::new(0.06, 0.42),
            Vec2::new(0.06, 1.1),
            Vec2::new(-0.06, 1.1),
        ],
        0.02,
        0.0,
        Paint::plain(look.second),
        at(0.0, 0.0, -0.172),
    );
    for x in [-1.0, 1.0] {
        ball(&mut m, v(0.115, 0.095, 0.115), 10, steel, at(0.245 * x, 1.15, 0.0));
    }
    arm(
        &mut m,
        [v(0.26, 1.10, 0.0), v(0.40, 1.02, -0.10), v(0.38, 1.24, -0.22)],
        0.062,
        steel * 0.85,
        steel,
        dark,
    );
    sword(&mut m, v(0.38, 1.26, -0.22), v(0.14, 1.0, -0.12), 0.72, 0.085);
    arm(
        &mut m,
        [v(-0.26, 1.10, 0.0), v(-0.36, 0.88, -0.08), v(-0.24, 0.86, -0.26)],
        0.062,
        steel * 0.85,
        steel,
        dark,
    );
    shield_kite(&mut m, look.main, look.second, v(-0.24, 0.84, -0.33));
    // Great helm.
    lathe(
        &mut m,
        &rings(
            &[
                (0.115, 1.22),
                (0.135, 1.30),
                (0.142, 1.44),
                (0.13, 1.53),
                (0.06, 1.57),
                (0.0, 1.575),
            ],
            steel,
        ),
        14,
        at(0.0, 0.0, 0.0),
    );
    block_in(
        &mut m,
        at(0.0, 1.43, -0.135),
        v(0.095, 0.015, 0.015),
        0.0,
        Paint::plain(srgb(0x121212)),
    );
    block_in(
        &mut m,
        at(0.0, 1.40, -0.142),
        v(0.012, 0.10, 0.012),
        0.0,
        Paint::plain(srgb(hex::BRASS)),
    );
    m
}

fn shield_kite(m: &mut MeshData, main: Vec3, second: Vec3, place: Vec3) {
    let outline = |k: f32| -> Vec<Vec2> {
        [
            (0.0, -0.42),
            (0.13, -0.2),
            (0.20, 0.05),
            (0.205, 0.24),
            (0.12, 0.31),
            (0.0, 0.33),
            (-0.12, 0.31),
            (-0.205, 0.24),
            (-0.20, 0.05),
            (-0.13, -0.2),
        ]
        .iter()
        .map(|(x, y)| Vec2::new(x * k, y * k))
        .collect()
    };
    let turn = posed(place.x, place.y, place.z, 0.18, 0.0, 0.0)
        * Affine3A::from_rotation_y(std::f32::consts::PI);
    plate(m, &outline(1.0), 0.05, 0.02, Paint::plain(srgb(hex::STEEL) * 0.9), turn);
    plate(m, &outline(0.88), 0.06, 0.012, Paint::plain(main), turn);
    let bar = [
        Vec2::new(-0.028, -0.30),
        Vec2::new(0.028, -0.30),
        Vec2::new(0.028, 0.26),
        Vec2::new(-0.028, 0.26),
    ];
    plate(m, &bar, 0.075, 0.004, Paint::plain(second), turn);
    let beam = [
        Vec2::new(-0.15, 0.08),
        Vec2::new(0.15, 0.08),
        Vec2::new(0.15, 0.135),
        Vec2::new(-0.15, 0.135),
    ];
    plate(m, &beam, 0.075, 0.004, Paint::plain(second), turn);
}

/// A captain: plate, a great cloak, a tall crest and a spear with a banner.
pub fn captain(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (steel, gold) = (srgb(hex::STEEL), srgb(hex::BRASS) * 1.15);
    legs(&mut m, 0.15, 0.06, THIGH, steel * 0.75, steel);
    body(
        &mut m,
        &[
            (0.225, 0.46),
            (0.19, 0.62),
            (0.165, 0.74),
            (0.215, 0.96),
            (0.225, 1.10),
            (0.15, 1.20),
            (0.09, 1.24),
        ],
        0.78,
        steel,
    );
    body(&mut m, &[(0.24, 0.42), (0.205, 0.62), (0.178, 0.72)], 0.80, look.main);
    body(&mut m, &[(0.19, 0.70), (0.195, 0.76), (0.17, 0.77)], 0.82, gold);
    ball(&mut m, v(0.07, 0.075, 0.03), 8, gold, at(0.0, 1.02, -0.165));
    for x in [-1.0, 1.0] {
        ball(&mut m, v(0.125, 0.085, 0.125), 10, gold, at(0.245 * x, 1.165, 0.0));
        ball(&mut m, v(0.115, 0.09, 0.115), 10, steel, at(0.25 * x, 1.135, 0.0));
    }
    cloak(&mut m, 1.20, 0.04, 0.22, 0.40, look.main);
    arm(
        &mut m,
        [v(0.26, 1.10, 0.0), v(0.38, 0.96, -0.10), v(0.40, 1.04, -0.28)],
        0.062,
        steel * 0.85,
        steel,
        srgb(hex::IRON),
    );
    arm(
        &mut m,
        [v(-0.26, 1.10, 0.0), v(-0.40, 0.94, 0.0), v(-0.26, 0.76, -0.14)],
        0.062,
        steel * 0.85,
        steel,
        srgb(hex::IRON),
    );
    // Spear and banner.
    tube(
        &mut m,
        &[(v(0.42, 0.0, -0.30), 0.024), (v(0.40, 1.98, -0.29), 0.022)],
        7,
        srgb(hex::DARK_WOOD),
    );
    plate(
        &mut m,
        &[Vec2::new(0.0, 0.0), Vec2::new(0.06, 0.09), Vec2::new(0.0, 0.30), Vec2::new(-0.06, 0.09)],
        0.03,
        0.02,
        Paint::plain(steel * 1.2),
        at(0.40, 1.96, -0.29),
    );
    let banner = |x: f32, y: f32| Vec2::new(x, y);
    let cloth = [
        banner(0.0, 0.0),
        banner(0.0, 0.40),
        banner(-0.30, 0.36),
        banner(-0.20, 0.20),
        banner(-0.34, 0.02),
    ];
    let order: Vec<Vec2> = cloth.into_iter().collect();
    plate(
        &mut m,
        &order,
        0.02,
        0.004,
        Paint::plain(look.main),
        posed(0.40, 1.46, -0.29, -1.15, 0.0, 0.0),
    );
    plate(
        &mut m,
        &[banner(-0.02, 0.15), banner(-0.02, 0.25), banner(-0.20, 0.25), banner(-0.20, 0.15)],
        0.03,
        0.0,
        Paint::plain(look.second),
        posed(0.40, 1.46, -0.29, -1.15, 0.0, 0.0),
    );
    // Open helm with a tall crest.
    head(&mut m, v(0.0, 1.37, -0.03), 0.98);
    lathe(
        &mut m,
        &rings(&[(0.145, 1.34), (0.146, 1.44), (0.11, 1.52), (0.0, 1.56)], steel),
        14,
        at(0.0, 0.0, 0.035),
    );
    block_in(&mut m, at(0.0, 1.445, -0.115), v(0.115, 0.02, 0.03), 0.01, Paint::plain(gold));
    crest(&mut m, look.main * 1.1, look.second);
    m
}

/// The upright crest of a helm, from the brow over the top down to the neck.
fn crest(m: &mut MeshData, main: Vec3, second: Vec3) {
    // In the plate's frame x runs towards the back and y up; the lower side follows the helm.
    let outline = [
        (0.05, 0.0),
        (0.17, -0.06),
        (0.26, -0.16),
        (0.27, 0.02),
        (0.22, 0.21),
        (0.11, 0.33),
        (-0.02, 0.33),
        (-0.12, 0.22),
        (-0.13, 0.06),
    ]
    .map(|(x, y)| Vec2::new(x, y));
    let place = posed(0.0, 1.50, 0.0, -std::f32::consts::FRAC_PI_2, 0.0, 0.0);
    plate(m, &outline, 0.07, 0.025, Paint::plain(main), place);
    let middle = outline.iter().copied().sum::<Vec2>() / outline.len() as f32;
    let inner: Vec<Vec2> = outline.iter().map(|p| middle + (*p - middle) * 0.6).collect();
    plate(m, &inner, 0.085, 0.0, Paint::plain(second), place);
}

/// A plain soldier: kettle hat, round shield, spear held upright.
pub fn guard(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let steel = srgb(hex::STEEL);
    legs(&mut m, 0.13, 0.04, THIGH * 0.92, srgb(0x58503f), srgb(hex::LEATHER));
    body(
        &mut m,
        &[
            (0.21, 0.46),
            (0.175, 0.64),
            (0.155, 0.75),
            (0.185, 0.98),
            (0.195, 1.09),
            (0.13, 1.18),
            (0.08, 1.22),
        ],
        0.76,
        look.main * 0.85,
    );
    body(&mut m, &[(0.178, 0.71), (0.182, 0.76), (0.16, 0.77)], 0.79, srgb(hex::LEATHER));
    arm(
        &mut m,
        [v(0.20, 1.10, 0.0), v(0.32, 0.92, -0.04), v(0.33, 0.94, -0.24)],
        0.055,
        srgb(0x7b7566),
        srgb(hex::LEATHER),
        srgb(hex::SKIN),
    );
    arm(
        &mut m,
        [v(-0.20, 1.10, 0.0), v(-0.33, 0.92, 0.0), v(-0.26, 0.84, -0.20)],
        0.055,
        srgb(0x7b7566),
        srgb(hex::LEATHER),
        srgb(hex::SKIN),
    );
    tube(&mut m, &[(v(0.35, 0.0, -0.26), 0.02), (v(0.33, 1.72, -0.25), 0.019)], 6, srgb(hex::WOOD));
    plate(
        &mut m,
        &[
            Vec2::new(0.0, 0.0),
            Vec2::new(0.045, 0.07),
            Vec2::new(0.0, 0.24),
            Vec2::new(-0.045, 0.07),
        ],
        0.025,
        0.015,
        Paint::plain(steel * 1.15),
        at(0.33, 1.70, -0.25),
    );
    let disc: Vec<Vec2> = (0..16)
        .map(|i| {
            let (s, c) = (i as f32 / 16.0 * std::f32::consts::TAU).sin_cos();
            Vec2::new(c, s) * 0.25
        })
        .collect();
    let place =
        posed(-0.27, 0.84, -0.27, 0.15, 0.0, 0.0) * Affine3A::from_rotation_y(std::f32::consts::PI);
    plate(&mut m, &disc, 0.045, 0.02, Paint::plain(srgb(hex::WOOD)), place);
    plate(
        &mut m,
        &disc.iter().map(|p| *p * 0.82).collect::<Vec<_>>(),
        0.055,
        0.01,
        Paint::plain(look.main),
        place,
    );
    plate(
        &mut m,
        &disc.iter().map(|p| *p * 0.45).collect::<Vec<_>>(),
        0.065,
        0.006,
        Paint::plain(look.second),
        place,
    );
    ball(&mut m, v(0.06, 0.06, 0.06), 8, steel, place * at(0.0, 0.0, 0.02));
    head(&mut m, v(0.0, 1.35, -0.02), 0.98);
    lathe(
        &mut m,
        &rings(
            &[
                (0.13, 1.385),
                (0.225, 1.375),
                (0.225, 1.39),
                (0.135, 1.43),
                (0.11, 1.50),
                (0.0, 1.545),
            ],
            steel * 0.92,
        ),
        16,
        at(0.0, 0.0, 0.0),
    );
    m
}

/// A brute: broad and bare-armed, twice as wide as others, with a stone maul.
pub fn brute(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (skin, fur) = (srgb(hex::SKIN) * 0.86, srgb(0x6b4f38));
    legs(&mut m, 0.21, 0.05, 0.115, look.main * 0.7, fur);
    body(
        &mut m,
        &[
            (0.30, 0.44),
            (0.27, 0.58),
            (0.25, 0.68),
            (0.30, 0.90),
            (0.36, 1.10),
            (0.30, 1.25),
            (0.13, 1.33),
        ],
        0.74,
        skin,
    );
    body(&mut m, &[(0.32, 0.40), (0.30, 0.52), (0.275, 0.66), (0.25, 0.67)], 0.78, look.main);
    body(&mut m, &[(0.282, 0.62), (0.292, 0.70), (0.262, 0.71)], 0.79, srgb(hex::LEATHER));
    ball(&mut m, v(0.07, 0.06, 0.03), 8, srgb(hex::BRASS), at(0.0, 0.66, -0.215));
    // Fur over one shoulder, a strap across.
    ball(&mut m, v(0.20, 0.13, 0.20), 9, fur, at(-0.28, 1.24, 0.02));
    ball(&mut m, v(0.15, 0.10, 0.16), 8, fur * 1.15, at(-0.16, 1.30, 0.05));
    tube(
        &mut m,
        &[
            (v(-0.26, 1.2, -0.2), 0.035),
            (v(0.0, 0.98, -0.25), 0.035),
            (v(0.22, 0.74, -0.18), 0.035),
        ],
        6,
        srgb(hex::LEATHER),
    );
    arm(
        &mut m,
        [v(0.34, 1.17, 0.0), v(0.50, 0.95, -0.04), v(0.44, 0.86, -0.28)],
        0.105,
        skin,
        skin,
        skin,
    );
    arm(
        &mut m,
        [v(-0.34, 1.17, 0.0), v(-0.51, 0.92, -0.02), v(-0.40, 0.70, -0.20)],
        0.105,
        skin,
        look.main * 0.8,
        skin,
    );
    // The maul rests on the right shoulder.
    let (butt, top) = (v(0.40, 0.60, -0.36), v(0.46, 1.62, 0.02));
    tube(&mut m, &[(butt, 0.032), (top, 0.036)], 7, srgb(hex::DARK_WOOD));
    block_in(
        &mut m,
        posed(0.46, 1.66, 0.03, 0.0, 0.37, -0.05),
        v(0.13, 0.13, 0.25),
        0.045,
        Paint::plain(srgb(0x80807c)),
    );
    for z in [-0.12, 0.12] {
        block_in(
            &mut m,
            posed(0.46, 1.66, 0.03, 0.0, 0.37, -0.05) * at(0.0, 0.0, z),
            v(0.14, 0.14, 0.025),
            0.01,
            Paint::plain(srgb(hex::IRON)),
        );
    }
    // A small head, low between the shoulders, with a horned iron cap.
    head(&mut m, v(0.0, 1.40, -0.07), 1.05);
    ball(&mut m, v(0.09, 0.07, 0.05), 8, srgb(0x6a3b22), at(0.0, 1.31, -0.15));
    lathe(
        &mut m,
        &rings(&[(0.135, 1.43), (0.13, 1.48), (0.07, 1.55), (0.0, 1.57)], srgb(hex::IRON)),
        12,
        at(0.0, 0.0, -0.06),
    );
    for x in [-1.0f32, 1.0] {
        tube(
            &mut m,
            &[
                (v(0.11 * x, 1.48, -0.06), 0.04),
                (v(0.22 * x, 1.53, -0.06), 0.03),
                (v(0.26 * x, 1.66, -0.08), 0.004),
            ],
            7,
            srgb(hex::BONE),
        );
    }
    m
}
