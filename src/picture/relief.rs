//! The ground, pixel by pixel: terrain with soft borders and grain, water by depth, light from the
//! north-west and shadows of higher ground.

use grid::{Board, Cell, Hm, Terrain};

use super::brush::{Brush, Spot};
use super::colours::{self, mix, split};
use super::noise::{point, smooth};

/// How far borders between terrains wander, in cells.
const WANDER: f32 = 0.16;

/// Length of a shadow per metre of height, in cells.
const SHADOW: f32 = 0.45;

/// Paints the whole board.
pub fn paint(brush: &mut Brush, board: &Board) {
    let heights = board.cells().filter_map(|c| board.tile(c)).filter(|t| !t.is_solid());
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    for tile in heights {
        let height = metres(tile.surface());
        (low, high) = (low.min(height), high.max(height));
    }
    let middle = if low > high { 0.0 } else { (low + high) / 2.0 };
    let (columns, rows) = (f32::from(board.width()), f32::from(board.height()));
    brush.pixels(columns, rows, |at| colour(board, at, middle));
}

fn metres(height: Hm) -> f32 {
    height.0 as f32 / 2.0
}

fn cell_at(at: Spot) -> Cell {
    Cell::new(at.0.floor() as i16, at.1.floor() as i16)
}

/// Height of the surface in metres; solid matter counts as far above its surroundings.
fn height(board: &Board, cell: Cell) -> Option<f32> {
    let tile = board.tile(cell)?;
    Some(metres(tile.surface()) + if tile.is_solid() { 4.0 } else { 0.0 })
}

fn colour(board: &Board, at: Spot, middle: f32) -> [f32; 3] {
    let cell = cell_at(at);
    let Some(tile) = board.tile(cell) else { return split(colours::TABLE) };
    let here = height(board, cell).unwrap_or_default();
    // Takes the terrain of a slightly shifted point, so that borders on level ground are not
    // straight.
    let drift = (
        at.0 + WANDER * smooth(at.0 * 2.3, at.1 * 2.3, 1)
            + 0.05 * smooth(at.0 * 9.0, at.1 * 9.0, 2),
        at.1 + WANDER * smooth(at.0 * 2.3, at.1 * 2.3, 3)
            + 0.05 * smooth(at.0 * 9.0, at.1 * 9.0, 4),
    );
    let level = |c: Cell| height(board, c).is_some_and(|h| (h - here).abs() < 0.6);
    let near = cell_at(drift);
    let floor = match board.tile(near) {
        Some(other) if level(near) && !other.is_solid() && !tile.is_solid() => other,
        _ => tile,
    };
    let mut c = split(colours::floor(floor.terrain));
    let grain = grain(floor.terrain, at);
    c = c.map(|v| v * (1.0 + grain));
    if floor.terrain == Terrain::Embers {
        let glow = smooth(at.0 * 6.0, at.1 * 6.0, 31) + smooth(at.0 * 13.0, at.1 * 13.0, 32) * 0.5;
        c = mix(c, split(0xff8a2a), (glow - 0.25) * 1.3);
    }
    if floor.depth > Hm::ZERO {
        c = water(c, metres(floor.depth), shore(board, at), at);
    }
    // Higher ground is lighter, lower ground darker.
    let mut light = 1.0 + ((here - middle) * 0.05).clamp(-0.2, 0.2);
    light *= 1.0 - 0.38 * shadow(board, at, here);
    light *= crease(board, at, cell, here);
    if floor.terrain == Terrain::Solid {
        light *= 0.95 + 0.1 * smooth(at.0 * 1.5, at.1 * 1.5, 40);
    }
    c.map(|v| v * light)
}

/// Fine variation of brightness for each terrain.
fn grain(terrain: Terrain, at: Spot) -> f32 {
    let (x, y) = at;
    let fine = |scale: f32, salt: u32| smooth(x * scale, y * scale, salt);
    let speckle = |scale: f32, salt: u32| {
        point((x * scale).floor() as i32, (y * scale).floor() as i32, salt) - 0.5
    };
    let broad = 0.05 * fine(0.6, 11) + 0.04 * fine(2.0, 12);
    broad
        + match terrain {
            Terrain::Grass => 0.07 * smooth(x * 14.0, y * 5.0, 13) + 0.05 * fine(22.0, 14),
            Terrain::Reeds => 0.18 * smooth(x * 16.0, y * 3.5, 13),
            Terrain::Gravel | Terrain::Rubble => 0.16 * fine(11.0, 15) + 0.08 * speckle(16.0, 16),
            Terrain::Sand | Terrain::Snow => 0.04 * smooth(x * 4.0, y * 10.0, 17),
            Terrain::Earth | Terrain::Path | Terrain::Mud | Terrain::Mire => {
                0.07 * fine(7.0, 18) + 0.06 * speckle(18.0, 19)
            }
            Terrain::Rock | Terrain::Solid => 0.12 * fine(4.0, 20) + 0.08 * fine(11.0, 21),
            Terrain::Stone => paving(x, y),
            Terrain::Wood => planks(x, y),
            Terrain::Ice => 0.1 * smooth(x * 2.0 + y * 5.0, y * 1.5, 22).max(0.0),
            Terrain::Shallows | Terrain::Water | Terrain::Embers => 0.08 * fine(6.0, 23),
        }
}

