//! What the player asks for with mouse, keyboard and panels.

use bevy::ecs::prelude::*;

use super::intent::{Guide, Intent};
use super::interaction::Input;

/// A UI action of the player.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub(super) enum UiAction {
    /// Input for the interaction with the board.
    Input(Input),
    /// Anything else.
    Ask(Intent),
}

impl UiAction {
    /// True for actions that advance the battle.
    pub(super) const fn plays(&self) -> bool {
        match self {
            Self::Input(input) => !matches!(input, Input::Hover(_) | Input::HoverFloor(_)),
            Self::Ask(intent) => matches!(
                intent,
                Intent::Act(_)
                    | Intent::Group(_)
                    | Intent::PathOption(_)
                    | Intent::Adjust(..)
                    | Intent::Part(_)
                    | Intent::Face
                    | Intent::Move
                    | Intent::Confirm
                    | Intent::Cancel
                    | Intent::Hold
                    | Intent::EndTurn
                    | Intent::Answer(_)
                    | Intent::TakeSeat
                    | Intent::Policy { .. }
                    | Intent::Rule(_)
                    | Intent::Guide(Guide::Show)
            ),
        }
    }
}
