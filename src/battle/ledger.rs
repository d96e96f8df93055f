//! Between the world and the plain state: capture, restore, apply events.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use bevy::ecs::world::Mut;

use crate::grid::UnitId;
use crate::rules::apply::{Ledger, UnitMut};
use crate::rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Placement, Pools, Scene, State,
    Status, Tracks, TurnLog, Undertakings, Unit, Units,
};

use super::components::{Combatant, Ground, OfBattle, UnitParts};
use super::resources::{DiceRes, LastActRes, QueueRes, SceneRes, Snapshot, UnitEntities};

/// The state of the battle in a world, or `None` without a battle. The exact inverse of
/// [`restore`].
pub fn capture(world: &World) -> Option<State> {
    let scene = world.get_resource::<SceneRes>()?.0.clone();
    let queue = world.get_resource::<QueueRes>()?.0.clone();
    let dice = world.get_resource::<DiceRes>()?.0.clone();
    let last = world.get_resource::<LastActRes>()?.0.clone();
    let unit_entities = world.get_resource::<UnitEntities>()?;
    // Unit entities are sorted by number, as the state's units are.
    let units = unit_entities.0.values().filter_map(|entity| unit(world, *entity)).collect();
    Some(State { scene, units, queue, dice, last })
}

fn unit(world: &World, entity: Entity) -> Option<Unit> {
    let entity = world.get_entity(entity).ok()?;
    let (
        identity,
        placement,
        status,
        form,
        tracks,
        pools,
        conditions,
        turn,
        gear,
        links,
        flags,
        carriers,
        undertakings,
    ) = entity.get_components::<UnitParts>().ok()?;
    Some(Unit {
        identity: identity.clone(),
        placement: placement.clone(),
        status: *status,
        form: form.clone(),
        tracks: tracks.clone(),
        pools: pools.clone(),
        conditions: conditions.clone(),
        turn: turn.clone(),
        gear: gear.clone(),
        links: links.clone(),
        flags: flags.clone(),
        carriers: carriers.clone(),
        undertakings: undertakings.clone(),
    })
}

/// Puts a state into a world. The exact inverse of [`capture`].
///
/// Existing combatants keep their entities, so that anything a screen has attached to them stays;
/// combatants missing from the state are despawned.
pub fn restore(world: &mut World, state: &State) {
    let mut former = world.remove_resource::<UnitEntities>().unwrap_or_default().0;
    if former.is_empty() {
        clear(world);
        world.spawn((OfBattle, Ground(state.scene.board.clone())));
    }
    world.insert_resource(SceneRes(state.scene.clone()));
    world.insert_resource(QueueRes(state.queue.clone()));
    world.insert_resource(DiceRes(state.dice.clone()));
    world.insert_resource(LastActRes(state.last.clone()));
    let mut unit_entities = UnitEntities::default();
    for unit in &state.units {
        let known = former.remove(&unit.id()).and_then(|e| world.get_entity_mut(e).ok());
        let entity = match known {
            Some(mut entity) => entity.insert(Combatant::from(unit.clone())).id(),
            None => world.spawn(Combatant::from(unit.clone())).id(),
        };
        unit_entities.0.insert(unit.id(), entity);
    }
    for entity in former.into_values() {
        world.despawn(entity);
    }
    world.insert_resource(unit_entities);
}

/// Removes everything that [`restore`] puts into a world.
pub(super) fn clear(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<OfBattle>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<SceneRes>();
    world.remove_resource::<QueueRes>();
    world.remove_resource::<DiceRes>();
    world.remove_resource::<LastActRes>();
    world.remove_resource::<UnitEntities>();
}

/// The battle in a world, open to events.
pub(super) struct WorldLedger<'w> {
    world: &'w mut World,
    /// The battle as it was when the ledger was opened.
    before: Arc<State>,
    /// The current scene, once it has been accessed.
    scene: Option<Scene>,
}

impl<'w> WorldLedger<'w> {
    /// Opens the battle of a world to `change` and closes it again. False without a battle.
    pub(super) fn with(world: &'w mut World, change: impl FnOnce(&mut WorldLedger<'_>)) -> bool {
        let Some(before) = world.get_resource::<Snapshot>().map(|s| Arc::clone(&s.0)) else {
            return false;
        };
        let mut ledger = WorldLedger { world, before, scene: None };
        change(&mut ledger);
        let WorldLedger { world, scene, .. } = ledger;
        if let (Some(mut known), Some(scene)) = (world.get_resource_mut::<SceneRes>(), scene)
            && known.0 != scene
        {
            known.0 = scene;
        }
        true
    }
}

