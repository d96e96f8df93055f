//! Levels: the battle map, its sides and goals, stored in files that people read, compare and edit.
//!
//! A level names terrain, things, sides and roles but no ruleset numbers, so every level can be
//! played under every ruleset. `docs/level-format.md` describes the format.
//!
//! A file goes through three stages: `syntax` builds a tree with the position
//! of every value, `migrate` picks the decoder for the file's version, and
//! `validate` checks the finished level. So every message has a line and
//! column, whether it is about a missing bracket or a unit inside a wall.

mod colours;
mod conduct;
mod daylight;
mod decode;
mod events;
mod goals;
mod ground;
mod limits;
mod migrate;
mod model;
mod part;
mod picture;
mod placement;
mod reader;
mod role;
mod syntax;
#[cfg(test)]
mod tests;
mod title;
mod validate;
mod walk;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use files::{self, At, FileKind, Problem};
use grid::{Cell, Feature};

pub use colours::{SideColour, SideColours};
pub use conduct::{Conduct, GearChanges, StartCondition, StartConditions};
pub use daylight::Daylight;
pub use events::{LevelEvent, Renamed, When};
pub use goals::{Goal, GoalKind};
pub use ground::{
    ELEVATIONS, Ground, GroundCell, MAX_CEILING, MAX_HAZARD, MAX_PALETTE, MAX_WATER, MIN_SIDE,
    Palette, in_range,
};
pub use limits::{
    MAX_CAUSES, MAX_CONDITIONS, MAX_DECKS, MAX_EDGES, MAX_EVENTS, MAX_GOALS, MAX_LABEL,
    MAX_LABEL_NOTE, MAX_LABELS, MAX_LIGHTS, MAX_OVERRIDES, MAX_PROPS, MAX_REGION_CELLS,
    MAX_REGIONS, MAX_ROUND, MAX_SIDES, MAX_STOPS, MAX_TELL, MAX_THINGS, MAX_UNITS, MIN_SIDES,
    PART_LAYERS, PartLayers,
};
pub use migrate::FORMAT;
pub use model::{
    DeckItem, Decks, Edges, Item, Label, Level, Overrides, Placement, Side, Underlay, Unit,
    decks_over, edges_on, hatches_over,
};
pub use part::Part;
pub use picture::{PicturePathError, picture_path};
pub use role::{Build, Role};
pub use title::title_of;
pub use validate::{Finding, Severity, Subject};
pub use walk::WalkableRegions;

/// Maximum number of problems reported at once.
const MAX_REPORTED: usize = 50;

/// The result of checking a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The level; `None` if errors made it unreadable.
    pub level: Option<Level>,
    /// Errors, warnings and notes in file order, at most 50.
    pub problems: Vec<(Severity, Problem)>,
    /// Where the parts of the level are written.
    pub places: Places,
}

/// Where those parts of a level that may be refused after reading are in its file: units, their
/// overrides, conditions and gear, goals, the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    text: String,
    /// Byte offsets.
    parts: BTreeMap<Subject, usize>,
}

impl Places {
    /// The place of a part, if the file names it.
    pub fn get(&self, subject: &Subject) -> Option<At> {
        self.parts.get(subject).map(|at| syntax::Lines::new(&self.text).at(*at))
    }
}

impl Report {
    /// Whether the level is unplayable.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|(severity, _)| *severity == Severity::Error)
    }
}

impl Level {
    /// Reads a file and reports everything about it, including warnings and notes. `file` is the
    /// name used in messages; `bodies` gives the space that each role takes up.
    pub fn check(file: &str, text: &str, bodies: impl Fn(Role) -> Build) -> Report {
        Self::read(file, text, |level| level.inspect(&bodies))
    }

    /// Like [`Self::check`], with notes about the features that the named ruleset has no rules for.
    pub fn check_under(
        file: &str,
        text: &str,
        bodies: impl Fn(Role) -> Build,
        (ruleset, heeds): (&str, impl Fn(Feature) -> bool),
    ) -> Report {
        Self::read(file, text, |level| {
            let mut found = level.inspect(&bodies);
            found.extend(level.unheeded(ruleset, &heeds));
            found
        })
    }

    fn read(file: &str, text: &str, look: impl Fn(&Self) -> Vec<Finding>) -> Report {
        read_tree(file, text, FileKind::Level, migrate::decode, look).0
    }

