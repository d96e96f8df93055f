//! Water of a chunk: a surface tinted by depth, foam along the shore, and falls between surfaces at
//! different heights. Drawn with blending, over the bed.

use bevy::math::{Vec2, Vec3, Vec4};

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::{hex, mix, srgb};
use super::relief::Relief;
use super::terrain::chunk_cells;
use grid::{Board, Cell, Dir};

/// Number of squares per side into which the surface of a cell is divided.
const PARTS: usize = 4;

/// Builds the water of a chunk; empty where the chunk is dry.
pub fn water(board: &Board, relief: &Relief, corner: Cell) -> MeshData {
    let mut mesh = MeshData::new();
    for cell in chunk_cells(board, corner) {
        if let Some(level) = relief.water(cell) {
            surface(&mut mesh, relief, cell, level);
            for side in Dir::SIDES {
                fall(&mut mesh, relief, cell, side, level);
            }
        }
    }
    // Foam lies over every surface of the chunk, so it is drawn last.
    for cell in chunk_cells(board, corner) {
        if let Some(level) = relief.water(cell) {
            foam(&mut mesh, relief, cell, level);
        }
    }
    mesh
}

/// True where land rises out of the water at a cell.
fn is_shore(relief: &Relief, c: Cell, level: f32) -> bool {
    relief.water(c).is_none() && relief.floor(c) > level - 0.02
}

/// Depth of the water at a point in metres, smoothed over the cells around it.
fn depth_at(relief: &Relief, x: f32, z: f32, level: f32) -> f32 {
    let at = |dx: f32, dz: f32| {
        let c = super::relief::cell_at(x + dx, z + dz);
        (level - relief.floor(c)).clamp(0.0, 3.0)
    };
    let r = 0.5;
    (at(-r, -r) + at(r, -r) + at(-r, r) + at(r, r)) / 4.0
}

fn tint(depth: f32) -> Vec4 {
    let deep = 1.0 - (-depth * 0.95).exp();
    let color = mix(srgb(hex::SHOAL), srgb(hex::DEEP), deep);
    color.extend((0.52 + 0.46 * deep).min(0.92))
}

fn surface(mesh: &mut MeshData, relief: &Relief, cell: Cell, level: f32) {
    let start = mesh.positions.len() as u32;
    let quarter = Patch::quarter(cell.x, cell.y);
    for j in 0..=PARTS {
        for i in 0..=PARTS {
            let local = Vec2::new(i as f32, j as f32) / PARTS as f32;
            let (x, z) = (f32::from(cell.x) + local.x, f32::from(cell.y) + local.y);
            let at = Vec3::new(x, level, z);
            let color = tint(depth_at(relief, x, z, level));
            let ripple = Vec2::new(
                relief.fine_noise(x * 2.6, z * 2.6),
                relief.fine_noise(z * 2.6 + 40.0, x * 2.6),
            );
            let normal = Vec3::new(ripple.x * 0.16, 1.0, ripple.y * 0.16).normalize();
            let probe = at + Vec3::Y * 0.02;
            let light = relief.openness(probe) * (1.0 + 0.10 * ripple.x);
            let color = (color.truncate() * relief.light_at(x, z) * light).extend(color.w);
            mesh.vertex(
                at,
                normal,
                color,
                Patch::Water.uv(quarter + local),
                relief.sunlight(probe),
            );
        }
    }
    let row = PARTS as u32 + 1;
    for j in 0..PARTS as u32 {
        for i in 0..PARTS as u32 {
            let a = start + j * row + i;
            mesh.indices.extend([a, a + row, a + row + 1, a, a + row + 1, a + 1]);
        }
    }
}

/// Strips of foam along the shore: a bright line on the bank, a broken line further out.
fn foam(mesh: &mut MeshData, relief: &Relief, cell: Cell, level: f32) {
    let foam = srgb(hex::FOAM);
    let parts = 8u32;
    for side in Dir::SIDES {
        if !is_shore(relief, cell.step(side), level) {
            continue;
        }
        let (dx, dz) = side.delta();
        let inward = Vec2::new(-f32::from(dx), -f32::from(dz));
        let tangent = Vec2::new(inward.y, -inward.x);
        let middle = Vec2::new(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5) - inward * 0.5;
        let bands: [(f32, f32, f32); 3] =
            [(-0.09, 0.05, 0.80), (0.05, 0.17, 0.45), (0.26, 0.33, 0.34)];
        for (k, (near, far, strength)) in bands.into_iter().enumerate() {
            let start = mesh.positions.len() as u32;
            for i in 0..=parts {
                let p = middle + tangent * (i as f32 / parts as f32 - 0.5);
                let wave = relief.fine_noise(p.x * 3.7, p.y * 3.7 + k as f32 * 9.0);
                let broken = if k == 2 { (0.35 + 1.6 * wave).clamp(0.0, 1.0) } else { 1.0 };
                let inner = p + inward * (near + if k == 0 { 0.0 } else { 0.06 * wave });
                let outer = p + inward * (far + 0.06 * wave);
                let fade = if k == 0 { 1.0 } else { 0.0 };
                for (q, alpha) in
                    [(inner, strength * broken), (outer, strength * broken * (0.5 * fade))]
                {
                    let at = Vec3::new(q.x, level + 0.008, q.y);
                    let light = relief.light_at(q.x, q.y) * relief.openness(at);
                    let color = (foam * light).extend(alpha);
                    mesh.vertex(
                        at,
                        Vec3::Y,
                        color,
                        Patch::Plain.uv(Vec2::ONE),
                        relief.sunlight(at),
                    );
                }
            }
            for i in 0..parts {
                let a = start + i * 2;
                mesh.indices.extend([a, a + 1, a + 3, a, a + 3, a + 2]);
            }
        }
    }
}

