//! Awareness between units, and attacks from behind (VG-147 to VG-155).

use grid::{SideId, UnitId, bearing, hidden_shares};
use rules::event::{Event, EventKind};
use rules::ruleset::Ctx;
use rules::state::{Awareness, Known, Observer, Placement, Unit};

use super::data::Moment;
use super::names::UNCONSCIOUS;
use super::rulings;
use super::sight;
use super::step::{Outcome, Reveal, Turn};

/// Turns on the spot (VG-155).
pub fn turn(ctx: Ctx<'_>, step: &Turn) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Placement { posture, support, .. } = unit.placement;
    let what = EventKind::Stance { unit: unit.id(), posture, facing: step.facing, support };
    Outcome::done(vec![Event::new(what, &["VG-155"])])
}

/// Whether a combatant is aware of another: it has seen or heard it since it hid (VG-152).
pub fn is_aware(ctx: Ctx<'_>, unit: UnitId, of: UnitId) -> bool {
    ctx.state.noticed(Observer::Unit(unit), of) >= Awareness::Notices
}

/// Whether a combatant knows where an enemy is at the moment: it is aware of it or has it in plain
/// view, and with hidden information a unit of its side sees it (VG-152, VG-154).
pub fn knows(moment: Moment<'_>, unit: &Unit, foe: UnitId) -> bool {
    let ctx = moment.ctx;
    let aware =
        |viewer: &Unit| is_aware(ctx, viewer.id(), foe) || has_in_plain_view(moment, viewer, foe);
    let sees = |viewer: &Unit| aware(viewer) && sight::perceives(moment, viewer.id(), foe);
    let mut side = ctx.state.of_side(unit.side()).filter(|viewer| viewer.is_active());
    aware(unit) && (!ctx.state.scene.fog.on || side.any(sees))
}

/// Whether an attack comes from behind: from the three rear squares or beyond them (VG-148), or as
/// the referee rules.
pub fn is_behind(ctx: Ctx<'_>, attacker: UnitId, target: UnitId) -> bool {
    if let Some(says) = rulings::behind(ctx.state, attacker, target) {
        return says;
    }
    let bodies = ctx.field.body(target).zip(ctx.field.body(attacker));
    let bearing = bodies.and_then(|(target, attacker)| bearing(target, attacker));
    bearing.is_some_and(|bearing| bearing.is_rear())
}

/// Makes everyone aware of a combatant that attacks (VG-152, VG-154).
pub fn reveal(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Vec<Event> {
    unaware(ctx).filter(|known| known.of == unit.id()).map(|known| learns(known, rule)).collect()
}

/// Observers that are not aware of a unit.
fn unaware<'a>(ctx: Ctx<'a>) -> impl Iterator<Item = &'a Known> {
    ctx.state.scene.knowledge.iter().filter(|known| known.awareness < Awareness::Notices)
}

/// An observer sees the unit.
fn learns(known: &Known, rule: &'static str) -> Event {
    let (by, of, from) = (known.by, known.of, known.awareness);
    let what = EventKind::Learned { by, of, from, to: Awareness::Sees, facts: Vec::new() };
    Event::new(what, &[rule])
}

/// The other sides do not know of a combatant (VG-152).
pub fn conceal(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Vec<Event> {
    let sides = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    conceal_from(ctx, unit, sides, rule)
}

/// These sides, other than its own, do not know of a combatant (VG-152).
pub fn conceal_from(
    ctx: Ctx<'_>,
    unit: &Unit,
    sides: impl Iterator<Item = SideId>,
    rule: &'static str,
) -> Vec<Event> {
    let observers = sides.filter(|side| *side != unit.side()).map(Observer::Side);
    observers.map(|by| loses_sight(ctx, by, unit.id(), rule)).collect()
}

/// All enemies lose sight of a combatant, including those with knowledge of their own (VG-154).
pub fn hide(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Vec<Event> {
    let is_foe = |by: &Observer| match by {
        Observer::Unit(id) => ctx.state.are_foes(*id, unit.id()),
        Observer::Side(_) => false,
    };
    let aware = ctx.state.scene.knowledge.iter().filter(|known| {
        known.of == unit.id() && known.awareness > Awareness::Unaware && is_foe(&known.by)
    });
    let mut all = conceal(ctx, unit, rule);
    all.extend(aware.map(|known| loses_sight(ctx, known.by, unit.id(), rule)));
    all
}

/// An observer loses sight of a combatant.
fn loses_sight(ctx: Ctx<'_>, by: Observer, of: UnitId, rule: &'static str) -> Event {
    let (from, to) = (ctx.state.noticed(by, of), Awareness::Unaware);
    let what = EventKind::Learned { by, of, from, to, facts: Vec::new() };
    Event::new(what, &[rule])
}

/// Hidden units in plain view of a unit that is not aware of them (VG-154).
pub fn settle(moment: Moment<'_>) -> Vec<Reveal> {
    let mut seen: Vec<UnitId> = Vec::new();
    for known in unaware(moment.ctx) {
        if !seen.contains(&known.of) && is_exposed(moment, known) {
            seen.push(known.of);
        }
    }
    seen.into_iter().map(|unit| Reveal { unit }).collect()
}

/// Whether an observer that is not aware of a unit has it in plain view.
fn is_exposed(moment: Moment<'_>, known: &Known) -> bool {
    let ctx = moment.ctx;
    let mut viewers = ctx.state.units.iter().filter(|u| u.is_active()).filter(|u| match known.by {
        Observer::Side(side) => u.side() == side,
        Observer::Unit(unit) => u.id() == unit,
    });
    let there = ctx.unit(known.of).is_some_and(Unit::is_active);
    there && viewers.any(|viewer| has_in_plain_view(moment, viewer, known.of))
}

/// Whether a combatant has another in plain view: in sight, not behind it, not in cover.
pub fn has_in_plain_view(moment: Moment<'_>, viewer: &Unit, of: UnitId) -> bool {
    let ctx = moment.ctx;
    let Some((from, to)) = ctx.field.body(viewer.id()).zip(ctx.field.body(of)) else {
        return false;
    };
    let open = || {
        let (hard, soft) = hidden_shares(ctx.field.board(), from, to);
        4 * (hard.part + soft.part) < hard.whole.max(1)
    };
    // Sleeping units see nothing.
    ctx.state.are_foes(viewer.id(), of)
        && !viewer.conditions.has(UNCONSCIOUS)
        && !is_behind(ctx, of, viewer.id())
        && sight::in_sight(moment, from, to)
        && open()
}

/// Reveals a unit to the sides that have it in plain view.
pub fn reveal_exposed(moment: Moment<'_>, step: &Reveal) -> Outcome {
    let exposed = unaware(moment.ctx).filter(|known| known.of == step.unit);
    let exposed = exposed.filter(|known| is_exposed(moment, known));
    Outcome::done(exposed.map(|known| learns(known, "VG-154")).collect())
}
