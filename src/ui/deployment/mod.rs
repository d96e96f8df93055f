//! Before the battle: players place their units in the start zones.
//!
//! `model` holds the state and handles input, without a window. The board shows the units of a
//! battle that has not begun; when the last player is ready, the battle begins with the chosen
//! places.

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

/// Adds the deployment screen.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (
            pointer::read_pointer.in_set(UiSet::Read).run_if(in_state(Pause::Running)),
            // After the marks of a battle, of which there are none yet.
            show::mark.in_set(UiSet::Computer),
        )
            .run_if(in_state(Screen::Deployment)),
    );
}
