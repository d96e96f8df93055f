//! The eight symmetries of a square grid.

use grid::{Cell, Dir, footprint};
use level::{Build, Item, Unit};

/// An edge between two cells: a cell and [`Dir::N`] or [`Dir::W`].
pub use grid::EdgeAt;

/// Columns and rows.
pub type Size = (i16, i16);

/// An optional west-east mirroring, then quarter turns clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GridTransform {
    mirror: bool,
    turns: u8,
}

impl GridTransform {
    /// The identity.
    pub const NONE: Self = Self { mirror: false, turns: 0 };
    /// A quarter turn clockwise.
    pub const CLOCKWISE: Self = Self { mirror: false, turns: 1 };
    /// Half a turn.
    pub const HALF: Self = Self { mirror: false, turns: 2 };
    /// A quarter turn counter-clockwise.
    pub const COUNTER: Self = Self { mirror: false, turns: 3 };
    /// Mirrors west and east.
    pub const WEST_EAST: Self = Self { mirror: true, turns: 0 };
    /// Mirrors north and south.
    pub const NORTH_SOUTH: Self = Self { mirror: true, turns: 2 };
    /// Mirrors along the diagonal from north-west to south-east.
    pub const DIAGONAL: Self = Self { mirror: true, turns: 3 };
    /// Mirrors along the diagonal from north-east to south-west.
    pub const ANTIDIAGONAL: Self = Self { mirror: true, turns: 1 };
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::NONE,
        Self::CLOCKWISE,
        Self::HALF,
        Self::COUNTER,
        Self::WEST_EAST,
        Self::NORTH_SOUTH,
        Self::DIAGONAL,
        Self::ANTIDIAGONAL,
    ];

    /// This transform followed by another.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // Mirroring after turns equals mirroring before the reverse turns.
        let turns = if next.mirror { 4 - self.turns } else { self.turns };
        Self { mirror: self.mirror != next.mirror, turns: (turns + next.turns) % 4 }
    }

    /// The inverse transform.
    #[must_use]
    pub const fn inverse(self) -> Self {
        let turns = if self.mirror { self.turns } else { (4 - self.turns) % 4 };
        Self { mirror: self.mirror, turns }
    }

    /// The transform of a picture: optionally mirrored, then turned clockwise by quarter turns.
    pub const fn of_picture(mirrored: bool, turn: u8) -> Self {
        Self { mirror: mirrored, turns: turn % 4 }
    }

    /// Quarter turns and mirroring of a picture with this transform.
    pub const fn as_picture(self) -> (u8, bool) {
        (self.turns, self.mirror)
    }

    /// True if columns become rows.
    pub const fn swaps_sides(self) -> bool {
        self.turns % 2 == 1
    }

    /// The transformed size.
    pub const fn size(self, (w, h): Size) -> Size {
        if self.swaps_sides() { (h, w) } else { (w, h) }
    }

    /// The image of a cell in a grid of that size.
    pub fn cell(self, (mut w, mut h): Size, c: Cell) -> Cell {
        let mut c = if self.mirror { Cell::new(w - 1 - c.x, c.y) } else { c };
        for _ in 0..self.turns {
            c = Cell::new(h - 1 - c.y, c.x);
            (w, h) = (h, w);
        }
        c
    }

    /// The image of a point, in the unit of the size.
    pub fn point(self, (mut w, mut h): (i32, i32), (x, y): (i32, i32)) -> (i32, i32) {
        let mut p = if self.mirror { (w - x, y) } else { (x, y) };
        for _ in 0..self.turns {
            p = (h - p.1, p.0);
            (w, h) = (h, w);
        }
        p
    }

    /// The image of a direction.
    pub const fn dir(self, d: Dir) -> Dir {
        let d = if self.mirror { Dir::N.turned((8 - d as u8) % 8) } else { d };
        d.turned(2 * self.turns)
    }

    /// The image of an edge.
    pub fn edge(self, size: Size, at: EdgeAt) -> EdgeAt {
        EdgeAt { cell: self.cell(size, at.cell), side: self.dir(at.side), ..at }.canonical()
    }

    /// The north-western cell of a transformed square footprint, which may differ from the image of
    /// the original one.
    pub fn anchor(self, size: Size, c: Cell, footprint: u8) -> Cell {
        let reach = i16::from(footprint.max(1)) - 1;
        let (a, b) = (self.cell(size, c), self.cell(size, c.offset(reach, reach)));
        Cell::new(a.x.min(b.x), a.y.min(b.y))
    }

    /// Transformed quarter turns of a thing or picture.
    pub const fn quarter(self, turn: u8) -> u8 {
        let turn = turn % 4;
        let turn = if self.mirror { (4 - turn) % 4 } else { turn };
        (turn + self.turns) % 4
    }

    /// A transformed thing.
    pub fn item(self, item: &Item) -> Item {
        Item { turn: self.quarter(item.turn), ..item.clone() }
    }

    /// A transformed unit.
    pub fn unit(self, size: Size, unit: &Unit) -> Unit {
        let width = room(unit);
        let mut unit = unit.moved(|cell| self.anchor(size, cell, width));
        unit.facing = self.dir(unit.facing);
        unit.start.watch = unit.start.watch.map(|dir| self.dir(dir));
        unit
    }
}

