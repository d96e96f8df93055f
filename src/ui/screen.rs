//! What fills the window, and the order of the work in a frame.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use bevy::state::state::{NextState, State as InState, States};

/// Wakes the idle window from any thread to draw a new frame.
#[derive(Resource, Clone)]
pub struct Waker(pub Arc<dyn Fn() + Send + Sync>);

/// What fills the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The main menu.
    #[default]
    Menu,
    /// Players place their units before a battle.
    Deployment,
    /// A battle.
    Battle,
    /// The result of a finished battle.
    Result,
    /// The level editor.
    Editor,
}

impl Screen {
    /// Its name in scripts.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Menu => "menu",
            Self::Deployment => "deployment",
            Self::Battle => "battle",
            Self::Result => "result",
            Self::Editor => "editor",
        }
    }

    /// True if notices lie over the whole screen until the next click or key. A battle places and
    /// removes them itself.
    pub(super) const fn shows_notices(self) -> bool {
        matches!(self, Self::Menu | Self::Deployment | Self::Editor)
    }
}

/// The order of UI systems in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UiSet {
    /// Reads the new state of the battle.
    Refresh,
    /// Reads mouse and keyboard.
    Read,
    /// Carries out UI actions and sends orders.
    Dispatch,
    /// Lets the computer decide for its sides.
    Computer,
}

/// Switches to another screen.
pub(super) fn go_to(world: &mut World, screen: Screen) {
    let there = world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == screen);
    if let Some(mut next) = world.get_resource_mut::<NextState<Screen>>().filter(|_| !there) {
        next.set(screen);
    }
}
