//! Entities that mirror the state of the battle.
//!
//! [`BattleState`] is the truth: the rules resolve every command on it, once. After each command
//! the entities are brought in line with it: one per combatant, one per thing that gives cover, one
//! for the ground. A component is written only where it differs, so `Changed` filters react only to
//! real changes. Nothing reads the mirror back into a battle.

use std::collections::BTreeSet;
use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::ecs::prelude::*;
use bevy::ecs::world::Mut;

use grid::Board;
use rules::engine::BattleStatus;
use rules::state::{
    Carriers, Conditions, Form, Identity, Placement, State, Status, Tracks, Undertakings, Unit,
};

use super::components::{BattleEntity, Combatant, Cover, Ground, Mirrored, UnitParts};
use super::resources::{BattleState, CurrentStatus, Headless, UnitEntities};

/// Makes this the state of the battle and mirrors it to the entities, unless the app is headless.
pub(super) fn set_state(world: &mut World, state: Arc<State>, status: BattleStatus) {
    if !world.contains_resource::<Headless>() {
        mirror(world, &state);
        debug_assert!(agrees(world, &state), "entities mirror the state");
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
        let entity = known.unwrap_or_else(|| world.spawn(Combatant::from(unit)).id());
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
        &mut Mirrored<Conditions>,
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
    write(parts.5, &unit.conditions);
    write(parts.6, &unit.carriers);
    write(parts.7, &unit.undertakings);
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

/// True if there is exactly one entity for each combatant of a state, and their components match
/// the state.
pub fn agrees(world: &World, state: &State) -> bool {
    let Some(UnitEntities(entities)) = world.get_resource() else { return false };
    let mirrors = |unit: &Unit| entities.get(&unit.id()).is_some_and(|it| holds(world, *it, unit));
    entities.len() == state.units.iter().count() && state.units.iter().all(mirrors)
}

fn holds(world: &World, entity: Entity, unit: &Unit) -> bool {
    let entity = world.get_entity(entity).ok();
    let parts = entity.as_ref().and_then(|entity| entity.get_components::<UnitParts>().ok());
    parts.is_some_and(|parts| {
        **parts.0 == unit.identity
            && **parts.1 == unit.placement
            && **parts.2 == unit.status
            && **parts.3 == unit.form
            && **parts.4 == unit.tracks
            && **parts.5 == unit.conditions
            && **parts.6 == unit.carriers
            && **parts.7 == unit.undertakings
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
