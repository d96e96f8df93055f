//! Which cells are connected by plain walking, as far as a level can tell without a ruleset.

use pathfinding::directed::bfs::bfs_reach;

use crate::grid::{Board, Cell, Dir, EdgeKind, Hm, Passage};

/// The steepest step that everybody walks.
const MAX_STEP: Hm = Hm::metres(1);

/// The height of the body that walks.
const WALKER: Hm = Hm::metres(2);

/// For each cell the number of its connected part; none where nobody walks.
pub(super) struct Parts {
    parts: Vec<Option<u32>>,
}

impl Parts {
    /// Floods the board part by part. Only steps over the sides of cells count, of at most 1 m up
    /// or down, through doors and gates whether open or not, and over low walls. Climbing,
    /// swimming and jumping do not count, so nobody is sent on a way that only some can take.
    pub(super) fn of(board: &Board) -> Self {
        let mut found = Self { parts: board.cells().map(|_| None).collect() };
        let mut number = 0;
        for start in board.cells() {
            if found.part(board, start).is_some() || floor(board, start).is_none() {
                continue;
            }
            let neighbours = |cell: &Cell| {
                let cell = *cell;
                let open = Dir::SIDES.into_iter().filter(move |side| walks(board, cell, *side));
                open.map(move |side| cell.step(side)).collect::<Vec<_>>()
            };
            for cell in bfs_reach(start, neighbours) {
                found.set(board, cell, number);
            }
            number += 1;
        }
        found
    }

    /// The part of a cell.
    pub(super) fn part(&self, board: &Board, cell: Cell) -> Option<u32> {
        board.index(cell).and_then(|i| self.parts.get(i).copied().flatten())
    }

    fn set(&mut self, board: &Board, cell: Cell, number: u32) {
        if let Some(slot) = board.index(cell).and_then(|i| self.parts.get_mut(i)) {
            *slot = Some(number);
        }
    }
}

/// Height of the feet of one who walks in a cell; none where nobody can, or only swimming.
fn floor(board: &Board, cell: Cell) -> Option<Hm> {
    let tile = board.tile(cell)?;
    let feet = board.footing(cell, WALKER)?;
    let dry = feet == tile.elevation || board.stands_on_thing(cell, WALKER);
    dry.then_some(feet)
}

fn walks(board: &Board, cell: Cell, side: Dir) -> bool {
    let (Some(here), Some(there)) = (floor(board, cell), floor(board, cell.step(side))) else {
        return false;
    };
    let passable = board.edge(cell, side).is_none_or(|edge| match edge.passage() {
        Passage::Free | Passage::Low => true,
        Passage::Shut => edge.kind != EdgeKind::Window,
        Passage::Closed => false,
    });
    passable && (there - here).abs() <= MAX_STEP
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Edge, Terrain};

    fn connected(board: &Board) -> bool {
        let parts = Parts::of(board);
        let far = Cell::new(board.width() as i16 - 1, 0);
        let a = parts.part(board, Cell::new(0, 0));
        a.is_some() && a == parts.part(board, far)
    }

    /// A corridor of one row with one cell in the middle changed.
    fn corridor(change: impl FnOnce(&mut crate::grid::Tile)) -> Board {
        let mut board = Board::new(5, 1);
        if let Some(tile) = board.tile_mut(Cell::new(2, 0)) {
            change(tile);
        }
        board
    }

    #[test]
    fn steps_up_to_a_metre_are_walked() {
        assert!(connected(&corridor(|t| t.elevation = Hm(2))));
        assert!(!connected(&corridor(|t| t.elevation = Hm(3))));
        assert!(!connected(&corridor(|t| t.elevation = Hm(-3))));
    }

    #[test]
    fn water_is_waded_up_to_a_metre_and_bridged_beyond() {
        assert!(connected(&corridor(|t| t.depth = Hm(2))));
        let mut board = corridor(|t| *t = Terrain::Water.tile());
        assert!(!connected(&board));
        let bridge = crate::grid::Thing {
            kind: crate::grid::ThingKind::Bridge,
            cell: Cell::new(2, 0),
            height: Hm(4),
            turn: 0,
            gone: false,
        };
        // The deck lies 2 m over the bed at elevation 0: too high a step.
        board.add_thing(bridge);
        assert!(!connected(&board));
        if let Some(tile) = board.tile_mut(Cell::new(2, 0)) {
            tile.elevation = Hm(-4);
        }
        assert!(connected(&board));
    }

    #[test]
    fn doors_let_through_and_walls_do_not() {
        for (kind, through) in
            [(EdgeKind::Wall, false), (EdgeKind::Door, true), (EdgeKind::Window, false)]
        {
            let mut board = Board::new(5, 1);
            board.set_edge(Cell::new(2, 0), Dir::W, Some(Edge::new(kind)));
            assert_eq!(connected(&board), through, "{kind:?}");
        }
    }
}
