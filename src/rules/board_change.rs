//! The boards that changes lead to.
//!
//! Odds and playouts follow the same change again and again: in each sample the same door opens. Each
//! new board would have to work out its lines of sight and its steps, so the latest ones are kept.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::sync::Arc;

use grid::{Board, EdgeAt, ThingId};

use super::event::BoardChange;

/// Number of changes that each thread keeps; the oldest are dropped first.
const KEPT: usize = 8;

/// A change that was followed before.
struct Followed {
    before: Arc<Board>,
    change: BoardChange,
    after: Changed,
}

/// A board after a change.
#[derive(Clone, Debug)]
pub(super) struct Changed {
    /// The board.
    pub board: Arc<Board>,
    /// The new number of an object that was moved.
    pub moved: Option<ThingId>,
}

thread_local! {
    static LATEST: RefCell<VecDeque<Followed>> = const { RefCell::new(VecDeque::new()) };
}

impl Changed {
    /// The board after a change. The same board and the same change lead to the same board.
    pub fn of(board: &Arc<Board>, change: &BoardChange) -> Self {
        LATEST.with_borrow_mut(|latest| {
            let is_same = |it: &&Followed| Arc::ptr_eq(&it.before, board) && it.change == *change;
            if let Some(known) = latest.iter().rev().find(is_same) {
                return known.after.clone();
            }
            let after = Self::fresh(board, change);
            if latest.len() >= KEPT {
                latest.pop_front();
            }
            let (before, change) = (board.clone(), change.clone());
            latest.push_back(Followed { before, change, after: after.clone() });
            after
        })
    }

    fn fresh(board: &Board, change: &BoardChange) -> Self {
        let mut board = board.clone();
        let mut moved = None;
        match change {
            BoardChange::Laid(_) | BoardChange::Taken(_) => {}
            BoardChange::Edge { cell, side, floor, to, .. } => {
                board.set_edge_at(EdgeAt { cell: *cell, side: *side, floor: *floor }, *to);
            }
            BoardChange::Light { to, .. } => board.set_ambient(*to),
            BoardChange::Atmosphere { to, .. } => board.set_atmosphere(*to),
            BoardChange::ThingGone(id) => {
                board.remove_thing(*id);
            }
            BoardChange::ThingMoved { id, thing } => {
                board.remove_thing(*id);
                moved = board.add_thing(thing.clone());
            }
            BoardChange::VolumeAdded { volume, .. } => {
                board.add_volume(volume.clone());
            }
            BoardChange::VolumeGone(id) => {
                board.remove_volume(*id);
            }
        }
        Self { board: board.into(), moved }
    }
}

#[cfg(test)]
mod tests {
    use grid::{Cell, Dir, Edge, EdgeKind};

    use super::*;

    fn door(cell: Cell, open: bool) -> BoardChange {
        let edge = |open| Edge { open, ..Edge::new(EdgeKind::Door) };
        BoardChange::edge(EdgeAt::ground(cell, Dir::W), Some(edge(!open)), Some(edge(open)))
    }

    #[test]
    fn equal_changes_lead_to_the_same_board() {
        let cell = Cell::new(2, 1);
        let board = Arc::new(Board::new(4, 3));
        let open = Changed::of(&board, &door(cell, true)).board;
        let shut = Changed::of(&board, &door(cell, false)).board;
        assert!(Arc::ptr_eq(&open, &Changed::of(&board, &door(cell, true)).board));
        assert_eq!(open.edge(cell, Dir::W).map(|edge| edge.open), Some(true));
        assert_eq!(shut.edge(cell, Dir::W).map(|edge| edge.open), Some(false));
        assert_eq!(board.edge(cell, Dir::W), None);
        // An equal board is another one.
        let other = Arc::new((*board).clone());
        assert!(!Arc::ptr_eq(&open, &Changed::of(&other, &door(cell, true)).board));
    }

    #[test]
    fn only_the_latest_changes_are_kept() {
        let board = Arc::new(Board::new(20, 3));
        let first = Changed::of(&board, &door(Cell::new(1, 1), true)).board;
        for x in 2..20 {
            Changed::of(&board, &door(Cell::new(x, 1), true));
        }
        assert_eq!(LATEST.with_borrow(VecDeque::len), KEPT);
        let again = Changed::of(&board, &door(Cell::new(1, 1), true)).board;
        assert!(!Arc::ptr_eq(&first, &again));
        assert_eq!(first, again);
    }
}
