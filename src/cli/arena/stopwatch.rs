//! Measures how long an opponent thinks. Its decisions do not depend on that.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use battle::arena::Clocks;
use battle::autoplay::Decider;
use grid::UnitId;
use rules::prompt::{Answer, Prompt};
use rules::state::State;
use rules::{Command, Ruleset};

/// A combatant's turn: the round, the combatant, the number of its turn.
type Turn = (u32, UnitId, u32);

/// An opponent with a stopwatch.
pub(super) struct Timed {
    inner: Box<dyn Decider>,
    clocks: Arc<Mutex<Clocks>>,
    /// The turn in progress, and its time so far in microseconds.
    turn: Option<(Turn, u64)>,
}

impl Timed {
    /// An opponent whose times are added to `clocks`.
    pub(super) fn new(inner: Box<dyn Decider>, clocks: Arc<Mutex<Clocks>>) -> Self {
        Self { inner, clocks, turn: None }
    }

    /// Records a decision of a turn; without a turn, an answer.
    fn note(&mut self, turn: Option<Turn>, since: Instant) {
        let micros = u64::try_from(since.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.clocks.lock().unwrap_or_else(PoisonError::into_inner).decisions.note(micros);
        let Some(turn) = turn else { return };
        match &mut self.turn {
            Some((same, sum)) if *same == turn => *sum = sum.saturating_add(micros),
            _ => {
                self.end_turn();
                self.turn = Some((turn, micros));
            }
        }
    }

    fn end_turn(&mut self) {
        if let Some((_, micros)) = self.turn.take() {
            self.clocks.lock().unwrap_or_else(PoisonError::into_inner).turns.note(micros);
        }
    }
}

impl Drop for Timed {
    fn drop(&mut self) {
        self.end_turn();
    }
}

impl Decider for Timed {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let since = Instant::now();
        let command = self.inner.command(rules, state, units);
        let unit = units.first().copied().unwrap_or_default();
        let number = state.unit(unit).map_or(0, |unit| unit.turn.number);
        self.note(Some((state.scene.clock.round, unit, number)), since);
        command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let since = Instant::now();
        let answer = self.inner.answer(rules, state, prompt);
        self.note(None, since);
        answer
    }
}
