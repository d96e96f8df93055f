//! What a player sets once and for all: window, looks and keys. Kept in a file of the player's own,
//! which is read when the game begins and written when something is changed.

mod editor_keys;
mod file;
mod keys;
mod motion;

use std::collections::BTreeMap;

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

pub use editor_keys::{EditorForm, EditorKey, EditorTool};
pub use file::{SettingsFile, usual_path};
pub use keys::{Action, Clash, KeyMap};
pub use motion::{Motion, Speed};

use crate::sound::Volumes;
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

/// How loud everything is, each in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Loudness {
    /// All sounds together.
    pub master: u8,
    /// What happens on the board.
    pub effects: u8,
    /// Buttons, dice and turns.
    pub interface: u8,
    /// Nothing is heard, whatever the others say.
    pub muted: bool,
}

impl Default for Loudness {
    fn default() -> Self {
        Self { master: 70, effects: 100, interface: 70, muted: false }
    }
}

impl Loudness {
    /// The same as the sounds take it.
    pub fn volumes(self) -> Volumes {
        let share = |percent: u8| f32::from(percent.min(100)) / 100.0;
        Volumes {
            master: share(self.master),
            effects: share(self.effects),
            interface: share(self.interface),
            muted: self.muted,
        }
    }
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
    /// How fast what happens is shown.
    pub speed: Speed,
    /// The view jumps instead of gliding, and nothing shakes.
    pub reduced_motion: bool,
    /// How loud everything is.
    pub sound: Loudness,
    /// The log shows what only keeps the books too.
    pub bookkeeping: bool,
    /// The players agree to take commands back even when dice were rolled or something was shown.
    pub agreed_take_back: bool,
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
            speed: Speed::default(),
            reduced_motion: false,
            sound: Loudness::default(),
            bookkeeping: false,
            agreed_take_back: false,
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The same settings with every number within its bounds.
    #[must_use]
    pub fn bounded(self) -> Self {
        let Loudness { master, effects, interface, muted } = self.sound;
        let sound = Loudness {
            master: master.min(100),
            effects: effects.min(100),
            interface: interface.min(100),
            muted,
        };
        Self { scale: self.scale.clamp(SCALES.0, SCALES.1), sound, ..self }
    }

    /// How what happens is shown.
    pub const fn motion(&self) -> Motion {
        Motion { speed: self.speed, reduced: self.reduced_motion }
    }

    /// The keys as they are bound. Names that mean nothing leave the usual keys in place.
    pub fn key_map(&self) -> KeyMap {
        KeyMap::with(&self.keys).0
    }
}
