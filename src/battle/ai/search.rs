//! Where to look for foes when none is in view.

use grid::{Cell, Hm};

use super::view::View;

/// Number of rounds before the search moves to another part of the board.
const ROUNDS: u32 = 3;

/// Radius in which a standing place is sought, in cells.
const AROUND: i16 = 8;

/// Where foes were last seen, unless they are plainly gone; otherwise a part of the board that
/// changes every few rounds and differs for each combatant. Empty in battles without hidden
/// information.
pub fn places(view: &View<'_>) -> Vec<Cell> {
    let state = view.ctx.state;
    if !state.scene.fog.on {
        return Vec::new();
    }
    let gone = |cell: &Cell| view.rules.sees_cell(view.ctx, view.me.id(), *cell);
    let lost = state.scene.fog.of_side(view.me.side()).filter(|s| !s.now);
    let seen_last: Vec<Cell> =
        lost.filter_map(|s| s.at.cell()).filter(|cell| !gone(cell)).collect();
    if !seen_last.is_empty() {
        return seen_last;
    }
    let board = view.ctx.field.board();
    let at = |x: u16, y: u16| {
        let part = |length: u16, of: u16| i16::try_from(length * of / 4).unwrap_or_default();
        Cell::new(part(board.width(), x), part(board.height(), y))
    };
    let spots = [at(2, 2), at(3, 1), at(1, 3), at(3, 3), at(1, 1)];
    let turn = (state.scene.clock.round / ROUNDS + view.me.id().0) as usize % spots.len();
    spots
        .iter()
        .cycle()
        .skip(turn)
        .take(spots.len())
        .find_map(|s| footing(view, *s))
        .into_iter()
        .collect()
}

/// The nearest cell around a spot in which the unit can stand.
fn footing(view: &View<'_>, spot: Cell) -> Option<Cell> {
    let height: Hm = view.me.upright();
    let stands = |cell: &Cell| view.ctx.field.board().footing(*cell, height).is_some();
    around(spot, AROUND).find(stands)
}

/// The cells around a spot up to a distance, nearest first.
pub fn around(spot: Cell, most: i16) -> impl Iterator<Item = Cell> {
    let ring = move |away: i16| {
        let all = (-away..=away).flat_map(move |y| (-away..=away).map(move |x| (x, y)));
        all.filter(move |(x, y)| x.abs().max(y.abs()) == away).map(move |(x, y)| spot.offset(x, y))
    };
    (0..=most).flat_map(ring)
}
