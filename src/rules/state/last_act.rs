//! The last act of a battle with a referee, and the state before it, so that it can be undone or
//! replayed.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::prompt::Answer;
use crate::ruling::Ruling;
use crate::{Command, Key};

use super::scene::Scene;
use super::shared::Shared;
use super::units::Units;

/// A battle between two commands, without its dice: rolls already made stay made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Moment {
    /// The parts that belong to the battle as a whole.
    pub scene: Shared<Scene>,
    /// The combatants, sorted by ID.
    pub units: Units,
    /// The number of the next event; `None` in saves from before it was recorded.
    #[serde(default)]
    pub next_event: Option<u64>,
}

/// The last act of a battle with a referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastAct {
    /// The battle before it.
    pub before: Arc<Moment>,
    /// The command.
    pub command: Command,
    /// The results of its throws, in order.
    pub throws: Vec<Vec<u16>>,
    /// The answers given, each with the kind of question.
    pub answers: Vec<(Key, Answer)>,
    /// Rulings about pairs since then; they stay in force if the act is undone.
    pub rulings: Vec<Ruling>,
}
