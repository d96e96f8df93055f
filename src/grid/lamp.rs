//! Light that things give.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Red, green and blue, each 0 to 255 as on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The colours with names, in display order.
    pub const NAMED: [(&'static str, Self); 8] = [
        ("warm", Self(0xff, 0xe2, 0xa0)),
        ("fire", Self(0xff, 0xa5, 0x3a)),
        ("white", Self(0xff, 0xff, 0xff)),
        ("blue", Self(0x5a, 0x9c, 0xff)),
        ("ice", Self(0x8f, 0xe6, 0xff)),
        ("green", Self(0x7d, 0xf0, 0x7a)),
        ("violet", Self(0xb7, 0x7d, 0xff)),
        ("red", Self(0xff, 0x5a, 0x46)),
    ];

    /// The colour with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMED.into_iter().find(|(other, _)| *other == name).map(|(_, colour)| colour)
    }

    /// Its name, if it has one.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.into_iter().find(|(_, other)| *other == self).map(|(name, _)| name)
    }

    /// The colour as `0xRRGGBB`.
    pub const fn hex(self) -> u32 {
        ((self.0 as u32) << 16) | ((self.1 as u32) << 8) | self.2 as u32
    }
}

impl fmt::Display for Rgb {
    /// `#rrggbb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:06x}", self.hex())
    }
}

/// A text that is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseColourError;

impl FromStr for Rgb {
    type Err = ParseColourError;

    /// Reads `#rrggbb`.
    fn from_str(text: &str) -> Result<Self, ParseColourError> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let plain = digits.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let number = plain.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let [_, r, g, b] = number.ok_or(ParseColourError)?.to_be_bytes();
        Ok(Self(r, g, b))
    }
}

/// The light of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Lamp {
    /// Cells up to this many metres away are bright, at most [`Self::MAX_BRIGHT`].
    pub bright: u8,
    /// Cells up to this many metres away are at least dim: `bright` to [`Self::MAX_DIM`].
    pub dim: u8,
    /// Its colour; visual only.
    pub colour: Rgb,
    /// Whether it flickers; visual only.
    pub flicker: bool,
}

impl Lamp {
    /// Farthest bright light, in metres.
    pub const MAX_BRIGHT: u8 = 20;
    /// Farthest dim light, in metres.
    pub const MAX_DIM: u8 = 40;

    /// A lamp post.
    pub const POST: Self =
        Self { bright: 6, dim: 12, colour: Rgb(0xff, 0xe2, 0xa0), flicker: false };
    /// A camp fire.
    pub const FIRE: Self =
        Self { bright: 5, dim: 10, colour: Rgb(0xff, 0xa5, 0x3a), flicker: true };
    /// A cluster of crystals.
    pub const CRYSTAL: Self =
        Self { bright: 3, dim: 6, colour: Rgb(0x8f, 0xe6, 0xff), flicker: false };

    /// True if its distances are within their bounds and it lights anything.
    pub const fn is_valid(self) -> bool {
        self.bright <= Self::MAX_BRIGHT
            && self.dim <= Self::MAX_DIM
            && self.bright <= self.dim
            && self.dim > 0
    }
}

/// The light setting of a thing.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LampSetting {
    /// The usual light of its kind.
    #[default]
    Usual,
    /// None.
    Out,
    /// Light of its own.
    Own(Lamp),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_as_they_are_written() {
        for (name, colour) in Rgb::NAMED {
            assert_eq!(Rgb::from_name(name), Some(colour));
            assert_eq!(colour.name(), Some(name));
            assert_eq!(colour.to_string().parse(), Ok(colour));
        }
        assert_eq!("#0a0B0c".parse(), Ok(Rgb(10, 11, 12)));
        for wrong in ["", "#", "ffffff", "#fffff", "#ggffff", "#+12345", "#ffffff0", "#é345"] {
            assert_eq!(wrong.parse::<Rgb>(), Err(ParseColourError), "{wrong}");
        }
    }
}
