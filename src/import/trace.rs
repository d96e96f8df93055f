//! Lines of a map as edges of the grid.
//!
//! The points of a line move to the nearest grid corners, and a staircase of edges joins them. Equal
//! points go to equal corners, so walls that meet in the map meet on the grid too.

use grid::{Cell, Dir, EdgeAt};

use super::geometry::Point;

/// A grid corner: columns and rows from the north-west.
pub(crate) type Corner = (i16, i16);

/// Points on the middle between two corners go the same way in spite of rounding.
const NUDGE: f64 = 1.0e-3;

/// Samples of a curve are closer together than this, in cells.
const FINE: f64 = 0.75;

/// A sample of a curve stays with the corner before it up to this distance, in cells.
const HOLD: f64 = 0.65;

/// Largest distance from a grid line that still counts as on it, in cells.
const ON_LINE: f64 = 0.06;

/// How the lines of a wall lie to the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// All on grid lines.
    Exact,
    /// Some beside grid lines.
    Moved,
    /// Some slanted.
    Stepped,
}

/// The nearest corner of a board of this size.
pub(crate) fn corner(p: Point, (w, h): (u16, u16)) -> Corner {
    let near = |v: f64, most: u16| (v + 0.5 + NUDGE).floor().clamp(0.0, f64::from(most)) as i16;
    (near(p.x, w), near(p.y, h))
}

/// The corners along a line. A sample of a curve that lies between two corners keeps the former
/// one, so that a curve along the middle of cells does not swing between both sides.
pub(crate) fn snapped(points: &[Point], size: (u16, u16)) -> Vec<Corner> {
    let mut corners: Vec<Corner> = Vec::new();
    for (i, p) in points.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|i| points.get(i));
        let near = |other: Option<&Point>| other.is_some_and(|other| other.apart(*p) < FINE);
        let sample = near(before) && near(points.get(i + 1));
        let (new, last) = (corner(*p, size), corners.last().copied());
        let holds = last
            .is_some_and(|(x, y)| sample && p.apart(Point::new(f64::from(x), f64::from(y))) < HOLD);
        if last != Some(new) && !holds {
            corners.push(new);
        }
    }
    corners
}

/// The edges of the staircase between two corners, closest to the straight line. It is the same in
/// both directions.
pub(crate) fn staircase(a: Corner, b: Corner) -> Vec<EdgeAt> {
    let ((ax, ay), (bx, by)) = (a.min(b), a.max(b));
    let (dx, dy) = (i64::from(bx) - i64::from(ax), i64::from(by) - i64::from(ay));
    let (mut x, mut y) = (0_i64, 0_i64);
    let mut edges = Vec::new();
    let at = |x: i64, y: i64| Cell::new((i64::from(ax) + x) as i16, (i64::from(ay) + y) as i16);
    while (x, y) != (dx, dy) {
        let off = |x: i64, y: i64| (x * dy - y * dx).abs();
        // Corners are in order, so the line never goes west.
        let east = x != dx && (y == dy || off(x + 1, y) <= off(x, y + dy.signum()));
        if east {
            edges.push(EdgeAt::ground(at(x, y), Dir::N));
            x += 1;
        } else {
            edges.push(EdgeAt::ground(at(x, y + dy.signum().min(0)), Dir::W));
            y += dy.signum();
        }
    }
    edges
}

/// How a line lies to the grid.
pub(crate) fn fit(points: &[Point]) -> Fit {
    let pairs = points.iter().zip(points.iter().skip(1));
    let fits = pairs.map(|(a, b)| {
        let (dx, dy) = ((a.x - b.x).abs(), (a.y - b.y).abs());
        if dx.max(dy) < ON_LINE {
            return Fit::Exact;
        }
        if dx.min(dy) > ON_LINE.max(0.02 * dx.max(dy)) {
            return Fit::Stepped;
        }
        let across = if dx < dy { a.x } else { a.y };
        let on_line = (across - across.round()).abs() <= ON_LINE;
        if on_line { Fit::Exact } else { Fit::Moved }
    });
    fits.max().unwrap_or(Fit::Exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (u16, u16) = (20, 20);

    fn line(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    #[test]
    fn points_go_to_the_nearest_corner_and_stay_on_the_board() {
        assert_eq!(corner(Point::new(2.49, 2.51), SIZE), (2, 3));
        assert_eq!(corner(Point::new(2.5, 2.499_999), SIZE), (3, 3));
        assert_eq!(corner(Point::new(-4.0, 99.0), SIZE), (0, 20));
    }

    #[test]
    fn staircases_are_connected_and_the_same_in_both_directions() {
        for end in [(9, 2), (9, 14), (3, 1), (4, 9), (3, 5), (1, 12)] {
            let (a, b) = ((3, 5), end);
            let edges = staircase(a, b);
            assert_eq!(edges, staircase(b, a));
            let far = (end.0 - 3_i16).abs() + (end.1 - 5_i16).abs();
            assert_eq!(edges.len(), usize::try_from(far).unwrap());
            // Every corner but the two ends belongs to two edges.
            let mut met = std::collections::BTreeMap::<(i16, i16), usize>::new();
            for edge in &edges {
                let Cell { x, y } = edge.cell;
                let other = if edge.side == Dir::N { (x + 1, y) } else { (x, y + 1) };
                *met.entry((x, y)).or_default() += 1;
                *met.entry(other).or_default() += 1;
            }
            let ends: Vec<_> = met.iter().filter(|(_, n)| **n == 1).map(|(c, _)| *c).collect();
            let mut wanted = if a == b { Vec::new() } else { vec![a, b] };
            wanted.sort_unstable();
            assert_eq!(ends, wanted);
        }
    }

    #[test]
    fn curves_along_the_middle_of_cells_do_not_swing() {
        let wave: Vec<Point> = (0..40)
            .map(|i| Point::new(f64::from(i) / 4.0, 5.5 + if i % 2 == 0 { 0.04 } else { -0.04 }))
            .collect();
        let corners = snapped(&wave, SIZE);
        assert!(corners.windows(2).filter(|w| w[0].1 != w[1].1).count() <= 2, "{corners:?}");
    }

    #[test]
    fn the_fit_of_a_line_is_told() {
        assert_eq!(fit(&line(&[(1.0, 2.0), (1.0, 9.3)])), Fit::Exact);
        assert_eq!(fit(&line(&[(1.4, 2.0), (1.4, 9.0)])), Fit::Moved);
        assert_eq!(fit(&line(&[(1.0, 2.0), (5.0, 5.0)])), Fit::Stepped);
        assert_eq!(fit(&[]), Fit::Exact);
    }
}
