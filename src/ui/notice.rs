//! A message to the player.

use bevy::ecs::prelude::*;

/// A message to the player; stays until the next click or key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text.
    pub text: String,
    /// True for a refusal or an error.
    pub refusal: bool,
}

impl Notice {
    /// An error, or why something is refused.
    pub fn refusal(text: impl Into<String>) -> Self {
        Self { text: text.into(), refusal: true }
    }

    /// A message about something that went well.
    pub fn told(text: impl Into<String>) -> Self {
        Self { text: text.into(), refusal: false }
    }
}

/// The message shown now, if there is one.
#[derive(Resource, Clone, Debug, Default)]
pub struct CurrentNotice(pub Option<Notice>);
