//! The computer opponent as a decider for battles without a window.

use crate::autoplay::Decider;
use grid::UnitId;
use rules::prompt::{Answer, Prompt};
use rules::state::State;
use rules::{Command, Ruleset};

use super::{Promise, SimpleAi};

impl Decider for SimpleAi {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        // Lowest number first: combatants that share a turn end theirs one after the other.
        self.choose(rules, state, units.first().copied().unwrap_or_default())
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        Self::answer(self, rules, state, prompt)
    }

    fn reasons(&mut self, rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<Promise> {
        Self::reasons(self, rules, state, command)
    }
}
