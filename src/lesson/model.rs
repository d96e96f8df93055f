//! The content of a lesson file. Every struct here is one level of the file; `docs/lessons.md`
//! explains them to authors.

use std::collections::BTreeMap;

use serde::Deserialize;

use grid::Cell;
use registry::RulesetId;
use scenario::{Do, Set};

use super::awaits::Awaits;

/// A lesson as written in its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename = "Lesson", deny_unknown_fields)]
pub(super) struct LessonFile {
    /// The ruleset.
    pub ruleset: RulesetId,
    /// The title.
    pub title: String,
    /// What it teaches, in a sentence.
    pub summary: String,
    /// The level file, relative to the folder of the lesson or one above it.
    pub level: String,
    /// The seed of the dice.
    pub seed: u64,
    /// The side that the player controls.
    pub side: String,
    /// The steps, in order.
    pub steps: Vec<LessonStep>,
}

/// One step: a sentence, its mark, and what it waits for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The sentence.
    pub say: String,
    /// What is marked on screen.
    pub mark: Option<Mark>,
    /// What the step waits for.
    #[serde(default)]
    pub until: Awaits,
    /// The commands that meet its condition: shown to the player on request, and played by the
    /// rehearsal.
    #[serde(rename = "do", default)]
    pub acts: Vec<Do>,
    /// The parameters of the acts in `do`, by name.
    #[serde(default)]
    pub with: BTreeMap<String, Set>,
    /// Gives the first allowed command in `do` repeatedly until the condition is met.
    #[serde(default)]
    pub again: bool,
    /// What the other sides do during this step, in order and as far as allowed. After that they
    /// end their turns.
    #[serde(default)]
    pub foes: Vec<Do>,
}

/// What a step marks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Cells of the board.
    Cells(Vec<Cell>),
    /// A combatant.
    Unit(String),
    /// The tile of an act.
    Act(String),
    /// A button or tile, by its name on screen.
    Button(String),
    /// A panel.
    Panel(Panel),
}

impl Mark {
    /// The combatant that is marked.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Self::Unit(name) => Some(name),
            Self::Cells(_) | Self::Act(_) | Self::Button(_) | Self::Panel(_) => None,
        }
    }

    /// The cells that are marked.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Self::Cells(cells) => cells,
            Self::Unit(_) | Self::Act(_) | Self::Button(_) | Self::Panel(_) => &[],
        }
    }
}

/// A panel of the battle screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Panel {
    /// The round and the goal.
    Goal,
    /// The turn order.
    Order,
    /// The log.
    Log,
    /// The sheet of the active combatant.
    Sheet,
    /// The sheet of another combatant.
    OtherSheet,
    /// The rest of the turn, and the tiles.
    Tiles,
    /// The buttons that carry out and end the turn.
    Decide,
    /// The preview with the odds.
    Preview,
    /// The buttons of the lenses.
    Lenses,
}
