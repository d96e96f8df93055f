//! What everybody did in a battle, and how lucky they were: read from its events.

use std::collections::BTreeMap;

use num_traits::CheckedMul;
use serde::Serialize;

use crate::files::Problem;
use crate::grid::{SideId, UnitId};
use crate::rules::dice::Chance;
use crate::rules::event::{EventKind, Rolled, RulingChange};
use crate::rules::fitness::Meaning;
use crate::rules::ruleset::Description;
use crate::rules::state::{State, Status};
use crate::rules::{Event, Key};

/// Chances are counted in so many parts of a whole.
const WHOLE: i64 = 1_000_000;

/// What one combatant, or a side, did and had done to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Deeds {
    /// The sum of the hits it made.
    pub dealt: i64,
    /// The sum of the hits it took.
    pub taken: i64,
    /// What it gave back to the bodies of others and its own.
    pub healed: i64,
    /// What its own tracks lost, by name; what was given back to them again is not taken off.
    pub lost: BTreeMap<Key, i64>,
    /// How many it put out of the fight.
    pub felled: u32,
    /// The metres that it went by itself.
    pub moved: u32,
    /// Its rolls against somebody of which the chance is known.
    pub rolls: u32,
    /// Those of them that succeeded.
    pub hits: u32,
    /// How many of them were to be expected to succeed, in millionths.
    pub expected: i64,
    /// The variance of that, in millionths.
    pub variance: i64,
}

impl Deeds {
    /// How much more often its rolls succeeded than was to be expected, in hundredths of a standard
    /// deviation; none before it rolled anything uncertain.
    pub fn luck(&self) -> Option<i64> {
        if self.variance <= 0 {
            return None;
        }
        let over = (i64::from(self.hits) * WHOLE - self.expected) as f64 / WHOLE as f64;
        let deviation = (self.variance as f64 / WHOLE as f64).sqrt();
        Some((100.0 * over / deviation).round() as i64)
    }

    /// What its tracks lost: "armour 5, health 12".
    pub fn lost_in_words(&self, name: impl Fn(&Key) -> String) -> String {
        let each = self.lost.iter().map(|(track, points)| format!("{} {points}", name(track)));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Adds what another did, or the same one elsewhere.
    pub fn add(&mut self, other: &Self) {
        self.dealt += other.dealt;
        self.taken += other.taken;
        self.healed += other.healed;
        for (track, points) in &other.lost {
            *self.lost.entry(track.clone()).or_default() += points;
        }
        self.felled += other.felled;
        self.moved += other.moved;
        self.rolls += other.rolls;
        self.hits += other.hits;
        self.expected += other.expected;
        self.variance += other.variance;
    }

    fn roll(&mut self, roll: &Rolled) {
        let Some(chance) = roll.chance().and_then(parts) else { return };
        self.rolls += 1;
        // What an effect made of the roll afterwards is no luck of the dice.
        let fell = roll.shifts.first().map_or(roll.degree, |shift| shift.degree);
        self.hits += u32::from(fell.succeeded());
        self.expected += chance;
        self.variance += chance * (WHOLE - chance) / WHOLE;
    }
}

/// A chance in parts of a whole, rounded down.
fn parts(chance: Chance) -> Option<i64> {
    let whole = Chance::from_integer(u128::try_from(WHOLE).ok()?);
    i64::try_from(chance.checked_mul(&whole)?.to_integer()).ok()
}

/// What luck means, in words.
pub fn luck_in_words(hundredths: i64) -> &'static str {
    match hundredths {
        ..=-200 => "very unlucky: worse in 1 of 40 battles at most",
        -199..=-100 => "unlucky",
        -99..=99 => "about as to be expected",
        100..=199 => "lucky",
        _ => "very lucky: better in 1 of 40 battles at most",
    }
}

/// What everybody did in a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// By combatant.
    pub units: BTreeMap<UnitId, Deeds>,
    /// By side; those who were called into the battle count for the side that called them.
    pub sides: BTreeMap<SideId, Deeds>,
}

/// A line of the table as files have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name of the side.
    pub side: String,
    /// The name of the combatant; empty where the line is about several.
    pub name: String,
    /// The role.
    pub role: String,
    /// As in [`Deeds`].
    pub dealt: i64,
    /// As in [`Deeds`].
    pub taken: i64,
    /// As in [`Deeds`].
    pub healed: i64,
    /// As in [`Deeds`].
    pub felled: u32,
    /// In metres.
    pub moved: u32,
    /// As in [`Deeds`].
    pub rolls: u32,
    /// As in [`Deeds`].
    pub hits: u32,
    /// How many of the rolls were to be expected to succeed, with two decimals.
    pub expected_hits: String,
    /// [`Deeds::luck`] in standard deviations, with two decimals; empty if nothing was uncertain.
    pub luck_sigma: String,
    /// [`Deeds::lost`] in words: `armour 5, health 12`; empty if nothing was lost.
    pub lost: String,
}

