//! The state of held actions, and the event for losing one (MO-60 to MO-67).

use grid::UnitId;
use rules::event::Event;
use rules::kit::events;
use rules::state::{Armed, State};

use super::trigger::Trigger;
use super::variant_spec::VariantSpec;

/// The trigger and the variant of a held action. Version 2 saves store both in one name.
pub fn terms(armed: &Armed) -> (Trigger, VariantSpec) {
    let (trigger, rest) = Trigger::split(armed.trigger.as_str());
    let way = if armed.choice.as_str().is_empty() { rest } else { armed.choice.as_str() };
    (trigger, VariantSpec::chosen(way, &armed.with).unwrap_or_default())
}

/// An event that only the holder's side sees.
pub fn secret(state: &State, owner: UnitId, event: Event) -> Event {
    Event { seen_by: state.unit(owner).map(|u| vec![u.side()]), ..event }
}

/// The event for losing a held action (MO-63, MO-64, MO-380).
pub fn over(state: &State, armed: &Armed, why: &str, rule: &'static str) -> Event {
    secret(state, armed.owner, events::disarmed(armed.id, true, why, rule))
}
