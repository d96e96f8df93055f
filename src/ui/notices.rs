//! Messages to the player.

use bevy::ecs::component::Mutable;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::state::state::State as InState;

use super::caches::Caches;
use super::menu::MenuModel;
use super::notice::{CurrentNotice, Notice};
use super::screen::Screen;

/// Performs an action; tells the player if it fails.
pub(super) fn attempt<E: ToString>(
    world: &mut World,
    act: impl FnOnce(&mut World) -> Result<(), E>,
) {
    if let Err(problem) = act(world) {
        refuse(world, problem.to_string());
    }
}

/// Shows the reason for a failure on the current screen.
pub(super) fn refuse(world: &mut World, text: String) {
    let in_menu = world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == Screen::Menu);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>().filter(|_| in_menu) {
        menu.problem = Some(text.clone());
    }
    notify(world, Some(Notice::refusal(text)));
}

/// Shows a notice, unless an error was just shown.
pub(super) fn tell(world: &mut World, text: &str) {
    change(world, |notice: &mut CurrentNotice| {
        notice.0.get_or_insert_with(|| Notice::told(text));
    });
}

/// On screens without input to a battle a notice goes with the next click or key.
pub(super) fn dismiss(
    screen: Res<InState<Screen>>,
    keys: Option<Res<ButtonInput<KeyCode>>>,
    buttons: Option<Res<ButtonInput<MouseButton>>>,
    mut notice: ResMut<CurrentNotice>,
) {
    let pressed = keys.is_some_and(|keys| keys.get_just_pressed().next().is_some())
        || buttons.is_some_and(|buttons| buttons.get_just_pressed().next().is_some());
    if pressed && screen.get().shows_notices() && notice.0.is_some() {
        notice.0 = None;
    }
}

/// Replaces the current notice, or removes it.
pub(super) fn notify(world: &mut World, notice: Option<Notice>) {
    change(world, |current: &mut CurrentNotice| current.0 = notice);
}

/// Changes a part of the window's state; the panels are then updated.
pub(super) fn change<R: Resource<Mutability = Mutable>>(
    world: &mut World,
    change: impl FnOnce(&mut R),
) {
    mark_stale(world);
    if let Some(mut part) = world.get_resource_mut::<R>() {
        change(&mut part);
    }
}

/// Marks options, preview and highlights to be recomputed in this frame.
pub(super) fn mark_stale(world: &mut World) {
    if let Some(mut caches) = world.get_resource_mut::<Caches>() {
        caches.stale = true;
    }
}
