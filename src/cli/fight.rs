//! Battles of the computer against itself, for the commands that need one.

use crate::battle::ai::Plain;
use crate::battle::autoplay::{self, AutoplayError, BattleReport, Decider};
use crate::battle::setup::{Choices, Setup, SetupError};
use crate::battle::{Controller, Record};
use crate::data::ruleset_id;
use crate::files::Problem;
use crate::level::Level;
use crate::rules::registry::RulesetId;
use crate::rules::{Event, SharedRuleset};

use super::{Failure, Session};

/// A level under a ruleset, ready to be fought any number of times.
pub(super) struct Match {
    /// The level.
    pub level: Level,
    /// Its file, for messages.
    pub file: String,
    /// The ruleset's name.
    pub ruleset: RulesetId,
    /// The ruleset.
    pub rules: SharedRuleset,
    /// After so many rounds it is a draw.
    pub cap: u32,
}

impl Match {
    /// Reads level and ruleset.
    pub(super) fn load(
        session: &Session,
        level: &str,
        ruleset: &str,
        cap: u32,
    ) -> Result<Self, Failure> {
        let ruleset = ruleset_id(ruleset)?;
        let path = session.data.level(level)?;
        let rules = session.data.ruleset(ruleset)?;
        let level = Level::load(&path)?;
        let this = Self { level, file: path.display().to_string(), ruleset, rules, cap };
        // What is wrong with the set-up is wrong for every seed.
        this.set_up(0)?;
        Ok(this)
    }

    fn set_up(&self, seed: u64) -> Result<Setup, Vec<Problem>> {
        set_up(&self.file, &self.level, self.ruleset, self.rules.clone(), seed)
    }

    /// Fights it out.
    pub(super) fn fight(&self, seed: u64) -> Result<BattleReport, Failure> {
        let fought = autoplay::run_headless(self.set_up(seed)?, &mut self.deciders(), self.cap);
        fought.map_err(|e| self.failed(seed, &e))
    }

    /// Fights it out and gives the record too.
    pub(super) fn fight_recorded(&self, seed: u64) -> Result<(BattleReport, Record), Failure> {
        let fought = autoplay::run_recorded(self.set_up(seed)?, &mut self.deciders(), self.cap);
        fought.map_err(|e| self.failed(seed, &e))
    }

    fn deciders(&self) -> Vec<Box<dyn Decider>> {
        self.level.sides.iter().map(|_| decider()).collect()
    }

    fn failed(&self, seed: u64, error: &AutoplayError) -> Failure {
        Problem::new(&self.file, format!("the battle with seed {seed}: {error}")).into()
    }

    /// Everything that happened in a battle that was fought.
    pub(super) fn events(&self, record: &Record) -> Result<Vec<Event>, Failure> {
        crate::battle::record::replay(record, self.rules.clone())
            .map(|replay| replay.events)
            .map_err(|e| Problem::new(&self.file, e.to_string()).into())
    }
}

/// A battle of a level in which the computer decides for every side.
pub(super) fn set_up(
    file: &str,
    level: &Level,
    ruleset: RulesetId,
    rules: SharedRuleset,
    seed: u64,
) -> Result<Setup, Vec<Problem>> {
    let controllers = vec![Controller::Computer; level.sides.len()];
    let choices = Choices { seed, controllers, ..Choices::default() };
    Setup::from_level(level, ruleset.name().into(), rules, choices).map_err(|errors| {
        let problem = |e: &SetupError| {
            Problem::new(file, format!("not playable under `{}`: {e}", ruleset.name()))
        };
        errors.iter().map(problem).collect()
    })
}

/// The computer's player of one side.
pub(super) fn decider() -> Box<dyn Decider> {
    Box::new(Plain::new())
}
