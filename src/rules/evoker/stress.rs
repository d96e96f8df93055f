//! Stress: gaining and losing it, and the fainting of exhausted units (EV-259, EV-395 to EV-397).

use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::state::Unit;

use super::names::{EXHAUSTED, MAX_STRESS, STRESS};
use super::numbers::Numbers;
use super::step::{EffectMoment, Step, Suffer};

/// A unit gains this much Stress, up to the maximum.
pub fn gained(unit: &Unit, n: i32, why: &str, rule: &'static str) -> Option<Event> {
    let to = unit.tracks.0.value(STRESS).saturating_add(n).min(MAX_STRESS);
    events::track(unit, STRESS, to, why, rule)
}

/// A unit loses this much Stress, down to none.
pub fn lost(unit: &Unit, n: i32, why: &str, rule: &'static str) -> Option<Event> {
    let to = unit.tracks.0.value(STRESS).saturating_sub(n).max(0);
    events::track(unit, STRESS, to, why, rule)
}

/// The same event, including Stress gained just before it.
pub fn with_earlier(mut event: Event, n: i32) -> Event {
    if let EventKind::Track { id, from, to, .. } = &mut event.what
        && *id == *STRESS
    {
        (*from, *to) = (*from + n, (*to + n).min(MAX_STRESS));
    }
    event
}

/// Stress gained while exhausted may overcome the unit; of several gains at once the last counts
/// (EV-397, EV-X5).
pub fn faints(target: Numbers<'_>, events: &[Event]) -> Option<Step> {
    let gained = events.iter().rev().find_map(|event| match &event.what {
        EventKind::Track { id, from, to, .. } if *id == *STRESS && to > from => Some(*to),
        _ => None,
    })?;
    let exhausted = gained - target.score("toughness") >= EXHAUSTED;
    exhausted.then(|| Suffer { unit: target.unit.id(), moment: EffectMoment::Faints }.into())
}