/// Width of a unit in cells, as assumed by the editor.
pub(super) const fn room(unit: &Unit) -> u8 {
    Build::usual(unit.role).size
}

/// The cells a unit occupies, as assumed by the editor.
pub fn cells_of(unit: &Unit) -> impl Iterator<Item = Cell> + use<> {
    footprint_at(unit, unit.at)
}

/// The cells a unit would occupy at a cell, as assumed by the editor.
pub(super) fn footprint_at(unit: &Unit, at: Cell) -> impl Iterator<Item = Cell> + use<> {
    footprint(Some(at), room(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = (7, 4);

    fn cells() -> impl Iterator<Item = Cell> {
        (0..SIZE.0).flat_map(|x| (0..SIZE.1).map(move |y| Cell::new(x, y)))
    }

    #[test]
    fn composition_equals_applying_both() {
        for a in GridTransform::ALL {
            for b in GridTransform::ALL {
                let both = a.then(b);
                for c in cells() {
                    let one = b.cell(a.size(SIZE), a.cell(SIZE, c));
                    assert_eq!(both.cell(SIZE, c), one, "{a:?} {b:?}");
                }
                for d in Dir::ALL {
                    assert_eq!(both.dir(d), b.dir(a.dir(d)), "{a:?} {b:?}");
                }
                for turn in 0..4 {
                    assert_eq!(both.quarter(turn), b.quarter(a.quarter(turn)), "{a:?} {b:?}");
                }
            }
            assert_eq!(a.then(a.inverse()), GridTransform::NONE);
        }
    }

    #[test]
    fn edges_stay_between_the_same_cells() {
        for transform in GridTransform::ALL {
            for c in cells() {
                for side in Dir::SIDES {
                    let floor = Some(grid::Hm(6)).filter(|_| c.x > 2);
                    let at = |cell, side| EdgeAt { cell, side, floor }.canonical();
                    let found = transform.edge(SIZE, at(c, side));
                    let wanted = at(transform.cell(SIZE, c), transform.dir(side));
                    assert_eq!(found, wanted, "{transform:?} {c} {side:?}");
                }
            }
        }
    }

    #[test]
    fn transforms_match_their_names() {
        let c = Cell::new(1, 0);
        assert_eq!(GridTransform::CLOCKWISE.cell(SIZE, c), Cell::new(3, 1));
        assert_eq!(GridTransform::WEST_EAST.cell(SIZE, c), Cell::new(5, 0));
        assert_eq!(GridTransform::NORTH_SOUTH.cell(SIZE, c), Cell::new(1, 3));
        assert_eq!(GridTransform::DIAGONAL.cell(SIZE, c), Cell::new(0, 1));
        assert_eq!(GridTransform::ANTIDIAGONAL.cell(SIZE, c), Cell::new(3, 5));
        assert_eq!(GridTransform::HALF.anchor(SIZE, Cell::new(0, 0), 2), Cell::new(5, 2));
        assert_eq!(GridTransform::CLOCKWISE.point((70, 40), (10, 0)), (40, 10));
    }
}
