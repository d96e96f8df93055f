//! The courses of a command summed up for each combatant: the roll, the damage, the end of the
//! fight.

use std::collections::BTreeMap;

use num_rational::Ratio;
use num_traits::{ToPrimitive, Zero};

use crate::grid::UnitId;
use crate::rules::dice::Chance;
use crate::rules::event::Happening;
use crate::rules::state::{State, Status};
use crate::rules::weigh::main_track;

use super::Course;

/// What a command can do to one combatant, with exact chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Whom it is about.
    pub unit: UnitId,
    /// The chance that the first roll against it succeeds; none when no course has one.
    pub roll: Option<Chance>,
    /// The chance that it is hit: damaged, or some roll against it succeeds.
    pub hit: Chance,
    /// Points its main track loses, each with its chance; gains are negative. They sum to 1.
    pub losses: BTreeMap<i32, Chance>,
    /// How it takes part before.
    pub before: Status,
    /// How it takes part afterwards, each with its chance. They sum to 1.
    pub after: BTreeMap<Status, Chance>,
}

impl Spread {
    /// What courses mean for a combatant; `None` for one who was not there before.
    pub(super) fn of(before: &State, courses: &[Course], unit: UnitId) -> Option<Self> {
        let earlier = before.unit(unit)?;
        let mut spread = Self {
            unit,
            roll: None,
            hit: Chance::zero(),
            losses: BTreeMap::new(),
            before: earlier.status,
            after: BTreeMap::new(),
        };
        let (mut rolled, mut succeeded) = (false, Chance::zero());
        for course in courses {
            let mut rolls = course.events.iter().filter_map(|e| match &e.what {
                Happening::Rolled(r) if r.target == Some(unit) => Some(r.degree.succeeded()),
                _ => None,
            });
            let first = rolls.next();
            rolled |= first.is_some();
            if first == Some(true) {
                succeeded += course.chance;
            }
            let struck = course
                .events
                .iter()
                .any(|e| matches!(&e.what, Happening::Hit { target, .. } if *target == unit));
            if struck || first == Some(true) || rolls.any(|success| success) {
                spread.hit += course.chance;
            }
            let later = course.state.unit(unit);
            let loss = later.map_or(0, |u| main_track(earlier).saturating_sub(main_track(u)));
            *spread.losses.entry(loss).or_insert_with(Chance::zero) += course.chance;
            let status = later.map_or(Status::Gone, |u| u.status);
            *spread.after.entry(status).or_insert_with(Chance::zero) += course.chance;
        }
        spread.roll = rolled.then_some(succeeded);
        Some(spread)
    }

    /// True if some course takes something from it, gives it something or changes how it takes
    /// part.
    pub fn changes(&self) -> bool {
        self.losses.keys().any(|loss| *loss != 0)
            || self.after.keys().any(|status| *status != self.before)
    }

    /// The smallest loss that can be.
    pub fn least(&self) -> i32 {
        self.losses.keys().next().copied().unwrap_or(0)
    }

    /// The largest loss that can be.
    pub fn most(&self) -> i32 {
        self.losses.keys().next_back().copied().unwrap_or(0)
    }

    /// The loss on average, exactly; `None` when it has more digits than are kept.
    pub fn mean(&self) -> Option<Ratio<i128>> {
        self.losses.iter().try_fold(Ratio::zero(), |mean: Ratio<i128>, (loss, chance)| {
            let (part, whole) = (chance.numer().to_i128()?, chance.denom().to_i128()?);
            Some(mean + Ratio::new(part, whole) * i128::from(*loss))
        })
    }

    /// The chance of being put out of the fight; of dying for one who was out of it before.
    pub fn knocked_out(&self) -> Chance {
        let worse = |status: &&Status| match self.before {
            Status::Active => **status != Status::Active,
            Status::Down => matches!(status, Status::Dead | Status::Gone),
            Status::Dead | Status::Gone | Status::Surrendered => false,
        };
        let keys = self.after.keys().filter(worse);
        keys.filter_map(|status| self.after.get(status)).sum()
    }
}

/// The spreads of all combatants of a state, by number.
pub fn spreads(before: &State, courses: &[Course]) -> Vec<Spread> {
    before.units.iter().filter_map(|u| Spread::of(before, courses, u.id())).collect()
}

/// A mean with one decimal, halves rounded away from 0: "5.6", "-0.3", "4".
pub fn one_decimal(mean: Ratio<i128>) -> String {
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
}
