//! Statistics of a battle, including luck, computed from its events.

use std::collections::BTreeMap;

use num_traits::CheckedMul;
use serde::Serialize;

use files::Problem;
use grid::{SideId, UnitId};
use rules::dice::Chance;
use rules::event::{EventKind, Rolled, RulingChange};
use rules::fitness::Meaning;
use rules::ruleset::Description;
use rules::state::{State, Status};
use rules::{Event, Key};

/// Denominator of chances.
const WHOLE: i64 = 1_000_000;

/// Statistics of one combatant or side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct UnitStats {
    /// Damage dealt, summed over its hits.
    pub dealt: i64,
    /// Damage taken, summed over the hits on it.
    pub taken: i64,
    /// Points that it restored to others and itself.
    pub healed: i64,
    /// Losses of its own tracks, by name; points restored later are not deducted.
    pub lost: BTreeMap<Key, i64>,
    /// Number of combatants that it put out of the fight.
    pub felled: u32,
    /// Distance that it moved on its own, in metres.
    pub moved: u32,
    /// Number of its rolls against a target with a known chance.
    pub rolls: u32,
    /// Number of those rolls that succeeded.
    pub hits: u32,
    /// Expected number of successes, in millionths.
    pub expected: i64,
    /// The variance of that number, in millionths.
    pub variance: i64,
}

impl UnitStats {
    /// Successes above expectation, in hundredths of a standard deviation; `None` until it has
    /// rolled something uncertain.
    pub fn luck(&self) -> Option<i64> {
        if self.variance <= 0 {
            return None;
        }
        let over = (i64::from(self.hits) * WHOLE - self.expected) as f64 / WHOLE as f64;
        let deviation = (self.variance as f64 / WHOLE as f64).sqrt();
        Some((100.0 * over / deviation).round() as i64)
    }

    /// The losses of its tracks as text: "armour 5, health 12".
    pub fn lost_in_words(&self, name: impl Fn(&Key) -> String) -> String {
        let each = self.lost.iter().map(|(track, points)| format!("{} {points}", name(track)));
        each.collect::<Vec<_>>().join(", ")
    }

    /// Adds the statistics of another combatant, or of the same one in another battle.
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
        // Later changes of the roll by an effect are not luck.
        let fell = roll.shifts.first().map_or(roll.degree, |shift| shift.degree);
        self.hits += u32::from(fell.succeeded());
        self.expected += chance;
        self.variance += chance * (WHOLE - chance) / WHOLE;
    }
}

/// A chance in millionths, rounded down.
fn parts(chance: Chance) -> Option<i64> {
    let whole = Chance::from_integer(u128::try_from(WHOLE).ok()?);
    i64::try_from(chance.checked_mul(&whole)?.to_integer()).ok()
}

/// Luck as text.
pub fn luck_in_words(hundredths: i64) -> &'static str {
    match hundredths {
        ..=-200 => "very unlucky: at most 1 in 40 battles is worse",
        -199..=-100 => "unlucky",
        -99..=99 => "about as expected",
        100..=199 => "lucky",
        _ => "very lucky: at most 1 in 40 battles is better",
    }
}

/// Statistics of a whole battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// By combatant.
    pub units: BTreeMap<UnitId, UnitStats>,
    /// By side; summoned units count for the side that summoned them.
    pub sides: BTreeMap<SideId, UnitStats>,
}

/// A row of the table in files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The name of the side.
    pub side: String,
    /// The name of the combatant; empty if the row is about several.
    pub name: String,
    /// The role.
    pub role: String,
    /// As in [`UnitStats`].
    pub dealt: i64,
    /// As in [`UnitStats`].
    pub taken: i64,
    /// As in [`UnitStats`].
    pub healed: i64,
    /// As in [`UnitStats`].
    pub felled: u32,
    /// In metres.
    pub moved: u32,
    /// As in [`UnitStats`].
    pub rolls: u32,
    /// As in [`UnitStats`].
    pub hits: u32,
    /// Expected number of successes, with two decimals.
    pub expected_hits: String,
    /// [`UnitStats::luck`] in standard deviations, with two decimals; empty if no roll was
    /// uncertain.
    pub luck_sigma: String,
    /// [`UnitStats::lost`] as text: `armour 5, health 12`; empty if nothing was lost.
    pub lost: String,
}

impl Row {
    /// The row of a combatant of a side.
    pub fn new(side: &str, name: &str, role: &str, stats: &UnitStats) -> Self {
        let decimal = |hundredths: i64| format!("{:.2}", hundredths as f64 / 100.0);
        Self {
            side: side.to_owned(),
            name: name.to_owned(),
            role: role.to_owned(),
            dealt: stats.dealt,
            taken: stats.taken,
            healed: stats.healed,
            felled: stats.felled,
            moved: stats.moved,
            rolls: stats.rolls,
            hits: stats.hits,
            expected_hits: decimal(stats.expected * 100 / WHOLE),
            luck_sigma: stats.luck().map(decimal).unwrap_or_default(),
            lost: stats.lost_in_words(Key::to_string),
        }
    }
}

/// The rows as CSV; the first line has the column names.
///
/// # Errors
/// When it cannot be written to memory.
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
    /// Computes the statistics from all events of a battle. `description` says what the tracks
    /// mean, `state` is the state after the events. Events that a referee undid do not count.
    pub fn of(events: &[Event], state: &State, description: &Description) -> Self {
        let mut units: BTreeMap<UnitId, UnitStats> =
            state.units.iter().map(|u| (u.id(), UnitStats::default())).collect();
        // The last attacker of each combatant, and the actor of the current act.
        let mut struck: BTreeMap<UnitId, UnitId> = BTreeMap::new();
        let mut acting: Option<UnitId> = None;
        let mut of = |id: UnitId, note: &mut dyn FnMut(&mut UnitStats)| {
            note(units.entry(id).or_default());
        };
        let mut after = false;
        for event in counted(events) {
            // Rolls and healing after the end of the battle do not count.
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
        let mut sides: BTreeMap<SideId, UnitStats> = BTreeMap::new();
        for (id, stats) in &units {
            if let Some(unit) = state.unit(*id) {
                sides.entry(unit.side()).or_default().add(stats);
            }
        }
        Self { units, sides }
    }

    /// The table: one row for each combatant, by number.
    pub fn rows(&self, state: &State) -> Vec<Row> {
        let row = |(id, stats): (&UnitId, &UnitStats)| {
            let unit = state.unit(*id)?;
            let side = state.scene.sides.get(usize::from(unit.side().0));
            let side = side.map_or("", |s| s.name.as_str());
            let identity = &unit.identity;
            Some(Row::new(side, &identity.name, identity.role.as_str(), stats))
        };
        self.units.iter().filter_map(row).collect()
    }
}

/// The events of a battle without those that a referee undid, as far as the rulings tell where
/// those began.
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
