//! Records: everything needed to replay a battle, and to check that the replay is the same.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

use files::{self, FileKind, Problem};
use grid::SideId;
use level::Level;
use rules::house::{Changes, MAX_CHANGES};
use rules::{Command, Key, SharedRuleset};

use super::ai::{Memory, Promise};
use super::deployment::spot::Deployed;
use super::resources::Controller;

/// The record version that is written and read.
pub const FORMAT: u32 = 1;

/// Maximum number of commands in a record.
pub const MAX_COMMANDS: usize = 100_000;

/// Sheet overrides: the combatant's name, then the name of the number.
pub type Overrides = BTreeMap<String, BTreeMap<Key, i64>>;

/// The commands of a battle. Dice are not included: they follow from the seed.
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
    /// The controller of each side.
    pub controllers: Vec<Controller>,
    /// Sheet overrides on top of those of the level.
    #[serde(default)]
    pub overrides: Overrides,
    /// Whether a referee may make rulings.
    #[serde(default)]
    pub referee: bool,
    /// Whether players get no hints.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unaided: bool,
    /// Whether people are asked questions that the usual policy answers for the computer.
    #[serde(default)]
    pub asks_people: bool,
    /// House rules: the ruleset's options that were changed for the battle.
    #[serde(default)]
    pub house_rules: Changes,
    /// Units that sides moved before the battle.
    #[serde(default, skip_serializing_if = "Deployed::is_empty")]
    pub deployed: Deployed,
    /// The whole level, as the text of its file.
    pub level: String,
    /// The hash of the state when a unit could act for the first time.
    pub start: u64,
    /// Every accepted command in order, including the computer's.
    #[serde(default)]
    pub commands: Vec<RecordedCommand>,
}

/// One command of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedCommand {
    /// The command.
    pub command: Command,
    /// The hash of the state it led to.
    pub hash: u64,
    /// Why the computer gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Box<Why>>,
}

/// The computer's reasons for a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Why {
    /// The command's events in the log: index of the first, and one past the last.
    pub events: (usize, usize),
    /// The side.
    pub side: SideId,
    /// The expected results of the best plans, that of the command first.
    pub plans: Vec<Promise>,
    /// What the computer remembers after it, to go on alike when the battle is loaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<Memory>,
}

/// True for a value that files leave out.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Only the version, which is read first.
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
            unaided: false,
            asks_people: false,
            house_rules: Changes::new(),
            deployed: Deployed::new(),
            level,
            start: 0,
            commands: Vec::new(),
        }
    }

    /// What the computer remembered after its last decision for a side.
    pub fn memory(&self, side: SideId) -> Option<&Memory> {
        let whys = self.commands.iter().rev().filter_map(|entry| entry.why.as_deref());
        whys.filter(|why| why.side == side).find_map(|why| why.memory.as_ref())
    }

    /// Adds a resolved command.
    pub(super) fn note(&mut self, command: Command, hash: u64, why: Option<Box<Why>>) {
        self.commands.push(RecordedCommand { command, hash, why });
    }

    /// The name of the level; empty if the level cannot be read.
    pub fn level_name(&self) -> String {
        let level = Level::parse("level", &self.level);
        level.map(|level| level.name).unwrap_or_default()
    }

    /// The record as the text of a file, one command per line.
    ///
    /// # Errors
    /// When a value cannot be written as RON, which would be a bug in this program.
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
    /// When the file cannot be written; an existing file is then untouched.
    pub fn save(&self, path: &Path) -> Result<(), Problem> {
        files::write_output(path, self.to_text()?.as_bytes())
    }

    /// Reads a record from text. `file` is the name used in messages.
    ///
    /// # Errors
    /// With line and column if the text is not a record; if it has another version or is too long.
    pub fn parse(file: &str, text: &str) -> Result<Self, Problem> {
        let mistaken = |problem| FileKind::Record.mistaken(file, text).unwrap_or(problem);
        let head: Head = files::parse_ron(file, text).map_err(mistaken)?;
        if head.format != FORMAT {
            let found = head.format;
            let message =
                format!("record version {found} is not supported; only version {FORMAT} is");
            return Err(Problem::new(file, message));
        }
        let record: Self = files::parse_ron(file, text)?;
        if record.commands.len() > MAX_COMMANDS {
            let found = record.commands.len();
            let message = format!("{found} commands are too many; the maximum is {MAX_COMMANDS}");
            return Err(Problem::new(file, message));
        }
        Ok(record)
    }

    /// Reads a record file.
    ///
    /// # Errors
    /// When the file cannot be read, and as in [`Self::parse`].
    pub fn load(path: &Path) -> Result<Self, Problem> {
        Self::parse(&path.display().to_string(), &files::read_text(path)?)
    }

    /// The ruleset with the house rules of the battle.
    ///
    /// # Errors
    /// If there are too many, or the ruleset does not have these options or values.
    pub fn rules(&self, base: &SharedRuleset) -> Result<SharedRuleset, Vec<Problem>> {
        match self.house_rules.len() {
            0 => Ok(Arc::clone(base)),
            1..=MAX_CHANGES => base.with_house_rules(&self.house_rules),
            found => {
                let text =
                    format!("{found} house rules are too many; the maximum is {MAX_CHANGES}");
                Err(vec![Problem::new("record", text)])
            }
        }
    }
}
