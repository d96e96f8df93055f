//! The only place where events change the state of a battle.

use std::collections::BTreeSet;

use grid::{Dir, EdgeAt, UnitId};

use super::board_change::Changed;
use super::event::{
    BoardChange, Event, EventKind, FormChange, LayerChange, RulingChange, SlotChange, Ticking,
};
use super::object::Object;
use super::state::{
    Condition, Expiry, Known, Lasting, Lying, ObjectCondition, Scene, Slot, SlotState, State,
    StoredForm, Unit,
};
use super::target::Target;

/// Applies an event to the state. Purely informative events change nothing.
pub fn apply(state: &mut State, event: &Event) {
    let scene = &mut state.scene;
    match &event.what {
        EventKind::Phase { round, name } => {
            if *round > scene.clock.round {
                scene.referee.round_begins(*round);
            }
            scene.clock.round = *round;
            scene.clock.phase = name.clone();
        }
        EventKind::Slots(slots) => scene.clock.slots.clone_from(slots),
        EventKind::Slot(change) => apply_slot(scene, change),
        EventKind::Armed(armed) => {
            scene.next_number = scene.next_number.max(armed.id.saturating_add(1));
            scene.armed.push(armed.clone());
        }
        EventKind::Disarmed { id, gone, .. } => {
            let armed = &mut scene.armed;
            if *gone {
                armed.retain(|a| a.id != *id);
            } else if let Some(a) = armed.iter_mut().find(|a| a.id == *id) {
                a.uses = a.uses.saturating_sub(1);
            }
        }
        EventKind::Ticked { what, expiry } => tick(state, *what, expiry),
        EventKind::Flag { unit: None, id, to, .. } => scene.flags.set(id.clone(), *to),
        EventKind::SideFlag { side, id, to, .. } => {
            if let Some(side) = scene.sides.get_mut(usize::from(side.0)) {
                side.flags.set(id.clone(), *to);
            }
        }
        EventKind::Learned { by, of, to, facts, .. } => {
            let blank = Known { by: *by, of: *of, awareness: *to, facts: BTreeSet::new() };
            let mut known = scene.knowledge.of(*by, *of).cloned().unwrap_or(blank);
            known.awareness = *to;
            known.facts.extend(facts.iter().cloned());
            scene.knowledge.keep(&known);
        }
        EventKind::Sighted { sighting, .. } => scene.fog.keep(sighting.clone()),
        EventKind::Spawned(unit) => {
            scene.next_number = scene.next_number.max(unit.id().0.saturating_add(1));
            scene.arrivals.retain(|arrival| arrival.unit.id() != unit.id());
            scene.story.waiting.retain(|recruit| recruit.unit.id() != unit.id());
            state.units.add((**unit).clone());
        }
        EventKind::Policy { side, about, policy } => {
            scene.policies.set(*side, about.clone(), *policy);
        }
        EventKind::Board(change) => apply_board(scene, change),
        EventKind::ObjectAfflicted { what, condition, replaces, .. } => {
            let new = ObjectCondition { object: *what, condition: condition.clone() };
            scene.object_conditions.keep(new, *replaces);
        }
        EventKind::ObjectRelieved { what, condition, .. } => {
            scene.object_conditions.remove(*what, condition);
        }
        EventKind::Story { chapter, .. } => {
            let round = scene.clock.round;
            if let Some(chapter) = scene.story.chapters.get_mut(*chapter) {
                chapter.happened = Some(round);
                let recruits = std::mem::take(&mut chapter.recruits);
                scene.story.waiting.extend(recruits);
            }
        }
        EventKind::Goals(goals) => scene.goals.clone_from(goals),
        EventKind::Conduct { unit, next } => scene.conducts.change(*unit, *next),
        EventKind::Over(verdict) => scene.verdict = Some(verdict.clone()),
        EventKind::Aftermath => scene.aftermath = true,
        EventKind::TurnEnded { unit, .. } => scene.referee.turn_ends(*unit),
        EventKind::Ruling { change, .. } => apply_ruling(state, change),
        EventKind::TurnBegan { unit, .. }
        | EventKind::ActRecorded { unit, .. }
        | EventKind::Pool { unit, .. }
        | EventKind::Track { unit, .. }
        | EventKind::Progress { unit, .. }
        | EventKind::Abandoned { unit, .. }
        | EventKind::Wear { unit, .. }
        | EventKind::Layer { unit, .. }
        | EventKind::Afflicted { unit, .. }
        | EventKind::Relieved { unit, .. }
        | EventKind::Flag { unit: Some(unit), .. }
        | EventKind::Moved { unit, .. }
        | EventKind::Stance { unit, .. }
        | EventKind::Status { unit, .. }
        | EventKind::Linked { unit, .. }
        | EventKind::Unlinked { unit, .. }
        | EventKind::Form { unit, .. }
        | EventKind::Gear { unit, .. } => change(state, *unit, |u| apply_to_unit(u, &event.what)),
        EventKind::Grant { .. }
        | EventKind::Declared { .. }
        | EventKind::Redirected { .. }
        | EventKind::Cancelled { .. }
        | EventKind::Rolled(_)
        | EventKind::Chose { .. }
        | EventKind::Ordered { .. }
        | EventKind::Hit { .. }
        | EventKind::Struck { .. }
        | EventKind::Note { .. } => {}
    }
}

