//! Random battles on every level under every ruleset, a third of them with a referee.

use highground::battle::autoplay::{Decider, Random, run_recorded};
use highground::battle::record::Record;
use highground::battle::replay::replay;
use highground::battle::setup::Choices;
use highground::battle::{Save, Setup};
use highground::registry::RulesetId;
use highground::rules::engine::{self, BattleStatus, CommandError};
use highground::rules::oracle::Play;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::{Command, Event, SharedRuleset};

use super::super::shipped;
use super::wild::Wild;

/// Maximum number of rounds: random players seldom finish a battle, and this shows enough.
pub const ROUNDS: u32 = 12;

/// Maximum number of commands: a referee may undo one act after the other.
pub const COMMANDS: usize = 600;

/// Ruleset of the battle with this seed.
pub fn ruleset(seed: u64) -> RulesetId {
    RulesetId::ALL[seed as usize % RulesetId::ALL.len()]
}

/// The battle with this seed before its first round.
pub fn setup(seed: u64) -> Setup {
    let level = seed as usize / RulesetId::ALL.len();
    let choices = Choices { seed, referee: seed % 3 == 2, ..Choices::default() };
    shipped::setup_with(level, ruleset(seed), choices)
}

/// Random players for all sides, and the referee if any.
pub struct Players {
    random: Random,
    wild: Wild,
}

impl Players {
    pub fn seeded(seed: u64) -> Self {
        Self { random: Random::seeded(seed), wild: Wild::seeded(seed) }
    }

    /// The next command; `None` once the battle is over.
    pub fn order(
        &mut self,
        rules: &dyn Ruleset,
        state: &State,
        rest: &BattleStatus,
    ) -> Option<Command> {
        if state.scene.referee.on && self.wild.one_in(6) && !matches!(rest, BattleStatus::Over(_)) {
            let ruled = (0..20)
                .map(|_| self.wild.ruling(state))
                .find(|command| engine::check(rules, state, command).is_ok());
            if ruled.is_some() {
                return ruled;
            }
        }
        match rest {
            BattleStatus::Await(units) => Some(self.random.command(rules, state, units)),
            BattleStatus::Asked(prompt) => {
                Some(Command::Answer(self.random.answer(rules, state, prompt)))
            }
            BattleStatus::Over(_) | BattleStatus::Dice(_) | BattleStatus::Idle => None,
        }
    }
}

/// A battle in progress.
pub struct Battle {
    pub rules: SharedRuleset,
    pub state: State,
    pub rest: BattleStatus,
    /// Number of commands given.
    pub commands: usize,
}

impl Battle {
    pub fn begin(seed: u64) -> Result<Self, String> {
        Self::of(setup(seed))
    }

    /// The battle of a set-up.
    pub fn of(setup: Setup) -> Result<Self, String> {
        let Setup { rules, scene, units, seed, .. } = setup;
        let mut state = State::new(scene, units, seed);
        let rest = engine::advance(&*rules, &mut state, &mut Play, &mut Vec::new())
            .map_err(|e| e.to_string())?;
        Ok(Self { rules, state, rest, commands: 0 })
    }

    /// The next command of the players; `None` once the battle is over or long enough.
    pub fn order(&self, players: &mut Players) -> Result<Option<Command>, String> {
        if matches!(self.rest, BattleStatus::Dice(_) | BattleStatus::Idle) {
            return Err("no player can act".to_owned());
        }
        if self.state.scene.clock.round > ROUNDS || self.commands >= COMMANDS {
            return Ok(None);
        }
        Ok(players.order(&*self.rules, &self.state, &self.rest))
    }

    /// Executes a command that the check has allowed.
    pub fn give(&mut self, command: &Command) -> Result<Vec<Event>, String> {
        let given = engine::submit(&*self.rules, &mut self.state, command, &mut Play);
        let (events, rest) = given.map_err(|e| match e {
            CommandError::Refused(refusal) => format!("refused: {refusal}"),
            CommandError::Fault(fault) => fault.to_string(),
        })?;
        self.rest = rest;
        self.commands += 1;
        Ok(events)
    }
}

/// Saves the battle with this seed after some rounds.
pub fn saved(seed: u64, rounds: u32) -> Result<Save, String> {
    let record = recorded(seed, rounds)?;
    let rules = ruleset(seed).built_in();
    let replay = replay(&record, rules).map_err(|e| e.to_string())?;
    Ok(Save { record, state: replay.state, events: replay.events })
}

/// Record of that battle.
pub fn recorded(seed: u64, rounds: u32) -> Result<Record, String> {
    let setup = setup(seed);
    let players = (0..setup.scene.sides.len() as u64).map(|side| Random::seeded(seed * 7 + side));
    let mut players: Vec<_> = players.map(|p| Box::new(p) as Box<dyn Decider>).collect();
    let played = run_recorded(setup, &mut players, rounds).map_err(|e| e.to_string())?;
    Ok(played.1)
}
