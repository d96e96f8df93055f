//! What the author is told about an import.

/// Maximum number of notes.
const MOST: usize = 60;

/// Notes for the author, one sentence each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Notes(Vec<String>);

impl Notes {
    /// Adds a note.
    pub(crate) fn add(&mut self, text: impl Into<String>) {
        let text = text.into();
        if self.0.len() < MOST && !self.0.contains(&text) {
            self.0.push(text);
        }
    }

    /// Adds "3 walls moved to the grid" if there are any; `one` is the word for one of them.
    pub(crate) fn count(&mut self, number: usize, one: &str, rest: &str) {
        match number {
            0 => {}
            1 => self.add(format!("1 {one} {rest}")),
            n => self.add(format!("{n} {one}s {rest}")),
        }
    }

    /// All notes in order.
    pub(crate) fn into_list(self) -> Vec<String> {
        self.0
    }
}
