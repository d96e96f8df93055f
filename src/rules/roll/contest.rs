//! Opposed tests.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use num_traits::Zero;

use super::known::{Memory, Shape, recall};
use super::result::Degree;
use super::settle::{BothFail, Settle, SettleBy, Tie};
use super::{Score, Test};
use crate::dice::{self, Chance, Read, Throw};
use crate::event::{Opposed, Rolled};

/// The chance of each winning margin of the acting side; the key `None` stands for not winning.
pub type Margins = BTreeMap<Option<i32>, Chance>;

/// The chances of a contest.
pub(super) struct Outlook {
    /// The chance of each winning margin.
    pub margins: Margins,
    /// The chance that the acting side wins.
    pub won: Chance,
}

thread_local! {
    static CONTESTS: Memory<(Shape, Shape, Settle), Option<Rc<Outlook>>> = RefCell::default();
}

/// The winner of a contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// The acting side.
    Active,
    /// The passive side.
    Passive,
    /// Undecided: both roll again.
    Again,
}

impl Settle {
    /// By totals; a tie changes nothing.
    pub const TOTALS: Self =
        Self { by: SettleBy::Totals, tie: Tie::Passive, both_fail: BothFail::StatusQuo };
    /// By degrees; a tie or two failures change nothing (EV-7 to EV-9).
    pub const DEGREES: Self = Self { by: SettleBy::Degrees, ..Self::TOTALS };

    /// The winner.
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

    /// The winner's margin: the difference of the totals; with degrees, its own degrees, minus
    /// those of the other side if it passed too (EV-12).
    pub const fn margin(self, winner: &Score, other: &Score) -> i32 {
        match self.by {
            SettleBy::Totals => winner.total.saturating_sub(other.total),
            SettleBy::Degrees if winner.passed() && !other.passed() => winner.degrees,
            SettleBy::Degrees => winner.degrees.saturating_sub(other.degrees),
        }
    }

    /// The chance of the passive side against a roll already made by the acting side; `None` where
    /// totals of bursting dice would be compared.
    pub fn chance_of_answer(self, active: &Score, passive: &Test) -> Option<Chance> {
        let theirs: Rc<[(Chance, Score)]> = match self.by {
            SettleBy::Totals => passive.totals()?.into(),
            SettleBy::Degrees => passive.known_scores(),
        };
        let margins = self.margins(&[(Chance::from_integer(1), *active)], &theirs);
        Some(margins.get(&None).copied().unwrap_or_else(Chance::zero))
    }

    /// The chance of each winning margin of the acting side; the key `None` stands for not winning.
    fn margins(self, active: &[(Chance, Score)], passive: &[(Chance, Score)]) -> Margins {
        self.margins_by_parts(active, passive)
            .unwrap_or_else(|| self.margins_by_fractions(active, passive))
    }

    /// The same, counted in equally likely parts; `None` if there are too many of them. As exact as
    /// adding fractions, but much faster.
    fn margins_by_parts(
        self,
        active: &[(Chance, Score)],
        passive: &[(Chance, Score)],
    ) -> Option<Margins> {
        let ((parts, own), (others, other)) = counted(active).zip(counted(passive))?;
        let pairs = own.iter().zip(active).flat_map(|(n, (_, own))| {
            other.iter().zip(passive).map(move |(m, (_, other))| (n * m, own, other))
        });
        let (margins, again) = self.sums(pairs, u128::saturating_add);
        let all = parts * others;
        // Both roll again until one side wins.
        let settled = if again < all { all - again } else { all };
        Some(margins.into_iter().map(|(of, ways)| (of, Chance::new(ways, settled))).collect())
    }

    fn margins_by_fractions(
        self,
        active: &[(Chance, Score)],
        passive: &[(Chance, Score)],
    ) -> Margins {
        let pairs = active.iter().flat_map(|(share, own)| {
            passive.iter().map(move |(part, other)| (share * part, own, other))
        });
        let (mut margins, again) = self.sums(pairs, |a: Chance, b: Chance| a + b);
        let settled = Chance::from_integer(1) - again;
        if !again.is_zero() && !settled.is_zero() {
            margins.values_mut().for_each(|chance| *chance /= settled);
        }
        margins
    }

