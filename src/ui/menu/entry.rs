//! Levels and rulesets in the menu's lists.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use crate::hud::sky;
use crate::names::{capital, plain};
use level::{Goal, GoalKind, Level};
use registry::RulesetId;
use rules::house::RuleOption;
use rules::{RuleId, Ruleset};

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its name; the file name if it cannot be read.
    pub name: String,
    /// Its author; may be empty.
    pub author: String,
    /// Its description.
    pub text: String,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// What each side must do to win: "River Guard: hold the bridge for 3 rounds".
    pub goals: Vec<String>,
    /// Its light, weather and air, if unusual: "Dusk, heavy rain".
    pub sky: String,
    /// The number of units of each side.
    pub units: Vec<usize>,
    /// A side may place its units before the battle.
    pub starts: bool,
    /// Columns and rows of its board.
    pub size: (u16, u16),
    /// When its file was written, in seconds since 1970; `None` if the platform does not say.
    pub written: Option<u64>,
    /// It is in the player's own folder.
    pub own: bool,
    /// Why it cannot be played.
    pub problem: Option<String>,
}

impl LevelEntry {
    /// Reads a level file. If that fails, the description gives the reason.
    pub fn read(file: &Path) -> Self {
        let path = file.to_owned();
        let written = written(file);
        match Level::load(file) {
            Ok(level) => Self {
                path,
                name: level.name.clone(),
                author: level.author.clone(),
                text: level.description.clone(),
                sides: level.sides.iter().map(|side| side.name.clone()).collect(),
                goals: level.goals.iter().map(|goal| goal_in_words(goal, &level)).collect(),
                sky: sky::brief(level.light.light(), level.atmosphere),
                units: level.sides.iter().map(|side| side.units.len()).collect(),
                starts: level.sides.iter().any(|side| side.start.is_some()),
                size: (level.ground.width(), level.ground.height()),
                written,
                own: false,
                problem: None,
            },
            Err(problems) => Self {
                path,
                name: file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
                author: String::new(),
                text: String::new(),
                sides: Vec::new(),
                goals: Vec::new(),
                sky: String::new(),
                units: Vec::new(),
                starts: false,
                size: (0, 0),
                written,
                own: false,
                problem: Some(
                    problems
                        .first()
                        .map_or_else(|| "cannot be read".to_owned(), |problem| problem.to_string()),
                ),
            },
        }
    }
}

/// When a file was written, in seconds since 1970.
pub(super) fn written(file: &Path) -> Option<u64> {
    let written = std::fs::metadata(file).and_then(|about| about.modified()).ok()?;
    written.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs())
}

/// A number of rounds: "1 round", "3 rounds".
fn rounds_in_words(rounds: u8) -> String {
    format!("{rounds} {}", if rounds == 1 { "round" } else { "rounds" })
}

/// What a side must do: "River Guard: hold the bridge for 3 rounds".
fn goal_in_words(goal: &Goal, level: &Level) -> String {
    let what = match &goal.kind {
        GoalKind::LastSideStanding => return "Put all foes out of the fight".to_owned(),
        GoalKind::Hold { region, rounds } => {
            format!("hold the {} for {}", plain(region), rounds_in_words(*rounds))
        }
        GoalKind::Reach { region, units: 1 } => format!("bring a unit to the {}", plain(region)),
        GoalKind::Reach { region, units } => {
            format!("bring {units} units to the {}", plain(region))
        }
        GoalKind::Defeat { unit } => format!("defeat {unit}"),
        GoalKind::Survive { rounds } => {
            format!("stay in the fight for {}", rounds_in_words(*rounds))
        }
    };
    let side = goal.side.and_then(|side| level.sides.get(usize::from(side.0)));
    side.map_or_else(|| capital(&what), |side| format!("{}: {what}", capital(&side.name)))
}

/// A ruleset in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetEntry {
    /// Its id in the registry.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Its description.
    pub text: String,
    /// Its options.
    pub options: Vec<OptionEntry>,
}

impl RulesetEntry {
    /// A ruleset with its options.
    pub fn of(id: RulesetId, rules: &dyn Ruleset) -> Self {
        let description = rules.describe();
        let title = |rule: &RuleId| {
            let row = description.reference.iter().find(|row| row.id == rule.as_str())?;
            Some(format!("{} ({rule})", row.title))
        };
        let entry = |option: &RuleOption| OptionEntry {
            option: option.clone(),
            rules: option.rules.iter().filter_map(title).collect::<Vec<_>>().join("\n"),
        };
        Self {
            id: id.name().to_owned(),
            name: description.name.clone(),
            text: description.summary.clone(),
            options: rules.house_rules().options.iter().map(entry).collect(),
        }
    }
}

/// An option of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionEntry {
    /// The option, with its default value.
    pub option: RuleOption,
    /// The titles of the rules that it changes, one per line.
    pub rules: String,
}
