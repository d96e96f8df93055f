//! Where to look for foes when none is in view.

use grid::{Cell, Hm};
use rules::state::Trail;

use super::view::View;

/// Number of rounds before the search moves to another part of the board.
const ROUNDS: u32 = 3;

/// Radius in which a standing place is sought, in cells.
const AROUND: i16 = 8;

/// Number of parts of the board in each direction.
const PARTS: u16 = 4;

/// The parts of the board in the order in which they are searched, so that successive ones are far
/// apart and the middle comes first.
const ORDER: [(u16, u16); 16] = [
    (2, 1),
    (1, 2),
    (2, 2),
    (1, 1),
    (3, 0),
    (0, 3),
    (3, 3),
    (0, 0),
    (3, 2),
    (0, 1),
    (2, 3),
    (1, 0),
    (3, 1),
    (0, 2),
    (1, 3),
    (2, 0),
];

/// Where foes were seen last, until these places have been searched; then a part of the board out of
/// sight that changes every few rounds and differs for each combatant. Empty in battles without
/// hidden information.
pub fn places(view: &View<'_>) -> Vec<Cell> {
    let state = view.ctx.state;
    if !state.scene.fog.on {
        return Vec::new();
    }
    let lost = state.scene.fog.of_side(view.me.side()).filter(|s| !s.now && s.trail == Trail::Warm);
    let seen_last: Vec<Cell> = lost.filter_map(|s| s.at.cell()).collect();
    if !seen_last.is_empty() {
        return seen_last;
    }
    let board = view.ctx.field.board();
    let middle = |length: u16, part: u16| {
        i16::try_from(length * (2 * part + 1) / (2 * PARTS)).unwrap_or_default()
    };
    let spot = |(x, y)| Cell::new(middle(board.width(), x), middle(board.height(), y));
    let turn = (state.scene.clock.round / ROUNDS + u32::from(PARTS) * view.me.id().0) as usize;
    let is_hidden = |cell: &Cell| !view.rules.sees_cell(view.ctx, view.me.id(), *cell);
    ORDER
        .iter()
        .cycle()
        .skip(turn % ORDER.len())
        .take(ORDER.len())
        .filter_map(|part| standing_cell_near(view, spot(*part)))
        .find(is_hidden)
        .into_iter()
        .collect()
}

/// The nearest cell around a spot in which the unit can stand.
fn standing_cell_near(view: &View<'_>, spot: Cell) -> Option<Cell> {
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
