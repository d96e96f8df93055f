//! The fixed texts of acts that are not defined in content.

use rules::Key;
use rules::kit::acts::Label;

/// The ID and the texts of an act, and the rule that defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActText {
    /// Its name in commands.
    pub id: &'static str,
    /// Its display name.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub text: &'static str,
    /// The rule that defines it.
    pub rule: &'static str,
}

impl ActText {
    /// The texts of an act.
    pub const fn new(
        id: &'static str,
        name: &'static str,
        text: &'static str,
        rule: &'static str,
    ) -> Self {
        Self { id, name, text, rule }
    }

    /// Its name in commands.
    pub const fn key(self) -> Key {
        Key::of(self.id)
    }

    /// Its label for the action bar, in the given group.
    pub fn label(self, cost: String, group: &'static str) -> Label {
        Label { name: self.name.to_owned(), text: self.text.to_owned(), cost, group }
    }
}
