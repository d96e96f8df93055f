//! Models of natural things: trees, bushes, hedges, boulders, rubble.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Vec2, Vec3};

use super::atlas::Patch;
use super::canvas::Scatter;
use super::mesh::MeshData;
use super::palette::{hex, mix, srgb};
use super::shapes::{at, ball, block_in, lathe, posed, rings, tube, turned};

/// A fir or a broad-leaved tree, chosen at random; `tall` metres high.
pub fn tree(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    if s.unit() < 0.6 { fir(m, s, tall) } else { broadleaf(m, s, tall) }
}

/// Ring of drooping branches: a cone with a ragged edge, closed below.
fn skirt(m: &mut MeshData, s: &mut Scatter, low: f32, high: f32, r: f32, color: Vec3) {
    const RAYS: u32 = 14;
    let turn = s.unit() * TAU;
    let uv = Patch::Leaves.uv(Vec2::ONE);
    let mut rim = Vec::new();
    for i in 0..RAYS {
        let a = turn + i as f32 / RAYS as f32 * TAU;
        let long = if i % 2 == 0 { 1.0 } else { 0.80 };
        let (rr, y) = (
            r * (long + s.between(-0.05, 0.05)),
            low + s.between(-0.03, 0.03) + if i % 2 == 0 { -0.05 } else { 0.05 },
        );
        rim.push(Vec3::new(a.cos() * rr, y, a.sin() * rr));
    }
    let top = Vec3::new(0.0, high, 0.0);
    let inner = Vec3::new(0.0, low + (high - low) * 0.25, 0.0);
    for i in 0..RAYS as usize {
        let (a, b) = (rim[i], rim[(i + 1) % RAYS as usize]);
        let mid = |p: Vec3| top.lerp(p, 0.5) * Vec3::new(0.86, 1.0, 0.86) - Vec3::Y * 0.02;
        let (ma, mb) = (mid(a), mid(b));
        let n = |p: Vec3| Vec3::new(p.x, r * 0.75, p.z).normalize_or(Vec3::Y);
        let shade = |p: Vec3, f: f32| {
            let out = (Vec2::new(p.x, p.z).length() / r).min(1.1);
            (color * (0.62 + 0.52 * out) * f).extend(1.0)
        };
        let spread = |p: Vec3| {
            Patch::Leaves.uv(Vec2::new(
                (p.x + p.y).rem_euclid(1.0) + 0.4,
                (p.z + p.y * 0.7).rem_euclid(1.0) + 0.4,
            ))
        };
        let start = m.positions.len() as u32;
        for p in [top, ma, mb, a, b] {
            m.vertex(p, n(p), shade(p, 1.0), spread(p), 1.0);
        }
        m.indices.extend([start, start + 2, start + 1]);
        m.indices.extend([start + 1, start + 2, start + 4, start + 1, start + 4, start + 3]);
        let start = m.positions.len() as u32;
        for p in [inner, a, b] {
            m.vertex(p, -Vec3::Y, (color * 0.35).extend(1.0), uv, 1.0);
        }
        m.indices.extend([start, start + 1, start + 2]);
    }
}

fn fir(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    let bark = srgb(hex::BARK);
    lathe(
        m,
        &rings(&[(0.15, -0.02), (0.10, 0.18), (0.075, tall * 0.5), (0.0, tall * 0.8)], bark),
        8,
        at(0.0, 0.0, 0.0),
    );
    let tint = srgb(hex::NEEDLE) * s.between(0.85, 1.2);
    let tint = mix(tint, srgb(0x4a7a3a), s.unit() * 0.4) * 1.25;
    let tiers = 5;
    for i in 0..tiers {
        let t = i as f32 / tiers as f32;
        let low = tall * (0.16 + 0.66 * t);
        let high = tall * (0.16 + 0.66 * t) + tall * (0.30 - 0.10 * t);
        let r = 0.70 * (1.0 - t * 0.78);
        let high = if i == tiers - 1 { tall } else { high.min(tall * 0.97) };
        skirt(m, s, low, high, r, tint * (0.82 + 0.36 * t));
    }
}

/// A lumpy crown: a ball with displaced vertices.
fn crown(m: &mut MeshData, s: &mut Scatter, middle: Vec3, r: f32, color: Vec3) {
    let mut part = MeshData::new();
    ball(
        &mut part,
        Vec3::new(r, r * 0.82, r),
        12,
        Vec3::ONE,
        turned(0.0, 0.0, 0.0, s.unit() * TAU),
    );
    let phase = Vec3::new(s.unit(), s.unit(), s.unit()) * TAU;
    for i in 0..part.positions.len() {
        let p = part.positions[i];
        let q = p / r * 4.2 + phase;
        let lump = 1.0 + 0.10 * (q.x.sin() + (q.y * 1.3).sin() + (q.z * 1.1 + q.x).sin());
        part.positions[i] = p * lump;
        let up = 0.5 + 0.5 * (p.y / r);
        part.colors[i] = (color * (0.55 + 0.65 * up) * (0.80 + 0.2 * lump)).extend(1.0);
        // Projected from above and slightly from the south, so that no seam or pole shows.
        let flat = Vec2::new(p.x + p.y * 0.35, p.z - p.y * 0.6);
        part.uvs[i] = Patch::Leaves.uv(Vec2::splat(1.0) + flat * 0.9);
    }
    m.append(&part, Affine3A::from_translation(middle));
}

