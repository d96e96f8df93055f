//! Which combatants have the expensive facts.

use bevy::ecs::prelude::*;

/// Marks a combatant whose facts are shown: the one being played, or one whose card is open.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inspected;

/// Combatants that are no longer inspected but still carry the fact `F`.
pub(super) type Outdated<F> = (With<F>, Without<Inspected>);

/// Removes a fact from combatants that are no longer inspected.
pub(super) fn forget<F: Component>(outdated: &Query<Entity, Outdated<F>>, commands: &mut Commands) {
    for entity in outdated {
        commands.entity(entity).remove::<F>();
    }
}
