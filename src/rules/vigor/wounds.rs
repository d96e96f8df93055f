//! Shock and healing: what follows from the tracks of a combatant, restoring Durability and Health,
//! stabilising units in Shock, and waking (VG-229, VG-233, VG-237 to VG-244).

use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};

use super::data::{Content, WoundedUntil};
use super::names::{DURABILITY, HEALTH, SHOCK, STABILISED, WAS_WOUNDED};
use super::step::{Outcome, Step, UpdateStatus};

/// The status that follows from a combatant's tracks, if it has another: in Shock at Health 0,
/// awake above that, destroyed at Durability 0 without any Health (VG-233, VG-240, VG-244).
fn due(unit: &Unit) -> Option<Status> {
    let value = |id| unit.tracks.0.get(id).map(|meter| meter.value);
    match (unit.status, value(HEALTH), value(DURABILITY)) {
        (Status::Active, Some(..=0), _) => Some(Status::Down),
        (Status::Down, Some(1..), _) => Some(Status::Active),
        (Status::Active, None, Some(..=0)) => Some(Status::Dead),
        _ => None,
    }
}

/// By option, a unit that has lost all Durability stays Wounded until its Health is full (VG-229):
/// the record of that, if it does not follow from the tracks.
fn lasting_wound(content: &Content, unit: &Unit) -> Option<Event> {
    let lasts = content.rules.wounded_until == WoundedUntil::HealthFull;
    let health = unit.tracks.0.get(HEALTH).filter(|_| lasts)?;
    let wounded = unit.flags.get(WAS_WOUNDED) != 0 || unit.tracks.0.value(DURABILITY) <= 0;
    let wounded = wounded && health.value < health.max;
    events::flag(unit, WAS_WOUNDED, wounded.into(), "VG-229")
}

/// Units whose status or wound does not follow from their tracks, as after a ruling (VG-336).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let changes = |unit: &&Unit| due(unit).is_some() || lasting_wound(content, unit).is_some();
    let units = ctx.state.units.iter().filter(changes);
    units.map(|unit| UpdateStatus { unit: unit.id() }.into()).collect()
}

/// The status and the wound of a unit follow from its tracks.
pub fn update_status(content: &Content, ctx: Ctx<'_>, step: &UpdateStatus) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let mut all: Vec<Event> = lasting_wound(content, unit).into_iter().collect();
    all.extend(match due(unit) {
        Some(Status::Active) => wake(unit),
        Some(Status::Down) => collapse(unit),
        Some(_) => vec![destroyed(unit)],
        None => Vec::new(),
    });
    Outcome::done(all)
}

/// Whether a combatant in Shock is still dying (VG-235, VG-238).
pub fn is_dying(unit: &Unit) -> bool {
    unit.status == Status::Down && !unit.conditions.has(STABILISED)
}

/// It is in Shock: unconscious and prone (VG-233, VG-241).
pub fn collapse(unit: &Unit) -> Vec<Event> {
    let down = events::status(unit, Status::Down, "in Shock", "VG-233");
    vec![down, events::stance(unit, Posture::Prone, "VG-241")]
}

/// What does not live is destroyed at Durability 0 (VG-244).
pub fn destroyed(unit: &Unit) -> Event {
    events::status(unit, Status::Dead, "destroyed", "VG-244")
}

/// It wakes, prone, and is no longer dying (VG-238, VG-240).
fn wake(unit: &Unit) -> Vec<Event> {
    let full = unit.tracks.0.get(SHOCK).map_or(0, |clock| clock.max);
    let mut all: Vec<Event> = Vec::new();
    all.extend(events::track(unit, SHOCK, full, "it is no longer dying", "VG-240"));
    all.extend(events::relieved(unit, STABILISED, "it wakes", "VG-238"));
    all.push(events::status(unit, Status::Active, "it wakes", "VG-240"));
    all
}

/// Restores Durability, up to its maximum; above 0 the creature is no longer Wounded (VG-229). A
/// unit in Shock gets none (VG-367).
pub fn restore_durability(unit: &Unit, amount: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.tracks.0.get(DURABILITY).filter(|_| unit.status != Status::Down) else {
        return Vec::new();
    };
    let to = meter.value.saturating_add(amount).min(meter.max).max(meter.value);
    events::track(unit, DURABILITY, to, why, rule).into_iter().collect()
}

/// Restores Health; a unit that was at 0 wakes, prone, and is no longer dying (VG-238, VG-240).
pub fn restore_health(unit: &Unit, amount: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.tracks.0.get(HEALTH) else { return Vec::new() };
    let to = meter.value.saturating_add(amount).min(meter.max).max(meter.value);
    let mut all: Vec<Event> = events::track(unit, HEALTH, to, why, rule).into_iter().collect();
    if unit.status == Status::Down && to > 0 {
        all.extend(wake(unit));
    }
    all
}

/// Stops the Shock countdown; the unit stays unconscious until it has Health again (VG-237,
/// VG-238).
pub fn stabilise(unit: &Unit) -> Vec<Event> {
    if unit.status != Status::Down || unit.conditions.has(STABILISED) {
        return Vec::new();
    }
    let condition = Condition::new(Key::of(STABILISED), 0, None, Expiry::Battle);
    vec![events::gained(unit, condition, "VG-237")]
}
