//! The odds of commands that roll for many: combatant by combatant instead of all at once.
//!
//! Thirty rolls have a thousand million courses. But what befalls one target of a blast depends, as
//! a rule, on the rolls about it and on those that all share: one roll to attack, one roll for the
//! damage. Then it is enough to follow, for each combatant, every result of those, while the rolls
//! about others fall in one and the same way. Whether that is so is tried: everybody's odds are worked
//! out with the rolls about others low and with all of them high, and only if both come to the same do
//! they count. Where they do not, those are looked for whose rolls change what befalls others, such as
//! helpers in an attack of several, and every result of theirs is followed for everybody.

use std::collections::{BTreeMap, BTreeSet};

use crate::grid::UnitId;
use crate::rules::command::Command;
use crate::rules::dice::Likelihood;
use crate::rules::engine::{CommandError, Fault};
use crate::rules::ruleset::Ruleset;
use crate::rules::state::State;

use super::fold::{Fold, Struck};
use super::graph::Graph;
use super::walk::{Take, walk};
use super::{Course, Courses, MAX_STEPS, Spread, spreads};

/// As long as the code that resolves is run no more often than this, everything is followed at once.
const FEW: usize = 1_000;

/// What a command can do, with the chances of it; `F` is what else is wanted of the events.
#[derive(Clone, Debug)]
pub enum Odds<F> {
    /// Every course of the whole.
    Joint(Courses<(Struck, F)>),
    /// For each combatant the courses that differ for it. What happens in them to others means
    /// nothing.
    Apart(Apart<F>),
}

/// The courses for each combatant.
#[derive(Clone, Debug)]
pub struct Apart<F> {
    /// Of those about whom something is thrown.
    each: BTreeMap<UnitId, Alone<F>>,
    /// Of all others.
    rest: Alone<F>,
}

/// The courses for one combatant, with the rolls about others low and with them high.
#[derive(Clone, Debug)]
struct Alone<F> {
    low: Courses<(Struck, F)>,
    high: Courses<(Struck, F)>,
}

impl<F: Fold> Odds<F> {
    /// The odds of a command.
    ///
    /// # Errors
    /// As [`super::courses`].
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        command: &Command,
        fold: F,
    ) -> Result<Self, CommandError> {
        let fold = (Struck::default(), fold);
        let mut graph = Graph::of(rules, state, command)?;
        let few = walk(&mut graph, &fold, &mut |_, _| Ok(Take::All), FEW)?;
        if !few.cut {
            return Ok(Self::Joint(few));
        }
        let apart = match Apart::of(&mut graph, state, &fold)? {
            Some(apart) if !apart.is_cut() => return Ok(Self::Apart(apart)),
            other => other,
        };
        // What was run for single combatants does not count.
        let most = graph.steps + MAX_STEPS;
        let all = walk(&mut graph, &fold, &mut |_, _| Ok(Take::All), most)?;
        Ok(match apart {
            Some(apart) if apart.missing().high() < all.missing.high() => Self::Apart(apart),
            _ => Self::Joint(all),
        })
    }

    /// The chance that it comes to what is wanted of a combatant; `None` where that depends on rolls
    /// about others that were not followed.
    pub fn chance(
        &self,
        unit: UnitId,
        wanted: impl Fn(&Course<(Struck, F)>) -> bool,
    ) -> Option<Likelihood> {
        match self {
            Self::Joint(all) => Some(all.chance(wanted)),
            Self::Apart(apart) => {
                let Alone { low, high } = apart.alone(unit);
                let chance = low.chance(&wanted);
                chance.agrees(high.chance(&wanted)).then_some(chance)
            }
        }
    }

    /// What the command can do to each combatant of a state, by number.
    pub fn spreads(&self, before: &State) -> Vec<Spread> {
        match self {
            Self::Joint(all) => spreads(before, all),
            Self::Apart(apart) => {
                let units = before.units.iter().map(|u| u.id());
                units.filter_map(|id| Spread::of(before, &apart.alone(id).low, id)).collect()
            }
        }
    }

    /// What was wanted of the events, in each course that tells what becomes of a combatant.
    pub fn folds(&self, unit: UnitId) -> impl Iterator<Item = &F> {
        let courses = match self {
            Self::Joint(all) => all,
            Self::Apart(apart) => &apart.alone(unit).low,
        };
        courses.iter().map(|course| &course.fold.1)
    }

    /// The largest chance of what was not followed.
    pub fn missing(&self) -> Likelihood {
        match self {
            Self::Joint(all) => all.missing,
            Self::Apart(apart) => apart.missing(),
        }
    }
}

/// How others' rolls are taken while one combatant is followed.
struct Others<'a> {
    /// The code that resolves is run so often at most.
    most: usize,
    /// Those whose rolls concern everybody: every result of them is followed.
    shared: &'a BTreeSet<UnitId>,
}

