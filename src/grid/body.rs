//! Bodies: what takes up room on the board, reduced to what geometry asks about.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Dir, Place};
use super::units::Hm;

/// The stable number of a combatant in a battle. Order, records and events use it; it never
/// changes and is never given twice.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct UnitId(pub u32);

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The number of a side in a battle, counted from 0 in the order of the level.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl fmt::Display for SideId {
    /// Sides are lettered: A, B, C ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0.min(25)))
    }
}

/// What carries a body, in the order in which the board answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SupportKind {
    /// The floor of the cell.
    Ground,
    /// The top of a thing: a crate, a bridge.
    Thing,
    /// Deep water that the body floats in.
    Water,
    /// Its own flight.
    Flight,
    /// Hands and feet on a climbable face.
    Grip,
    /// Another body that carries it.
    Body,
    /// Nothing: it is about to fall.
    Nothing,
}

/// A body as geometry sees it. Built from a combatant's state, or made up for a "what if".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Whose body it is.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Where it is: the north-west cell of its footprint on a square board.
    pub at: Place,
    /// Edge length of the square footprint in cells, 1 to 6.
    pub size: u8,
    /// Absolute height of its feet.
    pub feet: Hm,
    /// How high it reaches over its feet as it is now: at most 1 m while it lies down. At least 1.
    pub height: Hm,
    /// The direction it faces.
    pub facing: Dir,
    /// False for those who neither block cells nor stand in the way: the dead, climbers on others.
    pub blocking: bool,
    /// Lies on the ground, by choice or not.
    pub prone: bool,
    /// Holds a melee weapon or has a natural one.
    pub armed: bool,
    /// Able to threaten neighbours: conscious and in the fight, as the ruleset sees it.
    pub threatens: bool,
    /// With whom it may be in one place; none where bodies always keep each other out.
    pub sharing: Option<Sharing>,
}

/// How far apart bodies have to be in size to be in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sharing {
    /// The size class of the body; larger ones have higher numbers.
    pub class: u8,
    /// So many classes apart, or more, two bodies make room for each other.
    pub apart: u8,
}

impl Body {
    /// The north-west cell, if the body stands on a square board.
    pub const fn anchor(&self) -> Option<Cell> {
        self.at.cell()
    }

    /// Absolute height of its top.
    pub fn top(&self) -> Hm {
        self.feet + self.height
    }

    /// The cells of its footprint, row by row; empty off the square board.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        footprint(self.anchor(), self.size)
    }

    /// True if a cell belongs to its footprint.
    pub fn covers(&self, cell: Cell) -> bool {
        let n = i32::from(self.size.max(1));
        self.anchor().is_some_and(|anchor| {
            let (dx, dy) =
                (i32::from(cell.x) - i32::from(anchor.x), i32::from(cell.y) - i32::from(anchor.y));
            (0..n).contains(&dx) && (0..n).contains(&dy)
        })
    }

    /// True when neither of two bodies keeps the other out of a place (MO-300).
    pub fn makes_room_for(&self, other: &Self) -> bool {
        match (self.sharing, other.sharing) {
            (Some(a), Some(b)) => a.class.abs_diff(b.class) >= a.apart.max(b.apart),
            _ => false,
        }
    }

    /// The same body at another place and height of its feet.
    pub fn moved(&self, at: impl Into<Place>, feet: Hm) -> Self {
        Self { at: at.into(), feet, ..self.clone() }
    }
}

/// The cells of an `n` x `n` footprint with its north-west cell at `anchor`, row by row.
pub fn footprint(anchor: Option<Cell>, n: u8) -> impl Iterator<Item = Cell> + use<> {
    let (n, mut dx, mut dy) = (i16::from(n.max(1)), 0, 0);
    std::iter::from_fn(move || {
        let cell = anchor.filter(|_| dy < n)?.offset(dx, dy);
        dx += 1;
        if dx == n {
            (dx, dy) = (0, dy + 1);
        }
        Some(cell)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footprints_go_row_by_row() {
        let cells: Vec<_> = footprint(Some(Cell::new(2, 3)), 2).collect();
        assert_eq!(cells, [Cell::new(2, 3), Cell::new(3, 3), Cell::new(2, 4), Cell::new(3, 4)]);
        assert_eq!(footprint(None, 2).count(), 0);
    }

    /// MO-300: two classes apart share a place, one class apart do not, and who says nothing of it
    /// keeps everybody out.
    #[test]
    fn bodies_far_apart_in_size_make_room() {
        let of = |class| Body {
            sharing: Some(Sharing { class, apart: 2 }),
            ..crate::grid::samples::man(1, 0, 0)
        };
        assert!(of(1).makes_room_for(&of(3)) && of(3).makes_room_for(&of(1)));
        assert!(!of(2).makes_room_for(&of(3)) && !of(2).makes_room_for(&of(2)));
        let plain = crate::grid::samples::man(2, 0, 0);
        assert!(!of(0).makes_room_for(&plain) && !plain.makes_room_for(&of(9)));
    }
}
