//! Which parts of the board to rebuild after a few cells changed: changed cells at once, reshaded
//! cells in later frames.

use std::collections::{BTreeMap, BTreeSet};

use bevy::prelude::Message;

use super::terrain::chunk_of;
use grid::{Board, Cell, Dir, Edge, Thing, Tile};

/// Requests changes to some cells of the board shown. The board is changed in place, so a stroke
/// over a few cells of a large board copies nothing else. Cells that are only shaded differently
/// are rebuilt in the next frames. A board requested in the same frame already contains all of
/// these changes.
#[derive(Message, Clone, Debug, Default)]
pub struct EditBoard {
    /// The changed cells.
    pub changed: Vec<CellNow>,
    /// All things on the board, if they changed.
    pub things: Option<Vec<Thing>>,
}

/// New content of a cell. Cells just beyond the eastern and southern borders have walls only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellNow {
    /// The cell.
    pub cell: Cell,
    /// Its tile.
    pub tile: Option<Tile>,
    /// Edge on its northern side.
    pub north: Option<Edge>,
    /// Edge on its western side.
    pub west: Option<Edge>,
}

impl CellNow {
    /// Reads a cell from a board.
    pub fn on(board: &Board, cell: Cell) -> Self {
        let edge = |side| board.edge(cell, side);
        Self { cell, tile: board.tile(cell).copied(), north: edge(Dir::N), west: edge(Dir::W) }
    }
}

impl EditBoard {
    /// The changed cells.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.changed.iter().map(|now| now.cell)
    }

    /// Applies the changes to a board.
    pub fn carry_out(&self, board: &mut Board) {
        for CellNow { cell, tile, north, west } in &self.changed {
            if let (Some(slot), Some(tile)) = (board.tile_mut(*cell), tile) {
                *slot = *tile;
            }
            board.set_edge(*cell, Dir::N, *north);
            board.set_edge(*cell, Dir::W, *west);
        }
        if let Some(things) = &self.things {
            board.replace_things(things.iter().cloned());
        }
    }
}

/// How far a change affects shade and shadows, in cells.
pub(super) const SEEN_AROUND: i16 = 7;

/// How far the shape of a cell's ground depends on its neighbours, in cells.
const NEIGHBOURS: i16 = 1;

/// Cells to rebuild, by the north-western corner of their chunk.
pub type ChunkCells = BTreeMap<Cell, BTreeSet<Cell>>;

/// Cells to rebuild after a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DirtyCells {
    /// Cells that look different, and their neighbours.
    pub now: ChunkCells,
    /// Cells near enough to be shaded differently.
    pub later: ChunkCells,
}

/// The cells to rebuild on a board after these cells changed. They may include cells just beyond
/// the borders.
pub fn dirty_cells(board: &Board, cells: &[Cell]) -> DirtyCells {
    let now = around(board, cells, NEIGHBOURS);
    let later = without(around(board, cells, SEEN_AROUND), &now);
    DirtyCells { now, later }
}

/// Removes `others` from `parts`.
pub(super) fn without(mut parts: ChunkCells, others: &ChunkCells) -> ChunkCells {
    for (corner, cells) in &mut parts {
        if let Some(others) = others.get(corner) {
            cells.retain(|cell| !others.contains(cell));
        }
    }
    parts.retain(|_, cells| !cells.is_empty());
    parts
}

/// Cells of the board within `margin` cells of any of these.
fn around(board: &Board, cells: &[Cell], margin: i16) -> ChunkCells {
    let (wide, high) = (usize::from(board.width()), usize::from(board.height()));
    let clip = |v: i16, most: usize| usize::try_from(v).unwrap_or(0).min(most);
    let span = |v: i16, most: usize| {
        clip(v.saturating_sub(margin), most)..clip(v.saturating_add(margin + 1), most)
    };
    let mut near = vec![false; wide * high];
    for cell in cells {
        let columns = span(cell.x, wide);
        for y in span(cell.y, high) {
            near[y * wide + columns.start..y * wide + columns.end].fill(true);
        }
    }
    let mut parts = ChunkCells::new();
    for (place, _) in near.into_iter().enumerate().filter(|(_, near)| *near) {
        let cell = Cell::new((place % wide) as i16, (place / wide) as i16);
        parts.entry(chunk_of(cell)).or_default().insert(cell);
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{EdgeKind, Hm, ThingKind};

    #[test]
    fn an_edited_board_equals_its_target() {
        let old = Board::new(8, 6);
        let mut new = old.clone();
        new.tile_mut(Cell::new(2, 3)).unwrap().elevation = Hm(4);
        let wall = Some(Edge::new(EdgeKind::Wall));
        for (x, y, side) in [(2, 3, Dir::W), (4, 1, Dir::N), (7, 5, Dir::E), (7, 5, Dir::S)] {
            new.set_edge(Cell::new(x, y), side, wall);
        }
        let (kind, cell) = (ThingKind::Tree, Cell::new(5, 5));
        let thing = Thing::new(kind, cell);
        new.add_thing(thing.clone());
        let cells = [(2, 3), (4, 1), (7, 5), (8, 5), (7, 6), (5, 5)].map(Cell::from);
        let changed = cells.map(|cell| CellNow::on(&new, cell)).to_vec();
        let mut dirty_cells = old;
        EditBoard { changed, things: Some(vec![thing]) }.carry_out(&mut dirty_cells);
        assert_eq!(dirty_cells, new);
    }

    #[test]
    fn changes_are_rebuilt_at_once_and_the_shade_around_them_later() {
        let board = Board::new(64, 64);
        let chunks = |parts: &ChunkCells| parts.keys().copied().collect::<Vec<_>>();
        let count = |parts: &ChunkCells| parts.values().map(BTreeSet::len).sum::<usize>();
        let middle = dirty_cells(&board, &[Cell::new(24, 24)]);
        assert_eq!(chunks(&middle.now), [Cell::new(16, 16)]);
        assert_eq!(chunks(&middle.later), [Cell::new(16, 16)]);
        assert_eq!((count(&middle.now), count(&middle.later)), (9, 15 * 15 - 9));
        let corner = dirty_cells(&board, &[Cell::new(31, 20)]);
        assert_eq!(chunks(&corner.now), [Cell::new(16, 16), Cell::new(32, 16)]);
        let around = [(16, 0), (16, 16), (32, 0), (32, 16)].map(Cell::from);
        assert_eq!(corner.later.keys().copied().collect::<BTreeSet<_>>(), around.into());
        assert!(
            corner.later.values().flatten().all(|c| !corner.now.values().any(|n| n.contains(c)))
        );
        let border = dirty_cells(&board, &[Cell::new(64, 70)]);
        assert_eq!((count(&border.now), count(&border.later)), (0, 7));
    }
}
