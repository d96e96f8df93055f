//! Entities that mirror the state of the battle.
//!
//! [`BattleState`] is the truth: the rules resolve every command on it, once. After each command
//! the entities are brought in line with it: one per combatant, one per thing that gives cover, one
//! for the ground. A component is written only where it differs, so `Changed` filters fire for what
//! really changed. Nothing reads the mirror back into a battle.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::ecs::prelude::*;
use bevy::ecs::world::Mut;

use grid::Board;
use rules::engine::BattleStatus;
use rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Placement, Pools, State, Status,
    Tracks, TurnLog, Undertakings, Unit, Units,
};

use super::components::{BattleEntity, Combatant, Cover, Ground, Mirrored, UnitParts};
use super::resources::{BattleState, CurrentStatus, Headless, UnitEntities};

/// Makes this the state of the battle and mirrors it to the entities, unless the app is headless.
pub(super) fn set_state(world: &mut World, state: Arc<State>, status: BattleStatus) {
    if !world.contains_resource::<Headless>() {
        mirror(world, &state);
        debug_assert_eq!(units(world).as_ref(), Some(&state.units), "entities mirror the state");
    }
    set(world, BattleState(state));
    set(world, CurrentStatus(Some(status)));
}

/// Writes a resource, or inserts it where there is none.
fn set<R: Resource<Mutability = Mutable>>(world: &mut World, value: R) {
    match world.get_resource_mut::<R>() {
        Some(mut known) => *known = value,
        None => world.insert_resource(value),
    }
}

/// Brings the entities of a world in line with a state. Combatants keep their entities; those
/// missing from the state are despawned.
fn mirror(world: &mut World, state: &State) {
    let mut former = world.remove_resource::<UnitEntities>().unwrap_or_default().0;
    let mut entities = UnitEntities::default();
    for unit in &state.units {
        let known = former.remove(&unit.id()).filter(|entity| update(world, *entity, unit));
        let entity = known.unwrap_or_else(|| world.spawn(Combatant::from(unit.clone())).id());
        entities.0.insert(unit.id(), entity);
    }
    for entity in former.into_values() {
        world.despawn(entity);
    }
    world.insert_resource(entities);
    terrain(world, &state.scene.board);
}

/// Writes the changed parts of a combatant. False if the entity is not a combatant.
fn update(world: &mut World, entity: Entity, unit: &Unit) -> bool {
    let Ok(mut entity) = world.get_entity_mut(entity) else { return false };
    let Ok(parts) = entity.get_components_mut::<(
        &mut Mirrored<Identity>,
        &mut Mirrored<Placement>,
        &mut Mirrored<Status>,
        &mut Mirrored<Form>,
        &mut Mirrored<Tracks>,
        &mut Mirrored<Pools>,
        &mut Mirrored<Conditions>,
        &mut Mirrored<TurnLog>,
        &mut Mirrored<Gear>,
        &mut Mirrored<Links>,
        &mut Mirrored<Flags>,
        &mut Mirrored<Carriers>,
        &mut Mirrored<Undertakings>,
    )>() else {
        return false;
    };
    write(parts.0, &unit.identity);
    write(parts.1, &unit.placement);
    write(parts.2, &unit.status);
    write(parts.3, &unit.form);
    write(parts.4, &unit.tracks);
    write(parts.5, &unit.pools);
    write(parts.6, &unit.conditions);
    write(parts.7, &unit.turn);
    write(parts.8, &unit.gear);
    write(parts.9, &unit.links);
    write(parts.10, &unit.flags);
    write(parts.11, &unit.carriers);
    write(parts.12, &unit.undertakings);
    true
}

fn write<T: Clone + PartialEq + Send + Sync>(mut known: Mut<'_, Mirrored<T>>, new: &T) {
    if known.0 != *new {
        known.0.clone_from(new);
    }
}

/// Brings the ground and the things that give cover in line with a board.
fn terrain(world: &mut World, board: &Arc<Board>) {
    let mut grounds = world.query::<&mut Ground>();
    match grounds.single_mut(world) {
        Ok(ground) if Arc::ptr_eq(&ground.0, board) => return,
        Ok(mut ground) => ground.0 = Arc::clone(board),
        Err(_) => {
            world.spawn((BattleEntity, Ground(Arc::clone(board))));
        }
    }
    let mut covers = world.query::<(Entity, &Cover)>();
    let (kept, gone): (Vec<_>, Vec<_>) = covers
        .iter(world)
        .map(|(entity, cover)| (entity, *cover))
        .partition(|(_, cover)| Cover::of(board, cover.thing) == Some(*cover));
    for (entity, _) in gone {
        world.despawn(entity);
    }
    let kept: BTreeSet<_> = kept.into_iter().map(|(_, cover)| cover.thing).collect();
    for (id, _) in board.things().filter(|(id, _)| !kept.contains(id)) {
        if let Some(cover) = Cover::of(board, id) {
            world.spawn((BattleEntity, cover));
        }
    }
}

/// The combatants, read back from their entities; `None` in a world without a battle.
pub fn units(world: &World) -> Option<Units> {
    let entities = world.get_resource::<UnitEntities>()?;
    Some(entities.0.values().filter_map(|entity| unit(world, *entity)).collect())
}

fn unit(world: &World, entity: Entity) -> Option<Unit> {
    let entity = world.get_entity(entity).ok()?;
    let parts = entity.get_components::<UnitParts>().ok()?;
    Some(Unit {
        identity: parts.0.0.clone(),
        placement: parts.1.0.clone(),
        status: parts.2.0,
        form: parts.3.0.clone(),
        tracks: parts.4.0.clone(),
        pools: parts.5.0.clone(),
        conditions: parts.6.0.clone(),
        turn: parts.7.0.clone(),
        gear: parts.8.0.clone(),
        links: parts.9.0.clone(),
        flags: parts.10.0.clone(),
        carriers: parts.11.0.clone(),
        undertakings: parts.12.0.clone(),
    })
}

/// Removes all entities of a battle.
pub(super) fn clear(world: &mut World) {
    let mut query = world.query_filtered::<Entity, With<BattleEntity>>();
    let entities: Vec<Entity> = query.iter(world).collect();
    for entity in entities {
        world.despawn(entity);
    }
    world.remove_resource::<UnitEntities>();
}
