//! Exact odds: every result of a command with its chance, by branching over the resolving code
//! itself.
//!
//! Callers collect what they need from the events with a [`Fold`]. Courses that reach the same
//! state with the same facts are merged, so four attacks on one target have as many courses as the
//! target has possible conditions, not as many as there are rolls. If anything has to be left out,
//! chances have a lower and an upper bound.
//!
//! ```
//! use rules::dice::Likelihood;
//! use rules::state::State;
//! use rules::{Command, Ruleset, odds};
//!
//! /// How likely is each state that a command leads to? Together they are 1.
//! fn likely(rules: &dyn Ruleset, state: &State, command: &Command) {
//!     let chances = odds::distribution(rules, state, command, State::hash).unwrap();
//!     assert_eq!(chances.into_values().sum::<Likelihood>(), Likelihood::ONE);
//! }
//! ```

mod apart;
mod course;
mod fold;
mod gains;
mod graph;
mod in_a_row;
mod one;
mod play;
mod same;
mod sample;
mod spread;
mod walk;

use std::collections::BTreeMap;

use grid::{SideId, UnitId};

use super::command::Command;
use super::dice::Likelihood;
use super::engine::{self, CommandError};
use super::policy::Policy;
use super::ruleset::Ruleset;
use super::state::{Armed, Observer, State, Status, Unit};

use graph::Graph;
use walk::{Everything, walk};

pub use apart::Odds;
pub use course::{Course, Courses};
pub use fold::{Blow, Fold, Struck, WithStruck};
pub use gains::Gain;
pub use in_a_row::in_a_row;
pub use play::Play;
pub use sample::sample;
pub use spread::{Losses, Mean, Spread, spreads};

/// Maximum number of step runs for one command. Whatever is still open then is left out, which
/// makes chances less exact.
pub const MAX_STEPS: usize = 50_000;

/// Computes the courses of a command. Their chances and the missing part sum to 1. Prompts are
/// answered by the ruleset's policy.
///
/// # Errors
/// If the command is refused, or the ruleset does not finish.
pub fn courses<F: Fold>(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    fold: F,
) -> Result<Courses<F>, CommandError> {
    let mut graph = Graph::of(rules, state, command)?;
    if !F::READS {
        graph.forget_events();
    }
    Ok(walk(&mut graph, &fold, &mut Everything, MAX_STEPS)?)
}

/// The battle as a side knows it, for odds shown to it. Removes acts readied by other sides, since
/// their triggers are secret (PR-68), their standing orders (MO-434), the conduct of their units,
/// and level events still to come; secret doors are not found. With hidden information, the
/// knowledge of other sides is removed, too.
pub fn as_known_to(state: &State, side: SideId) -> State {
    let mut known = state.clone();
    let own = |id| state.unit(id).is_some_and(|u| u.side() == side);
    known.scene.armed.retain(|armed| own(armed.owner));
    known.scene.policies.keep_only(side);
    known.scene.story.keep_only(side);
    known.scene.conducts.retain(own);
    known.scene.secrets.keep();
    if state.scene.fog.on {
        known.scene.knowledge.retain(|known| match known.by {
            Observer::Side(by) => by == side,
            Observer::Unit(by) => own(by),
        });
    }
    known
}

/// Like [`as_known_to`], but with the readied acts of others that everyone knows
/// ([`Ruleset::is_public`]), and without units whose position the side does not know, as if they
/// were not on the board. For the others, what the side has not learned is replaced by its
/// assumptions ([`Ruleset::redact`]).
pub fn as_known_by(rules: &dyn Ruleset, state: &State, side: SideId) -> State {
    let mut known = as_known_to(state, side);
    let unknown: Vec<UnitId> = engine::with_ctx(rules, state, |ctx| {
        let all = state.units.iter().map(Unit::id);
        all.filter(|id| !rules.is_known(ctx, side, *id)).collect()
    });
    let own = |id| state.unit(id).is_some_and(|u| u.side() == side);
    if state.scene.armed.iter().any(|armed| !own(armed.owner)) {
        known.scene.armed = engine::with_ctx(rules, state, |ctx| {
            let told = |armed: &&Armed| {
                own(armed.owner) || !unknown.contains(&armed.owner) && rules.is_public(ctx, armed)
            };
            state.scene.armed.iter().filter(told).cloned().collect()
        });
    }
    for id in unknown {
        if let Some(unit) = known.unit_mut(id) {
            unit.status = Status::Gone;
        }
    }
    rules.redact(&mut known, side);
    known
}

/// The battle as previews for a side assume it: as the side knows it ([`as_known_by`]), and with no
/// reactions of other sides (MO-434).
pub fn as_previewed_by(rules: &dyn Ruleset, state: &State, side: SideId) -> State {
    let mut known = as_known_by(rules, state, side);
    let sides = (0..).map(SideId).take(known.scene.sides.len());
    for other in sides.filter(|other| *other != side) {
        for about in rules.reactions() {
            known.scene.policies.set(other, about, Policy::Never);
        }
    }
    known
}

/// The chances of the results distinguished by `key`. They sum to 1, except for courses not
/// followed.
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
