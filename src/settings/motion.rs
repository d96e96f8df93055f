//! How fast, and how lively, the board shows what happens.

use bevy::ecs::prelude::Resource;
use serde::{Deserialize, Serialize};

/// How fast what happens is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Speed {
    /// At ordinary speed.
    #[default]
    Normal,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Fourfold,
    /// At once: nothing is shown on its way.
    Instant,
}

impl Speed {
    /// All of them, from slow to fast.
    pub const ALL: [Self; 4] = [Self::Normal, Self::Double, Self::Fourfold, Self::Instant];

    /// How many times faster than at ordinary speed; none when everything happens at once.
    pub const fn factor(self) -> Option<f32> {
        match self {
            Self::Normal => Some(1.0),
            Self::Double => Some(2.0),
            Self::Fourfold => Some(4.0),
            Self::Instant => None,
        }
    }

    /// Its name in scripts and settings.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Normal => "x1",
            Self::Double => "x2",
            Self::Fourfold => "x4",
            Self::Instant => "instant",
        }
    }

    /// The speed of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.name() == name)
    }

    /// The next faster one; after the fastest comes the slowest.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Normal => Self::Double,
            Self::Double => Self::Fourfold,
            Self::Fourfold => Self::Instant,
            Self::Instant => Self::Normal,
        }
    }

    /// It as players read it.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Normal => "What happens is shown at ordinary speed.",
            Self::Double => "What happens is shown twice as fast.",
            Self::Fourfold => "What happens is shown four times as fast.",
            Self::Instant => "Everything happens at once.",
        }
    }
}

/// How what happens is shown: a part of the settings, for the board.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Motion {
    /// How fast.
    pub speed: Speed,
    /// No lunges, shaking, hops and gliding views; what fades still fades.
    pub reduced: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_known_by_name_and_go_round() {
        for speed in Speed::ALL {
            assert_eq!(Speed::from_name(speed.name()), Some(speed));
        }
        assert_eq!(Speed::from_name("x3"), None);
        let round = Speed::ALL.into_iter().fold(Speed::Normal, |speed, _| speed.next());
        assert_eq!(round, Speed::Normal);
        assert!(Speed::Instant.factor().is_none());
    }
}
