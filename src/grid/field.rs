//! The field: a board and the bodies on it, actual or hypothetical.

use std::borrow::Cow;

use super::board::Board;
use super::body::{Body, UnitId};
use super::cell::Cell;
use super::room::Room;
use super::terrain::Hazard;
use super::units::Hm;

/// A read-only view of a board and the bodies on it. All geometry queries go through a field.
///
/// A field never changes. [`Field::with_body`] and [`Field::without`] return a field that shares
/// the board and differs in one body, for queries such as "what if the unit stood there?".
#[derive(Clone, Debug)]
pub struct Field<'a> {
    board: &'a Board,
    /// Sorted by number; numbers are unique.
    bodies: Cow<'a, [Body]>,
    /// Bit set, 64 cells per word: whether any body covers the cell. Most queries hit uncovered
    /// cells, and a field is built for every moment of a battle, so building it must be quick.
    taken: Vec<u64>,
    /// Height of harmful ground for hazards that have none of their own.
    hazard_height: Hm,
    /// Some body does not float.
    heavy: bool,
}

impl<'a> Field<'a> {
    /// A field of these bodies, which are sorted by number if necessary. If a number occurs more
    /// than once, the last body counts. Queries about cells ignore bodies off the board.
    pub fn new(board: &'a Board, bodies: impl Into<Cow<'a, [Body]>>) -> Self {
        let mut bodies = bodies.into();
        if !bodies.is_sorted_by(|a, b| a.id < b.id) {
            let list = bodies.to_mut();
            list.reverse();
            list.sort_by_key(|b| b.id);
            list.dedup_by_key(|b| b.id);
        }
        let cells = usize::from(board.width()) * usize::from(board.height());
        let mut taken = vec![0; cells.div_ceil(64)];
        for slot in bodies.iter().flat_map(Body::cells).filter_map(|c| board.index(c)) {
            if let Some(word) = taken.get_mut(slot / 64) {
                *word |= 1_u64 << (slot % 64);
            }
        }
        let heavy = bodies.iter().any(|b| b.sinks);
        Self { board, bodies, taken, hazard_height: Hazard::USUAL_HEIGHT, heavy }
    }

    /// Whether a body rests on the bed of deep water instead of floating.
    #[inline]
    pub fn sinks(&self, id: UnitId) -> bool {
        self.heavy && self.body(id).is_some_and(|b| b.sinks)
    }

    /// Whether any body covers a cell of the board.
    fn is_taken(&self, cell: Cell) -> bool {
        let word = |slot: usize| self.taken.get(slot / 64).map(|word| word >> (slot % 64));
        self.board.index(cell).and_then(word).is_some_and(|bits| bits & 1 == 1)
    }

    /// The same field with another default height for harmful ground.
    #[must_use]
    #[inline]
    pub fn with_hazard_height(self, hazard_height: Hm) -> Self {
        Self { hazard_height, ..self }
    }

    /// Height of harmful ground for hazards that have none of their own.
    pub const fn hazard_height(&self) -> Hm {
        self.hazard_height
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Every body, ordered by number.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// The body with this number.
    #[inline]
    pub fn body(&self, id: UnitId) -> Option<&Body> {
        let i = self.bodies.binary_search_by_key(&id, |b| b.id).ok()?;
        self.bodies.get(i)
    }

    /// The bodies whose footprint covers a cell, at any height, ordered by number.
    pub fn bodies_in(&self, cell: Cell) -> impl Iterator<Item = &Body> {
        let there: &[Body] = if self.is_taken(cell) { &self.bodies } else { &[] };
        there.iter().filter(move |body| body.covers(cell))
    }

    /// The bodies, blocking or not, that share space with a room, ordered by number and without the
    /// named one. A flyer well above the room is not included.
    pub fn bodies_overlapping(&self, room: Room, without: UnitId) -> impl Iterator<Item = &Body> {
        let mut found = BodySet::One(None);
        for cell in room.cells() {
            for body in self.bodies_in(cell) {
                if body.id != without && body.room().is_some_and(|r| r.meets(&room)) {
                    found.add(body);
                }
            }
        }
        found.sorted()
    }

    /// Whether any body except the named one shares space with a room.
    pub fn is_met(&self, room: Room, without: UnitId) -> bool {
        let in_cell = |cell: Cell| {
            self.bodies_in(cell)
                .any(|b| b.id != without && b.room().is_some_and(|r| r.meets(&room)))
        };
        if room.size <= 1 { in_cell(room.cell) } else { room.cells().any(in_cell) }
    }

    /// The field with this body replacing the one with the
    /// same number, or added. The board is shared, not copied.
    pub fn with_body(&self, body: Body) -> Field<'a> {
        let mut bodies = self.bodies.to_vec();
        match bodies.binary_search_by_key(&body.id, |b| b.id) {
            Ok(i) => {
                if let Some(old) = bodies.get_mut(i) {
                    *old = body;
                }
            }
            Err(i) => bodies.insert(i, body),
        }
        Field::new(self.board, bodies).with_hazard_height(self.hazard_height)
    }

