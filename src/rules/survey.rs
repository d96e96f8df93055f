//! The geometry of a battle, and the context in which rules read it.

use std::sync::Arc;

use grid::{Board, Field};

use super::ctx::Ctx;
use super::ruleset::Ruleset;
use super::state::State;
use super::step::FrameId;

/// The geometry of the current state: the board with all combatants.
pub fn survey<'a>(rules: &dyn Ruleset, board: &'a Board, state: &State) -> Field<'a> {
    let mut bodies = Vec::with_capacity(state.units.len());
    bodies.extend(state.units.iter().filter(|u| u.status.is_present()).map(|u| rules.body(u)));
    Field::new(board, bodies).with_hazard_height(rules.hazard_height())
}

/// Calls `read` with the context of the current state.
pub fn with_ctx<R>(rules: &dyn Ruleset, state: &State, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let board = Arc::clone(&state.scene.board);
    let field = survey(rules, &board, state);
    read(Ctx { state, field: &field, frame: FrameId::default() })
}
