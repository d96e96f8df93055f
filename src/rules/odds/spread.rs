//! Courses summarised for each combatant: rolls, damage, and dropping out.

use std::collections::BTreeMap;
use std::fmt;

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedMul, ToPrimitive, Zero};

use crate::Key;
use crate::dice::{Chance, Likelihood};
use crate::fitness::{Mark, Meaning};
use crate::ruleset::Description;
use crate::state::{State, Status};
use grid::UnitId;

use super::course::Courses;
use super::fold::WithStruck;

/// The possible losses of one track of a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losses {
    /// The track.
    pub track: Key,
    /// Its value before.
    pub from: i32,
    /// Its maximum.
    pub max: i32,
    /// Points lost, with their chances; gains are negative.
    chances: BTreeMap<i32, Likelihood>,
    /// The chance of missing courses: each chance here may be higher by this much.
    missing: Likelihood,
}

impl Losses {
    /// True if it changes in any course.
    pub fn changes(&self) -> bool {
        self.chances.keys().any(|loss| *loss != 0)
    }

    /// The smallest possible loss.
    pub fn least(&self) -> i32 {
        self.chances.keys().next().copied().unwrap_or(0)
    }

    /// The largest possible loss.
    pub fn most(&self) -> i32 {
        self.chances.keys().next_back().copied().unwrap_or(0)
    }

    /// The mean loss.
    pub fn mean(&self) -> Mean {
        Mean::of(&self.chances, self.missing)
    }

    /// Points lost, with their chances, summing to 1; gains are negative.
    pub fn each(&self) -> impl Iterator<Item = (i32, Likelihood)> {
        self.chances.iter().map(|(loss, chance)| (*loss, chance.widened(self.missing)))
    }

    /// The chance of newly reaching a mark.
    pub fn reaches(&self, mark: &Mark, meaning: Meaning) -> Likelihood {
        let there = |value: i32| mark.is_reached(meaning, value, self.max);
        if there(self.from) {
            return Likelihood::ZERO;
        }
        let later = self.chances.iter().filter(|(loss, _)| there(self.from.saturating_sub(**loss)));
        let sum: Likelihood = later.map(|(_, chance)| *chance).sum();
        if sum.is_zero() { sum } else { sum.widened(self.missing) }
    }
}

/// The possible outcomes of a command for one combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The combatant.
    pub unit: UnitId,
    /// The chance that the first roll against it succeeds; `None` if no course has one.
    pub roll: Option<Likelihood>,
    /// The chance that it is hit: damaged, or any roll against it succeeds that no defense averts.
    pub hit: Likelihood,
    /// The losses of each of its tracks, in the ruleset's order, the most important first.
    pub tracks: Vec<Losses>,
    /// Its status before.
    pub before: Status,
    /// Its status afterwards, with chances summing to 1.
    pub after: BTreeMap<Status, Likelihood>,
    knocked_out: Likelihood,
}

impl Spread {
    /// Summarises courses for a combatant; `None` if it did not exist before.
    pub(super) fn of<F: WithStruck>(
        before: &State,
        courses: &Courses<F>,
        unit: UnitId,
    ) -> Option<Self> {
        let earlier = before.unit(unit)?;
        let missing = courses.missing();
        let tracks = earlier.tracks.0.iter().map(|meter| Losses {
            track: meter.id.clone(),
            from: meter.value,
            max: meter.max,
            chances: BTreeMap::new(),
            missing,
        });
        let mut tracks: Vec<Losses> = tracks.collect();
        let (mut rolled, mut succeeded, mut hit) = (false, Likelihood::ZERO, Likelihood::ZERO);
        let mut after = BTreeMap::new();
        for course in courses.iter() {
            let blow = course.fold.struck().at(unit);
            rolled |= blow.first.is_some();
            if blow.first == Some(true) {
                succeeded += course.chance;
            }
            if blow.is_hit() {
                hit += course.chance;
            }
            let later = course.state.unit(unit);
            for losses in &mut tracks {
                let meter = later.and_then(|u| u.tracks.0.get(losses.track.as_str()));
                let loss = meter.map_or(0, |m| losses.from.saturating_sub(m.value));
                *losses.chances.entry(loss).or_insert(Likelihood::ZERO) += course.chance;
            }
            let status = later.map_or(Status::Gone, |u| u.status);
            *after.entry(status).or_insert(Likelihood::ZERO) += course.chance;
        }
        let worse = |status: &Status| match earlier.status {
            Status::Active => *status != Status::Active,
            Status::Down => matches!(status, Status::Dead | Status::Gone),
            Status::Dead | Status::Gone | Status::Surrendered => false,
        };
        let out = after.iter().filter(|(status, _)| worse(status));
        let knocked_out = out.map(|(_, chance)| *chance).sum::<Likelihood>().widened(missing);
        after.values_mut().for_each(|chance| *chance = chance.widened(missing));
        Some(Self {
            unit,
            roll: rolled.then_some(succeeded.widened(missing)),
            hit: hit.widened(missing),
            tracks,
            before: earlier.status,
            after,
            knocked_out,
        })
    }