    /// The weight of each winning margin, and of rolling again.
    fn sums<'s, T: Zero + Copy>(
        self,
        pairs: impl Iterator<Item = (T, &'s Score, &'s Score)>,
        add: impl Fn(T, T) -> T,
    ) -> (BTreeMap<Option<i32>, T>, T) {
        let (mut margins, mut again) = (BTreeMap::new(), T::zero());
        for (weight, own, other) in pairs {
            let sum = match self.winner(own, other) {
                Winner::Active => {
                    margins.entry(Some(self.margin(own, other))).or_insert_with(T::zero)
                }
                Winner::Passive => margins.entry(None).or_insert_with(T::zero),
                Winner::Again => &mut again,
            };
            *sum = add(*sum, weight);
        }
        (margins, again)
    }
}

/// Chances as numbers of equally likely parts, and the total number of parts; `None` if it is too
/// large.
fn counted(chances: &[(Chance, Score)]) -> Option<(u128, Vec<u128>)> {
    let mut all: u128 = 1;
    for (chance, _) in chances {
        all = (all / gcd(all, *chance.denom())).saturating_mul(*chance.denom());
        if all > MAX_PARTS {
            return None;
        }
    }
    let parts = |(chance, _): &(Chance, Score)| {
        (*chance.numer() <= MAX_PARTS).then(|| chance.numer() * (all / chance.denom()))
    };
    Some((all, chances.iter().map(parts).collect::<Option<_>>()?))
}

/// Maximum number of parts that chances are counted in.
const MAX_PARTS: u128 = 1 << 31;

/// The greatest common divisor of `a` and `b`.
fn gcd(a: u128, b: u128) -> u128 {
    // Both are almost always small, and dividing small numbers is much faster.
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(mut a), Ok(mut b)) => {
            while b != 0 {
                (a, b) = (b, a % b);
            }
            a.into()
        }
        // Too many parts to count in any case.
        _ => 1,
    }
}

/// Two opposed tests before they are rolled.
#[derive(Clone, Copy, Debug)]
pub struct Contest<'a> {
    /// The test of the acting side.
    pub active: &'a Test,
    /// The test of the passive side.
    pub passive: &'a Test,
    /// How they are compared.
    pub settle: Settle,
}

impl Contest<'_> {
    /// The chance of each winning margin of the acting side; the key `None` stands for not winning.
    /// `None` as a whole if totals of bursting dice would be compared.
    pub fn margins(&self) -> Option<Margins> {
        self.known().map(|known| known.margins.clone())
    }

    /// The chance that the acting side wins.
    pub fn chance(&self) -> Option<Chance> {
        self.known().map(|known| known.won)
    }

    /// The chances of the contest, cached and shared.
    fn known(&self) -> Option<Rc<Outlook>> {
        let shapes = self.active.shape().zip(self.passive.shape());
        let question = shapes.map(|(active, passive)| (active, passive, self.settle));
        recall(&CONTESTS, question, || self.find().map(Rc::new))
    }

    /// Computes both without the cache.
    pub(super) fn find(&self) -> Option<Outlook> {
        let scores = |test: &Test| match self.settle.by {
            SettleBy::Totals => test.totals().map(Rc::from),
            SettleBy::Degrees => Some(test.known_scores()),
        };
        let margins = self.settle.margins(&scores(self.active)?, &scores(self.passive)?);
        let won = won(&margins);
        Some(Outlook { margins, won })
    }

    /// Both rolls in one throw, the acting side's dice first. It distinguishes only who wins, by
    /// how much, and between which values of `apart` (sorted) the acting side's count lies. For
    /// plain dice compared by degrees, where two failures change nothing and ties are not rerolled.
    pub fn throw(&self, apart: &[i32]) -> Throw {
        let Self { active, passive, settle } = self;
        let wins_ties = match settle.tie {
            Tie::Active => true,
            Tie::HigherMark => active.against.total() > passive.against.total(),
            Tie::Passive | Tie::Again => false,
        };
        // Degrees are doubled, so that a failure of the other side fits between them.
        let scores = |test: &Test, worth: &dyn Fn(i32, &Score) -> i32| {
            let (least, most) = test.count.range(&test.dice);
            let scorer = test.scorer();
            let each = (least..=most).map(|n| (n, worth(n, &scorer.score_of(n))));
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
            // Below it are results that do not win despite their rank.
            cuts.extend((rank > 0).then(|| base(rank) - FAR / 2));
            cuts.push(base(rank) + 1);
            let margins = (1..=most / 2).map(|margin| 2 * margin + i32::from(wins_ties));
            cuts.extend(margins.map(|margin| base(rank) + margin));
        }
        let steps = |from| dice::Scale::Steps { below: 0, from };
        let first = u8::try_from(active.dice.len()).unwrap_or(u8::MAX);
        let (left, right) = (steps(left), steps(scores(passive, &other)));
        let dice = active.dice.iter().chain(&passive.dice).copied().collect();
        Throw { dice, read: Read::Opposed { first, left, right, cuts, alone: None } }
    }

    /// The roll of the passive side against a roll already made by the acting side. It
    /// distinguishes only who wins and by how much. For plain dice.
    pub fn answer(&self, active: &Score) -> Throw {
        let (least, most) = self.passive.count.range(&self.passive.dice);
        let scorer = self.passive.scorer();
        let ends = |counted: i32| {
            let score = scorer.score_of(counted);
            let winner = self.settle.winner(active, &score);
            (winner, (winner == Winner::Active).then(|| self.settle.margin(active, &score)))
        };
        let mut before = ends(least);
        let mut is_cut = |counted: i32| {
            let now = ends(counted);
            std::mem::replace(&mut before, now) != now
        };
        let cuts = (least + 1..=most).filter(|n| is_cut(*n)).collect();
        Throw { dice: self.passive.dice.clone(), read: self.passive.count.read(cuts) }
    }
}