/// Changes one unit. Does nothing if there is no unit with this ID.
#[inline]
fn change(state: &mut State, id: UnitId, change: impl FnOnce(&mut Unit)) {
    if let Some(unit) = state.unit_mut(id) {
        change(unit);
    }
}

/// The index of the condition that a new one replaces. Conditions that ended in the same phase have
/// shifted later ones forward, so the index is valid only while it refers to a condition with the
/// same name on the same body part.
fn place_of(known: &[Condition], new: &Condition, at: usize) -> Option<usize> {
    let same = |c: &Condition| c.id == new.id && c.part == new.part;
    let there = known.get(at);
    if there.is_some_and(same) {
        return Some(at);
    }
    let of_name = there.filter(|c| c.id == new.id).map(|_| at);
    known.iter().position(same).or(of_name)
}

/// Applies an event about one unit to that unit.
pub(super) fn apply_to_unit(u: &mut Unit, what: &EventKind) {
    match what {
        EventKind::TurnBegan { round, .. } => {
            u.turn.number += 1;
            u.turn.round = *round;
            u.turn.acts.clear();
        }
        EventKind::ActRecorded { record, replaces, .. } => {
            match replaces.and_then(|i| u.turn.acts.get_mut(i)) {
                Some(known) => known.clone_from(record),
                None => u.turn.acts.push(record.clone()),
            }
        }
        EventKind::Pool { id, to, .. } => {
            if let Some(meter) = u.pools.0.get_mut(id.as_str()) {
                meter.value = *to;
                // A value above the usual maximum raises it for as long as it lasts.
                meter.max = meter.base.max(*to);
            }
        }
        EventKind::Track { id, to, .. } => {
            if let Some(meter) = u.tracks.0.get_mut(id.as_str()) {
                meter.value = *to;
            }
        }
        EventKind::Progress { what, .. } => u.undertakings.keep(what),
        EventKind::Abandoned { act, choice, .. } => u.undertakings.drop(act, choice),
        EventKind::Wear { on, id, to, .. } => {
            let meters = u.carriers.meters_mut(on);
            if let Some(meter) = meters.and_then(|m| m.get_mut(id.as_str())) {
                meter.value = *to;
            }
        }
        EventKind::Layer { id, change, .. } => match change {
            LayerChange::Laid(layer) => u.carriers.lay(layer),
            LayerChange::State(state) => {
                if let Some(layer) = u.carriers.layer_mut(id) {
                    layer.state = *state;
                }
            }
            LayerChange::Gone => u.carriers.lift(id),
        },
        EventKind::Afflicted { condition, replaces, .. } => {
            let at = replaces.and_then(|i| place_of(&u.conditions.0, condition, i));
            match at.and_then(|i| u.conditions.0.get_mut(i)) {
                Some(known) => known.clone_from(condition),
                None => u.conditions.0.push(condition.clone()),
            }
        }
        EventKind::Relieved { condition, .. } => {
            if let Some(i) = u.conditions.0.iter().position(|c| c == condition) {
                u.conditions.0.remove(i);
            }
        }
        EventKind::Flag { id, to, .. } => u.flags.set(id.clone(), *to),
        EventKind::Moved { from, to, to_feet, support, .. } => {
            if let (Some(a), Some(b)) = (from.cell(), to.cell()) {
                let (dx, dy) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
                u.placement.facing = Dir::towards(dx, dy).unwrap_or(u.placement.facing);
            }
            u.placement.at = *to;
            u.placement.feet = *to_feet;
            u.placement.support = *support;
        }
        EventKind::Stance { posture, facing, support, .. } => {
            u.placement.posture = *posture;
            u.placement.facing = *facing;
            u.placement.support = *support;
        }
        EventKind::Status { to, .. } => u.status = *to,
        EventKind::Linked { link, .. } => u.links.0.push(link.clone()),
        EventKind::Unlinked { link, .. } => u.links.0.retain(|l| l != link),
        EventKind::Form { sheet, size, height_cm, change, tracks, .. } => {
            store_form(u, *change);
            u.form.sheet = sheet.clone();
            u.form.size = *size;
            u.form.height_cm = *height_cm;
            u.tracks.0.clone_from(tracks);
        }
        EventKind::Gear { slot, to, meters, .. } => {
            u.carriers.put(slot, meters);
            if to.as_str().is_empty() {
                u.gear.0.remove(slot);
            } else {
                u.gear.0.insert(slot.clone(), to.clone());
            }
        }
        _ => {}
    }
}

