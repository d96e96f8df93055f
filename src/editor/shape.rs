//! Shapes: the cells that a tool covers. They may include cells off the board, which edits ignore.

use std::collections::BTreeSet;

use pathfinding::prelude::bfs_reach;

use grid::{Cell, Dir};
use level::Ground;

/// The size and shape of a brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    /// Width in cells: 1 to 9.
    pub size: u8,
    /// Round, or square.
    pub round: bool,
}

/// Maximum brush width.
pub const MAX_BRUSH: u8 = 9;

impl Brush {
    /// A one-cell brush.
    pub const FINE: Self = Self { size: 1, round: false };

    /// The cells under the brush. Brushes of even width extend one cell further north and west.
    pub fn cells(self, at: Cell) -> Vec<Cell> {
        let size = i16::from(self.size.clamp(1, MAX_BRUSH));
        let from = at.offset(-(size / 2), -(size / 2));
        let mut cells = Vec::new();
        for dy in 0..size {
            for dx in 0..size {
                // Distances are in half cells from the centre, so that even widths have a centre
                // too.
                let (x, y) = (i32::from(2 * dx + 1 - size), i32::from(2 * dy + 1 - size));
                let reach = i32::from(size);
                if !self.round || size == 1 || x * x + y * y < reach * reach - 1 {
                    cells.push(from.offset(dx, dy));
                }
            }
        }
        cells
    }

    /// The cells covered by a brush along a path, each once, in path order.
    pub fn along(self, path: &[Cell]) -> Vec<Cell> {
        let mut seen = BTreeSet::new();
        let mut cells = Vec::new();
        let mut stamp =
            |at: Cell| cells.extend(self.cells(at).into_iter().filter(|c| seen.insert(*c)));
        if let [only] = path {
            stamp(*only);
        }
        for pair in path.windows(2) {
            if let [a, b] = pair {
                line(*a, *b).into_iter().for_each(&mut stamp);
            }
        }
        cells
    }
}

/// The cells of a line between two cells, both included, in order.
pub fn line(a: Cell, b: Cell) -> Vec<Cell> {
    let (dx, dy) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    let steps = dx.abs().max(dy.abs());
    // Halves are rounded away from the start, so that a line is nearly the same in both directions.
    let part = |d: i32, i: i32| {
        let doubled = 2 * d.abs() * i + steps;
        let rounded = if steps == 0 { 0 } else { doubled / (2 * steps) };
        i16::try_from(rounded * d.signum()).unwrap_or_default()
    };
    (0..=steps).map(|i| a.offset(part(dx, i), part(dy, i))).collect()
}

/// The north-western and south-eastern corners of the rectangle between two cells.
pub fn corners(a: Cell, b: Cell) -> (Cell, Cell) {
    (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)))
}

/// The cells of the rectangle between two cells, row by row; only its outline if not filled.
pub fn rectangle(a: Cell, b: Cell, filled: bool) -> Vec<Cell> {
    let (from, to) = corners(a, b);
    let outline = |c: &Cell| c.x == from.x || c.x == to.x || c.y == from.y || c.y == to.y;
    let rows = (from.y..=to.y).flat_map(|y| (from.x..=to.x).map(move |x| Cell::new(x, y)));
    rows.filter(|c| filled || outline(c)).collect()
}

/// The cells of the ellipse inside the rectangle between two cells; only its outline if not filled.
pub fn ellipse(a: Cell, b: Cell, filled: bool) -> Vec<Cell> {
    let (from, to) = corners(a, b);
    let (w, h) = (i64::from(to.x - from.x) + 1, i64::from(to.y - from.y) + 1);
    // In half cells from the centre, scaled to a circle.
    let inside = |c: Cell| {
        let x = 2 * (i64::from(c.x) - i64::from(from.x)) + 1 - w;
        let y = 2 * (i64::from(c.y) - i64::from(from.y)) + 1 - h;
        x * x * h * h + y * y * w * w <= w * w * h * h
    };
    let outline = |c: Cell| Dir::SIDES.into_iter().any(|side| !inside(c.step(side)));
    let cells = rectangle(a, b, true).into_iter();
    cells.filter(|c| inside(*c) && (filled || outline(*c))).collect()
}

/// The cells of a lasso: those on the closed path, and those whose centres lie inside it.
pub fn lasso(path: &[Cell]) -> BTreeSet<Cell> {
    let mut found: BTreeSet<Cell> = Brush::FINE.along(path).into_iter().collect();
    if let (Some(first), Some(last)) = (path.first(), path.last()) {
        found.extend(line(*last, *first));
    }
    let (Some(left), Some(right)) =
        (found.iter().map(|c| c.x).min(), found.iter().map(|c| c.x).max())
    else {
        return found;
    };
    let top = found.iter().map(|c| c.y).min().unwrap_or_default();
    let bottom = found.iter().map(|c| c.y).max().unwrap_or_default();
    // Cells that cannot be reached from outside the bounding box are inside.
    let free = |c: Cell| {
        (left - 1..=right + 1).contains(&c.x)
            && (top - 1..=bottom + 1).contains(&c.y)
            && !found.contains(&c)
    };
    let outside: BTreeSet<Cell> = spread(Cell::new(left - 1, top - 1), free).collect();
    rectangle(Cell::new(left, top), Cell::new(right, bottom), true)
        .into_iter()
        .filter(|c| !outside.contains(c))
        .collect()
}

