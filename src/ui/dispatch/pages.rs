//! Opens and closes pages over the board.

use bevy::ecs::prelude::*;

use crate::intent::{Page, PageAction};
use crate::notices::change;
use crate::pages::{Pages, Pause, set_pause};
use crate::saving;

pub(super) fn carry_out(world: &mut World, action: PageAction) {
    match action {
        PageAction::Open(page) => open(world, page),
        PageAction::Close => {
            set_pause(world, Pause::Running);
            change(world, |pages: &mut Pages| pages.binding = None);
        }
        PageAction::AwaitKey(action) => change(world, |pages: &mut Pages| pages.binding = action),
    }
}

/// Opens a page over the board.
pub(super) fn open(world: &mut World, page: Page) {
    if page == Page::Saves {
        saving::list(world);
    }
    change(world, |pages: &mut Pages| *pages = Pages { page, binding: None });
    set_pause(world, Pause::Paused);
}
