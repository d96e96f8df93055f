//! Hidden information: each side sees what its combatants see, and learns of nothing else.
//!
//! The ruleset decides whether one combatant perceives another
//! ([`Ruleset::perceives`](super::Ruleset::perceives)). After every change the engine records which
//! units came into view, moved in view or went out of view, as events for the observing side. A
//! side's knowledge is thus part of the state, and rules read it there. This module decides which
//! side is told what.

use grid::{Cell, Eye, Field, Hm, SideId, UnitId, sees};

use super::ctx::Ctx;
use super::event::{Event, EventKind};
use super::state::{Awareness, Known, Observer, Slot, SlotKind, SlotNotice, State, Unit};

/// The sides that may know of an event happening now: those with a combatant involved, or with one
/// of the involved in view. `None` for all.
pub fn witnesses(state: &State, what: &EventKind) -> Option<Vec<SideId>> {
    if let EventKind::Learned { by, .. } = what {
        let side = match by {
            Observer::Side(side) => Some(*side),
            Observer::Unit(unit) => state.unit(*unit).map(Unit::side),
        };
        // With hidden information it is the observer's secret; otherwise the search is visible.
        return side.filter(|_| state.scene.fog.on).map(|side| vec![side]);
    }
    if hides_none(state) {
        return None;
    }
    let parties = what.parties();
    let parties: Vec<&Unit> = parties.into_iter().filter_map(|id| state.unit(id)).collect();
    if parties.is_empty() {
        return None;
    }
    let all = (0u8..).map(SideId).take(state.scene.sides.len());
    let sees = |side: &SideId| parties.iter().any(|unit| state.sees(*side, unit));
    let witnesses: Vec<SideId> = all.filter(sees).collect();
    (witnesses.len() < state.scene.sides.len()).then_some(witnesses)
}

/// True if every side sees every combatant, whatever else the sides know about them.
fn hides_none(state: &State) -> bool {
    let seen = |known: &Known| known.awareness == Awareness::Sees;
    !state.scene.fog.on && state.scene.knowledge.iter().all(seen)
}

/// True if no combatant is hidden from any other, and none has learned facts about another.
#[inline]
pub fn all_in_view(state: &State) -> bool {
    !state.scene.fog.on && state.scene.knowledge.is_empty()
}

/// How a slot of the turn order is shown to a side that does not know of these combatants. `blank`
/// as in [`Description::blank_turns`](super::ruleset::Description::blank_turns).
pub fn told(slot: &Slot, is_unknown: impl Fn(UnitId) -> bool, blank: bool) -> SlotNotice {
    if slot.members.is_empty() || slot.members.iter().any(|id| !is_unknown(*id)) {
        SlotNotice::All
    } else if blank && slot.kind != SlotKind::Mark {
        SlotNotice::Blank
    } else {
        SlotNotice::Nothing
    }
}

/// An event as shown to a side that does not know of these combatants: in full, redacted, or not at
/// all. A spectator is shown everything.
pub fn as_told(
    event: &Event,
    viewer: Option<SideId>,
    is_unknown: impl Fn(UnitId) -> bool,
    blank: bool,
) -> Option<Event> {
    if viewer.is_none() {
        return Some(event.clone());
    }
    match &event.what {
        EventKind::Slots(slots) => {
            let known = |slot: &Slot| match told(slot, &is_unknown, blank) {
                SlotNotice::Nothing => None,
                SlotNotice::Blank => Some(Slot::turn(Vec::new(), 0)),
                SlotNotice::All => {
                    let mut slot = slot.clone();
                    slot.members.retain(|id| !is_unknown(*id));
                    Some(slot)
                }
            };
            let what = EventKind::Slots(slots.iter().filter_map(known).collect());
            event.is_seen_by(viewer).then(|| Event { what, ..event.clone() })
        }
        EventKind::TurnBegan { .. } if blank && !event.is_seen_by(viewer) => {
            let what =
                EventKind::Note { unit: None, text: "An unseen combatant's turn.".to_owned() };
            Some(Event { seen_by: None, what, ..event.clone() })
        }
        EventKind::Declared { .. } => event.is_seen_by(viewer).then(|| {
            let mut event = event.clone();
            if let EventKind::Declared { targets, .. } = &mut event.what {
                targets.retain(|id| !is_unknown(*id));
            }
            event
        }),
        _ => event.is_seen_by(viewer).then(|| event.clone()),
    }
}

/// Evaluates `read` on the board as a side sees it, without the bodies out of its view, so that the
/// result does not reveal them.
pub fn as_seen<R>(ctx: Ctx<'_>, side: SideId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    if hides_none(ctx.state) {
        return read(ctx);
    }
    let mut field: Option<Field<'_>> = None;
    for unit in ctx.state.units.iter().filter(|u| !ctx.state.sees(side, u)) {
        field = Some(field.as_ref().unwrap_or(ctx.field).without(unit.id()));
    }
    match &field {
        Some(field) => read(Ctx { field, ..ctx }),
        None => read(ctx),
    }
}

/// True if there is a clear line between two combatants, regardless of their senses.
pub fn in_line(ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
    let bodies = ctx.field.body(viewer).zip(ctx.field.body(target));
    bodies.is_some_and(|(a, b)| sees(ctx.field.board(), a, b))
}

/// True if there is a clear line from a combatant to a point one metre above a cell's surface.
pub fn cell_in_line(ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
    let board = ctx.field.board();
    let body = ctx.field.body(viewer).zip(board.tile(cell));
    body.is_some_and(|(body, tile)| {
        sees(board, body, Eye::At(cell, tile.surface() + Hm::metres(1)))
    })
}