/// The cells connected to `start` across cell sides for which `holds` returns true, nearest first;
/// none if it returns false for `start`.
fn spread(start: Cell, holds: impl Fn(Cell) -> bool) -> impl Iterator<Item = Cell> {
    let around = |cell: &Cell| Dir::SIDES.map(|side| cell.step(side));
    let start = Some(start).filter(|cell| holds(*cell));
    start.into_iter().flat_map(move |start| {
        bfs_reach(start, |cell| around(cell).into_iter().filter(|next| holds(*next)))
            .collect::<Vec<_>>()
    })
}

/// The cells of a ground connected to `start` across cell sides for which `holds` returns true,
/// nearest first.
pub fn flood(ground: &Ground, start: Cell, holds: impl Fn(Cell) -> bool) -> Vec<Cell> {
    spread(start, |cell| ground.contains(cell) && holds(cell)).collect()
}

/// All cells of a ground for which `holds` returns true, row by row.
pub fn everywhere(ground: &Ground, holds: impl Fn(Cell) -> bool) -> Vec<Cell> {
    ground.cells().filter(|c| holds(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::Terrain;

    #[test]
    fn brushes_have_their_width() {
        for size in 1..=MAX_BRUSH {
            for round in [false, true] {
                let cells = Brush { size, round }.cells(Cell::new(20, 20));
                let left = cells.iter().map(|c| c.x).min().unwrap();
                let right = cells.iter().map(|c| c.x).max().unwrap();
                assert_eq!(right - left + 1, i16::from(size), "{size} {round}");
                assert!(cells.contains(&Cell::new(20, 20)));
            }
        }
        assert_eq!(Brush { size: 3, round: false }.cells(Cell::new(1, 1)).len(), 9);
        assert_eq!(Brush { size: 3, round: true }.cells(Cell::new(1, 1)).len(), 9 - 4);
        assert_eq!(Brush { size: 9, round: true }.cells(Cell::new(9, 9)).len(), 61);
    }

    #[test]
    fn consecutive_cells_of_a_line_touch() {
        for end in [(5, 2), (-5, 2), (2, -7), (0, 4), (0, 0), (-3, -3)] {
            let (a, b) = (Cell::new(0, 0), Cell::new(end.0, end.1));
            let cells = line(a, b);
            assert_eq!((cells.first(), cells.last()), (Some(&a), Some(&b)));
            assert!(cells.windows(2).all(|p| p[0].chebyshev(p[1]) == 1), "{cells:?}");
        }
    }

    #[test]
    fn rectangles_and_ellipses_have_outlines() {
        let (a, b) = (Cell::new(6, 5), Cell::new(2, 2));
        assert_eq!(rectangle(a, b, true).len(), 20);
        assert_eq!(rectangle(a, b, false).len(), 14);
        let full = ellipse(Cell::new(0, 0), Cell::new(6, 6), true);
        let outline = ellipse(Cell::new(0, 0), Cell::new(6, 6), false);
        assert!(full.contains(&Cell::new(3, 0)) && !full.contains(&Cell::new(0, 0)));
        assert!(full.contains(&Cell::new(3, 3)) && !outline.contains(&Cell::new(3, 3)));
        assert_eq!(ellipse(a, a, true), [a]);
    }

    #[test]
    fn a_flood_stops_at_other_cells() {
        let mut ground = Ground::flat(8, 6, Terrain::Grass);
        for y in 0..6 {
            ground.paint(Cell::new(4, y), Terrain::Rock.tile());
        }
        let grass = |c: Cell| ground.tile(c).is_some_and(|t| t.terrain == Terrain::Grass);
        assert_eq!(flood(&ground, Cell::new(0, 0), grass).len(), 24);
        assert_eq!(flood(&ground, Cell::new(4, 0), grass), []);
        assert_eq!(everywhere(&ground, grass).len(), 42);
    }

    #[test]
    fn a_lasso_contains_what_it_encloses() {
        let path = [(1, 1), (5, 1), (5, 4), (1, 4)].map(|(x, y)| Cell::new(x, y));
        assert_eq!(lasso(&path).len(), 20);
        assert_eq!(lasso(&[Cell::new(3, 3)]).len(), 1);
        assert!(lasso(&[]).is_empty());
    }
}
