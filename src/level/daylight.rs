//! The time of day of a level.

use grid::Light;

/// The time of day, which sets the ambient brightness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Daylight {
    /// Bright everywhere except under roofs.
    #[default]
    Day,
    /// Dim.
    Dusk,
    /// Dark; lamps and fires matter.
    Night,
}

impl Daylight {
    /// All, from bright to dark.
    pub const ALL: [Self; 3] = [Self::Day, Self::Dusk, Self::Night];

    /// Name in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Dusk => "dusk",
            Self::Night => "night",
        }
    }

    /// The resulting ambient brightness.
    pub const fn light(self) -> Light {
        match self {
            Self::Day => Light::Bright,
            Self::Dusk => Light::Dim,
            Self::Night => Light::Dark,
        }
    }
}
