//! Lines on the ground: the grid, drops, exits, and temporary volumes.

use grid::{Board, Cell, Dir, Hm};

use super::brush::{Brush, Spot, Tint};
use super::colours::INK;
use super::noise::point;

/// North-west corner of a cell.
pub fn corner(cell: Cell) -> Spot {
    (f32::from(cell.x), f32::from(cell.y))
}

/// End points of a side of a cell.
pub fn side(cell: Cell, dir: Dir) -> (Spot, Spot) {
    let (x, y) = corner(cell);
    match dir {
        Dir::E => ((x + 1.0, y), (x + 1.0, y + 1.0)),
        Dir::S => ((x, y + 1.0), (x + 1.0, y + 1.0)),
        Dir::W => ((x, y), (x, y + 1.0)),
        _ => ((x, y), (x + 1.0, y)),
    }
}

/// Draws all lines.
pub fn draw(brush: &mut Brush, board: &Board) {
    let (columns, rows) = (f32::from(board.width()), f32::from(board.height()));
    for x in 0..=board.width() {
        brush.line(&[(f32::from(x), 0.0), (f32::from(x), rows)], 0.02, Tint(INK, 0.16));
    }
    for y in 0..=board.height() {
        brush.line(&[(0.0, f32::from(y)), (columns, f32::from(y))], 0.02, Tint(INK, 0.16));
    }
    for cell in board.cells() {
        for dir in Dir::SIDES {
            drop(brush, board, cell, dir);
        }
        if board.tile(cell).is_some_and(|t| t.exit) {
            let (x, y) = corner(cell);
            for i in 0..3u8 {
                let at = x + 0.25 + f32::from(i) * 0.2;
                let arrow = [(at, y + 0.3), (at + 0.14, y + 0.5), (at, y + 0.7)];
                brush.line(&arrow, 0.05, Tint(0xfff6d8, 0.6));
            }
        }
    }
    for volume in board.volumes() {
        for cell in &volume.cells {
            let (x, y) = corner(*cell);
            let (colour, cover) = match (volume.damaging.is_some(), volume.blocks_sight) {
                (true, _) => (0xff7a1a, 0.3),
                (false, true) => (0x15151c, 0.55),
                (false, false) => (0xd8dce6, 0.4),
            };
            brush.block((x, y), 1.0, 1.0, Tint(colour, cover));
            for i in 1..4u8 {
                let d = f32::from(i) * 0.25;
                brush.line(&[(x + d, y), (x, y + d)], 0.025, Tint(0xffffff, 0.25));
                brush.line(&[(x + 1.0, y + d), (x + d, y + 1.0)], 0.025, Tint(0xffffff, 0.25));
            }
        }
    }
}

/// The edge above a drop: thicker the higher it is, with strokes down the slope from 1 m.
fn drop(brush: &mut Brush, board: &Board, cell: Cell, dir: Dir) {
    let (Some(here), Some(there)) = (board.tile(cell), board.tile(cell.step(dir))) else { return };
    if there.is_solid() {
        return;
    }
    let (a, b) = side(cell, dir);
    if here.is_solid() {
        brush.line(&[a, b], 0.09, Tint(INK, 0.8));
        return;
    }
    let down = here.elevation - there.surface();
    if down <= Hm::ZERO {
        return;
    }
    let metres = down.0 as f32 / 2.0;
    brush.line(&[a, b], (0.025 + 0.014 * metres).min(0.1), Tint(INK, 0.6));
    if down < Hm::metres(1) {
        return;
    }
    let (dx, dy) = dir.delta();
    let (dx, dy) = (f32::from(dx), f32::from(dy));
    for i in 0..5u8 {
        let t = 0.1 + f32::from(i) * 0.2;
        let from = (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
        let chance = point((from.0 * 10.0) as i32, (from.1 * 10.0) as i32, 60);
        let long = (0.1 + 0.04 * metres).min(0.3) * (0.7 + 0.6 * chance);
        let to = (from.0 + dx * long, from.1 + dy * long);
        brush.line(&[from, to], 0.025, Tint(INK, 0.45));
    }
}
