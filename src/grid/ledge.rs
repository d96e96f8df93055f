//! Where the ground drops off next to a body.

use super::body::UnitId;
use super::cell::Dir;
use super::field::Field;
use super::matter::Passage;
use super::room::Room;
use super::step::Move;
use super::units::Hm;

/// A drop next to a body, or under it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ledge {
    /// Depth of the fall.
    pub depth: Hm,
    /// On which side; `None` for straight down.
    pub side: Option<Dir>,
}

impl Field<'_> {
    /// The drop on one side of a body as if it stood in this room: how much lower it would stand
    /// one step further. `None` if something blocks that step.
    pub fn drop_at(&self, mover: UnitId, room: Room, side: Dir) -> Option<Hm> {
        let step = self.step_from(mover, room, Move::Walk { to: room.cell.step(side) }).ok()?;
        let down = -step.rise();
        (step.passage == Passage::Free && down > Hm::ZERO).then_some(down)
    }

    /// The deepest drop next to or under a body, of at least `least`; ties go to the first
    /// clockwise from north.
    pub fn ledge(&self, mover: UnitId, room: Room, least: Hm) -> Option<Ledge> {
        let under = self.drop_under(room, mover).ok().map(|depth| Ledge { depth, side: None });
        let around = Dir::ALL.into_iter().filter_map(|side| {
            Some(Ledge { depth: self.drop_at(mover, room, side)?, side: Some(side) })
        });
        let deeper = |best: Option<Ledge>, next: Ledge| match best {
            Some(best) if best.depth >= next.depth => Some(best),
            _ => Some(next),
        };
        let deepest = under.into_iter().chain(around).fold(None, deeper);
        deepest.filter(|ledge| ledge.depth >= least && ledge.depth > Hm::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::man;
    use super::*;
    use crate::{Board, Cell, Edge, EdgeKind};

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
    fn a_cliff_is_a_drop_only_from_adjacent_cells() {
        let board = plateau();
        assert_eq!(on(&board, 1), None);
        // Of the three squares below the cliff, the north-eastern one comes first.
        assert_eq!(on(&board, 2), Some(Ledge { depth: Hm::metres(6), side: Some(Dir::NE) }));
    }

    #[test]
    fn a_wall_prevents_a_fall() {
        let mut board = plateau();
        for y in 0..3 {
            board.set_edge(Cell::new(2, y), Dir::E, Some(Edge::new(EdgeKind::Wall)));
        }
        assert_eq!(on(&board, 2), None);
    }

    #[test]
    fn a_unit_clinging_to_a_face_falls_straight_down() {
        let board = plateau();
        let body = super::super::body::Body { feet: Hm::metres(4), ..man(1, 3, 1) };
        let room = body.room().unwrap();
        let ledge = Field::new(&board, vec![body]).ledge(UnitId(1), room, Hm::metres(2));
        assert_eq!(ledge, Some(Ledge { depth: Hm::metres(4), side: None }));
    }
}
