//! What the state keeps of held actions, and what is told when one is lost (MO-60 to MO-67).

use crate::grid::UnitId;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::state::{Armed, State};

use super::trigger::Trigger;
use super::way::Way;

/// What sets a held action off, and the way in which it is done. Saves of version 2 hold both in one
/// name.
pub fn terms(armed: &Armed) -> (Trigger, Way) {
    let (trigger, rest) = Trigger::split(armed.trigger.as_str());
    let way = if armed.choice.as_str().is_empty() { rest } else { armed.choice.as_str() };
    (trigger, Way::parse(way).unwrap_or_default())
}

/// An event for the eyes of the side that holds an action.
pub fn secret(state: &State, owner: UnitId, event: Event) -> Event {
    Event { seen_by: state.unit(owner).map(|u| vec![u.side()]), ..event }
}

/// The event of a held action that is lost (MO-63, MO-64, MO-380).
pub fn over(state: &State, armed: &Armed, why: &str, rule: &'static str) -> Event {
    secret(state, armed.owner, events::disarmed(armed.id, true, why, rule))
}
