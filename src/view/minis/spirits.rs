//! Spirits that hover beside a figure: small, round and curious, with a scarf in the side's colour.
//! They face north around their own middle.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Vec2, Vec3};

use super::parts::{hoop, v};
use crate::mesh::{MeshData, Paint};
use crate::palette::{SideLook, srgb};
use crate::shapes::{at, ball, lathe, plate, posed, rings, tube};

/// Two large eyes with a spark in each, for a friendly look.
fn eyes(m: &mut MeshData, middle: Vec3, apart: f32, r: f32) {
    for x in [-1.0f32, 1.0] {
        let eye = middle + v(apart * x, 0.0, 0.0);
        ball(m, v(r, r * 1.15, r * 0.6), 10, srgb(0xfdf8ec), Affine3A::from_translation(eye));
        let pupil = eye + v(-0.15 * r * x, -0.05 * r, -0.45 * r);
        let dark = v(r * 0.62, r * 0.78, r * 0.4);
        ball(m, dark, 9, srgb(0x1d1410), Affine3A::from_translation(pupil));
        let spark = pupil + v(0.22 * r, 0.30 * r, -0.32 * r);
        ball(m, Vec3::splat(r * 0.2), 6, srgb(0xffffff) * 1.3, Affine3A::from_translation(spark));
    }
}

/// A scarf around the neck, its ends flying.
fn scarf(m: &mut MeshData, middle: Vec3, r: f32, look: SideLook) {
    let mut ring = MeshData::new();
    hoop(&mut ring, Vec3::ZERO, r, 0.032, look.main);
    m.append(&ring, posed(middle.x, middle.y, middle.z, 0.0, TAU / 4.0, 0.0));
    for (x, color) in [(0.05, look.main), (-0.03, look.second)] {
        let from = middle + v(x, 0.0, r);
        let to = from + v(0.06, -0.05, 0.14);
        tube(m, &[(from, 0.028), (to, 0.022), (to + v(0.03, 0.04, 0.09), 0.004)], 6, color);
    }
}

/// A tongue of flame from a point, swaying to a tip.
fn flame(m: &mut MeshData, from: Vec3, tip: Vec3, r: f32, color: Vec3) {
    let middle = from.lerp(tip, 0.5) + v(0.0, 0.03, 0.02);
    tube(m, &[(from, r), (middle, r * 0.75), (tip, 0.003)], 7, color);
}

/// A plump bird of embers: all chest, with a crest and wings of flame.
fn cinderwing(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (ember, fire, gold) = (srgb(0xd8481c), srgb(0xff8a2a) * 1.15, srgb(0xffc84a) * 1.25);
    ball(&mut m, v(0.21, 0.22, 0.20), 14, ember, at(0.0, -0.02, 0.0));
    ball(&mut m, v(0.15, 0.16, 0.08), 11, gold, at(0.0, -0.06, -0.15));
    ball(&mut m, v(0.15, 0.14, 0.14), 12, fire, at(0.0, 0.22, -0.05));
    eyes(&mut m, v(0.0, 0.25, -0.16), 0.068, 0.052);
    tube(&mut m, &[(v(0.0, 0.20, -0.18), 0.03), (v(0.0, 0.175, -0.25), 0.004)], 7, srgb(0x5a2a14));
    for (x, high) in [(-0.07, 0.50), (0.0, 0.58), (0.07, 0.49)] {
        flame(&mut m, v(x * 0.6, 0.32, 0.0), v(x * 1.6, high, 0.08), 0.045, gold);
    }
    for x in [-1.0f32, 1.0] {
        for (k, color) in [(0.0f32, fire), (1.0, ember), (2.0, gold)] {
            let from = v(0.17 * x, 0.08 - 0.05 * k, 0.02);
            let tip = v((0.46 - 0.05 * k) * x, 0.30 - 0.14 * k, 0.10 + 0.03 * k);
            flame(&mut m, from, tip, 0.06, color);
        }
        let foot = v(0.07 * x, -0.24, -0.05);
        tube(&mut m, &[(v(0.07 * x, -0.18, -0.02), 0.02), (foot, 0.016)], 5, srgb(0x5a2a14));
        ball(&mut m, v(0.035, 0.015, 0.05), 6, srgb(0x5a2a14), Affine3A::from_translation(foot));
    }
    for (x, color) in [(-0.08, ember), (0.0, gold), (0.08, fire)] {
        flame(&mut m, v(x * 0.5, -0.08, 0.17), v(x * 1.8, -0.22, 0.42), 0.05, color);
    }
    scarf(&mut m, v(0.0, 0.11, -0.02), 0.14, look);
    m
}

