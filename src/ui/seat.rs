//! Taking a seat at a battle.

use bevy::ecs::prelude::*;

use settings::Settings;

use super::caches::Caches;
use super::computer::Deciders;
use super::learning::Learning;
use super::names::Names;
use super::notice::CurrentNotice;
use super::pages::{Pages, Pause, set_pause};
use super::panels::Panels;
use super::screen::{Screen, go_to};
use super::seating::{Seating, Seats};
use super::selection::Selection;

/// Starts over for the battle in the world.
pub(super) fn sit_down(world: &mut World, seating: Seating) {
    clear_table(world);
    let mut panels = Panels::default();
    panels.log.bookkeeping =
        world.get_resource::<Settings>().is_some_and(|settings| settings.bookkeeping);
    world.insert_resource(panels);
    world.insert_resource(Seats { seating, ..Seats::default() });
    world.insert_resource(Caches { stale: true, ..Caches::default() });
    if let Some(mut minds) = world.get_non_send_mut::<Deciders>() {
        minds.forget();
    }
    go_to(world, Screen::Battle);
}

/// Clears the window's state about a battle.
pub(super) fn clear_table(world: &mut World) {
    set_pause(world, Pause::Running);
    world.remove_resource::<Learning>();
    world.insert_resource(Selection::default());
    world.insert_resource(Seats::default());
    world.insert_resource(Names::default());
    world.insert_resource(Panels::default());
    world.insert_resource(CurrentNotice::default());
    world.insert_resource(Pages::default());
    world.insert_resource(Caches::default());
}
