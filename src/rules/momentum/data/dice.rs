//! Damage dice as files write them: `"2d6"`, `"1d8"`.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error};
use serde::{Serialize, Serializer};

/// Maximum number of dice of one kind in a file.
const MOST: u8 = 20;

/// The sum of a number of equal dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DiceSum {
    /// Number of dice, 0 to 20.
    pub count: u8,
    /// Sides of each die, 2 to 100.
    pub sides: u16,
}

impl DiceSum {
    /// Minimum and maximum of the sum.
    pub fn range(self) -> (i32, i32) {
        let count = i32::from(self.count);
        (count, count * i32::from(self.sides))
    }

    /// Twice the mean of the sum; doubled so that it is a whole number.
    pub fn twice_mean(self) -> i32 {
        i32::from(self.count) * (i32::from(self.sides) + 1)
    }

    /// The same dice plus this number.
    #[must_use]
    pub fn more(self, dice: u8) -> Self {
        Self { count: self.count.saturating_add(dice), ..self }
    }
}

impl fmt::Display for DiceSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

/// Not damage dice: the text given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a damage roll: write it as 2d6, with at most {MOST} dice")]
pub struct DiceError(String);

impl std::str::FromStr for DiceSum {
    type Err = DiceError;

    fn from_str(text: &str) -> Result<Self, DiceError> {
        let wrong = || DiceError(text.to_owned());
        let (count, sides) = text.split_once('d').ok_or_else(wrong)?;
        let count: u8 = count.parse().map_err(|_| wrong())?;
        let sides: u16 = sides.parse().map_err(|_| wrong())?;
        if count > MOST || !(2..=100).contains(&sides) {
            return Err(wrong());
        }
        Ok(Self { count, sides })
    }
}

impl<'de> Deserialize<'de> for DiceSum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for DiceSum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_read_as_they_are_written() {
        let dice: DiceSum = "2d6".parse().unwrap();
        assert_eq!((dice.count, dice.sides, dice.twice_mean()), (2, 6, 14));
        assert_eq!(dice.range(), (2, 12));
        assert_eq!(dice.more(1).to_string(), "3d6");
        for wrong in ["", "d6", "2d", "2d1", "21d6", "2d6+1", "-1d6", "2D6"] {
            assert!(wrong.parse::<DiceSum>().is_err(), "{wrong}");
        }
    }
}
