//! Events as text: a kind and named values, for comparison with the expectations of a scenario.

use super::value::Value;

/// An event as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The kind of event, as in [`super::expect::Expected`].
    pub kind: &'static str,
    /// Its values by name.
    pub values: Vec<(&'static str, Value)>,
    /// The terms of its sums, for messages.
    pub detail: String,
}

impl Line {
    /// An event of a kind, without values yet.
    pub const fn new(kind: &'static str) -> Self {
        Self { kind, values: Vec::new(), detail: String::new() }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.push((name, value.into()));
        self
    }

    /// The value with that name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, v)| v)
    }

    /// Kind and values on one line, followed by the terms of sums.
    pub fn in_words(&self) -> String {
        let words = words(self.kind, &self.values);
        if self.detail.is_empty() { words } else { format!("{words} {}", self.detail) }
    }
}

/// A kind with its values as a file would write them.
pub fn words(kind: &str, values: &[(&'static str, Value)]) -> String {
    let values: Vec<String> = values.iter().map(|(n, v)| format!("{n}: {v}")).collect();
    format!("{kind}({})", values.join(", "))
}
