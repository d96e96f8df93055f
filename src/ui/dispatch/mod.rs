//! Carries out what the player asks for: hands each intent to the feature that it belongs to.

mod go;
mod input;
mod pages;
mod panels;

use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use battle::Order;
use rules::Command;

use super::board::{Busy, Skip};
use super::deployment::{self, Deploying};
use super::hints;
use super::intent::{Deploy, Intent};
use super::interaction::Input;
use super::learn;
use super::notices::{attempt, notify};
use super::preferences;
use super::saving;
use super::take_back;
use super::watching;

/// Carries out all intents. One that advances the battle skips the running animation and
/// waits until the panels are up to date.
pub(crate) fn dispatch(
    world: &mut World,
    mut was_busy: Local<bool>,
    mut waiting: Local<Vec<Intent>>,
) {
    let busy = world.get_resource::<Busy>().is_some_and(|busy| busy.0);
    let behind = std::mem::replace(&mut *was_busy, busy) || busy;
    let mut intents = std::mem::take(&mut *waiting);
    if let Some(mut fresh) = world.get_resource_mut::<Messages<Intent>>() {
        intents.extend(fresh.drain());
    }
    let (later, now): (Vec<Intent>, Vec<Intent>) =
        intents.into_iter().partition(|intent| behind && intent.plays());
    if busy && !later.is_empty() {
        world.write_message(Skip);
    }
    if !later.is_empty() || !now.is_empty() {
        world.write_message(RequestRedraw);
    }
    *waiting = later;
    for intent in now {
        carry_out(world, intent);
    }
}

fn carry_out(world: &mut World, intent: Intent) {
    match intent {
        Intent::Input(input) => input::give(world, input),
        Intent::Order(command) => order(world, command),
        Intent::TakeSeat if is_deploying(world) => deployment::carry_out(world, Deploy::Confirm),
        Intent::TakeSeat => input::give(world, Input::Confirm),
        Intent::TakeBack => attempt(world, take_back::take_back),
        Intent::Hint => attempt(world, hints::ask),
        Intent::Deploy(deploy) => deployment::carry_out(world, deploy),
        Intent::Panel(panel) => panels::carry_out(world, panel),
        Intent::PageAction(action) => pages::carry_out(world, action),
        Intent::Preference(preference) => preferences::carry_out(world, preference),
        Intent::Saves(saves) => saving::carry_out(world, saves),
        Intent::WatchFromStart(Some(path)) => {
            attempt(world, |world| watching::begin_kept(world, &path));
        }
        Intent::WatchFromStart(None) => attempt(world, watching::begin_this),
        Intent::Watch(watch) => attempt(world, |world| watching::carry_out(world, watch)),
        Intent::Guide(guide) => learn::carry_out(world, guide),
        Intent::Go(go) => go::carry_out(world, go),
    }
}

/// True while players place their units.
fn is_deploying(world: &World) -> bool {
    world.contains_resource::<Deploying>()
}

/// Gives a command that is not about one unit.
fn order(world: &mut World, command: Command) {
    notify(world, None);
    world.write_message(Order(command));
}
