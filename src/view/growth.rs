//! Small details on the ground that characterize each terrain: tufts, reeds, pebbles, drifts,
//! coals. Merged into the ground mesh of a chunk.

use std::f32::consts::TAU;

use bevy::math::{Affine3A, Vec2, Vec3};

use super::canvas::Scatter;
use super::mesh::{MeshData, Paint};
use super::palette::{mix, srgb};
use super::relief::Relief;
use super::shapes::ball;
use super::surface::variation_tint;
use super::terrain::{drops, lit_paint};
use grid::{Board, Cell, Dir, Terrain};

/// Adds what grows or lies in a cell. Cells with a thing keep their middle free.
pub fn grow(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell) {
    let Some(tile) = board.tile(cell) else { return };
    let seed = (cell.x as u32).wrapping_mul(7919) ^ (cell.y as u32).wrapping_mul(104_729);
    let mut s = Scatter::new(seed);
    let dry = relief.water(cell).is_none();
    let bare = board.thing_in(cell).is_some();
    match tile.terrain {
        Terrain::Grass if dry => {
            let lush = relief.broad_noise(f32::from(cell.x) * 1.9 + 31.0, f32::from(cell.y) * 1.9);
            let count = (2.2 + 3.0 * lush + 1.5 * s.unit()).max(0.0) as u32;
            for _ in 0..count {
                let p = spot(&mut s, cell, bare);
                tuft(mesh, relief, &mut s, p, tile.terrain, (0.07, 0.16), 4);
            }
            overhang(mesh, board, relief, cell);
        }
        Terrain::Reeds => {
            for _ in 0..9 {
                let p = spot(&mut s, cell, false);
                tuft(mesh, relief, &mut s, p, tile.terrain, (0.28, 0.62), 5);
            }
            if dry {
                overhang(mesh, board, relief, cell);
            }
        }
        Terrain::Mire => {
            for _ in 0..2 {
                let p = spot(&mut s, cell, bare);
                tuft(mesh, relief, &mut s, p, Terrain::Reeds, (0.10, 0.3), 4);
            }
        }
        Terrain::Rubble => stones(mesh, relief, &mut s, cell, 7, (0.05, 0.15), 0x8f897d),
        Terrain::Gravel => stones(mesh, relief, &mut s, cell, 5, (0.03, 0.07), 0xa29b8e),
        Terrain::Rock => {
            let n = if s.unit() < 0.35 { 2 } else { 0 };
            stones(mesh, relief, &mut s, cell, n, (0.05, 0.13), 0x8b877e);
        }
        Terrain::Earth | Terrain::Path if s.unit() < 0.3 => {
            stones(mesh, relief, &mut s, cell, 1, (0.03, 0.06), 0x9c8d74);
        }
        Terrain::Snow => {
            if s.unit() < 0.5 {
                let p = spot(&mut s, cell, bare);
                let r = s.between(0.14, 0.26);
                let place =
                    Affine3A::from_translation(Vec3::new(p.x, relief.floor(cell) - 0.02, p.y));
                lit_ball(mesh, relief, Vec3::new(r, 0.05, r * 0.8), 0xeef4fa, place);
            }
            overhang(mesh, board, relief, cell);
        }
        Terrain::Embers => coals(mesh, &mut s, relief, cell),
        Terrain::Shallows | Terrain::Water => {
            let shore = Dir::SIDES
                .iter()
                .any(|d| board.contains(cell.step(*d)) && relief.water(cell.step(*d)).is_none());
            if shore && s.unit() < 0.45 {
                stones(mesh, relief, &mut s, cell, 2, (0.06, 0.16), 0x817c70);
            }
        }
        _ => {}
    }
}

