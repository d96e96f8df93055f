//! Which units live, and how much life they have left, for the AI and the odds.

use rules::fitness::{self, Life};
use rules::ruleset::Description;
use rules::state::{LayerState, Status, Unit};

use super::names::{INJURED, ROW, WOUNDS};

/// The loss of life for each row of an injury; a wound costs 10.
const INJURY: i32 = 2;

/// Whether a unit is alive: in the fight, or unconscious. Nothing helps the dead (EV-262).
pub fn lives(unit: &Unit) -> bool {
    unit.is_active() || unit.status == Status::Down
}

/// Wounds that Personas can still bear count like those of the body (EV-281); injuries reduce the
/// value of the rest, depending on their severity (EV-291).
pub fn life(description: &Description, unit: &Unit) -> Life {
    let mut life = fitness::life(description, unit);
    let injuries = unit.conditions.0.iter().filter(|c| c.id == *INJURED);
    let rows = injuries.map(|c| i32::try_from(4 - c.data.get(ROW).clamp(0, 3)).unwrap_or(1));
    let hurt: i32 = rows.map(|rows| INJURY * rows).sum();
    if life.left > 0 {
        life.left = (life.left - hurt).max(1);
    }
    for layer in unit.carriers.layers() {
        let bears = layer.state != LayerState::Broken && life.left > 0;
        for meter in WOUNDS.iter().filter_map(|id| layer.meters.get(id)) {
            life.left += if bears { 10 * meter.value } else { 0 };
            life.full += 10 * meter.max;
        }
    }
    life
}
