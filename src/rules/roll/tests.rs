//! Cached chances of tests and contests.

use proptest::prelude::*;

use super::{BothFail, Compare, Contest, Count, Scale, Settle, SettleBy, Test, Tie};
use crate::Sum;
use crate::dice::Die;

/// A test of a few dice; with small numbers, so that the same test comes up again.
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
