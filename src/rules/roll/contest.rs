//! Two tests against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_traits::Zero;
use serde::{Deserialize, Serialize};

use super::{Score, Test};
use crate::rules::dice::Chance;
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
}

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
