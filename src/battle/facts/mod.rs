//! Facts that follow from the state of a battle, as components for those who show them.
//!
//! A system each for movement, posture and falling, flanking, and line of sight. They run in the
//! frame after the battle or the choice of combatants has changed, write a component only where it
//! differs, and compute what is dear only for combatants marked as [`Inspected`]. A battle without
//! this plugin, such as one the computer fights against itself, computes none of it.

mod flanking;
mod movement;
mod posture;
mod sight;

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::*;

pub use flanking::Flanked;
pub use movement::{Acting, Reachable};
pub use posture::{Airborne, Prone, Supported};
pub use sight::{Concealed, CoverFrom, SeenBy};

use super::resources::Snapshot;

/// Marks a combatant whose facts are shown: the one being played, or one whose card is open.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inspected;

/// The systems that keep the facts up to date, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FactSystems {
    /// Facts that all combatants have.
    Everyone,
    /// Facts of those that are [`Inspected`].
    Inspected,
}

/// Keeps facts about combatants as components.
#[derive(Clone, Copy, Debug, Default)]
pub struct FactsPlugin;

impl Plugin for FactsPlugin {
    fn build(&self, app: &mut App) {
        app.configure_sets(
            Update,
            (FactSystems::Everyone, FactSystems::Inspected)
                .chain()
                .run_if(resource_exists::<Snapshot>),
        )
        .add_systems(
            Update,
            (
                (movement::acting, posture::prone, posture::airborne).in_set(FactSystems::Everyone),
                (movement::reach, posture::supported, flanking::flanked, sight::sight)
                    .in_set(FactSystems::Inspected),
            ),
        );
    }
}

/// Combatants that are no longer inspected but still carry the fact `F`.
type Outdated<F> = (With<F>, Without<Inspected>);

/// Removes a fact from combatants that are no longer inspected.
fn forget<F: Component>(outdated: &Query<Entity, Outdated<F>>, commands: &mut Commands) {
    for entity in outdated {
        commands.entity(entity).remove::<F>();
    }
}
