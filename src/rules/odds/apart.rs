//! The odds of commands with many rolls: computed for each combatant separately instead of jointly.
//!
//! Thirty rolls have a billion courses. But the outcome for one target of a blast usually depends
//! only on its own rolls and on shared ones: one attack roll, one damage roll. It is then enough to
//! follow, for each combatant, every result of those, while all rolls about others take one fixed
//! result. This is checked: each combatant's odds are computed with the rolls about others low and
//! again with them high, and count only if both agree and no result in between affects others, as a
//! shot does that misses one and may hit another. Where this fails, the rolls that affect
//! others are identified, such as those of helpers in a group attack, and all their results are
//! followed for every combatant.

use std::collections::{BTreeMap, BTreeSet};

use crate::command::Command;
use crate::dice::Likelihood;
use crate::engine::{CommandError, Fault};
use crate::ruleset::Ruleset;
use crate::state::State;
use grid::UnitId;

use super::MAX_STEPS;
use super::course::{Course, Courses};
use super::fold::{Fold, Struck};
use super::graph::Graph;
use super::one::One;
use super::spread::{Spread, spreads};
use super::walk::{Everything, Guide, Take, walk, walk_all};

/// Up to this number of step runs, all courses are followed jointly.
const FEW: usize = 1_000;

/// The possible outcomes of a command, with their chances; `F` collects further facts from the
/// events.
#[derive(Clone, Debug)]
pub enum Odds<F> {
    /// All joint courses.
    Joint(Courses<(Struck, F)>),
    /// For each combatant, the courses that differ for it. The outcome for other combatants in them
    /// is meaningless.
    Apart(Apart<F>),
}

/// The courses of each combatant.
#[derive(Clone, Debug)]
pub struct Apart<F> {
    /// For combatants that are rolled for.
    each: BTreeMap<UnitId, Alone<F>>,
    /// For all other combatants.
    rest: Alone<F>,
}

/// The courses of one combatant, with the rolls about others low and with them high.
#[derive(Clone, Debug)]
struct Alone<F> {
    low: Courses<(Struck, F)>,
    high: Courses<(Struck, F)>,
}

impl<F: Fold> Odds<F> {
    /// Computes the odds of a command.
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
        if let Some(few) = walk_all(&mut graph, &fold, FEW)? {
            return Ok(Self::Joint(few));
        }
        let apart = match Apart::of(&mut graph, state, &fold)? {
            Some(apart) if !apart.is_cut() => return Ok(Self::Apart(apart)),
            other => other,
        };
        // Step runs for single combatants do not count towards the limit.
        let most = graph.steps + MAX_STEPS;
        let all = walk(&mut graph, &fold, &mut Everything, most)?;
        Ok(match apart {
            Some(apart) if apart.missing().high() < all.missing.high() => Self::Apart(apart),
            _ => Self::Joint(all),
        })
    }

    /// The chance that `wanted` is true for a combatant; `None` if it depends on rolls about others
    /// that were not followed.
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

    /// The outcomes for each combatant of a state, sorted by ID.
    pub fn spreads(&self, before: &State) -> Vec<Spread> {
        match self {
            Self::Joint(all) => spreads(before, all),
            Self::Apart(apart) => {
                let units = before.units.iter().map(|u| u.id());
                units.filter_map(|id| Spread::of(before, &apart.alone(id).low, id)).collect()
            }
        }
    }

    /// The courses that are valid for a combatant: all of them, or those that differ for it.
    pub fn courses_of(&self, unit: UnitId) -> &Courses<(Struck, F)> {
        match self {
            Self::Joint(all) => all,
            Self::Apart(apart) => &apart.alone(unit).low,
        }
    }

    /// The facts collected in each course that is valid for a combatant.
    pub fn folds(&self, unit: UnitId) -> impl Iterator<Item = &F> {
        self.courses_of(unit).iter().map(|course| &course.fold.1)
    }

    /// Whether the outcome for another combatant is known together with that for this one.
    pub fn knows_both(&self, unit: UnitId, other: UnitId) -> bool {
        match self {
            Self::Joint(_) => true,
            Self::Apart(apart) => unit == other || !apart.each.contains_key(&other),
        }
    }

    /// The largest chance not followed.
    pub fn missing(&self) -> Likelihood {
        match self {
            Self::Joint(all) => all.missing,
            Self::Apart(apart) => apart.missing(),
        }
    }
}

/// How rolls about others are treated while one combatant is followed.
struct Others<'a> {
    /// Maximum number of step runs.
    most: usize,
    /// Combatants whose rolls affect everyone: all their results are followed.
    shared: &'a BTreeSet<UnitId>,
}

/// Follows one result of the rolls about a combatant and another of all other rolls.
struct Against<'a> {
    unit: UnitId,
    own: Take,
    rest: Take,
    shared: &'a BTreeSet<UnitId>,
}

impl Guide for Against<'_> {
    fn take(&mut self, graph: &mut Graph<'_>, node: usize) -> Result<Take, Fault> {
        Ok(match graph.about(node)? {
            Some(about) if self.shared.contains(&about) => Take::All,
            Some(about) if about == self.unit => self.own,
            Some(_) => self.rest,
            None => Take::All,
        })
    }
}

