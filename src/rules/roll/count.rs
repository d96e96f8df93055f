//! How the faces of a throw are counted, and the required counts.

use serde::{Deserialize, Serialize};

use crate::dice::{Die, Read};

/// How the faces of a throw become one number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Count {
    /// The sum of all dice.
    #[default]
    Sum,
    /// The highest die.
    Highest,
    /// The lowest die.
    Lowest,
    /// The tens digit of their sum; of 100, shown as "00", 0 (EV-153).
    Tens,
    /// The ones digit of their sum (EV-152).
    Units,
    /// The number of dice that show this or more.
    Successes(u16),
}

impl Count {
    /// The count of these faces.
    pub fn of(self, faces: &[u16]) -> i32 {
        let all = faces.iter().copied().map(i32::from);
        let sum = || all.clone().fold(0, i32::saturating_add);
        match self {
            Self::Sum => sum(),
            Self::Highest => all.max().unwrap_or(0),
            Self::Lowest => all.min().unwrap_or(0),
            Self::Tens => sum() / 10 % 10,
            Self::Units => sum() % 10,
            Self::Successes(least) => {
                i32::try_from(faces.iter().filter(|face| **face >= least).count()).unwrap_or(0)
            }
        }
    }

    /// How to read a throw if only the bands between these counts matter.
    pub fn read(self, cuts: Vec<i32>) -> Read {
        match self {
            Self::Sum => Read::Sum(cuts),
            Self::Highest => Read::Highest(cuts),
            Self::Lowest => Read::Lowest(cuts),
            Self::Tens | Self::Units | Self::Successes(_) => Read::Faces,
        }
    }

    /// The minimum and maximum count of these dice, ignoring bursts.
    pub fn range(self, dice: &[Die]) -> (i32, i32) {
        let number = i32::try_from(dice.len()).unwrap_or(i32::MAX);
        let sides = || dice.iter().map(|die| i32::from(die.sides));
        match self {
            Self::Sum => (number, sides().fold(0, i32::saturating_add)),
            Self::Highest => (1, sides().max().unwrap_or(0)),
            Self::Lowest => (1, sides().min().unwrap_or(0)),
            Self::Tens | Self::Units => (0, 9),
            Self::Successes(_) => (0, number),
        }
    }
}

/// How a total is compared with the target number for a success.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Compare {
    /// Equal or higher.
    #[default]
    AtLeast,
    /// Higher (VG-2).
    Above,
    /// Equal or lower (EV-2, TU-122).
    AtMost,
}

/// The required count for a success.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Needs {
    /// This or more.
    AtLeast(i32),
    /// This or less.
    AtMost(i32),
}

impl Needs {
    /// Returns true if that count suffices.
    #[inline]
    pub const fn is_met_by(self, counted: i32) -> bool {
        match self {
            Self::AtLeast(least) => counted >= least,
            Self::AtMost(most) => counted <= most,
        }
    }

    /// The number itself.
    pub const fn number(self) -> i32 {
        match self {
            Self::AtLeast(n) | Self::AtMost(n) => n,
        }
    }
}

/// How often a die burst to reach this total.
pub fn bursts(die: Die, face: u16) -> u32 {
    if die.bursts { u32::from(face.saturating_sub(1) / die.sides.max(1)) } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_are_counted_as_the_rule_reads_them() {
        assert_eq!(Count::Sum.of(&[9, 6, 7]), 22);
        assert_eq!((Count::Highest.of(&[4, 17]), Count::Lowest.of(&[4, 17])), (17, 4));
        // EV-152, EV-153: 63 is 6 m towards 3; 100 is shown as 00, 8 as 08.
        assert_eq!((Count::Tens.of(&[63]), Count::Units.of(&[63])), (6, 3));
        assert_eq!((Count::Tens.of(&[100]), Count::Units.of(&[100])), (0, 0));
        assert_eq!((Count::Tens.of(&[8]), Count::Units.of(&[8])), (0, 8));
        assert_eq!(Count::Successes(5).of(&[5, 4, 6, 1]), 2);
    }

    #[test]
    fn bursts_follow_from_the_total_of_a_die() {
        // VG-20: 10, 10 and 4 are 24.
        assert_eq!(bursts(Die::bursting(10), 24), 2);
        assert_eq!(bursts(Die::bursting(10), 9), 0);
        assert_eq!(bursts(Die::d(20), 20), 0);
    }
}
