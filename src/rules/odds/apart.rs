//! The odds of commands that roll against many: combatant by combatant instead of all at once.
//!
//! Thirty rolls have a thousand million courses. But what befalls one target of a blast depends, as
//! a rule, on the roll against it alone. Then it is enough to follow, for each combatant, both ways
//! of the rolls that are about it, while all the others fall in one and the same way. Whether that is
//! so is tried: everybody's odds are worked out with all the other rolls low and with all of them
//! high, and only if both come to the same do they count.

use std::collections::BTreeMap;

use num_traits::{CheckedMul, One};

use crate::grid::UnitId;
use crate::rules::command::Command;
use crate::rules::dice::{Chance, Throw};
use crate::rules::engine::{self, Rest, Until};
use crate::rules::event::{Event, Happening};
use crate::rules::oracle::{Branching, Given};
use crate::rules::ruleset::Ruleset;
use crate::rules::state::State;

use super::{Course, OddsError, Spread, courses, courses_up_to, go_on, spreads};

/// As long as there are no more courses than this, all of them are followed.
const FEW: usize = 1_000;
/// So many courses about one combatant are followed at most.
const MOST: usize = 1_000;

/// What a command can do, with exact chances.
#[derive(Clone, Debug)]
pub enum Odds {
    /// Every course of the whole.
    Joint(Vec<Course>),
    /// For each combatant the courses that differ for it. What happens in them to others means
    /// nothing.
    Apart(BTreeMap<UnitId, Vec<Course>>),
}

impl Odds {
    /// The odds of a command.
    ///
    /// # Errors
    /// As [`courses`].
    pub fn of(rules: &dyn Ruleset, state: &State, command: &Command) -> Result<Self, OddsError> {
        match courses_up_to(rules, state, command, FEW) {
            Err(OddsError::TooMany) => {}
            all => return all.map(Self::Joint),
        }
        match apart(rules, state, command)? {
            Some(each) => Ok(Self::Apart(each)),
            None => courses(rules, state, command).map(Self::Joint),
        }
    }

    /// The courses that tell what becomes of a combatant.
    pub fn about(&self, unit: UnitId) -> &[Course] {
        match self {
            Self::Joint(all) => all,
            Self::Apart(each) => each.get(&unit).map(Vec::as_slice).unwrap_or_default(),
        }
    }

    /// What the command can do to each combatant of a state, by number.
    pub fn spreads(&self, before: &State) -> Vec<Spread> {
        match self {
            Self::Joint(all) => spreads(before, all),
            Self::Apart(each) => {
                each.iter().filter_map(|(unit, all)| Spread::of(before, all, *unit)).collect()
            }
        }
    }
}

/// How the rolls fall that are not about the combatant in question.
#[derive(Clone, Copy)]
enum Others {
    Low,
    High,
}

impl Others {
    fn faces(self, throw: &Throw) -> Vec<u16> {
        // Bands come from low to high.
        let branches = throw.branches();
        let branch = match self {
            Self::Low => branches.first(),
            Self::High => branches.last(),
        };
        branch.map(|(_, faces)| faces.clone()).unwrap_or_default()
    }
}

/// A course that has not come to its end.
#[derive(Clone)]
struct Open {
    chance: Chance,
    state: State,
    events: Vec<Event>,
    rest: Rest,
}

impl Open {
    fn given(&self, rules: &dyn Ruleset, given: Given) -> Result<Self, OddsError> {
        let mut next = self.clone();
        next.rest = go_on(rules, &mut next.state, given, &mut next.events)?;
        Ok(next)
    }

    /// Whom the throw was about that led from here to there; nothing if it does not show.
    fn throw_was_about(&self, next: &Self) -> Option<UnitId> {
        let fresh = next.events.get(self.events.len()..).unwrap_or_default();
        fresh.iter().find_map(|event| match &event.what {
            Happening::Rolled(roll) => roll.target.or(roll.who),
            _ => None,
        })
    }

    fn course(self) -> Course {
        Course { chance: self.chance, events: self.events, state: self.state }
    }
}

/// The courses for each combatant; nothing where they are too many as well, or where one roll
/// changes what befalls others.
fn apart(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
) -> Result<Option<BTreeMap<UnitId, Vec<Course>>>, OddsError> {
    let Some(low) = each(rules, state, command, Others::Low)? else { return Ok(None) };
    let Some(high) = each(rules, state, command, Others::High)? else { return Ok(None) };
    let agrees = |(unit, all): (&UnitId, &Vec<Course>)| {
        let other = high.get(unit).and_then(|all| Spread::of(state, all, *unit));
        Spread::of(state, all, *unit) == other
    };
    Ok(low.iter().all(agrees).then_some(low))
}

fn each(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
    others: Others,
) -> Result<Option<BTreeMap<UnitId, Vec<Course>>>, OddsError> {
    let mut start = state.clone();
    let (events, rest) =
        engine::submit_until(rules, &mut start, command, &mut Branching, Until::Idle)?;
    let mut at = Open { chance: Chance::one(), state: start, events, rest };
    // Where the first throw about each combatant is still to come.
    let mut heads: BTreeMap<UnitId, Open> = BTreeMap::new();
    loop {
        let given = match &at.rest {
            Rest::Dice(throw) => Given::Faces(others.faces(throw)),
            Rest::Asked(prompt) => Given::Answer(engine::policy_answer(rules, &at.state, prompt)),
            Rest::Idle | Rest::Await(_) | Rest::Over(_) => break,
        };
        let next = at.given(rules, given)?;
        if matches!(at.rest, Rest::Dice(_)) {
            let Some(unit) = at.throw_was_about(&next) else { return Ok(None) };
            heads.entry(unit).or_insert(at);
        }
        at = next;
    }
    let end = at.course();
    let mut found = BTreeMap::new();
    for unit in state.units.iter().map(|u| u.id()) {
        let all = match heads.remove(&unit) {
            Some(head) => follow(rules, head, unit, others)?,
            None => Some(vec![end.clone()]),
        };
        let Some(all) = all else { return Ok(None) };
        found.insert(unit, all);
    }
    Ok(Some(found))
}

/// The courses that differ in the throws about one combatant.
fn follow(
    rules: &dyn Ruleset,
    head: Open,
    unit: UnitId,
    others: Others,
) -> Result<Option<Vec<Course>>, OddsError> {
    let mut open = vec![head];
    let mut done = Vec::new();
    while let Some(at) = open.pop() {
        match &at.rest {
            Rest::Dice(throw) => {
                let next = at.given(rules, Given::Faces(others.faces(throw)))?;
                match at.throw_was_about(&next) {
                    None => return Ok(None),
                    Some(other) if other != unit => open.push(next),
                    Some(_) => {
                        for (share, faces) in throw.branches() {
                            let chance = at.chance.checked_mul(&share).ok_or(OddsError::TooFine)?;
                            let next = at.given(rules, Given::Faces(faces))?;
                            open.push(Open { chance, ..next });
                        }
                    }
                }
            }
            Rest::Asked(prompt) => {
                let answer = engine::policy_answer(rules, &at.state, prompt);
                open.push(at.given(rules, Given::Answer(answer))?);
            }
            Rest::Idle | Rest::Await(_) | Rest::Over(_) => done.push(at.course()),
        }
        if open.len() + done.len() > MOST {
            return Ok(None);
        }
    }
    Ok(Some(done))
}
