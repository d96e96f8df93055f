//! The one place where events change a battle's state.
//!
//! Written over [`Ledger`], so that the same lines change a plain [`State`] and the components of
//! a running game.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::grid::UnitId;

use super::event::{
    BoardChange, Event, EventKind, FormChange, LayerChange, RulingChange, SlotChange, Ticking,
};
use super::state::{
    Carriers, Conditions, Expiry, Flags, Form, Gear, Identity, Known, Lasting, Links, Placement,
    Pools, Scene, Slot, SlotState, State, Status, StoredForm, Tracks, TurnLog, Undertakings, Unit,
    Units,
};

/// Everything of one unit, open to change.
#[allow(missing_docs, reason = "the fields are those of `Unit`")]
pub struct UnitMut<'a> {
    pub identity: &'a Identity,
    pub placement: &'a mut Placement,
    pub status: &'a mut Status,
    pub form: &'a mut Form,
    pub tracks: &'a mut Tracks,
    pub pools: &'a mut Pools,
    pub conditions: &'a mut Conditions,
    pub turn: &'a mut TurnLog,
    pub gear: &'a mut Gear,
    pub links: &'a mut Links,
    pub flags: &'a mut Flags,
    pub carriers: &'a mut Carriers,
    pub undertakings: &'a mut Undertakings,
}

/// What holds the state of a battle: a plain [`State`] or the world of a running game.
pub trait Ledger {
    /// What belongs to the battle as a whole.
    fn scene(&mut self) -> &mut Scene;

