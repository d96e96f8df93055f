//! Advice on water: that which stands above the ground beside it, and rough water where there is
//! none.

use super::{Check, Subject};
use grid::{Board, Cell, Dir, EdgeKind, Hm, Tile};

/// How far water may stand above the ground beside it.
const BANK: Hm = Hm(1);

impl Check<'_> {
    /// Warns once about water that should run off, and once about rough water on dry ground.
    pub(super) fn water_advice(&mut self, board: &Board) {
        let high: Vec<Cell> = board.cells().filter(|cell| stands_high(board, *cell)).collect();
        if let Some(first) = high.first() {
            let (count, verb) = counted(&high, ("stands", "stand"));
            let message =
                format!("{count} of water {verb} more than {BANK} above the ground next to it");
            self.warning(Subject::Cell(*first), message);
        }
        let dry = |tile: &Tile| tile.rough_water && tile.depth <= Hm::ZERO;
        let rough: Vec<Cell> =
            board.cells().filter(|cell| board.tile(*cell).is_some_and(dry)).collect();
        if let Some(first) = rough.first() {
            let (count, verb) = counted(&rough, ("has", "have"));
            let message = format!("{count} {verb} rough water, but no water");
            self.warning(Subject::Cell(*first), message);
        }
    }
}

/// The number of cells in words, and the verb for it.
fn counted<'w>(cells: &[Cell], (one, many): (&'w str, &'w str)) -> (String, &'w str) {
    match cells.len() {
        1 => ("1 cell".to_owned(), one),
        n => (format!("{n} cells"), many),
    }
}

/// Whether the water of a cell stands too high above dry ground beside it, without a wall between.
fn stands_high(board: &Board, cell: Cell) -> bool {
    let Some(water) = board.tile(cell).filter(|t| t.depth > Hm::ZERO && !t.is_solid()) else {
        return false;
    };
    Dir::SIDES.into_iter().any(|side| {
        let open = board.edge(cell, side).is_none_or(|edge| edge.kind == EdgeKind::Fence);
        let bank = board.tile(cell.step(side)).filter(|t| t.depth <= Hm::ZERO && !t.is_solid());
        open && bank.is_some_and(|bank| water.surface() - bank.elevation > BANK)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Severity};
    use grid::{Edge, EdgeAt, Terrain};

    fn advice(level: &Level) -> Vec<(Subject, String)> {
        let mut check = Check { level, findings: Vec::new() };
        check.water_advice(&level.board());
        assert!(check.findings.iter().all(|f| f.severity == Severity::Warning));
        check.findings.into_iter().map(|f| (f.subject, f.message)).collect()
    }

    fn water(elevation: i32) -> Tile {
        Tile { elevation: Hm(elevation), ..Terrain::Water.tile() }
    }

    #[test]
    fn water_needs_banks() {
        let mut level = Level::blank("Pond", 8, 6, Terrain::Grass);
        let (west, east) = (Cell::new(3, 2), Cell::new(4, 2));
        for cell in [west, east] {
            level.ground.paint(cell, water(-3));
        }
        assert_eq!(advice(&level), [], "half a metre is fine");
        level.ground.paint(east, water(-2));
        let told = "1 cell of water stands more than 0.5 m above the ground next to it";
        assert_eq!(advice(&level), [(Subject::Cell(east), told.to_owned())]);
        level.ground.paint(west, water(-2));
        let found = advice(&level);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, Subject::Cell(west));
        assert!(found[0].1.starts_with("2 cells of water stand more"), "{found:?}");
    }

    #[test]
    fn walls_rock_and_other_water_hold_it() {
        let mut level = Level::blank("Fall", 8, 6, Terrain::Solid);
        level.ground.paint(Cell::new(3, 2), water(8));
        level.ground.paint(Cell::new(4, 2), water(-4));
        assert_eq!(advice(&level), [], "a waterfall into a pool");
        level.ground.paint(Cell::new(3, 3), Terrain::Rock.tile());
        assert_eq!(advice(&level).len(), 1);
        let at = EdgeAt::ground(Cell::new(3, 3), Dir::N);
        level.edges.insert(at, Edge::new(EdgeKind::Wall));
        assert_eq!(advice(&level), []);
        level.edges.insert(at, Edge::new(EdgeKind::Fence));
        assert_eq!(advice(&level).len(), 1);
    }

    #[test]
    fn rough_water_needs_water() {
        let mut level = Level::blank("Dry", 8, 6, Terrain::Grass);
        let rough = |tile: Tile| Tile { rough_water: true, ..tile };
        level.ground.paint(Cell::new(1, 1), rough(water(-4)));
        assert_eq!(advice(&level), []);
        for x in [5, 6] {
            level.ground.paint(Cell::new(x, 1), rough(Terrain::Grass.tile()));
        }
        let told = "2 cells have rough water, but no water".to_owned();
        assert_eq!(advice(&level), [(Subject::Cell(Cell::new(5, 1)), told)]);
    }
}
