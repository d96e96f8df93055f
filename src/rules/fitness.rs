//! Fitness of a combatant: the meaning of its meters and its remaining life.
//!
//! A ruleset declares the meaning of each track in its [`Description`]. This module derives from it
//! the life of a combatant in points, for AI and odds, and its fitness part by part, for display.
//! No other code assumes that the first track is the body.

use super::Key;
use super::description::{Description, MeterSpec};
use super::meaning::{WHOLE, clamped};
use super::state::{Meter, Status, Unit};

pub use super::meaning::{Bound, Mark, Meaning};

/// Life in points: the sum of all tracks that are part of it, each times its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// Remaining life; 0 or less for a defeated combatant, lower the further it is from recovery.
    pub left: i32,
    /// Life of a fresh combatant, at least 1.
    pub full: i32,
}

impl Life {
    /// Remaining life in thousandths, 0 to 1000; above 0 while anything is left.
    #[inline]
    pub fn whole(self) -> i32 {
        let share = i64::from(self.left) * i64::from(WHOLE) / i64::from(self.full.max(1));
        clamped(share).clamp(i32::from(self.left > 0), WHOLE)
    }
}

/// One meter of a combatant with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name in the state.
    pub id: Key,
    /// Its display name.
    pub name: String,
    /// What it means.
    pub meaning: Meaning,
    /// Its current value.
    pub value: i32,
    /// Its maximum.
    pub max: i32,
    /// The marks it has reached, in the ruleset's order.
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

    /// True if it is shown in a one-line summary of the combatant.
    pub fn is_told(&self) -> bool {
        match self.meaning {
            Meaning::Body => true,
            Meaning::Protection => self.max > 0,
            Meaning::Passing | Meaning::Injuries | Meaning::Strain => self.value > 0,
            Meaning::Clock => self.value < self.max,
            Meaning::Reserve => false,
        }
    }

    /// The remaining part in percent of the maximum, at least 1 while anything is left.
    pub fn hundredths(&self) -> u8 {
        let left = i64::from(self.value.max(0)) * 100 / i64::from(self.max.max(1));
        let left = left.max(i64::from(self.value > 0)).min(100);
        u8::try_from(left).unwrap_or(100)
    }
}

/// The fitness of a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitness {
    /// In thousandths: 1000 for a fresh combatant, 0 for one out of the fight.
    pub whole: i32,
    /// Its life in points.
    pub life: Life,
    /// The relevant meters in the ruleset's order, the most important first.
    pub parts: Vec<Part>,
}

impl Fitness {
    /// The part that represents the whole where only one number can be shown.
    pub fn main(&self) -> Option<&Part> {
        self.parts.iter().find(|p| p.meaning == Meaning::Body).or_else(|| self.parts.first())
    }

    /// The parts of a one-line summary: "Health 12 of 52".
    pub fn told(&self) -> impl Iterator<Item = &Part> {
        self.parts.iter().filter(|part| part.is_told())
    }
}

/// The life of a combatant, according to the description of its tracks.
///
/// Body and protection add their weighted points; injuries and strain subtract theirs. A mark that
/// ends the fight brings life to 0 or less, whatever else is left. With a single track, life is
/// that track.
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
        // A combatant that cannot be harmed is whole.
        return Life { left: 1, full: 1 };
    }
    let points = |sum: i64| clamped(sum / i64::from(WHOLE));
    Life { left: points(beaten.map_or(left, |own| own.min(left))), full: points(full).max(1) }
}

/// The fitness of a combatant with known life, according to the description of its meters.
pub fn of(description: &Description, unit: &Unit, life: Life) -> Fitness {
    let known = meters(description, unit).map(|(meter, spec)| match spec {
        Some(spec) => Part::new(spec, meter),
        None => Part::new(&MeterSpec::track(meter.id.clone(), meter.id.to_string()), meter),
    });
    let worn = description.worn.iter().filter_map(|worn| {
        let meter = unit.carriers.item(worn.slot.as_str())?.get(worn.meter.id.as_str())?;
        Some(Part::new(&worn.meter, meter))
    });
    let layers = unit.carriers.standing().flat_map(|layer| {
        let entry = description.layers.iter().find(|entry| entry.id == layer.id);
        let name = entry.map_or_else(|| layer.id.to_string(), |entry| entry.name.clone());
        layer.meters.iter().map(move |meter| {
            let own = description.track(meter.id.as_str());
            let name = own.map_or_else(|| name.clone(), |own| format!("{name}, {}", own.name));
            let spec = MeterSpec::track(meter.id.clone(), name).meaning(Meaning::Protection);
            Part::new(&spec, meter)
        })
    });
    let pools = unit.pools.0.iter().filter_map(|meter| {
        let spec = description.pools.iter().find(|spec| spec.id == meter.id)?;
        (spec.meaning != Meaning::Reserve).then(|| Part::new(spec, meter))
    });
    let active = unit.status == Status::Active;
    let whole = if active { life.whole().max(1) } else { 0 };
    Fitness { whole, life, parts: known.chain(worn).chain(layers).chain(pools).collect() }
}

/// The tracks of a combatant with their descriptions. If none is described, the first is the body.
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
