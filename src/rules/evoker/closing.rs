//! Effects that end with a turn, after its extra acts (EV-51).

use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::Unit;

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
    let old = |of: &Unit, id| of.conditions.get(id).is_some_and(|c| c.data.get(TURN) < turn);
    if old(unit, FOCUSED) {
        events.extend(events::relieved(unit, FOCUSED, "unused", "EV-202"));
    }
    let by_it =
        |of: &&Unit| of.conditions.get(CULTIVATED).is_some_and(|c| c.source == Some(unit.id()));
    let friends = ctx.state.units.iter().filter(by_it).filter(|of| old(of, CULTIVATED));
    events.extend(friends.filter_map(|of| events::relieved(of, CULTIVATED, "unused", "EV-197")));
    events.extend(stealth::at_turn_end(content, ctx, unit));
    events.extend(conditions::end_turn(unit));
    events
}