/// Two stones per cell, in staggered rows.
fn paving(x: f32, y: f32) -> f32 {
    let row = (y * 2.0).floor();
    let along = x * 2.0 + if row.rem_euclid(2.0) < 1.0 { 0.0 } else { 0.5 };
    let joint = |v: f32| (v - v.floor()).min(v.ceil() - v) < 0.05;
    if joint(along) || joint(y * 2.0) {
        return -0.18;
    }
    0.14 * (point(along.floor() as i32, row as i32, 24) - 0.5)
        + 0.03 * smooth(x * 15.0, y * 15.0, 25)
}

/// Four planks per cell.
fn planks(x: f32, y: f32) -> f32 {
    let row = (y * 4.0).floor();
    if y * 4.0 - row < 0.1 {
        return -0.25;
    }
    0.16 * (point(0, row as i32, 26) - 0.5) + 0.08 * smooth(x * 3.0, y * 30.0, 27)
}

fn water(bed: [f32; 3], depth: f32, shore: f32, at: Spot) -> [f32; 3] {
    let depth = depth * (1.0 - 0.5 * shore);
    let body = mix(split(colours::SHOAL), split(colours::DEEP), (depth - 0.3) / 2.2);
    let mut c = mix(bed, body, 0.55 + depth * 0.25);
    let bend = smooth(at.0 * 1.1, at.1 * 1.1, 50) * 2.2;
    let ripple = ((at.1 * 9.0 + bend * 2.0 + at.0 * 1.5).sin() * 0.5 + 0.5).powi(6);
    let gaps = (smooth(at.0 * 1.7, at.1 * 3.1, 51) - 0.1).max(0.0);
    c = mix(c, split(colours::FOAM), ripple * gaps * 0.45);
    let foam = shore + 0.25 * smooth(at.0 * 5.0, at.1 * 5.0, 52);
    mix(c, split(colours::FOAM), ((foam - 0.72) * 2.4).clamp(0.0, 0.55))
}

/// Nearness of dry ground: 1 on the shore, 0 from 0.45 cells on.
fn shore(board: &Board, at: Spot) -> f32 {
    let mut nearest = 1.0f32;
    let cell = cell_at(at);
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let other = cell.offset(dx, dy);
        if board.tile(other).is_some_and(|t| t.depth == Hm::ZERO) {
            nearest = nearest.min(distance(at, other));
        }
    }
    (1.0 - nearest / 0.45).max(0.0)
}

/// Distance from a point to the nearest side of a cell.
fn distance(at: Spot, cell: Cell) -> f32 {
    let (x, y) = (f32::from(cell.x), f32::from(cell.y));
    let dx = (x - at.0).max(at.0 - x - 1.0).max(0.0);
    let dy = (y - at.1).max(at.1 - y - 1.0).max(0.0);
    dx.hypot(dy)
}

/// Share of the light from the north-west that higher ground blocks, 0 to 1.
fn shadow(board: &Board, at: Spot, here: f32) -> f32 {
    let mut dark = 0.0f32;
    for step in 1..=16u8 {
        let away = f32::from(step) * 0.14;
        let side = away * std::f32::consts::FRAC_1_SQRT_2;
        let Some(there) = height(board, cell_at((at.0 - side, at.1 - side))) else { break };
        let over = there - here - away / SHADOW;
        dark = dark.max((over * 1.6).clamp(0.0, 1.0));
    }
    dark
}

/// Dark at the foot of a rise, light along the edge of a drop.
fn crease(board: &Board, at: Spot, cell: Cell, here: f32) -> f32 {
    let mut light = 1.0f32;
    for (dx, dy) in [(0, -1), (-1, 0), (1, 0), (0, 1)] {
        let other = cell.offset(dx, dy);
        let Some(there) = height(board, other) else { continue };
        let (rise, away) = (there - here, distance(at, other));
        if rise > 0.2 {
            light -= (0.3 - away).max(0.0) * (0.35 + 0.2 * rise).min(1.0);
        } else if rise < -0.2 && away < 0.09 && (dx, dy) != (1, 0) && (dx, dy) != (0, 1) {
            light += 0.12;
        }
    }
    light.max(0.5)
}
