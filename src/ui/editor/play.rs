//! Playing the draft at once, and coming back to it as it was left.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::battle::save::shelf::Shelf;
use crate::battle::setup::{Choices, Setup};
use crate::battle::{self, Controller};
use crate::crash;
use crate::rules::Key;
use crate::rules::registry::RulesetId;
use crate::ui::board::GroundPicture;
use crate::ui::hud::Seating;
use crate::ui::library::Library;
use crate::ui::menu::MenuModel;
use crate::ui::saving::unfinished;
use crate::ui::screen::Screen;
use crate::ui::screen::go_to;
use crate::ui::seat::sit_down;
use crate::ui::session::fresh_seed;
use crate::view::CameraRig;

use super::files::with_desk;
use super::keeping::keep_now;
use super::state::EditorState;

/// The battle in the world is a trial of the draft: nothing of it is kept, and it leads back.
#[derive(Resource, Clone, Copy, Debug)]
pub struct TestPlay {
    ruleset: RulesetId,
    /// The view of the editor.
    rig: CameraRig,
}

/// Begins a battle on the draft as it is; if it cannot begin, the author is told why.
pub(super) fn begin(world: &mut World, ruleset: RulesetId) {
    with_desk(world, EditorState::end_stroke);
    keep_now(world);
    let rig = world.get_resource::<CameraRig>().copied().unwrap_or_default();
    match set_up(world, ruleset) {
        Ok(setup) => match battle::begin(world, setup) {
            Ok(_) => {
                let seats = usual_seats(world);
                world.insert_resource(TestPlay { ruleset, rig });
                sit_down(world, Seating::new(seats));
                let picture = world
                    .get_resource::<EditorState>()
                    .map(|desk| GroundPicture::of(desk.level(), desk.file.as_deref()));
                world.insert_resource(picture.unwrap_or_default());
                // What was left before is in its file only, from now on.
                let left = world.get_resource::<Shelf>().and_then(unfinished);
                if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
                    (menu.can_continue, menu.unfinished) = (false, left);
                }
            }
            Err(fault) => refuse(world, format!("The ruleset failed: {fault}")),
        },
        Err(text) => refuse(world, text),
    }
}

fn refuse(world: &mut World, text: String) {
    with_desk(world, |desk| {
        desk.tab = super::state::Tab::Checks;
        desk.refuse(text);
    });
}

/// A person plays the first side, the computer the others.
fn usual_seats(world: &World) -> Vec<Controller> {
    let sides = world.get_resource::<EditorState>().map_or(0, |desk| desk.level().sides.len());
    let seat = |side| if side == 0 { Controller::Human } else { Controller::Computer };
    (0..sides).map(seat).collect()
}

fn set_up(world: &World, ruleset: RulesetId) -> Result<Setup, String> {
    let desk = world.get_resource::<EditorState>().ok_or("There is no level.")?;
    let rules = world.get_resource::<Library>().and_then(|library| library.0.get(&ruleset));
    let rules = Arc::clone(rules.ok_or("There is no such ruleset.")?);
    let controllers = usual_seats(world);
    let choices = Choices { seed: fresh_seed(), controllers, ..Choices::default() };
    Setup::from_level(desk.level(), Key::new(ruleset.name()), rules, choices).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        match errors.len() {
            0 | 1 => format!("It cannot be played yet: {first}"),
            n => format!("It cannot be played yet: {first}; and {} more", n - 1),
        }
    })
}

/// Goes back to the editor if the battle is a trial. False if it is not.
pub(in crate::ui) fn come_back(world: &mut World) -> bool {
    let Some(trial) = world.remove_resource::<TestPlay>() else { return false };
    crash::keep(None);
    with_desk(world, EditorState::show_all);
    world.insert_resource(trial.rig);
    go_to(world, Screen::Editor);
    true
}

/// Plays the draft again if the battle is a trial. False if it is not.
pub(in crate::ui) fn play_again(world: &mut World) -> bool {
    let Some(trial) = world.get_resource::<TestPlay>().copied() else { return false };
    let TestPlay { ruleset, rig } = trial;
    begin(world, ruleset);
    // The view of the editor is the one from before the first trial.
    world.insert_resource(TestPlay { ruleset, rig });
    true
}
