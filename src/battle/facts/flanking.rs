//! Which enemies threaten a combatant, and from which sides.

use bevy::ecs::prelude::*;

use crate::components::Mirrored;
use crate::resources::{BattleState, Rules};
use grid::{Body, Field, Hm, UnitId};
use rules::engine;
use rules::state::Identity;

use super::inspected::{Inspected, Outdated, forget};

/// Neighbours whose feet differ by this height or more do not threaten each other.
const THREAT_HEIGHT: Hm = Hm::metres(2);

/// The enemies that threaten a combatant at close range: facts of the board, independent of the
/// ruleset. Only on [`Inspected`] units.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Flanked {
    /// Adjacent enemies with a melee weapon, by number. Feet less than 2 m apart.
    pub by: Vec<UnitId>,
    /// The pairs among them on opposite sides of it.
    pub opposite: Vec<(UnitId, UnitId)>,
}

/// Computes which enemies threaten inspected combatants.
pub(super) fn flanked(
    rules: Res<Rules>,
    snapshot: Res<BattleState>,
    mut units: Query<(Entity, &Mirrored<Identity>, Option<&mut Flanked>), With<Inspected>>,
    outdated: Query<Entity, Outdated<Flanked>>,
    mut commands: Commands,
) {
    forget(&outdated, &mut commands);
    for (entity, identity, known) in &mut units {
        if known.is_some() && !snapshot.is_changed() {
            continue;
        }
        let fact = engine::with_ctx(&*rules.0, &snapshot.0, |ctx| flanks(ctx.field, identity.id));
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

fn flanks(field: &Field<'_>, id: UnitId) -> Flanked {
    let Some(target) = field.body(id).filter(|b| b.blocking) else { return Flanked::default() };
    let threatens = |a: &Body, b: &Body| a.side != b.side && b.armed && b.threatens;
    let by = field.hostile_contacts(target, |_, _| THREAT_HEIGHT, threatens);
    let opposite = field.opposite_pairs(target, &by);
    Flanked { by: by.iter().map(|b| b.id).collect(), opposite }
}
