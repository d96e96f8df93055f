//! A scenario as read from its file, which gives its problems their positions.

use std::collections::BTreeMap;

use files::{At, Problem};
use level::Level;
use registry::RulesetId;

use super::model::ScenarioFile;
use super::places::Places;

/// What a scenario changes in the ruleset's files: options of `rules.ron` by name, fields of other
/// entries as `file/id/field`.
pub type Options = BTreeMap<String, String>;

/// One scenario, read and checked.
#[derive(Clone, Debug)]
pub struct Scenario {
    pub(super) file: String,
    pub(super) draft: ScenarioFile,
    pub(super) level: Option<Level>,
    pub(super) places: Places,
}

impl Scenario {
    /// What it shows, in a few words.
    pub fn title(&self) -> &str {
        &self.draft.title
    }

    /// The IDs of the rules it shows.
    pub fn rules(&self) -> &[String] {
        &self.draft.rules
    }

    /// Everything that it changes in the ruleset's files.
    pub(super) fn options(&self) -> Options {
        let mut options = self.draft.options.clone();
        for (file, entries) in &self.draft.data {
            for (id, fields) in entries {
                let named = |(field, value): (&String, &String)| {
                    (format!("{file}/{id}/{field}"), value.clone())
                };
                options.extend(fields.iter().map(named));
            }
        }
        options
    }

    /// The ruleset that it uses.
    pub const fn ruleset(&self) -> RulesetId {
        self.draft.ruleset
    }

    /// The line of its file on which it begins, counted from 1.
    pub fn line(&self) -> usize {
        self.places.start.map_or(1, |at| at.line)
    }

    /// A problem at a position of the file.
    pub(super) fn at(&self, place: Option<At>, text: String, help: Option<String>) -> Problem {
        let problem = Problem::new(&self.file, text);
        let problem = match place {
            Some(at) => problem.at(at.line, at.column),
            None => problem,
        };
        match help {
            Some(help) => problem.help(help),
            None => problem,
        }
    }

    /// A problem of a field.
    pub(super) fn problem(&self, field: &str, text: String) -> Problem {
        self.at(self.places.field(field), text, None)
    }

    /// A problem of a combatant.
    pub(super) fn unit_problem(&self, unit: &str, text: String, help: Option<String>) -> Problem {
        self.at(self.places.unit(unit), format!("unit `{unit}`: {text}"), help)
    }

    /// A problem of a step, counted from 0; of the field `start` without one.
    pub(super) fn step_problem(
        &self,
        step: Option<usize>,
        text: String,
        help: Option<String>,
    ) -> Problem {
        let place = match step {
            Some(step) => self.places.step(step),
            None => self.places.field("start"),
        };
        self.at(place, text, help)
    }
}