    /// Parses a level. `file` is the name used in messages.
    ///
    /// # Errors
    /// Returns all errors (at most 50) in file order, each
    /// with line, column, what was found and what is allowed.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Problem>> {
        Self::parse_placed(file, text).map(|(level, _)| level)
    }

    /// Like [`Self::parse`], and tells where the parts of the level are written.
    ///
    /// # Errors
    /// As in [`Self::parse`].
    pub fn parse_placed(file: &str, text: &str) -> Result<(Self, Places), Vec<Problem>> {
        let report = Self::read(file, text, Self::validate);
        if !report.has_errors()
            && let Some(level) = report.level
        {
            return Ok((level, report.places));
        }
        let errors = report.problems.into_iter().filter(|(s, _)| *s == Severity::Error);
        Err(errors.map(|(_, problem)| problem).collect())
    }

    /// Loads a level file.
    ///
    /// # Errors
    /// If the file cannot be read, and as for [`Level::parse`].
    pub fn load(path: &Path) -> Result<Self, Vec<Problem>> {
        Self::load_placed(path).map(|(level, _)| level)
    }

    /// Like [`Self::load`], and tells where the parts of the level are written.
    ///
    /// # Errors
    /// As in [`Self::load`].
    pub fn load_placed(path: &Path) -> Result<(Self, Places), Vec<Problem>> {
        let text = files::read_text(path).map_err(|problem| vec![problem])?;
        Self::parse_placed(&path.display().to_string(), &text)
    }

    /// Saves a level file safely.
    ///
    /// # Errors
    /// If the file cannot be written; an older file is then left unchanged.
    pub fn save(&self, path: &Path) -> Result<(), Problem> {
        files::write_safely(path, self.to_text().as_bytes())
    }
}

/// Reads a file of a given kind, and checks the decoded level. Returns the extent of a part too.
fn read_tree(
    file: &str,
    text: &str,
    kind: FileKind,
    decode: impl Fn(&syntax::Node<'_>) -> decode::Decoded,
    look: impl Fn(&Level) -> Vec<Finding>,
) -> (Report, Option<(BTreeSet<Cell>, PartLayers)>) {
    // Some editors start files with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = syntax::Lines::new(text);
    let problem = |at: usize, message: &str, help: Option<&String>| {
        let place = lines.at(at);
        let problem = Problem::new(file, message).at(place.line, place.column);
        match help {
            Some(help) => problem.help(help),
            None => problem,
        }
    };
    let failed = |p: Problem| {
        let problem = kind.mistaken(file, text).unwrap_or(p);
        let problems = vec![(Severity::Error, problem)];
        (Report { level: None, problems, places: Places::default() }, None)
    };
    let root = match syntax::read(text) {
        Ok(root) => root,
        Err(fault) => return failed(problem(fault.at, &fault.message, None)),
    };
    // The tree parser is slightly more tolerant than RON, but a level file must be valid RON.
    if let Err(error) = files::parse_ron::<IgnoredAny>(file, text) {
        return failed(error);
    }
    let mut decoded = decode(&root);
    // A file without a result is never accepted in silence.
    if decoded.level.is_none() && decoded.faults.is_empty() {
        let message = "the ground cannot be read; needed: `palette` and `rows`".to_owned();
        decoded.faults.push(reader::Fault { at: root.at, message, help: None });
    }
    let unread = !decoded.faults.is_empty();
    if unread && let Some(mistaken) = kind.mistaken(file, text) {
        return failed(mistaken);
    }
    let mut found: Vec<(usize, Severity, String, Option<String>)> =
        decoded.faults.into_iter().map(|f| (f.at, Severity::Error, f.message, f.help)).collect();
    if let Some(level) = &decoded.level {
        for f in look(level) {
            // If parts are missing, only findings about a unit itself are reliable.
            let certain = f.severity == Severity::Error && matches!(f.subject, Subject::Unit(..));
            if !unread || certain {
                found.push((decoded.marks.get(&f.subject), f.severity, f.message, f.help));
            }
        }
    }
    found.sort();
    // Notes never crowd out errors.
    let errors = found.iter().filter(|f| f.1 == Severity::Error).count();
    let mut others = MAX_REPORTED.saturating_sub(errors);
    found.retain(|f| {
        let kept = f.1 == Severity::Error || others > 0;
        others -= usize::from(f.1 != Severity::Error && kept);
        kept
    });
    let problems = found.iter().take(MAX_REPORTED);
    let problems = problems
        .map(|(at, severity, message, help)| (*severity, problem(*at, message, help.as_ref())));
    let report = Report {
        level: decoded.level.filter(|_| !unread),
        problems: problems.collect(),
        places: Places { text: text.to_owned(), parts: decoded.marks.places() },
    };
    (report, decoded.extent)
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_text())
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse("level", &text).map_err(|problems| {
            let first = problems.first().map(ToString::to_string);
            serde::de::Error::custom(first.unwrap_or_default())
        })
    }
}
