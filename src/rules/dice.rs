//! Dice: throws, how they are read, and the random number generator of a battle.

mod branches;
mod chance;
mod generator;
mod kept;
mod known;
mod opposed;
mod read;
mod sums;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use branches::{Branches, Scale};
pub use chance::{Chance, Likelihood};
pub use generator::Dice;
pub use read::Read;

/// The largest number of dice in one throw.
pub const MAX_DICE: usize = 64;

/// One die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Die {
    /// Number of faces, 2 to 1000, numbered from 1.
    pub sides: u16,
    /// True if it is rerolled and added on its highest face, without limit.
    pub bursts: bool,
    /// True if a bursting die is rerolled at most once.
    #[serde(default)]
    pub once: bool,
}

/// How a die bursts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bursts {
    Never,
    Once,
    Always,
}

impl Die {
    /// A plain die.
    pub const fn d(sides: u16) -> Self {
        Self { sides, bursts: false, once: false }
    }

    /// A die that is rerolled and added on its highest face.
    pub const fn bursting(sides: u16) -> Self {
        Self { sides, bursts: true, once: false }
    }

    /// A die that is rerolled and added on its highest face, once at most.
    pub const fn bursting_once(sides: u16) -> Self {
        Self { sides, bursts: true, once: true }
    }

    const fn kind(self) -> Bursts {
        match (self.bursts, self.once) {
            (false, _) => Bursts::Never,
            (true, true) => Bursts::Once,
            (true, false) => Bursts::Always,
        }
    }

    /// Number of bursts if it shows `shown` in total.
    pub fn bursts_in(self, shown: usize) -> usize {
        let sides = usize::from(self.sides.max(2));
        match self.kind() {
            Bursts::Never => 0,
            Bursts::Once => usize::from(shown > sides),
            Bursts::Always => shown / sides,
        }
    }

    /// True if its total can be `shown`. A bursting die cannot stop at its highest face.
    fn shows(self, shown: usize) -> bool {
        let sides = usize::from(self.sides);
        shown >= 1
            && match self.kind() {
                Bursts::Never => shown <= sides,
                Bursts::Once => shown <= 2 * sides && shown != sides,
                Bursts::Always => !shown.is_multiple_of(sides.max(1)),
            }
    }
}

/// Total number of bursts of these dice, given their faces.
pub fn bursts_in(dice: &[Die], faces: &[u16]) -> usize {
    dice.iter().zip(faces).map(|(die, face)| die.bursts_in(usize::from(*face))).sum()
}

/// A throw requested by a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Throw {
    /// The dice, in order.
    pub dice: Vec<Die>,
    /// How they are read.
    pub read: Read,
}

impl Throw {
    /// One die, read for reaching `target` or more.
    pub fn one(sides: u16, target: i32) -> Self {
        Self { dice: vec![Die::d(sides)], read: Read::Sum(vec![target]) }
    }

    /// One die of which every face matters.
    pub fn face(sides: u16) -> Self {
        Self { dice: vec![Die::d(sides)], read: Read::Faces }
    }

    /// The same throw of two opposed rolls, in which the first die decides alone from this face on.
    #[must_use]
    pub fn alone_from(mut self, face: u16) -> Self {
        if let Read::Opposed { alone, .. } = &mut self.read {
            *alone = Some(face);
        }
        self
    }

    /// The number of dice thrown if the first one shows this face.
    pub fn falling(&self, first: Option<u16>) -> usize {
        let all = self.dice.len();
        match &self.read {
            Read::Opposed { alone: Some(from), .. } if first.is_some_and(|face| face >= *from) => {
                all.min(1)
            }
            _ => all,
        }
    }

    /// Returns true if `faces` could have come from this throw. A bursting die's entry is its
    /// total; totals that a burst cannot give (its highest face itself) are refused.
    pub fn admits(&self, faces: &[u16]) -> bool {
        self.falling(faces.first().copied()) == faces.len()
            && self.dice.iter().zip(faces).all(|(die, face)| die.shows(usize::from(*face)))
    }
}
