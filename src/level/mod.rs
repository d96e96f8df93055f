//! Levels: the battle map, its sides and goals, as files that people read, compare and edit.
//!
//! A level names terrain, things, sides and roles, never the numbers of a ruleset, so that each
//! level plays under each ruleset. `docs/level-format.md` describes the format.
//!
//! A file goes through three stages: [`syntax`] makes a tree in which every value knows its place,
//! [`migrate`] picks the reader for the file's version, and [`validate`] looks at the finished
//! level. So a message names line and column, whether it is about a missing bracket or about a
//! unit inside a wall.

mod decode;
mod ground;
mod migrate;
mod model;
mod picture;
mod placement;
mod reader;
mod syntax;
#[cfg(test)]
mod tests;
mod validate;
mod walk;
mod write;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::files::{self, Problem};
use crate::grid::{Atmosphere, Cell, Feature, Terrain};

pub use decode::edge_place;
pub use ground::{
    ELEVATIONS, Ground, GroundCell, MAX_CEILING, MAX_HAZARD, MAX_PALETTE, MAX_WATER, MIN_SIDE,
    Palette, in_range,
};
pub use migrate::FORMAT;
pub use model::{
    Build, Daylight, Edges, Goal, GoalKind, Item, Overrides, Placement, Role, Side, SideColour,
    Underlay, Unit,
};
pub use picture::{PicturePathError, picture_path};
pub use validate::{Finding, Severity, Subject};
pub use walk::Parts;

/// The fewest sides of a level.
pub const MIN_SIDES: usize = 2;
/// The most sides of a level.
pub const MAX_SIDES: usize = 4;
/// The most units of a level, all sides together.
pub const MAX_UNITS: usize = 200;
/// The most things of a level.
pub const MAX_THINGS: usize = 4_000;
/// The most things of a level that give light.
pub const MAX_LIGHTS: usize = 200;
/// The most walls and doors of a level, counted edge by edge.
pub const MAX_EDGES: usize = 24_000;
/// The most regions of a level.
pub const MAX_REGIONS: usize = 64;
/// The most cells of all regions of a level together.
pub const MAX_REGION_CELLS: usize = 131_072;
/// The most numbers that a level changes on one unit's sheet, all rulesets together.
pub const MAX_OVERRIDES: usize = 64;
/// The most goals of a level.
pub const MAX_GOALS: usize = 16;

/// How many problems one run reports.
const MAX_REPORTED: usize = 50;

/// A battle map with sides and goals.
///
/// Plain data: an editor may bring it into any state. [`Level::validate`] says what is wrong, and
/// every level without errors is written and read back unchanged. In saves and records a level is
/// its own text, so that the same migration keeps old ones readable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its title.
    pub name: String,
    /// Who made it; may be empty.
    pub author: String,
    /// What players are told before they choose it; may be empty.
    pub description: String,
    /// What the author wants to remember; shown in the editor only.
    pub notes: String,
    /// The time of day.
    pub light: Daylight,
    /// Weather and what else fills the air over the whole board.
    pub atmosphere: Atmosphere,
    /// A picture under the board.
    pub underlay: Option<Underlay>,
    /// Sides see only what their own units can see.
    pub hidden_information: bool,
    /// Terrain and heights.
    pub ground: Ground,
    /// What stands in cells, at most one thing each.
    pub things: BTreeMap<Cell, Item>,
    /// Walls and doors on the edges between cells.
    pub edges: Edges,
    /// Named sets of cells, for starts, goals and exits.
    pub regions: BTreeMap<String, BTreeSet<Cell>>,
    /// The regions from which combatants may leave the battle.
    pub exits: Vec<String>,
    /// The parties, in the order of their numbers.
    pub sides: Vec<Side>,
    /// The ways to win; any of them ends the battle.
    pub goals: Vec<Goal>,
}

/// What came of reading a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The level, unless it has errors that leave parts of it unreadable.
    pub level: Option<Level>,
    /// What is wrong or worth knowing, in the order of the file, at most 50.
    pub problems: Vec<(Severity, Problem)>,
}

