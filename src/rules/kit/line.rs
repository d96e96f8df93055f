//! Straight lines of cells.

use crate::grid::{Cell, Dir};

/// Direction and length in squares of a straight line between two cells; `None` if it is not
/// straight.
pub fn straight(from: Cell, to: Cell) -> Option<(Dir, u8)> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let squares = u8::try_from(dx.abs().max(dy.abs())).ok()?;
    let is_straight = dx == 0 || dy == 0 || dx.abs() == dy.abs();
    Dir::towards(dx, dy).filter(|_| is_straight).map(|dir| (dir, squares))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_columns_and_diagonals_are_straight() {
        let from = Cell::new(2, 2);
        assert_eq!(straight(from, Cell::new(5, 2)), Some((Dir::E, 3)));
        assert_eq!(straight(from, Cell::new(0, 4)), Some((Dir::SW, 2)));
        assert_eq!(straight(from, Cell::new(4, 3)), None);
        assert_eq!(straight(from, from), None);
    }
}