fn broadleaf(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    let bark = srgb(hex::BARK) * 1.1;
    let fork = tall * 0.42;
    tube(
        m,
        &[
            (Vec3::new(0.0, -0.02, 0.0), 0.17),
            (Vec3::new(0.01, 0.2, 0.0), 0.115),
            (Vec3::new(0.03, fork, 0.02), 0.085),
        ],
        8,
        bark,
    );
    let leaf = mix(srgb(0x5f8f3c), srgb(0x8aa23f), s.unit()) * 1.45;
    let up = Vec3::new(0.03, tall - 0.62, 0.02);
    crown(m, s, up, 0.46, leaf * 1.12);
    for i in 0..9 {
        let a = i as f32 / 9.0 * TAU * 2.0 + s.between(-0.3, 0.3);
        let high = if i % 2 == 0 { s.between(0.52, 0.60) } else { s.between(0.66, 0.76) };
        let out = if i % 2 == 0 { 0.50 } else { 0.36 };
        let c = Vec3::new(a.cos() * out, tall * high, a.sin() * out);
        tube(m, &[(Vec3::new(0.03, fork * 0.85, 0.02), 0.06), (c, 0.03)], 6, bark);
        let (r, tone) = (s.between(0.28, 0.40), s.between(0.80, 1.02));
        crown(m, s, c, r, leaf * tone);
    }
}

/// A bare trunk with broken branches.
pub fn dead_tree(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    let bark = srgb(0x7d6f60);
    let lean = Vec3::new(s.between(-0.1, 0.1), 0.0, s.between(-0.1, 0.1));
    let trunk = |t: f32| Vec3::new(0.0, t * tall, 0.0) + lean * t * t;
    let path: Vec<(Vec3, f32)> =
        [(0.0, 0.17), (0.07, 0.12), (0.35, 0.10), (0.6, 0.08), (0.82, 0.05), (1.0, 0.005)]
            .iter()
            .map(|(t, r)| (trunk(*t), *r))
            .collect();
    tube(m, &path, 8, bark);
    for i in 0..7 {
        let t = 0.38 + 0.075 * i as f32;
        let a = i as f32 * 2.4 + s.between(-0.4, 0.4);
        let out = Vec3::new(a.cos(), 0.0, a.sin());
        let from = trunk(t);
        let long = s.between(0.35, 0.62) * (1.15 - t);
        let elbow = from + out * long * 0.55 + Vec3::Y * long * 0.25;
        let tip = elbow + out * long * 0.25 + Vec3::Y * long * 0.75;
        tube(m, &[(from, 0.05), (elbow, 0.035), (tip, 0.006)], 6, bark * 0.95);
        let twig = elbow + out * long * 0.6 + Vec3::Y * long * 0.1;
        tube(m, &[(elbow, 0.025), (twig, 0.004)], 5, bark * 0.9);
    }
    for i in 0..4 {
        let a = i as f32 / 4.0 * TAU + 0.4;
        let foot = Vec3::new(a.cos() * 0.3, -0.02, a.sin() * 0.3);
        tube(m, &[(Vec3::new(0.0, 0.16, 0.0), 0.09), (foot, 0.02)], 6, bark * 0.85);
    }
}

/// A round bush of several crowns with a few berries.
pub fn bush(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    let leaf = mix(srgb(hex::LEAF), srgb(0x6f9440), s.unit()) * 1.35;
    let k = tall / 1.5;
    crown(m, s, Vec3::new(0.0, 0.66 * k, 0.0), 0.44 * k.max(0.7), leaf * 1.05);
    for i in 0..5 {
        let a = i as f32 / 5.0 * TAU + s.between(-0.3, 0.3);
        let r = s.between(0.24, 0.33);
        let c = Vec3::new(a.cos() * 0.3, s.between(0.22, 0.46) * k, a.sin() * 0.3);
        let tone = s.between(0.75, 0.95);
        crown(m, s, c, r, leaf * tone);
    }
    crown(m, s, Vec3::new(0.04, tall - 0.36, 0.03), 0.30, leaf * 1.15);
    for _ in 0..7 {
        let a = s.unit() * TAU;
        let y = s.between(0.4, 0.9) * k;
        ball(m, Vec3::splat(0.032), 6, srgb(0xc23b3b), at(a.cos() * 0.43, y, a.sin() * 0.43));
    }
}

