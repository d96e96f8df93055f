//! Where the ground falls off beside a body.

use super::body::UnitId;
use super::cell::Dir;
use super::field::Field;
use super::matter::Passage;
use super::room::Room;
use super::step::Move;
use super::units::Hm;

/// A drop beside a body, or under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledge {
    /// How deep one would fall.
    pub depth: Hm,
    /// To which side; `None` straight down.
    pub side: Option<Dir>,
}

impl Field<'_> {
    /// The drop on one side of a body as if it were in that room: how much lower it would stand one
    /// step further, where nothing is in the way of that step.
    pub fn drop_beside(&self, mover: UnitId, room: Room, side: Dir) -> Option<Hm> {
        let step = self.step_from(mover, room, Move::Walk { to: room.cell.step(side) }).ok()?;
        let down = -step.rise();
        (step.passage == Passage::Free && down > Hm::ZERO).then_some(down)
    }

    /// The deepest drop beside a body or under it, of at least this depth: the first one clockwise
    /// from north of those alike.
    pub fn ledge(&self, mover: UnitId, room: Room, least: Hm) -> Option<Ledge> {
        let under = self.drop_under(room, mover).ok().map(|depth| Ledge { depth, side: None });
        let beside = Dir::ALL.into_iter().filter_map(|side| {
            Some(Ledge { depth: self.drop_beside(mover, room, side)?, side: Some(side) })
        });
        let deeper = |best: Option<Ledge>, next: Ledge| match best {
            Some(best) if best.depth >= next.depth => Some(best),
            _ => Some(next),
        };
        let deepest = under.into_iter().chain(beside).fold(None, deeper);
        deepest.filter(|ledge| ledge.depth >= least && ledge.depth > Hm::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::man;
    use super::*;
    use crate::grid::{Board, Cell, Edge, EdgeKind};

    fn plateau() -> Board {
        let mut board = Board::new(5, 3);
        for cell in board.cells().collect::<Vec<_>>() {
            if cell.x < 3 {
                board.tile_mut(cell).unwrap().elevation = Hm::metres(6);
            }
        }
        board
    }

    fn on(board: &Board, x: i16) -> Option<Ledge> {
        let body = super::super::body::Body { feet: Hm::metres(6), ..man(1, x, 1) };
        let room = body.room().unwrap();
        Field::new(board, vec![body]).ledge(UnitId(1), room, Hm::metres(2))
    }

    #[test]
    fn a_cliff_is_a_drop_for_those_right_beside_it() {
        let board = plateau();
        assert_eq!(on(&board, 1), None);
        // Of the three squares below the cliff the one to the north-east comes first.
        assert_eq!(on(&board, 2), Some(Ledge { depth: Hm::metres(6), side: Some(Dir::NE) }));
    }

    #[test]
    fn nobody_falls_through_a_wall() {
        let mut board = plateau();
        for y in 0..3 {
            board.set_edge(Cell::new(2, y), Dir::E, Some(Edge::new(EdgeKind::Wall)));
        }
        assert_eq!(on(&board, 2), None);
    }

    #[test]
    fn one_who_hangs_on_a_face_falls_straight_down() {
        let board = plateau();
        let body = super::super::body::Body { feet: Hm::metres(4), ..man(1, 3, 1) };
        let room = body.room().unwrap();
        let ledge = Field::new(&board, vec![body]).ledge(UnitId(1), room, Hm::metres(2));
        assert_eq!(ledge, Some(Ledge { depth: Hm::metres(4), side: None }));
    }
}
