//! Before the battle: players put their units where they want them in the start zones.
//!
//! `model` is the state and what input does to it, without a window. The board shows the units of
//! a battle that has not begun; when the last player is ready, the battle begins with what they
//! chose.

mod begin;
mod model;
mod panel;
mod pointer;
mod show;
#[cfg(test)]
mod tests;

use bevy::app::{App, Update};
use bevy::ecs::schedule::IntoScheduleConfigs;
use bevy::state::condition::in_state;

use super::pages::Pause;
use super::screen::{Screen, UiSet};

pub(super) use begin::{carry_out, enter, leave};
pub use model::{Deploying, Plan};
pub(super) use panel::show_panels;

/// Adds the screen on which units are placed.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            pointer::read_pointer.in_set(UiSet::Read).run_if(in_state(Pause::Running)),
            // After the marks of a battle, which there is none of yet.
            show::mark.in_set(UiSet::Computer),
        )
            .run_if(in_state(Screen::Deployment)),
    );
}
