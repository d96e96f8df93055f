//! Models of built things: wells, wagons, tents, altars, shelves, beds, machines.
//!
//! Each takes two meshes: one for what the thing is made of, which is recoloured for other
//! materials, and one for the trim, which keeps its colours.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::{Vec2, Vec3};

use super::atlas::Patch;
use super::canvas::Scatter;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::shapes::{at, ball, block, block_in, disc, lathe, plate, posed, rings, tube, turned};
use super::things::wood;

/// Dressed stone; `tone` scales its brightness.
fn stone(tone: f32) -> Paint {
    Paint::on(srgb(hex::COPING) * tone, Patch::Grit)
}

/// A ring of stones with water in it, a roller between two posts, a bucket.
pub fn well(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, tall: f32) {
    const STONES: u8 = 11;
    let wall = tall * 0.68;
    for course in 0..3u8 {
        let y = wall * (f32::from(course) + 0.5) / 3.0;
        for i in 0..STONES {
            let a = (f32::from(i) + 0.5 * f32::from(course % 2)) / f32::from(STONES) * TAU;
            let half = Vec3::new(0.072, wall / 6.0 - 0.006, 0.108);
            let place = turned(a.cos() * 0.36, y, a.sin() * 0.36, -a);
            block_in(m, place, half, 0.02, stone(s.between(0.78, 1.12)));
        }
    }
    disc(trim, Vec3::new(0.0, wall * 0.62, 0.0), 0.3, 16, Paint::plain(srgb(hex::DEEP) * 0.8));
    for x in [-0.36, 0.36] {
        let half = Vec3::new(0.035, (tall - wall) / 2.0 + 0.06, 0.035);
        block(trim, Vec3::new(x, tall - half.y, 0.0), half, 0.01, wood(0.75));
    }
    let roller =
        [(Vec3::new(-0.42, tall - 0.1, 0.0), 0.045), (Vec3::new(0.42, tall - 0.1, 0.0), 0.045)];
    tube(trim, &roller, 10, srgb(hex::WOOD));
    let rope =
        [(Vec3::new(0.05, tall - 0.1, 0.0), 0.012), (Vec3::new(0.05, wall * 0.95, 0.0), 0.012)];
    tube(trim, &rope, 5, srgb(hex::BONE) * 0.7);
    let bucket =
        [(0.07, wall * 0.72), (0.09, wall * 0.95), (0.075, wall * 0.95), (0.0, wall * 0.8)];
    lathe(trim, &rings(&bucket, srgb(hex::DARK_WOOD)), 10, at(0.05, 0.0, 0.0));
}

/// A cart with four wheels; its load lies under a cover.
pub fn wagon(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, tall: f32) {
    let bed = tall * 0.36;
    for i in 0..4 {
        let x = -0.27 + 0.18 * i as f32;
        let place = turned(x, bed, 0.0, FRAC_PI_2);
        block_in(m, place, Vec3::new(0.46, 0.03, 0.085), 0.008, wood(s.between(0.8, 1.05)));
    }
    for side in [-1.0, 1.0] {
        for k in 0..2 {
            let y = bed + 0.1 + 0.15 * k as f32;
            let half = Vec3::new(0.46, 0.06, 0.018);
            let place = turned(side * 0.37, y, 0.0, FRAC_PI_2);
            block_in(m, place, half, 0.008, wood(s.between(0.85, 1.15)));
        }
        for z in [-0.44, 0.0, 0.44] {
            let half = Vec3::new(0.022, 0.17, 0.022);
            block(m, Vec3::new(side * 0.395, bed + 0.14, z), half, 0.006, wood(0.7));
        }
        let half = Vec3::new(0.36, 0.12, 0.018);
        block(m, Vec3::new(0.0, bed + 0.14, side * 0.46), half, 0.008, wood(0.95));
        for z in [-0.28, 0.28] {
            wheel(m, trim, Vec3::new(side * 0.43, 0.25, z));
        }
    }
    let shaft = [
        (Vec3::new(0.0, bed - 0.06, 0.2), 0.03),
        (Vec3::new(0.0, bed - 0.06, -0.45), 0.03),
        (Vec3::new(0.0, 0.14, -0.62), 0.025),
    ];
    tube(m, &shaft, 7, srgb(hex::WOOD) * 0.8);
    // The cover over the load, tied down twice.
    let cloth = srgb(0xb9a77e);
    let load = (tall - bed) / 2.0 - 0.02;
    let middle = Vec3::new(0.0, bed + 0.03 + load, 0.0);
    block(trim, middle, Vec3::new(0.33, load, 0.42), 0.09, Paint::plain(cloth));
    for z in [-0.2, 0.2] {
        let half = Vec3::new(0.337, load + 0.006, 0.018);
        block(trim, middle + Vec3::Z * z, half, 0.08, Paint::plain(srgb(hex::LEATHER)));
    }
}

