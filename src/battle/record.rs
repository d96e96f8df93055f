//! Records: what it takes to play a battle again, and to know that it went the same way.

use std::collections::BTreeMap;
use std::path::Path;

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::files::{self, Problem};
use crate::level::Level;
use crate::rules::engine::{self, BattleStatus, CommandError, Fault};
use crate::rules::oracle::Play;
use crate::rules::state::State;
use crate::rules::{Command, Event, Key, Refusal, SharedRuleset};

use super::resources::Controller;
use super::setup::{Choices, Setup, SetupError};

/// The version of records that is written and read.
pub const FORMAT: u32 = 1;

/// So many commands a record may have.
pub const MAX_COMMANDS: usize = 100_000;

/// Numbers changed on sheets: the combatant's name, then the name of the number.
pub type Overrides = BTreeMap<String, BTreeMap<Key, i64>>;

/// A battle as it was ordered. Dice are not in it: they follow from the seed.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The version of this file format, [`FORMAT`].
    pub format: u32,
    /// The ruleset's name.
    pub ruleset: Key,
    /// The hash of the ruleset's data when the battle was played.
    pub data: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// Who decided for each side.
    pub controllers: Vec<Controller>,
    /// Numbers changed over those that the level changes.
    #[serde(default)]
    pub overrides: Overrides,
    /// Whether a referee may rule.
    #[serde(default)]
    pub referee: bool,
    /// The whole level, as the text of its file.
    pub level: String,
    /// The hash of the state when somebody could act for the first time.
    pub start: u64,
    /// Every command that was accepted, in order; those of the computer as well.
    #[serde(default)]
    pub commands: Vec<Entry>,
}

/// One command of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// What was ordered.
    pub command: Command,
    /// The hash of the state it led to.
    pub hash: u64,
}

/// Only the version, to be read before anything else.
#[derive(Deserialize)]
struct Head {
    format: u32,
}

impl Record {
    /// A record before the first command, without a referee.
    pub fn new(
        ruleset: Key,
        data: u64,
        level: String,
        seed: u64,
        controllers: Vec<Controller>,
        overrides: Overrides,
    ) -> Self {
        Self {
            format: FORMAT,
            ruleset,
            data,
            seed,
            controllers,
            overrides,
            referee: false,
            level,
            start: 0,
            commands: Vec::new(),
        }
    }

    /// Adds a command that was carried out.
    pub(super) fn note(&mut self, command: Command, hash: u64) {
        self.commands.push(Entry { command, hash });
    }

    /// The name of the level; empty if it cannot be read.
    pub fn level_name(&self) -> String {
        let level = Level::parse("level", &self.level);
        level.map(|level| level.name).unwrap_or_default()
    }

    /// The record as the text of a file, one command a line.
    ///
    /// # Errors
    /// When a value cannot be written as RON, which would be a fault of this program.
    pub fn to_text(&self) -> Result<String, Problem> {
        let pretty = ron::ser::PrettyConfig::new().depth_limit(2).escape_strings(false);
        files::ron_options()
            .to_string_pretty(self, pretty)
            .map(|text| text + "\n")
            .map_err(|e| Problem::new("record", e.to_string()))
    }

    /// Writes a record file safely.
    ///
    /// # Errors
    /// When the file cannot be written; an older file is then untouched.
    pub fn save(&self, path: &Path) -> Result<(), Problem> {
        files::write_safely(path, self.to_text()?.as_bytes())
    }

    /// Reads a record from text. `file` is the name for messages.
    ///
    /// # Errors
    /// With line and column when the text is no record; when it has another version or is too
    /// long.
    pub fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let head: Head = files::parse_ron(file, text)?;
        if head.format != FORMAT {
            let found = head.format;
            let message = format!("this is a record of version {found}, {FORMAT} is read");
            return Err(Problem::new(file, message));
        }
        let record: Self = files::parse_ron(file, text)?;
        if record.commands.len() > MAX_COMMANDS {
            let found = record.commands.len();
            let message = format!("{found} commands are too many, {MAX_COMMANDS} are read");
            return Err(Problem::new(file, message));
        }
        Ok(record)
    }

    /// Reads a record file.
    ///
    /// # Errors
    /// When the file cannot be read, and as [`Self::parse`].
    pub fn load(path: &Path) -> Result<Self, Problem> {
        Self::parse(&path.display().to_string(), &files::read_text(path)?)
    }

    /// Sets the recorded battle up again, from its beginning.
    ///
    /// # Errors
    /// When the level in the record cannot be read or played.
    pub fn setup(&self, rules: SharedRuleset) -> Result<Setup, ReplayError> {
        let level = Level::parse("level in the record", &self.level).map_err(ReplayError::Level)?;
        let choices = Choices {
            seed: self.seed,
            controllers: self.controllers.clone(),
            overrides: self.overrides.clone(),
            referee: self.referee,
        };
        Setup::from_level(&level, self.ruleset.clone(), rules, choices).map_err(ReplayError::Setup)
    }
}

