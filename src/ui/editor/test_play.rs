//! The mark of a test battle, and the way back to the editor.

use bevy::ecs::prelude::*;

use crate::screen::{Screen, go_to};
use registry::RulesetId;
use view::CameraRig;

use super::state::{EditorState, with_editor};

/// Marks the current battle as a test of the draft: it is not saved and returns to the editor.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TestPlay {
    pub(super) ruleset: RulesetId,
    /// The editor's camera.
    pub(super) rig: CameraRig,
}

/// Returns to the editor if the battle is a test. False if it is not.
pub(crate) fn come_back(world: &mut World) -> bool {
    let Some(trial) = world.remove_resource::<TestPlay>() else { return false };
    crash::keep(None);
    with_editor(world, EditorState::show_all);
    world.insert_resource(trial.rig);
    go_to(world, Screen::Editor);
    true
}
