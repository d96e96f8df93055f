//! Area templates: the cells of a radius, square, cone, line or ring, clipped to the board.
//!
//! All lists are in [`Cell`] order (by column, then row) and hold each cell once. Walls are
//! ignored: which cells of a template are screened off is a matter of sight or sound.

use super::board::Board;
use super::cell::{Cell, Dir};
use super::room::Room;
use super::units::Hm;

fn clipped(board: &Board, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut list: Vec<Cell> = cells.filter(|c| board.contains(*c)).collect();
    list.sort_unstable();
    list.dedup();
    list
}

/// The board's cells in a box of columns and rows, both ends included.
fn in_box(board: &Board, low: Cell, high: Cell) -> impl Iterator<Item = Cell> + use<> {
    let (w, h) = (board.width() as i16, board.height() as i16);
    let (xs, ys) = (low.x.max(0)..=high.x.min(w - 1), low.y.max(0)..=high.y.min(h - 1));
    xs.flat_map(move |x| ys.clone().map(move |y| Cell::new(x, y)))
}

fn reach(metres: u16) -> i16 {
    i16::try_from(metres).unwrap_or(i16::MAX)
}

fn around(board: &Board, centre: Room, metres: u16) -> impl Iterator<Item = Cell> + use<> {
    let n = reach(metres);
    in_box(board, centre.cell.offset(-n, -n), centre.far().offset(n, n))
}

fn gap(centre: &Room, cell: Cell) -> u32 {
    let (dx, dy) = centre.gap(&Room::point(cell, Hm::ZERO));
    dx.max(dy)
}

/// The cells at most `metres` from the nearest cell of a room, with diagonals as 1, at any height.
pub fn radius(board: &Board, centre: Room, metres: u16) -> Vec<Cell> {
    around(board, centre, metres).collect()
}

/// Like [`radius`], limited to cells whose floor is at most
/// `metres` above or below the feet of the room, in whole metres.
pub fn ball(board: &Board, centre: Room, metres: u16) -> Vec<Cell> {
    let mut cells = radius(board, centre, metres);
    cells.retain(|c| {
        board.tile(*c).is_some_and(|t| {
            let near = |floor: Hm| {
                (floor - centre.feet).whole_metres().unsigned_abs() <= u32::from(metres)
            };
            near(t.elevation) || board.decks_in(*c).iter().any(|deck| near(deck.top))
        })
    });
    cells
}

/// The cells exactly `metres` from the nearest cell of a room; its own cells for 0.
pub fn ring(board: &Board, centre: Room, metres: u16) -> Vec<Cell> {
    around(board, centre, metres).filter(|c| gap(&centre, *c) == u32::from(metres)).collect()
}

/// The square of `n` x `n` cells with its north-west cell at `anchor`; empty for 0.
pub fn square(board: &Board, anchor: Cell, n: u16) -> Vec<Cell> {
    match reach(n) {
        0 => Vec::new(),
        n => in_box(board, anchor, anchor.offset(n - 1, n - 1)).collect(),
    }
}

/// A 90 degree cone, `n` metres long, that opens from the edge of a room in one of the eight
/// directions. Excludes the room's own cells.
///
/// In an orthogonal direction, row k beyond the edge extends k cells past
/// the footprint on both sides. In a diagonal direction, the cone is the
/// square of cells beyond the corner cell, including the two rows next to
/// that cell. Either way, the cone of a single cell has n x n + 2n cells.
pub fn cone(board: &Board, origin: Room, dir: Dir, n: u16) -> Vec<Cell> {
    let (fx, fy) = dir.delta();
    let (near, far) = (origin.cell, origin.far());
    let inside = |c: &Cell| {
        // Distance beyond the footprint on each axis, in the cone's direction.
        let beyond = |f: i16, c: i16, near: i16, far: i16| match f {
            1 => c - far,
            -1 => near - c,
            _ => (c - far).max(near - c).max(0),
        };
        let (x, y) = (beyond(fx, c.x, near.x, far.x), beyond(fy, c.y, near.y, far.y));
        match (fx, fy) {
            (0, _) => y >= 1 && x <= y,
            (_, 0) => x >= 1 && y <= x,
            _ => x >= 0 && y >= 0 && (x, y) != (0, 0),
        }
    };
    around(board, origin, n).filter(inside).collect()
}