/// A random point in the cell, preferably away from the middle, where pieces stand.
fn spot(s: &mut Scatter, cell: Cell, rim: bool) -> Vec2 {
    let (a, b) = (s.unit(), s.unit());
    let (u, v) = if rim || s.unit() < 0.55 {
        let edge = if b < 0.5 { 0.06 + 0.16 * b } else { 0.94 - 0.16 * (1.0 - b) };
        if s.unit() < 0.5 { (0.06 + 0.88 * a, edge) } else { (edge, 0.06 + 0.88 * a) }
    } else {
        (0.08 + 0.84 * a, 0.08 + 0.84 * b)
    };
    Vec2::new(f32::from(cell.x) + u, f32::from(cell.y) + v)
}

fn tuft(
    mesh: &mut MeshData,
    relief: &Relief,
    s: &mut Scatter,
    p: Vec2,
    terrain: Terrain,
    tall: (f32, f32),
    count: u32,
) {
    let floor = relief.floor(super::relief::cell_at(p.x, p.y));
    let root = Vec3::new(p.x, floor - 0.01, p.y);
    let sun = relief.sunlight(root + Vec3::Y * 0.05);
    let tint = variation_tint(terrain, relief.broad_noise(p.x, p.y)) * relief.light_at(p.x, p.y);
    let (dark, light) =
        if terrain == Terrain::Reeds { (0x4f6a2c, 0xb3ad5f) } else { (0x567c36, 0x9dbb5c) };
    for _ in 0..count {
        let yaw = s.unit() * TAU;
        let h = s.between(tall.0, tall.1);
        let lean = s.between(0.1, 0.5) * h;
        let (sin, cos) = yaw.sin_cos();
        let out = Vec3::new(cos, 0.0, sin);
        let side = Vec3::new(-sin, 0.0, cos) * (0.012 + 0.035 * h.min(0.4));
        let from = root + out * s.between(0.0, 0.04);
        let tip = from + out * lean + Vec3::Y * h;
        let color = mix(srgb(dark), srgb(light), s.unit()) * tint;
        let uv = super::atlas::Patch::Plain.uv(Vec2::ONE);
        // Blades are lit like the ground below them, so that they do not flicker dark.
        let normal = (Vec3::Y + out * 0.25).normalize();
        let shine = [0.62, 0.62, 1.12];
        for flip in [false, true] {
            let ends = if flip {
                [from + side, from - side, tip]
            } else {
                [from - side, from + side, tip]
            };
            let start = mesh.positions.len() as u32;
            for (end, shine) in ends.into_iter().zip(shine) {
                mesh.vertex(end, normal, (color * shine).extend(1.0), uv, sun);
            }
            mesh.tri(start, start + 1, start + 2);
        }
    }
}

fn lit_ball(mesh: &mut MeshData, relief: &Relief, radii: Vec3, color: u32, place: Affine3A) {
    let at: Vec3 = place.translation.into();
    let paint = lit_paint(relief, at, srgb(color));
    let first = mesh.sun.len();
    ball(mesh, radii, 7, paint.color, place);
    let sun = relief.sunlight(at + Vec3::Y * 0.06);
    for s in &mut mesh.sun[first..] {
        *s = sun;
    }
}

fn stones(
    mesh: &mut MeshData,
    relief: &Relief,
    s: &mut Scatter,
    cell: Cell,
    count: u32,
    size: (f32, f32),
    color: u32,
) {
    for _ in 0..count {
        let p = spot(s, cell, size.1 > 0.1);
        let r = s.between(size.0, size.1);
        let radii = Vec3::new(r, r * s.between(0.45, 0.8), r * s.between(0.6, 0.95));
        let place =
            super::shapes::turned(p.x, relief.floor(cell) + radii.y * 0.35, p.y, s.unit() * TAU);
        let shade = 0x0f0f0f * (s.unit() * 2.0) as u32;
        lit_ball(mesh, relief, radii, color.saturating_sub(shade), place);
    }
}

