//! Scenarios: small battles in text files with their expected outcome. They are tests of the rules
//! that anyone can write; `docs/scenarios.md` explains how.
//!
//! [`load`] reads a file and checks it against its ruleset, and reports every problem with its
//! position. [`run`] plays a scenario over the rules core with its scripted dice, and compares
//! events, values, refusals and exact odds. The test suite and the command line use the same
//! functions.
//!
//! ```
//! use scenario;
//!
//! // Slash has 2 for half the level and 2 for the sword against Parry 7: 3 or more on a d10.
//! let text = r#"(
//!     title: "A knight strikes an archer",
//!     rules: ["PR-1"],
//!     rows: ["AB"],
//!     units: { "A": (role: "knight", side: "blue"), "B": (role: "archer", side: "red") },
//!     start: "A",
//!     steps: [
//!         (do: act("A", "slash", "B"), dice: [6], odds: [(of: hit("B"), is: "8/10")]),
//!     ],
//! )"#;
//! let file = "tests/scenarios/precision/blow.ron";
//! for blow in scenario::parse(file, text).expect("a scenario without mistakes") {
//!     let report = scenario::run(&blow, &scenario::built_in);
//!     assert!(report.passed, "{:?}", report.failures);
//! }
//! ```

mod board;
mod check;
mod choices;
mod commands;
mod compare;
mod conditions;
mod errors;
mod expect;
mod file;
mod holds;
mod line;
mod lines;
mod model;
mod names;
mod odds;
mod orders;
mod places;
mod play;
mod report;
mod roll;
mod ruling;
mod scalar;
mod setup;
mod sides;
mod slots;
mod source;
#[cfg(test)]
mod tests;
mod units;
mod value;
mod view;

use std::path::{Component, Path, PathBuf};

use files::{At, FileKind, Problem, parse_ron, read_text};
use level::Level;
use registry::RulesetId;
use rules::ruleset::SharedRuleset;

use model::ScenarioFile;

pub use commands::command_of;
pub use errors::suggestion;
pub use errors::{CheckError, ContentError, PlayError, ScriptedSourceError};
pub use file::{Options, Scenario};
pub use model::Do;
pub use names::Names;
pub use odds::{ConditionOdds, DamageOdds, LossOdds, MarkOdds, OddsReport, RollOdds, TargetOdds};
pub use places::{Places, places};
pub use play::{Factory, OddsError, first_preview, odds_of_first_command, run};
pub use report::{Failure, Report};
pub use scalar::Set;
pub use view::View;

/// The built-in rulesets, for [`run`].
///
/// # Errors
/// When an option does not exist or cannot have that value.
pub fn built_in(id: RulesetId, options: &Options) -> Result<SharedRuleset, Vec<Problem>> {
    id.built_in_with(options)
}

/// The scenario files at a path: the file itself, or every RON file in a folder and its subfolders,
/// sorted by name.
///
/// # Errors
/// When a folder cannot be read, or contains none.
pub fn files(path: &Path) -> Result<Vec<PathBuf>, Problem> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut folders = vec![path.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        let wrong = |e: std::io::Error| Problem::new(folder.display().to_string(), e.to_string());
        for entry in std::fs::read_dir(&folder).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            // Linked folders are skipped, so that none is visited twice.
            let kind = entry.file_type().map_err(wrong)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "ron") {
                found.push(path);
            }
        }
    }
    if found.is_empty() {
        let text = "there is no scenario file in this folder";
        return Err(Problem::new(path.display().to_string(), text));
    }
    found.sort();
    Ok(found)
}

/// Reads a file with one scenario or a list of them.
///
/// # Errors
/// Every problem with its position: text that is not a scenario; letters, acts, roles, sides or
/// rules that do not exist; combatants that cannot stand where they are put.
pub fn load(path: &Path) -> Result<Vec<Scenario>, Vec<Problem>> {
    let text = read_text(path).map_err(|p| vec![p])?;
    parse(&path.display().to_string(), &text)
}

/// Reads scenarios from text. `file` is the name for messages; levels are searched for in its
/// folder and those above it.
///
/// # Errors
/// As in [`load`].
pub fn parse(file: &str, text: &str) -> Result<Vec<Scenario>, Vec<Problem>> {
    parse_with(file, text, &built_in)
}

/// Like [`parse`], with rulesets from another source than [`built_in`].
///
/// # Errors
/// As in [`load`].
pub fn parse_with(
    file: &str,
    text: &str,
    factory: Factory<'_>,
) -> Result<Vec<Scenario>, Vec<Problem>> {
    let found = places(text);
    // The first bracket tells a list from a single scenario.
    let brackets = found.first().and_then(|p| p.start);
    let is_list = brackets.is_none_or(|at| has_list_before(text, at));
    let mistaken = |problem| vec![FileKind::Scenario.mistaken(file, text).unwrap_or(problem)];
    let drafts: Vec<ScenarioFile> = if is_list {
        parse_ron(file, text).map_err(mistaken)?
    } else {
        vec![parse_ron(file, text).map_err(mistaken)?]
    };
    if drafts.is_empty() {
        return Err(vec![Problem::new(file, "the list is empty; needed: at least one scenario")]);
    }
    let mut problems = Vec::new();
    let mut scenarios = Vec::new();
    for (draft, places) in
        drafts.into_iter().zip(found.into_iter().chain(std::iter::repeat_with(Places::default)))
    {
        let mut scenario = Scenario { file: file.to_owned(), draft, level: None, places };
        if let Some(name) = scenario.draft.level.clone() {
            match level_near(Path::new(file), &name) {
                Ok(level) => scenario.level = Some(level),
                Err(found) => {
                    let first = found.into_iter().map(|p| p.to_string());
                    problems.extend(first.map(|text| scenario.problem("level", text)));
                    continue;
                }
            }
        }
        match factory(scenario.draft.ruleset, &scenario.options()) {
            Ok(rules) => problems.extend(check::check(&scenario, &*rules)),
            Err(found) => problems.extend(
                found
                    .into_iter()
                    .map(|p| scenario.at(scenario.places.field("options"), p.message, p.help)),
            ),
        }
        scenarios.push(scenario);
    }
    if problems.is_empty() { Ok(scenarios) } else { Err(problems) }
}

/// True if a list opens before the position where the first scenario begins.
fn has_list_before(text: &str, at: At) -> bool {
    let lines = text.lines().take(at.line).enumerate();
    let mut before = lines.map(|(i, line)| {
        let end = if i + 1 == at.line { at.column.saturating_sub(1) } else { usize::MAX };
        let code = line.split("//").next().unwrap_or_default();
        code.chars().take(end).any(|c| c == '[')
    });
    before.any(|found| found)
}

/// Loads a level file from the folder of another file or one above it.
///
/// # Errors
/// When the path is not a plain relative one, or the level cannot be read.
pub fn level_near(file: &Path, name: &str) -> Result<Level, Vec<Problem>> {
    let relative = PathBuf::from(name);
    let plain = relative.components().all(|c| matches!(c, Component::Normal(_)));
    if !plain {
        let text = "a level must be a plain relative path such as levels/keep.ron";
        return Err(vec![Problem::new(name, text)]);
    }
    let folders = file.parent().into_iter().flat_map(Path::ancestors);
    let found = folders.map(|f| f.join(&relative)).find(|p| p.is_file());
    match found {
        Some(path) => Level::load(&path),
        None => Err(vec![Problem::new(name, "no such file here or in a folder above")]),
    }
}
