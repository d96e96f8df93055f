//! How whole a combatant is: what each of its meters means, and how much of its life is left.
//!
//! A ruleset says in its [`Description`] what every track means. From that follow here the life of a
//! combatant in points, for opponents and odds that compare, and its fitness part by part, for
//! everything that is shown. Nothing else reads "the first track".

use super::description::{Description, MeterSpec};
use super::state::{Meter, Status, Unit};
use super::{Key, RuleId};

/// A whole in thousandths.
const WHOLE: i32 = 1000;

/// What a meter means for the one it belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Meaning {
    /// The body itself: what harm takes, and what ends the fight when it is gone.
    #[default]
    Body,
    /// What stands before the body: armour that wears off, a ward, a second body.
    Protection,
    /// Points over the body that come and go. No part of a life; shown while there are any.
    Passing,
    /// Injuries: a count that grows.
    Injuries,
    /// A clock that runs down: rounds until death.
    Clock,
    /// Stress, fear, fatigue: a number that grows.
    Strain,
    /// What is spent. It has no bearing on fitness.
    Reserve,
}

impl Meaning {
    /// True for numbers that begin at 0 and are the worse the higher they are.
    pub const fn grows(self) -> bool {
        matches!(self, Self::Injuries | Self::Strain)
    }

    /// True for what harm takes away.
    pub const fn falls(self) -> bool {
        matches!(self, Self::Body | Self::Protection | Self::Passing)
    }

    /// True for meters whose points are points of life.
    pub const fn is_life(self) -> bool {
        matches!(self, Self::Body | Self::Protection)
    }
}

/// Where a [`Mark`] lies on a meter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At this value.
    Value(i32),
    /// At so many thousandths of the maximum.
    Share(i32),
}

/// A value of a meter that means something: "wounded at half", "armour broken at 0", "dead at -20".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its name in files.
    pub id: Key,
    /// As players read it of one who has come there: "wounded".
    pub text: String,
    /// Where it is. A meter that falls has come there at this value or less, one that grows at this
    /// value or more.
    pub at: Bound,
    /// Whoever comes there is out of the fight, whatever else is left of it.
    pub ends: bool,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Mark {
    /// A mark with the same name for files and players.
    pub fn new(id: &'static str, at: Bound, rule: &'static str) -> Self {
        let text = id.replace('_', " ");
        Self { id: Key::of(id), text, at, ends: false, rule: RuleId::of(rule) }
    }

    /// The same, as the end of the fight for whoever comes there.
    pub fn ending(self) -> Self {
        Self { ends: true, ..self }
    }

    /// The value at which it lies on a meter.
    pub fn value(&self, meaning: Meaning, max: i32) -> i32 {
        let part = match self.at {
            Bound::Value(value) => return value,
            Bound::Share(thousandths) => i64::from(max) * i64::from(thousandths),
        };
        // What falls has to come to the whole point below, what grows to the one above.
        let down = part.div_euclid(i64::from(WHOLE));
        let up = i64::from(meaning.grows() && part.rem_euclid(i64::from(WHOLE)) > 0);
        clamped(down + up)
    }

    /// True if a meter that stands there has come to the mark.
    pub fn is_reached(&self, meaning: Meaning, value: i32, max: i32) -> bool {
        let bound = self.value(meaning, max);
        if meaning.grows() { value >= bound } else { value <= bound }
    }
}

/// A life in points: the points of all tracks that are part of it, each by its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// What is left; 0 or less for one who is beaten, and the less, the farther it is from coming
    /// back.
    pub left: i32,
    /// What there is of it in one who is fresh, at least 1.
    pub full: i32,
}

impl Life {
    /// What is left in thousandths, from 0 to 1000; not 0 while anything is left.
    pub fn whole(self) -> i32 {
        let share = i64::from(self.left) * i64::from(WHOLE) / i64::from(self.full.max(1));
        clamped(share).clamp(i32::from(self.left > 0), WHOLE)
    }
}

/// One meter of a combatant with what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the state.
    pub id: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it means.
    pub meaning: Meaning,
    /// Where it stands.
    pub value: i32,
    /// Where it stops.
    pub max: i32,
    /// Its marks that have been reached, in the order of the ruleset.
    pub reached: Vec<Mark>,
}

impl Part {
    fn new(spec: &MeterSpec, meter: &Meter) -> Self {
        let marks = spec.marks.iter();
        let reached = marks.filter(|m| m.is_reached(spec.meaning, meter.value, meter.max));
        Self {
            id: meter.id.clone(),
            name: spec.name.clone(),
            meaning: spec.meaning,
            value: meter.value,
            max: meter.max,
            reached: reached.cloned().collect(),
        }
    }