fn coals(mesh: &mut MeshData, s: &mut Scatter, relief: &Relief, cell: Cell) {
    for i in 0..6 {
        let p = spot(s, cell, false);
        let r = s.between(0.04, 0.09);
        let at = Vec3::new(p.x, relief.floor(cell) + r * 0.3, p.y);
        if i % 2 == 0 {
            ball(mesh, Vec3::new(r, r * 0.7, r), 6, srgb(0x2b2422), Affine3A::from_translation(at));
        } else {
            let tip = at + Vec3::new(0.0, s.between(0.10, 0.26), 0.0);
            let glow = if i % 4 == 1 { srgb(0xff8a2a) * 1.5 } else { srgb(0xffc85a) * 1.4 };
            let w = r * 0.5;
            let base = [Vec3::new(-w, 0.0, -w), Vec3::new(w, 0.0, -w), Vec3::new(0.0, 0.0, w)];
            for k in 0..3 {
                mesh.face3([at + base[(k + 1) % 3], at + base[k], tip], Paint::glowing(glow));
            }
        }
    }
}

/// Grass or snow hanging over the edge of a face.
fn overhang(mesh: &mut MeshData, board: &Board, relief: &Relief, cell: Cell) {
    const TEETH: u32 = 7;
    let Some(tile) = board.tile(cell) else { return };
    let floor = relief.floor(cell);
    let patch = super::surface::looks(tile.terrain).top;
    for side in Dir::SIDES {
        if !drops(relief, cell, side) {
            continue;
        }
        let (dx, dz) = side.delta();
        let out = Vec3::new(f32::from(dx), 0.0, f32::from(dz));
        let right = Vec3::new(out.z, 0.0, -out.x);
        let middle = Vec3::new(f32::from(cell.x) + 0.5, 0.0, f32::from(cell.y) + 0.5) + out * 0.475;
        for i in 0..TEETH {
            let t = |k: f32| (k / TEETH as f32 - 0.5) * 0.94;
            let (a, b) = (middle + right * t(i as f32), middle + right * t(i as f32 + 1.0));
            let wave = relief.fine_noise(a.x * 5.1 + floor, a.z * 5.1);
            let long = 0.10 + 0.07 * wave;
            let tint = variation_tint(tile.terrain, relief.broad_noise(a.x, a.z))
                * relief.light_at(a.x, a.z);
            let sun = relief.sunlight(a + out * 0.1 + Vec3::Y * (floor - 0.05));
            let high = Vec3::Y * (floor - 0.035);
            let low = Vec3::Y * (floor - 0.05 - long.max(0.03)) + out * 0.02;
            let start = mesh.positions.len() as u32;
            let normal = (out + Vec3::Y * 0.6).normalize();
            let points = [(b + high, 1.0), (a + high, 1.0), ((a + b) / 2.0 + low, 0.75)];
            let quarter = super::atlas::Patch::quarter(cell.x, cell.y);
            for (p, shade) in points {
                let uv = patch.uv(quarter + Vec2::new(0.2 + 0.1 * shade, 0.1 * i as f32 + 0.1));
                mesh.vertex(p, normal, (tint * shade).extend(1.0), uv, sun);
            }
            let [p, q, r] = points.map(|p| p.0);
            if (q - p).cross(r - p).dot(out) > 0.0 {
                mesh.tri(start, start + 1, start + 2);
            } else {
                mesh.tri(start, start + 2, start + 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_valid_stays_in_its_cell_and_is_deterministic() {
        for terrain in Terrain::ALL {
            let mut b = Board::new(3, 3);
            for c in b.cells() {
                *b.tile_mut(c).unwrap() = terrain.tile();
            }
            let r = Relief::new(&b);
            let build = || {
                let mut m = MeshData::new();
                for c in b.cells() {
                    grow(&mut m, &b, &r, c);
                }
                m
            };
            let m = build();
            assert_eq!(m.fault(), None, "{terrain:?}");
            assert!(m.triangles() <= 9 * 900, "{terrain:?} {}", m.triangles());
            assert_eq!(m.positions, build().positions);
            if let Some((lo, hi)) = m.bounds() {
                assert!(lo.x > -0.7 && hi.x < 3.7 && lo.z > -0.7 && hi.z < 3.7);
            }
        }
    }
}
