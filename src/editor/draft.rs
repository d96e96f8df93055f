//! The level being edited, and the only way to change it.

use super::changed::Changed;
use super::edit::{Edit, EditError};
use super::history::{Entry, History};
use super::layers::Layers;
use super::record::Recorder;
use super::step::{Plot, Step, Way};
use crate::grid::Board;
use crate::level::{Build, Finding, Level, Role};

/// A level being edited.
///
/// Edits go in by [`Self::apply`], one history entry each. What a person does in one go, such as a
/// stroke from pressing the button to letting it go, is one entry too: [`Self::begin`], any number
/// of edits, [`Self::commit`].
///
/// A draft can always be written and read back, but it may have errors that keep it from being
/// played; [`Self::check`] names them.
#[derive(Clone, Debug)]
pub struct Draft {
    plot: Plot,
    history: History,
    /// What is hidden and what is locked. No part of the level, so not of its history either.
    pub layers: Layers,
    /// The entry that is being put together.
    open: Option<Entry>,
}

impl Draft {
    /// A level as it is, with nothing to undo.
    pub fn new(level: Level) -> Self {
        Self {
            plot: Plot::new(level),
            history: History::new(),
            layers: Layers::default(),
            open: None,
        }
    }

    /// The level as it is now.
    pub const fn level(&self) -> &Level {
        &self.plot.level
    }

    /// The board of the level as it is now, kept up to date edit by edit.
    pub const fn board(&self) -> &Board {
        &self.plot.board
    }

    /// What was done.
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// True if the level differs from what was last saved, as far as its history tells.
    pub fn is_changed(&self) -> bool {
        !self.history.is_saved() || self.open.as_ref().is_some_and(|e| !e.steps.is_empty())
    }

    /// Notes that the level was saved as it is now.
    pub fn mark_saved(&mut self) {
        self.commit();
        self.history.mark_saved();
    }

    /// Everything that is wrong with the level or worth knowing, with the room that each role takes
    /// up under a ruleset; [`Build::usual`] where none is chosen. [`super::place_of`] tells where.
    pub fn check(&self, bodies: impl Fn(Role) -> Build) -> Vec<Finding> {
        self.level().inspect(bodies)
    }

    /// Carries out an edit and says what changed. An edit that changes nothing leaves no entry in
    /// the history.
    ///
    /// # Errors
    /// When the edit cannot be carried out; nothing has changed then.
    pub fn apply(&mut self, edit: Edit) -> Result<Changed, EditError> {
        let label = edit.to_string();
        self.apply_all(&label, [edit])
    }

    /// Carries out several edits as one entry of the history.
    ///
    /// # Errors
    /// When one of them cannot be carried out; nothing has changed then.
    pub fn apply_all(
        &mut self,
        label: &str,
        edits: impl IntoIterator<Item = Edit>,
    ) -> Result<Changed, EditError> {
        let mut recorder = Recorder::new(&mut self.plot, self.layers.locked);
        for edit in edits {
            if let Err(error) = recorder.carry_out(edit) {
                recorder.take_back();
                return Err(error);
            }
        }
        let (steps, changed) = recorder.finish();
        if !steps.is_empty() {
            match &mut self.open {
                Some(entry) => entry.steps.extend(steps),
                None => self.history.push(Entry { label: label.to_owned(), steps }),
            }
        }
        Ok(changed)
    }

    /// Begins an entry that takes up all edits until [`Self::commit`]. One that is still open is
    /// committed first.
    pub fn begin(&mut self, label: &str) {
        self.commit();
        self.open = Some(Entry { label: label.to_owned(), steps: Vec::new() });
    }

    /// True between [`Self::begin`] and [`Self::commit`].
    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Ends the open entry. True if something was done in it.
    pub fn commit(&mut self) -> bool {
        match self.open.take() {
            Some(entry) if !entry.steps.is_empty() => {
                self.history.push(entry);
                true
            }
            _ => false,
        }
    }

    /// Takes back what was done in the open entry and leaves it open: a shape that is still being
    /// drawn is taken back and laid anew.
    pub fn rewind(&mut self) -> Changed {
        let steps = self.open.as_mut().map(|entry| std::mem::take(&mut entry.steps));
        take(&mut self.plot, &steps.unwrap_or_default(), Way::Back)
    }

    /// Takes back what was done in the open entry and drops it.
    pub fn cancel(&mut self) -> Changed {
        let changed = self.rewind();
        self.open = None;
        changed
    }

    /// Takes back the last entry; none if nothing was done. An open entry is committed first.
    pub fn undo(&mut self) -> Option<Changed> {
        self.commit();
        let entry = self.history.back()?;
        Some(take(&mut self.plot, &entry.steps, Way::Back))
    }

    /// Does again what was taken back last; none if nothing was.
    pub fn redo(&mut self) -> Option<Changed> {
        self.commit();
        let entry = self.history.forth()?;
        Some(take(&mut self.plot, &entry.steps, Way::Forth))
    }

    /// Goes to the moment at which so many entries of the history held.
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

/// Takes steps one after the other, or back from the last to the first.
pub(super) fn take(plot: &mut Plot, steps: &[Step], way: Way) -> Changed {
    let mut changed = Changed::default();
    match way {
        Way::Forth => steps.iter().for_each(|step| plot.take(step, way, &mut changed)),
        Way::Back => steps.iter().rev().for_each(|step| plot.take(step, way, &mut changed)),
    }
    plot.settle();
    changed
}
