//! Body parts that an attack may target.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Key;

/// Maximum length of a part's name, in bytes.
const LONGEST: usize = 16;

/// The name of a body part, defined by the ruleset: `head`, `left_arm`. At most 16 ASCII
/// characters, so that a target stays a small value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Part([u8; LONGEST]);

/// An invalid name of a body part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no body part: names have 1 to {LONGEST} letters a to z, digits or underscores")]
pub struct NoPart(String);

impl Part {
    /// The part with this name.
    ///
    /// # Errors
    /// If the name is invalid.
    pub fn new(name: &str) -> Result<Self, NoPart> {
        let fits = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let mut letters = [0; LONGEST];
        match letters.get_mut(..name.len()) {
            Some(room) if !name.is_empty() && name.bytes().all(fits) => {
                room.copy_from_slice(name.as_bytes());
                Ok(Self(letters))
            }
            _ => Err(NoPart(name.chars().take(40).collect())),
        }
    }

    /// Its name.
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|b| *b == 0).unwrap_or(LONGEST);
        // Only ASCII characters are ever stored.
        self.0.get(..len).and_then(|name| std::str::from_utf8(name).ok()).unwrap_or_default()
    }

    /// Its name as a content key.
    pub fn key(&self) -> Key {
        Key::new(self.as_str())
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl TryFrom<String> for Part {
    type Error = NoPart;

    fn try_from(name: String) -> Result<Self, NoPart> {
        Self::new(&name)
    }
}

impl From<Part> for String {
    fn from(part: Part) -> Self {
        part.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_names_are_short_and_plain() {
        for name in ["head", "left_arm", "a", "sixteen_letters_"] {
            let part = Part::new(name).unwrap();
            assert_eq!(part.as_str(), name);
            let written = ron::to_string(&part).unwrap();
            assert_eq!(ron::from_str::<Part>(&written), Ok(part));
        }
        for name in ["", "seventeen_letters", "Head", "h\u{e4}nd", "left arm", "a\0b"] {
            assert!(Part::new(name).is_err(), "{name:?}");
        }
    }
}