    /// Changes one unit. Does nothing when there is none of that number.
    fn with_unit(&mut self, id: UnitId, change: &mut dyn FnMut(UnitMut<'_>));

    /// Adds a unit.
    fn spawn(&mut self, unit: Unit);

    /// Makes these units all there are; identities of those already there stay.
    fn muster(&mut self, units: &Units);
}

impl Ledger for State {
    fn scene(&mut self) -> &mut Scene {
        &mut self.scene
    }

    fn with_unit(&mut self, id: UnitId, change: &mut dyn FnMut(UnitMut<'_>)) {
        if let Some(unit) = self.unit_mut(id) {
            change(UnitMut {
                identity: &unit.identity,
                placement: &mut unit.placement,
                status: &mut unit.status,
                form: &mut unit.form,
                tracks: &mut unit.tracks,
                pools: &mut unit.pools,
                conditions: &mut unit.conditions,
                turn: &mut unit.turn,
                gear: &mut unit.gear,
                links: &mut unit.links,
                flags: &mut unit.flags,
                carriers: &mut unit.carriers,
                undertakings: &mut unit.undertakings,
            });
        }
    }

    fn spawn(&mut self, unit: Unit) {
        self.units.add(unit);
    }

    fn muster(&mut self, units: &Units) {
        self.units.clone_from(units);
    }
}

/// Changes the state as the event says. Events that only tell something change nothing.
pub fn apply<L: Ledger + ?Sized>(ledger: &mut L, event: &Event) {
    match &event.what {
        EventKind::Phase { round, name } => {
            let scene = ledger.scene();
            if *round > scene.clock.round {
                scene.referee.round_begins(*round);
            }
            scene.clock.round = *round;
            scene.clock.phase = name.clone();
        }
        EventKind::Slots(slots) => ledger.scene().clock.slots.clone_from(slots),
        EventKind::Slot(change) => apply_slot(ledger.scene(), change),
        EventKind::TurnBegan { unit, round } => ledger.with_unit(*unit, &mut |u| {
            u.turn.number += 1;
            u.turn.round = *round;
            u.turn.deeds.clear();
        }),
        EventKind::Deed { unit, deed, replaces } => {
            ledger.with_unit(*unit, &mut |u| match replaces.and_then(|i| u.turn.deeds.get_mut(i)) {
                Some(known) => known.clone_from(deed),
                None => u.turn.deeds.push(deed.clone()),
            })
        }
        EventKind::Armed(armed) => {
            let scene = ledger.scene();
            scene.next_number = scene.next_number.max(armed.id + 1);
            scene.armed.push(armed.clone());
        }
        EventKind::Disarmed { id, gone, .. } => {
            let armed = &mut ledger.scene().armed;
            if *gone {
                armed.retain(|a| a.id != *id);
            } else if let Some(a) = armed.iter_mut().find(|a| a.id == *id) {
                a.uses = a.uses.saturating_sub(1);
            }
        }
        EventKind::Ticked { what, expiry } => tick(ledger, *what, expiry),
        EventKind::Pool { unit, id, to, .. } => ledger.with_unit(*unit, &mut |u| {
            if let Some(meter) = u.pools.0.get_mut(id.as_str()) {
                meter.value = *to;
                // What goes over the usual maximum raises it for as long as it lasts.
                meter.max = meter.base.max(*to);
            }
        }),
        EventKind::Track { unit, id, to, .. } => ledger.with_unit(*unit, &mut |u| {
            if let Some(meter) = u.tracks.0.get_mut(id.as_str()) {
                meter.value = *to;
            }
        }),
        EventKind::Progress { unit, what } => {
            ledger.with_unit(*unit, &mut |u| u.undertakings.keep(what));
        }
        EventKind::Abandoned { unit, act, choice, .. } => {
            ledger.with_unit(*unit, &mut |u| u.undertakings.drop(act, choice));
        }
        EventKind::Wear { unit, on, id, to, .. } => ledger.with_unit(*unit, &mut |u| {
            let meters = u.carriers.meters_mut(on);
            if let Some(meter) = meters.and_then(|m| m.get_mut(id.as_str())) {
                meter.value = *to;
            }
        }),
        EventKind::Layer { unit, id, change, .. } => {
            ledger.with_unit(*unit, &mut |u| match change {
                LayerChange::Laid(layer) => u.carriers.lay(layer),
                LayerChange::State(state) => {
                    if let Some(layer) = u.carriers.layer_mut(id) {
                        layer.state = *state;
                    }
                }
                LayerChange::Gone => u.carriers.lift(id),
            });
        }
        EventKind::Afflicted { unit, condition, replaces } => {
            ledger.with_unit(
                *unit,
                &mut |u| match replaces.and_then(|i| u.conditions.0.get_mut(i)) {
                    Some(known) => known.clone_from(condition),
                    None => u.conditions.0.push(condition.clone()),
                },
            );
        }
        EventKind::Relieved { unit, condition, .. } => ledger.with_unit(*unit, &mut |u| {
            if let Some(i) = u.conditions.0.iter().position(|c| c == condition) {
                u.conditions.0.remove(i);
            }
        }),
        EventKind::Flag { unit, id, to, .. } => match unit {
            Some(unit) => ledger.with_unit(*unit, &mut |u| u.flags.set(id.clone(), *to)),
            None => ledger.scene().flags.set(id.clone(), *to),
        },
        EventKind::SideFlag { side, id, to, .. } => {
            if let Some(side) = ledger.scene().sides.get_mut(usize::from(side.0)) {
                side.flags.set(id.clone(), *to);
            }
        }
        EventKind::Learned { by, of, to, facts, .. } => {
            let knowledge = &mut ledger.scene().knowledge;
            let mut known = knowledge.of(*by, *of).cloned().unwrap_or_else(|| Known {
                by: *by,
                of: *of,
                awareness: *to,
                facts: BTreeSet::new(),
            });
            known.awareness = *to;
            known.facts.extend(facts.iter().cloned());
            knowledge.keep(&known);
        }
        EventKind::Sighted { sighting, .. } => ledger.scene().fog.keep(sighting.clone()),
        EventKind::Moved { unit, from, to, to_feet, support, .. } => {
            ledger.with_unit(*unit, &mut |u| {
                if let (Some(a), Some(b)) = (from.cell(), to.cell()) {
                    let (dx, dy) =
                        (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
                    if let Some(dir) = crate::grid::Dir::towards(dx, dy) {
                        u.placement.facing = dir;
                    }
                }
                u.placement.at = *to;
                u.placement.feet = *to_feet;
                u.placement.support = *support;
            });
        }
        EventKind::Stance { unit, posture, facing, support } => {
            ledger.with_unit(*unit, &mut |u| {
                u.placement.posture = *posture;
                u.placement.facing = *facing;
                u.placement.support = *support;
            });
        }
        EventKind::Status { unit, to, .. } => {
            ledger.with_unit(*unit, &mut |u| *u.status = *to);
        }
        EventKind::Linked { unit, link } => {
            ledger.with_unit(*unit, &mut |u| u.links.0.push(link.clone()));
        }
        EventKind::Unlinked { unit, link } => {
            ledger.with_unit(*unit, &mut |u| u.links.0.retain(|l| l != link));
        }
        EventKind::Form { unit, sheet, size, height_cm, change, tracks } => {
            ledger.with_unit(*unit, &mut |u| {
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
                u.form.sheet = sheet.clone();
                u.form.size = *size;
                u.form.height_cm = *height_cm;
                u.tracks.0.clone_from(tracks);
            });
        }
        EventKind::Spawned(unit) => {
            let scene = ledger.scene();
            scene.next_number = scene.next_number.max(unit.id().0 + 1);
            scene.arrivals.retain(|arrival| arrival.unit.id() != unit.id());
            ledger.spawn((**unit).clone());
        }
        EventKind::Gear { unit, slot, to, meters, .. } => ledger.with_unit(*unit, &mut |u| {
            u.carriers.put(slot, meters);
            if to.as_str().is_empty() {
                u.gear.0.remove(slot);
            } else {
                u.gear.0.insert(slot.clone(), to.clone());
            }
        }),
        EventKind::Policy { side, about, policy } => {
            ledger.scene().policies.set(*side, about.clone(), *policy);
        }
        EventKind::Board(change) => apply_board(ledger.scene(), change),
        EventKind::Over(verdict) => ledger.scene().verdict = Some(verdict.clone()),
        EventKind::Aftermath => ledger.scene().aftermath = true,
        EventKind::TurnEnded { unit, .. } => ledger.scene().referee.turn_ends(*unit),
        EventKind::Ruling { change, .. } => apply_ruling(ledger, change),
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

fn apply_ruling<L: Ledger + ?Sized>(ledger: &mut L, change: &RulingChange) {
    match change {
        RulingChange::Values => {}
        RulingChange::Judged(judgement) => ledger.scene().referee.judge(judgement),
        RulingChange::Permitted(permit) => ledger.scene().referee.allow(permit),
        RulingChange::Revoked { fact, from, to, mutual } => {
            ledger.scene().referee.revoke(fact.as_str(), *from, *to, *mutual);
        }
        RulingChange::Extended { goals_from } => {
            let scene = ledger.scene();
            scene.referee.goals_from = *goals_from;
            scene.verdict = None;
            scene.aftermath = false;
        }
        RulingChange::Rewound(moment) => {
            let scene = ledger.scene();
            let (next, from) = (scene.next_number, scene.referee.goals_from);
            scene.clone_from(&moment.scene);
            scene.next_number = scene.next_number.max(next);
            scene.referee.goals_from = scene.referee.goals_from.max(from);
            ledger.muster(&moment.units);
        }
    }
}

fn tick<L: Ledger + ?Sized>(ledger: &mut L, what: Ticking, expiry: &Expiry) {
    let scene = ledger.scene();
    let clock = match what {
        Ticking::Armed(id) => scene.armed.iter_mut().find(|a| a.id == id).map(|a| &mut a.expiry),
        Ticking::Volume(id) => {
            scene.lasting.iter_mut().find(|l| l.volume == id).map(|l| &mut l.expiry)
        }
        Ticking::Condition(unit, index) => {
            ledger.with_unit(unit, &mut |u| {
                if let Some(condition) = u.conditions.0.get_mut(index) {
                    condition.expiry.clone_from(expiry);
                }
            });
            None
        }
        Ticking::Layer(unit, index) => {
            ledger.with_unit(unit, &mut |u| {
                if let Some(layer) = u.carriers.layer_at_mut(index) {
                    layer.expiry.clone_from(expiry);
                }
            });
            None
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
    let board = Arc::make_mut(&mut scene.board);
    match change {
        BoardChange::Laid(_) | BoardChange::Taken(_) => {}
        BoardChange::Edge { cell, side, to, .. } => {
            board.set_edge(*cell, *side, *to);
        }
        BoardChange::Atmosphere { to, .. } => board.set_atmosphere(*to),
        BoardChange::ThingGone(id) => {
            board.remove_thing(*id);
        }
        BoardChange::ThingMoved { id, thing } => {
            board.remove_thing(*id);
            board.add_thing(thing.clone());
        }
        BoardChange::VolumeAdded { volume, owner, act, expiry } => {
            scene.next_number = scene.next_number.max(volume.id.0 + 1);
            scene.lasting.push(Lasting {
                volume: volume.id,
                owner: *owner,
                act: act.clone(),
                expiry: expiry.clone(),
            });
            board.add_volume(volume.clone());
        }
        BoardChange::VolumeGone(id) => {
            scene.lasting.retain(|l| l.volume != *id);
            board.remove_volume(*id);
        }
    }
}
