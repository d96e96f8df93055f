//! Flanking geometry: hostile contacts, pairs on opposite sides, and bearings off the facing.

use super::body::{Body, UnitId};
use super::cell::Cell;
use super::field::Field;
use super::room::Room;
use super::units::Hm;

/// Exact direction of one body seen from another, relative to the latter's facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bearing {
    /// Dot product of the facing and the vector to the other body: positive ahead, negative behind.
    dot: i64,
    /// Product of the squared lengths of the facing and the vector.
    squares: i64,
}

impl Bearing {
    /// Bearing of a point from the middle of an oriented room; `None` if the point is that middle.
    fn new(from: Room, facing: super::Dir, to: (i32, i32)) -> Option<Self> {
        let (mx, my) = from.middle2();
        let (vx, vy) = (i64::from(to.0 - mx), i64::from(to.1 - my));
        let (fx, fy) = facing.delta();
        let (fx, fy) = (i64::from(fx), i64::from(fy));
        if (vx, vy) == (0, 0) {
            return None;
        }
        let dot = fx * vx + fy * vy;
        Some(Self { dot, squares: (fx * fx + fy * fy) * (vx * vx + vy * vy) })
    }

    /// At most 30 degrees off the facing: inside a watched sector of 60 degrees (VG-52).
    pub const fn is_watched(self) -> bool {
        // cos² 30 = 3/4.
        self.dot > 0 && 4 * self.dot * self.dot >= 3 * self.squares
    }

    /// At most 45 degrees off the facing.
    pub const fn is_ahead(self) -> bool {
        self.dot > 0 && 2 * self.dot * self.dot >= self.squares
    }

    /// At most 90 degrees off the facing.
    pub const fn is_in_front(self) -> bool {
        self.dot >= 0
    }

    /// At least 135 degrees off the facing: the three rear cells and their continuation (VG-148,
    /// TU-171).
    pub const fn is_rear(self) -> bool {
        self.dot < 0 && 2 * self.dot * self.dot >= self.squares
    }
}

/// Bearing of `other` off the facing of `body`, between their middles. `None` if the middles
/// coincide or either body is not on a square board.
pub fn bearing(body: &Body, other: &Body) -> Option<Bearing> {
    Bearing::new(body.room()?, body.facing, other.room()?.middle2())
}

/// Bearing of a cell off the facing of `body`.
pub fn bearing_of_cell(body: &Body, cell: Cell) -> Option<Bearing> {
    Bearing::new(body.room()?, body.facing, Room::point(cell, Hm::ZERO).middle2())
}

/// Whether the line between the middles of two bodies enters the target's footprint through one
/// side or corner and leaves it through the opposite one. For bodies of one cell, this means that
/// they stand in opposite neighbouring cells (TU-170).
pub fn are_opposite(target: &Body, a: &Body, b: &Body) -> bool {
    let (Some(target), Some(a), Some(b)) = (target.room(), a.room(), b.room()) else {
        return false;
    };
    let ((tx, ty), (ax, ay), (bx, by)) = (target.middle2(), a.middle2(), b.middle2());
    let half = i64::from(target.size.max(1));
    let [ax, ay] = [ax - tx, ay - ty].map(i64::from);
    let [bx, by] = [bx - tx, by - ty].map(i64::from);
    crosses((ax, ay), (bx, by), half) || crosses((ay, ax), (by, bx), half)
}

/// Whether the line from `a` to `b` crosses both sides x = -half and x = half of a square centred
/// on the origin. Corners count.
fn crosses(a: (i64, i64), b: (i64, i64), half: i64) -> bool {
    let (low, high) = if a.0 <= b.0 { (a, b) } else { (b, a) };
    if low.0 > -half || high.0 < half {
        return false;
    }
    let (dx, dy) = (high.0 - low.0, high.1 - low.1);
    // y at x = side, multiplied by dx.
    [-half, half].into_iter().all(|side| {
        let y = low.1 * dx + (side - low.0) * dy;
        y.abs() <= half * dx
    })
}

