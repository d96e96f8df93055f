//! Which enemies have a line of sight to a combatant, and how much cover it has from each.

use std::collections::BTreeMap;

use bevy::ecs::prelude::*;

use crate::components::Mirrored;
use crate::resources::{BattleState, Rules};
use grid::{UnitId, hidden, sees};
use rules::state::Identity;
use rules::{Ctx, engine};

use super::inspected::{Inspected, Outdated, forget};

/// The enemies in the fight with a line of sight to a combatant, by number. Light, smoke and senses
/// are up to the rulesets. Only on [`Inspected`] units.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenBy(pub Vec<UnitId>);

/// How much of a combatant is hidden from each enemy that sees it. Only on
/// [`Inspected`] units.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverFrom(pub BTreeMap<UnitId, Concealed>);

/// How much of a body is hidden, in hundredths, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concealed {
    /// By hard matter: walls, crates, the ground.
    pub hard: u32,
    /// By foliage alone.
    pub soft: u32,
}

/// Computes which enemies see inspected combatants, and the cover from each.
pub(super) fn sight(
    rules: Res<Rules>,
    snapshot: Res<BattleState>,
    mut units: Query<
        (Entity, &Mirrored<Identity>, Option<(&mut SeenBy, &mut CoverFrom)>),
        With<Inspected>,
    >,
    outdated: (Query<Entity, Outdated<SeenBy>>, Query<Entity, Outdated<CoverFrom>>),
    mut commands: Commands,
) {
    forget(&outdated.0, &mut commands);
    forget(&outdated.1, &mut commands);
    for (entity, identity, known) in &mut units {
        if known.is_some() && !snapshot.is_changed() {
            continue;
        }
        let cover = engine::with_ctx(&*rules.0, &snapshot.0, |ctx| cover_from(ctx, identity.id));
        let seen = SeenBy(cover.keys().copied().collect());
        let cover = CoverFrom(cover);
        match known {
            Some((mut known_seen, mut known_cover)) => {
                known_seen.set_if_neq(seen);
                known_cover.set_if_neq(cover);
            }
            None => {
                commands.entity(entity).insert((seen, cover));
            }
        }
    }
}

/// The enemies with a line of sight to a combatant in the fight, with its cover from each.
fn cover_from(ctx: Ctx<'_>, id: UnitId) -> BTreeMap<UnitId, Concealed> {
    let able = |id: UnitId| ctx.unit(id).is_some_and(|u| u.is_active());
    let Some(target) = ctx.field.body(id).filter(|_| able(id)) else { return BTreeMap::new() };
    let board = &ctx.state.scene.board;
    let enemies = ctx.field.bodies().iter().filter(|b| b.side != target.side && able(b.id));
    let watchers = enemies.filter(|enemy| sees(board, *enemy, target));
    watchers
        .map(|enemy| {
            let share = hidden(board, enemy, target);
            let cover = Concealed { hard: share.hard.percent(), soft: share.soft.percent() };
            (enemy.id, cover)
        })
        .collect()
}
