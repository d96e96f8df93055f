//! The undo history, without limit.

use super::step::Step;

/// One undo step.
#[derive(Clone, Debug)]
pub(super) struct HistoryEntry {
    pub label: String,
    pub steps: Vec<Step>,
}

/// Applied entries, followed by undone entries that can be redone.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Vec<HistoryEntry>,
    /// Number of applied entries; the rest are undone.
    done: usize,
    /// Number of applied entries at the last save; `None` if that state can no longer be reached.
    saved: Option<usize>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { saved: Some(0), ..Self::default() }
    }

    /// The labels of all entries, oldest first. Entries from [`Self::done`] on are undone.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| entry.label.as_str())
    }

    /// Number of applied entries.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// The label of the next undo.
    pub fn undo_label(&self) -> Option<&str> {
        let last = self.done.checked_sub(1)?;
        self.entries.get(last).map(|entry| entry.label.as_str())
    }

    /// The label of the next redo.
    pub fn redo_label(&self) -> Option<&str> {
        self.entries.get(self.done).map(|entry| entry.label.as_str())
    }

    /// True if the level is in its last saved state.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }

    /// No state counts as saved.
    pub(super) const fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    pub(super) const fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }

    /// Adds an entry and discards undone ones.
    pub(super) fn push(&mut self, entry: HistoryEntry) {
        self.entries.truncate(self.done);
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.entries.push(entry);
        self.done = self.entries.len();
    }

    /// Marks the last applied entry as undone and returns it.
    pub(super) fn step_back(&mut self) -> Option<&HistoryEntry> {
        self.done = self.done.checked_sub(1)?;
        self.entries.get(self.done)
    }

    /// Marks the next undone entry as applied and returns it.
    pub(super) fn step_forward(&mut self) -> Option<&HistoryEntry> {
        let entry = self.entries.get(self.done)?;
        self.done += 1;
        Some(entry)
    }
}
