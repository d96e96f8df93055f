//! Rounds and slots of the relay.

use highground::grid::{Dir, UnitId};
use highground::rules::event::SlotChange;
use highground::rules::start;
use highground::rules::state::{Slot, SlotKind, SlotState, Unit};
use highground::rules::{Ctx, Event, EventKind, Key};

use super::{INITIATIVE, SURPRISED, WATCHES};
use crate::stubs::{Next, Step, event};

/// Event for a change of the order.
pub fn slot(change: SlotChange) -> Event {
    event(EventKind::Slot(change))
}

pub fn next(ctx: Ctx<'_>) -> Next {
    let clock = &ctx.state.scene.clock;
    if !clock.active.is_empty() {
        return Next::Await(clock.active.clone());
    }
    Next::Run(Step::new(if clock.next_waiting().is_some() { "slot" } else { "round" }))
}

/// Order number of a unit in the coming round: initiative, plus 5 if it watches an enemy from the
/// start, 0 if surprised.
fn value(ctx: Ctx<'_>, unit: &Unit) -> i32 {
    let first = ctx.state.scene.clock.round == 0;
    if first && unit.flags.get(SURPRISED) != 0 {
        return 0;
    }
    let watched = usize::try_from(unit.flags.get(WATCHES) - 1).ok();
    let watched = watched.and_then(|at| Dir::ALL.get(at).copied()).filter(|_| first);
    let towards = |other: &Unit| {
        let (a, b) = (unit.placement.at.cell()?, other.placement.at.cell()?);
        Dir::towards((b.x - a.x).into(), (b.y - a.y).into())
    };
    let met = |other: &Unit| {
        ctx.state.are_foes(unit.id(), other.id()) && watched.is_some() && towards(other) == watched
    };
    let bonus = if ctx.state.units.iter().any(met) { 5 } else { 0 };
    i32::try_from(unit.flags.get(INITIATIVE)).unwrap_or_default() + bonus
}

/// All units in order of initiative, including joiners; marks for units that are gone.
pub fn round(ctx: Ctx<'_>) -> Vec<Event> {
    let round = ctx.state.scene.clock.round + 1;
    let joining: Vec<Unit> = start::due(ctx.state, round).cloned().collect();
    let mut slots: Vec<Slot> = ctx
        .state
        .units
        .iter()
        .chain(&joining)
        .map(|u| {
            let kind = if u.is_active() { SlotKind::Turn } else { SlotKind::Mark };
            Slot { kind, ..Slot::turn(vec![u.id()], value(ctx, u)) }
        })
        .collect();
    slots.sort_by_key(|slot| std::cmp::Reverse(slot.value));
    let name = Key::of("turns");
    let mut events = vec![event(EventKind::Phase { round, name })];
    events.extend(joining.into_iter().map(|unit| start::join(unit, &["RE-1"])));
    events.push(event(EventKind::Slots(slots)));
    events
}

pub fn comes_up(ctx: Ctx<'_>) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let Some(at) = clock.next_waiting() else { return Vec::new() };
    let to = |state| slot(SlotChange::State(at, state));
    let coming = &clock.slots[at];
    if coming.kind == SlotKind::Mark {
        return vec![to(SlotState::Done)];
    }
    let mut events = vec![to(SlotState::Running), slot(SlotChange::Active(coming.members.clone()))];
    if coming.kind == SlotKind::Turn {
        let begins =
            |unit: &UnitId| event(EventKind::TurnBegan { unit: *unit, round: clock.round });
        events.extend(coming.members.iter().map(begins));
    }
    events
}

/// Ends the running slot. An extra act is not a turn.
pub fn ends(ctx: Ctx<'_>, unit: UnitId) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let Some(at) = clock.running() else { return Vec::new() };
    let mut events =
        vec![slot(SlotChange::State(at, SlotState::Done)), slot(SlotChange::Active(Vec::new()))];
    if clock.extra_of(unit).is_none() {
        events.push(event(EventKind::TurnEnded { unit, why: None }));
    }
    events
}
