//! Collecting facts from the events of a course.

use std::hash::Hash;

use crate::event::{Event, EventKind};
use grid::UnitId;

/// Collects facts from the events of a course, one event at a time. Courses that end in the same
/// state with the same facts are merged; the less is collected, the fewer courses there are.
///
/// Event and frame numbers are not meaningful here: merged courses keep the numbers of one of them.
pub trait Fold: Clone + Eq + Hash {
    /// Whether it processes events at all.
    const READS: bool = true;

    /// Processes the next event.
    fn take(&mut self, event: &Event);
}

/// Collects nothing: only the end state counts.
impl Fold for () {
    const READS: bool = false;

    fn take(&mut self, _event: &Event) {}
}

/// Two folds at once.
impl<A: Fold, B: Fold> Fold for (A, B) {
    const READS: bool = A::READS || B::READS;

    fn take(&mut self, event: &Event) {
        self.0.take(event);
        self.1.take(event);
    }
}

/// The results of rolls and hits for the combatants they were directed at, sorted by ID.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Struck(Vec<(UnitId, Blow)>);

/// The results for one target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blow {
    /// Whether the first roll against it succeeded; `None` if nothing was rolled.
    pub first: Option<bool>,
    hit: bool,
    /// True while the last roll against it succeeded and neither harm nor a defense has followed
    /// yet.
    open: bool,
}

impl Blow {
    /// True if it was hit: damaged, or any roll against it succeeded that no defense averted.
    pub const fn is_hit(&self) -> bool {
        self.hit || self.open
    }
}

impl Struck {
    /// The results for a combatant.
    pub fn at(&self, unit: UnitId) -> Blow {
        let found = self.0.binary_search_by_key(&unit, |(id, _)| *id);
        found.ok().and_then(|i| self.0.get(i)).map_or_else(Blow::default, |(_, blow)| *blow)
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut Blow)) {
        let at = match self.0.binary_search_by_key(&unit, |(id, _)| *id) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (unit, Blow::default()));
                at
            }
        };
        if let Some((_, blow)) = self.0.get_mut(at) {
            change(blow);
        }
    }
}

impl Fold for Struck {
    fn take(&mut self, event: &Event) {
        match &event.what {
            EventKind::Rolled(roll) => {
                let success = roll.degree.succeeded();
                if let Some(target) = roll.target.filter(|_| !roll.harmless) {
                    self.change(target, |blow| {
                        blow.first = blow.first.or(Some(success));
                        blow.hit |= blow.open;
                        blow.open = success;
                    });
                }
                if let Some(saved) = roll.averts.filter(|_| success) {
                    self.change(saved, |blow| blow.open = false);
                }
            }
            EventKind::Hit { target, .. } => self.change(*target, |blow| {
                blow.hit = true;
                blow.open = false;
            }),
            _ => {}
        }
    }
}

/// A fold that includes [`Struck`].
pub trait WithStruck: Fold {
    /// The collected hits.
    fn struck(&self) -> &Struck;
}

impl WithStruck for Struck {
    fn struck(&self) -> &Struck {
        self
    }
}

impl<F: Fold> WithStruck for (Struck, F) {
    fn struck(&self) -> &Struck {
        &self.0
    }
}