/// A wheel that stands across x.
fn wheel(m: &mut MeshData, trim: &mut MeshData, hub: Vec3) {
    let place = posed(hub.x, hub.y, hub.z, 0.0, 0.0, FRAC_PI_2);
    let rim = [(0.19, -0.025), (0.235, -0.03), (0.235, 0.03), (0.19, 0.025), (0.19, -0.025)];
    lathe(m, &rings(&rim, srgb(hex::WOOD) * 0.85), 16, place);
    let tyre = [(0.235, -0.032), (0.25, -0.032), (0.25, 0.032), (0.235, 0.032)];
    lathe(trim, &rings(&tyre, srgb(hex::IRON)), 16, place);
    for i in 0..4 {
        let spoke = posed(hub.x, hub.y, hub.z, 0.0, i as f32 * TAU / 8.0, 0.0);
        block_in(m, spoke, Vec3::new(0.014, 0.2, 0.018), 0.0, wood(0.8));
    }
    let nave = [(0.0, -0.05), (0.05, -0.05), (0.05, 0.05), (0.0, 0.05)];
    lathe(trim, &rings(&nave, srgb(hex::DARK_WOOD)), 8, place);
}

/// A ridge tent, open to the south.
pub fn tent(m: &mut MeshData, tall: f32) {
    const STRIPS: u8 = 6;
    let pale = srgb(0xd9c9a0);
    let dark = srgb(0x9c5a44);
    let (foot, half) = (0.48, 0.48);
    let at = |side: f32, t: f32, out: f32| {
        // The cloth sags a little between ridge and ground.
        let sag = 0.05 * (t * (1.0 - t)) * 4.0;
        Vec3::new(side * (foot * (1.0 - t) - sag + out), tall * t, 0.0)
    };
    for side in [-1.0, 1.0] {
        for strip in 0..STRIPS {
            let z = |k: u8| -half + 2.0 * half * f32::from(k) / f32::from(STRIPS);
            let (from, to) = (z(strip), z(strip + 1));
            let color = if strip % 2 == 0 { pale } else { dark };
            for step in 0..4u8 {
                let (low, high) = (f32::from(step) / 4.0, f32::from(step + 1) / 4.0);
                let corner = |t: f32, z: f32| at(side, t, 0.0) + Vec3::Z * z;
                let face =
                    [corner(low, from), corner(low, to), corner(high, to), corner(high, from)];
                let (outer, inner) = (face, [face[3], face[2], face[1], face[0]]);
                let (front, back) = if side < 0.0 { (outer, inner) } else { (inner, outer) };
                m.face4(front, Paint::plain(color));
                m.face4(back, Paint::plain(color * 0.35));
            }
        }
    }
    // The closed gable, and the two flaps of the open one.
    let ridge = |z: f32| Vec3::new(0.0, tall, z);
    let ground = |x: f32, z: f32| Vec3::new(x, 0.0, z);
    m.face3([ground(foot, -half), ground(-foot, -half), ridge(-half)], Paint::plain(pale * 0.9));
    let inside = half - 0.2;
    m.face3(
        [ground(-foot, inside), ground(foot, inside), ridge(inside)],
        Paint::plain(dark * 0.12),
    );
    for side in [-1.0, 1.0] {
        let flap = [ground(side * foot, half), ground(side * 0.2, half + 0.04), ridge(half)];
        let turned_flap = [flap[1], flap[0], flap[2]];
        let (front, back) = if side < 0.0 { (flap, turned_flap) } else { (turned_flap, flap) };
        m.face3(front, Paint::plain(pale));
        m.face3(back, Paint::plain(pale * 0.4));
    }
    for z in [-half, half] {
        let pole = [(Vec3::new(0.0, 0.0, z), 0.022), (Vec3::new(0.0, tall + 0.1, z), 0.018)];
        tube(m, &pole, 6, srgb(hex::DARK_WOOD));
    }
}

