//! The level editor's window: panels, keys and pointer. [`editor`] does the editing.
//!
//! ```text
//! pointer, keys, panels ─▶ EditorAction ─▶ EditorState (draft, tool, selection) ─▶ board, panels
//! ```
//!
//! Panels are functions of [`state::EditorState`] and return actions; `dispatch` performs them.

pub mod action;
pub mod balance;
pub mod checks;
mod convert;
mod dialog;
pub mod dialogs;
mod dispatch;
mod draw;
pub mod files;
mod keeping;
mod keys;
pub mod palette;
pub mod panels;
pub mod parts;
mod picture;
mod play;
mod pointer;
pub mod state;
mod test_play;
#[cfg(test)]
mod tests;
pub mod tools;

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;
use bevy::window::WindowCloseRequested;

use super::intent::{Go, Intent};
use super::pages::Pause;
use super::screen::{Screen, UiSet};

pub(super) use draw::{Drawn, draw, show_file_dialog, show_way_back};
pub use files::enter;
pub(super) use files::{ask_level, quit};
pub use keeping::Keeping;
pub(super) use play::play_again;
pub use pointer::{LeftButton, Pointed, PointedFigure, Pointing};
pub(super) use state::has_unsaved;
pub use test_play::TestPlay;
pub(super) use test_play::come_back;

/// Adds the editor's panels and input.
pub(super) struct EditorPlugin;

impl Plugin for EditorPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<action::EditorAction>()
            .init_resource::<Pointing>()
            .init_resource::<PointedFigure>()
            .init_resource::<LeftButton>()
            .init_resource::<keys::AfterTyping>()
            .init_resource::<dialogs::EditorDialogs>()
            .init_resource::<Keeping>()
            .init_resource::<balance::Balance>()
            .init_resource::<convert::PendingMap>()
            .init_resource::<checks::PendingCheck>()
            .init_resource::<parts::PartShelf>()
            .add_message::<WindowCloseRequested>()
            .add_systems(
                Update,
                (
                    (
                        checks::check_draft,
                        balance::take_news,
                        keeping::keep,
                        files::watch,
                        parts::list,
                    )
                        .in_set(UiSet::Refresh),
                    (keys::read_keys.run_if(in_state(Pause::Running)), pointer::read_pointer)
                        .chain()
                        .in_set(UiSet::Read),
                )
                    .run_if(in_state(Screen::Editor)),
            )
            .add_systems(Update, close.in_set(UiSet::Read))
            .add_systems(
                Update,
                (
                    files::take_map.run_if(convert::is_reading).run_if(in_state(Pause::Running)),
                    dispatch::dispatch,
                )
                    .chain()
                    .in_set(UiSet::Dispatch)
                    .before(super::dispatch::dispatch),
            );
    }
}

/// Asks about unsaved changes when the window is closed.
fn close(mut asked: MessageReader<WindowCloseRequested>, mut actions: MessageWriter<Intent>) {
    if asked.read().last().is_some() {
        actions.write(Intent::Go(Go::Quit));
    }
}
