//! Playouts: a plan is carried out by the rules in a copy of the battle. Units near the combatant
//! act as the usual opponent would; the others wait.

use std::cell::RefCell;

use grid::{SideId, UnitId};
use rules::Command;
use rules::effort;
use rules::engine::{self, BattleStatus};
use rules::ruleset::Ruleset;
use rules::state::{State, Unit};

use super::belief::Guesses;
use super::choices::Choices;
use super::luck::Luck;
use super::side_plan::SidePlan;
use super::standing::Standing;
use super::tuning::StandingWeights;
use super::{SimpleAi, Turn};

/// Maximum number of commands per combatant and round, on average.
const COMMANDS: usize = 8;

/// A battle to be played out many times from the same position.
pub struct Playouts<'a> {
    /// The rules.
    pub rules: &'a dyn Ruleset,
    /// The battle as the side knows it, with guesses where unseen foes are (see `belief`).
    pub guesses: &'a Guesses,
    /// The side that plans.
    pub side: SideId,
    /// The combatant whose turn it is.
    pub unit: UnitId,
    /// Number of rounds to play.
    pub rounds: u32,
    /// The combatants that act; the others end their turns where the rules allow it.
    pub actors: &'a [UnitId],
    /// Seed of the playout dice.
    pub seed: u64,
    /// What the usual opponent did in them.
    pub choices: RefCell<Choices>,
}

impl Playouts<'_> {
    /// The side's standing at the start.
    pub fn standing(&self, weights: &StandingWeights) -> Standing {
        Standing::of(self.rules, self.guesses.first(), self.side, weights)
    }

    /// The side's standing in the end if it gives a command and follows a plan, with the dice of a
    /// sample. `turn` is the opponent's memory of the turn after the command. Its effort is added to
    /// `work`.
    pub fn play(
        &self,
        ai: &mut SimpleAi,
        (command, turn, plan): (&Command, &Turn, SidePlan),
        sample: u32,
        work: &mut u64,
    ) -> Standing {
        let begun = effort::spent();
        let rules = self.rules;
        let mut state = self.guesses.of(sample).clone();
        let mut luck = Luck::of(self.seed, sample);
        let most = COMMANDS * state.units.len() * (self.rounds as usize + 1);
        luck.turn_of(self.unit, state.scene.clock.round);
        ai.turn = turn.clone();
        let mut given = engine::submit(rules, &mut state, command, &mut luck);
        for _ in 0..most {
            // A command that the rules refuse or cannot resolve ends the playout.
            let Ok((_, status)) = given else { break };
            let next = match status {
                BattleStatus::Await(units) => {
                    let Some(unit) = units.first().copied() else { break };
                    if self.is_over(&state, unit) {
                        break;
                    }
                    luck.turn_of(unit, state.scene.clock.round);
                    let idle = Command::EndTurn { unit };
                    let acts = self.actors.contains(&unit);
                    if !acts && engine::check(rules, &state, &idle).is_ok() {
                        idle
                    } else {
                        let own = state.commander(unit) == Some(self.side);
                        ai.plan = if own { plan } else { SidePlan::default() };
                        self.choices.borrow_mut().of(ai, rules, &state, unit)
                    }
                }
                BattleStatus::Asked(prompt) => {
                    Command::Answer(engine::policy_answer(rules, &state, &prompt))
                }
                BattleStatus::Over(_) | BattleStatus::Dice(_) | BattleStatus::Idle => break,
            };
            given = engine::submit(rules, &mut state, &next, &mut luck);
        }
        *work = work.saturating_add(effort::since(begun));
        Standing::of(rules, &state, self.side, &ai.tuning.standing)
    }

    /// True once the rounds have passed and the combatant's turn has come again, or would have.
    fn is_over(&self, state: &State, next: UnitId) -> bool {
        let passed = state.scene.clock.round.saturating_sub(self.guesses.first().scene.clock.round);
        passed > self.rounds || passed == self.rounds && next == self.unit
    }
}

/// A combatant and the units in the fight nearest to it, at most `most` others.
pub fn actors(state: &State, unit: UnitId, most: u32) -> Vec<UnitId> {
    let Some(me) = state.unit(unit) else { return Vec::new() };
    let away = |other: &Unit| match (me.placement.at.cell(), other.placement.at.cell()) {
        (Some(here), Some(there)) => here.chebyshev(there),
        _ => 0,
    };
    let others = state.units.iter().filter(|other| other.id() != unit && other.is_active());
    let mut others: Vec<_> = others.map(|other| (away(other), other.id())).collect();
    others.sort_unstable();
    let nearest = others.into_iter().take(most as usize).map(|(_, id)| id);
    std::iter::once(unit).chain(nearest).collect()
}
