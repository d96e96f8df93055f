//! Labelled numbers: every bonus, penalty and threshold carries a label and a rule ID.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Key;

/// The ID of a rule, such as `PR-212` or `EV-X12`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(Key);

impl RuleId {
    /// The ID of a rule known at compile time.
    #[inline]
    pub const fn of(id: &'static str) -> Self {
        Self(Key::of(id))
    }

    /// The ID with this name.
    #[inline]
    pub fn new(id: &str) -> Self {
        Self(Key::new(id))
    }

    /// The ID as printed.
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
    /// Its label as shown to players: "half cover", "weapon precision (sword)".
    pub label: String,
    /// What it adds.
    pub value: i32,
    /// The rule behind it.
    pub rule: RuleId,
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+} {} [{}]", self.value, self.label, self.rule)
    }
}

/// A sum that keeps its terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Sum(Vec<Term>);

/// Adds up the terms of a number: a [`Sum`] keeps them for display, a bare [`Total`] only adds
/// them, for fast evaluation. Code generic over this trait serves both.
pub trait Tally: Default {
    /// Adds a term even if it is 0, where the 0 itself is worth showing. The label is formatted
    /// only if it is kept.
    fn push(&mut self, label: impl fmt::Display, value: i32, rule: &'static str);

    /// Adds the terms of another tally.
    fn extend(&mut self, other: Self);

    /// Subtracts the terms of another tally, each as its own term with this rule; terms of 0 are
    /// skipped.
    fn less(&mut self, other: &Self, rule: &'static str);

    /// The total; saturates instead of overflowing.
    fn total(&self) -> i32;

    /// Adds a term; a term of 0 is left out.
    #[inline]
    fn add(&mut self, label: impl fmt::Display, value: i32, rule: &'static str) {
        if value != 0 {
            self.push(label, value, rule);
        }
    }
}

impl Tally for Sum {
    #[inline]
    fn push(&mut self, label: impl fmt::Display, value: i32, rule: &'static str) {
        Self::push(self, label.to_string(), value, rule);
    }

    fn extend(&mut self, other: Self) {
        Self::extend(self, other);
    }

    fn less(&mut self, other: &Self, rule: &'static str) {
        for term in other.terms() {
            Self::add(self, term.label.clone(), -term.value, rule);
        }
    }

    #[inline]
    fn total(&self) -> i32 {
        Self::total(self)
    }
}

/// A tally that keeps only the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Total(i32);

impl Tally for Total {
    #[inline]
    fn push(&mut self, _label: impl fmt::Display, value: i32, _rule: &'static str) {
        self.0 = self.0.saturating_add(value);
    }

    fn extend(&mut self, other: Self) {
        self.0 = self.0.saturating_add(other.0);
    }

    fn less(&mut self, other: &Self, _rule: &'static str) {
        self.0 = self.0.saturating_sub(other.0);
    }

    #[inline]
    fn total(&self) -> i32 {
        self.0
    }
}

/// A name for use inside a sentence: displayed in lower case.
#[derive(Clone, Copy, Debug)]
pub struct Lower<'a>(pub &'a str);

impl fmt::Display for Lower<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_lowercase())
    }
}

impl Sum {
    /// The empty sum.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a term; a term of 0 is left out.
    #[inline]
    pub fn add(&mut self, label: impl Into<String>, value: i32, rule: &'static str) {
        if value != 0 {
            self.push(label, value, rule);
        }
    }

    /// Adds a term even if it is 0, where the 0 itself is worth showing.
    pub fn push(&mut self, label: impl Into<String>, value: i32, rule: &'static str) {
        self.0.push(Term { label: label.into(), value, rule: RuleId::of(rule) });
    }

    /// Adds a term whose rule comes from content.
    pub fn push_term(&mut self, term: Term) {
        self.0.push(term);
    }

    /// Adds the terms of another sum.
    pub fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The total; saturates instead of overflowing.
    #[inline]
    pub fn total(&self) -> i32 {
        self.0.iter().fold(0, |sum, term| sum.saturating_add(term.value))
    }

    /// The terms, in the order they were added.
    #[inline]
    pub fn terms(&self) -> &[Term] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gathered<T: Tally>() -> T {
        let (mut other, mut tally) = (T::default(), T::default());
        other.push(Lower("Padded Coat"), 2, "PR-164");
        other.push("nothing", 0, "PR-164");
        tally.push(format_args!("sword ({})", 3), 7, "PR-158");
        tally.add("left out", 0, "PR-171");
        tally.less(&other, "PR-165");
        tally.extend(other);
        tally.push("more than fits", i32::MAX, "PR-171");
        tally
    }

    #[test]
    fn a_total_equals_that_of_the_sum() {
        let (sum, total): (Sum, Total) = (gathered(), gathered());
        assert_eq!(sum.total(), total.total());
        let labels: Vec<&str> = sum.terms().iter().map(|t| t.label.as_str()).collect();
        assert_eq!(
            labels,
            ["sword (3)", "padded coat", "padded coat", "nothing", "more than fits"]
        );
        assert_eq!(sum.terms()[1].value, -2);
    }
}
