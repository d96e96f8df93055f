//! Marks laid over the ground: where one can go, what is aimed at, what will be affected. Every
//! kind has a fill or an outline of its own shape, so that colour never carries the meaning alone.

use std::collections::BTreeSet;
use std::f32::consts::TAU;

use bevy::math::{Vec2, Vec3, Vec4};
use bevy::prelude::Resource;

use super::atlas::Patch;
use super::mesh::MeshData;
use super::palette::{hex, srgb};
use super::relief::{Relief, metres};
use crate::grid::{Board, Cell, Dir, Footing};

/// What lies over the ground. Change it through `ResMut` only when something differs: the mesh is
/// rebuilt whenever it is marked as changed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Cells reached with an ordinary move: filled, with an unbroken outline.
    pub reach: Vec<Cell>,
    /// Cells reached only by running: hatched, with a broken outline.
    pub run: Vec<Cell>,
    /// The cells of a path in order: a ribbon with dots and an arrow head.
    pub path: Vec<Cell>,
    /// Cells aimed at: a ring with four ticks.
    pub targets: Vec<Cell>,
    /// Cells that will be affected: cross-hatched, with a heavy outline.
    pub area: Vec<Cell>,
    /// Cells that enemies could strike: a field of small crosses.
    pub threat: Vec<Cell>,
    /// Cells from which one can leave or that matter to the goal: dots along the border.
    pub zone: Vec<Cell>,
    /// The footprint of the selected piece, north-west cell and size: a ring with four wedges.
    pub selected: Option<(Cell, u8)>,
    /// The cell under the pointer: brackets in the corners.
    pub hover: Option<Cell>,
}

/// How far marks float over the ground, in metres; later kinds lie a little higher.
const LIFT: f32 = 0.022;

/// Height of what a body stands on in a cell: a platform such as a bridge, else water or floor.
pub fn stand_height(board: &Board, relief: &Relief, cell: Cell) -> f32 {
    let ground = relief.surface(cell);
    match board.thing_in(cell) {
        Some((_, t)) if t.kind.spec().footing == Footing::Platform => {
            ground.max(relief.floor(cell) + metres(t.height))
        }
        _ => ground,
    }
}

struct Pen<'a> {
    mesh: MeshData,
    board: &'a Board,
    relief: &'a Relief,
    lift: f32,
}

/// The mesh of an overlay, drawn with blending and without light.
pub fn overlay(board: &Board, relief: &Relief, marks: &Overlay) -> MeshData {
    let mut pen = Pen { mesh: MeshData::new(), board, relief, lift: LIFT };
    let ink = |h: u32, alpha: f32| srgb(h).extend(alpha);
    for c in &marks.zone {
        pen.dots(*c, ink(hex::SELECT, 0.9));
    }
    let near: BTreeSet<Cell> = marks.reach.iter().copied().collect();
    let far: BTreeSet<Cell> = marks.run.iter().copied().filter(|c| !near.contains(c)).collect();
    for c in &near {
        pen.fill(*c, ink(hex::REACH, 0.26));
    }
    for c in &far {
        pen.fill(*c, ink(hex::RUN, 0.10));
        pen.hatch(*c, ink(hex::RUN, 0.42), 3, false);
    }
    pen.lift += 0.006;
    pen.outline(&far, 0.06, ink(hex::RUN, 0.95), true);
    pen.outline(&near, 0.07, ink(hex::REACH, 1.0), false);
    for c in &marks.threat {
        pen.crosses(*c, ink(hex::THREAT, 0.85));
    }
    let area: BTreeSet<Cell> = marks.area.iter().copied().collect();
    for c in &area {
        pen.fill(*c, ink(hex::AREA, 0.24));
        pen.hatch(*c, ink(hex::AREA, 0.40), 2, false);
        pen.hatch(*c, ink(hex::AREA, 0.40), 2, true);
    }
    pen.lift += 0.006;
    pen.outline(&area, 0.10, ink(hex::AREA, 1.0), false);
    pen.path(&marks.path, ink(hex::PATH, 0.92));
    for c in &marks.targets {
        pen.target(*c, ink(hex::TARGET, 1.0));
    }
    if let Some((cell, size)) = marks.selected {
        pen.selection(cell, size, ink(hex::SELECT, 1.0));
    }
    pen.lift += 0.006;
    if let Some(c) = marks.hover {
        pen.brackets(c, ink(hex::HOVER, 0.95));
    }
    pen.mesh
}