impl<F: Fold> Apart<F> {
    /// The courses for each combatant; nothing where a roll about one changes what befalls others
    /// and it cannot be told whose that is.
    fn of(graph: &mut Graph<'_>, state: &State, fold: &(Struck, F)) -> Result<Option<Self>, Fault> {
        let mut shared = BTreeSet::new();
        loop {
            let others = Others { most: graph.steps + MAX_STEPS, shared: &shared };
            let apart = Self::with(graph, fold, &others)?;
            let agrees = |id: UnitId| apart.alone(id).agrees(state, id);
            if state.units.iter().all(|u| agrees(u.id())) {
                return Ok(Some(apart));
            }
            let found = apart.influences(graph, state, fold, &others)?;
            if found.is_empty() || apart.is_cut() {
                return Ok(None);
            }
            shared.extend(found);
        }
    }

    /// The courses for each combatant about whom something is thrown, and for all others.
    fn with(graph: &mut Graph<'_>, fold: &(Struck, F), others: &Others<'_>) -> Result<Self, Fault> {
        let mut found = Vec::new();
        let rest = Alone::of(graph, None, fold, others, &mut found)?;
        let mut apart = Self { each: BTreeMap::new(), rest };
        let mut next = 0;
        while let Some(unit) = found.get(next).copied() {
            next += 1;
            let alone = Alone::of(graph, Some(unit), fold, others, &mut found)?;
            apart.each.insert(unit, alone);
        }
        Ok(apart)
    }

    /// Those whose own rolls change what befalls others: where theirs fall the other way than all
    /// others, somebody else fares differently than where all fall one way.
    fn influences(
        &self,
        graph: &mut Graph<'_>,
        state: &State,
        fold: &(Struck, F),
        others: &Others<'_>,
    ) -> Result<Vec<UnitId>, Fault> {
        let mut found = Vec::new();
        let Alone { low, high } = &self.rest;
        for unit in self.each.keys().copied() {
            for (all, own, rest) in
                [(low, Take::Last, Take::First), (high, Take::First, Take::Last)]
            {
                let mut take = |graph: &mut Graph<'_>, stand: usize| {
                    Ok(match graph.about(stand)? {
                        Some(about) if others.shared.contains(&about) => Take::All,
                        Some(about) if about == unit => own,
                        Some(_) => rest,
                        None => Take::All,
                    })
                };
                let other = walk(graph, fold, &mut take, others.most)?;
                let mut ids = state.units.iter().map(|u| u.id()).filter(|id| *id != unit);
                let same = |id: UnitId| {
                    let both = [all, &other].map(|courses| Spread::of(state, courses, id));
                    let [Some(one), Some(other)] = both else { return true };
                    one.agrees(&other)
                };
                if !ids.all(same) && !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        Ok(found)
    }

    fn alone(&self, unit: UnitId) -> &Alone<F> {
        self.each.get(&unit).unwrap_or(&self.rest)
    }

    /// True if work has ended before everything was followed.
    fn is_cut(&self) -> bool {
        self.each.values().chain([&self.rest]).any(|alone| alone.low.cut || alone.high.cut)
    }

    fn missing(&self) -> Likelihood {
        let all = self.each.values().chain([&self.rest]);
        let missing = all.flat_map(|alone| [alone.low.missing, alone.high.missing]);
        missing.max_by_key(|missing| missing.high()).unwrap_or(Likelihood::ZERO)
    }
}

impl<F: Fold> Alone<F> {
    /// The courses for one combatant, or for those about whom nothing is thrown. Others about whom
    /// something is thrown are added to `found`.
    fn of(
        graph: &mut Graph<'_>,
        unit: Option<UnitId>,
        fold: &(Struck, F),
        others: &Others<'_>,
        found: &mut Vec<UnitId>,
    ) -> Result<Self, Fault> {
        let mut one = |which: Take| {
            let mut take = |graph: &mut Graph<'_>, stand: usize| {
                let about = graph.about(stand)?.filter(|about| !others.shared.contains(about));
                let Some(other) = about.filter(|about| Some(*about) != unit) else {
                    return Ok(Take::All);
                };
                if !found.contains(&other) {
                    found.push(other);
                }
                Ok(which)
            };
            walk(graph, fold, &mut take, others.most)
        };
        Ok(Self { low: one(Take::First)?, high: one(Take::Last)? })
    }

    /// True if it makes no difference for a combatant how the rolls about others fall.
    fn agrees(&self, before: &State, unit: UnitId) -> bool {
        let [low, high] = [&self.low, &self.high].map(|all| Spread::of(before, all, unit));
        match (low, high) {
            (Some(low), Some(high)) => low.agrees(&high),
            (low, high) => low.is_none() && high.is_none(),
        }
    }
}
