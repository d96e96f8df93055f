//! Ends of lines of sight (bodies and bare points), and their sample points.

use super::lattice::{Bundle, CELL, HALF_METRE, Point, level};
use crate::memo::SightEnd;
use crate::{Board, Body, Cell, Hm};

/// One end of a line of sight: a body, or a point such as a remote eye or the centre of an area.
#[derive(Clone, Copy, Debug)]
pub enum Eye<'a> {
    /// Any part of a body.
    Body(&'a Body),
    /// The point at an absolute height above the centre of a cell.
    At(Cell, Hm),
}

impl Eye<'_> {
    /// The properties that its lines depend on; `None` for bodies that are not on a square board.
    pub(super) fn stand(self) -> Option<SightEnd> {
        Some(match self {
            Self::Body(b) => {
                SightEnd { cell: b.anchor()?, size: b.size.max(1), feet: b.feet, height: b.height }
            }
            Self::At(cell, feet) => SightEnd { cell, size: 0, feet, height: Hm::ZERO },
        })
    }
}

impl<'a> From<&'a Body> for Eye<'a> {
    #[inline]
    fn from(body: &'a Body) -> Self {
        Self::Body(body)
    }
}

impl From<(Cell, Hm)> for Eye<'_> {
    #[inline]
    fn from((cell, height): (Cell, Hm)) -> Self {
        Self::At(cell, height)
    }
}

/// Maximum number of sample heights.
pub(super) const HEIGHTS: usize = 4;
/// Maximum number of sample points: nine in plan at each height.
const MAX_SAMPLES: usize = 9 * HEIGHTS;
/// Distance of the outer sample points from the footprint's sides in centimetres.
const INSET: i32 = 20;
/// Sample heights in eighths of the body's height, highest first. None is at the feet or the crown,
/// so that floors and ceilings do not hide them; each half of the body has half of them.
const EIGHTHS: [i32; HEIGHTS] = [7, 5, 3, 1];

/// The sample points of one end of a line of sight.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    points: [Point; MAX_SAMPLES],
    count: usize,
    columns: usize,
    /// The north-west cell of its footprint.
    pub anchor: Cell,
    /// Edge length of its footprint in cells.
    pub size: i16,
    /// Its highest point in the middle: the eye.
    pub eye: Point,
    /// Its middle at half its height.
    pub middle: Point,
}

impl Samples {
    /// The samples of an end on the board; `None` off it.
    #[inline]
    pub fn on(board: &Board, eye: Eye<'_>) -> Option<Self> {
        let samples = Self::of(eye)?;
        let far = samples.anchor.offset(samples.size - 1, samples.size - 1);
        (board.contains(samples.anchor) && board.contains(far)).then_some(samples)
    }

    /// The samples of an end; `None` for bodies that are not on a square board.
    ///
    /// A body of one cell has five points in plan: the middle, and four that are 20 cm from two
    /// sides each. Larger bodies have nine: also those halfway along the sides.
    pub fn of(eye: Eye<'_>) -> Option<Self> {
        let (anchor, size, feet, height) = match eye {
            Eye::At(cell, z) => {
                let p = Point::over(cell, z);
                let mut points = [Point::default(); MAX_SAMPLES];
                points[0] = p;
                return Some(Self {
                    points,
                    count: 1,
                    columns: 1,
                    anchor: cell,
                    size: 1,
                    eye: p,
                    middle: p,
                });
            }
            Eye::Body(b) => (b.anchor()?, i16::from(b.size.max(1)), b.feet, b.height),
        };
        let (x, y) = (i32::from(anchor.x) * CELL, i32::from(anchor.y) * CELL);
        let side = i32::from(size) * CELL;
        let (near, half, end) = (INSET, side / 2, side - INSET);
        let spread: &[(i32, i32)] = &[
            (half, half),
            (near, near),
            (end, near),
            (near, end),
            (end, end),
            (half, near),
            (near, half),
            (end, half),
            (half, end),
        ];
        let spread = if size == 1 { &spread[..5] } else { spread };
        // An eighth of the height is a whole number of lattice units.
        let eighth = height.0.clamp(1, 1 << 10) * (HALF_METRE / 8);
        let base = level(feet);
        let mut points = [Point::default(); MAX_SAMPLES];
        let all = EIGHTHS.iter().flat_map(|e| {
            spread.iter().map(move |(dx, dy)| Point { x: x + dx, y: y + dy, z: base + e * eighth })
        });
        let mut count = 0;
        for (slot, p) in points.iter_mut().zip(all) {
            *slot = p;
            count += 1;
        }
        let middle = Point { x: x + half, y: y + half, z: base + 4 * eighth };
        let columns = spread.len();
        Some(Self { points, count, columns, anchor, size, eye: points[0], middle })
    }

    /// The sample points, highest first, and the middle before the sides.
    pub fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    /// Number of points in plan. The sample points above them are ordered by height, with the same
    /// plan order at each height.
    #[inline]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The sample points above one point of the plan, highest first.
    pub fn column(
        &self,
        at: usize,
    ) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator + use<'_> {
        self.points().get(at..).unwrap_or_default().iter().step_by(self.columns).copied()
    }

    /// Their bounding box.
    pub fn bundle(&self) -> Bundle {
        let lowest = self.points().last().map_or(self.eye.z, |p| p.z);
        let crown = self.crown_bundle();
        Bundle { low: Point { z: lowest, ..crown.low }, ..crown }
    }

    /// The bounding box of the highest points.
    pub fn crown_bundle(&self) -> Bundle {
        match &self.points {
            // In opposite corners.
            [_, low, _, _, high, ..] if self.columns > 1 => Bundle { low: *low, high: *high },
            _ => Bundle::of(self.eye),
        }
    }

    /// Whether a cell belongs to its footprint.
    #[inline]
    pub fn covers(&self, cell: Cell) -> bool {
        let dx = i32::from(cell.x) - i32::from(self.anchor.x);
        let dy = i32::from(cell.y) - i32::from(self.anchor.y);
        let size = i32::from(self.size);
        (0..size).contains(&dx) && (0..size).contains(&dy)
    }
}
