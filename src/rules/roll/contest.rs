//! Two tests against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::{Score, Test};
use crate::rules::dice::{self, Chance, Read, Throw};
use crate::rules::event::{Degree, Opposed, Rolled};

/// What is compared in a contest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettleBy {
    /// The totals; neither side has a mark of its own (MO-4, TU-129).
    #[default]
    Totals,
    /// Whether each side passes its own test, then the degrees (EV-7).
    Degrees,
}

/// Who has it when both sides are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The side that does not act: nothing changes.
    #[default]
    Passive,
    /// The side that acts.
    Active,
    /// The side with the higher mark; of equals the passive one.
    HigherMark,
    /// Nobody: both roll again (EV-10).
    Again,
}

/// Who has it when both fail their own tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BothFail {
    /// Nothing changes (EV-9).
    #[default]
    StatusQuo,
    /// The side that fails by fewer degrees.
    LesserFailure,
}

/// How two throws are settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settle {
    /// What is compared.
    pub by: SettleBy,
    /// Who has it of equals.
    #[serde(default)]
    pub tie: Tie,
    /// Who has it when both fail; only by degrees.
    #[serde(default)]
    pub both_fail: BothFail,
}

/// Who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The side that acts.
    Active,
    /// The other.
    Passive,
    /// Nobody yet.
    Again,
}

impl Settle {
    /// By totals; a tie changes nothing.
    pub const TOTALS: Self =
        Self { by: SettleBy::Totals, tie: Tie::Passive, both_fail: BothFail::StatusQuo };
    /// By degrees; a tie or two failures change nothing (EV-7 to EV-9).
    pub const DEGREES: Self = Self { by: SettleBy::Degrees, ..Self::TOTALS };

    /// Who has it.
    pub fn winner(self, active: &Score, passive: &Score) -> Winner {
        let order = match self.by {
            SettleBy::Totals => active.total.cmp(&passive.total),
            SettleBy::Degrees => match (active.passed(), passive.passed()) {
                (true, false) => return Winner::Active,
                (false, true) => return Winner::Passive,
                (false, false) if self.both_fail == BothFail::StatusQuo => return Winner::Passive,
                _ => active.degrees.cmp(&passive.degrees),
            },
        };
        match order {
            Ordering::Greater => Winner::Active,
            Ordering::Less => Winner::Passive,
            Ordering::Equal => match self.tie {
                Tie::Active => Winner::Active,
                Tie::HigherMark if active.mark > passive.mark => Winner::Active,
                Tie::Passive | Tie::HigherMark => Winner::Passive,
                Tie::Again => Winner::Again,
            },
        }
    }

    /// By how much a winner won: the difference of the totals; by degrees its own, less the other's
    /// if that one passed too (EV-12).
    pub const fn margin(self, winner: &Score, other: &Score) -> i32 {
        match self.by {
            SettleBy::Totals => winner.total.saturating_sub(other.total),
            SettleBy::Degrees if winner.passed() && !other.passed() => winner.degrees,
            SettleBy::Degrees => winner.degrees.saturating_sub(other.degrees),
        }
    }

    /// The chance of the passive side against a throw of the acting side that stands; none where
    /// totals of bursting dice would be compared.
    pub fn chance_of_answer(self, active: &Score, passive: &Test) -> Option<Chance> {
        let theirs = match self.by {
            SettleBy::Totals => passive.totals()?,
            SettleBy::Degrees => passive.scores(),
        };
        let margins = self.margins(&[(Chance::from_integer(1), *active)], &theirs);
        Some(margins.get(&None).copied().unwrap_or_else(Chance::zero))
    }

    /// The chance of each margin with which the acting side wins; under none, that it does not.
    fn margins(
        self,
        active: &[(Chance, Score)],
        passive: &[(Chance, Score)],
    ) -> BTreeMap<Option<i32>, Chance> {
        let mut margins: BTreeMap<Option<i32>, Chance> = BTreeMap::new();
        let mut again = Chance::zero();
        for (share, own) in active {
            for (part, other) in passive {
                let chance = share * part;
                let margin = match self.winner(own, other) {
                    Winner::Active => Some(self.margin(own, other)),
                    Winner::Passive => None,
                    Winner::Again => {
                        again += chance;
                        continue;
                    }
                };
                *margins.entry(margin).or_insert_with(Chance::zero) += chance;
            }
        }
        // Both roll until one has it.
        let settled = Chance::from_integer(1) - again;
        if !again.is_zero() && !settled.is_zero() {
            margins.values_mut().for_each(|chance| *chance /= settled);
        }
        margins
    }
}

/// Two tests before their dice fall.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// Of the side that acts.
    pub active: &'a Test,
    /// Of the other.
    pub passive: &'a Test,
    /// How they are settled.
    pub settle: Settle,
}