impl Pen<'_> {
    fn height(&self, c: Cell) -> f32 {
        stand_height(self.board, self.relief, c) + self.lift
    }

    /// A flat face over a cell; points are cell fractions, counter-clockwise seen from above
    /// (x to the right, y down the page: so they run clockwise on the map).
    fn face(&mut self, c: Cell, points: &[Vec2], color: Vec4) {
        let y = self.height(c);
        let origin = Vec2::new(f32::from(c.x), f32::from(c.y));
        let spots: Vec<Vec3> =
            points.iter().map(|p| Vec3::new(origin.x + p.x, y, origin.y + p.y)).collect();
        self.poly(&spots, color);
    }

    /// A convex face that is turned to look up, or towards anyone if it is upright.
    fn poly(&mut self, spots: &[Vec3], color: Vec4) {
        let start = self.mesh.positions.len() as u32;
        let uv = Patch::Plain.uv(Vec2::ONE);
        for p in spots {
            self.mesh.vertex(*p, Vec3::Y, color, uv, super::mesh::GLOW);
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

    fn rect(&mut self, c: Cell, lo: Vec2, hi: Vec2, color: Vec4) {
        self.face(c, &[lo, Vec2::new(lo.x, hi.y), hi, Vec2::new(hi.x, lo.y)], color);
    }

    fn fill(&mut self, c: Cell, color: Vec4) {
        self.rect(c, Vec2::ZERO, Vec2::ONE, color);
    }

    /// Slanting stripes over a cell that run on into its neighbours.
    fn hatch(&mut self, c: Cell, color: Vec4, per_cell: i32, mirrored: bool) {
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

    /// A band along the borders of a set of cells, inside it; also where the ground changes its
    /// height within the set, so that a ledge does not hide the region's extent.
    fn outline(&mut self, cells: &BTreeSet<Cell>, width: f32, color: Vec4, broken: bool) {
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

    /// Fills the small square where two outlines meet round an inner corner.
    fn inner_corner(&mut self, c: Cell, side: Dir, cells: &BTreeSet<Cell>, w: f32, color: Vec4) {
        let next = side.turned(2);
        if cells.contains(&c.step(next)) && !cells.contains(&c.step(side.turned(1))) {
            let (dx, dz) = side.turned(1).delta();
            let x = if dx > 0 { 1.0 - w } else { 0.0 };
            let y = if dz > 0 { 1.0 - w } else { 0.0 };
            self.rect(c, Vec2::new(x, y), Vec2::new(x + w, y + w), color);
        }
    }

    fn dots(&mut self, c: Cell, color: Vec4) {
        for i in 0..4 {
            let t = 0.125 + 0.25 * i as f32;
            for p in
                [Vec2::new(t, 0.07), Vec2::new(t, 0.93), Vec2::new(0.07, t), Vec2::new(0.93, t)]
            {
                self.ring(c, p, 0.0, 0.04, 8, color);
            }
        }
    }

    fn crosses(&mut self, c: Cell, color: Vec4) {
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

    /// A ring around a point of a cell, a disc when `inner` is 0.
    fn ring(&mut self, c: Cell, middle: Vec2, inner: f32, outer: f32, parts: u32, color: Vec4) {
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

    fn arc(
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

    fn target(&mut self, c: Cell, color: Vec4) {
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

    fn selection(&mut self, c: Cell, size: u8, color: Vec4) {
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

    fn brackets(&mut self, c: Cell, color: Vec4) {
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

    fn middle(&self, c: Cell) -> Vec3 {
        Vec3::new(f32::from(c.x) + 0.5, self.height(c), f32::from(c.y) + 0.5)
    }

    /// A ribbon from cell to cell: level over each cell, upright at ledges.
    fn path(&mut self, cells: &[Cell], color: Vec4) {
        self.lift += 0.01;
        let shade = Vec4::new(0.03, 0.02, 0.01, 0.55);
        for (w, ink, up) in [(0.085, shade, 0.0), (0.05, color, 0.005)] {
            self.lift += up;
            for pair in cells.windows(2) {
                let (a, b) = (self.middle(pair[0]), self.middle(pair[1]));
                let run = Vec3::new(b.x - a.x, 0.0, b.z - a.z).normalize_or(Vec3::X);
                let side = Vec3::new(-run.z, 0.0, run.x) * w;
                let border = Vec3::new((a.x + b.x) / 2.0, 0.0, (a.z + b.z) / 2.0);
                let (p, q) = (border.with_y(a.y), border.with_y(b.y));
                self.poly(&[a - side, p - side, p + side, a + side], ink);
                self.poly(&[q - side, b - side, b + side, q + side], ink);
                if (a.y - b.y).abs() > 0.02 {
                    // Set off towards the lower side, so that the face of the ledge does not hide it.
                    let off = run * if a.y > b.y { 0.03 } else { -0.03 };
                    self.poly(
                        &[p - side + off, q - side + off, q + side + off, p + side + off],
                        ink,
                    );
                    self.poly(
                        &[p + side + off, q + side + off, q - side + off, p - side + off],
                        ink,
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
            for (k, ink) in [(1.25, shade), (1.0, color)] {
                self.face(
                    *last,
                    &[
                        m + run * 0.26 * k,
                        m - run * 0.14 * k + side * 0.22 * k,
                        m - run * 0.14 * k - side * 0.22 * k,
                    ],
                    ink,
                );
                self.lift += 0.003;
            }
            self.lift -= 0.006;
        }
        self.lift -= 0.02;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Hm, Thing, ThingKind};

    fn all(cells: &[Cell]) -> Overlay {
        Overlay {
            reach: cells.to_vec(),
            run: cells.iter().map(|c| c.offset(3, 0)).collect(),
            path: cells.to_vec(),
            targets: vec![cells[0]],
            area: cells.to_vec(),
            threat: cells.to_vec(),
            zone: cells.to_vec(),
            selected: Some((cells[0], 2)),
            hover: Some(cells[0]),
        }
    }

    #[test]
    fn an_empty_overlay_draws_nothing() {
        let b = Board::new(4, 4);
        assert!(overlay(&b, &Relief::new(&b), &Overlay::default()).is_empty());
    }

    #[test]
    fn marks_are_sound_and_lie_just_over_the_ground() {
        let mut b = Board::new(8, 8);
        b.tile_mut(Cell::new(2, 1)).unwrap().elevation = Hm(3);
        let r = Relief::new(&b);
        let cells = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(2, 2)];
        let m = overlay(&b, &r, &all(&cells));
        assert_eq!(m.fault(), None);
        let (lo, hi) = m.bounds().unwrap();
        assert!(lo.y > 0.0 && hi.y < 1.6, "{lo} {hi}");
        assert!(m.triangles() < 2000, "{}", m.triangles());
    }

    #[test]
    fn marks_lie_on_top_of_a_bridge() {
        let mut b = Board::new(3, 3);
        let cell = Cell::new(1, 1);
        b.add_thing(Thing { kind: ThingKind::Bridge, cell, height: Hm(3), turn: 0, gone: false });
        let r = Relief::new(&b);
        assert!((stand_height(&b, &r, cell) - 1.5).abs() < 1e-6);
        assert!(stand_height(&b, &r, Cell::new(0, 0)).abs() < 1e-6);
    }

    #[test]
    fn reach_and_run_differ_in_shape() {
        let b = Board::new(4, 4);
        let r = Relief::new(&b);
        let cells = vec![Cell::new(1, 1)];
        let reach = overlay(&b, &r, &Overlay { reach: cells.clone(), ..Overlay::default() });
        let run = overlay(&b, &r, &Overlay { run: cells, ..Overlay::default() });
        assert!(run.triangles() > reach.triangles() + 8);
    }
}
