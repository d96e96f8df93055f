//! Effects that end with a turn, after its extra acts (EV-51).

use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Unit};

use super::data::{Content, Until};
use super::names::{CLOSING, CULTIVATED, FOCUSED, RECENT, SURPRISED, TURN};
use super::{conditions, stealth};

/// Effects that end with the turn of a unit: stealth in the open, and expired ones (EV-51). Focus
/// and encouragement of friends last to the end of its next turn (EV-197, EV-202).
pub fn closes(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let mut events: Vec<Event> = events::flag(unit, CLOSING, 0, "EV-51").into_iter().collect();
    if content.rules.surprise_until == Until::OwnTurn {
        events.extend(events::relieved(unit, SURPRISED, "its turn is over", "EV-44"));
    }
    let turn = i64::from(unit.turn.number);
    let is_old = |c: &Condition| c.data.get(TURN) < turn;
    events.extend(unfocused(unit, turn));
    let by_it = |c: &&Condition| c.id == *CULTIVATED && c.source == Some(unit.id());
    events.extend(ctx.state.units.iter().filter_map(|of| {
        let word = of.conditions.0.iter().find(by_it).filter(|c| is_old(c))?;
        Some(events::relieved_of(of, word, "unused", "EV-197"))
    }));
    events.extend(stealth::at_turn_end(content, ctx, unit));
    events.extend(conditions::end_turn(unit));
    events
}

/// Focus of an earlier turn ends with this one; that of this turn stays (EV-202).
fn unfocused(unit: &Unit, turn: i64) -> Option<Event> {
    let focus = unit.conditions.get(FOCUSED)?;
    let recent = if focus.data.get(TURN) < turn { 0 } else { focus.data.get(RECENT) };
    let size = i32::try_from(recent).unwrap_or(0);
    if size == 0 {
        return Some(events::relieved_of(unit, focus, "unused", "EV-202"));
    }
    let stays = Condition { size, ..focus.clone() };
    (size < focus.size).then(|| events::gained(unit, stays, "EV-202"))
}
