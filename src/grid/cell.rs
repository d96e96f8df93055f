//! Cells of the square board, the eight directions between them, and places in general.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One square of 1 m. `x` grows to the east, `y` to the south; (0,0) is the north-west corner.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(from = "(i16, i16)", into = "(i16, i16)")]
pub struct Cell {
    /// Column, from the west.
    pub x: i16,
    /// Row, from the north.
    pub y: i16,
}

impl From<(i16, i16)> for Cell {
    #[inline]
    fn from((x, y): (i16, i16)) -> Self {
        Self { x, y }
    }
}

impl From<Cell> for (i16, i16) {
    #[inline]
    fn from(c: Cell) -> Self {
        (c.x, c.y)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

impl Cell {
    /// The cell in column `x` and row `y`.
    #[inline]
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The neighbouring cell in a direction. Saturates at the limits of the integer type.
    #[inline]
    pub const fn step(self, dir: Dir) -> Self {
        let (dx, dy) = dir.delta();
        self.offset(dx, dy)
    }

    /// The cell `dx` columns east and `dy` rows south. Saturates at the limits of the integer type.
    #[inline]
    pub const fn offset(self, dx: i16, dy: i16) -> Self {
        Self { x: self.x.saturating_add(dx), y: self.y.saturating_add(dy) }
    }

    /// The larger of the two coordinate differences: the distance in squares with diagonals as 1.
    pub const fn chebyshev(self, other: Self) -> i32 {
        let dx = (self.x as i32 - other.x as i32).abs();
        let dy = (self.y as i32 - other.y as i32).abs();
        if dx > dy { dx } else { dy }
    }

    /// The direction to a touching cell; `None` for the same cell or one further away.
    #[inline]
    pub fn dir_to(self, other: Self) -> Option<Dir> {
        Dir::ALL.into_iter().find(|d| self.step(*d) == other)
    }
}

/// The eight directions, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Dir {
    /// North: y decreases.
    N,
    /// North-east.
    NE,
    /// East: x increases.
    E,
    /// South-east.
    SE,
    /// South: y increases.
    S,
    /// South-west.
    SW,
    /// West: x decreases.
    W,
    /// North-west.
    NW,
}

impl Dir {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] =
        [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];
    /// The four sides of a cell, clockwise from north.
    pub const SIDES: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    /// The direction as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::N => "north",
            Self::NE => "north-east",
            Self::E => "east",
            Self::SE => "south-east",
            Self::S => "south",
            Self::SW => "south-west",
            Self::W => "west",
            Self::NW => "north-west",
        }
    }

    /// Change in column and row of one step.
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Self::N => (0, -1),
            Self::NE => (1, -1),
            Self::E => (1, 0),
            Self::SE => (1, 1),
            Self::S => (0, 1),
            Self::SW => (-1, 1),
            Self::W => (-1, 0),
            Self::NW => (-1, -1),
        }
    }

    /// Whether this is one of the four diagonal directions.
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NE | Self::SE | Self::SW | Self::NW)
    }

    /// The direction half a turn away.
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The direction `eighths` of a turn clockwise.
    #[inline]
    pub const fn turned(self, eighths: u8) -> Self {
        Self::ALL[(self as u8 as usize + eighths as usize) % 8]
    }

    /// The direction whose ray is closest to the vector (`dx`, `dy`); ties
    /// go clockwise, and the zero vector gives `None`. Exact: compares
    /// with the slope 12/29, within 0.1 % of the tangent of 22.5 degrees.
    pub fn towards(dx: i32, dy: i32) -> Option<Self> {
        let (ax, ay) = (i64::from(dx.abs()), i64::from(dy.abs()));
        if ax == 0 && ay == 0 {
            return None;
        }
        let dir = if ay * 29 < ax * 12 {
            if dx > 0 { Self::E } else { Self::W }
        } else if ax * 29 < ay * 12 {
            if dy > 0 { Self::S } else { Self::N }
        } else {
            match (dx > 0, dy > 0) {
                (true, false) => Self::NE,
                (true, true) => Self::SE,
                (false, true) => Self::SW,
                (false, false) => Self::NW,
            }
        };
        Some(dir)
    }
}

/// A position. The square board uses cells; a map-light board uses spots and the routes between
/// zones. Code for any board takes a `Place`, code for the square board a [`Cell`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Place {
    /// A cell of a square board; the north-west cell of a larger footprint.
    Cell(Cell),
    /// A spot of a map-light board, by its number in the level.
    Spot(u16),
    /// En route between two spots of a map-light board, at neither.
    Between {
        /// The spot of departure, whose zone still counts as the current one.
        from: u16,
        /// The destination.
        to: u16,
        /// Metres still to go.
        metres: u16,
    },
}

impl Place {
    /// The cell, if this is a place on a square board.
    #[inline]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Self::Cell(c) => Some(c),
            Self::Spot(_) | Self::Between { .. } => None,
        }
    }
}

impl From<Cell> for Place {
    #[inline]
    fn from(c: Cell) -> Self {
        Self::Cell(c)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(c) => c.fmt(f),
            Self::Spot(n) => write!(f, "spot {n}"),
            Self::Between { to, metres, .. } => write!(f, "{metres} m before spot {to}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_turn_and_reverse() {
        for d in Dir::ALL {
            assert_eq!(d.opposite().opposite(), d);
            let (dx, dy) = d.delta();
            assert_eq!(Dir::towards(i32::from(dx), i32::from(dy)), Some(d));
            assert_eq!(Cell::new(5, 5).dir_to(Cell::new(5, 5).step(d)), Some(d));
        }
        assert_eq!(Dir::towards(5, 1), Some(Dir::E));
        assert_eq!(Dir::towards(0, 0), None);
    }
}
