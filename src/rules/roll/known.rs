//! What tests and contests come to, remembered: the opponent weighs the same few again and again,
//! and their chances are exact fractions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;
use std::thread::LocalKey;

use grid::Quick;

use super::contest::Margins;
use super::result::Scale;
use super::settle::Settle;
use super::{Compare, Count, Score, Test};
use crate::dice::{Chance, Die};

/// Maximum number of dice of a test that is remembered.
const MOST_DICE: usize = 4;
/// Maximum number of answers of each kind that a thread remembers; when full, all are forgotten.
const MOST: usize = 4_000;

/// Everything that the chances of a test depend on, for tests without bands of results.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    dice: [Option<Die>; MOST_DICE],
    count: Count,
    terms: i32,
    compare: Compare,
    mark: i32,
    bounds: Option<(i32, i32)>,
    scale: Option<Scale>,
}

impl Shape {
    /// That of a test; `None` for tests with bands or many dice.
    pub(super) fn of(test: &Test) -> Option<Self> {
        // Destructured by name, so that a new field cannot be forgotten.
        let Test { dice, count, terms, compare, label: _, against, bounds, scale, bands } = test;
        if dice.len() > MOST_DICE || !bands.is_empty() {
            return None;
        }
        let mut each = [None; MOST_DICE];
        each.iter_mut().zip(dice).for_each(|(slot, die)| *slot = Some(*die));
        let (terms, mark) = (terms.total(), against.total());
        let (count, compare, bounds, scale) = (*count, *compare, *bounds, *scale);
        Some(Self { dice: each, count, terms, compare, mark, bounds, scale })
    }
}

/// The chances of a contest.
#[derive(Default)]
pub(super) struct Outlook {
    /// Those of each winning margin.
    pub margins: Margins,
    /// That the acting side wins.
    pub won: Chance,
}

/// For lookup only, never iterated, so its order does not matter.
type Memory<Q, A> = RefCell<HashMap<Q, A, Quick>>;

thread_local! {
    static SCORES: Memory<Shape, Rc<[(Chance, Score)]>> = RefCell::default();
    static CHANCES: Memory<Shape, Chance> = RefCell::default();
    static CONTESTS: Memory<(Shape, Shape, Settle), Option<Rc<Outlook>>> = RefCell::default();
}

/// Every distinguished result of a test with its chance; computed by `find` if it is not known.
pub(super) fn scores(
    test: &Test,
    find: impl FnOnce() -> Vec<(Chance, Score)>,
) -> Rc<[(Chance, Score)]> {
    match Shape::of(test) {
        Some(shape) => recall(&SCORES, shape, || find().into()),
        None => find().into(),
    }
}

/// The chance that a test succeeds; computed by `find` if it is not known.
pub(super) fn chance(test: &Test, find: impl FnOnce() -> Chance) -> Chance {
    match Shape::of(test) {
        Some(shape) => recall(&CHANCES, shape, find),
        None => find(),
    }
}

/// The chances of a contest; computed by `find` if they are not known.
pub(super) fn contest(
    (active, passive): (&Test, &Test),
    settle: Settle,
    find: impl FnOnce() -> Option<Outlook>,
) -> Option<Rc<Outlook>> {
    let find = || find().map(Rc::new);
    match Shape::of(active).zip(Shape::of(passive)) {
        Some((active, passive)) => recall(&CONTESTS, (active, passive, settle), find),
        None => find(),
    }
}

fn recall<Q: Hash + Eq, A: Clone>(
    memory: &'static LocalKey<Memory<Q, A>>,
    question: Q,
    find: impl FnOnce() -> A,
) -> A {
    if let Some(known) = memory.with_borrow(|memory| memory.get(&question).cloned()) {
        return known;
    }
    // Not while the memory is borrowed: finding it may ask for something else.
    let answer = find();
    memory.with_borrow_mut(|memory| {
        if memory.len() >= MOST {
            memory.clear();
        }
        memory.insert(question, answer.clone());
    });
    answer
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::{BothFail, Contest, SettleBy, Tie};
    use super::*;
    use crate::Sum;

    /// A test of a few dice; small numbers, so that the same test comes again.
    fn arb_test() -> impl Strategy<Value = Test> {
        let dice = prop::collection::vec((2u16..8, any::<bool>()), 1..6);
        let numbers = (-2..3, 1..12, 0usize..3, 0usize..3);
        let limits = (prop::option::of((1..4, 4..9)), prop::option::of((1..4, 0..2)));
        (dice, numbers, limits).prop_map(|(dice, (terms, mark, compare, count), limits)| {
            let sum = |value| {
                let mut sum = Sum::new();
                sum.push("number", value, "XX-1");
                sum
            };
            let bursts = limits.1.is_none() && dice.len() < 3;
            let die = |(sides, burst)| match burst && bursts {
                true => Die::bursting_once(sides),
                false => Die::d(sides),
            };
            Test {
                dice: dice.into_iter().map(die).collect(),
                count: [Count::Sum, Count::Highest, Count::Lowest][count],
                terms: sum(terms),
                compare: [Compare::AtLeast, Compare::Above, Compare::AtMost][compare],
                against: sum(mark),
                bounds: limits.0,
                scale: limits.1.map(|(step, first)| Scale { step, first }),
                ..Test::default()
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_remembered_is_what_would_be_found(
            active in arb_test(), passive in arb_test(), by_totals: bool, tie in 0usize..4,
        ) {
            let tie = [Tie::Active, Tie::Passive, Tie::HigherMark, Tie::Again][tie];
            let by = if by_totals { SettleBy::Totals } else { SettleBy::Degrees };
            let settle = Settle { by, tie, both_fail: BothFail::StatusQuo };
            let contest = Contest { active: &active, passive: &passive, settle };
            for _ in 0..2 {
                prop_assert_eq!(active.scores(), active.find_scores());
                prop_assert_eq!(active.chance(), active.find_chance());
                let found = contest.find();
                let (margins, won) = found.map(|all| (all.margins, all.won)).unzip();
                prop_assert_eq!(contest.margins(), margins);
                prop_assert_eq!(contest.chance(), won);
            }
        }
    }
}
