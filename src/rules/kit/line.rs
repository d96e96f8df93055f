//! Straight lines of cells.

use grid::{Cell, Dir, Field, Move, Passage, Room, UnitId};

/// Direction and length in squares of a straight line between two cells; `None` if it is not
/// straight.
pub fn straight(from: Cell, to: Cell) -> Option<(Dir, u8)> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let squares = u8::try_from(dx.abs().max(dy.abs())).ok()?;
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    Dir::towards(dx, dy).filter(|_| is_straight).map(|dir| (dir, squares))
}

/// The rooms of a leap through the air, one per square, at the height of `from`; `None` if
/// something is in the way.
pub fn through_air(
    field: &Field<'_>,
    unit: UnitId,
    from: Room,
    (dir, squares): (Dir, u8),
) -> Option<Vec<Room>> {
    let mut here = from;
    let mut rooms = Vec::new();
    for _ in 0..squares {
        let step = Move::Fly { to: here.cell.step(dir), feet: from.feet };
        let facts = field.step_from(unit, here, step).ok()?;
        let free = facts.corners == 0 && facts.passage == Passage::Free;
        if !free || field.blocker(facts.to, unit).is_some() {
            return None;
        }
        here = facts.to;
        rooms.push(here);
    }
    Some(rooms)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Board, Edge, EdgeKind, Hm};

    #[test]
    fn a_leap_passes_over_low_walls_only() {
        let wall = |kind| {
            let mut board = Board::new(4, 1);
            board.set_edge(Cell::new(1, 0), Dir::E, Some(Edge::new(kind)));
            let field = Field::new(&board, Vec::new());
            let from = Room::point(Cell::new(0, 0), Hm::metres(2));
            let rooms = through_air(&field, UnitId(0), from, (Dir::E, 3));
            rooms.map(|rooms| rooms.iter().map(|room| room.cell.x).collect::<Vec<_>>())
        };
        assert_eq!(wall(EdgeKind::LowWall), Some(vec![1, 2, 3]));
        assert_eq!(wall(EdgeKind::Wall), None);
    }

    #[test]
    fn only_rows_columns_and_diagonals_are_straight() {
        let from = Cell::new(2, 2);
        assert_eq!(straight(from, Cell::new(5, 2)), Some((Dir::E, 3)));
        assert_eq!(straight(from, Cell::new(0, 4)), Some((Dir::SW, 2)));
        assert_eq!(straight(from, Cell::new(4, 3)), None);
        assert_eq!(straight(from, from), None);
    }
}