/// A slab on a pedestal, with a runner, a bowl and candles.
pub fn altar(m: &mut MeshData, trim: &mut MeshData, tall: f32) {
    block(m, Vec3::new(0.0, 0.06, 0.0), Vec3::new(0.45, 0.06, 0.36), 0.02, stone(0.95));
    let body = (tall - 0.24) / 2.0;
    block(m, Vec3::new(0.0, 0.12 + body, 0.0), Vec3::new(0.36, body, 0.26), 0.015, stone(0.85));
    for x in [-0.36, 0.36] {
        block(m, Vec3::new(x, 0.12 + body, 0.0), Vec3::new(0.05, body, 0.29), 0.02, stone(1.0));
    }
    block(m, Vec3::new(0.0, tall - 0.06, 0.0), Vec3::new(0.46, 0.06, 0.37), 0.02, stone(1.1));
    let cloth = Paint::plain(srgb(0x8d2230));
    block(trim, Vec3::new(0.0, tall - 0.05, 0.0), Vec3::new(0.14, 0.058, 0.385), 0.006, cloth);
    for z in [-0.382, 0.382] {
        block(trim, Vec3::new(0.0, tall - 0.22, z), Vec3::new(0.14, 0.16, 0.008), 0.004, cloth);
    }
    let bowl = [(0.04, tall), (0.11, tall + 0.06), (0.1, tall + 0.06), (0.0, tall + 0.03)];
    lathe(trim, &rings(&bowl, srgb(hex::BRASS)), 14, at(0.0, 0.0, 0.0));
    for x in [-0.33, 0.33] {
        let candle = [(0.035, tall), (0.03, tall + 0.13), (0.0, tall + 0.14)];
        lathe(trim, &rings(&candle, srgb(hex::BONE)), 8, at(x, 0.0, 0.0));
    }
}

/// Boards between two sides, with books, jars and boxes; open to the south.
pub fn shelf(m: &mut MeshData, trim: &mut MeshData, s: &mut Scatter, tall: f32) {
    let deep = 0.2;
    for x in [-0.43, 0.43] {
        block(
            m,
            Vec3::new(x, tall / 2.0, 0.0),
            Vec3::new(0.03, tall / 2.0, deep),
            0.01,
            wood(0.85),
        );
    }
    let back = Vec3::new(0.42, tall / 2.0 - 0.02, 0.012);
    block(m, Vec3::new(0.0, tall / 2.0, -deep + 0.012), back, 0.0, wood(0.55));
    let boards = (tall / 0.45).round().clamp(1.0, 12.0) as u8;
    let gap = (tall - 0.06) / f32::from(boards);
    for i in 0..=boards {
        let y = 0.03 + gap * f32::from(i);
        block(m, Vec3::new(0.0, y, 0.0), Vec3::new(0.42, 0.022, deep), 0.006, wood(1.0));
        if i == boards {
            continue;
        }
        let mut x = -0.37;
        while x < 0.32 {
            let high = gap * s.between(0.45, 0.75);
            if s.unit() < 0.7 {
                let wide = s.between(0.022, 0.04);
                let covers = [0x7a2f2a, 0x2f5a4a, 0x3a4a7a, 0x8a6a2a, 0x5a3a5a];
                let cover = covers[(s.unit() * 4.99) as usize];
                let middle = Vec3::new(x + wide, y + 0.022 + high / 2.0, 0.04);
                let half = Vec3::new(wide, high / 2.0, 0.12);
                block(trim, middle, half, 0.006, Paint::plain(srgb(cover)));
                x += 2.0 * wide + 0.006;
            } else {
                let foot = y + 0.022;
                let jar = [
                    (0.05, foot),
                    (0.07, foot + high * 0.4),
                    (0.04, foot + high * 0.8),
                    (0.0, foot + high * 0.82),
                ];
                lathe(trim, &rings(&jar, srgb(0xb56a42)), 9, at(x + 0.08, 0.0, 0.02));
                x += 0.18;
            }
        }
    }
}

/// A bed with its head to the north.
pub fn bed(m: &mut MeshData, trim: &mut MeshData, tall: f32) {
    let lie = tall * 0.62;
    for (x, z) in [(-0.38, -0.45), (0.38, -0.45), (-0.38, 0.45), (0.38, 0.45)] {
        let high = if z < 0.0 { tall + 0.08 } else { tall * 0.85 };
        let half = Vec3::new(0.04, high / 2.0, 0.04);
        block(m, Vec3::new(x, high / 2.0, z), half, 0.01, wood(0.75));
    }
    block(
        m,
        Vec3::new(0.0, tall * 0.72, -0.45),
        Vec3::new(0.36, tall * 0.3, 0.02),
        0.01,
        wood(0.95),
    );
    block(
        m,
        Vec3::new(0.0, tall * 0.55, 0.45),
        Vec3::new(0.36, tall * 0.2, 0.02),
        0.01,
        wood(0.95),
    );
    for x in [-0.38, 0.38] {
        block(m, Vec3::new(x, lie - 0.08, 0.0), Vec3::new(0.025, 0.06, 0.44), 0.008, wood(0.9));
    }
    let linen = Paint::plain(srgb(0xe8e0cc));
    block(trim, Vec3::new(0.0, lie - 0.02, 0.0), Vec3::new(0.355, 0.08, 0.43), 0.035, linen);
    let blanket = Paint::plain(srgb(0x37567a));
    block(trim, Vec3::new(0.0, lie + 0.02, 0.13), Vec3::new(0.372, 0.07, 0.305), 0.035, blanket);
    let hem = Paint::plain(srgb(0xb4463a));
    block(trim, Vec3::new(0.0, lie + 0.025, -0.14), Vec3::new(0.374, 0.07, 0.035), 0.02, hem);
    block(
        trim,
        Vec3::new(0.0, lie + 0.09, -0.31),
        Vec3::new(0.24, 0.05, 0.09),
        0.035,
        linen.tinted(1.1),
    );
}

