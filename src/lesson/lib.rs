//! Lessons: guided battles in small steps that wait for the player. A lesson is data: a file names
//! a ruleset, a level, the seed of the dice, and steps with a sentence, a mark and a condition.
//! `docs/lessons.md` describes the format.
//!
//! [`Lesson::load`] reads a file and reports every problem with its position. [`Progress`] follows
//! a battle and knows the current step. [`rehearse()`] plays a lesson to its end with the commands
//! that its steps show. [`TipBook`] holds tips for ordinary battles.

mod awaits;
mod model;
mod progress;
mod rehearse;
mod tips;

use std::path::Path;
use std::sync::Arc;

use battle::Controller;
use battle::setup::{Choices, Setup, SetupError};
use files::{FileKind, Problem, parse_ron, read_text};
use grid::{Cell, SideId};
use level::Level;
use registry::RulesetId;
use rules::{Key, SharedRuleset};
use scenario::{Names, Places, level_near, places, suggestion};

pub use awaits::{Awaits, Opened, Seen, ViewAction};
pub use model::{LessonStep, Mark, Panel};
pub use progress::{Progress, foes_order};
pub use rehearse::{Rehearsal, rehearse};
pub use tips::{Moment, Subject, Tip, TipBook, When};

use model::LessonFile;

/// Maximum number of steps in a lesson.
pub const MAX_STEPS: usize = 60;
/// Maximum length of the sentence of a step or a tip, in characters.
pub const MAX_SENTENCE: usize = 170;

/// A lesson that was read without problems.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its file name without extension, under which the player's progress is saved.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it teaches, in a sentence.
    pub summary: String,
    /// Its ruleset.
    pub ruleset: RulesetId,
    /// The side that the player controls.
    pub side: SideId,
    /// The seed of the dice.
    pub seed: u64,
    /// Its level.
    pub level: Level,
    /// The names of combatants and sides, as in the level.
    pub names: Names,
    /// Its steps, in order; at least one.
    pub steps: Vec<LessonStep>,
    file: String,
    places: Places,
}

impl Lesson {
    /// Loads a lesson file and its level.
    ///
    /// # Errors
    /// Every problem with its position.
    pub fn load(path: &Path) -> Result<Self, Vec<Problem>> {
        let text = read_text(path).map_err(|problem| vec![problem])?;
        Self::parse(path, &text)
    }

    /// Reads a lesson from text. `path` is the name for messages; the level is searched for in its
    /// folder and those above it.
    ///
    /// # Errors
    /// As in [`Self::load`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, Vec<Problem>> {
        let file = path.display().to_string();
        let mistaken = |problem| vec![FileKind::Lesson.mistaken(&file, text).unwrap_or(problem)];
        let read: LessonFile = parse_ron(&file, text).map_err(mistaken)?;
        let places = places(text).into_iter().next().unwrap_or_default();
        let at = |field: &str, message: String| {
            let problem = Problem::new(&file, message);
            match places.field(field) {
                Some(at) => problem.at(at.line, at.column),
                None => problem,
            }
        };
        let level = level_near(path, &read.level).map_err(|found| {
            found.into_iter().map(|p| at("level", p.to_string())).collect::<Vec<_>>()
        })?;
        let units = level.units().into_iter().map(|unit| unit.name).collect();
        let names = Names::new(units, level.sides.iter().map(|side| side.name.clone()).collect());
        let Some(side) = names.side_id(&read.side) else {
            let problem = at("side", format!("the level has no side `{}`", read.side));
            let help = suggestion(&read.side, names.sides());
            return Err(vec![match help {
                Some(help) => problem.help(help),
                None => problem,
            }]);
        };
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let LessonFile { ruleset, title, summary, seed, steps, .. } = read;
        let lesson =
            Self { id, title, summary, ruleset, side, seed, level, names, steps, file, places };
        let problems = lesson.problems();
        if problems.is_empty() { Ok(lesson) } else { Err(problems) }
    }

    /// The battle of this lesson under its ruleset, with the computer for the other sides.
    ///
    /// # Errors
    /// Why the level cannot be played.
    pub fn setup(&self, rules: SharedRuleset) -> Result<Setup, Vec<SetupError>> {
        let sides =
            (0..self.level.sides.len()).map(|side| match side == usize::from(self.side.0) {
                true => Controller::Human,
                false => Controller::COMPUTER,
            });
        let controllers = sides.collect();
        let choices = Choices { seed: self.seed, controllers, ..Choices::default() };
        Setup::from_level(&self.level, Key::new(self.ruleset.name()), rules, choices)
    }

    /// A problem of a step, counted from 0.
    fn problem(&self, step: usize, message: impl Into<String>) -> Problem {
        let problem = Problem::new(&self.file, format!("step {}: {}", step + 1, message.into()));
        match self.places.step(step) {
            Some(at) => problem.at(at.line, at.column),
            None => problem,
        }
    }

    /// Problems of the steps that can be found without playing them.
    fn problems(&self) -> Vec<Problem> {
        let count = self.steps.len();
        if !(1..=MAX_STEPS).contains(&count) {
            let message = format!("a lesson has 1 to {MAX_STEPS} steps, not {count}");
            return vec![Problem::new(&self.file, message)];
        }
        let size = (self.level.ground.width(), self.level.ground.height());
        let on_board = |cell: &Cell| {
            let inside = |v: i16, size: u16| u16::try_from(v).is_ok_and(|v| v < size);
            inside(cell.x, size.0) && inside(cell.y, size.1)
        };
        let mut problems = Vec::new();
        for (place, step) in self.steps.iter().enumerate() {
            let letters = step.say.chars().count();
            if !(1..=MAX_SENTENCE).contains(&letters) {
                let message = format!("`say` has {letters} characters; 1 to {MAX_SENTENCE} fit");
                problems.push(self.problem(place, message));
            }
            let marked = step.mark.iter().filter_map(Mark::unit);
            for name in marked.chain(step.until.units()) {
                if self.names.unit_id(name).is_none() {
                    let problem = self.problem(place, format!("there is no combatant `{name}`"));
                    problems.push(match suggestion(name, self.names.units()) {
                        Some(help) => problem.help(help),
                        None => problem,
                    });
                }
            }
            let marked = step.mark.iter().flat_map(Mark::cells);
            for cell in marked.chain(step.until.cells()).filter(|cell| !on_board(cell)) {
                problems.push(self.problem(place, format!("{cell} is not on the board")));
            }
            if step.again && step.acts.is_empty() {
                problems.push(self.problem(place, "`again` needs commands in `do`"));
            }
        }
        problems
    }
}

/// A lesson as listed for the player.
#[derive(Clone, Debug)]
pub struct Listed {
    /// The file name without extension.
    pub id: String,
    /// The lesson, or why it cannot be played.
    pub lesson: Result<Arc<Lesson>, Problem>,
}

impl Listed {
    /// Reads a lesson file for the list.
    pub fn read(path: &Path) -> Self {
        let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let lesson = Lesson::load(path).map(Arc::new).map_err(|problems| {
            let unknown = || Problem::new(path.display().to_string(), "cannot be read");
            problems.into_iter().next().unwrap_or_else(unknown)
        });
        Self { id, lesson }
    }
}

#[cfg(test)]
mod tests;