impl Report {
    /// True when the level cannot be played.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|(severity, _)| *severity == Severity::Error)
    }
}

impl Level {
    /// A new level: flat ground of one terrain, two sides without units, last side standing.
    /// Width and height are clamped to the allowed range.
    pub fn blank(name: &str, width: u16, height: u16, terrain: Terrain) -> Self {
        let side = |name: &str, colour| Side {
            name: name.to_owned(),
            colour,
            ambush: false,
            start: None,
            hidden: None,
            units: Vec::new(),
        };
        Self {
            name: name.to_owned(),
            author: String::new(),
            description: String::new(),
            notes: String::new(),
            light: Daylight::Day,
            atmosphere: Atmosphere::default(),
            underlay: None,
            hidden_information: false,
            ground: Ground::flat(width, height, terrain),
            things: BTreeMap::new(),
            edges: Edges::new(),
            regions: BTreeMap::new(),
            exits: Vec::new(),
            sides: vec![side("Blue", SideColour::Blue), side("Red", SideColour::Red)],
            goals: vec![Goal { side: None, kind: GoalKind::LastSideStanding }],
        }
    }

    /// Reads a file and says everything about it, warnings and notes included. `file` is the name
    /// for messages; `bodies` says how much room each role takes up.
    pub fn check(file: &str, text: &str, bodies: impl Fn(Role) -> Build) -> Report {
        Self::read(file, text, |level| level.inspect(&bodies))
    }

    /// The same under a ruleset of that name, with a note about each thing that it has no rules for.
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
        // Some editors begin files with a byte order mark.
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
        let failed = |p: Problem| Report { level: None, problems: vec![(Severity::Error, p)] };
        let root = match syntax::read(text) {
            Ok(root) => root,
            Err(fault) => return failed(problem(fault.at, &fault.message, None)),
        };
        // The tree is a little more tolerant than RON; a level file has to be RON all the same.
        if let Err(error) = files::parse_ron::<IgnoredAny>(file, text) {
            return failed(error);
        }
        let decoded = migrate::decode(&root);
        let unread = !decoded.faults.is_empty();
        let mut found: Vec<(usize, Severity, String, Option<String>)> = decoded
            .faults
            .into_iter()
            .map(|f| (f.at, Severity::Error, f.message, f.help))
            .collect();
        if let Some(level) = &decoded.level {
            for f in look(level) {
                // With parts missing, only what is wrong with a unit itself can be relied on.
                let certain =
                    f.severity == Severity::Error && matches!(f.subject, Subject::Unit(..));
                if !unread || certain {
                    found.push((decoded.marks.get(&f.subject), f.severity, f.message, f.help));
                }
            }
        }
        found.sort();
        // Errors are never crowded out by notes.
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
        Report { level: decoded.level.filter(|_| !unread), problems: problems.collect() }
    }

    /// Reads a level from text. `file` is the name for messages.
    ///
    /// # Errors
    /// With every error found, at most 50, in the order of the file, each with line and column,
    /// what was found and what is allowed.
    pub fn parse(file: &str, text: &str) -> Result<Self, Vec<Problem>> {
        let report = Self::read(file, text, Self::validate);
        if !report.has_errors()
            && let Some(level) = report.level
        {
            return Ok(level);
        }
        let errors = report.problems.into_iter().filter(|(s, _)| *s == Severity::Error);
        Err(errors.map(|(_, problem)| problem).collect())
    }

    /// Reads a level file.
    ///
    /// # Errors
    /// When the file cannot be read, and as [`Level::parse`].
    pub fn load(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = files::read_text(path).map_err(|problem| vec![problem])?;
        Self::parse(&path.display().to_string(), &text)
    }

    /// Writes a level file safely.
    ///
    /// # Errors
    /// When the file cannot be written; an older file is then untouched.
    pub fn save(&self, path: &Path) -> Result<(), Problem> {
        files::write_safely(path, self.to_text().as_bytes())
    }
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
