//! Results of rolls: success and failure, degrees, bands.

use serde::{Deserialize, Serialize};

use super::count::Compare;
use crate::RuleId;

/// The result of a roll.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Degree {
    /// It failed.
    #[default]
    Failure,
    /// It succeeded.
    Success,
    /// It succeeded by a wide margin.
    Critical,
    /// It failed badly.
    Fumble,
}

impl Degree {
    /// True for both kinds of success.
    #[inline]
    pub const fn succeeded(self) -> bool {
        matches!(self, Self::Success | Self::Critical)
    }

    /// The result in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Failure => "failure",
            Self::Success => "success",
            Self::Critical => "critical success",
            Self::Fumble => "fumble",
        }
    }
}

/// The scale of degrees of success and failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    /// Points of difference per further degree, at least 1.
    pub step: i32,
    /// The degrees of a bare success, and of a bare failure.
    pub first: i32,
}

impl Scale {
    /// The degrees of a result from its distance to the target number, negative for failures.
    pub(super) fn degrees(self, passed: bool, compare: Compare, total: i32, mark: i32) -> i32 {
        let over = total.saturating_sub(mark);
        let over = if compare == Compare::AtMost { -over.max(-i32::MAX) } else { over };
        let beyond = if passed { over } else { -over.max(-i32::MAX) };
        let number = self.first.saturating_add(beyond.max(0) / self.step.max(1));
        if passed { number } else { -number.max(-i32::MAX) }
    }
}

/// A range of counts with a name: "critical hit" on 90 to 100.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Band {
    /// Its name.
    pub name: String,
    /// The lowest count in it.
    pub from: i32,
    /// The highest count in it.
    pub to: i32,
    /// The result of a roll in it.
    pub degree: Degree,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Band {
    /// A band from one count to another, both inclusive.
    pub fn new(
        name: impl Into<String>,
        (from, to): (i32, i32),
        degree: Degree,
        rule: &'static str,
    ) -> Self {
        Self { name: name.into(), from, to, degree, rule: RuleId::of(rule) }
    }

    /// Returns true if the count is in the band.
    #[inline]
    pub const fn contains(&self, counted: i32) -> bool {
        self.from <= counted && counted <= self.to
    }
}
