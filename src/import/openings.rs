//! Doors, windows and gates of a map as edges of the grid.

use grid::{Cell, Dir, EdgeAt};

use super::geometry::Point;
use super::trace::{corner, staircase};

/// The edges of an opening between two points: at least one. One shorter than a cell takes the edge
/// nearest to its middle.
pub(crate) fn edges(a: Point, b: Point, size: (u16, u16)) -> Vec<EdgeAt> {
    let (from, to) = (corner(a, size), corner(b, size));
    if from != to {
        return staircase(from, to);
    }
    let (x, y) = from;
    let middle = a.middle(b);
    // The edge before or after the corner that both ends went to.
    let before = |middle: f64, corner: i16, most: u16| {
        let back = middle < f64::from(corner) || corner >= most as i16;
        if back { (corner - 1).max(0) } else { corner }
    };
    let lies_along = (a.x - b.x).abs() >= (a.y - b.y).abs();
    vec![if lies_along {
        EdgeAt::ground(Cell::new(before(middle.x, x, size.0), y), Dir::N)
    } else {
        EdgeAt::ground(Cell::new(x, before(middle.y, y, size.1)), Dir::W)
    }]
}

/// The edge nearest to a point.
pub(crate) fn nearest(p: Point, size: (u16, u16)) -> EdgeAt {
    let (x, y) = (p.x - p.x.round(), p.y - p.y.round());
    let cell = |v: f64, most: u16| v.floor().clamp(0.0, f64::from(most.max(1) - 1)) as i16;
    let (column, row) = corner(p, size);
    if x.abs() <= y.abs() {
        EdgeAt::ground(Cell::new(column, cell(p.y, size.1)), Dir::W)
    } else {
        EdgeAt::ground(Cell::new(cell(p.x, size.0), row), Dir::N)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u16, u16) = (10, 8);

    fn at(x: i16, y: i16, side: Dir) -> EdgeAt {
        EdgeAt::ground(Cell::new(x, y), side)
    }

    #[test]
    fn openings_take_at_least_one_edge() {
        let of =
            |a: (f64, f64), b: (f64, f64)| edges(Point::new(a.0, a.1), Point::new(b.0, b.1), SIZE);
        assert_eq!(of((7.0, 2.5), (7.0, 3.5)), [at(7, 3, Dir::W)]);
        assert_eq!(of((7.0, 5.62), (7.0, 6.38)), [at(7, 6, Dir::W)]);
        assert_eq!(of((2.9, 8.0), (3.2, 8.0)), [at(3, 8, Dir::N)]);
        assert_eq!(of((9.8, 1.0), (10.2, 1.0)), [at(9, 1, Dir::N)]);
        assert_eq!(of((4.0, 1.0), (6.0, 1.0)), [at(4, 1, Dir::N), at(5, 1, Dir::N)]);
    }

    #[test]
    fn the_nearest_edge_is_on_the_board() {
        assert_eq!(nearest(Point::new(3.1, 2.5), SIZE), at(3, 2, Dir::W));
        assert_eq!(nearest(Point::new(3.5, 2.9), SIZE), at(3, 3, Dir::N));
        assert_eq!(nearest(Point::new(10.0, 8.0), SIZE), at(10, 7, Dir::W));
    }
}
