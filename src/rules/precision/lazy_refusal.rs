//! Why a step is not possible, where the words hold numbers.

use crate::grid::Hm;
use crate::rules::kit::lazy_refusal::{self, Wording};

/// A refusal that is put into words only when somebody reads it.
pub type LazyRefusal = lazy_refusal::LazyRefusal<Words>;

/// The words with numbers in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// A step up or down that is too high to climb (PR-110).
    TooHigh(Hm),
    /// More points than a walk has left, and no running (PR-103).
    NotLeft {
        /// So many.
        needed: i32,
        /// So many there are.
        left: i32,
    },
    /// More points than a run has (PR-92).
    BeyondRun {
        /// So many.
        needed: i32,
        /// So many a run has.
        most: i32,
    },
}

impl Words {
    /// The bar with these words.
    pub const fn bar(self) -> LazyRefusal {
        let (code, rule) = match self {
            Self::TooHigh(_) => ("too_high", "PR-110"),
            Self::NotLeft { .. } => ("too_far", "PR-103"),
            Self::BeyondRun { .. } => ("too_far", "PR-92"),
        };
        LazyRefusal::counted(code, self, rule)
    }
}

impl Wording for Words {
    fn text(self) -> String {
        match self {
            Self::TooHigh(rise) => format!(
                "{rise} is too high to climb: no higher than the body, or a face marked climbable"
            ),
            Self::NotLeft { needed, left } => {
                format!("{needed} points are needed, {left} are left for a walk")
            }
            Self::BeyondRun { needed, most } => {
                format!("{needed} points are more than a run of {most}")
            }
        }
    }
}
