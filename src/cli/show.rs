//! A battle told in the terminal, event by event.

use crate::rules::event::Happening;
use crate::rules::state::State;
use crate::rules::{Event, Ruleset};

use super::output::Output;

/// Prints what happened, one line an event.
pub(super) fn battle(out: &mut Output, _rules: &dyn Ruleset, state: &State, events: &[Event]) {
    for event in events {
        if let Some(text) = words(state, &event.what) {
            out.line(text);
        }
    }
}

fn words(state: &State, what: &Happening) -> Option<String> {
    let name = |id| state.unit(id).map_or_else(String::new, |u| u.identity.name.clone());
    let text = match what {
        Happening::Phase { round, name } => format!("Round {round}: {name}"),
        Happening::TurnBegan { unit, .. } => format!("  {}", name(*unit)),
        Happening::Declared { name: act, unit, .. } => format!("    {}: {act}", name(*unit)),
        Happening::Status { unit, to, why, .. } => format!("    {}: {to:?}, {why}", name(*unit)),
        _ => return None,
    };
    Some(text)
}
