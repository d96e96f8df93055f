//! State of the open dialogs, and the list of recent files.

use std::path::PathBuf;

use bevy::ecs::prelude::*;
use egui_file_dialog::FileDialog;

use editor::Recipe;
use editor::shelf::{Kept, Recent};

/// What to do once unsaved changes are saved or discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Make a new level.
    Create(Box<Recipe>),
    /// Open a file.
    Open(PathBuf),
    /// Open the level that a map of another program became: its file, and what to know.
    OpenImported(PathBuf, Vec<String>),
    /// Restore an autosaved draft.
    Recover(PathBuf, Option<PathBuf>),
    /// Close the game.
    Quit,
}

/// A dialog in the middle of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// The list of keys.
    Help,
    /// Settings of a new level.
    New(Recipe),
    /// There are unsaved changes.
    Unsaved(Then),
    /// Autosaved drafts that were never saved.
    Recover(Vec<Kept>),
    /// Problems of a file, under a title.
    Problems(String, Vec<String>),
    /// A map of another program became the open level: the level's file, and what to know.
    Imported(PathBuf, Vec<String>),
    /// The choice of a ruleset to play with.
    Ruleset,
    /// Another program has changed the open file.
    FileChanged(PathBuf),
}

/// Open dialogs, and recent files.
#[derive(Resource, Default)]
pub struct EditorDialogs {
    /// The open dialog.
    pub asking: Option<Asking>,
    /// The action to perform after the pending save.
    pub(super) then: Option<Then>,
    pub(super) dialog: Option<Dialog>,
    /// Recently opened or saved levels.
    pub recent: Recent,
}

impl EditorDialogs {
    /// True while a dialog is open.
    pub const fn is_open(&self) -> bool {
        self.asking.is_some() || self.dialog.is_some()
    }
}

/// Purpose of the file dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Open a level.
    Open,
    /// Save the level.
    SaveAs,
    /// Choose a tracing picture.
    Picture,
    /// Choose a level to play, in the main menu.
    Play,
}

/// An open file dialog.
pub(super) struct Dialog {
    pub(super) purpose: Purpose,
    pub(super) window: FileDialog,
}

/// Changes the dialogs.
pub(super) fn with_papers(world: &mut World, change: impl FnOnce(&mut EditorDialogs)) {
    if let Some(mut papers) = world.get_resource_mut::<EditorDialogs>() {
        change(&mut papers);
    }
}
