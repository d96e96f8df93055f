//! Points of a map in cells, and lines cut at the edge of the board.

/// Largest distance from the corner of the board, in cells. Anything farther is nonsense.
const FAR: f64 = 1.0e6;

/// How far outside the board a line still counts as its border, in cells.
const MARGIN: f64 = 0.5;

/// A point in cells east and south of the board's north-western corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Point {
    pub(crate) const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// Whether both numbers are finite and not absurd.
    pub(crate) fn is_valid(self) -> bool {
        self.x.abs() <= FAR && self.y.abs() <= FAR
    }

    /// The larger of the two distances along the axes.
    pub(crate) fn apart(self, other: Self) -> f64 {
        (self.x - other.x).abs().max((self.y - other.y).abs())
    }

    pub(crate) fn middle(self, other: Self) -> Self {
        self.along(other, 0.5)
    }

    fn along(self, other: Self, part: f64) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }
}

/// The smallest upright rectangle around points: its north-western and south-eastern corners.
pub(crate) fn bounds(points: &[Point]) -> Option<(Point, Point)> {
    let first = *points.first()?;
    Some(points.iter().fold((first, first), |(low, high), p| {
        (Point::new(low.x.min(p.x), low.y.min(p.y)), Point::new(high.x.max(p.x), high.y.max(p.y)))
    }))
}

/// The part of a line on a board of this size in cells, with a small margin; none if it is outside.
pub(crate) fn clipped(a: Point, b: Point, (w, h): (u16, u16)) -> Option<(Point, Point)> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let (w, h) = (f64::from(w) + MARGIN, f64::from(h) + MARGIN);
    // For each border: how fast the line approaches it, and how far it is.
    for (speed, far) in [(-dx, a.x + MARGIN), (dx, w - a.x), (-dy, a.y + MARGIN), (dy, h - a.y)] {
        if speed.abs() < 1.0e-12 {
            if far < 0.0 {
                return None;
            }
        } else if speed < 0.0 {
            from = from.max(far / speed);
        } else {
            to = to.min(far / speed);
        }
    }
    (from <= to).then(|| {
        let end = |part: f64, own: Point| match part {
            // A whole line keeps its exact ends.
            0.0 | 1.0 => own,
            part => a.along(b, part),
        };
        (end(from, a), end(to, b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_at_the_border() {
        let p = Point::new;
        let cut = |a, b| clipped(a, b, (10, 10));
        assert_eq!(cut(p(1.0, 1.0), p(9.0, 9.0)), Some((p(1.0, 1.0), p(9.0, 9.0))));
        assert_eq!(cut(p(-5.5, 3.0), p(4.0, 3.0)), Some((p(-0.5, 3.0), p(4.0, 3.0))));
        assert_eq!(cut(p(12.0, 1.0), p(12.0, 9.0)), None);
        assert_eq!(cut(p(-4.0, 2.0), p(2.0, -4.0)), None);
        assert_eq!(cut(p(10.2, 1.0), p(10.2, 9.0)), Some((p(10.2, 1.0), p(10.2, 9.0))));
        assert!(!p(f64::NAN, 0.0).is_valid() && !p(0.0, f64::INFINITY).is_valid());
    }
}
