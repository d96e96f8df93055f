//! Effects that end with a turn, after its extra acts (EV-51).

use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Unit};

use super::data::{Content, Until};
use super::names::{CLOSING, CULTIVATED, FOCUSED, SURPRISED, TURN};
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
    if unit.conditions.get(FOCUSED).is_some_and(is_old) {
        events.extend(events::relieved(unit, FOCUSED, "unused", "EV-202"));
    }
    let by_it = |c: &&Condition| c.id == *CULTIVATED && c.source == Some(unit.id());
    events.extend(ctx.state.units.iter().filter_map(|of| {
        let word = of.conditions.0.iter().find(by_it).filter(|c| is_old(c))?;
        Some(events::relieved_of(of, word, "unused", "EV-197"))
    }));
    events.extend(stealth::at_turn_end(content, ctx, unit));
    events.extend(conditions::end_turn(unit));
    events
}