    /// The field without the body with this number.
    pub fn without(&self, id: UnitId) -> Field<'a> {
        let bodies: Vec<Body> = self.bodies.iter().filter(|b| b.id != id).cloned().collect();
        Field::new(self.board, bodies).with_hazard_height(self.hazard_height)
    }
}

/// The bodies found, each once; needs no allocation for none or one.
enum BodySet<'f> {
    One(Option<&'f Body>),
    Many(Vec<&'f Body>),
}

impl<'f> BodySet<'f> {
    fn add(&mut self, body: &'f Body) {
        match self {
            Self::One(None) => *self = Self::One(Some(body)),
            Self::One(Some(old)) if old.id == body.id => {}
            Self::One(Some(old)) => *self = Self::Many(vec![*old, body]),
            Self::Many(list) if list.iter().any(|b| b.id == body.id) => {}
            Self::Many(list) => list.push(body),
        }
    }

    fn sorted(self) -> impl Iterator<Item = &'f Body> {
        let (one, many) = match self {
            Self::One(one) => (one, Vec::new()),
            Self::Many(mut list) => {
                list.sort_unstable_by_key(|b| b.id);
                (None, list)
            }
        };
        one.into_iter().chain(many)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::man;
    use super::*;
    use crate::Hm;

    fn ids<'b>(bodies: impl Iterator<Item = &'b Body>) -> Vec<u32> {
        bodies.map(|b| b.id.0).collect()
    }

    #[test]
    fn cells_list_their_bodies_in_number_order() {
        let board = Board::new(4, 4);
        let big = Body { size: 2, ..man(1, 1, 1) };
        let field = Field::new(&board, vec![man(7, 2, 2), big, man(3, 2, 2), man(9, -5, 0)]);
        assert_eq!(ids(field.bodies().iter()), [1, 3, 7, 9]);
        assert_eq!(ids(field.bodies_in(Cell::new(2, 2))), [1, 3, 7]);
        assert_eq!(ids(field.bodies_in(Cell::new(1, 2))), [1]);
        assert_eq!(ids(field.bodies_in(Cell::new(0, 0))), [0; 0]);
        assert_eq!(ids(field.bodies_in(Cell::new(-5, 0))), [0; 0]);
    }

    #[test]
    fn what_if_does_not_change_the_field() {
        let board = Board::new(4, 4);
        let field = Field::new(&board, vec![man(1, 0, 0), man(2, 1, 0)]);
        let other = field.with_body(man(1, 3, 3));
        assert_eq!(ids(other.bodies_in(Cell::new(3, 3))), [1]);
        assert_eq!(ids(other.bodies_in(Cell::new(0, 0))), [0; 0]);
        assert_eq!(ids(field.bodies_in(Cell::new(0, 0))), [1]);
        assert_eq!(ids(field.without(UnitId(1)).bodies().iter()), [2]);
    }

    #[test]
    fn flyers_overhead_share_no_space() {
        let board = Board::new(4, 4);
        let high = Body { feet: Hm(4), ..man(2, 1, 1) };
        let field = Field::new(&board, vec![man(1, 0, 0), high]);
        let below = Room { cell: Cell::new(1, 1), size: 1, feet: Hm(0), height: Hm(4) };
        assert!(!field.is_met(below, UnitId(1)));
        let taller = Room { height: Hm(5), ..below };
        assert_eq!(ids(field.bodies_overlapping(taller, UnitId(1))), [2]);
    }

    #[test]
    fn the_last_body_with_a_number_counts() {
        let board = Board::new(4, 4);
        let field = Field::new(&board, vec![man(1, 0, 0), man(1, 2, 2)]);
        assert_eq!(field.bodies().len(), 1);
        assert_eq!(field.body(UnitId(1)).and_then(Body::anchor), Some(Cell::new(2, 2)));
    }
}
