//! Finds exposed cells: those seen from many others.

use grid::{Board, Cell, Hm, Share, sees};

/// Maximum number of cells to compare; larger boards are sampled evenly.
const MOST: usize = 240;

/// Eye height above the feet.
const EYES: Hm = Hm(3);

/// Height of a standing unit.
const BODY: Hm = Hm::metres(2);

/// A cell and the share of the walkable board that sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exposed {
    /// The cell.
    pub cell: Cell,
    /// The share of compared cells that see it.
    pub seen_from: Share,
}

/// Up to `count` cells seen from the most others, most exposed first. Large boards are sampled.
/// Light and distance are ignored.
pub fn exposed(board: &Board, count: usize) -> Vec<Exposed> {
    let eyes = board.cells().filter_map(|c| Some((c, board.footing(c, BODY)? + EYES)));
    let eyes: Vec<(Cell, Hm)> = eyes.collect();
    let step = eyes.len().div_ceil(MOST).max(1);
    let eyes: Vec<(Cell, Hm)> = eyes.into_iter().step_by(step).collect();
    let mut seen = vec![0u32; eyes.len()];
    for (i, a) in eyes.iter().enumerate() {
        for (j, b) in eyes.iter().enumerate().skip(i + 1) {
            if sees(board, *a, *b) {
                for n in [i, j] {
                    if let Some(slot) = seen.get_mut(n) {
                        *slot += 1;
                    }
                }
            }
        }
    }
    let whole = u32::try_from(eyes.len().saturating_sub(1)).unwrap_or(u32::MAX).max(1);
    let mut found: Vec<Exposed> = (eyes.iter().zip(seen))
        .map(|((cell, _), part)| Exposed { cell: *cell, seen_from: Share { part, whole } })
        .collect();
    // Ties are ordered from north to south, then from west to east.
    found.sort_by_key(|e| (std::cmp::Reverse(e.seen_from.part), e.cell.y, e.cell.x));
    found.truncate(count);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Dir, Edge, EdgeKind};

    #[test]
    fn open_cells_are_seen_and_closed_rooms_are_not() {
        let mut board = Board::new(8, 8);
        for i in 0..2 {
            for (c, side) in [(Cell::new(i, 1), Dir::S), (Cell::new(1, i), Dir::E)] {
                board.set_edge(c, side, Some(Edge::new(EdgeKind::Wall)));
            }
        }
        let found = exposed(&board, 100);
        assert_eq!(found.len(), 64);
        assert_eq!(found[0].seen_from, Share { part: 59, whole: 63 });
        assert_eq!(found.last().map(|e| e.seen_from.part), Some(3));
        assert_eq!(exposed(&Board::new(100, 100), 5).len(), 5);
    }
}
