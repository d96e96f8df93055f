//! The distinct results of throws, and how sums are scored.

use serde::{Deserialize, Serialize};

use super::chance::Likelihood;

/// How a sum of dice is scored in a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Scale {
    /// The sum itself.
    Sum,
    /// A score for each band.
    Steps {
        /// The score below the first band.
        below: i32,
        /// Pairs of a sum and the score from that sum on. Sorted by sum, without repeats.
        from: Vec<(i32, i32)>,
    },
}

impl Scale {
    /// The score of a sum.
    pub fn score(&self, sum: i32) -> i32 {
        match self {
            Self::Sum => sum,
            Self::Steps { below, from } => {
                let reached = from.partition_point(|(start, _)| *start <= sum).checked_sub(1);
                reached.and_then(|i| from.get(i)).map_or(*below, |(_, score)| *score)
            }
        }
    }
}

/// The distinct results of a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branches {
    /// Each result with its probability and one set of representative faces, from low to high.
    pub ways: Vec<(Likelihood, Vec<u16>)>,
    /// The probability of all results not listed; the total is 1.
    pub rest: Likelihood,
}

impl Branches {
    pub(super) const fn all(ways: Vec<(Likelihood, Vec<u16>)>) -> Self {
        Self { ways, rest: Likelihood::ZERO }
    }
}
