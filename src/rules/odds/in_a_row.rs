//! Odds of more than one command's consequences: to the end of a turn, of several commands in a
//! row, of the opening of a battle.

use crate::dice::Likelihood;
use crate::engine::CommandError;
use crate::ruleset::Ruleset;
use crate::state::State;

use super::MAX_STEPS;
use super::course::{Course, Courses};
use super::fold::Fold;
use super::graph::Graph;
use super::play::Play;
use super::same::{Lookup, SeenStates, same};
use super::walk::{Everything, walk};

/// Computes the courses of several plays in a row. A later command that is refused in a course has
/// no effect there. Prompts are answered by the ruleset's policy.
///
/// # Errors
/// If the first play is a command and refused, or the ruleset does not finish.
pub fn in_a_row<F: Fold>(
    rules: &dyn Ruleset,
    state: &State,
    plays: &[Play<'_>],
    fold: F,
) -> Result<Courses<F>, CommandError> {
    let start = Course { chance: Likelihood::ONE, fold, state: state.clone() };
    let mut all = Courses { list: vec![start], ..Courses::default() };
    let mut steps = 0;
    for (i, play) in plays.iter().enumerate() {
        let mut next = Merged::default();
        next.all.missing = all.missing;
        next.all.cut = all.cut;
        for course in all.list {
            let mut graph = match Graph::of_play(rules, &course.state, *play) {
                Err(CommandError::Refused(_)) if i > 0 => {
                    next.add(course);
                    continue;
                }
                graph => graph?,
            };
            let most = MAX_STEPS.saturating_sub(steps);
            let found = walk(&mut graph, &course.fold, &mut Everything, most)?;
            steps += graph.steps;
            next.all.missing += course.chance * found.missing;
            next.all.cut |= found.cut;
            for after in found.list {
                next.add(Course { chance: course.chance * after.chance, ..after });
            }
        }
        all = next.all;
    }
    Ok(all)
}

/// Courses, no two of which have both the same end state and the same facts.
struct Merged<F> {
    all: Courses<F>,
    seen: SeenStates,
    /// The course with this state, by the index of the first course with it, and these facts.
    known: Lookup<(usize, F), usize>,
}

impl<F> Default for Merged<F> {
    fn default() -> Self {
        Self { all: Courses::default(), seen: SeenStates::default(), known: Lookup::default() }
    }
}

impl<F: Fold> Merged<F> {
    fn add(&mut self, course: Course<F>) {
        let list = &mut self.all.list;
        let (new, hash) = (list.len(), self.seen.hash(&course.state));
        let is_same = |i: usize| list.get(i).is_some_and(|known| same(&known.state, &course.state));
        let state = self.seen.find(hash, is_same);
        if state.is_none() {
            self.seen.keep(hash, new);
        }
        let at = *self.known.entry((state.unwrap_or(new), course.fold.clone())).or_insert(new);
        match list.get_mut(at) {
            Some(known) => known.chance += course.chance,
            None => list.push(course),
        }
    }
}
