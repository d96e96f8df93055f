//! What a player sets once and for all: window, looks and keys. Kept in a file of the player's own,
//! which is read when the game begins and written when something is changed.

mod file;
mod keys;

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

pub use file::{SettingsFile, usual_path};
pub use keys::{Action, Clash, KeyMap};

use crate::view::Colours;

/// The least and the greatest size of panels and text, in percent of the usual one.
pub const SCALES: (u16, u16) = (75, 200);

/// How richly the board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    /// High with a graphics card, low without.
    #[default]
    Automatic,
    /// With light and shadows.
    High,
    /// With light and shadows painted on.
    Low,
}

/// Everything that a player can set.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How richly the board is drawn.
    pub detail: Detail,
    /// The colours of sides and marks.
    pub colours: Colours,
    /// The size of panels and text in percent, within [`SCALES`].
    pub scale: u16,
    /// The window fills the screen.
    pub full_screen: bool,
    /// The view jumps instead of gliding, and nothing shakes.
    pub reduced_motion: bool,
    /// The log shows what only keeps the books too.
    pub bookkeeping: bool,
    /// Keys that differ from the usual ones: for the name of an action the keys that do it.
    pub keys: BTreeMap<String, Vec<String>>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            detail: Detail::default(),
            colours: Colours::default(),
            scale: 100,
            full_screen: false,
            reduced_motion: false,
            bookkeeping: false,
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The same settings with every number within its bounds.
    #[must_use]
    pub fn bounded(self) -> Self {
        Self { scale: self.scale.clamp(SCALES.0, SCALES.1), ..self }
    }

    /// The keys as they are bound. Names that mean nothing leave the usual keys in place.
    pub fn key_map(&self) -> KeyMap {
        KeyMap::with(&self.keys).0
    }
}