/// Every cell touched by the straight line between the middles of two cells, ends included. Where
/// the line passes exactly through a corner, all four adjacent cells count, so that the result is
/// the same in both directions.
pub fn line(board: &Board, from: Cell, to: Cell) -> Vec<Cell> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let low = Cell::new(from.x.min(to.x), from.y.min(to.y));
    let high = Cell::new(from.x.max(to.x), from.y.max(to.y));
    // A cell is touched unless its corners all lie on one side of the line: the distance of its
    // middle from the line, times twice the length, is at most half its diagonal extent.
    let touched = |c: &Cell| {
        let (cx, cy) = (i32::from(c.x) - i32::from(from.x), i32::from(c.y) - i32::from(from.y));
        2 * (i64::from(cx) * i64::from(dy) - i64::from(cy) * i64::from(dx)).abs()
            <= i64::from(dx.abs()) + i64::from(dy.abs())
    };
    // A line stays in one row or column only if it runs
    // along cell middles, and then it touches no corner.
    clipped(board, in_box(board, low, high).filter(touched))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::samples::arb_board;
    use super::super::symmetry::{Symmetry, arb_symmetry};
    use super::*;

    fn point(x: i16, y: i16) -> Room {
        Room::point(Cell::new(x, y), Hm::ZERO)
    }

    #[test]
    fn template_sizes_on_open_ground() {
        let board = Board::new(21, 21);
        let centre = point(10, 10);
        assert_eq!(radius(&board, centre, 2).len(), 25);
        assert_eq!(ring(&board, centre, 2).len(), 16);
        assert_eq!(ring(&board, centre, 0), [centre.cell]);
        assert_eq!(square(&board, centre.cell, 3).len(), 9);
        for dir in Dir::ALL {
            let cells = cone(&board, centre, dir, 4);
            assert_eq!(cells.len(), 24, "{dir:?}");
            assert!(!cells.contains(&centre.cell));
            assert!(cells.contains(&centre.cell.step(dir)));
        }
        let big = Room { size: 2, ..centre };
        assert_eq!(radius(&board, big, 1).len(), 16);
        assert_eq!(cone(&board, big, Dir::E, 2).len(), 4 + 6);
    }

    #[test]
    fn a_cone_to_the_north_widens_by_one_on_each_side() {
        let board = Board::new(9, 9);
        let cells = cone(&board, point(4, 4), Dir::N, 2);
        let expected: Vec<Cell> = [(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 2), (5, 3), (6, 2)]
            .map(|(x, y)| Cell::new(x, y))
            .to_vec();
        assert_eq!(cells, expected);
    }

    #[test]
    fn templates_are_clipped_at_the_border() {
        let board = Board::new(4, 4);
        assert_eq!(radius(&board, point(0, 0), 1).len(), 4);
        assert_eq!(square(&board, Cell::new(3, 3), 3), [Cell::new(3, 3)]);
        assert_eq!(square(&board, Cell::new(0, 0), 0), []);
        assert_eq!(radius(&board, point(0, 0), u16::MAX).len(), 16);
    }

    #[test]
    fn a_ball_excludes_cells_that_are_too_high() {
        let mut board = Board::new(3, 1);
        if let Some(tile) = board.tile_mut(Cell::new(1, 0)) {
            tile.elevation = Hm::metres(3);
        }
        assert_eq!(ball(&board, point(0, 0), 2), [Cell::new(0, 0), Cell::new(2, 0)]);
    }

    #[test]
    fn lines_touch_all_four_cells_of_a_corner() {
        let board = Board::new(5, 5);
        let cell = Cell::new;
        assert_eq!(
            line(&board, cell(0, 0), cell(1, 1)),
            [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)]
        );
        assert_eq!(line(&board, cell(0, 2), cell(2, 2)), [cell(0, 2), cell(1, 2), cell(2, 2)]);
        // From (0,0) to (2,1) the line passes (0.5, 0.25), (1, 0.5), (1.5, 0.75).
        assert_eq!(
            line(&board, cell(0, 0), cell(2, 1)),
            [cell(0, 0), cell(1, 0), cell(1, 1), cell(2, 1)]
        );
    }

    proptest! {
        #[test]
        fn templates_turn_with_the_board(
            board in arb_board(), s in arb_symmetry(),
            x in 0i16..8, y in 0i16..8, tx in 0i16..8, ty in 0i16..8,
            size in 1u8..4, n in 0u16..5, dir in 0u8..8,
        ) {
            let s = Symmetry::of(&board, s);
            let turned = s.board(&board);
            let room = Room { size, ..point(x, y) };
            let other = s.room(room);
            let dir = Dir::N.turned(dir);
            prop_assert_eq!(s.cells(&radius(&board, room, n)), radius(&turned, other, n));
            prop_assert_eq!(s.cells(&ball(&board, room, n)), ball(&turned, other, n));
            prop_assert_eq!(s.cells(&ring(&board, room, n)), ring(&turned, other, n));
            let there = cone(&turned, other, s.dir(dir), n);
            prop_assert_eq!(s.cells(&cone(&board, room, dir, n)), there);
            let (a, b) = (Cell::new(x, y), Cell::new(tx, ty));
            let straight = line(&board, a, b);
            prop_assert_eq!(&straight, &line(&board, b, a));
            prop_assert_eq!(s.cells(&straight), line(&turned, s.cell(a), s.cell(b)));
        }
    }
}
