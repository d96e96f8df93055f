//! Which parts of a board on screen are built again when a few of its cells become others: at once
//! what looks different, soon after what only lies in another shade.

use std::collections::BTreeSet;

use super::terrain::{CHUNK, chunks};
use crate::grid::{Board, Cell};

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
