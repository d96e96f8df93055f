//! Connectivity of cells by plain walking, independent of the ruleset.

use pathfinding::prelude::bfs_reach;

use grid::{Board, Cell, Dir, EdgeKind, Field, Hm, Passage, Room, SupportKind, UnitId};

/// The steepest step that every unit can walk.
const MAX_STEP: Hm = Hm::metres(1);

/// Height of the walking body.
const WALKER: Hm = Hm::metres(2);

/// The walker is not a unit of a battle.
const NO_UNIT: UnitId = UnitId(u32::MAX);

/// The connected part of each floor, by number; none where walking is impossible.
pub struct WalkableRegions {
    width: u16,
    height: u16,
    /// The floors of each cell from the bottom up, with their parts.
    parts: Vec<Vec<(Hm, u32)>>,
    sizes: Vec<u32>,
    /// For each part, whether any of it is on the ground.
    grounded: Vec<bool>,
}

impl WalkableRegions {
    /// Flood-fills the board part by part. Counts only orthogonal steps of at most 1 m up or down,
    /// through doors and gates whether open or not, and over low walls. Excludes climbing, swimming
    /// and jumping, which only some units can do.
    pub fn of(board: &Board) -> Self {
        let field = Field::new(board, Vec::new());
        let floors: Vec<Vec<Hm>> = board.cells().map(|c| floors(&field, c)).collect();
        let mut found = Self {
            width: board.width(),
            height: board.height(),
            parts: vec![Vec::new(); floors.len()],
            sizes: Vec::new(),
            grounded: Vec::new(),
        };
        let floors_at = |c: Cell| {
            let list = board.index(c).and_then(|i| floors.get(i));
            list.map(Vec::as_slice).unwrap_or_default()
        };
        let steps = |(cell, here): &(Cell, Hm)| {
            let (cell, here) = (*cell, *here);
            Dir::SIDES.into_iter().flat_map(move |side| {
                let next = cell.step(side);
                let near = floors_at(next).iter().copied().filter(move |there| {
                    (*there - here).abs() <= MAX_STEP && passes(board, (cell, side), (here, *there))
                });
                near.map(move |there| (next, there))
            })
        };
        for cell in board.cells() {
            for feet in floors_at(cell) {
                if found.part_at(cell, *feet).is_some() {
                    continue;
                }
                let number = u32::try_from(found.sizes.len()).unwrap_or(u32::MAX);
                let (mut size, mut grounded) = (0, false);
                for (cell, feet) in bfs_reach((cell, *feet), steps) {
                    found.set(cell, feet, number);
                    grounded |= board.decks_in(cell).iter().all(|deck| deck.top != feet);
                    size += 1;
                }
                found.sizes.push(size);
                found.grounded.push(grounded);
            }
        }
        found
    }

    /// The part that the lowest floor of a cell belongs to.
    pub fn part(&self, cell: Cell) -> Option<u32> {
        self.in_cell(cell).first().map(|(_, part)| *part)
    }

    /// The part that the floor of a cell at this height belongs to.
    pub fn part_at(&self, cell: Cell, feet: Hm) -> Option<u32> {
        self.in_cell(cell).iter().find(|(floor, _)| *floor == feet).map(|(_, part)| *part)
    }

    /// Number of floors in each part. Parts are numbered in the order of their first cells, row by
    /// row and from the bottom up.
    pub fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// Whether any of a part is on the ground, not on a deck.
    pub fn is_grounded(&self, part: u32) -> bool {
        let part = usize::try_from(part).ok();
        part.and_then(|part| self.grounded.get(part)).copied().unwrap_or_default()
    }

    fn in_cell(&self, cell: Cell) -> &[(Hm, u32)] {
        let list = self.index(cell).and_then(|i| self.parts.get(i));
        list.map(Vec::as_slice).unwrap_or_default()
    }

    fn set(&mut self, cell: Cell, feet: Hm, number: u32) {
        if let Some(list) = self.index(cell).and_then(|i| self.parts.get_mut(i)) {
            list.push((feet, number));
            list.sort_unstable();
        }
    }

    fn index(&self, c: Cell) -> Option<usize> {
        let (x, y) = (u16::try_from(c.x).ok()?, u16::try_from(c.y).ok()?);
        let inside = x < self.width && y < self.height;
        inside.then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }
}

/// Heights of the feet of a walker on the floors of a cell, from the bottom up; none where standing
/// is impossible or needs swimming.
fn floors(field: &Field<'_>, cell: Cell) -> Vec<Hm> {
    let board = field.board();
    if board.decks_in(cell).is_empty() {
        return floor(board, cell).into_iter().collect();
    }
    let walker = Room { cell, size: 1, feet: Hm::ZERO, height: WALKER };
    let sites = field.sites(walker, NO_UNIT).into_iter();
    sites.filter(|site| site.ground.support != SupportKind::Water).map(|site| site.feet).collect()
}

/// Height of the feet of a walker on the ground of a cell; `None` where standing is impossible or
/// needs swimming.
fn floor(board: &Board, cell: Cell) -> Option<Hm> {
    let tile = board.tile(cell)?;
    let feet = board.footing(cell, WALKER)?;
    let dry = feet == tile.elevation || board.stands_on_thing(cell, WALKER);
    dry.then_some(feet)
}

/// Whether no wall or window stops a walker.
fn passes(board: &Board, (cell, side): (Cell, Dir), feet: (Hm, Hm)) -> bool {
    let edge = board.edge_on_step(cell, side, feet, WALKER);
    edge.is_none_or(|(_, edge)| match edge.passage() {
        Passage::Free | Passage::Low => true,
        Passage::Shut => edge.kind != EdgeKind::Window,
        Passage::Closed => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DeckItem;
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
            height: Hm(4),
            ..grid::Thing::new(grid::ThingKind::Bridge, Cell::new(2, 0))
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
    fn decks_are_floors_of_their_own_or_lead_on() {
        let deck = |top| DeckItem::USUAL.deck(Hm(top));
        // Over a pit, level with its sides: a bridge. The bottom is a part of its own.
        let mut board = corridor(|t| t.elevation = Hm(-8));
        assert!(board.add_deck(Cell::new(2, 0), deck(0)));
        let parts = WalkableRegions::of(&board);
        assert_eq!(parts.part_at(Cell::new(2, 0), Hm(0)), parts.part(Cell::new(4, 0)));
        assert_ne!(parts.part(Cell::new(2, 0)), parts.part(Cell::new(4, 0)));
        assert_eq!(parts.sizes(), [5, 1]);
        // 3 m above flat ground: nothing leads up, and the ground below is open.
        let mut board = corridor(|_| {});
        assert!(board.add_deck(Cell::new(2, 0), deck(6)));
        let parts = WalkableRegions::of(&board);
        assert_eq!(parts.sizes(), [5, 1]);
        let up = parts.part_at(Cell::new(2, 0), Hm(6));
        assert_eq!(up.map(|part| parts.is_grounded(part)), Some(false));
        // 2 m above it there is no room to walk below.
        let mut board = corridor(|_| {});
        assert!(board.add_deck(Cell::new(2, 0), deck(4)));
        assert_eq!(WalkableRegions::of(&board).sizes(), [2, 1, 2]);
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
