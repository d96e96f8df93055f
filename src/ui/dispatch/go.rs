//! Starts and leaves battles, lessons, the editor and the game.

use bevy::ecs::prelude::*;

use crate::deployment;
use crate::editor::{ask_level, come_back, enter, play_again, quit};
use crate::intent::{Go, Page};
use crate::learn;
use crate::menu::MenuModel;
use crate::notices::{attempt, notify};
use crate::pages::{Pause, set_pause};
use crate::saving;
use crate::screen::{Screen, go_to};
use crate::session;
use crate::watching::{self, Replay, set_replay};

use super::pages;

pub(super) fn carry_out(world: &mut World, go: Go) {
    match go {
        Go::Start(set_up) => {
            set_replay(world, Replay::Off);
            session::start_with(world, set_up);
        }
        Go::Continue => go_on(world),
        Go::Rematch if play_again(world) || learn::again(world) => {}
        Go::Rematch => attempt(world, |world| {
            set_replay(world, Replay::Off);
            session::rematch(world)
        }),
        Go::OpenLevel => ask_level(world),
        Go::Lesson(id) => {
            set_replay(world, Replay::Off);
            learn::start_listed(world, &id);
        }
        Go::Lessons => {
            to_menu(world);
            pages::open(world, Page::Learn);
        }
        Go::Menu => to_menu(world),
        Go::Editor(level) => {
            notify(world, None);
            enter(world, level.as_deref());
        }
        Go::Quit => quit(world),
    }
}

/// Back to the menu, or to where a test or a lesson was started from.
fn to_menu(world: &mut World) {
    if come_back(world) {
        set_replay(world, Replay::Off);
        set_pause(world, Pause::Running);
    } else if !learn::leave(world) {
        if !deployment::leave(world) {
            watching::leave(world);
        }
        session::to_menu(world);
    }
}

/// Continues the battle in progress, or the autosaved one.
fn go_on(world: &mut World) {
    if world.get_resource::<MenuModel>().is_some_and(|menu| menu.can_continue) {
        set_pause(world, Pause::Running);
        saving::keep_for_report(world);
        go_to(world, Screen::Battle);
    } else if let Err(problem) = saving::load_automatic(world)
        && let Some(mut menu) = world.get_resource_mut::<MenuModel>()
    {
        menu.problem = Some(problem.to_string());
        menu.unfinished = None;
    }
}
