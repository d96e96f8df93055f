//! Labelled numbers: every bonus, penalty and threshold says what it is and which rule it is from.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Key;

/// The ID of a rule row, such as `PR-212` or `EV-X12`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Key);

impl RuleId {
    /// The ID of a row known when the program is built.
    pub const fn of(id: &'static str) -> Self {
        Self(Key::of(id))
    }

    /// The ID with that name.
    pub fn new(id: &str) -> Self {
        Self(Key::new(id))
    }

    /// The ID as it is printed.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One named part of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Term {
    /// What it is, as a player reads it: "half cover", "weapon precision (sword)".
    pub label: String,
    /// What it adds.
    pub value: i32,
    /// The rule that says so.
    pub rule: RuleId,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} [{}]", self.value, self.label, self.rule)
    }
}

/// A sum that remembers its parts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum(Vec<Term>);

impl Sum {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a part; a part of 0 is left out.
    pub fn add(&mut self, label: impl Into<String>, value: i32, rule: &'static str) {
        if value != 0 {
            self.push(label, value, rule);
        }
    }

    /// Adds a part even if it is 0, where the 0 itself is worth showing.
    pub fn push(&mut self, label: impl Into<String>, value: i32, rule: &'static str) {
        self.0.push(Term { label: label.into(), value, rule: RuleId::of(rule) });
    }

    /// Adds a part whose rule stands in content.
    pub fn push_term(&mut self, term: Term) {
        self.0.push(term);
    }

    /// Adds the parts of another sum.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The total; saturates instead of overflowing.
    pub fn total(&self) -> i32 {
        self.0.iter().fold(0, |sum, term| sum.saturating_add(term.value))
    }

    /// The parts, in the order they were added.
    pub fn terms(&self) -> &[Term] {
        &self.0
    }
}
