//! What was done, in order, without limit.

use super::step::Step;

/// One thing that was done, as one step of undo.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub label: String,
    pub steps: Vec<Step>,
}

/// What was done and may be taken back, and what was taken back and may be done again.
#[derive(Clone, Debug, Default)]
pub struct History {
    entries: Vec<Entry>,
    /// So many of the entries hold; the others were taken back.
    done: usize,
    /// The number of entries that held when the level was saved; none if there is no way back to
    /// that moment.
    saved: Option<usize>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { saved: Some(0), ..Self::default() }
    }

    /// The short texts of everything that was done, the oldest first. Those from [`Self::done`] on
    /// were taken back.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.entries.iter().map(|entry| entry.label.as_str())
    }

    /// How many entries hold.
    pub const fn done(&self) -> usize {
        self.done
    }

    /// What undo would take back.
    pub fn undo_label(&self) -> Option<&str> {
        let last = self.done.checked_sub(1)?;
        self.entries.get(last).map(|entry| entry.label.as_str())
    }

    /// What redo would do again.
    pub fn redo_label(&self) -> Option<&str> {
        self.entries.get(self.done).map(|entry| entry.label.as_str())
    }

    /// True if the level is as it was last saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }

    pub(super) const fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }

    /// Adds an entry; what was taken back is lost.
    pub(super) fn push(&mut self, entry: Entry) {
        self.entries.truncate(self.done);
        if self.saved.is_some_and(|saved| saved > self.done) {
            self.saved = None;
        }
        self.entries.push(entry);
        self.done = self.entries.len();
    }

    /// The entry to take back, which then counts as taken back.
    pub(super) fn back(&mut self) -> Option<&Entry> {
        self.done = self.done.checked_sub(1)?;
        self.entries.get(self.done)
    }

    /// The entry to do again, which then counts as done.
    pub(super) fn forth(&mut self) -> Option<&Entry> {
        let entry = self.entries.get(self.done)?;
        self.done += 1;
        Some(entry)
    }
}
