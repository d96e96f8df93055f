//! The colours of sides.

use grid::SideId;

use super::MAX_SIDES;

/// The colour that identifies a side. The view adds a pattern
/// to each, so that colour is never the only distinction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the colours")]
pub enum SideColour {
    Blue,
    Red,
    Gold,
    Green,
    Violet,
    White,
}

impl SideColour {
    /// Every colour, in the order in which they are assigned to sides without one.
    pub const ALL: [Self; 6] =
        [Self::Blue, Self::Red, Self::Gold, Self::Green, Self::Violet, Self::White];

    /// The index of the colour in each set of side colours and patterns.
    pub const fn look(self) -> u8 {
        match self {
            Self::Blue => 0,
            Self::Red => 1,
            Self::Gold => 2,
            Self::Violet => 3,
            Self::Green => 4,
            Self::White => 5,
        }
    }

    /// Name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blue => "blue",
            Self::Red => "red",
            Self::Gold => "gold",
            Self::Green => "green",
            Self::Violet => "violet",
            Self::White => "white",
        }
    }
}

/// The colour of each side of a level. Missing sides keep the usual colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideColours([SideColour; MAX_SIDES]);

impl SideColours {
    /// The colours of sides in the order of their numbers.
    pub fn new(sides: impl IntoIterator<Item = SideColour>) -> Self {
        let mut colours = Self::default();
        for (place, colour) in colours.0.iter_mut().zip(sides) {
            *place = colour;
        }
        colours
    }

    /// The colour of a side.
    pub fn of(self, side: SideId) -> SideColour {
        self.0.get(usize::from(side.0)).copied().unwrap_or(SideColour::White)
    }
}

impl Default for SideColours {
    fn default() -> Self {
        let [first, second, third, fourth, ..] = SideColour::ALL;
        Self([first, second, third, fourth])
    }
}
