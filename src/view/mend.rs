//! Which parts of a board on screen are built again when a few of its cells become others: at once
//! what looks different, soon after what only lies in another shade.

use std::collections::BTreeSet;

use bevy::prelude::Message;

use super::terrain::{CHUNK, chunks};
use crate::grid::{Board, Cell, Dir, Edge, Thing, Tile};

/// Asks for what is shown to be changed in some cells. The board on the table is changed in place: a
/// stroke over a few cells of a large one copies nothing else. What only lies in another shade is
/// built in the next frames. A board that is asked for in the same frame has all of it already.
#[derive(Message, Clone, Debug, Default)]
pub struct MendBoard {
    /// The cells that have become others.
    pub changed: Vec<CellNow>,
    /// All things on the board, if there are others now.
    pub things: Option<Vec<Thing>>,
}

/// What a cell has become. Cells right behind the eastern and southern borders have walls only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellNow {
    /// The cell.
    pub cell: Cell,
    /// Its tile.
    pub tile: Option<Tile>,
    /// What stands on its northern side.
    pub north: Option<Edge>,
    /// What stands on its western side.
    pub west: Option<Edge>,
}

impl CellNow {
    /// A cell as it is on a board.
    pub fn on(board: &Board, cell: Cell) -> Self {
        let edge = |side| board.edge(cell, side);
        Self { cell, tile: board.tile(cell).copied(), north: edge(Dir::N), west: edge(Dir::W) }
    }
}

impl MendBoard {
    /// The cells that have become others.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.changed.iter().map(|now| now.cell)
    }

    /// Changes a board.
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

/// How far a change is seen in the shade and shadows around it, in cells.
pub(super) const SEEN_AROUND: i16 = 7;

/// How far the shape of the ground of a cell hangs on its neighbours, in cells.
const BESIDE: i16 = 1;

/// Chunks to be built again, by their north-western corners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mended {
    /// Those with cells that look different, and their neighbours.
    pub now: BTreeSet<Cell>,
    /// Those that lie near enough to be shaded differently.
    pub later: BTreeSet<Cell>,
}

/// The chunks of a board that have to be built again when these cells have become others. Cells off
/// the board, as beside its borders, may be among them.
pub fn mended(board: &Board, cells: &[Cell]) -> Mended {
    let near = |margin: i16| -> BTreeSet<Cell> {
        let reaches = |c: &Cell, k: &Cell| {
            let within = |v: i16, start: i16| {
                v >= start.saturating_sub(margin) && v < start.saturating_add(CHUNK + margin)
            };
            within(c.x, k.x) && within(c.y, k.y)
        };
        chunks(board).filter(|k| cells.iter().any(|c| reaches(c, k))).collect()
    };
    let now = near(BESIDE);
    let later = near(SEEN_AROUND).difference(&now).copied().collect();
    Mended { now, later }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{EdgeKind, Hm, ThingKind};

    #[test]
    fn a_board_is_mended_to_be_like_another() {
        let old = Board::new(8, 6);
        let mut new = old.clone();
        new.tile_mut(Cell::new(2, 3)).unwrap().elevation = Hm(4);
        let wall = Some(Edge::new(EdgeKind::Wall));
        for (x, y, side) in [(2, 3, Dir::W), (4, 1, Dir::N), (7, 5, Dir::E), (7, 5, Dir::S)] {
            new.set_edge(Cell::new(x, y), side, wall);
        }
        let (kind, cell) = (ThingKind::Tree, Cell::new(5, 5));
        let thing = Thing { kind, cell, height: kind.spec().height, turn: 0, gone: false };
        new.add_thing(thing.clone());
        let cells = [(2, 3), (4, 1), (7, 5), (8, 5), (7, 6), (5, 5)].map(Cell::from);
        let changed = cells.map(|cell| CellNow::on(&new, cell)).to_vec();
        let mut mended = old;
        MendBoard { changed, things: Some(vec![thing]) }.carry_out(&mut mended);
        assert_eq!(mended, new);
    }

    #[test]
    fn a_change_is_mended_in_its_chunk_and_its_shade_later() {
        let board = Board::new(64, 64);
        let middle = mended(&board, &[Cell::new(24, 24)]);
        assert_eq!(middle.now, [Cell::new(16, 16)].into());
        assert_eq!(middle.later, BTreeSet::new());
        let corner = mended(&board, &[Cell::new(31, 20)]);
        assert_eq!(corner.now, [Cell::new(16, 16), Cell::new(32, 16)].into());
        assert_eq!(corner.later, [Cell::new(16, 0), Cell::new(32, 0)].into());
        let border = mended(&board, &[Cell::new(64, 70)]);
        assert_eq!((border.now.len(), border.later.len()), (0, 1));
    }
}