impl Contest<'_> {
    /// The chance of each margin with which the acting side wins; under none, that it does not. None
    /// at all where totals of bursting dice would be compared.
    pub fn margins(&self) -> Option<BTreeMap<Option<i32>, Chance>> {
        let scores = |test: &Test| match self.settle.by {
            SettleBy::Totals => test.totals(),
            SettleBy::Degrees => Some(test.scores()),
        };
        Some(self.settle.margins(&scores(self.active)?, &scores(self.passive)?))
    }

    /// The chance that the acting side wins.
    pub fn chance(&self) -> Option<Chance> {
        self.margins().map(|margins| won(&margins))
    }

    /// Both throws in one, the acting side's dice first, read for nothing finer than who has it, by
    /// how much, and between which of `apart`, in order, the acting side's count lies. For plain dice
    /// that are settled by degrees, where two failures change nothing and ties are not rolled again.
    pub fn throw(&self, apart: &[i32]) -> Throw {
        let Self { active, passive, settle } = self;
        let wins_ties = match settle.tie {
            Tie::Active => true,
            Tie::HigherMark => active.against.total() > passive.against.total(),
            Tie::Passive | Tie::Again => false,
        };
        // Twice the degrees, so that a failure of the other side has a place between them.
        let scores = |test: &Test, worth: &dyn Fn(i32, &Score) -> i32| {
            let (least, most) = test.count.range(&test.dice);
            let each = (least..=most).map(|n| (n, worth(n, &test.score_of(n))));
            let mut from: Vec<(i32, i32)> = each.collect();
            from.dedup_by_key(|(_, score)| *score);
            from
        };
        let rank = |n: i32| apart.iter().filter(|cut| **cut <= n).count();
        let base = |rank: usize| FAR.saturating_mul(i32::try_from(rank).unwrap_or(0));
        let own = |n: i32, score: &Score| {
            if score.passed() { base(rank(n)) + 2 * score.degrees } else { -base(rank(n) + 1) }
        };
        let other = |_: i32, score: &Score| {
            if score.passed() { 2 * score.degrees - i32::from(wins_ties) } else { -1 }
        };
        let left = scores(active, &own);
        let most = left.iter().map(|(_, score)| score.rem_euclid(FAR)).max().unwrap_or(0);
        let mut cuts: Vec<i32> = (1..=apart.len()).rev().map(|n| -base(n) - FAR / 2).collect();
        for rank in 0..=apart.len() {
            // Below it lies what does not win in spite of its rank.
            cuts.extend((rank > 0).then(|| base(rank) - FAR / 2));
            cuts.push(base(rank) + 1);
            let margins = (1..=most / 2).map(|margin| 2 * margin + i32::from(wins_ties));
            cuts.extend(margins.map(|margin| base(rank) + margin));
        }
        let steps = |from| dice::Scale::Steps { below: 0, from };
        let first = u8::try_from(active.dice.len()).unwrap_or(u8::MAX);
        let (left, right) = (steps(left), steps(scores(passive, &other)));
        let dice = active.dice.iter().chain(&passive.dice).copied().collect();
        Throw { dice, read: Read::Opposed { first, left, right, cuts } }
    }

    /// The throw of the passive side against one of the acting side that stands, read for nothing
    /// finer than who has it and by how much. For plain dice.
    pub fn answer(&self, active: &Score) -> Throw {
        let (least, most) = self.passive.count.range(&self.passive.dice);
        let ends = |counted: i32| {
            let score = self.passive.score_of(counted);
            let winner = self.settle.winner(active, &score);
            (winner, (winner == Winner::Active).then(|| self.settle.margin(active, &score)))
        };
        let cuts = (least + 1..=most).filter(|n| ends(*n) != ends(*n - 1)).collect();
        Throw { dice: self.passive.dice.clone(), read: self.passive.count.read(cuts) }
    }
}

/// Farther apart than any two degrees.
const FAR: i32 = 1 << 12;

fn won(margins: &BTreeMap<Option<i32>, Chance>) -> Chance {
    let wins = margins.iter().filter(|(margin, _)| margin.is_some());
    wins.fold(Chance::zero(), |sum, (_, chance)| sum + chance)
}

impl Rolled {
    /// What its faces are worth by themselves.
    pub fn score(&self) -> Score {
        Test::from(self).score(&self.faces)
    }

    /// Sets two rolls against each other, the acting side's first: how each ends, by how much, and
    /// what it was compared with. Each is told with the other; the passive side throws last.
    pub fn oppose(active: &mut Self, passive: &mut Self, settle: Settle) -> Winner {
        let (own, other) = (active.score(), passive.score());
        let winner = settle.winner(&own, &other);
        let (theirs, ours) = (Box::new(passive.clone()), Box::new(active.clone()));
        let margin = match winner {
            Winner::Active => Some(settle.margin(&own, &other)),
            Winner::Passive => Some(settle.margin(&other, &own)),
            Winner::Again => None,
        };
        for (roll, theirs, acting, alone) in
            [(active, theirs, true, own.degree), (passive, ours, false, other.degree)]
        {
            roll.opposed = Some(Opposed { theirs, settle, acting, alone, margin });
            let won = winner == if acting { Winner::Active } else { Winner::Passive };
            roll.degree = match (won, alone) {
                (true, Degree::Critical) => Degree::Critical,
                (true, _) => Degree::Success,
                (false, Degree::Fumble) => Degree::Fumble,
                (false, _) => Degree::Failure,
            };
        }
        winner
    }
}