impl<F: Fold> Apart<F> {
    /// The courses of each combatant; `None` if rolls about one affect others and their source
    /// cannot be determined.
    fn of(graph: &mut Graph<'_>, state: &State, fold: &(Struck, F)) -> Result<Option<Self>, Fault> {
        let mut shared = BTreeSet::new();
        loop {
            let others = Others { most: graph.steps + MAX_STEPS, shared: &shared };
            let apart = Self::with(graph, fold, &others)?;
            let agrees = |id: UnitId| apart.alone(id).agrees(state, id);
            let agree = state.units.iter().all(|u| agrees(u.id()));
            let between =
                if agree { apart.concerned_between(graph, state, fold, &shared)? } else { 0 };
            if agree && between == 0 {
                return Ok(Some(apart));
            }
            let found = apart.influences(graph, state, fold, &others, between)?;
            if found.is_empty() || apart.is_cut() {
                return Ok(None);
            }
            shared.extend(found);
        }
    }

    /// The courses of each combatant that is rolled for, and of all others.
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

    /// The largest number of a result between the lowest and the highest that, taken by all rolls,
    /// changes the outcome for a combatant by the rolls about others; 0 if there is none. Of very many
    /// results only some are tried.
    fn concerned_between(
        &self,
        graph: &mut Graph<'_>,
        state: &State,
        fold: &(Struck, F),
        shared: &BTreeSet<UnitId>,
    ) -> Result<usize, Fault> {
        let most = graph.steps + FEW.max(graph.steps / 8);
        let (mut way, mut last) = (1, 0);
        loop {
            let mut met: Vec<UnitId> = self.each.keys().copied().collect();
            let mut guide = One::of(None, Take::Nth(way), shared, &mut met);
            let all = walk(graph, fold, &mut guide, most)?;
            let widest = guide.widest;
            for unit in state.units.iter().map(|unit| unit.id()) {
                // Its own rolls alone; they have been followed.
                let own = match self.each.contains_key(&unit) {
                    true => {
                        let (own, rest) = (Take::Nth(way), Take::First);
                        let guide = &mut Against { unit, own, rest, shared };
                        Some(walk(graph, fold, guide, most)?)
                    }
                    false => None,
                };
                let own = own.as_ref().unwrap_or(&self.rest.low);
                if all.cut || own.cut {
                    return Ok(last);
                }
                if !agree(state, unit, own, &all) {
                    last = way;
                }
            }
            way += 1;
            if way + 1 >= widest {
                return Ok(last);
            }
        }
    }

    /// The combatants whose own rolls affect others: if their rolls differ from all the rest,
    /// another unit has a different outcome than if all rolls go the same way.
    fn influences(
        &self,
        graph: &mut Graph<'_>,
        state: &State,
        fold: &(Struck, F),
        others: &Others<'_>,
        between: usize,
    ) -> Result<Vec<UnitId>, Fault> {
        let mut found = Vec::new();
        let Alone { low, high } = &self.rest;
        let between = (1..=between).map(|way| (low, Take::Nth(way), Take::First));
        let ends = [(low, Take::Last, Take::First), (high, Take::First, Take::Last)];
        let tries: Vec<_> = ends.into_iter().chain(between).collect();
        for unit in self.each.keys().copied() {
            for (all, own, rest) in &tries {
                let shared = others.shared;
                let mut guide = Against { unit, own: *own, rest: *rest, shared };
                let other = walk(graph, fold, &mut guide, others.most)?;
                let mut ids = state.units.iter().map(|u| u.id()).filter(|id| *id != unit);
                if !ids.all(|id| agree(state, id, all, &other)) {
                    found.push(unit);
                    break;
                }
            }
        }
        Ok(found)
    }

    fn alone(&self, unit: UnitId) -> &Alone<F> {
        self.each.get(&unit).unwrap_or(&self.rest)
    }

    /// True if a limit cut the computation short.
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
    /// The courses of one combatant, or of those that are not rolled for. Others that are rolled
    /// for are added to `found`.
    fn of(
        graph: &mut Graph<'_>,
        unit: Option<UnitId>,
        fold: &(Struck, F),
        others: &Others<'_>,
        found: &mut Vec<UnitId>,
    ) -> Result<Self, Fault> {
        let mut one = |which: Take| {
            walk(graph, fold, &mut One::of(unit, which, others.shared, found), others.most)
        };
        Ok(Self { low: one(Take::First)?, high: one(Take::Last)? })
    }

    /// True if the rolls about others make no difference for a combatant.
    fn agrees(&self, before: &State, unit: UnitId) -> bool {
        agree(before, unit, &self.low, &self.high)
    }
}

/// True if the outcome for a combatant is the same in both.
fn agree<F: Fold>(
    before: &State,
    unit: UnitId,
    one: &Courses<(Struck, F)>,
    other: &Courses<(Struck, F)>,
) -> bool {
    match [one, other].map(|all| Spread::of(before, all, unit)) {
        [Some(one), Some(other)] => one.agrees(&other),
        [one, other] => one.is_none() && other.is_none(),
    }
}
