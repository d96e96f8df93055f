//! Exact odds: every result of a command with its chance, by branching over the very code that
//! resolves it.

mod apart;
mod spread;

use std::collections::BTreeMap;

use num_traits::{CheckedMul, One};

use crate::grid::{SideId, UnitId};

use super::command::Command;
use super::dice::Chance;
use super::engine::{self, CommandError, Fault, Rest, Until};
use super::event::Event;
use super::oracle::{Branching, Given};
use super::ruleset::Ruleset;
use super::state::{Observer, State, Status, Unit};

pub use apart::Odds;
pub use spread::{Losses, Spread, one_decimal, spreads};

/// So many different courses are followed at most.
pub const MAX_COURSES: usize = 50_000;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OddsError {
    /// The command is not possible.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// There are more courses than are followed.
    #[error("more than {MAX_COURSES} different courses")]
    TooMany,
    /// A chance has more digits than are kept.
    #[error("a chance is too small to be kept exactly")]
    TooFine,
}

impl From<Fault> for OddsError {
    fn from(fault: Fault) -> Self {
        Self::Command(CommandError::Fault(fault))
    }
}

/// One course that a command can take.
#[derive(Clone, Debug)]
pub struct Course {
    /// Its exact chance.
    pub chance: Chance,
    /// What happens in it.
    pub events: Vec<Event>,
    /// The battle at its end: what was ordered and what follows from it is carried out, what comes
    /// next has not begun.
    pub state: State,
}

/// Every course of a command with its exact chance; the chances sum to 1. Prompts on the way are
/// answered by the ruleset's policy.
///
/// # Errors
/// When the command is refused, or the courses are too many or too fine to follow.
pub fn courses(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
) -> Result<Vec<Course>, OddsError> {
    courses_up_to(rules, state, command, MAX_COURSES)
}

fn courses_up_to(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    most: usize,
) -> Result<Vec<Course>, OddsError> {
    let mut start = state.clone();
    let (events, rest) =
        engine::submit_until(rules, &mut start, command, &mut Branching, Until::Idle)?;
    let mut open = vec![(Chance::one(), start, events, rest)];
    let mut done = Vec::new();
    while let Some((chance, mut state, mut events, rest)) = open.pop() {
        match rest {
            Rest::Dice(throw) => {
                for (share, faces) in throw.branches() {
                    let chance = chance.checked_mul(&share).ok_or(OddsError::TooFine)?;
                    let (mut state, mut events) = (state.clone(), events.clone());
                    let rest = go_on(rules, &mut state, Given::Faces(faces), &mut events)?;
                    open.push((chance, state, events, rest));
                }
            }
            Rest::Asked(prompt) => {
                let answer = engine::policy_answer(rules, &state, &prompt);
                let rest = go_on(rules, &mut state, Given::Answer(answer), &mut events)?;
                open.push((chance, state, events, rest));
            }
            Rest::Idle | Rest::Await(_) | Rest::Over(_) => {
                done.push(Course { chance, events, state });
            }
        }
        if open.len() + done.len() > most {
            return Err(OddsError::TooMany);
        }
    }
    Ok(done)
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

/// Gives the running step what it waits for and resolves as far as that goes.
fn go_on(
    rules: &dyn Ruleset,
    state: &mut State,
    given: Given,
    events: &mut Vec<Event>,
) -> Result<Rest, Fault> {
    engine::give(state, given);
    engine::advance_until(rules, state, &mut Branching, events, Until::Idle)
}

/// The chances of the results that `key` tells apart. They sum to 1.
///
/// # Errors
/// As [`courses`].
pub fn distribution<K: Ord>(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    key: impl Fn(&Course) -> K,
) -> Result<BTreeMap<K, Chance>, OddsError> {
    let mut chances = BTreeMap::new();
    for course in courses(rules, state, command)? {
        let chance = chances.entry(key(&course)).or_insert_with(|| Chance::new(0, 1));
        *chance += course.chance;
    }
    Ok(chances)
}