    /// True if it is worth a word wherever a combatant's state is told in a line.
    pub fn is_told(&self) -> bool {
        match self.meaning {
            Meaning::Body => true,
            Meaning::Protection => self.max > 0,
            Meaning::Passing | Meaning::Injuries | Meaning::Strain => self.value > 0,
            Meaning::Clock => self.value < self.max,
            Meaning::Reserve => false,
        }
    }

    /// What is left of it in hundredths of the maximum. Whoever has a little left is not shown as
    /// one who has nothing.
    pub fn hundredths(&self) -> u8 {
        let left = i64::from(self.value.max(0)) * 100 / i64::from(self.max.max(1));
        let left = left.max(i64::from(self.value > 0)).min(100);
        u8::try_from(left).unwrap_or(100)
    }
}

/// How a combatant is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitness {
    /// In thousandths: 1000 for one who is fresh, 0 for one who is out of the fight.
    pub whole: i32,
    /// Its life in points.
    pub life: Life,
    /// The meters that say something of it, in the ruleset's order, the most telling first.
    pub parts: Vec<Part>,
}

impl Fitness {
    /// The part that stands for the whole where there is room for one number.
    pub fn main(&self) -> Option<&Part> {
        self.parts.iter().find(|p| p.meaning == Meaning::Body).or_else(|| self.parts.first())
    }

    /// What is told in a line: "Health 12 of 52".
    pub fn told(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_told())
    }
}

/// The life of a combatant by what the description says of its tracks.
///
/// Points of body and protection count by their weight; injuries and strain take off by theirs. A
/// mark that ends the fight ends it whatever else is left. Under a ruleset with one track this is the
/// track itself.
pub fn life(description: &Description, unit: &Unit) -> Life {
    let (mut left, mut full, mut parts) = (0_i64, 0_i64, 0_u32);
    let mut beaten: Option<i64> = None;
    for (meter, spec) in meters(description, unit) {
        let (meaning, weight) = spec.map_or((Meaning::Body, WHOLE), |s| (s.meaning, s.weight));
        let (weight, value) = (i64::from(weight), i64::from(meter.value));
        if meaning.is_life() {
            parts += 1;
            left += weight * value;
            full += weight * i64::from(meter.max);
        } else if meaning.grows() {
            left -= weight * value;
        }
        let marks = spec.map(|s| s.marks.as_slice()).unwrap_or_default();
        if marks.iter().any(|m| m.ends && m.is_reached(meaning, meter.value, meter.max)) {
            let own = if meaning.grows() { 0 } else { (weight * value).min(0) };
            beaten = Some(beaten.map_or(own, |other| other.min(own)));
        }
    }
    if parts == 0 {
        // What nothing can harm is whole.
        return Life { left: 1, full: 1 };
    }
    let points = |sum: i64| clamped(sum / i64::from(WHOLE));
    Life { left: points(beaten.map_or(left, |own| own.min(left))), full: points(full).max(1) }
}

/// The fitness of a combatant whose life is known, by what the description says of its meters.
pub fn of(description: &Description, unit: &Unit, life: Life) -> Fitness {
    let known = meters(description, unit).map(|(meter, spec)| match spec {
        Some(spec) => Part::new(spec, meter),
        None => Part::new(&MeterSpec::track(meter.id.clone(), meter.id.to_string()), meter),
    });
    let pools = unit.pools.0.iter().filter_map(|meter| {
        let spec = description.pools.iter().find(|spec| spec.id == meter.id)?;
        (spec.meaning != Meaning::Reserve).then(|| Part::new(spec, meter))
    });
    let active = unit.status == Status::Active;
    let whole = if active { life.whole().max(1) } else { 0 };
    Fitness { whole, life, parts: known.chain(pools).collect() }
}

/// The tracks of a combatant with what is said of them. Where nothing is said of any, the first is
/// the body.
fn meters<'a>(
    description: &'a Description,
    unit: &'a Unit,
) -> impl Iterator<Item = (&'a Meter, Option<&'a MeterSpec>)> {
    let silent = description.tracks.is_empty();
    unit.tracks.0.iter().enumerate().filter_map(move |(index, meter)| {
        let spec = description.tracks.iter().find(|spec| spec.id == meter.id);
        (spec.is_some() || silent && index == 0).then_some((meter, spec))
    })
}

fn clamped(n: i64) -> i32 {
    i32::try_from(n).unwrap_or(if n < 0 { i32::MIN } else { i32::MAX })
}
