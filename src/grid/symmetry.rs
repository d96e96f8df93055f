//! The eight symmetries of the square, for tests: turning or
//! mirroring a board must turn or mirror every fact about it.

use proptest::prelude::*;

use super::{Board, Body, Cell, Dir, EdgeAt, Place, Room, Thing, Volume};

/// An optional mirroring (west and east swapped), followed by quarter turns clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry {
    /// Swap west and east first.
    pub(crate) mirror: bool,
    /// Quarter turns clockwise afterwards, 0 to 3.
    pub(crate) turns: u8,
    /// Columns and rows of the original board.
    pub(crate) sides: (i16, i16),
}

/// Any symmetry; its sides are those of the board it is applied to.
pub(crate) fn arb_symmetry() -> impl Strategy<Value = (bool, u8)> {
    (any::<bool>(), 0u8..4)
}

impl Symmetry {
    /// The symmetry with this mirroring and number of turns for a board.
    pub(crate) fn of(board: &Board, (mirror, turns): (bool, u8)) -> Self {
        Self { mirror, turns: turns % 4, sides: (board.width() as i16, board.height() as i16) }
    }

    /// The image of a cell.
    pub(crate) fn cell(&self, c: Cell) -> Cell {
        let (mut w, mut h) = self.sides;
        let mut c = if self.mirror { Cell::new(w - 1 - c.x, c.y) } else { c };
        for _ in 0..self.turns {
            c = Cell::new(h - 1 - c.y, c.x);
            (w, h) = (h, w);
        }
        c
    }

    /// The image of a direction.
    pub(crate) fn dir(&self, d: Dir) -> Dir {
        let d = if self.mirror { Dir::N.turned((8 - d as u8) % 8) } else { d };
        d.turned(2 * self.turns)
    }

    /// The north-west cell of a transformed footprint, which need not be the image of the old one.
    pub(crate) fn anchor(&self, c: Cell, size: u8) -> Cell {
        let reach = i16::from(size.max(1)) - 1;
        let (a, b) = (self.cell(c), self.cell(c.offset(reach, reach)));
        Cell::new(a.x.min(b.x), a.y.min(b.y))
    }

    /// The image of a room.
    pub(crate) fn room(&self, r: Room) -> Room {
        Room { cell: self.anchor(r.cell, r.size), ..r }
    }

    /// The images of a list of cells, sorted.
    pub(crate) fn cells(&self, list: &[Cell]) -> Vec<Cell> {
        let mut list: Vec<Cell> = list.iter().map(|c| self.cell(*c)).collect();
        list.sort_unstable();
        list
    }

    /// The image of a body.
    pub(crate) fn body(&self, b: &Body) -> Body {
        let at = match b.at {
            Place::Cell(c) => Place::Cell(self.anchor(c, b.size)),
            other => other,
        };
        Body { at, facing: self.dir(b.facing), ..b.clone() }
    }

    /// The images of bodies.
    pub(crate) fn bodies(&self, list: &[Body]) -> Vec<Body> {
        list.iter().map(|b| self.body(b)).collect()
    }

    /// The transformed board. Things keep their numbers unless one was removed.
    pub(crate) fn board(&self, board: &Board) -> Board {
        let (w, h) = (board.width(), board.height());
        let mut new =
            if self.turns.is_multiple_of(2) { Board::new(w, h) } else { Board::new(h, w) };
        new.set_ambient(board.ambient());
        new.set_atmosphere(board.atmosphere());
        for c in board.cells() {
            if let (Some(old), Some(tile)) = (board.tile(c), new.tile_mut(self.cell(c))) {
                *tile = *old;
            }
            for side in Dir::SIDES {
                new.set_edge(self.cell(c), self.dir(side), board.edge(c, side));
            }
        }
        for (c, deck) in board.decks().chain(board.open_hatches()) {
            new.add_deck(self.cell(c), deck);
        }
        for (at, edge) in board.edges().filter(|(at, _)| at.floor.is_some()) {
            let at = EdgeAt { cell: self.cell(at.cell), side: self.dir(at.side), ..at };
            new.set_edge_at(at, Some(edge));
        }
        for (_, t) in board.things() {
            new.add_thing(Thing { cell: self.cell(t.cell), ..t.clone() });
        }
        for v in board.volumes() {
            new.add_volume(Volume { cells: self.cells(&v.cells), ..v.clone() });
        }
        new
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::arb_board;
    use super::*;

    #[test]
    fn a_quarter_turn_brings_north_to_east() {
        let board = Board::new(3, 2);
        let turn = Symmetry::of(&board, (false, 1));
        assert_eq!(turn.dir(Dir::N), Dir::E);
        assert_eq!(turn.cell(Cell::new(0, 0)), Cell::new(1, 0));
        assert_eq!(turn.cell(Cell::new(2, 1)), Cell::new(0, 2));
        let mirror = Symmetry::of(&board, (true, 0));
        assert_eq!(mirror.dir(Dir::NE), Dir::NW);
        assert_eq!(mirror.dir(Dir::S), Dir::S);
        assert_eq!(mirror.anchor(Cell::new(0, 0), 2), Cell::new(1, 0));
    }

    proptest! {
        #[test]
        fn directions_and_cells_agree(board in arb_board(), s in arb_symmetry()) {
            let s = Symmetry::of(&board, s);
            for c in board.cells() {
                for d in Dir::ALL {
                    prop_assert_eq!(s.cell(c.step(d)), s.cell(c).step(s.dir(d)));
                }
            }
        }

        #[test]
        fn four_turns_restore_the_board(board in arb_board()) {
            let mut turned = board.clone();
            for _ in 0..4 {
                turned = Symmetry::of(&turned, (false, 1)).board(&turned);
            }
            for c in board.cells() {
                prop_assert_eq!(board.tile(c), turned.tile(c));
                prop_assert_eq!(board.thing_in(c).map(|t| t.1.kind),
                    turned.thing_in(c).map(|t| t.1.kind));
                for side in Dir::SIDES {
                    prop_assert_eq!(board.edge(c, side), turned.edge(c, side));
                }
            }
        }
    }
}