    /// Returns true if it can equal another one that was computed differently.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let roll = match (self.roll, other.roll) {
            (Some(a), Some(b)) => a.agrees(b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let widened = |losses: &Losses| losses.each().collect::<BTreeMap<_, _>>();
        roll && self.hit.agrees(other.hit)
            && (self.unit, self.before) == (other.unit, other.before)
            && agree(&self.after, &other.after)
            && self.tracks.len() == other.tracks.len()
            && self.tracks.iter().zip(&other.tracks).all(|(a, b)| agree(&widened(a), &widened(b)))
    }

    /// True if any course harms it, helps it or changes its status.
    pub fn changes(&self) -> bool {
        self.tracks.iter().any(Losses::changes)
            || self.after.keys().any(|status| *status != self.before)
    }

    /// The losses of a track.
    pub fn of_track(&self, track: &str) -> Option<&Losses> {
        self.tracks.iter().find(|losses| losses.track == *track)
    }

    /// The marks that it may newly reach, with their chances, except those that end the fight; see
    /// [`Self::after`].
    pub fn marks<'a>(&self, description: &'a Description) -> Vec<(&'a Mark, Likelihood)> {
        let known = description.tracks.iter().filter_map(|spec| {
            let losses = self.of_track(spec.id.as_str())?;
            Some(spec.marks.iter().map(|mark| (mark, losses.reaches(mark, spec.meaning))))
        });
        known.flatten().filter(|(mark, chance)| !mark.ends && !chance.is_zero()).collect()
    }

    /// The chance of dropping out of the fight; of dying if it was already out.
    pub const fn knocked_out(&self) -> Likelihood {
        self.knocked_out
    }
}

/// Returns true if all chances can be equal in both; a result missing from one counts as 0 there.
fn agree<K: Ord>(a: &BTreeMap<K, Likelihood>, b: &BTreeMap<K, Likelihood>) -> bool {
    let in_other = |(key, chance): (&K, &Likelihood), other: &BTreeMap<K, Likelihood>| {
        other.get(key).map_or(chance.low().is_zero(), |there| chance.agrees(*there))
    };
    a.iter().all(|one| in_other(one, b)) && b.iter().all(|one| in_other(one, a))
}

/// The spreads of all combatants of a state, sorted by ID.
pub fn spreads<F: WithStruck>(before: &State, courses: &Courses<F>) -> Vec<Spread> {
    before.units.iter().filter_map(|u| Spread::of(before, courses, u.id())).collect()
}

/// A mean loss: one number, or two bounds. Missing results count between the smallest and the
/// largest loss that was followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mean {
    /// The lower bound.
    pub low: Ratio<i128>,
    /// The upper bound.
    pub high: Ratio<i128>,
}

