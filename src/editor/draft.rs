//! The level being edited, and the only way to change it.

use super::changed::Changed;
use super::edit::{Edit, EditError};
use super::history::{History, HistoryEntry};
use super::layers::Layers;
use super::record::Recorder;
use super::step::{Direction, Document, Step};
use grid::Board;
use level::{Build, Finding, Level, Role};

/// A level being edited.
///
/// Each [`Self::apply`] adds one history entry. To group edits into one entry, such as a stroke
/// from pressing the button to releasing it, call [`Self::begin`], apply any number of edits, then
/// [`Self::commit`].
///
/// A draft can always be saved and loaded, but may contain errors that make it unplayable;
/// [`Self::check`] reports them.
#[derive(Clone, Debug)]
pub struct Draft {
    document: Document,
    history: History,
    /// Hidden and locked layers. Not part of the level or its history.
    pub layers: Layers,
    /// The history entry in progress.
    open: Option<HistoryEntry>,
}

impl Draft {
    /// A draft of a level, with an empty history.
    pub fn new(level: Level) -> Self {
        Self {
            document: Document::new(level),
            history: History::new(),
            layers: Layers::default(),
            open: None,
        }
    }

    /// The current level.
    pub const fn level(&self) -> &Level {
        &self.document.level
    }

    /// The current board, updated with each edit.
    pub const fn board(&self) -> &Board {
        &self.document.board
    }

    /// The undo history.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// True if the level has changed since it was last saved.
    pub fn is_changed(&self) -> bool {
        !self.history.is_saved() || self.open.as_ref().is_some_and(|e| !e.steps.is_empty())
    }

    /// Marks the current state as saved.
    pub fn mark_saved(&mut self) {
        self.commit();
        self.history.mark_saved();
    }

    /// Marks every state as unsaved: the level's file holds something else.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }

    /// All errors, warnings and notes about the level. `bodies` gives the size of each role under a
    /// ruleset, or [`Build::usual`] without one. [`super::place_of`] gives the place of a finding.
    pub fn check(&self, bodies: impl Fn(Role) -> Build) -> Vec<Finding> {
        self.level().inspect(bodies)
    }

    /// Applies an edit and returns what changed. An edit without effect adds no history entry.
    ///
    /// # Errors
    /// If the edit cannot be applied; the draft is then unchanged.
    pub fn apply(&mut self, edit: Edit) -> Result<Changed, EditError> {
        let label = edit.to_string();
        self.apply_all(&label, [edit])
    }

    /// Applies several edits as a single history entry.
    ///
    /// # Errors
    /// If any edit cannot be applied; the draft is then unchanged.
    pub fn apply_all(
        &mut self,
        label: &str,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<Changed, EditError> {
        let mut recorder = Recorder::new(&mut self.document, self.layers.locked);
        for edit in edits {
            if let Err(error) = recorder.apply(edit) {
                recorder.undo_all();
                return Err(error);
            }
        }
        let (steps, changed) = recorder.finish();
        if !steps.is_empty() {
            match &mut self.open {
                Some(entry) => entry.steps.extend(steps),
                None => self.history.push(HistoryEntry { label: label.to_owned(), steps }),
            }
        }
        Ok(changed)
    }

    /// Begins an entry that collects all edits until [`Self::commit`]. An open entry is committed
    /// first.
    pub fn begin(&mut self, label: &str) {
        self.commit();
        self.open = Some(HistoryEntry { label: label.to_owned(), steps: Vec::new() });
    }

    /// True between [`Self::begin`] and [`Self::commit`].
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Commits the open entry. True if it contains changes.
    pub fn commit(&mut self) -> bool {
        match self.open.take() {
            Some(entry) if !entry.steps.is_empty() => {
                self.history.push(entry);
                true
            }
            _ => false,
        }
    }

    /// Undoes the edits of the open entry and keeps it open, so that a shape can be redrawn while
    /// the pointer moves.
    pub fn rewind(&mut self) -> Changed {
        let steps = self.open.as_mut().map(|entry| std::mem::take(&mut entry.steps));
        apply_steps(&mut self.document, &steps.unwrap_or_default(), Direction::Backward)
    }

    /// Undoes the edits of the open entry and discards it.
    pub fn cancel(&mut self) -> Changed {
        let changed = self.rewind();
        self.open = None;
        changed
    }

    /// Undoes the last entry; `None` if there is none. An open entry is committed first.
    pub fn undo(&mut self) -> Option<Changed> {
        self.commit();
        let entry = self.history.step_back()?;
        Some(apply_steps(&mut self.document, &entry.steps, Direction::Backward))
    }

    /// Redoes the last undone entry; `None` if there is none.
    pub fn redo(&mut self) -> Option<Changed> {
        self.commit();
        let entry = self.history.step_forward()?;
        Some(apply_steps(&mut self.document, &entry.steps, Direction::Forward))
    }

    /// Undoes or redoes until `done` history entries are applied.
    pub fn go_to(&mut self, done: usize) -> Changed {
        self.commit();
        let mut changed = Changed::default();
        while self.history.done() != done {
            let step = if self.history.done() > done { self.undo() } else { self.redo() };
            let Some(step) = step else { break };
            changed.add(step);
        }
        changed
    }
}

/// Applies steps in order, or undoes them in reverse order.
pub(super) fn apply_steps(document: &mut Document, steps: &[Step], way: Direction) -> Changed {
    let mut changed = Changed::default();
    match way {
        Direction::Forward => steps.iter().for_each(|step| document.apply(step, way, &mut changed)),
        Direction::Backward => {
            steps.iter().rev().for_each(|step| document.apply(step, way, &mut changed))
        }
    }
    document.settle();
    changed
}
