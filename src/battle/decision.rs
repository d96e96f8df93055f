//! Decisions of the computer, with what they are based on.

use grid::UnitId;
use rules::Command;
use rules::engine::BattleStatus;
use rules::prompt::Prompt;

use super::ai::{Memory, Promise};

/// What a side has to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// The next command of one of these combatants; there is at least one.
    Command(Vec<UnitId>),
    /// The answer to a prompt.
    Answer(Box<Prompt>),
}

impl Question {
    /// What a side has to decide for these combatants of its own; `None` while nothing is asked.
    pub fn of(status: &BattleStatus, own: Vec<UnitId>) -> Option<Self> {
        match status {
            BattleStatus::Await(_) => Some(Self::Command(own)),
            BattleStatus::Asked(prompt) => Some(Self::Answer(Box::new(prompt.clone()))),
            BattleStatus::Dice(_) | BattleStatus::Over(_) | BattleStatus::Idle => None,
        }
    }
}

/// A decision of the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The command or answer.
    pub command: Command,
    /// What it and the best alternatives promise, the command's first.
    pub plans: Vec<Promise>,
    /// What its decider remembers after it.
    pub memory: Option<Memory>,
}

impl Decision {
    /// A decision without reasons.
    pub fn plain(command: Command) -> Self {
        Self { command, plans: Vec::new(), memory: None }
    }
}
