//! Walls and doors on the edges between cells.

use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm};

use super::brush::{Brush, Spot};
use super::colours::INK;
use super::ground::side;

/// Walls, fences, doors, windows and gates on a floor, or on the ground: first all outlines, then
/// all fills, so that walls continue without seams.
pub fn edges(brush: &mut Brush, board: &Board, floor: Option<Hm>) {
    for layer in [Layer::Outline, Layer::Body] {
        for (at, edge) in board.edges().filter(|(at, _)| at.floor == floor) {
            if at.is_hatch() {
                brush.placed(middle_of(at.cell), 0.0, 1.0, |brush| hatch(brush, edge.open, layer));
                continue;
            }
            let dir = at.side;
            let (a, b) = side(at.cell, dir);
            // From the middle of the edge, lying from west to east.
            let middle = ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
            let turn = if dir == Dir::N { 0.0 } else { 90.0 };
            brush.placed(middle, turn, 1.0, |brush| edge_line(brush, edge, layer));
        }
    }
}

fn middle_of(cell: Cell) -> Spot {
    (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5)
}

/// A frame with a leaf of boards, or with a dark hole and the leaf beside it.
fn hatch(brush: &mut Brush, open: bool, layer: Layer) {
    if layer == Layer::Outline {
        return brush.block((-0.42, -0.42), 0.84, 0.84, INK);
    }
    if open {
        brush.block((-0.36, -0.36), 0.72, 0.72, 0x3b3024);
        return brush.line(&[(-0.42, -0.36), (-0.42, 0.36)], 0.12, 0xa0672f);
    }
    brush.block((-0.36, -0.36), 0.72, 0.72, 0xa0672f);
    for x in [-0.12, 0.12] {
        brush.line(&[(x, -0.36), (x, 0.36)], 0.04, INK);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Outline,
    Body,
}

impl Layer {
    fn bar(self, brush: &mut Brush, ends: &[Spot], width: f32, colour: u32) {
        match self {
            Self::Outline => brush.line(ends, width + 0.07, INK),
            Self::Body => brush.line(ends, width, colour),
        }
    }

    /// The frame around a leaf.
    fn jambs(self, brush: &mut Brush) {
        for (from, to) in [(-0.5, -0.38), (0.38, 0.5)] {
            self.bar(brush, &[(from, 0.0), (to, 0.0)], 0.16, MASONRY);
        }
    }
}

const MASONRY: u32 = 0xbdb5a4;
const IRON: u32 = 0x3a3e45;

fn edge_line(brush: &mut Brush, Edge { kind, open, .. }: Edge, layer: Layer) {
    let whole = [(-0.5, 0.0), (0.5, 0.0)];
    match kind {
        EdgeKind::Wall => layer.bar(brush, &whole, 0.17, MASONRY),
        EdgeKind::Planks => layer.bar(brush, &whole, 0.12, 0x8a6038),
        EdgeKind::LowWall => layer.bar(brush, &whole, 0.1, 0x9c9486),
        EdgeKind::Battlement => {
            layer.bar(brush, &whole, 0.09, 0x9c9486);
            for merlon in [[(-0.5, 0.0), (-0.24, 0.0)], [(0.24, 0.0), (0.5, 0.0)]] {
                layer.bar(brush, &merlon, 0.2, MASONRY);
            }
        }
        // Drawn in its cell.
        EdgeKind::Hatch => {}
        EdgeKind::Fence => {
            brush.line(&whole, 0.05, 0x6d4a2c);
            for x in [-0.5, 0.0, 0.5] {
                brush.disc((x, 0.0), 0.08, 0x5d3f27);
            }
        }
        EdgeKind::Door => {
            let leaf = match open {
                true => [(-0.38, 0.0), (-0.38, 0.66)],
                false => [(-0.38, 0.0), (0.38, 0.0)],
            };
            layer.bar(brush, &leaf, 0.09, 0xa0672f);
            layer.jambs(brush);
        }
        EdgeKind::Window => {
            let leaf = if open { [(-0.36, 0.0), (-0.36, 0.4)] } else { whole };
            layer.bar(brush, &leaf, 0.05, 0xa9d3e6);
            layer.jambs(brush);
        }
        EdgeKind::Gate => {
            let bars = if open { [-0.36, -0.32].as_slice() } else { &[-0.24, -0.08, 0.08, 0.24] };
            for x in bars {
                brush.line(&[(*x, -0.08), (*x, 0.08)], 0.06, IRON);
            }
            if !open {
                brush.line(&whole, 0.04, IRON);
            }
            layer.jambs(brush);
        }
    }
}
