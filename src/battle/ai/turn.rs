//! What the opponent remembers of the turn in progress.

use serde::{Deserialize, Serialize};

use grid::UnitId;
use rules::Command;
use rules::state::{Posture, Unit};

/// What has been done in the current turn. Limits the number of commands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Turn {
    pub unit: UnitId,
    pub round: u32,
    pub number: u32,
    pub commands: u8,
    pub moved: bool,
    pub acted: bool,
    /// The command was part of a path although it is not a move.
    pub on_the_way: bool,
    /// The act that the move was made for.
    #[serde(default)]
    pub intent: Option<Command>,
}

impl Turn {
    /// Remembers a command.
    pub fn note(&mut self, me: &Unit, command: &Command) {
        match command {
            Command::Move { .. } => self.moved = true,
            // Getting up belongs to the move.
            Command::Act { .. } if !self.on_the_way && me.placement.posture != Posture::Prone => {
                self.acted = true;
            }
            _ => {}
        }
    }

    /// The memory after one more command, given in preparation for `intent`.
    pub fn after(&self, me: &Unit, command: &Command, intent: Option<Command>) -> Self {
        let commands = self.commands.saturating_add(1);
        let mut turn = Self { commands, on_the_way: false, intent, ..self.clone() };
        turn.note(me, command);
        turn
    }
}
