//! Healing: restoring Durability and Health, stabilising units in Shock, and waking (VG-229, VG-237
//! to VG-240).

use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::state::{Condition, Expiry, Status, Unit};

use super::names::{DURABILITY, HEALTH, SHOCK, STABILISED, WAS_WOUNDED};

/// Restores Durability, up to its maximum; above 0 the creature is no longer Wounded (VG-229). A
/// unit in Shock gets none (VG-367).
pub fn mend(unit: &Unit, amount: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.tracks.0.get(DURABILITY).filter(|_| unit.status != Status::Down) else {
        return Vec::new();
    };
    let to = meter.value.saturating_add(amount).min(meter.max).max(meter.value);
    events::track(unit, DURABILITY, to, why, rule).into_iter().collect()
}

/// Restores Health; a unit that was at 0 wakes, prone, and is no longer dying (VG-238, VG-240).
pub fn heal(unit: &Unit, amount: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.tracks.0.get(HEALTH) else { return Vec::new() };
    let to = meter.value.saturating_add(amount).min(meter.max).max(meter.value);
    let mut all: Vec<Event> = events::track(unit, HEALTH, to, why, rule).into_iter().collect();
    if to >= meter.max {
        all.extend(events::flag(unit, WAS_WOUNDED, 0, "VG-229"));
    }
    if unit.status == Status::Down && to > 0 {
        let full = unit.tracks.0.get(SHOCK).map_or(0, |clock| clock.max);
        all.extend(events::track(unit, SHOCK, full, "it is no longer dying", "VG-240"));
        all.extend(events::relieved(unit, STABILISED, "it wakes", "VG-238"));
        all.push(events::status(unit, Status::Active, "it wakes", "VG-240"));
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
