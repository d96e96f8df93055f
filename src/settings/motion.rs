//! Speed and amount of motion when the board shows events.

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

/// Playback speed of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Speed {
    /// Normal speed.
    #[default]
    Normal,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Fourfold,
    /// Immediately, without animation.
    Instant,
}

impl Speed {
    /// All speeds, slowest first.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Double, Self::Fourfold, Self::Instant];

    /// Multiple of normal speed; `None` for instant.
    pub const fn factor(self) -> Option<f32> {
        match self {
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Fourfold => Some(4.0),
            Self::Instant => None,
        }
    }

    /// The name in scripts and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "x1",
            Self::Double => "x2",
            Self::Fourfold => "x4",
            Self::Instant => "instant",
        }
    }

    /// The speed with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// The next faster speed; after the fastest, the slowest.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Normal => Self::Double,
            Self::Double => Self::Fourfold,
            Self::Fourfold => Self::Instant,
            Self::Instant => Self::Normal,
        }
    }

    /// The notice shown to players.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Normal => "Playback speed: normal.",
            Self::Double => "Playback speed: x2.",
            Self::Fourfold => "Playback speed: x4.",
            Self::Instant => "Playback speed: instant.",
        }
    }
}

/// How the board animates events, from the settings.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// Playback speed.
    pub speed: Speed,
    /// No lunges, shakes, hops or camera glides; fades remain.
    pub reduced: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_names_and_cycle() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), Some(speed));
        }
        assert_eq!(Speed::from_name("x3"), None);
        let round = Speed::ALL.into_iter().fold(Speed::Normal, |speed, _| speed.next());
        assert_eq!(round, Speed::Normal);
        assert!(Speed::Instant.factor().is_none());
    }
}
