//! Facts that follow from the state of a battle, as components for the view and the panels.
//!
//! One system each for movement, posture and falling, flanking, and line of sight. They run when
//! the battle or the selection has changed, write a component only where it differs, and compute
//! expensive facts only for units marked as [`Inspected`]. A battle without this plugin, such as
//! the computer against itself, computes none of it.

mod flanking;
mod inspected;
mod movement;
mod posture;
mod sight;

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::*;

pub use flanking::Flanked;
pub use inspected::Inspected;
pub use movement::{Acting, Reachable};
pub use posture::{Airborne, Prone, Supported};
pub use sight::{Concealed, CoverFrom, SeenBy};

use super::resources::BattleState;

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
        app.configure_sets(Update, (FactSystems::Everyone, FactSystems::Inspected).chain())
            .add_systems(
                Update,
                (
                    (movement::acting, posture::prone, posture::airborne)
                        .in_set(FactSystems::Everyone),
                    (movement::reach, posture::supported, flanking::flanked, sight::sight)
                        .in_set(FactSystems::Inspected),
                )
                    // Checked before each system: a battle may be left between two of them.
                    .distributive_run_if(resource_exists::<BattleState>),
            );
    }
}
