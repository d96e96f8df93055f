//! The courses of a command.

use crate::dice::Likelihood;
use crate::state::State;

/// One possible course of a command.
#[derive(Clone, Debug)]
pub struct Course<F> {
    /// Its chance.
    pub chance: Likelihood,
    /// The facts collected from its events.
    pub fold: F,
    /// The battle at its end. For a command: it and its consequences are resolved, and nothing
    /// further has begun.
    pub state: State,
}

/// The courses of a command. No two have both the same end state and the same facts.
#[derive(Clone, Debug)]
pub struct Courses<F> {
    pub(super) list: Vec<Course<F>>,
    pub(super) missing: Likelihood,
    /// True if the step limit cut the computation short.
    pub(super) cut: bool,
}

impl<F> Default for Courses<F> {
    fn default() -> Self {
        Self { list: Vec::new(), missing: Likelihood::ZERO, cut: false }
    }
}

impl<F> Courses<F> {
    /// All courses that were followed, always in the same order.
    pub fn iter(&self) -> impl Iterator<Item = &Course<F>> {
        self.list.iter()
    }

    /// Number of courses.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The total chance of everything that was not followed.
    pub const fn missing(&self) -> Likelihood {
        self.missing
    }

    /// The chance of the courses for which `wanted` returns true. The missing part widens the
    /// bounds.
    pub fn chance(&self, wanted: impl Fn(&Course<F>) -> bool) -> Likelihood {
        let found = self.list.iter().filter(|course| wanted(course));
        found.map(|course| course.chance).sum::<Likelihood>().widened(self.missing)
    }
}
