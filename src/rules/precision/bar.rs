//! Why a step or an act is not possible, without the words: searches meet thousands of such steps
//! and show none of them.

use crate::grid::Hm;
use crate::rules::Refusal;

/// A refusal that is put into words only when somebody reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bar {
    code: &'static str,
    words: Words,
    rule: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words {
    Plain(&'static str),
    TooHigh(Hm),
    NotLeft { needed: i32, left: i32 },
    BeyondRun { needed: i32, most: i32 },
}

impl Bar {
    /// A bar that is the same for everybody.
    pub const fn new(code: &'static str, text: &'static str, rule: &'static str) -> Self {
        Self { code, words: Words::Plain(text), rule }
    }

    /// A step up or down that is too high to climb (PR-110).
    pub const fn too_high(rise: Hm) -> Self {
        Self { code: "too_high", words: Words::TooHigh(rise), rule: "PR-110" }
    }

    /// More points than a walk has left, and no running (PR-103).
    pub const fn not_left(needed: i32, left: i32) -> Self {
        Self { code: "too_far", words: Words::NotLeft { needed, left }, rule: "PR-103" }
    }

    /// More points than a run has (PR-92).
    pub const fn beyond_run(needed: i32, most: i32) -> Self {
        Self { code: "too_far", words: Words::BeyondRun { needed, most }, rule: "PR-92" }
    }
}

impl From<Bar> for Refusal {
    fn from(bar: Bar) -> Self {
        let text = match bar.words {
            Words::Plain(text) => text.to_owned(),
            Words::TooHigh(rise) => format!(
                "{rise} is too high to climb: no higher than the body, or a face marked climbable"
            ),
            Words::NotLeft { needed, left } => {
                format!("{needed} points are needed, {left} are left for a walk")
            }
            Words::BeyondRun { needed, most } => {
                format!("{needed} points are more than a run of {most}")
            }
        };
        Self::new(bar.code, text, bar.rule)
    }
}
