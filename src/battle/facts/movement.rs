//! Which units may act, and where they can move.

use bevy::ecs::prelude::*;

use crate::components::Mirrored;
use crate::resources::{BattleState, CurrentStatus, Rules, UnitEntities};
use rules::engine::{self, BattleStatus};
use rules::reach::ReachMap;
use rules::state::Identity;

use super::inspected::Inspected;

/// May act now. Set on the members of the turn while the battle waits for one of them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acting;

/// Where a combatant that may act can go, and at what cost. Only on [`Inspected`] units.
#[derive(Component, Clone)]
pub struct Reachable(pub ReachMap);

/// Marks the units that may act.
pub(super) fn acting(
    status: Res<CurrentStatus>,
    entities: Res<UnitEntities>,
    former: Query<(Entity, &Mirrored<Identity>), With<Acting>>,
    mut commands: Commands,
) {
    if !status.is_changed() {
        return;
    }
    let acting = match &status.0 {
        Some(BattleStatus::Await(units)) => units.as_slice(),
        _ => &[],
    };
    for (entity, identity) in &former {
        if !acting.contains(&identity.id) {
            commands.entity(entity).remove::<Acting>();
        }
    }
    for entity in acting.iter().filter_map(|unit| entities.0.get(unit)) {
        commands.entity(*entity).insert_if_new(Acting);
    }
}

/// Computes where inspected combatants that may act can go.
pub(super) fn reach(
    rules: Res<Rules>,
    snapshot: Res<BattleState>,
    wanted: Query<(Entity, &Mirrored<Identity>, Has<Reachable>), (With<Acting>, With<Inspected>)>,
    outdated: Query<Entity, (With<Reachable>, Or<(Without<Acting>, Without<Inspected>)>)>,
    mut commands: Commands,
) {
    for entity in &outdated {
        commands.entity(entity).remove::<Reachable>();
    }
    let stale = wanted.iter().filter(|(.., known)| snapshot.is_changed() || !known);
    for (entity, identity, _) in stale {
        let reach = engine::with_ctx(&*rules.0, &snapshot.0, |ctx| rules.0.reach(ctx, identity.id));
        commands.entity(entity).insert(Reachable(reach));
    }
}
