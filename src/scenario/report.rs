//! The result of a scenario, and its commands as text.

use serde::Serialize;

use grid::EdgeAt;
use rules::event::Event;

use super::lines::snake;
use super::model::Do;
use super::scalar::{Aim, Spot};

/// The result of a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file.
    pub file: String,
    /// The title of the scenario.
    pub title: String,
    /// The rules it shows.
    pub rules: Vec<String>,
    /// True if everything was as expected.
    pub passed: bool,
    /// What was not as expected.
    pub failures: Vec<Failure>,
    /// Number of events.
    pub event_count: usize,
    /// All events.
    #[serde(skip)]
    pub events: Vec<Event>,
}

/// A difference from what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// Line in the file, if it has a position.
    pub line: Option<usize>,
    /// Column in that line.
    pub column: Option<usize>,
    /// The step, counted from 1; `None` for the setup and the opening.
    pub step: Option<usize>,
    /// What was expected and what happened.
    pub text: String,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            write!(f, "{line}:{column}: ")?;
        }
        if let Some(step) = self.step {
            write!(f, "step {step}: ")?;
        }
        f.write_str(&self.text)
    }
}

/// A command as text.
pub fn in_words(command: &Do) -> String {
    let path =
        |path: &[Spot]| path.iter().map(|s| s.cell.to_string()).collect::<Vec<_>>().join(" ");
    match command {
        Do::Move(who, way) => format!("{who} moves {}", path(way)),
        Do::Climb(who, way) => format!("{who} climbs {}", path(way)),
        Do::Jump(who, way) => format!("{who} jumps {}", path(way)),
        Do::Walk(who, spot) => format!("{who} walks to {}", spot.cell),
        Do::Act(who, act, Aim::Unit(on)) => format!("{who} uses {act} on {on}"),
        Do::Act(who, act, Aim::Cell(cell)) => format!("{who} uses {act} at {cell}"),
        Do::Act(who, act, Aim::Floor(at)) => format!("{who} uses {act} at {at}"),
        Do::Act(who, act, Aim::Edge(EdgeAt { cell, side, floor })) => {
            let above = floor.map(|floor| format!(" at {floor}")).unwrap_or_default();
            format!("{who} uses {act} on side {side:?} of {cell}{above}")
        }
        Do::Act(who, act, Aim::Thing(cell)) => format!("{who} uses {act} on the object at {cell}"),
        Do::Act(who, act, Aim::Direction(dir)) => format!("{who} uses {act} towards {dir:?}"),
        Do::Act(who, act, Aim::Part(on, part)) => format!("{who} uses {act} on {part} of {on}"),
        Do::Acts(who, act, list) => format!("{who} uses {act} on {} targets", list.len()),
        Do::Face(who, dir) => format!("{who} turns to {dir:?}"),
        Do::Variant(who, act, how, aim) => {
            let plain = Do::Act(who.clone(), act.clone(), aim.clone());
            format!("{} ({how})", in_words(&plain))
        }
        Do::Use(who, act) => format!("{who} uses {act}"),
        Do::Answer(answer) => format!("answer {answer}"),
        Do::Hold(who) => format!("{who} holds"),
        Do::End(who) => format!("{who} ends its turn"),
        Do::Until(who) => format!("until the turn of {who}"),
        Do::Policy(side, about, policy) => format!("{side} orders {about}: {}", snake(policy)),
        Do::Ruling(ruling) => format!("ruling {ruling:?}"),
    }
}
