//! Exact odds: every result of a command with its chance, by branching over the very code that
//! resolves it.
//!
//! What readers want to know of the events on the way they say as a [`Fold`]. Courses that come to
//! the same state with the same facts are one, so that four attacks on one target have as many
//! courses as it has conditions to be in, and not as many as there are throws. Where something has to
//! be left out, chances have a low and a high end.

mod apart;
mod fold;
mod graph;
mod same;
mod spread;
mod walk;

use std::collections::BTreeMap;

use crate::grid::{SideId, UnitId};

use super::command::Command;
use super::dice::Likelihood;
use super::engine::{self, CommandError};
use super::ruleset::Ruleset;
use super::state::{Observer, State, Status, Unit};

use graph::Graph;
use walk::{Take, walk};

pub use apart::Odds;
pub use fold::{Blow, Fold, Struck, Tells};
pub use spread::{Losses, Mean, Spread, spreads};

/// The code that resolves is run so often at most for one command. What is then still open is left
/// out, and makes chances less exact.
pub const MAX_STEPS: usize = 50_000;

/// One course that a command can take.
#[derive(Clone, Debug)]
pub struct Course<F> {
    /// Its chance.
    pub chance: Likelihood,
    /// What was wanted of its events.
    pub fold: F,
    /// The battle at its end: what was ordered and what follows from it is carried out, what comes
    /// next has not begun.
    pub state: State,
}

/// The courses of a command, each different from the others in how it ends or what is known of it.
#[derive(Clone, Debug)]
pub struct Courses<F> {
    list: Vec<Course<F>>,
    missing: Likelihood,
    /// Work has ended before everything was followed.
    cut: bool,
}

impl<F> Default for Courses<F> {
    fn default() -> Self {
        Self { list: Vec::new(), missing: Likelihood::ZERO, cut: false }
    }
}

impl<F> Courses<F> {
    /// All that were followed, always in the same order.
    pub fn iter(&self) -> impl Iterator<Item = &Course<F>> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if none was followed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The chance of everything that was not followed.
    pub const fn missing(&self) -> Likelihood {
        self.missing
    }

    /// The chance of those that are as wanted; what is missing may be or not.
    pub fn chance(&self, wanted: impl Fn(&Course<F>) -> bool) -> Likelihood {
        let found = self.list.iter().filter(|course| wanted(course));
        found.map(|course| course.chance).sum::<Likelihood>().widened(self.missing)
    }
}

/// The courses of a command. Their chances and what is missing sum to 1. Prompts on the way are
/// answered by the ruleset's policy.
///
/// # Errors
/// When the command is refused, or the ruleset does not come to an end.
pub fn courses<F: Fold>(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    fold: F,
) -> Result<Courses<F>, CommandError> {
    let mut graph = Graph::of(rules, state, command)?;
    Ok(walk(&mut graph, &fold, &mut |_, _| Ok(Take::All), MAX_STEPS)?)
}

/// The battle as a side knows it, for odds that are shown to it: acts that others have made ready
/// are left out, since what sets them off is secret (PR-68), and with hidden information what others
/// know.
pub fn as_known_to(state: &State, side: SideId) -> State {
    let mut known = state.clone();
    let own = |id| state.unit(id).is_some_and(|u| u.side() == side);
    known.scene.armed.retain(|armed| own(armed.owner));
    if state.scene.fog.on {
        known.scene.knowledge.retain(|known| match known.by {
            Observer::Side(by) => by == side,
            Observer::Unit(by) => own(by),
        });
    }
    known
}

/// As [`as_known_to`], without those of whom the side does not know where they are: as if they
/// were not on the board. Of the others, what the side has not learned is as it would suppose
/// ([`Ruleset::conceal`]).
pub fn as_known_by(rules: &dyn Ruleset, state: &State, side: SideId) -> State {
    let mut known = as_known_to(state, side);
    let unknown: Vec<UnitId> = engine::with_ctx(rules, state, |ctx| {
        let all = state.units.iter().map(Unit::id);
        all.filter(|id| !rules.is_known(ctx, side, *id)).collect()
    });
    for id in unknown {
        if let Some(unit) = known.unit_mut(id) {
            unit.status = Status::Gone;
        }
    }
    rules.conceal(&mut known, side);
    known
}

/// The chances of the results that `key` tells apart. They sum to 1, as far as courses were followed.
///
/// # Errors
/// As [`courses`].
pub fn distribution<K: Ord>(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    key: impl Fn(&State) -> K,
) -> Result<BTreeMap<K, Likelihood>, CommandError> {
    let all = courses(rules, state, command, ())?;
    let mut chances = BTreeMap::new();
    for course in all.iter() {
        let chance = chances.entry(key(&course.state)).or_insert(Likelihood::ZERO);
        *chance += course.chance;
    }
    let widened = |(key, chance): (K, Likelihood)| (key, chance.widened(all.missing()));
    Ok(chances.into_iter().map(widened).collect())
}
