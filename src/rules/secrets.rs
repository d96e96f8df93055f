//! Secret doors, found by units that stop beside them, by levers and by level events.
//!
//! They are found between commands. An imagined battle finds none, so no side knows of one in
//! advance.

use grid::{EdgeAt, Hm};

use super::ctx::Ctx;
use super::event::{Event, EventKind};
use super::fixture;

/// The rule for secret doors.
const RULE: &str = "HG-14";

/// Minimum height difference between feet and the foot of a door that counts as another floor.
const LEVEL: Hm = Hm::metres(1);

/// The secret doors that units in the fight find now. Empty if there are none.
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
