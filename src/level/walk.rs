//! Connectivity of cells by plain walking, independent of the ruleset.

use pathfinding::prelude::bfs_reach;

use grid::{Board, Cell, Dir, EdgeKind, Hm, Passage};

/// The steepest step that every unit can walk.
const MAX_STEP: Hm = Hm::metres(1);

/// Height of the walking body.
const WALKER: Hm = Hm::metres(2);

/// The number of each cell's connected part; `None` where walking is impossible.
pub struct WalkableRegions {
    width: u16,
    height: u16,
    parts: Vec<Option<u32>>,
    sizes: Vec<u32>,
}

impl WalkableRegions {
    /// Flood-fills the board part by part. Counts only orthogonal steps of at most 1 m up or down,
    /// through doors and gates whether open or not, and over low walls. Excludes climbing, swimming
    /// and jumping, which only some units can do.
    pub fn of(board: &Board) -> Self {
        let floors: Vec<Option<Hm>> = board.cells().map(|c| floor(board, c)).collect();
        let mut found = Self {
            width: board.width(),
            height: board.height(),
            parts: vec![None; floors.len()],
            sizes: Vec::new(),
        };
        let floor_at = |c: Cell| board.index(c).and_then(|i| floors.get(i).copied().flatten());
        let steps = |cell: &Cell| {
            let here = floor_at(*cell);
            let level = move |next: Cell| {
                here.zip(floor_at(next)).is_some_and(|(a, b)| (a - b).abs() <= MAX_STEP)
            };
            let cell = *cell;
            let sides = Dir::SIDES.into_iter();
            let open =
                sides.filter(move |side| level(cell.step(*side)) && passes(board, cell, *side));
            open.map(move |side| cell.step(side))
        };
        for start in board.cells() {
            if found.part(start).is_some() || floor_at(start).is_none() {
                continue;
            }
            let number = u32::try_from(found.sizes.len()).unwrap_or(u32::MAX);
            let mut size = 0;
            for cell in bfs_reach(start, steps) {
                found.set(cell, number);
                size += 1;
            }
            found.sizes.push(size);
        }
        found
    }

    /// The part that a cell belongs to.
    pub fn part(&self, cell: Cell) -> Option<u32> {
        self.index(cell).and_then(|i| self.parts.get(i).copied().flatten())
    }

    /// Number of cells in each part. Parts are numbered
    /// in the order of their first cells, row by row.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    fn set(&mut self, cell: Cell, number: u32) {
        if let Some(slot) = self.index(cell).and_then(|i| self.parts.get_mut(i)) {
            *slot = Some(number);
        }
    }

    fn index(&self, c: Cell) -> Option<usize> {
        let (x, y) = (u16::try_from(c.x).ok()?, u16::try_from(c.y).ok()?);
        let inside = x < self.width && y < self.height;
        inside.then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }
}

/// Height of the feet of a walker in a cell; `None` where standing is impossible or needs swimming.
fn floor(board: &Board, cell: Cell) -> Option<Hm> {
    let tile = board.tile(cell)?;
    let feet = board.footing(cell, WALKER)?;
    let dry = feet == tile.elevation || board.stands_on_thing(cell, WALKER);
    dry.then_some(feet)
}

/// Whether no wall or window stops a walker.
fn passes(board: &Board, cell: Cell, side: Dir) -> bool {
    board.edge(cell, side).is_none_or(|edge| match edge.passage() {
        Passage::Free | Passage::Low => true,
        Passage::Shut => edge.kind != EdgeKind::Window,
        Passage::Closed => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, Terrain};

    fn connected(board: &Board) -> bool {
        let parts = WalkableRegions::of(board);
        let far = Cell::new(board.width() as i16 - 1, 0);
        let a = parts.part(Cell::new(0, 0));
        assert_eq!(
            parts.sizes().iter().sum::<u32>() as usize,
            board.cells().filter(|c| parts.part(*c).is_some()).count()
        );
        a.is_some() && a == parts.part(far)
    }

    /// A corridor of one row, with the middle cell changed.
    fn corridor(change: impl FnOnce(&mut grid::Tile)) -> Board {
        let mut board = Board::new(5, 1);
        if let Some(tile) = board.tile_mut(Cell::new(2, 0)) {
            change(tile);
        }
        board
    }

    #[test]
    fn steps_of_up_to_a_metre_are_walkable() {
        assert!(connected(&corridor(|t| t.elevation = Hm(2))));
        assert!(!connected(&corridor(|t| t.elevation = Hm(3))));
        assert!(!connected(&corridor(|t| t.elevation = Hm(-3))));
    }

    #[test]
    fn water_is_walkable_up_to_a_metre_or_by_a_bridge() {
        assert!(connected(&corridor(|t| t.depth = Hm(2))));
        let mut board = corridor(|t| *t = Terrain::Water.tile());
        assert!(!connected(&board));
        let bridge = grid::Thing {
            kind: grid::ThingKind::Bridge,
            cell: Cell::new(2, 0),
            height: Hm(4),
            turn: 0,
            gone: false,
        };
        // The deck is 2 m above the bed at elevation 0, which is too high a step.
        board.add_thing(bridge);
        assert!(!connected(&board));
        if let Some(tile) = board.tile_mut(Cell::new(2, 0)) {
            tile.elevation = Hm(-4);
        }
        assert!(connected(&board));
    }

    #[test]
    fn doors_let_walkers_through_and_walls_do_not() {
        for (kind, through) in
            [(EdgeKind::Wall, false), (EdgeKind::Door, true), (EdgeKind::Window, false)]
        {
            let mut board = Board::new(5, 1);
            board.set_edge(Cell::new(2, 0), Dir::W, Some(Edge::new(kind)));
            assert_eq!(connected(&board), through, "{kind:?}");
        }
    }
}
