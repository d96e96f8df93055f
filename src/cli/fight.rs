//! Battles between computer players, for the commands that need them.

use crate::data::ruleset_id;
use battle::autoplay::{BattleReport, Decider};
use battle::batch::{Arena, Arenas, Matchup, MatchupError};
use battle::setup::{Setup, SetupError};
use battle::{Controller, Record, Skill};
use files::Problem;
use level::{Level, Places};
use registry::RulesetId;
use rules::kit::spawn::plain;
use rules::ruleset::SetUpError;
use rules::{Key, Ruleset, SharedRuleset, enlist};

use super::args::Simulate;
use super::players;
use super::session::{Failure, Session};

/// A level under a ruleset, ready for any number of battles.
pub(super) struct Match {
    /// Level, ruleset and round cap.
    pub matchup: Matchup,
    arenas: Arenas,
    /// The level's file, for messages.
    pub file: String,
    /// The ruleset's name.
    pub ruleset: RulesetId,
    /// The level of play of each side.
    pub players: Vec<Skill>,
}

impl Match {
    /// Loads level and ruleset of the battles to simulate, for `threads` threads.
    pub(super) fn load(
        session: &Session,
        args: &Simulate,
        threads: usize,
    ) -> Result<Self, Failure> {
        let ruleset = ruleset_id(&args.ruleset)?;
        let path = session.level(&args.level)?;
        let rules = with_house_rules(session.data.ruleset(ruleset)?, &args.house_rules)?;
        let (level, places) = Level::load_placed(&path)?;
        let file = path.display().to_string();
        let source = Source { file: &file, places: &places };
        // Setup problems do not depend on the seed, nor on the opponents.
        set_up(source, &level, ruleset, rules.clone(), 0)?;
        let sides: Vec<&str> = level.sides.iter().map(|side| side.name.as_str()).collect();
        let usual = vec![Controller::COMPUTER; sides.len()];
        let players = players::skills(&players::seats(&sides, &usual, &args.computer)?);
        let matchup =
            Matchup { level, ruleset: ruleset.name().into(), rules, cap: args.fights.rounds };
        let arena = matchup.arena_between(&players);
        let arena = arena.map_err(|e| Problem::new(&file, e.to_string()))?;
        Ok(Self { matchup, arenas: Arenas::new(arena, threads), file, ruleset, players })
    }

    /// Plays a battle to its end and returns its full event log.
    pub(super) fn fight(&self, seed: u64) -> Result<BattleReport, Failure> {
        self.arena(seed).fight_logged(seed).map_err(|e| self.failed(seed, e))
    }

    /// Plays a battle to its end and returns its record as well.
    pub(super) fn fight_recorded(&self, seed: u64) -> Result<(BattleReport, Record), Failure> {
        self.arena(seed).fight_recorded(seed).map_err(|e| self.failed(seed, e))
    }

    /// Notes the battle for the crash report and returns this thread's arena.
    fn arena(&self, seed: u64) -> &Arena {
        let ruleset = self.ruleset.name();
        crash::doing(format!("the battle of {} under {ruleset} with seed {seed}", self.file));
        self.arenas.here()
    }

    fn failed(&self, seed: u64, error: MatchupError) -> Failure {
        match error {
            MatchupError::Setup(errors) => {
                let source = Source { file: &self.file, places: &Places::default() };
                let rules = (self.ruleset, &*self.matchup.rules);
                problems(source, &self.matchup.level, rules, &errors).into()
            }
            MatchupError::Autoplay(e) => {
                Problem::new(&self.file, format!("the battle with seed {seed}: {e}")).into()
            }
        }
    }
}

/// A ruleset with house rules from the command line. Groups of options may be left out of their
/// names.
pub(super) fn with_house_rules(
    rules: SharedRuleset,
    given: &[(String, String)],
) -> Result<SharedRuleset, Vec<Problem>> {
    if given.is_empty() {
        return Ok(rules);
    }
    let full = |name: &String| {
        rules.house_rules().option(name).map_or_else(|| name.clone(), |option| option.name.clone())
    };
    let changes = given.iter().map(|(name, value)| (full(name), value.clone())).collect();
    rules.with_house_rules(&changes)
}

/// The file of a level, for messages about it.
#[derive(Clone, Copy)]
pub(super) struct Source<'f> {
    /// Its name.
    pub file: &'f str,
    /// The positions of the level's parts in it.
    pub places: &'f Places,
}

/// Sets up a battle in which the computer controls every side.
pub(super) fn set_up(
    source: Source<'_>,
    level: &Level,
    ruleset: RulesetId,
    rules: SharedRuleset,
    seed: u64,
) -> Result<Setup, Vec<Problem>> {
    let matchup = Matchup { level: level.clone(), ruleset: ruleset.name().into(), rules, cap: 0 };
    let rules = (ruleset, &*matchup.rules);
    matchup.set_up(seed).map_err(|errors| problems(source, level, rules, &errors))
}

/// The reasons why a level cannot be played, as problems of its file.
fn problems(
    Source { file, places }: Source<'_>,
    level: &Level,
    (ruleset, rules): (RulesetId, &dyn Ruleset),
    errors: &[SetupError],
) -> Vec<Problem> {
    let key = ruleset.name().into();
    let problem = |e: &SetupError| {
        let message = format!("not playable under `{}`: {}", ruleset.name(), reason(e, rules));
        let problem = Problem::new(file, message);
        match e.subject(level, &key).and_then(|subject| places.get(&subject)) {
            Some(at) => problem.at(at.line, at.column),
            None => problem,
        }
    };
    errors.iter().map(problem).collect()
}

/// The message of a setup error. A slot that no item fits is itself unknown.
fn reason(error: &SetupError, rules: &dyn Ruleset) -> String {
    let SetupError::Sheet { name, role, cell, source: SetUpError::UnknownGear { slot, .. } } =
        error
    else {
        return error.to_string();
    };
    let placing = plain(role.as_str());
    if !enlist::fitting(rules, &placing, slot).is_empty() {
        return error.to_string();
    }
    let gear = rules.enlist(&placing).map(|unit| unit.gear.0).unwrap_or_default();
    let known: Vec<&str> = gear.keys().map(Key::as_str).collect();
    let known = known.join(", ");
    format!("{name} ({role}) at {cell}: the role has no slot `{slot}`; these have an item: {known}")
}

/// The computer at a level of play.
pub(super) fn decider(skill: Skill) -> Box<dyn Decider> {
    skill.decider()
}
