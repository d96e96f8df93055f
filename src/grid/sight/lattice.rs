//! The fine lattice on which lines are drawn, and the cells that a bundle of lines may touch.
//!
//! One horizontal unit is a centimetre, 100 to a cell. One vertical unit is 6.25 cm, 8 to half a
//! metre, so that the sample heights of every body (odd eighths of its height) are integers.
//!
//! **Bounds.** Cells range from -32768 to 32767, so |x|, |y| < 2^22; heights are clamped, so
//! |z| <= 2^20, or [`DEEP`] and [`SKY`], 2^21. Differences stay under 2^23, the products of two
//! of them below 2^46 and sums of such products far inside `i64`. The fixed-point numbers of
//! [`Strips`] are used only for points on the board, |x|, |y| <= 25,600 < 2^15: with 40
//! fractional bits they stay below 2^57. (On a board of 256 cells with heights within 500 half
//! metres, the products of the exact tests even stay below 2^32.)

use std::ops::RangeInclusive;

use crate::rise::Rise;
use crate::{Cell, Hm};

/// Lattice units per cell side.
pub(super) const CELL: i32 = 100;
/// Lattice units per half metre of height.
pub(super) const HALF_METRE: i32 = 8;
/// Lower end of matter that reaches down without limit.
pub(super) const DEEP: i32 = -(1 << 21);
/// Upper end of matter that reaches up without limit.
pub(super) const SKY: i32 = 1 << 21;

/// The height on the lattice, clamped to about ±65 km.
#[inline]
pub(super) fn level(h: Hm) -> i32 {
    h.0.saturating_mul(HALF_METRE).clamp(-(1 << 20), 1 << 20)
}

/// A point on the lattice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// Centimetres east of the board's north-west corner.
    pub(super) x: i32,
    /// Centimetres south of that corner.
    pub(super) y: i32,
    /// Absolute height in sixteenths of a metre.
    pub(super) z: i32,
}

impl Point {
    /// The point at an absolute height above the centre of a cell.
    pub fn over(cell: Cell, height: Hm) -> Self {
        Self::within(cell, CELL / 2, CELL / 2, height)
    }

    /// The point `east` and `south` centimetres from the north-west corner of a cell, each
    /// clamped to 0..=100, at an absolute height.
    pub fn within(cell: Cell, east: i32, south: i32, height: Hm) -> Self {
        Self {
            x: i32::from(cell.x) * CELL + east.clamp(0, CELL),
            y: i32::from(cell.y) * CELL + south.clamp(0, CELL),
            z: level(height),
        }
    }

    /// The cell it lies in; on a border, the one to the south-east.
    pub(super) fn cell(self) -> Cell {
        cell_at(self.x.div_euclid(CELL), self.y.div_euclid(CELL))
    }
}

/// The cell with this column and row, clamped to the range of [`Cell`].
#[inline]
fn cell_at(x: i32, y: i32) -> Cell {
    let narrow = |v: i32| i16::try_from(v).unwrap_or(if v < 0 { i16::MIN } else { i16::MAX });
    Cell::new(narrow(x), narrow(y))
}

/// The bounding box of some points, borders included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bundle {
    /// The corner with the smallest coordinates.
    pub low: Point,
    /// The corner with the largest coordinates.
    pub high: Point,
}

impl Bundle {
    /// The box of a single point.
    pub fn of(p: Point) -> Self {
        Self { low: p, high: p }
    }
}

/// Edge length of a cell, for products of coordinates.
const CELL_WIDE: i64 = CELL as i64;
/// Fractional bits of [`Strips`]'s interpolation parameter.
const DIGITS: u32 = 40;
const WHOLE: i64 = 1 << DIGITS;

/// One coordinate, interpolated from the first box to the second.
#[derive(Clone, Copy)]
struct Slide {
    from: i64,
    by: i64,
}

impl Slide {
    fn new(from: i32, to: i32) -> Self {
        Self { from: i64::from(from), by: i64::from(to) - i64::from(from) }
    }

    /// The value at parameter `t`, rounded down by less than 1.
    fn at(self, t: i64) -> i64 {
        self.from + ((self.by * t) >> DIGITS)
    }

    /// The smallest value between two parameters, rounded as by [`Self::at`].
    #[inline]
    fn least(self, from: i64, to: i64) -> i64 {
        self.at(if self.by < 0 { to } else { from })
    }

    /// The largest value between two parameters, rounded as by [`Self::at`].
    fn most(self, from: i64, to: i64) -> i64 {
        self.at(if self.by < 0 { from } else { to })
    }

    #[inline]
    fn end(self) -> i64 {
        self.from + self.by
    }
}

/// A strip of cells across the direction from one box to
/// the other, limited to where lines may run through it.
pub(super) struct Strip {
    /// The direction is longer from west to east than from north to south.
    pub along_x: bool,
    /// Column of the strip if `along_x`, else its row.
    pub at: i32,
    /// Rows of its cells if `along_x`, else their columns.
    pub sides: RangeInclusive<i32>,
    /// No line passes below this height here.
    pub floor: i32,
    /// No line passes above this height here.
    pub roof: i32,
    /// Every line crosses the strip from one long side to the other.
    pub is_between: bool,
}