/// Stores a unit's present form, or discards the last stored one.
fn store_form(u: &mut Unit, change: FormChange) {
    match change {
        FormChange::Store => u.form.stored.push(StoredForm {
            sheet: u.form.sheet.clone(),
            size: u.form.size,
            height_cm: u.form.height_cm,
            tracks: u.tracks.0.clone(),
        }),
        FormChange::Replace => {}
        FormChange::Restore => {
            u.form.stored.pop();
        }
    }
}

fn apply_ruling(state: &mut State, change: &RulingChange) {
    let scene = &mut state.scene;
    match change {
        RulingChange::Values => {}
        RulingChange::Judged(judgement) => scene.referee.judge(judgement),
        RulingChange::Permitted(permit) => scene.referee.allow(permit),
        RulingChange::Revoked { fact, from, to, mutual } => {
            scene.referee.revoke(fact.as_str(), *from, *to, *mutual);
        }
        RulingChange::Extended { goals_from } => {
            scene.referee.goals_from = *goals_from;
            scene.verdict = None;
            scene.aftermath = false;
        }
        RulingChange::Rewound(moment) => {
            let (next, from) = (scene.next_number, scene.referee.goals_from);
            scene.clone_from(&moment.scene);
            scene.next_number = scene.next_number.max(next);
            scene.referee.goals_from = scene.referee.goals_from.max(from);
            state.units.clone_from(&moment.units);
        }
    }
}

