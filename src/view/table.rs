//! What the board lies on: its wooden frame and the long dark table.

use bevy::math::{Vec2, Vec3};

use super::atlas::Patch;
use super::canvas::chance;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::relief::Relief;
use super::shapes::block;

/// Width of the frame around the board, in metres.
const FRAME: f32 = 0.42;
/// How far the table reaches beyond the board, in metres.
const REACH: f32 = 46.0;
/// Distance of the table below the board's underside, in metres.
const SUNK: f32 = 0.35;

/// Builds the frame and the table of a board.
pub fn table(relief: &Relief) -> MeshData {
    let mut mesh = MeshData::new();
    planks(&mut mesh, relief);
    frame(&mut mesh, relief);
    mesh
}

fn planks(mesh: &mut MeshData, relief: &Relief) {
    let (w, h) = (relief.width() as f32, relief.height() as f32);
    let y = relief.base() - SUNK;
    let middle = Vec2::new(w, h) / 2.0;
    let wide = 2.6;
    let part = 2.6;
    let rows = ((h + 2.0 * REACH) / wide) as i32;
    let columns = ((w + 2.0 * REACH) / part) as i32;
    // Darkest next to the board, which blocks the light, and far out, beyond the reach of the lamp.
    let shade = |p: Vec2| {
        let outside = ((p - middle).abs() - Vec2::new(w, h) / 2.0).max(Vec2::ZERO).length();
        let contact = 0.45 + 0.55 * (outside / 3.0).min(1.0).sqrt();
        let vignette = (1.0 - outside / (REACH * 0.86)).clamp(0.0, 1.0).powf(1.3);
        contact * vignette
    };
    for row in 0..rows {
        let z = -REACH + row as f32 * wide;
        let shift = chance(row, 1, 301) * 12.0;
        for column in 0..columns {
            let x = -REACH + column as f32 * part;
            let board = ((x + shift) / 13.0).floor();
            let starts = ((x + shift) / 13.0).fract() * 13.0 < part;
            let tone = 0.80 + 0.38 * chance(row, board as i32, 302);
            let gap = 0.02;
            let (x0, x1) = (if starts { x + gap } else { x }, x + part);
            let (z0, z1) = (z + gap, z + wide - gap);
            // A plank shows the patch stretched along its grain, a quarter of it per part.
            let q = (column.rem_euclid(4)) as f32 * 0.5;
            let v = chance(row, board as i32, 303) * 0.9;
            let corners = [
                (x0, z0, q, v),
                (x0, z1, q, v + 1.0),
                (x1, z1, q + 0.5, v + 1.0),
                (x1, z0, q + 0.5, v),
            ];
            let start = mesh.positions.len() as u32;
            for (x, z, u, v) in corners {
                let edge = tone * shade(Vec2::new(x, z));
                let color = (Vec3::new(0.52, 0.53, 0.56) * edge).extend(1.0);
                mesh.vertex(
                    Vec3::new(x, y, z),
                    Vec3::Y,
                    color,
                    Patch::Table.uv(Vec2::new(u, v)),
                    1.0,
                );
            }
            mesh.indices.extend([start, start + 1, start + 2, start, start + 2, start + 3]);
        }
    }
    // The dark gap between the planks.
    let low = y - 0.02;
    let (x0, x1, z0, z1) = (-REACH, w + REACH, -REACH, h + REACH);
    let corners = [(x0, z0), (x0, z1), (x1, z1), (x1, z0)].map(|(x, z)| Vec3::new(x, low, z));
    mesh.face4(corners, Paint::plain(srgb(hex::ROOM) * 0.5));
}

fn frame(mesh: &mut MeshData, relief: &Relief) {
    let (w, h) = (relief.width() as f32, relief.height() as f32);
    let wood = Paint::on(srgb(0xb7a08c), Patch::Table);
    let low = relief.base() - SUNK;
    let high = relief.base() + 0.42;
    let (mid, half) = ((low + high) / 2.0, (high - low) / 2.0);
    let f = FRAME / 2.0;
    let gap = 0.03;
    for (x, z, hx, hz) in [
        (w / 2.0, -f - gap, w / 2.0 + FRAME + gap, f),
        (w / 2.0, h + f + gap, w / 2.0 + FRAME + gap, f),
        (-f - gap, h / 2.0, f, h / 2.0 + gap),
        (w + f + gap, h / 2.0, f, h / 2.0 + gap),
    ] {
        // In pieces, so that the grain is not stretched.
        let long = hx.max(hz) * 2.0;
        let pieces = (long / 4.0).ceil().max(1.0);
        for i in 0..pieces as i32 {
            let t = (i as f32 + 0.5) / pieces - 0.5;
            let (cx, cz, px, pz) = if hx > hz {
                (x + t * long, z, long / pieces / 2.0, hz)
            } else {
                (x, z + t * long, hx, long / pieces / 2.0)
            };
            let tone = 0.94 + 0.12 * chance(i, cx as i32 + cz as i32, 305);
            block(mesh, Vec3::new(cx, mid, cz), Vec3::new(px, half, pz), 0.045, wood.tinted(tone));
        }
    }
    let brass = Paint::plain(srgb(hex::BRASS));
    for (x, z) in [(-f, -f), (w + f, -f), (-f, h + f), (w + f, h + f)] {
        block(
            mesh,
            Vec3::new(x, mid + 0.015, z),
            Vec3::new(f + 0.07, half + 0.02, f + 0.07),
            0.06,
            brass,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Board;

    #[test]
    fn the_table_is_valid_small_and_below_the_board() {
        let r = Relief::new(&Board::new(64, 64));
        let m = table(&r);
        assert_eq!(m.fault(), None);
        assert!(m.triangles() < 20_000, "{}", m.triangles());
        let (lo, hi) = m.bounds().unwrap();
        assert!(lo.y < r.base() && hi.y < 0.0);
        assert!(lo.x < -20.0 && hi.x > 84.0);
    }
}
