//! What the usual opponent does in the positions of playouts. Many samples meet the same position.

use std::collections::HashMap;

use grid::UnitId;
use rules::Command;
use rules::ruleset::Ruleset;
use rules::state::State;

use super::side_plan::SidePlan;
use super::{SimpleAi, Turn};

/// A position: the hash of the battle, who acts, what its side has agreed on, and the opponent's
/// memory of the turn.
type Position = (u64, UnitId, SidePlan, Turn);

/// The choices made so far for one decision.
#[derive(Default)]
pub struct Choices {
    known: HashMap<Position, (Command, Turn)>,
}

impl Choices {
    /// The command of the usual opponent. Takes no effort in a position that it knows.
    pub fn of(
        &mut self,
        ai: &mut SimpleAi,
        rules: &dyn Ruleset,
        state: &State,
        unit: UnitId,
    ) -> Command {
        if let Some(me) = state.unit(unit) {
            ai.recall(me, state.scene.clock.round);
        }
        let position = (state.hash(), unit, ai.plan, ai.turn.clone());
        if let Some((command, after)) = self.known.get(&position) {
            ai.turn = after.clone();
            return command.clone();
        }
        let command = ai.choose(rules, state, unit);
        self.known.insert(position, (command.clone(), ai.turn.clone()));
        command
    }
}
