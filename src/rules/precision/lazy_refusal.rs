//! Refusals of steps whose texts contain numbers.

use grid::Hm;
use rules::kit::lazy_refusal::{self, Wording};

/// A refusal that builds its text only when it is read.
pub type LazyRefusal = lazy_refusal::LazyRefusal<Words>;

/// Texts with numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// A step up or down that is too high to climb (PR-110).
    TooHigh(Hm),
    /// More points than a walk has left, and no running (PR-103).
    NotLeft {
        /// Points needed.
        needed: i32,
        /// Points left.
        left: i32,
    },
    /// More points than a run has (PR-92).
    BeyondRun {
        /// Points needed.
        needed: i32,
        /// Maximum points of a run.
        most: i32,
    },
}

impl Words {
    /// The refusal with this text.
    pub const fn refusal(self) -> LazyRefusal {
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
                "{rise} is too high to climb: at most the body's height, or a face marked climbable"
            ),
            Self::NotLeft { needed, left } => {
                format!("{needed} points needed, {left} left for a walk")
            }
            Self::BeyondRun { needed, most } => {
                format!("{needed} points are more than a run of {most}")
            }
        }
    }
}