fn tick(state: &mut State, what: Ticking, expiry: &Expiry) {
    let (scene, units) = (&mut state.scene, &mut state.units);
    let clock = match what {
        Ticking::Armed(id) => scene.armed.iter_mut().find(|a| a.id == id).map(|a| &mut a.expiry),
        Ticking::Volume(id) => {
            scene.lasting.iter_mut().find(|l| l.volume == id).map(|l| &mut l.expiry)
        }
        Ticking::Condition(unit, index) => {
            let condition = units.of_mut(unit).and_then(|u| u.conditions.0.get_mut(index));
            condition.map(|condition| &mut condition.expiry)
        }
        Ticking::Layer(unit, index) => {
            let layer = units.of_mut(unit).and_then(|u| u.carriers.layer_at_mut(index));
            layer.map(|layer| &mut layer.expiry)
        }
        Ticking::ObjectCondition(index) => {
            let own = scene.object_conditions.0.get_mut(index);
            own.map(|own| &mut own.condition.expiry)
        }
    };
    if let Some(clock) = clock {
        clock.clone_from(expiry);
    }
}

fn apply_slot(scene: &mut Scene, change: &SlotChange) {
    let clock = &mut scene.clock;
    match change {
        SlotChange::Insert(at, slot) => {
            clock.slots.insert((*at).min(clock.slots.len()), slot.clone());
        }
        SlotChange::State(at, state) => {
            if let Some(slot) = clock.slots.get_mut(*at) {
                slot.state = *state;
            }
        }
        SlotChange::Active(units) => clock.active.clone_from(units),
        SlotChange::Remove(at, _) => {
            if *at < clock.slots.len() {
                clock.slots.remove(*at);
            }
        }
        SlotChange::Move { from, to, value, .. } => {
            if *from < clock.slots.len() {
                let slot = clock.slots.remove(*from);
                let slot = Slot { value: *value, state: SlotState::Waiting, ..slot };
                clock.slots.insert((*to).min(clock.slots.len()), slot);
            }
        }
        SlotChange::Pass { at, from, to, extra } => {
            if let Some(slot) = clock.slots.get_mut(*at) {
                slot.members.iter_mut().filter(|id| *id == from).for_each(|id| *id = *to);
                slot.extra.clone_from(extra);
            }
        }
    }
}

fn apply_board(scene: &mut Scene, change: &BoardChange) {
    match change {
        BoardChange::Laid(lying) => return scene.lying.push(lying.clone()),
        BoardChange::Taken(lying) => {
            if let Some(i) = scene.lying.iter().position(|l| l == lying) {
                scene.lying.remove(i);
            }
            return;
        }
        _ => {}
    }
    let Changed { board, moved } = Changed::of(&scene.board, change);
    match change {
        BoardChange::Laid(_) | BoardChange::Taken(_) => {}
        BoardChange::Light { .. } | BoardChange::Atmosphere { .. } => {}
        BoardChange::Edge { cell, side, floor, to, .. } => {
            let at = EdgeAt { cell: *cell, side: *side, floor: *floor };
            scene.secrets.forget(at.canonical());
            if at.is_hatch() {
                let over = |lying: &&mut Lying| lying.cell == at.cell;
                scene.lying.iter_mut().filter(over).for_each(|lying| lying.settle(&board));
            }
            if to.is_none()
                && let Some(edge) = Object::of(Target::Edge(at))
            {
                scene.object_conditions.rename(edge.target(), None);
            }
        }
        BoardChange::ThingGone(id) => scene.object_conditions.rename(Target::Thing(*id), None),
        BoardChange::ThingMoved { id, .. } => {
            // A moved object gets a new number.
            scene.object_conditions.rename(Target::Thing(*id), moved.map(Target::Thing));
        }
        BoardChange::VolumeAdded { volume, owner, act, expiry } => {
            scene.next_number = scene.next_number.max(volume.id.0.saturating_add(1));
            scene.lasting.push(Lasting {
                volume: volume.id,
                owner: *owner,
                act: act.clone(),
                expiry: expiry.clone(),
            });
        }
        BoardChange::VolumeGone(id) => scene.lasting.retain(|l| l.volume != *id),
    }
    scene.board = board;
}
