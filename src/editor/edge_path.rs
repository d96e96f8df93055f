//! Finds the edges that a pointer passes when it draws walls along the grid.

use std::collections::BTreeSet;

use super::shape::corners;
use super::transform::EdgeAt;
use grid::{Cell, Dir};

/// A point on the board in centimetres, east and south of its north-western corner. A cell is 100
/// wide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spot {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

impl Spot {
    /// The centre of a cell.
    pub fn middle_of(cell: Cell) -> Self {
        Self { x: i32::from(cell.x) * 100 + 50, y: i32::from(cell.y) * 100 + 50 }
    }

    /// The cell that contains the point; may be off the board.
    pub fn cell(self) -> Cell {
        Cell::new(small(self.x.div_euclid(100)), small(self.y.div_euclid(100)))
    }

    /// The nearest grid corner. Corner (0, 0) is the north-western corner of cell (0, 0).
    pub fn corner(self) -> Cell {
        let near = |v: i32| small(v.saturating_add(50).div_euclid(100));
        Cell::new(near(self.x), near(self.y))
    }

    /// The nearest edge between cells, on the ground.
    pub fn edge(self) -> EdgeAt {
        let (x, y) = (self.x.rem_euclid(100), self.y.rem_euclid(100));
        // Ties go to the first edge.
        let sides = [(y, Dir::N), (99 - x, Dir::E), (99 - y, Dir::S), (x, Dir::W)];
        let nearest = sides.into_iter().min_by_key(|(distance, _)| *distance);
        let side = nearest.map_or(Dir::N, |(_, side)| side);
        EdgeAt::ground(self.cell(), side).canonical()
    }
}

fn small(v: i32) -> i16 {
    i16::try_from(v).unwrap_or(if v < 0 { i16::MIN } else { i16::MAX })
}

/// The edges along a path of corners, on the ground. Between corners that are not on one line, the
/// path runs east or west first.
pub fn along(path: &[Cell]) -> Vec<EdgeAt> {
    let mut seen = BTreeSet::new();
    let mut edges = Vec::new();
    for pair in path.windows(2) {
        let [a, b] = pair else { continue };
        let row = (a.x.min(b.x)..a.x.max(b.x)).map(|x| EdgeAt::ground(Cell::new(x, a.y), Dir::N));
        let column =
            (a.y.min(b.y)..a.y.max(b.y)).map(|y| EdgeAt::ground(Cell::new(b.x, y), Dir::W));
        edges.extend(row.chain(column).filter(|edge| seen.insert(*edge)));
    }
    edges
}

/// The edges around the rectangle between two cells.
pub fn around(a: Cell, b: Cell) -> Vec<EdgeAt> {
    let (from, to) = corners(a, b);
    let far = to.offset(1, 1);
    along(&[from, Cell::new(far.x, from.y), far, Cell::new(from.x, far.y), from])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spots_have_a_cell_corner_and_edge() {
        let spot = Spot { x: 310, y: 150 };
        assert_eq!(spot.cell(), Cell::new(3, 1));
        assert_eq!(spot.corner(), Cell::new(3, 2));
        let edge = |x, y, side| EdgeAt::ground(Cell::new(x, y), side);
        assert_eq!(spot.edge(), edge(3, 1, Dir::W));
        assert_eq!(Spot { x: 395, y: 150 }.edge(), edge(4, 1, Dir::W));
        assert_eq!(Spot { x: 350, y: 198 }.edge(), edge(3, 2, Dir::N));
        assert_eq!(Spot { x: -1, y: 0 }.cell(), Cell::new(-1, 0));
        assert_eq!(Spot::middle_of(Cell::new(3, 1)).cell(), Cell::new(3, 1));
        assert_eq!(Spot { x: i32::MAX, y: i32::MIN }.cell(), Cell::new(i16::MAX, i16::MIN));
    }

    #[test]
    fn a_room_has_edges_on_all_sides() {
        let edges = around(Cell::new(4, 2), Cell::new(2, 3));
        assert_eq!(edges.len(), 3 + 2 + 3 + 2);
        for wanted in [
            (Cell::new(2, 2), Dir::N),
            (Cell::new(2, 2), Dir::W),
            (Cell::new(5, 3), Dir::W),
            (Cell::new(4, 4), Dir::N),
        ] {
            assert!(edges.contains(&wanted.into()), "{wanted:?}");
        }
    }

    #[test]
    fn a_path_turns_at_corners_and_lists_edges_once() {
        let path = [(1, 1), (3, 2), (1, 1)].map(|(x, y)| Cell::new(x, y));
        // Out over the north, back over the south.
        assert_eq!(along(&path).len(), 6);
        assert_eq!(along(&path[..1]), []);
    }
}