/// A boiler with a chimney, a gear, a valve and a gauge.
pub fn machine(m: &mut MeshData, trim: &mut MeshData, tall: f32) {
    let iron = Paint::plain(srgb(hex::IRON) * 1.2);
    block(m, Vec3::new(0.0, 0.07, 0.0), Vec3::new(0.44, 0.07, 0.44), 0.02, iron.tinted(0.8));
    let top = tall * 0.72;
    let boiler = [
        (0.31, 0.14),
        (0.31, 0.22),
        (0.28, 0.24),
        (0.28, top - 0.2),
        (0.22, top - 0.06),
        (0.1, top),
        (0.0, top + 0.02),
    ];
    lathe(m, &rings(&boiler, iron.color), 20, at(-0.08, 0.0, -0.05));
    for y in [0.2, 0.5, 0.8] {
        let y = 0.2 + (top - 0.5) * y;
        let band = [(0.285, y - 0.03), (0.3, y - 0.025), (0.3, y + 0.025), (0.285, y + 0.03)];
        lathe(trim, &rings(&band, srgb(hex::BRASS) * 0.8), 20, at(-0.08, 0.0, -0.05));
    }
    let chimney = [
        (Vec3::new(0.12, top * 0.5, -0.16), 0.07),
        (Vec3::new(0.3, top * 0.55, -0.25), 0.07),
        (Vec3::new(0.32, top * 0.7, -0.26), 0.07),
        (Vec3::new(0.32, tall - 0.06, -0.26), 0.07),
        (Vec3::new(0.32, tall - 0.05, -0.26), 0.095),
        (Vec3::new(0.32, tall, -0.26), 0.095),
    ];
    tube(m, &chimney, 12, iron.color * 0.85);
    gear(trim, Vec3::new(0.24, tall * 0.36, 0.34), 0.24);
    gear(trim, Vec3::new(-0.1, tall * 0.24, 0.36), 0.14);
    let axle =
        [(Vec3::new(0.24, tall * 0.36, 0.0), 0.03), (Vec3::new(0.24, tall * 0.36, 0.42), 0.03)];
    tube(m, &axle, 8, iron.color * 1.3);
    // The gauge.
    let dial = posed(-0.08, tall * 0.5, 0.24, 0.0, FRAC_PI_2, 0.0);
    let ring = [(0.0, -0.03), (0.09, -0.03), (0.09, 0.03), (0.075, 0.035)];
    lathe(trim, &rings(&ring, srgb(hex::BRASS)), 14, dial);
    let face = [(0.078, 0.03), (0.0, 0.031)];
    lathe(trim, &rings(&face, srgb(hex::BONE)), 14, dial);
    // The valve.
    let stem =
        [(Vec3::new(-0.3, tall * 0.4, 0.1), 0.03), (Vec3::new(-0.44, tall * 0.4, 0.1), 0.025)];
    tube(m, &stem, 8, iron.color);
    ball(trim, Vec3::new(0.03, 0.1, 0.1), 10, srgb(0xb83a2a), at(-0.44, tall * 0.4, 0.1));
}

/// A toothed wheel that faces south.
fn gear(m: &mut MeshData, hub: Vec3, r: f32) {
    const TEETH: u8 = 11;
    let outline: Vec<Vec2> = (0..TEETH * 4)
        .map(|i| {
            let a = f32::from(i) / f32::from(TEETH * 4) * TAU;
            let r = if i % 4 < 2 { r } else { r * 0.82 };
            Vec2::new(a.cos() * r, a.sin() * r)
        })
        .collect();
    let brass = Paint::plain(srgb(hex::BRASS));
    plate(m, &outline, 0.06, 0.012, brass, at(hub.x, hub.y, hub.z));
    let place = posed(hub.x, hub.y, hub.z, 0.0, FRAC_PI_2, 0.0);
    let nave = [(0.0, -0.05), (r * 0.25, -0.05), (r * 0.25, 0.05), (0.0, 0.055)];
    lathe(m, &rings(&nave, srgb(hex::IRON)), 10, place);
}