impl Ledger for WorldLedger<'_> {
    fn scene(&mut self) -> &mut Scene {
        self.scene.get_or_insert_with(|| self.before.scene.clone())
    }

    fn with_unit(&mut self, id: UnitId, change: &mut dyn FnMut(UnitMut<'_>)) {
        let entity = self.world.get_resource::<UnitEntities>().and_then(|m| m.0.get(&id).copied());
        let Some(entity) = entity else { return };
        let Ok(mut entity) = self.world.get_entity_mut(entity) else { return };
        let Ok(parts) = entity.get_components_mut::<(
            &Identity,
            &mut Placement,
            &mut Status,
            &mut Form,
            &mut Tracks,
            &mut Pools,
            &mut Conditions,
            &mut TurnLog,
            &mut Gear,
            &mut Links,
            &mut Flags,
            &mut Carriers,
            &mut Undertakings,
        )>() else {
            return;
        };
        let (
            identity,
            mut placement,
            mut status,
            mut form,
            mut tracks,
            mut pools,
            mut conditions,
            mut turn,
            mut gear,
            mut links,
            mut flags,
            mut carriers,
            mut undertakings,
        ) = parts;
        // Changing one component must not mark all as changed: a component is marked only if it
        // differs from its value before all of this. For new units everything counts as changed.
        change(UnitMut {
            identity,
            placement: placement.bypass_change_detection(),
            status: status.bypass_change_detection(),
            form: form.bypass_change_detection(),
            tracks: tracks.bypass_change_detection(),
            pools: pools.bypass_change_detection(),
            conditions: conditions.bypass_change_detection(),
            turn: turn.bypass_change_detection(),
            gear: gear.bypass_change_detection(),
            links: links.bypass_change_detection(),
            flags: flags.bypass_change_detection(),
            carriers: carriers.bypass_change_detection(),
            undertakings: undertakings.bypass_change_detection(),
        });
        let before = self.before.unit(id);
        note(placement, before.map(|u| &u.placement));
        note(status, before.map(|u| &u.status));
        note(form, before.map(|u| &u.form));
        note(tracks, before.map(|u| &u.tracks));
        note(pools, before.map(|u| &u.pools));
        note(conditions, before.map(|u| &u.conditions));
        note(turn, before.map(|u| &u.turn));
        note(gear, before.map(|u| &u.gear));
        note(links, before.map(|u| &u.links));
        note(flags, before.map(|u| &u.flags));
        note(carriers, before.map(|u| &u.carriers));
        note(undertakings, before.map(|u| &u.undertakings));
    }

    fn spawn(&mut self, unit: Unit) {
        let id = unit.id();
        let entity = self.world.spawn(Combatant::from(unit)).id();
        if let Some(mut unit_entities) = self.world.get_resource_mut::<UnitEntities>() {
            unit_entities.0.insert(id, entity);
        }
    }

    fn muster(&mut self, units: &Units) {
        let known = |world: &World| world.get_resource::<UnitEntities>().map(|m| m.0.clone());
        let before = known(self.world).unwrap_or_default();
        for (id, entity) in &before {
            if units.iter().all(|u| u.id() != *id) {
                self.world.despawn(*entity);
                if let Some(mut unit_entities) = self.world.get_resource_mut::<UnitEntities>() {
                    unit_entities.0.remove(id);
                }
            }
        }
        for unit in units {
            if !before.contains_key(&unit.id()) {
                self.spawn(unit.clone());
                continue;
            }
            self.with_unit(unit.id(), &mut |u| {
                u.placement.clone_from(&unit.placement);
                *u.status = unit.status;
                u.form.clone_from(&unit.form);
                u.tracks.clone_from(&unit.tracks);
                u.pools.clone_from(&unit.pools);
                u.conditions.clone_from(&unit.conditions);
                u.turn.clone_from(&unit.turn);
                u.gear.clone_from(&unit.gear);
                u.links.clone_from(&unit.links);
                u.flags.clone_from(&unit.flags);
                u.carriers.clone_from(&unit.carriers);
                u.undertakings.clone_from(&unit.undertakings);
            });
        }
    }
}

fn note<T: Component + PartialEq>(mut now: Mut<'_, T>, before: Option<&T>) {
    if before != Some(&*now) {
        now.set_changed();
    }
}
