//! Things in cells, and walls and doors on the edges between them.

use grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, Thing, ThingKind};

use super::brush::{Brush, Spot, Tint};
use super::colours::{INK, matter};
use super::ground::{corner, side};
use super::noise::point;

/// Draws all things, low things first.
pub fn things(brush: &mut Brush, board: &Board) {
    let mut things: Vec<&Thing> = board.things().map(|(_, thing)| thing).collect();
    things.sort_by_key(|t| (t.kind != ThingKind::Bridge, t.height, t.cell));
    for t in things {
        let (x, y) = corner(t.cell);
        let lift = (t.height.0 as f32 * 0.035).min(0.3);
        if t.kind != ThingKind::Bridge && t.kind != ThingKind::Campfire {
            let radius = f32::from(t.kind.spec().width_cm) / 260.0;
            let at = (x + 0.5 + lift, y + 0.5 + lift);
            brush.disc(at, radius.max(0.14), Tint(INK, 0.28));
        }
        let spread = point(i32::from(t.cell.x), i32::from(t.cell.y), 70);
        let turn = f32::from(t.turn % 4) * 90.0;
        brush.placed((x + 0.5, y + 0.5), turn, 1.0, |brush| thing(brush, t.kind, spread));
    }
}

/// A thing with its centre at (0, 0); `spread` from 0 to below 1 makes things of a kind differ.
fn thing(brush: &mut Brush, kind: ThingKind, spread: f32) {
    let main = matter(kind.spec().material);
    match kind {
        ThingKind::Bridge => bridge(brush),
        ThingKind::Barrel => barrel(brush, main),
        ThingKind::Crate => wooden_crate(brush),
        ThingKind::Boulder => boulder(brush, spread),
        ThingKind::Pillar => pillar(brush, main),
        ThingKind::Statue => statue(brush, main),
        ThingKind::Bush => crown(brush, 0.42, spread, &[0x365c28, 0x4c7a36, 0x699a48]),
        ThingKind::Tree => tree(brush, spread),
        ThingKind::DeadTree => dead_tree(brush, spread),
        ThingKind::Barricade => barricade(brush, main),
        ThingKind::Table => table(brush),
        ThingKind::Campfire => campfire(brush),
        ThingKind::Lamp => lamp(brush),
        ThingKind::Lever => lever(brush, main),
    }
}

/// Planks side by side.
fn bridge(brush: &mut Brush) {
    brush.block((-0.5, -0.5), 1.0, 1.0, 0x7a5633);
    for i in 0..5u8 {
        let x = -0.49 + f32::from(i) * 0.2;
        let shade = if i % 2 == 0 { 0xa97d4f } else { 0x9b7145 };
        brush.block((x, -0.5), 0.18, 1.0, shade);
    }
}

/// A lid with its hoop and joints.
fn barrel(brush: &mut Brush, main: u32) {
    brush.disc((0.0, 0.0), 0.3, INK);
    brush.disc((0.0, 0.0), 0.27, main);
    brush.ring((0.0, 0.0), 0.19, 0.035, 0x5d3f27);
    brush.line(&[(-0.17, -0.06), (0.17, -0.06)], 0.02, Tint(INK, 0.5));
    brush.line(&[(-0.17, 0.07), (0.17, 0.07)], 0.02, Tint(INK, 0.5));
}

/// A lid with a frame and a cross.
fn wooden_crate(brush: &mut Brush) {
    brush.block((-0.36, -0.36), 0.72, 0.72, INK);
    brush.block((-0.33, -0.33), 0.66, 0.66, 0xa87a49);
    brush.line(&[(-0.28, -0.28), (0.28, 0.28)], 0.06, 0x7a5633);
    brush.line(&[(-0.28, 0.28), (0.28, -0.28)], 0.06, 0x7a5633);
    let frame = [(-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3), (-0.3, -0.3)];
    brush.line(&frame, 0.06, 0x8a6038);
}

/// An irregular stone, lit from the north-west.
fn boulder(brush: &mut Brush, spread: f32) {
    let rock = |size: f32| -> Vec<Spot> {
        let corners = 0..9i32;
        let corner = |i: i32| {
            let angle = i as f32 * std::f32::consts::TAU / 9.0 + spread;
            let radius = size * (0.85 + 0.3 * point(i, (spread * 99.0) as i32, 71));
            (radius * angle.cos(), radius * angle.sin())
        };
        corners.map(corner).collect()
    };
    brush.area(&rock(0.43), INK);
    brush.area(&rock(0.4), 0x8f8a82);
    let lit: Vec<Spot> = rock(0.25).into_iter().map(|(x, y)| (x - 0.07, y - 0.07)).collect();
    brush.area(&lit, Tint(0xc2bdb2, 0.7));
}

/// A round shaft on a square base.
fn pillar(brush: &mut Brush, main: u32) {
    brush.block((-0.4, -0.4), 0.8, 0.8, 0x857f74);
    brush.disc((0.0, 0.0), 0.36, INK);
    brush.disc((0.0, 0.0), 0.33, main);
    brush.disc((-0.05, -0.05), 0.2, 0xd0c9bb);
}

