//! The box of space that a body takes up, and the gaps between such boxes.

use super::body::{Body, footprint};
use super::cell::{Cell, Place};
use super::units::Hm;

/// The box of space that a body takes up, actually or hypothetically.
///
/// A bare point of the board is a room of one cell, half a metre high.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Room {
    /// The north-west cell of the footprint.
    pub cell: Cell,
    /// Edge length of the square footprint in cells, at least 1.
    pub size: u8,
    /// Absolute height of the feet.
    pub feet: Hm,
    /// Height above the feet, at least half a metre.
    pub height: Hm,
}

impl Room {
    /// The room of a point: one cell, half a metre high, at an absolute height.
    #[inline]
    pub const fn point(cell: Cell, feet: Hm) -> Self {
        Self { cell, size: 1, feet, height: Hm(1) }
    }

    /// The same box at another cell and height.
    #[inline]
    pub const fn at(self, cell: Cell, feet: Hm) -> Self {
        Self { cell, feet, ..self }
    }

    /// Absolute height of the top.
    #[inline]
    pub fn top(&self) -> Hm {
        self.feet + self.height
    }

    /// The cells of the footprint, row by row.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        footprint(Some(self.cell), self.size)
    }

    /// The south-east cell of the footprint.
    #[inline]
    pub fn far(&self) -> Cell {
        let reach = i16::from(self.size.max(1)) - 1;
        self.cell.offset(reach, reach)
    }

    /// Whether a cell belongs to the footprint.
    #[inline]
    pub fn covers(&self, c: Cell) -> bool {
        let far = self.far();
        (self.cell.x..=far.x).contains(&c.x) && (self.cell.y..=far.y).contains(&c.y)
    }

    /// Twice the coordinates of the middle of the footprint, so that they are integers for every
    /// size. Cell middles are at integer coordinates.
    pub fn middle2(&self) -> (i32, i32) {
        let reach = i32::from(self.size.max(1)) - 1;
        (2 * i32::from(self.cell.x) + reach, 2 * i32::from(self.cell.y) + reach)
    }

    /// Columns and rows between the nearest cells of two footprints: 0 where they overlap on that
    /// axis, 1 where they touch.
    #[inline]
    pub fn gap(&self, other: &Self) -> (u32, u32) {
        let axis = |a: i16, a_far: i16, b: i16, b_far: i16| -> u32 {
            let after = i32::from(b) - i32::from(a_far);
            let before = i32::from(a) - i32::from(b_far);
            after.max(before).max(0).unsigned_abs()
        };
        let (far, other_far) = (self.far(), other.far());
        (
            axis(self.cell.x, far.x, other.cell.x, other_far.x),
            axis(self.cell.y, far.y, other.cell.y, other_far.y),
        )
    }

    /// Whether the footprints overlap or touch, including diagonally.
    #[inline]
    pub fn touches(&self, other: &Self) -> bool {
        let (dx, dy) = self.gap(other);
        dx <= 1 && dy <= 1
    }

    /// Whether the footprints share a cell.
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.gap(other) == (0, 0)
    }

    /// Whether the two boxes share space: both footprints
    /// and heights overlap. Boxes that only touch do not.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.overlaps(other) && self.feet < other.top() && other.feet < self.top()
    }
}

impl Body {
    /// The space it takes up on a square board; `None` elsewhere.
    #[inline]
    pub fn room(&self) -> Option<Room> {
        let Place::Cell(cell) = self.at else { return None };
        Some(Room { cell, size: self.size.max(1), feet: self.feet, height: self.height.max(Hm(1)) })
    }

    /// The same body in another room; footprint and height follow the room.
    pub fn placed(&self, room: Room) -> Self {
        Self { size: room.size, height: room.height, ..self.moved(room.cell, room.feet) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_measured_between_the_nearest_cells() {
        let big = Room { cell: Cell::new(2, 2), size: 3, feet: Hm(0), height: Hm(4) };
        let at = |x, y| Room::point(Cell::new(x, y), Hm(0));
        assert_eq!(big.gap(&at(5, 4)), (1, 0));
        assert_eq!(big.gap(&at(0, 8)), (2, 4));
        assert_eq!(big.gap(&at(3, 3)), (0, 0));
        assert!(big.touches(&at(1, 1)));
        assert!(!big.touches(&at(0, 1)));
        assert_eq!(big.middle2(), (6, 6));
    }

    #[test]
    fn boxes_that_only_touch_share_no_space() {
        let low = Room { cell: Cell::new(0, 0), size: 1, feet: Hm(0), height: Hm(4) };
        assert!(low.meets(&low.at(Cell::new(0, 0), Hm(3))));
        assert!(!low.meets(&low.at(Cell::new(0, 0), Hm(4))));
        assert!(!low.meets(&low.at(Cell::new(1, 0), Hm(0))));
    }
}