impl Mean {
    fn of(losses: &BTreeMap<i32, Likelihood>, missing: Likelihood) -> Self {
        let least = losses.keys().next().copied().unwrap_or(0);
        let most = losses.keys().next_back().copied().unwrap_or(0);
        // The lower mean uses the lowest chances of losses and the highest of gains; the upper mean
        // the reverse.
        let each = losses.iter().map(|(loss, chance)| (*loss, *chance));
        let low = each.clone().chain([(least.min(0), missing)]);
        let high = each.chain([(most.max(0), missing)]);
        let end = |loss: i32, up: bool, chance: Likelihood| {
            if (loss > 0) == up { chance.high() } else { chance.low() }
        };
        Self {
            low: sum(low.map(|(loss, chance)| (loss, end(loss, false, chance))), false),
            high: sum(high.map(|(loss, chance)| (loss, end(loss, true, chance))), true),
        }
    }

    /// The mean, if both bounds are equal.
    pub fn exact(self) -> Option<Ratio<i128>> {
        (self.low == self.high).then_some(self.low)
    }

    /// The mean with one decimal, halves rounded away from 0: `5.6`, or `5.6 to 5.8`.
    pub fn one_decimal(self) -> String {
        let [low, high] = [self.low, self.high].map(one_decimal);
        if low == high { low } else { format!("{low} to {high}") }
    }
}

/// `28/5`, or both bounds with three decimals.
impl fmt::Display for Mean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(mean) => write!(f, "{mean}"),
            None => {
                let thousandths = |n: Ratio<i128>| (n * 1000).floor().to_integer();
                let (low, high) = (thousandths(self.low), -thousandths(-self.high));
                let text = |n: i128| {
                    let sign = if n < 0 { "-" } else { "" };
                    format!("{sign}{}.{:03}", n.unsigned_abs() / 1000, n.unsigned_abs() % 1000)
                };
                write!(f, "{} to {}", text(low), text(high))
            }
        }
    }
}

/// The sum of losses times their chances. If the exact fractions overflow, each term is rounded up
/// or down to multiples of 2^-40, far below any decimal shown.
fn sum(each: impl Iterator<Item = (i32, Chance)> + Clone, up: bool) -> Ratio<i128> {
    let exact = each.clone().try_fold(Ratio::zero(), |mean: Ratio<i128>, (loss, chance)| {
        let (part, whole) = (chance.numer().to_i128()?, chance.denom().to_i128()?);
        mean.checked_add(&Ratio::new(part, whole).checked_mul(&Ratio::from(i128::from(loss)))?)
    });
    exact.filter(|mean| mean.denom() < &(1 << 80)).unwrap_or_else(|| {
        let parts = each.map(|(loss, chance)| {
            let parts = i128::from(Likelihood::from(chance).size() >> 23);
            i128::from(loss) * if (loss > 0) == up { parts + 1 } else { parts }
        });
        Ratio::new(parts.sum(), 1 << 40)
    })
}

/// A mean with one decimal, halves rounded away from 0: "5.6", "-0.3", "4".
fn one_decimal(mean: Ratio<i128>) -> String {
    let tenths = (mean * 10).round().to_integer();
    let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    match size % 10 {
        0 => format!("{sign}{}", size / 10),
        rest => format!("{sign}{}.{rest}", size / 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_one_decimal() {
        let text = |part, whole| one_decimal(Ratio::new(part, whole));
        assert_eq!([text(28, 5), text(4, 1), text(-1, 3)], ["5.6", "4", "-0.3"]);
        assert_eq!([text(1, 20), text(-1, 20), text(1, 30)], ["0.1", "-0.1", "0"]);
    }

    #[test]
    fn missing_courses_widen_a_mean() {
        let losses = BTreeMap::from([(0, Likelihood::of(1, 2)), (10, Likelihood::of(1, 4))]);
        let mean = Mean::of(&losses, Likelihood::of(1, 4));
        assert_eq!((mean.low, mean.high), (Ratio::new(5, 2), Ratio::new(5, 1)));
        assert_eq!(mean.one_decimal(), "2.5 to 5");
        assert_eq!(mean.to_string(), "2.500 to 5.000");
        let whole = BTreeMap::from([(0, Likelihood::of(1, 2)), (9, Likelihood::of(1, 2))]);
        let mean = Mean::of(&whole, Likelihood::ZERO);
        assert_eq!((mean.exact(), mean.to_string().as_str()), (Some(Ratio::new(9, 2)), "9/2"));
    }
}
