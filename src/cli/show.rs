//! Prints a battle in the terminal, event by event, in the words of the log.

use rules::state::State;
use rules::{Event, Ruleset};
use ui::log_text::{self, Weight};
use ui::names::Names;

use super::output::Output;

/// Prints the log of a battle without bookkeeping.
pub(super) fn battle(out: &mut Output, rules: &dyn Ruleset, state: &State, events: &[Event]) {
    let mut names = Names::of(state, rules);
    for line in log_text::lines(events, &mut names) {
        match line.weight {
            Weight::Bookkeeping => {}
            Weight::Heading => out.line(&line.headline),
            Weight::Main => out.line(format!("  {}", line.headline)),
            Weight::Detail => out.line(format!("    {}", line.headline)),
        }
    }
}