impl Strip {
    /// The cells that lines may enter or touch, each with its number in [`Self::sides`].
    pub fn cells(&self) -> impl Iterator<Item = (i32, Cell)> + use<> {
        let (along_x, at) = (self.along_x, self.at);
        self.sides.clone().map(move |side| {
            let (x, y) = if along_x { (at, side) } else { (side, at) };
            (side, cell_at(x, y))
        })
    }

    /// Whether no line passes over this cell of the strip: its ground, or the side where lines
    /// enter it, is higher than all of them. Holds for strips between the boxes only.
    #[inline]
    pub const fn is_below(&self, rise: &Rise) -> bool {
        let side = if self.along_x { rise.west } else { rise.north };
        rise.ground > self.roof || side > self.roof
    }
}

/// Visits every cell that a line from one box to the other may enter or touch, and a few adjacent
/// cells, each once. Passes a height below which no such line passes there.
#[inline]
pub(super) fn corridor(a: &Bundle, b: &Bundle, mut visit: impl FnMut(Cell, i32)) {
    for strip in Strips::new(a, b).iter() {
        strip.cells().for_each(|(_, cell)| visit(cell, strip.floor));
    }
}

/// The strips across the longer direction from one box to the other.
///
/// The points at parameter `t` of all the lines lie in the box interpolated from the first to the
/// second; its extent while it overlaps the strip bounds the cells. All rounding widens the result.
/// Points must lie on the board (see the bounds above).
#[derive(Clone, Copy)]
pub(super) struct Strips {
    along_x: bool,
    /// Along the direction: the rear and the front of the box.
    rear: Slide,
    front: Slide,
    /// Across it: its sides.
    near: Slide,
    far: Slide,
    low: Slide,
    high: Slide,
    /// Parameters for each unit that the front and the rear proceed.
    forward: i64,
    backward: i64,
}

impl Strips {
    /// The strips between two boxes.
    #[inline]
    pub fn new(a: &Bundle, b: &Bundle) -> Self {
        let way = |lo: fn(&Point) -> i32| {
            i64::from(lo(&b.low)) + i64::from(lo(&b.high))
                - i64::from(lo(&a.low))
                - i64::from(lo(&a.high))
        };
        let (dx, dy) = (way(|p| p.x), way(|p| p.y));
        let along_x = dx.abs() >= dy.abs();
        let (a, b) = if (if along_x { dx } else { dy }) < 0 { (b, a) } else { (a, b) };
        let slide = |of: fn(&Bundle) -> (i32, i32)| {
            let ((x1, y1), (x2, y2)) = (of(a), of(b));
            let (x, y) = (Slide::new(x1, x2), Slide::new(y1, y2));
            if along_x { (x, y) } else { (y, x) }
        };
        let (rear, near) = slide(|b| (b.low.x, b.low.y));
        let (front, far) = slide(|b| (b.high.x, b.high.y));
        let forward = if front.by > 0 { WHOLE / front.by } else { 0 };
        let backward = if rear.by > 0 { WHOLE / rear.by + 1 } else { 0 };
        let (low, high) = (Slide::new(a.low.z, b.low.z), Slide::new(a.high.z, b.high.z));
        Self { along_x, rear, front, near, far, low, high, forward, backward }
    }

    /// The first and the last strip.
    #[inline]
    fn ends(&self) -> RangeInclusive<i32> {
        let first = (self.rear.from.min(self.rear.end()) - 1).div_euclid(CELL_WIDE);
        let last = (self.front.from.max(self.front.end()) + 1).div_euclid(CELL_WIDE);
        first as i32..=last as i32
    }

    /// The strip in this column or row; `None` if no line enters it.
    #[inline]
    pub fn at(&self, at: i32) -> Option<Strip> {
        let Self { rear, front, near, far, low, high, .. } = self;
        let start = i64::from(at) * CELL_WIDE - 1;
        let end = start + CELL_WIDE + 2;
        // The parameters where the box overlaps the strip:
        // its front has entered, its rear has not left yet.
        let from = if front.from >= start { 0 } else { (start - front.from) * self.forward };
        let to = if rear.end() <= end { WHOLE } else { (end - rear.from).max(0) * self.backward };
        let (from, to) = (from.clamp(0, WHOLE), to.clamp(0, WHOLE));
        if from > to {
            return None;
        }
        let side_low = near.least(from, to) - 1;
        let side_high = far.most(from, to) + 2;
        Some(Strip {
            along_x: self.along_x,
            at,
            sides: side_low.div_euclid(CELL_WIDE) as i32..=side_high.div_euclid(CELL_WIDE) as i32,
            floor: (low.least(from, to) - 1) as i32,
            roof: (high.most(from, to) + 2) as i32,
            is_between: front.from <= start && rear.end() >= end,
        })
    }

    /// Every strip that lines enter.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Strip> {
        self.ends().filter_map(|at| self.at(at))
    }
}
