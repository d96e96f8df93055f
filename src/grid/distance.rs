//! Distances between bodies and places.
//!
//! Horizontal distance is measured between the nearest cells of the footprints: 0 where they share
//! a cell, 1 where they touch. Vertical distance is the difference between the feet in whole
//! metres, towards zero: 1.5 m counts as 1. The distance is the larger of the two (PR-94).

use serde::{Deserialize, Serialize};

use super::body::{Body, UnitId};
use super::field::Field;
use super::room::Room;
use super::units::Hm;

/// How diagonals count on the ground; set by the ruleset (PR-93).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Diagonals {
    /// A diagonal is one square.
    #[default]
    One,
    /// Every second diagonal is two squares: 1, 2, 1, 2.
    Alternating,
    /// A diagonal is two squares.
    Two,
}

impl Diagonals {
    /// Length in squares of a path across `dx` columns and `dy` rows, diagonals first.
    pub const fn squares(self, dx: u32, dy: u32) -> u32 {
        let (long, short) = if dx > dy { (dx, dy) } else { (dy, dx) };
        match self {
            Self::One => long,
            Self::Alternating => long + short / 2,
            Self::Two => long + short,
        }
    }
}

impl Room {
    /// Metres to another room, including height.
    #[inline]
    pub fn distance(&self, other: &Self, diagonals: Diagonals) -> u32 {
        let (dx, dy) = self.gap(other);
        let rise = (self.feet - other.feet).whole_metres().unsigned_abs();
        diagonals.squares(dx, dy).max(rise)
    }
}

/// Metres between two bodies; `None` unless both are on a square board.
#[inline]
pub fn distance(a: &Body, b: &Body, diagonals: Diagonals) -> Option<u32> {
    Some(a.room()?.distance(&b.room()?, diagonals))
}

/// How much higher the feet of `a` are than those of `b`, including altitude (PR-206, PR-217).
pub fn feet_difference(a: &Body, b: &Body) -> Hm {
    a.feet - b.feet
}

impl Field<'_> {
    /// The bodies at most `metres` from a room, ordered by number. Bodies inside the room are at 0.
    pub fn bodies_within(
        &self,
        centre: Room,
        metres: u32,
        diagonals: Diagonals,
    ) -> impl Iterator<Item = &Body> {
        self.bodies().iter().filter(move |b| {
            b.room().is_some_and(|room| room.distance(&centre, diagonals) <= metres)
        })
    }

    /// Metres between two bodies of the field; `None` if either is missing.
    #[inline]
    pub fn distance(&self, a: UnitId, b: UnitId, diagonals: Diagonals) -> Option<u32> {
        distance(self.body(a)?, self.body(b)?, diagonals)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{arb_board, arb_bodies, man};
    use super::super::symmetry::{Symmetry, arb_symmetry};
    use super::*;
    use crate::Board;

    #[test]
    fn diagonals_pr_93() {
        let (a, b) = (man(1, 0, 0), man(2, 3, 3));
        assert_eq!(distance(&a, &b, Diagonals::One), Some(3));
        assert_eq!(distance(&a, &b, Diagonals::Alternating), Some(4));
        assert_eq!(distance(&a, &b, Diagonals::Two), Some(6));
    }

    #[test]
    fn the_largest_axis_counts_pr_94() {
        let a = man(1, 0, 2);
        let b = Body { feet: Hm::metres(6), ..man(2, 4, 0) };
        assert_eq!(distance(&a, &b, Diagonals::One), Some(6));
        let low = Body { feet: Hm(9), ..b };
        assert_eq!(distance(&a, &low, Diagonals::One), Some(4), "4.5 m counts as 4");
    }

    #[test]
    fn large_bodies_are_measured_from_their_nearest_cells() {
        let big = Body { size: 3, ..man(1, 2, 2) };
        assert_eq!(distance(&big, &man(2, 5, 3), Diagonals::One), Some(1));
        assert_eq!(distance(&big, &man(2, 0, 3), Diagonals::One), Some(2));
        assert_eq!(distance(&big, &man(2, 3, 3), Diagonals::One), Some(0));
    }

    #[test]
    fn a_radius_takes_height_into_account() {
        let board = Board::new(8, 8);
        let flyer = Body { feet: Hm::metres(4), ..man(2, 1, 0) };
        let field = Field::new(&board, vec![man(1, 0, 0), flyer, man(3, 3, 0)]);
        let centre = Room::point(crate::Cell::new(0, 0), Hm::ZERO);
        let found: Vec<u32> =
            field.bodies_within(centre, 3, Diagonals::One).map(|b| b.id.0).collect();
        assert_eq!(found, [1, 3]);
    }

    proptest! {
        #[test]
        fn distance_is_symmetric_and_turns_with_the_board(
            board in arb_board(), bodies in arb_bodies(2), s in arb_symmetry(),
        ) {
            let s = Symmetry::of(&board, s);
            for a in &bodies {
                for b in &bodies {
                    for d in [Diagonals::One, Diagonals::Alternating, Diagonals::Two] {
                        let there = distance(a, b, d);
                        prop_assert_eq!(there, distance(b, a, d));
                        prop_assert_eq!(there, distance(&s.body(a), &s.body(b), d));
                    }
                }
            }
        }
    }
}