/// Head and shoulders on a square base.
fn statue(brush: &mut Brush, main: u32) {
    brush.block((-0.36, -0.36), 0.72, 0.72, INK);
    brush.block((-0.33, -0.33), 0.66, 0.66, main);
    brush.disc((0.0, 0.04), 0.22, 0x77726a);
    brush.disc((0.0, -0.02), 0.12, 0xcfc8ba);
}

/// A crown with the trunk in its middle.
fn tree(brush: &mut Brush, spread: f32) {
    crown(brush, 0.62, spread, &[0x24452f, 0x35633f, 0x4d8152]);
    brush.disc((0.0, 0.0), 0.09, 0x3b2a1c);
}

/// Five bare forked branches around a trunk.
fn dead_tree(brush: &mut Brush, spread: f32) {
    for i in 0..5u8 {
        let angle = f32::from(i) * 1.2566 + spread * 6.0;
        let (dx, dy) = (angle.cos(), angle.sin());
        let fork = (0.3 * dx, 0.3 * dy);
        brush.line(&[(0.0, 0.0), fork], 0.07, 0x5a4331);
        brush.line(&[fork, (0.45 * dx - 0.1 * dy, 0.45 * dy + 0.1 * dx)], 0.04, 0x5a4331);
    }
    brush.disc((0.0, 0.0), 0.14, 0x6b5140);
}

/// Three tilted planks on two posts.
fn barricade(brush: &mut Brush, main: u32) {
    for (i, y) in [-0.2f32, 0.0, 0.2].into_iter().enumerate() {
        let tilt = if i % 2 == 0 { 0.05 } else { -0.05 };
        brush.line(&[(-0.42, y - tilt), (0.42, y + tilt)], 0.15, INK);
        brush.line(&[(-0.42, y - tilt), (0.42, y + tilt)], 0.11, main);
    }
    for x in [-0.28, 0.28] {
        brush.line(&[(x, -0.34), (x, 0.34)], 0.08, 0x5d3f27);
    }
}

/// A board with two joints.
fn table(brush: &mut Brush) {
    brush.block((-0.44, -0.34), 0.88, 0.68, INK);
    brush.block((-0.41, -0.31), 0.82, 0.62, 0xa97d4f);
    brush.line(&[(-0.4, -0.1), (0.4, -0.1)], 0.02, Tint(INK, 0.5));
    brush.line(&[(-0.4, 0.11), (0.4, 0.11)], 0.02, Tint(INK, 0.5));
}

/// A flame in a ring of stones.
fn campfire(brush: &mut Brush) {
    brush.disc((0.0, 0.0), 0.85, Tint(0xffb347, 0.14));
    for i in 0..8u8 {
        let angle = f32::from(i) * std::f32::consts::FRAC_PI_4;
        brush.disc((0.32 * angle.cos(), 0.32 * angle.sin()), 0.09, 0x77726a);
    }
    let outer = [(-0.2, 0.15), (-0.1, -0.1), (0.0, -0.26), (0.12, -0.08), (0.2, 0.15)];
    brush.area(&outer, 0xe2571e);
    brush.area(&[(-0.11, 0.13), (0.0, -0.12), (0.11, 0.13)], 0xffc84a);
}

/// A light with its glow.
fn lamp(brush: &mut Brush) {
    brush.disc((0.0, 0.0), 0.8, Tint(0xffe2a0, 0.16));
    brush.disc((0.0, 0.0), 0.2, INK);
    brush.disc((0.0, 0.0), 0.15, 0xffe2a0);
    brush.disc((0.0, 0.0), 0.06, 0xffffff);
}

/// A base with a handle.
fn lever(brush: &mut Brush, main: u32) {
    brush.block((-0.2, -0.08), 0.4, 0.16, main);
    brush.line(&[(0.0, 0.0), (0.22, -0.26)], 0.07, INK);
    brush.disc((0.22, -0.26), 0.08, 0xb3261e);
}

/// Foliage from above: clumps around a centre, dark clumps first.
fn crown(brush: &mut Brush, radius: f32, spread: f32, shades: &[u32; 3]) {
    let salt = (spread * 1000.0) as i32;
    for (layer, shade) in (0..).zip(shades) {
        let reach = radius * (0.62 - 0.2 * layer as f32);
        for i in 0..7i32 {
            let angle = i as f32 * 0.8976 + spread * 6.0 + layer as f32;
            let away = reach * (0.8 + 0.3 * point(i, salt, 80));
            let at = (
                away * angle.cos() - 0.03 * layer as f32,
                away * angle.sin() - 0.03 * layer as f32,
            );
            brush.disc(at, radius * (0.46 - 0.1 * layer as f32), *shade);
        }
    }
}

/// Walls, fences, doors, windows and gates on a floor, or on the ground: first all outlines, then all
/// fills, so that walls continue without seams.
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