/// A weathered rock with flat facets.
pub fn boulder(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    rock(m, s, Vec3::new(0.0, tall * 0.40, 0.0), Vec3::new(0.52, tall * 0.60, 0.50));
    let a = s.unit() * TAU;
    rock(m, s, Vec3::new(a.cos() * 0.36, 0.12, a.sin() * 0.36), Vec3::new(0.17, 0.17, 0.16));
}

/// A heap of broken stones and squared blocks.
pub fn rubble(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    rock(m, s, Vec3::new(0.0, tall * 0.42, 0.02), Vec3::new(0.30, tall * 0.66, 0.27));
    for i in 0..6 {
        let a = (i as f32 + s.unit() * 0.6) / 6.0 * TAU;
        let (away, r) = (s.between(0.24, 0.36), s.between(0.10, 0.17));
        let middle = Vec3::new(a.cos() * away, r * 0.55, a.sin() * away);
        rock(m, s, middle, Vec3::new(r * 1.15, r.min(tall * 0.6), r));
    }
    for _ in 0..5 {
        let (a, away) = (s.unit() * TAU, s.between(0.12, 0.38));
        let half = Vec3::new(s.between(0.05, 0.1), s.between(0.03, 0.06), s.between(0.05, 0.08));
        let high = tall * (0.75 - away * 1.4).max(0.1);
        let place = posed(a.cos() * away, high, a.sin() * away, a, s.between(-0.6, 0.6), 0.3);
        let paint = super::mesh::Paint::on(srgb(hex::COPING) * s.between(0.8, 1.05), Patch::Grit);
        block_in(m, place, half, 0.014, paint);
    }
}

/// A clipped hedge that fills its cell, so that hedges side by side make one.
pub fn hedge(m: &mut MeshData, s: &mut Scatter, tall: f32) {
    const SPLIT: u8 = 5;
    let green = mix(srgb(hex::LEAF), srgb(hex::NEEDLE), s.between(0.35, 0.6));
    let phase = s.unit() * TAU;
    // The surface bulges the same wherever two faces meet.
    let point = |p: Vec3| {
        let wave = (p.x * 7.0 + phase).sin() + (p.z * 8.0 - phase).sin() + (p.y * 6.0).sin();
        let inward = (0.022 + 0.012 * wave).max(0.0);
        let pull = |v: f32, low: f32, high: f32| v.clamp(low + inward, high - inward);
        Vec3::new(pull(p.x, -0.5, 0.5), p.y.min(tall - inward), pull(p.z, -0.5, 0.5))
    };
    let mut face = |from: Vec3, u: Vec3, v: Vec3| {
        for i in 0..SPLIT {
            for k in 0..SPLIT {
                let at = |di: u8, dk: u8| {
                    let share = |n: u8| f32::from(n) / f32::from(SPLIT);
                    point(from + u * share(i + di) + v * share(k + dk))
                };
                let corners = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
                let up = (corners[0].y + corners[2].y) / (2.0 * tall);
                let tone = (0.62 + 0.5 * up) * s.between(0.88, 1.1);
                m.face4(corners, super::mesh::Paint::on(green * tone * 1.25, Patch::Leaves));
            }
        }
    };
    let (x, y, z) = (Vec3::X, Vec3::Y * tall, Vec3::Z);
    face(Vec3::new(-0.5, 0.0, 0.5), x, y);
    face(Vec3::new(0.5, 0.0, -0.5), -x, y);
    face(Vec3::new(0.5, 0.0, 0.5), -z, y);
    face(Vec3::new(-0.5, 0.0, -0.5), z, y);
    face(Vec3::new(-0.5, tall, 0.5), x, -z);
}

fn rock(m: &mut MeshData, s: &mut Scatter, middle: Vec3, radii: Vec3) {
    let mut part = MeshData::new();
    ball(&mut part, radii, 9, Vec3::ONE, turned(0.0, 0.0, 0.0, s.unit() * TAU));
    let mut cuts: Vec<(Vec3, f32)> = (0..11)
        .map(|_| {
            let n = Vec3::new(s.between(-1.0, 1.0), s.between(-0.4, 1.0), s.between(-1.0, 1.0));
            (n.normalize_or(Vec3::Y), s.between(0.66, 0.84))
        })
        .collect();
    // Flat on top, because units can stand there.
    cuts.push((Vec3::new(0.08, 1.0, -0.05).normalize(), 0.84));
    for p in &mut part.positions {
        // Cut the ball flat along a few planes.
        for (n, d) in &cuts {
            let over = (*p / radii).dot(*n) - d;
            if over > 0.0 {
                *p -= *n * over * radii;
            }
        }
    }
    let tone = s.between(0.92, 1.1);
    for t in part.indices.chunks(3) {
        let c = [t[0], t[1], t[2]].map(|i| part.positions[i as usize] + middle);
        let moss = ((c[0] + c[1] + c[2]).y / 3.0 - middle.y) / radii.y;
        let color = mix(srgb(0xa7a196) * tone, srgb(0x869254), (moss - 0.45) * 1.2);
        m.fan(&c, super::mesh::Paint::on(color * 1.1, Patch::Grit));
    }
}
