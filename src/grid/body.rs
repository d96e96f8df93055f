//! Bodies: combatants reduced to what geometry needs.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cell::{Cell, Dir, Place};
use super::units::Hm;

/// Stable number of a combatant in a battle, used for ordering,
/// records and events. Never changes and is never reused.
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

/// Number of a side in a battle, from 0 in level order.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl fmt::Display for SideId {
    /// Sides are shown as letters: A, B, C ...
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0.min(25)))
    }
}

/// What supports a body, in the order in which the board checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SupportKind {
    /// The floor of the cell.
    Ground,
    /// The top of a thing such as a crate or a bridge.
    Thing,
    /// Deep water that the body floats in.
    Water,
    /// Its own flight.
    Flight,
    /// A grip on a climbable face.
    Grip,
    /// Another body.
    Body,
    /// Nothing: it is about to fall.
    Nothing,
}

/// A body as geometry sees it: built from a combatant's state, or hypothetical for a "what if".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Body {
    /// Number of the combatant.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Its position: the north-west cell of its footprint on a square board.
    pub at: Place,
    /// Edge length of the square footprint in cells, 1 to 6.
    pub size: u8,
    /// Absolute height of its feet.
    pub feet: Hm,
    /// Current height above its feet: at most 1 m while prone. At least 1 (half a metre).
    pub height: Hm,
    /// The direction it faces.
    pub facing: Dir,
    /// False for bodies that neither block cells nor obstruct others, such as the dead and riders.
    pub blocking: bool,
    /// Lies on the ground, by choice or not.
    pub prone: bool,
    /// Holds a melee weapon or has a natural one.
    pub armed: bool,
    /// Able to threaten neighbours: conscious and still fighting, as the ruleset defines it.
    pub threatens: bool,
    /// Does not float: in deep water it rests on the bed.
    pub sinks: bool,
    /// Which bodies may share its space; `None` if bodies always exclude each other.
    pub sharing: Option<Sharing>,
}

/// The size difference that lets two bodies share space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sharing {
    /// Size class of the body; larger bodies have higher numbers.
    pub class: u8,
    /// Bodies whose classes differ by at least this much can share space.
    pub apart: u8,
}

impl Body {
    /// The north-west cell, if the body stands on a square board.
    #[inline]
    pub const fn anchor(&self) -> Option<Cell> {
        self.at.cell()
    }

    /// Absolute height of its top.
    pub fn top(&self) -> Hm {
        self.feet + self.height
    }

    /// The cells of its footprint, row by row; empty off the square board.
    #[inline]
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        footprint(self.anchor(), self.size)
    }

    /// Whether a cell belongs to its footprint.
    pub fn covers(&self, cell: Cell) -> bool {
        let n = i32::from(self.size.max(1));
        self.anchor().is_some_and(|anchor| {
            let (dx, dy) =
                (i32::from(cell.x) - i32::from(anchor.x), i32::from(cell.y) - i32::from(anchor.y));
            (0..n).contains(&dx) && (0..n).contains(&dy)
        })
    }

    /// Whether two bodies can share space, because neither excludes the other (MO-300).
    pub fn can_share_space_with(&self, other: &Self) -> bool {
        match (self.sharing, other.sharing) {
            (Some(a), Some(b)) => a.class.abs_diff(b.class) >= a.apart.max(b.apart),
            _ => false,
        }
    }

    /// The same body at another place and foot height.
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
    fn footprint_cells_are_in_row_order() {
        let cells: Vec<_> = footprint(Some(Cell::new(2, 3)), 2).collect();
        assert_eq!(cells, [Cell::new(2, 3), Cell::new(3, 3), Cell::new(2, 4), Cell::new(3, 4)]);
        assert_eq!(footprint(None, 2).count(), 0);
    }

    /// MO-300: bodies two size classes apart share a place, bodies one class apart do not, and a
    /// body without `sharing` excludes all others.
    #[test]
    fn bodies_of_very_different_size_share_space() {
        let of = |class| Body {
            sharing: Some(Sharing { class, apart: 2 }),
            ..crate::samples::man(1, 0, 0)
        };
        assert!(of(1).can_share_space_with(&of(3)) && of(3).can_share_space_with(&of(1)));
        assert!(!of(2).can_share_space_with(&of(3)) && !of(2).can_share_space_with(&of(2)));
        let plain = crate::samples::man(2, 0, 0);
        assert!(!of(0).can_share_space_with(&plain) && !plain.can_share_space_with(&of(9)));
    }
}
