//! The pages over the board, and the pause while one is open.

use bevy::ecs::prelude::*;
use bevy::state::state::{NextState, StateTransition, States};

use settings::Action;

use super::intent::Page;

/// Whether the game pauses because a page covers the board.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pause {
    /// The game runs.
    #[default]
    Running,
    /// A page is open.
    Paused,
}

/// The page that is open while the game pauses.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(super) struct Pages {
    /// The page opened last.
    pub page: Page,
    /// The action that waits for a new key.
    pub binding: Option<Action>,
}

/// Pauses or resumes the game immediately: it must not continue in the frame in which a page opens.
pub(super) fn set_pause(world: &mut World, pause: Pause) {
    if let Some(mut next) = world.get_resource_mut::<NextState<Pause>>() {
        NextState::set_if_neq(&mut next, pause);
        world.run_schedule(StateTransition);
    }
}
