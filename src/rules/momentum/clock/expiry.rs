//! Expiry of timed effects (MO-41, MO-43, MO-63).

use super::slot_state;
use crate::armed;
use crate::health::pool;
use crate::sheet::AP;
use crate::step::{Outcome, TurnStart, TurnStartPhase};
use grid::UnitId;
use rules::event::{BoardChange, Event, Ticking};
use rules::kit::events;
use rules::object::Object;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Slot, SlotState, State, Unit};

/// The expiry after one more slot of a unit for which `whose` is true.
fn slots_left(expiry: &Expiry, whose: &dyn Fn(UnitId) -> bool) -> Option<Expiry> {
    match expiry {
        Expiry::Slots { of, left } if whose(*of) => {
            Some(Expiry::Slots { of: *of, left: left.saturating_sub(1) })
        }
        _ => None,
    }
}

const fn is_over(expiry: &Expiry) -> bool {
    matches!(expiry, Expiry::Slots { left: 0, .. } | Expiry::TurnEnds { left: 0, .. })
}

/// Counts a condition down, or ends it.
fn tick(unit: &Unit, index: usize, condition: &Condition, expiry: Expiry) -> Event {
    if is_over(&expiry) {
        return events::relieved_of(unit, condition, "over", "MO-43");
    }
    let what = Ticking::Condition(unit.id(), index);
    events::ticked(what, expiry, "MO-43")
}

/// Counts down everything timed by slots of units for which `whose` is true (MO-41, MO-43, MO-63).
pub(super) fn count_down(state: &State, whose: &dyn Fn(UnitId) -> bool) -> Vec<Event> {
    let mut events = Vec::new();
    for unit in &state.units {
        // Back to front, so that removals do not shift the remaining indices.
        for (index, condition) in unit.conditions.0.iter().enumerate().rev() {
            if let Some(expiry) = slots_left(&condition.expiry, whose) {
                events.push(tick(unit, index, condition, expiry));
            }
        }
    }
    for (index, own) in state.scene.object_conditions.0.iter().enumerate().rev() {
        let Some(expiry) = slots_left(&own.condition.expiry, whose) else { continue };
        let over = Object::of(own.object).filter(|_| is_over(&expiry));
        events.extend(match over {
            Some(object) => object.relieved(state, &own.condition, "over", "MO-43"),
            None => Some(events::ticked(Ticking::ObjectCondition(index), expiry, "MO-43")),
        });
    }
    for armed in &state.scene.armed {
        let Some(expiry) = slots_left(&armed.expiry, whose) else { continue };
        events.push(if is_over(&expiry) {
            armed::over(state, armed, "its trigger did not happen", "MO-63")
        } else {
            events::ticked(Ticking::Armed(armed.id), expiry, "MO-63")
        });
    }
    for lasting in &state.scene.lasting {
        let Some(expiry) = slots_left(&lasting.expiry, whose) else { continue };
        events.push(if is_over(&expiry) {
            events::board(BoardChange::VolumeGone(lasting.volume), "MO-43")
        } else {
            events::ticked(Ticking::Volume(lasting.volume), expiry, "MO-43")
        });
    }
    events
}

/// Ends effects that last until the end of a combatant's turn, and its AP (MO-31, MO-42).
pub(super) fn last_of_turn(unit: &Unit) -> Vec<Event> {
    let mut events = Vec::new();
    for (index, condition) in unit.conditions.0.iter().enumerate().rev() {
        if let Expiry::TurnEnds { of, left } = condition.expiry
            && of == unit.id()
        {
            let expiry = Expiry::TurnEnds { of, left: left.saturating_sub(1) };
            events.push(tick(unit, index, condition, expiry));
        }
    }
    events.extend(pool(unit, AP, 0, "the turn is over", "MO-31"));
    events
}

/// A dead unit's slot passes as a time marker, after the events of its coming up (MO-43).
pub(super) fn pass_mark(ctx: Ctx<'_>, at: usize, slot: &Slot, mut events: Vec<Event>) -> Outcome {
    let lasts = |condition: &Condition| matches!(condition.expiry, Expiry::TurnEnds { .. });
    let mut members = slot.members.iter().filter_map(|id| ctx.unit(*id));
    if members.any(|unit| unit.conditions.0.iter().any(lasts)) {
        let ends = TurnStart { slot: at, phase: TurnStartPhase::Act };
        return Outcome::then(events, ends.into());
    }
    events.push(slot_state(at, SlotState::Done));
    Outcome::done(events)
}

/// Ends effects that would have lasted until the end of a dead unit's turn (MO-255).
pub(super) fn end_mark(ctx: Ctx<'_>, at: usize, slot: &Slot) -> Outcome {
    let members = slot.members.iter().filter_map(|id| ctx.unit(*id));
    let mut events: Vec<Event> = members.flat_map(last_of_turn).collect();
    events.push(slot_state(at, SlotState::Done));
    Outcome::done(events)
}