/// A round tortoise that paddles through the air under a shell of ice.
fn rimeback(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (skin, ice, snow) = (srgb(0x6fa8a0), srgb(0x9fdcf2) * 1.1, srgb(0xe6f7fd) * 1.15);
    let dome = [(0.27, -0.04), (0.28, 0.02), (0.24, 0.14), (0.15, 0.23), (0.0, 0.27)];
    lathe(&mut m, &rings(&dome, ice), 8, at(0.0, 0.0, 0.04));
    ball(&mut m, v(0.25, 0.07, 0.25), 12, skin * 1.25, at(0.0, -0.06, 0.04));
    // Crystals that grow from the shell.
    for i in 0..7 {
        let (sin, cos) = (i as f32 / 6.0 * TAU).sin_cos();
        let out = if i == 6 { Vec3::ZERO } else { v(cos, 0.0, sin) };
        let from = v(out.x * 0.15, if i == 6 { 0.24 } else { 0.16 }, out.z * 0.15 + 0.04);
        let tip = from + out * 0.12 + v(0.0, if i == 6 { 0.20 } else { 0.14 }, 0.0);
        tube(&mut m, &[(from, 0.055), (from.lerp(tip, 0.55), 0.045), (tip, 0.002)], 6, snow);
    }
    ball(&mut m, v(0.13, 0.125, 0.125), 12, skin, at(0.0, 0.06, -0.29));
    eyes(&mut m, v(0.0, 0.095, -0.385), 0.062, 0.045);
    // A smile from cheek to cheek.
    let smile: Vec<(Vec3, f32)> = (0..=6)
        .map(|i| {
            let t = i as f32 / 3.0 - 1.0;
            (v(0.07 * t, 0.005 + 0.025 * t * t, -0.405 + 0.02 * t * t), 0.008)
        })
        .collect();
    tube(&mut m, &smile, 5, srgb(0x2d4a48));
    for (x, z) in [(-1.0f32, -0.16f32), (1.0, -0.16), (-1.0, 0.22), (1.0, 0.22)] {
        let hip = v(0.18 * x, -0.06, z * 0.8 + 0.02);
        let toe = v(0.34 * x, -0.14, z + 0.05 * x);
        tube(&mut m, &[(hip, 0.065), (toe, 0.05)], 8, skin);
        ball(&mut m, v(0.07, 0.035, 0.06), 8, skin * 0.9, Affine3A::from_translation(toe));
    }
    tube(&mut m, &[(v(0.0, -0.06, 0.27), 0.035), (v(0.03, -0.03, 0.40), 0.004)], 6, skin);
    scarf(&mut m, v(0.0, 0.0, -0.20), 0.115, look);
    m
}

/// A pale moth in a fluffy collar that carries the first light on its wings.
fn dawnmoth(look: SideLook) -> MeshData {
    let mut m = MeshData::new();
    let (fluff, dawn, rose) = (srgb(0xf4ead2) * 1.1, srgb(0xffd98a) * 1.2, srgb(0xf2a7a0) * 1.1);
    tube(
        &mut m,
        &[(v(0.0, -0.28, 0.10), 0.03), (v(0.0, -0.14, 0.05), 0.085), (v(0.0, 0.02, 0.0), 0.09)],
        10,
        fluff * 0.9,
    );
    ball(&mut m, v(0.125, 0.12, 0.12), 12, fluff, at(0.0, 0.16, -0.03));
    eyes(&mut m, v(0.0, 0.175, -0.125), 0.06, 0.05);
    // The collar: a wreath of tufts.
    for i in 0..9 {
        let (sin, cos) = (i as f32 / 9.0 * TAU).sin_cos();
        ball(&mut m, Vec3::splat(0.055), 7, fluff * 1.05, at(cos * 0.105, 0.05, sin * 0.095));
    }
    for x in [-1.0f32, 1.0] {
        // Feathered antennae.
        let stem =
            |t: f32| v((0.05 + 0.14 * t) * x, 0.26 + 0.22 * t - 0.08 * t * t, -0.05 - 0.05 * t);
        let path: Vec<(Vec3, f32)> = (0..=6).map(|i| (stem(i as f32 / 6.0), 0.011)).collect();
        tube(&mut m, &path, 5, srgb(0x8a6a44));
        for i in 2..6 {
            let from = stem(i as f32 / 6.0);
            tube(&mut m, &[(from, 0.009), (from + v(0.05 * x, 0.045, 0.0), 0.003)], 4, dawn);
        }
        wing(
            &mut m,
            x,
            [(0.04, 0.02), (0.30, 0.34), (0.52, 0.30), (0.47, 0.04), (0.22, -0.06)],
            fluff,
        );
        wing(
            &mut m,
            x,
            [(0.04, -0.02), (0.24, -0.05), (0.38, -0.18), (0.27, -0.33), (0.10, -0.20)],
            rose,
        );
        // A rising sun on each wing.
        for (r, color, z) in [(0.085f32, dawn, 0.025f32), (0.045, look.main, 0.012)] {
            ball(&mut m, v(r, r, 0.014), 10, color, at(0.36 * x, 0.17, 0.06 - z));
        }
        tube(
            &mut m,
            &[(v(0.05 * x, -0.06, -0.06), 0.014), (v(0.08 * x, -0.16, -0.10), 0.01)],
            5,
            rose,
        );
    }
    scarf(&mut m, v(0.0, 0.07, 0.0), 0.11, look);
    m
}

/// A wing as a plate: an outline for the right side, mirrored for the left.
fn wing(m: &mut MeshData, x: f32, outline: [(f32, f32); 5], color: Vec3) {
    let mut points: Vec<Vec2> = outline.iter().map(|(px, py)| Vec2::new(px * x, *py)).collect();
    // Counter-clockwise on both sides.
    if x > 0.0 {
        points.reverse();
    }
    plate(m, &points, 0.02, 0.006, Paint::plain(color), posed(0.0, 0.0, 0.06, 0.0, 0.0, 0.0));
}

/// The spirit of that name, if there is one.
pub fn spirit(name: &str, look: SideLook) -> Option<MeshData> {
    match name {
        "cinderwing" => Some(cinderwing(look)),
        "rimeback" => Some(rimeback(look)),
        "dawnmoth" => Some(dawnmoth(look)),
        _ => None,
    }
}
