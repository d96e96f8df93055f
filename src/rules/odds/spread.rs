//! The courses of a command summed up for each combatant: the roll, the damage, the end of the
//! fight.

use std::collections::BTreeMap;

use num_rational::Ratio;
use num_traits::{ToPrimitive, Zero};

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::dice::Chance;
use crate::rules::event::Happening;
use crate::rules::fitness::{Mark, Meaning};
use crate::rules::ruleset::Description;
use crate::rules::state::{State, Status};

use super::Course;

/// What a command can take from one track of a combatant, with exact chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Losses {
    /// The name of the track.
    pub track: Key,
    /// Where it stands before.
    pub from: i32,
    /// Where it stops.
    pub max: i32,
    /// Points lost, each with its chance; gains are negative. They sum to 1.
    pub chances: BTreeMap<i32, Chance>,
}

impl Losses {
    /// True if it changes in some course.
    pub fn changes(&self) -> bool {
        self.chances.keys().any(|loss| *loss != 0)
    }

    /// The smallest loss that can be.
    pub fn least(&self) -> i32 {
        self.chances.keys().next().copied().unwrap_or(0)
    }

    /// The largest loss that can be.
    pub fn most(&self) -> i32 {
        self.chances.keys().next_back().copied().unwrap_or(0)
    }

    /// The loss on average, exactly; `None` when it has more digits than are kept.
    pub fn mean(&self) -> Option<Ratio<i128>> {
        self.chances.iter().try_fold(Ratio::zero(), |mean: Ratio<i128>, (loss, chance)| {
            let (part, whole) = (chance.numer().to_i128()?, chance.denom().to_i128()?);
            Some(mean + Ratio::new(part, whole) * i128::from(*loss))
        })
    }

    /// The chance that it comes to a mark at which it was not before.
    pub fn reaches(&self, mark: &Mark, meaning: Meaning) -> Chance {
        let there = |value: i32| mark.is_reached(meaning, value, self.max);
        if there(self.from) {
            return Chance::zero();
        }
        let later = self.chances.iter().filter(|(loss, _)| there(self.from.saturating_sub(**loss)));
        later.map(|(_, chance)| chance).sum()
    }
}

/// What a command can do to one combatant, with exact chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Whom it is about.
    pub unit: UnitId,
    /// The chance that the first roll against it succeeds; none when no course has one.
    pub roll: Option<Chance>,
    /// The chance that it is hit: damaged, or some roll against it succeeds.
    pub hit: Chance,
    /// What each of its tracks loses, in the ruleset's order, the most telling first.
    pub tracks: Vec<Losses>,
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
            tracks: Vec::new(),
            before: earlier.status,
            after: BTreeMap::new(),
        };
        let tracks = earlier.tracks.0.iter().map(|meter| Losses {
            track: meter.id.clone(),
            from: meter.value,
            max: meter.max,
            chances: BTreeMap::new(),
        });
        spread.tracks.extend(tracks);
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
            for losses in &mut spread.tracks {
                let meter = later.and_then(|u| u.tracks.0.get(losses.track.as_str()));
                let loss = meter.map_or(0, |m| losses.from.saturating_sub(m.value));
                *losses.chances.entry(loss).or_insert_with(Chance::zero) += course.chance;
            }
            let status = later.map_or(Status::Gone, |u| u.status);
            *spread.after.entry(status).or_insert_with(Chance::zero) += course.chance;
        }
        spread.roll = rolled.then_some(succeeded);
        Some(spread)
    }

    /// True if some course takes something from it, gives it something or changes how it takes
    /// part.
    pub fn changes(&self) -> bool {
        self.tracks.iter().any(Losses::changes)
            || self.after.keys().any(|status| *status != self.before)
    }

    /// What it loses of the track of that name.
    pub fn of_track(&self, track: &str) -> Option<&Losses> {
        self.tracks.iter().find(|losses| losses.track == *track)
    }

    /// The marks that it may come to on its tracks and was not at before, each with its chance; the
    /// ends of the fight are left out, see [`Self::after`].
    pub fn marks<'a>(&self, description: &'a Description) -> Vec<(&'a Mark, Chance)> {
        let known = description.tracks.iter().filter_map(|spec| {
            let losses = self.of_track(spec.id.as_str())?;
            Some(spec.marks.iter().map(|mark| (mark, losses.reaches(mark, spec.meaning))))
        });
        known.flatten().filter(|(mark, chance)| !mark.ends && !chance.is_zero()).collect()
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
