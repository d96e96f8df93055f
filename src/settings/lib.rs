//! Player settings: window, appearance, sound and keys. Loaded from the user's settings file at
//! start and saved when something changes.

mod editor_keys;
mod file;
mod keys;
mod motion;

use std::collections::{BTreeMap, BTreeSet};

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

pub use editor_keys::{EditorForm, EditorKey, EditorTool};
pub use file::{SettingsFile, usual_path};
pub use keys::{Action, KeyConflict, KeyMap};
pub use motion::{Motion, Speed};

use sound::Volumes;
use view::Colours;

/// Minimum and maximum size of panels and text, in percent of the default.
pub const SCALES: (u16, u16) = (75, 200);

/// Rendering quality of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Detail {
    /// High with a graphics card, low without one.
    #[default]
    Automatic,
    /// Real-time light and shadows.
    High,
    /// Baked light and shadows.
    Low,
}

/// Volume settings, each in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Loudness {
    /// Volume of all sounds.
    pub master: u8,
    /// Sounds on the board.
    pub effects: u8,
    /// Sounds of buttons, dice and turns.
    pub interface: u8,
    /// Silences everything, whatever the volumes.
    pub muted: bool,
}

impl Default for Loudness {
    fn default() -> Self {
        Self { master: 70, effects: 100, interface: 70, muted: false }
    }
}

impl Loudness {
    /// The same as fractions from 0 to 1, for playback.
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

/// All player settings.
#[derive(Resource, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Rendering quality of the board.
    pub detail: Detail,
    /// Colours of sides and markers.
    pub colours: Colours,
    /// The size of panels and text in percent, within [`SCALES`].
    pub scale: u16,
    /// The window fills the screen.
    pub full_screen: bool,
    /// Playback speed of events.
    pub speed: Speed,
    /// Camera jumps instead of gliding; nothing shakes.
    pub reduced_motion: bool,
    /// Volume settings.
    pub sound: Loudness,
    /// Bookkeeping is shown in the log.
    pub bookkeeping: bool,
    /// The players agreed that commands may be undone even after dice were rolled or something was
    /// revealed.
    pub agreed_take_back: bool,
    /// The lessons that the player has finished.
    pub lessons: BTreeSet<String>,
    /// Whether tips appear in ordinary battles.
    pub tips: bool,
    /// The tips that the player has read; they do not appear again.
    pub tips_read: BTreeSet<String>,
    /// Keys that differ from the defaults, by action name.
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
            lessons: BTreeSet::new(),
            tips: true,
            tips_read: BTreeSet::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// The same settings with every number clamped to its range.
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

    /// How events are animated.
    pub const fn motion(&self) -> Motion {
        Motion { speed: self.speed, reduced: self.reduced_motion }
    }

    /// The key bindings. Unknown names leave the default keys in place.
    pub fn key_map(&self) -> KeyMap {
        KeyMap::with(&self.keys).0
    }
}
