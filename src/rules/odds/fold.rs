//! What is kept of the events of a course.

use std::hash::Hash;

use crate::grid::UnitId;
use crate::rules::event::{Event, EventKind};

/// What a reader wants to know of the events of a course, taken in as they come. Courses that end in
/// the same state with the same facts are one; the less is kept, the fewer there are to follow.
///
/// Event numbers and frames mean nothing here: courses that have become one count on from either.
pub trait Fold: Clone + Eq + Hash {
    /// Takes in the next event.
    fn take(&mut self, event: &Event);
}

/// Nothing but where it ends.
impl Fold for () {
    fn take(&mut self, _event: &Event) {}
}

/// Two readers at once.
impl<A: Fold, B: Fold> Fold for (A, B) {
    fn take(&mut self, event: &Event) {
        self.0.take(event);
        self.1.take(event);
    }
}

/// How combatants fared against whom something was rolled or who was hit, sorted by number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Struck(Vec<(UnitId, Blow)>);

/// What came at one combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blow {
    /// How the first roll against it went; none when nothing was rolled.
    pub first: Option<bool>,
    /// It was hit: damaged, or some roll against it succeeded.
    pub hit: bool,
}

impl Struck {
    /// What came at a combatant.
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
                if let Some(target) = roll.target {
                    let success = roll.degree.succeeded();
                    self.change(target, |blow| {
                        blow.first = blow.first.or(Some(success));
                        blow.hit |= success;
                    });
                }
            }
            EventKind::Hit { target, .. } => self.change(*target, |blow| blow.hit = true),
            _ => {}
        }
    }
}

/// A fold that knows how combatants were struck.
pub trait Tells: Fold {
    /// How they were.
    fn struck(&self) -> &Struck;
}

impl Tells for Struck {
    fn struck(&self) -> &Struck {
        self
    }
}

impl<F: Fold> Tells for (Struck, F) {
    fn struck(&self) -> &Struck {
        &self.0
    }
}
