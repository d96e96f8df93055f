//! Secret doors: they are found by units that stop beside them, by levers and by events of the level.
//!
//! They are found between commands. What only imagines a battle finds none, so no side knows of one
//! before.

use grid::{EdgeAt, Hm};

use super::ctx::Ctx;
use super::event::{Event, EventKind};
use super::fixture;

/// The row of secret doors.
const RULE: &str = "HG-14";

/// Feet at least this far above or below the foot of a door are on another floor.
const LEVEL: Hm = Hm::metres(1);

/// The doors that units in the fight find now. Empty if they find none.
pub(super) fn due(ctx: Ctx<'_>) -> Vec<Event> {
    let board = ctx.field.board();
    let is_found = |at: EdgeAt| {
        let mut bodies = ctx.field.bodies().iter();
        bodies.any(|body| {
            fixture::is_leaf_at_hand(board, body, at, LEVEL)
                && ctx.unit(body.id).is_some_and(super::state::Unit::is_active)
        })
    };
    let found = ctx.state.scene.secrets.to_find().filter(|(at, _)| is_found(*at));
    let changes = found.map(|leaf| fixture::shown(board, leaf));
    changes.map(|change| Event::new(EventKind::Board(change), &[RULE])).collect()
}
