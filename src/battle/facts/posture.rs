//! Prone and flying units, and how far a combatant would fall.

use bevy::ecs::prelude::*;

use crate::components::{Ground, Mirrored};
use crate::resources::{BattleState, Rules};
use grid::{Body, Hm, SupportKind, UnitId};
use rules::state::{Identity, Placement, Posture, Status};
use rules::{Ctx, engine};

use super::inspected::{Inspected, Outdated, forget};

/// Lies on the ground.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prone;

/// In the air: its feet are above the surface that it would land on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Airborne {
    /// How far, in half metres; more than 0.
    pub altitude: Hm,
}

/// What supports a combatant, and how far it would fall without it. Only on [`Inspected`] units.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supported {
    /// What carries it.
    pub by: SupportKind,
    /// Height of the feet above the landing below, 0 for standing units.
    pub drop: Hm,
}

/// Marks prone units.
pub(super) fn prone(
    units: Query<
        (Entity, &Mirrored<Placement>, &Mirrored<Status>, Has<Prone>),
        Or<(Changed<Mirrored<Placement>>, Changed<Mirrored<Status>>)>,
    >,
    mut commands: Commands,
) {
    for (entity, placement, status, marked) in &units {
        match (placement.posture == Posture::Prone && status.is_present(), marked) {
            (true, false) => {
                commands.entity(entity).insert(Prone);
            }
            (false, true) => {
                commands.entity(entity).remove::<Prone>();
            }
            (true, true) | (false, false) => {}
        }
    }
}

/// Marks the units in the air, with their altitude.
pub(super) fn airborne(
    rules: Res<Rules>,
    snapshot: Res<BattleState>,
    ground: Query<Ref<Ground>>,
    units: Query<(Entity, &Mirrored<Identity>, Ref<Mirrored<Placement>>, Option<&Airborne>)>,
    mut commands: Commands,
) {
    let rebuilt = ground.iter().any(|ground| ground.is_changed());
    for (entity, identity, placement, known) in &units {
        if !rebuilt && !placement.is_changed() {
            continue;
        }
        let flies = matches!(placement.support, SupportKind::Flight | SupportKind::Nothing);
        let altitude = if flies {
            engine::with_ctx(&*rules.0, &snapshot.0, |ctx| drop_under(ctx, identity.id))
        } else {
            Hm::ZERO
        };
        let airborne = Some(Airborne { altitude }).filter(|_| altitude > Hm::ZERO);
        match airborne {
            Some(airborne) if known != Some(&airborne) => {
                commands.entity(entity).insert(airborne);
            }
            None if known.is_some() => {
                commands.entity(entity).remove::<Airborne>();
            }
            Some(_) | None => {}
        }
    }
}

/// Computes what supports inspected combatants.
pub(super) fn supported(
    rules: Res<Rules>,
    snapshot: Res<BattleState>,
    mut units: Query<
        (Entity, &Mirrored<Identity>, &Mirrored<Placement>, Option<&mut Supported>),
        With<Inspected>,
    >,
    outdated: Query<Entity, Outdated<Supported>>,
    mut commands: Commands,
) {
    forget(&outdated, &mut commands);
    for (entity, identity, placement, known) in &mut units {
        if known.is_some() && !snapshot.is_changed() {
            continue;
        }
        let drop = engine::with_ctx(&*rules.0, &snapshot.0, |ctx| drop_under(ctx, identity.id));
        let fact = Supported { by: placement.support, drop };
        match known {
            Some(mut known) => {
                known.set_if_neq(fact);
            }
            None => {
                commands.entity(entity).insert(fact);
            }
        }
    }
}

/// How far a combatant would fall; 0 if it stands on something.
fn drop_under(ctx: Ctx<'_>, id: UnitId) -> Hm {
    let room = ctx.field.body(id).and_then(Body::room);
    room.and_then(|room| ctx.field.drop_under(room, id).ok()).unwrap_or(Hm::ZERO)
}