/// More than the distance between any two degrees.
const FAR: i32 = 1 << 12;

fn won(margins: &Margins) -> Chance {
    let wins = margins.iter().filter(|(margin, _)| margin.is_some());
    wins.fold(Chance::zero(), |sum, (_, chance)| sum + chance)
}

impl Rolled {
    /// The chance of success at the time of the roll; a reacting side already knew the other roll.
    /// `None` if it cannot be computed exactly from this record.
    pub fn chance(&self) -> Option<Chance> {
        // Records of earlier versions lack how several dice were counted.
        if self.dice.is_empty() || self.count.of(&self.faces) != self.counted() {
            return None;
        }
        let test = Test::from(self);
        if !test.is_exact() {
            return None;
        }
        let Some(opposed) = &self.opposed else {
            self.needs?;
            return Some(test.chance());
        };
        let (theirs, settle) = (Test::from(&*opposed.theirs), opposed.settle);
        if !theirs.is_exact() {
            return None;
        }
        let score = theirs.score(&opposed.theirs.faces);
        if opposed.acting {
            Contest { active: &test, passive: &theirs, settle }.chance()
        } else {
            settle.chance_of_answer(&score, &test)
        }
    }

    /// The score of its faces alone.
    pub fn score(&self) -> Score {
        Test::from(self).score(&self.faces)
    }

    /// Compares two rolls, the acting side's first, and records in each the result, the margin and
    /// the other roll. The passive side rolls last.
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn arb_side() -> impl Strategy<Value = Vec<(Chance, Score)>> {
        let score = (1..9, -2..4, -2..12, any::<bool>());
        let score = score.prop_map(|(mark, degrees, total, passed)| Score {
            counted: total,
            total,
            mark,
            degree: if passed { Degree::Success } else { Degree::Failure },
            degrees,
        });
        let weighted = prop::collection::vec((0u128..7, score), 1..7);
        weighted.prop_map(|list| {
            let all = list.iter().map(|(n, _)| n).sum::<u128>().max(1);
            list.into_iter().map(|(n, score)| (Chance::new(n, all), score)).collect()
        })
    }

    proptest! {
        #[test]
        fn parts_and_fractions_give_the_same_margins(
            active in arb_side(), passive in arb_side(), by_totals: bool, tie in 0usize..4,
            quo: bool,
        ) {
            let tie = [Tie::Active, Tie::Passive, Tie::HigherMark, Tie::Again][tie];
            let by = if by_totals { SettleBy::Totals } else { SettleBy::Degrees };
            let both_fail = if quo { BothFail::StatusQuo } else { BothFail::LesserFailure };
            let settle = Settle { by, tie, both_fail };
            let parts = settle.margins_by_parts(&active, &passive);
            prop_assert_eq!(parts, Some(settle.margins_by_fractions(&active, &passive)));
        }
    }
}
