//! Starts test battles on the draft.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::autosave::unfinished;
use crate::board::GroundPicture;
use crate::library::Library;
use crate::menu::MenuModel;
use crate::seat::sit_down;
use crate::seating::Seating;
use crate::session::fresh_seed;
use battle::save::shelf::SaveFolder;
use battle::setup::{Choices, Setup, SetupError};
use battle::{self, Controller};
use registry::RulesetId;
use rules::Key;
use rules::engine::Fault;
use view::CameraRig;

use super::keeping::keep_now;
use super::state::{EditorState, with_editor};
use super::test_play::TestPlay;

/// Why the draft cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum TestPlayError {
    /// No level is open.
    #[error("No level is open.")]
    NoLevel,
    /// There is no such ruleset.
    #[error("Unknown ruleset.")]
    UnknownRuleset,
    /// The level cannot be played under the ruleset.
    #[error("Not playable yet: {}", first_of(.0))]
    Unplayable(Vec<SetupError>),
    /// The ruleset failed.
    #[error("The ruleset failed: {0}")]
    Ruleset(#[from] Fault),
}

/// The first error, and the number of others.
fn first_of(errors: &[SetupError]) -> String {
    let first = errors.first().map(ToString::to_string).unwrap_or_default();
    match errors.len() {
        0 | 1 => first,
        n => format!("{first}; and {} more", n - 1),
    }
}

/// Starts a test battle on the current draft, or shows why it cannot start.
pub(super) fn begin(world: &mut World, ruleset: RulesetId) {
    with_editor(world, EditorState::end_stroke);
    keep_now(world);
    let rig = world.get_resource::<CameraRig>().copied().unwrap_or_default();
    let begun = set_up(world, ruleset)
        .and_then(|setup| battle::begin(world, setup).map_err(TestPlayError::from));
    match begun {
        Ok(_) => {
            let seats = usual_seats(world);
            world.insert_resource(TestPlay { ruleset, rig });
            sit_down(world, Seating::new(seats));
            let picture = world
                .get_resource::<EditorState>()
                .map(|editor| GroundPicture::of(editor.level(), editor.file.as_deref()));
            world.insert_resource(picture.unwrap_or_default());
            // The unfinished battle is kept only in its file.
            let left = world.get_resource::<SaveFolder>().and_then(unfinished);
            if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
                (menu.can_continue, menu.unfinished) = (false, left);
            }
        }
        Err(error) => refuse(world, error.to_string()),
    }
}

fn refuse(world: &mut World, text: String) {
    with_editor(world, |editor| {
        editor.tab = super::state::Tab::Checks;
        editor.refuse(text);
    });
}

/// A human plays the first side; the computer plays the others.
fn usual_seats(world: &World) -> Vec<Controller> {
    let sides = world.get_resource::<EditorState>().map_or(0, |editor| editor.level().sides.len());
    let seat = |side| if side == 0 { Controller::Human } else { Controller::COMPUTER };
    (0..sides).map(seat).collect()
}

fn set_up(world: &World, ruleset: RulesetId) -> Result<Setup, TestPlayError> {
    let editor = world.get_resource::<EditorState>().ok_or(TestPlayError::NoLevel)?;
    let rules = world.get_resource::<Library>().and_then(|library| library.0.get(&ruleset));
    let rules = Arc::clone(rules.ok_or(TestPlayError::UnknownRuleset)?);
    let controllers = usual_seats(world);
    let choices =
        Choices { seed: fresh_seed(), controllers, asks_people: true, ..Choices::default() };
    Setup::from_level(editor.level(), Key::new(ruleset.name()), rules, choices)
        .map_err(TestPlayError::Unplayable)
}

/// Restarts a test battle. False if the battle is not a test.
pub(crate) fn play_again(world: &mut World) -> bool {
    let Some(trial) = world.get_resource::<TestPlay>().copied() else { return false };
    let TestPlay { ruleset, rig } = trial;
    begin(world, ruleset);
    // Keep the camera from before the first test.
    world.insert_resource(TestPlay { ruleset, rig });
    true
}