impl Row {
    /// What somebody of a side did.
    pub fn new(side: &str, name: &str, role: &str, deeds: &Deeds) -> Self {
        let decimal = |hundredths: i64| format!("{:.2}", hundredths as f64 / 100.0);
        Self {
            side: side.to_owned(),
            name: name.to_owned(),
            role: role.to_owned(),
            dealt: deeds.dealt,
            taken: deeds.taken,
            healed: deeds.healed,
            felled: deeds.felled,
            moved: deeds.moved,
            rolls: deeds.rolls,
            hits: deeds.hits,
            expected_hits: decimal(deeds.expected * 100 / WHOLE),
            luck_sigma: deeds.luck().map(decimal).unwrap_or_default(),
            lost: deeds.lost_in_words(Key::to_string),
        }
    }
}

/// The lines as text with commas; the first has the names of the columns.
///
/// # Errors
/// When it cannot be written in memory.
pub fn to_csv(rows: &[Row]) -> Result<String, Problem> {
    let failed = |e: String| Problem::new("statistics", e);
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|e| failed(e.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
}

impl Statistics {
    /// Reads the events of a battle from its beginning. `description` says what the tracks mean,
    /// `state` is the battle after the events. What a referee has taken back does not count.
    pub fn of(events: &[Event], state: &State, description: &Description) -> Self {
        let mut units: BTreeMap<UnitId, Deeds> =
            state.units.iter().map(|u| (u.id(), Deeds::default())).collect();
        // Who struck a combatant last, and whose act is under way.
        let mut struck: BTreeMap<UnitId, UnitId> = BTreeMap::new();
        let mut acting: Option<UnitId> = None;
        let mut of = |id: UnitId, note: &mut dyn FnMut(&mut Deeds)| {
            note(units.entry(id).or_default());
        };
        let mut after = false;
        for event in counted(events) {
            // What is rolled and healed once the battle is over is no deed of it.
            after = match &event.what {
                EventKind::Aftermath => true,
                EventKind::Ruling { change: RulingChange::Extended { .. }, .. } => false,
                _ => after,
            };
            match &event.what {
                _ if after => {}
                EventKind::Declared { unit, .. } => acting = Some(*unit),
                EventKind::TurnBegan { .. } => acting = None,
                EventKind::Hit { by, target, total, .. } => {
                    let total = i64::from(*total);
                    of(*target, &mut |d| d.taken += total);
                    if let Some(by) = by {
                        of(*by, &mut |d| d.dealt += total);
                        struck.insert(*target, *by);
                    }
                }
                EventKind::Track { unit, id, from, to, .. } => {
                    let gain = i64::from(*to) - i64::from(*from);
                    let meaning = description.track(id.as_str()).map(|spec| spec.meaning);
                    if gain > 0 && meaning == Some(Meaning::Body) {
                        of(acting.unwrap_or(*unit), &mut |d| d.healed += gain);
                    } else if gain < 0 && meaning.is_some_and(Meaning::falls) {
                        of(*unit, &mut |d| *d.lost.entry(id.clone()).or_default() -= gain);
                    }
                }
                EventKind::Status {
                    unit,
                    from: Status::Active,
                    to: Status::Down | Status::Dead,
                    ..
                } => {
                    if let Some(by) = struck.get(unit) {
                        of(*by, &mut |d| d.felled += 1);
                    }
                }
                EventKind::Moved { unit, from, to, manner, .. } if manner.is_own() => {
                    if let (Some(a), Some(b)) = (from.cell(), to.cell()) {
                        of(*unit, &mut |d| d.moved += a.chebyshev(b).unsigned_abs());
                    }
                }
                EventKind::Rolled(roll) if roll.target.is_some() => {
                    if let Some(who) = roll.who {
                        of(who, &mut |d| d.roll(roll));
                    }
                }
                _ => {}
            }
        }
        let mut sides: BTreeMap<SideId, Deeds> = BTreeMap::new();
        for (id, deeds) in &units {
            if let Some(unit) = state.unit(*id) {
                sides.entry(unit.side()).or_default().add(deeds);
            }
        }
        Self { units, sides }
    }

    /// The table: a line for each combatant, by number.
    pub fn rows(&self, state: &State) -> Vec<Row> {
        let row = |(id, deeds): (&UnitId, &Deeds)| {
            let unit = state.unit(*id)?;
            let side = state.scene.sides.get(usize::from(unit.side().0));
            let side = side.map_or("", |s| s.name.as_str());
            let identity = &unit.identity;
            Some(Row::new(side, &identity.name, identity.role.as_str(), deeds))
        };
        self.units.iter().filter_map(row).collect()
    }
}

/// The events of a battle without those that a referee has taken back, as far as they say where
/// that began.
fn counted(events: &[Event]) -> Vec<&Event> {
    let mut counted: Vec<&Event> = Vec::with_capacity(events.len());
    for event in events {
        if let EventKind::Ruling { change: RulingChange::Rewound(moment), .. } = &event.what
            && let Some(from) = moment.next_event
        {
            counted.truncate(counted.partition_point(|earlier| earlier.number < from));
        }
        counted.push(event);
    }
    counted
}
