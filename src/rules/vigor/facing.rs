//! Who knows of whom, and from where an attack comes (VG-147 to VG-155).

use crate::grid::{UnitId, bearing};
use crate::rules::event::{Event, EventKind};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Awareness, Observer, Placement, Unit};

use super::step::{Outcome, Turn};

/// Turns on the spot (VG-155).
pub fn turn(ctx: Ctx<'_>, step: &Turn) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Placement { posture, support, .. } = unit.placement;
    let what = EventKind::Stance { unit: unit.id(), posture, facing: step.facing, support };
    Outcome::done(vec![Event::new(what, &["VG-155"])])
}

/// Whether a combatant knows of another: it has seen or heard it since that one hid (VG-152).
pub fn is_aware(ctx: Ctx<'_>, unit: UnitId, of: UnitId) -> bool {
    ctx.state.noticed(Observer::Unit(unit), of) >= Awareness::Notices
}

/// Whether an attack comes from behind: out of the three rear squares or beyond them (VG-148).
pub fn is_behind(ctx: Ctx<'_>, attacker: UnitId, target: UnitId) -> bool {
    let bodies = ctx.field.body(target).zip(ctx.field.body(attacker));
    let bearing = bodies.and_then(|(target, attacker)| bearing(target, attacker));
    bearing.is_some_and(|bearing| bearing.is_rear())
}

/// Everybody who does not know of a combatant learns of it: it attacks, or is seen (VG-152, VG-154).
pub fn reveal(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Vec<Event> {
    let entries = ctx.state.scene.knowledge.iter();
    let unaware = entries.filter(|k| k.of == unit.id() && k.awareness < Awareness::Notices);
    let learned = unaware.map(|known| EventKind::Learned {
        by: known.by,
        of: unit.id(),
        from: known.awareness,
        to: Awareness::Sees,
        facts: Vec::new(),
    });
    learned.map(|what| Event::new(what, &[rule])).collect()
}
