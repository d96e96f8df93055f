//! The computer opponent as a decider for battles without a window.

use crate::autoplay::Decider;
use grid::UnitId;
use rules::engine;
use rules::policy::Policy;
use rules::prompt::{Answer, Prompt};
use rules::state::State;
use rules::{Command, Ruleset};

use super::{Memory, Promise, SimpleAi};

impl Decider for SimpleAi {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        // Lowest number first: combatants that share a turn end theirs one after the other.
        let unit = units.first().copied().unwrap_or_default();
        orders(rules, state, unit).unwrap_or_else(|| self.choose(rules, state, unit))
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        Self::answer(self, rules, state, prompt)
    }

    fn memory(&self) -> Option<Memory> {
        Some(Memory { turn: self.turn.clone(), ..Memory::default() })
    }

    fn remember(&mut self, memory: &Memory) {
        self.turn = memory.turn.clone();
    }

    fn reasons(&mut self, rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<Promise> {
        Self::reasons(self, rules, state, command)
    }
}

/// The standing order to be asked about the next subject that the combatant's side has given no
/// order about.
pub fn orders(rules: &dyn Ruleset, state: &State, unit: UnitId) -> Option<Command> {
    let side = state.unit(unit)?.side();
    let given = |about: &str| state.scene.policies.given(side, about).is_some();
    let about = rules.for_computers().into_iter().find(|about| !given(about.as_str()))?;
    let order = Command::Policy { side, about, policy: Policy::Ask };
    engine::check(rules, state, &order).is_ok().then_some(order)
}