/// Where a replay stopped being the battle that was recorded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The level in the record cannot be read.
    #[error("the level in the record cannot be read: {}", first(.0))]
    Level(Vec<Problem>),
    /// The battle cannot be set up.
    #[error("the battle cannot be set up: {}", first(.0))]
    Setup(Vec<SetupError>),
    /// The ruleset's data are others than they were.
    #[error("the data of `{ruleset}` have changed since the battle was recorded")]
    Data {
        /// The ruleset.
        ruleset: Key,
    },
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The battle begins differently.
    #[error("the battle begins differently: hash {found:016x} instead of {recorded:016x}")]
    Start {
        /// In the record.
        recorded: u64,
        /// Now.
        found: u64,
    },
    /// A command is not possible any more.
    #[error("command {number} is refused now: {source}")]
    Refused {
        /// Which, counted from 1.
        number: usize,
        /// The command.
        command: Box<Command>,
        /// Why.
        source: Box<Refusal>,
    },
    /// A command leads to another state.
    #[error("command {number} has another outcome: hash {found:016x} instead of {recorded:016x}")]
    Outcome {
        /// Which, counted from 1.
        number: usize,
        /// The command.
        command: Box<Command>,
        /// In the record.
        recorded: u64,
        /// Now.
        found: u64,
    },
}

fn first<T: ToString>(list: &[T]) -> String {
    list.first().map(ToString::to_string).unwrap_or_default()
}

/// A battle played again.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The state at its end.
    pub state: State,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// Where it stands then.
    pub rest: BattleStatus,
}

/// Plays a recorded battle again and compares the state after each command.
///
/// # Errors
/// The first difference; it names the command.
pub fn replay(record: &Record, rules: SharedRuleset) -> Result<Replay, ReplayError> {
    let mut events = Vec::new();
    let (state, rest) = follow(record, rules, |_, _, _, fresh| events.extend_from_slice(fresh))?;
    Ok(Replay { state, events, rest })
}

/// Plays a recorded battle again and shows each of its moments: after how many commands, the state,
/// where the battle stands, and what has happened since the moment before. Gives back the end.
///
/// # Errors
/// The first difference. The moments before it have been shown.
pub(super) fn follow(
    record: &Record,
    rules: SharedRuleset,
    mut show: impl FnMut(usize, &State, &BattleStatus, &[Event]),
) -> Result<(State, BattleStatus), ReplayError> {
    if record.data != rules.data_hash() {
        return Err(ReplayError::Data { ruleset: record.ruleset.clone() });
    }
    let Setup { rules, scene, units, seed, .. } = record.setup(rules)?;
    let mut state = State::new(scene, units, seed);
    let mut events = Vec::new();
    let mut rest = engine::advance(&*rules, &mut state, &mut Play, &mut events)?;
    let found = state.hash();
    if found != record.start {
        return Err(ReplayError::Start { recorded: record.start, found });
    }
    show(0, &state, &rest, &events);
    for (i, entry) in record.commands.iter().enumerate() {
        let (number, command) = (i + 1, Box::new(entry.command.clone()));
        let (fresh, now) = match engine::submit(&*rules, &mut state, &command, &mut Play) {
            Ok(done) => done,
            Err(CommandError::Fault(fault)) => return Err(fault.into()),
            Err(CommandError::Refused(source)) => {
                let source = Box::new(source);
                return Err(ReplayError::Refused { number, command, source });
            }
        };
        rest = now;
        let found = state.hash();
        if found != entry.hash {
            let recorded = entry.hash;
            return Err(ReplayError::Outcome { number, command, recorded, found });
        }
        show(number, &state, &rest, &fresh);
    }
    Ok((state, rest))
}
