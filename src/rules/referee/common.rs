//! Shared parts of all rulings: their rule, refusals and announcements, and lookups.

use crate::event::{Event, EventKind, RulingChange};
use crate::refusal::Refusal;
use crate::state::{Meter, Meters, State, Unit};
use crate::{Key, RuleId};
use grid::UnitId;

/// The rule for rulings and their limits, whatever the ruleset.
const RULE: &str = "HG-9";

/// The reason for a change, as shown in the log.
pub(super) const WHY: &str = "by ruling";

pub(super) fn refuse(code: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(code, text, RULE)
}

/// The ID of [`RULE`].
pub(super) fn rule() -> RuleId {
    RuleId::of(RULE)
}

pub(super) fn said(text: String, change: RulingChange) -> Event {
    event(EventKind::Ruling { text, change })
}

pub(super) fn event(what: EventKind) -> Event {
    let mut event = Event::new(what, &[]);
    event.rules.push(rule());
    event
}

pub(super) fn unchanged() -> Refusal {
    refuse("unchanged", "nothing would change")
}

pub(super) fn unit_of(state: &State, id: UnitId) -> Result<&Unit, Refusal> {
    state.unit(id).ok_or_else(|| refuse("no_such_unit", format!("there is no combatant {id}")))
}

pub(super) fn all<'a>(names: impl Iterator<Item = &'a Key>) -> String {
    let names: Vec<&str> = names.map(Key::as_str).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The meter with this name, if the new value is allowed.
pub(super) fn meter<'a>(
    meters: &'a Meters,
    id: &Key,
    to: i32,
    lowest: impl Fn(&Meter) -> i32,
) -> Result<&'a Meter, Refusal> {
    let Some(meter) = meters.get(id.as_str()) else {
        let text = format!("there is no `{id}`; available: {}", all(meters.iter().map(|m| &m.id)));
        return Err(refuse("no_such_meter", text));
    };
    let range = lowest(meter)..=meter.max;
    if !range.contains(&to) {
        let text = format!("{id} must be {} to {}, not {to}", range.start(), range.end());
        return Err(refuse("out_of_range", text));
    }
    if meter.value == to { Err(unchanged()) } else { Ok(meter) }
}

/// The announcement of a changed meter.
pub(super) fn set(unit: &Unit, name: &str, from: i32, to: i32) -> Event {
    let text = format!("{}: {name} changes from {from} to {to}.", unit.identity.name);
    said(text, RulingChange::Values)
}