impl Field<'_> {
    /// Bodies adjacent to `target` that `hostile` names as enemies, ordered by number. `limit`
    /// gives the height difference from which a pair is no longer adjacent. Whether an enemy is
    /// armed, prone or able to threaten is recorded on its body (PR-208 to PR-211).
    pub fn hostile_contacts(
        &self,
        target: &Body,
        limit: impl Fn(&Body, &Body) -> Hm,
        hostile: impl Fn(&Body, &Body) -> bool,
    ) -> Vec<&Body> {
        let mut found = self.neighbours(target, limit);
        found.retain(|b| hostile(target, b));
        found
    }

    /// Sorted pairs among `others` that stand on opposite sides of the target, lower number first.
    pub fn opposite_pairs(&self, target: &Body, others: &[&Body]) -> Vec<(UnitId, UnitId)> {
        let mut pairs = Vec::new();
        for (i, a) in others.iter().enumerate() {
            for b in others.iter().skip(i + 1) {
                if are_opposite(target, a, b) {
                    pairs.push((a.id.min(b.id), a.id.max(b.id)));
                }
            }
        }
        pairs.sort_unstable();
        pairs
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::{arb_board, arb_bodies, man};
    use super::super::symmetry::{Symmetry, arb_symmetry};
    use super::*;
    use crate::{Board, Dir, Edge, EdgeKind};

    fn hostile(a: &Body, b: &Body) -> bool {
        a.side != b.side
    }

    fn two_metres(_: &Body, _: &Body) -> Hm {
        Hm::metres(2)
    }

    fn foes(field: &Field<'_>, target: &Body) -> Vec<u32> {
        field.hostile_contacts(target, two_metres, hostile).iter().map(|b| b.id.0).collect()
    }

    #[test]
    fn adjacent_enemies_not_opposite_are_no_pair_pr_208() {
        let board = Board::new(10, 10);
        let target = man(1, 5, 5);
        let field = Field::new(&board, vec![target.clone(), man(2, 4, 5), man(4, 4, 6)]);
        assert_eq!(foes(&field, &target), [2, 4]);
        let pair: Vec<&Body> = field.hostile_contacts(&target, two_metres, hostile);
        assert_eq!(field.opposite_pairs(&target, &pair), []);
    }

    #[test]
    fn distance_two_and_doors_do_not_count_pr_207_pr_209() {
        let mut board = Board::new(10, 10);
        board.set_edge(Cell::new(1, 1), Dir::E, Some(Edge::new(EdgeKind::Door)));
        let target = man(1, 1, 1);
        let field =
            Field::new(&board, vec![target.clone(), man(2, 2, 1), man(4, 1, 3), man(3, 0, 0)]);
        assert_eq!(foes(&field, &target), [0; 0]);
    }

    #[test]
    fn opposite_means_opposite_sides_or_corners_tu_170() {
        let target = man(1, 5, 5);
        let opposite = |a: (i16, i16), b: (i16, i16)| {
            are_opposite(&target, &man(2, a.0, a.1), &man(4, b.0, b.1))
        };
        assert!(opposite((4, 5), (6, 5)));
        assert!(opposite((4, 4), (6, 6)));
        assert!(opposite((5, 6), (5, 4)));
        assert!(!opposite((4, 5), (6, 4)));
        assert!(!opposite((4, 4), (6, 4)));
        let big = Body { size: 2, ..man(1, 5, 5) };
        assert!(are_opposite(&big, &man(2, 4, 5), &man(4, 7, 6)));
        assert!(!are_opposite(&big, &man(2, 4, 4), &man(4, 7, 4)));
    }

    #[test]
    fn the_three_rear_cells_are_rear_vg_148() {
        let guard = man(1, 5, 5);
        let rear: Vec<Dir> = Dir::ALL
            .into_iter()
            .filter(|d| {
                bearing_of_cell(&guard, Cell::new(5, 5).step(*d)).is_some_and(|b| b.is_rear())
            })
            .collect();
        assert_eq!(rear, [Dir::SE, Dir::S, Dir::SW]);
        assert_eq!(bearing_of_cell(&guard, Cell::new(5, 5)), None);
    }

    #[test]
    fn a_watched_sector_is_sixty_degrees_wide_vg_52() {
        let guard = man(1, 20, 20);
        let watched =
            |x, y| bearing_of_cell(&guard, Cell::new(x, y)).is_some_and(|b| b.is_watched());
        // tan 30 = 0.577: an offset of 4 by 7 is 29.7 degrees, 7 by 12 is 30.3.
        assert!(watched(24, 13));
        assert!(!watched(27, 8));
        assert!(!watched(30, 20));
        let facing_ne = Body { facing: Dir::NE, ..guard };
        assert!(bearing_of_cell(&facing_ne, Cell::new(25, 15)).is_some_and(|b| b.is_watched()));
        assert!(!bearing_of_cell(&facing_ne, Cell::new(20, 15)).is_some_and(|b| b.is_watched()));
    }

    proptest! {
        #[test]
        fn bearings_and_pairs_turn_with_the_board(
            board in arb_board(), bodies in arb_bodies(3), s in arb_symmetry(),
        ) {
            let s = Symmetry::of(&board, s);
            let turned = s.bodies(&bodies);
            for (a, ta) in bodies.iter().zip(&turned) {
                for (b, tb) in bodies.iter().zip(&turned) {
                    prop_assert_eq!(bearing(a, b), bearing(ta, tb));
                    for (c, tc) in bodies.iter().zip(&turned) {
                        prop_assert_eq!(are_opposite(a, b, c), are_opposite(ta, tb, tc));
                        prop_assert_eq!(are_opposite(a, b, c), are_opposite(a, c, b));
                    }
                }
            }
        }
    }
}
