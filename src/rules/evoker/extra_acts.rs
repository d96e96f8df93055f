//! Extra acts: how units earn them, and acts out of order (EV-325 to EV-332).

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind, SlotChange};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Extra, Slot, SlotState, State, Unit};

use super::names::{BESIDE, BROKEN_INTO, FINISHED, ONE_MORE, PROTECTED, RISEN, STAGGERED};

/// One More for an act that staggered at least one enemy (EV-325 to EV-329).
pub fn earn(ctx: Ctx<'_>, actor: &Unit, staggerable: &[UnitId]) -> Vec<Event> {
    // Fate may have ended the staggering in the meantime (EV-351).
    let risen = |unit: &&Unit| unit.flags.get(RISEN) != 0;
    let all = || staggerable.iter().filter_map(|id| ctx.unit(*id));
    let mut events: Vec<Event> =
        all().filter_map(|unit| events::flag(unit, RISEN, 0, "EV-325")).collect();
    if actor.is_active() && all().any(|unit| unit.conditions.has(STAGGERED) || risen(&unit)) {
        events.extend(one_more(ctx, actor));
    }
    events
}

/// One More follows the turn, or is immediate if it is earned out of order.
fn one_more(ctx: Ctx<'_>, actor: &Unit) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    if !clock.active.is_empty() && !clock.active.contains(&actor.id()) {
        // Out of order it is played immediately (EV-332).
        let value = clock.running().and_then(|at| clock.slots.get(at)).map_or(0, |s| s.value);
        let extra = Slot::act(actor.id(), value, Extra::earned(Key::of(ONE_MORE)));
        return breaks_in(ctx.state, extra, "EV-332");
    }
    let Some(running) = clock.running() else { return Vec::new() };
    let value = clock.slots.get(running).map_or(0, |slot| slot.value);
    // A chain continues with the unit that earned this act (EV-339). An act that no unit passed on
    // has no chain.
    let mut chain = clock.extra_of(actor.id()).map(|extra| extra.chain.clone()).unwrap_or_default();
    if !chain.is_empty() {
        chain.push(actor.id());
    }
    let extra = Extra { chain, ..Extra::earned(Key::of(ONE_MORE)) };
    let insert = SlotChange::Insert(clock.behind(running), Slot::act(actor.id(), value, extra));
    vec![Event::new(EventKind::Slot(insert), &["EV-325"])]
}

/// Event: an act is finished, which may trigger delayed acts of other units (EV-207).
pub fn finished(ctx: Ctx<'_>, actor: &Unit) -> Option<Event> {
    let waits = ctx.state.scene.armed.iter().any(|armed| armed.owner != actor.id());
    let acts = actor.flags.get(FINISHED).saturating_add(1);
    events::flag(actor, FINISHED, acts, "EV-207").filter(|_| waits)
}

/// Enemies that a unit may still stagger (EV-325, EV-330): these, or all of them for an attack that
/// spreads.
pub fn staggerable(
    ctx: Ctx<'_>,
    actor: &Unit,
    all: impl Iterator<Item = UnitId>,
    spreads: bool,
) -> Vec<UnitId> {
    let mut ids: Vec<UnitId> = all.collect();
    // For a protected unit, its protectors count (EV-X37).
    let targets: Vec<&Unit> = ids.iter().filter_map(|id| ctx.unit(*id)).collect();
    ids.extend(targets.into_iter().flat_map(|unit| protectors(ctx, unit)).map(|(id, _)| id));
    if spreads {
        ids.extend(ctx.state.units.iter().map(Unit::id));
    }
    ids.sort_unstable();
    ids.dedup();
    ids.retain(|id| {
        let stands = ctx.unit(*id).is_some_and(|u| !u.conditions.has(STAGGERED));
        stands && ctx.state.are_foes(actor.id(), *id)
    });
    ids
}

/// The units that take the next blows for this one, and their protections, in order: they must be
/// adjacent and able to (EV-191).
pub fn protectors<'a>(
    ctx: Ctx<'a>,
    target: &'a Unit,
) -> impl Iterator<Item = (UnitId, &'a Condition)> {
    let all = target.conditions.0.iter().filter(|c| c.id == *PROTECTED);
    all.filter_map(move |c| {
        let shield = ctx.unit(c.source?).filter(|unit| unit.is_active())?;
        let (own, other) = ctx.field.body(shield.id()).zip(ctx.field.body(target.id()))?;
        ctx.field.adjacent(own, other, BESIDE).then_some((shield.id(), c))
    })
}

/// An extra act earned out of order is played immediately: the interrupted turn continues after it
/// (EV-332).
pub fn breaks_in(state: &State, extra: Slot, rule: &'static str) -> Vec<Event> {
    let clock = &state.scene.clock;
    let Some(running) = clock.running() else { return Vec::new() };
    let change = |what| Event::new(EventKind::Slot(what), &[rule]);
    let active = clock.active.iter().filter_map(|id| state.unit(*id));
    let mut all: Vec<Event> =
        active.filter_map(|unit| events::flag(unit, BROKEN_INTO, 1, rule)).collect();
    all.push(change(SlotChange::State(running, SlotState::Waiting)));
    all.push(change(SlotChange::Insert(running, extra)));
    all.push(change(SlotChange::Active(Vec::new())));
    all
}

/// Whether a unit's turn was interrupted; its walk then ends where it is.
pub fn is_broken_into(ctx: Ctx<'_>, id: UnitId) -> bool {
    ctx.unit(id).is_some_and(|unit| unit.flags.get(BROKEN_INTO) != 0)
}