/// Water that falls to a lower surface or over the rim of the board.
fn fall(mesh: &mut MeshData, relief: &Relief, cell: Cell, side: Dir, level: f32) {
    let other = cell.step(side);
    let bed = relief.floor(cell);
    let foot = match relief.water(other) {
        Some(lower) if lower < level - 0.1 => lower,
        Some(_) => return,
        None if relief.floor(other) < level - 0.1 => relief.floor(other).max(bed - 0.02).min(level),
        None => return,
    };
    let edge_of_board =
        relief.floor(other) <= relief.base() + 1e-3 && relief.water(other).is_none();
    let foot = if edge_of_board { bed } else { foot };
    let (dx, dz) = side.delta();
    let out = Vec3::new(f32::from(dx), 0.0, f32::from(dz));
    let right = Vec3::new(out.z, 0.0, -out.x);
    let middle = Vec3::new(f32::from(cell.x) + 0.5, 0.0, f32::from(cell.y) + 0.5) + out * 0.485;
    let depth = (level - bed).max(0.3);
    let color = tint(depth);
    let bright = if edge_of_board { 1.0 } else { 1.5 };
    let parts = 6;
    for i in 0..parts {
        let t = |k: usize| (k as f32 / parts as f32) - 0.5;
        let streak = if i % 2 == 0 { bright } else { bright * 0.86 };
        let c = (color.truncate() * streak).extend(color.w.max(0.75));
        let low = if edge_of_board { (color.truncate() * 0.6).extend(0.92) } else { c * 1.2 };
        let (a, b) = (middle + right * t(i), middle + right * t(i + 1));
        let bulge = if edge_of_board { Vec3::ZERO } else { out * 0.06 };
        let corners = [
            a + Vec3::Y * level,
            a + bulge + Vec3::Y * foot,
            b + bulge + Vec3::Y * foot,
            b + Vec3::Y * level,
        ];
        let facing = (corners[1] - corners[0]).cross(corners[2] - corners[0]).dot(out) > 0.0;
        if facing {
            mesh.shaded4(corners, [c, low, low, c], Patch::Water);
        } else {
            let [p, q, r, s] = corners;
            mesh.shaded4([s, r, q, p], [c, low, low, c], Patch::Water);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Hm, Terrain};

    #[test]
    fn a_pond_has_a_transparent_surface_below_its_banks() {
        let mut b = Board::new(4, 4);
        for (x, y) in [(1, 1), (2, 1), (1, 2)] {
            let t = b.tile_mut(Cell::new(x, y)).unwrap();
            *t = Terrain::Water.tile();
            t.elevation = Hm(-4);
        }
        let r = Relief::new(&b);
        let m = water(&b, &r, Cell::new(0, 0));
        assert_eq!(m.fault(), None);
        let (lo, hi) = m.bounds().unwrap();
        assert!(hi.y < 0.0 && lo.y > -0.2);
        assert!(m.colors.iter().all(|c| c.w < 0.95));
        assert!(m.normals.iter().all(|n| n.y > 0.0));
        assert!(
            water(&Board::new(4, 4), &Relief::new(&Board::new(4, 4)), Cell::new(0, 0)).is_empty()
        );
    }

    #[test]
    fn deeper_water_is_darker_and_more_opaque() {
        let (shoal, deep) = (tint(0.4), tint(2.0));
        assert!(deep.w > shoal.w && deep.y < shoal.y);
    }

    #[test]
    fn water_falls_to_a_lower_surface() {
        let mut b = Board::new(2, 1);
        for (x, e) in [(0, 2), (1, -4)] {
            let t = b.tile_mut(Cell::new(x, 0)).unwrap();
            *t = Terrain::Water.tile();
            t.elevation = Hm(e);
        }
        let r = Relief::new(&b);
        let mut m = MeshData::new();
        fall(&mut m, &r, Cell::new(0, 0), Dir::E, r.water(Cell::new(0, 0)).unwrap());
        assert_eq!(m.fault(), None);
        let (lo, hi) = m.bounds().unwrap();
        assert!((hi.y - lo.y - 3.0).abs() < 1e-4);
        assert!(m.normals.iter().all(|n| n.x > 0.9));
    }
}
