//! Legend under the board: the sides with their rings and the number of units still in the fight.

use grid::SideId;
use level::SideColours;
use rules::state::State;

use super::brush::{Brush, Tint};
use super::colours::{FACE, WORDS};
use super::letters;
use super::tokens::base;

/// Height of a row in cells.
const ROW: f32 = 1.1;

/// Height of a capital in cells.
const CAPITAL: f32 = 0.42;

/// Height of the whole legend in cells.
pub fn height(state: &State) -> f32 {
    rows(state).len() as f32 * ROW
}

/// Number and text of each side.
fn rows(state: &State) -> Vec<(SideId, String)> {
    let mut rows = Vec::new();
    for (number, side) in (0u8..).zip(&state.scene.sides) {
        let id = SideId(number);
        let all = state.of_side(id).count();
        let able = state.of_side(id).filter(|u| u.is_active()).count();
        let won = state.scene.verdict.as_ref().is_some_and(|v| v.winner == Some(id));
        let won = if won { ", winner" } else { "" };
        rows.push((id, format!("{}: {able} of {all}{won}", side.name)));
    }
    rows
}

/// Draws the legend with its upper edge at `top`.
pub fn draw(brush: &mut Brush, state: &State, colours: SideColours, top: f32) {
    for (i, (side, text)) in rows(state).into_iter().enumerate() {
        let middle = top + (i as f32 + 0.5) * ROW;
        brush.placed((0.5, middle), 0.0, 0.42, |brush| {
            base(brush, colours.of(side));
            brush.disc((0.0, 0.0), 0.6, FACE);
        });
        letters::write(brush, &text, (1.3, middle - CAPITAL / 2.0), CAPITAL, Tint(WORDS, 1.0));
    }
}
