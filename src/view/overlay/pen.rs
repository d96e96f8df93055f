//! Draws single marks: fills, hatching, outlines, rings and symbols.

use std::collections::{BTreeMap, BTreeSet};
use std::f32::consts::TAU;

use bevy::math::{Vec2, Vec3, Vec4};

use super::stand_height;
use crate::atlas::Patch;
use crate::mesh::MeshData;
use crate::relief::{Relief, metres};
use grid::{Board, Cell, Dir, EdgeAt, Hm};

/// Half the thickness of a bar along an edge, in metres: more than masonry has, which would hide it.
const BAR: f32 = 0.17;

/// Where to draw the marks, and how high above the ground.
pub(super) struct Pen<'a> {
    pub(super) mesh: MeshData,
    pub(super) board: &'a Board,
    pub(super) relief: &'a Relief,
    /// Heights of the floors with marks, in cells with several floors.
    pub(super) floors: &'a BTreeMap<Cell, Hm>,
    /// The floor that all marks lie on now, if it is known: the ground, or one of this height.
    pub(super) floor: Option<Option<Hm>>,
    pub(super) lift: f32,
}

impl Pen<'_> {
    /// Draws marks on one floor: the ground, or the floor of this absolute height.
    pub(super) fn on(&mut self, floor: Option<Hm>, draw: impl FnOnce(&mut Self)) {
        let before = self.floor.replace(floor);
        draw(self);
        self.floor = before;
    }

    pub(super) fn height(&self, c: Cell) -> f32 {
        let floor = self.floor.unwrap_or_else(|| self.floors.get(&c).copied());
        floor.map(metres).unwrap_or_else(|| stand_height(self.board, self.relief, c)) + self.lift
    }

    /// A flat face over a cell. Points are cell fractions, x to the right and y down,
    /// counter-clockwise seen from above in the world (so clockwise on the map).
    pub(super) fn face(&mut self, c: Cell, points: &[Vec2], color: Vec4) {
        let y = self.height(c);
        let origin = Vec2::new(f32::from(c.x), f32::from(c.y));
        let spots: Vec<Vec3> =
            points.iter().map(|p| Vec3::new(origin.x + p.x, y, origin.y + p.y)).collect();
        self.poly(&spots, color);
    }

    /// A convex face, wound so that it faces up; drawn from both sides if it is vertical.
    pub(super) fn poly(&mut self, spots: &[Vec3], color: Vec4) {
        let start = self.mesh.positions.len() as u32;
        let uv = Patch::Plain.uv(Vec2::ONE);
        for p in spots {
            self.mesh.vertex(*p, Vec3::Y, color, uv, crate::mesh::GLOW);
        }
        let up = spots
            .windows(2)
            .skip(1)
            .map(|w| (w[0] - spots[0]).cross(w[1] - spots[0]).y)
            .sum::<f32>();
        for i in 1..spots.len() as u32 - 1 {
            if up >= 0.0 {
                self.mesh.tri(start, start + i, start + i + 1);
            } else {
                self.mesh.tri(start, start + i + 1, start + i);
            }
        }
    }

    pub(super) fn rect(&mut self, c: Cell, lo: Vec2, hi: Vec2, color: Vec4) {
        self.face(c, &[lo, Vec2::new(lo.x, hi.y), hi, Vec2::new(hi.x, lo.y)], color);
    }

    pub(super) fn fill(&mut self, c: Cell, color: Vec4) {
        self.rect(c, Vec2::ZERO, Vec2::ONE, color);
    }

    /// Slanting stripes over a cell, continuous across neighbours.
    pub(super) fn hatch(&mut self, c: Cell, color: Vec4, per_cell: i32, mirrored: bool) {
        let width = 0.05;
        for i in -per_cell..per_cell {
            let s = i as f32 / per_cell as f32;
            // The stripe x - y = s .. s + width, clipped to the cell.
            let strip = [
                Vec2::new(s.max(0.0), (-s).max(0.0)),
                Vec2::new((s + 1.0).min(1.0), (1.0 - s).min(1.0)),
            ];
            let t = s + width;
            let other = [
                Vec2::new((t + 1.0).min(1.0), (1.0 - t).min(1.0)),
                Vec2::new(t.max(0.0), (-t).max(0.0)),
            ];
            let mut points = vec![strip[0], strip[1], other[0], other[1]];
            if mirrored {
                points.iter_mut().for_each(|p| p.x = 1.0 - p.x);
            }
            self.face(c, &points, color);
        }
    }

    /// A band along the inside of the borders of a set of cells, and also where the ground changes
    /// height within the set, so that a ledge does not hide the extent of the region.
    pub(super) fn outline(
        &mut self,
        cells: &BTreeSet<Cell>,
        width: f32,
        color: Vec4,
        broken: bool,
    ) {
        for c in cells {
            let open = |d: Dir| !cells.contains(&c.step(d));
            for side in Dir::SIDES {
                if !open(side) {
                    self.inner_corner(*c, side, cells, width, color);
                    continue;
                }
                let pieces: &[(f32, f32)] =
                    if broken { &[(0.0, 0.18), (0.32, 0.68), (0.82, 1.0)] } else { &[(0.0, 1.0)] };
                for (from, to) in pieces {
                    let (lo, hi) = match side {
                        Dir::N => (Vec2::new(*from, 0.0), Vec2::new(*to, width)),
                        Dir::S => (Vec2::new(*from, 1.0 - width), Vec2::new(*to, 1.0)),
                        Dir::W => (Vec2::new(0.0, *from), Vec2::new(width, *to)),
                        _ => (Vec2::new(1.0 - width, *from), Vec2::new(1.0, *to)),
                    };
                    self.rect(*c, lo, hi, color);
                }
            }
        }
    }

    /// Fills the small square where two outlines meet at an inner corner.
    pub(super) fn inner_corner(
        &mut self,
        c: Cell,
        side: Dir,
        cells: &BTreeSet<Cell>,
        w: f32,
        color: Vec4,
    ) {
        let next = side.turned(2);
        if cells.contains(&c.step(next)) && !cells.contains(&c.step(side.turned(1))) {
            let (dx, dz) = side.turned(1).delta();
            let x = if dx > 0 { 1.0 - w } else { 0.0 };
            let y = if dz > 0 { 1.0 - w } else { 0.0 };
            self.rect(c, Vec2::new(x, y), Vec2::new(x + w, y + w), color);
        }
    }

    pub(super) fn dots(&mut self, c: Cell, color: Vec4) {
        for i in 0..4 {
            let t = 0.125 + 0.25 * i as f32;
            for p in
                [Vec2::new(t, 0.07), Vec2::new(t, 0.93), Vec2::new(0.07, t), Vec2::new(0.93, t)]
            {
                self.ring(c, p, 0.0, 0.04, 8, color);
            }
        }
    }

    pub(super) fn crosses(&mut self, c: Cell, color: Vec4) {
        for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)] {
            let (long, thin) = (0.075, 0.018);
            for m in [1.0, -1.0] {
                let along = Vec2::new(long, long * m);
                let across = Vec2::new(-thin * m, thin);
                let p = Vec2::new(x, y);
                self.face(
                    c,
                    &[
                        p - along - across,
                        p - along + across,
                        p + along + across,
                        p + along - across,
                    ],
                    color,
                );
            }
        }
    }

    /// A ring around a point of a cell; a disc when `inner` is 0.
    pub(super) fn ring(
        &mut self,
        c: Cell,
        middle: Vec2,
        inner: f32,
        outer: f32,
        parts: u32,
        color: Vec4,
    ) {
        for i in 0..parts {
            self.arc(
                c,
                middle,
                inner,
                outer,
                (i as f32 / parts as f32, (i + 1) as f32 / parts as f32),
                color,
            );
        }
    }

    pub(super) fn arc(
        &mut self,
        c: Cell,
        middle: Vec2,
        inner: f32,
        outer: f32,
        turn: (f32, f32),
        color: Vec4,
    ) {
        let at = |t: f32, r: f32| {
            let (sin, cos) = (t * TAU).sin_cos();
            middle + Vec2::new(cos, sin) * r
        };
        let points = [at(turn.0, inner), at(turn.0, outer), at(turn.1, outer), at(turn.1, inner)];
        self.face(c, if inner > 0.0 { &points } else { &points[..3] }, color);
    }

    pub(super) fn target(&mut self, c: Cell, color: Vec4) {
        let middle = Vec2::splat(0.5);
        let dark = (color.truncate() * 0.15).extend(0.55);
        self.ring(c, middle, 0.425, 0.525, 28, dark);
        self.lift += 0.004;
        self.ring(c, middle, 0.445, 0.505, 28, color);
        for i in 0..4 {
            let (sin, cos) = (i as f32 / 4.0 * TAU + TAU / 8.0).sin_cos();
            let (out, side) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
            let points = [
                middle + out * 0.62 + side * 0.07,
                middle + out * 0.62 - side * 0.07,
                middle + out * 0.40,
            ];
            self.face(c, &points, color);
        }
        self.lift -= 0.004;
    }

    pub(super) fn selection(&mut self, c: Cell, size: u8, color: Vec4) {
        let half = f32::from(size.max(1)) / 2.0;
        let middle = Vec2::splat(half);
        let r = half * 0.98;
        self.ring(c, middle, r - 0.05, r + 0.055, 40, Vec4::new(0.02, 0.015, 0.01, 0.5));
        self.lift += 0.004;
        for i in 0..40 {
            let turn = (i as f32 / 40.0, (i as f32 + 1.0) / 40.0);
            self.arc(c, middle, r - 0.035, r + 0.035, turn, color);
        }
        for i in 0..4 {
            let (sin, cos) = (i as f32 / 4.0 * TAU).sin_cos();
            let (out, side) = (Vec2::new(cos, sin), Vec2::new(-sin, cos));
            let points = [
                middle + out * (r + 0.17) + side * 0.10,
                middle + out * (r + 0.17) - side * 0.10,
                middle + out * (r + 0.02),
            ];
            self.face(c, &points, color);
        }
        self.lift -= 0.004;
    }

    pub(super) fn brackets(&mut self, c: Cell, color: Vec4) {
        let (long, w) = (0.26, 0.05);
        for (x, y) in [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)] {
            let span =
                |v: f32, len: f32| if v < 0.5 { (0.02, 0.02 + len) } else { (0.98 - len, 0.98) };
            let ((x0, x1), (y0, y1)) = (span(x, long), span(y, w));
            self.rect(c, Vec2::new(x0, y0), Vec2::new(x1, y1), color);
            let ((x0, x1), (y0, y1)) = (span(x, w), span(y, long));
            self.rect(c, Vec2::new(x0, y0), Vec2::new(x1, y1), color);
        }
    }

    /// An upright bar along an edge, as high as the higher of its two cells and a metre more; above
    /// the ground, a metre from its floor.
    pub(super) fn bar(&mut self, at: EdgeAt, color: Vec4) {
        let (c, side) = (at.cell, at.side);
        let other = c.step(side);
        let on_board = |c: Cell| self.board.tile(c).is_some();
        let heights = [c, other].into_iter().filter(|c| on_board(*c)).map(|c| self.height(c));
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        heights.for_each(|y| (low, high) = (low.min(y), high.max(y)));
        if high < low {
            return;
        }
        if let Some(floor) = at.floor.map(metres) {
            (low, high) = (floor, floor);
        }
        let (x, z) = (f32::from(c.x), f32::from(c.y));
        let (from, to) = match side {
            Dir::N => (Vec2::new(x, z), Vec2::new(x + 1.0, z)),
            Dir::S => (Vec2::new(x, z + 1.0), Vec2::new(x + 1.0, z + 1.0)),
            Dir::W => (Vec2::new(x, z), Vec2::new(x, z + 1.0)),
            _ => (Vec2::new(x + 1.0, z), Vec2::new(x + 1.0, z + 1.0)),
        };
        let top = high + 1.0;
        let across = (to - from).perp() * BAR;
        let at = |p: Vec2, y: f32| Vec3::new(p.x, y, p.y);
        for off in [across, -across] {
            let (p, q) = (from + off, to + off);
            let face = [at(p, low), at(q, low), at(q, top), at(p, top)];
            self.poly(&face, color);
            self.poly(&[face[3], face[2], face[1], face[0]], color);
        }
        let lid = [from - across, from + across, to + across, to - across];
        self.poly(&lid.map(|p| at(p, top)), color);
    }

    pub(super) fn middle(&self, c: Cell) -> Vec3 {
        Vec3::new(f32::from(c.x) + 0.5, self.height(c), f32::from(c.y) + 0.5)
    }

    /// A ribbon from cell to cell: level over each cell, vertical at ledges.
    pub(super) fn path(&mut self, cells: &[Cell], color: Vec4) {
        self.lift += 0.01;
        let shade = Vec4::new(0.03, 0.02, 0.01, 0.55);
        for (w, colour, up) in [(0.085, shade, 0.0), (0.05, color, 0.005)] {
            self.lift += up;
            for pair in cells.windows(2) {
                let (a, b) = (self.middle(pair[0]), self.middle(pair[1]));
                let run = Vec3::new(b.x - a.x, 0.0, b.z - a.z).normalize_or(Vec3::X);
                let side = Vec3::new(-run.z, 0.0, run.x) * w;
                let border = Vec3::new((a.x + b.x) / 2.0, 0.0, (a.z + b.z) / 2.0);
                let (p, q) = (border.with_y(a.y), border.with_y(b.y));
                self.poly(&[a - side, p - side, p + side, a + side], colour);
                self.poly(&[q - side, b - side, b + side, q + side], colour);
                if (a.y - b.y).abs() > 0.02 {
                    // Offset towards the lower side, so that the face of the ledge does not hide
                    // it.
                    let off = run * if a.y > b.y { 0.03 } else { -0.03 };
                    self.poly(
                        &[p - side + off, q - side + off, q + side + off, p + side + off],
                        colour,
                    );
                    self.poly(
                        &[p + side + off, q + side + off, q - side + off, p - side + off],
                        colour,
                    );
                }
            }
        }
        self.lift += 0.005;
        for c in cells.iter().skip(1).rev().skip(1) {
            self.ring(*c, Vec2::splat(0.5), 0.0, 0.135, 14, shade);
            self.lift += 0.003;
            self.ring(*c, Vec2::splat(0.5), 0.0, 0.10, 14, color);
            self.lift -= 0.003;
        }
        if let [.., before, last] = cells {
            let run = Vec2::new(f32::from(last.x - before.x), f32::from(last.y - before.y))
                .normalize_or(Vec2::X);
            let side = Vec2::new(-run.y, run.x);
            let m = Vec2::splat(0.5);
            for (k, colour) in [(1.25, shade), (1.0, color)] {
                self.face(
                    *last,
                    &[
                        m + run * 0.26 * k,
                        m - run * 0.14 * k + side * 0.22 * k,
                        m - run * 0.14 * k - side * 0.22 * k,
                    ],
                    colour,
                );
                self.lift += 0.003;
            }
            self.lift -= 0.006;
        }
        self.lift -= 0.02;
    }

    /// A waypoint: a diamond with a dark backing.
    pub(super) fn diamond(&mut self, c: Cell, color: Vec4) {
        let middle = Vec2::splat(0.5);
        let dark = Vec4::new(0.03, 0.02, 0.01, 0.6);
        self.lift += 0.02;
        for (inner, outer, colour) in [(0.24, 0.44, dark), (0.28, 0.40, color)] {
            self.lift += 0.004;
            self.ring(c, middle, inner, outer, 4, colour);
        }
        self.lift -= 0.028;
    }

    /// A cell in which an enemy strikes: crossed bars with a dark backing.
    pub(super) fn peril(&mut self, c: Cell, color: Vec4) {
        let dark = Vec4::new(0.03, 0.02, 0.01, 0.6);
        self.lift += 0.02;
        for (long, thin, colour) in [(0.42, 0.075, dark), (0.38, 0.045, color)] {
            self.lift += 0.004;
            for m in [1.0, -1.0] {
                let along = Vec2::new(1.0, m).normalize() * long;
                let across = Vec2::new(-along.y, along.x).normalize() * thin;
                let p = Vec2::splat(0.5);
                let points = [
                    p - along - across,
                    p - along + across,
                    p + along + across,
                    p + along - across,
                ];
                self.face(c, &points, colour);
            }
        }
        self.lift -= 0.028;
    }

    /// An item on the ground: a blade with its guard across.
    pub(super) fn lying(&mut self, c: Cell, color: Vec4, edge: Vec4) {
        let bar = |from: Vec2, to: Vec2, wide: f32| {
            let along = (to - from).normalize_or_zero();
            let across = Vec2::new(-along.y, along.x) * wide;
            [from - across, from + across, to + across, to - across]
        };
        let blade = (Vec2::new(0.24, 0.74), Vec2::new(0.74, 0.24));
        let guard = (Vec2::new(0.27, 0.57), Vec2::new(0.43, 0.73));
        for (more, colour) in [(0.03, edge), (0.0, color)] {
            self.lift += 0.004;
            self.face(c, &bar(blade.0, blade.1, 0.035 + more), colour);
            self.face(c, &bar(guard.0, guard.1, 0.03 + more), colour);
        }
        self.lift -= 0.008;
    }

    /// A way off the board: two arrow heads that point to this side.
    pub(super) fn exit(&mut self, c: Cell, side: Dir, color: Vec4) {
        let (dx, dz) = side.delta();
        let out = Vec2::new(f32::from(dx), f32::from(dz));
        let right = Vec2::new(-out.y, out.x);
        for step in [-0.12, 0.14] {
            let tip = Vec2::splat(0.5) + out * (step + 0.12);
            for wing in [right, -right] {
                let end = tip - out * 0.2 + wing * 0.26;
                let thick = out * -0.09;
                self.face(c, &[tip, end, end + thick, tip + thick], color);
            }
        }
    }
}
