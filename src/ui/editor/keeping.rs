//! Autosaves unsaved work, in case the game crashes.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};

use editor::Draft;
use editor::shelf::Shelf;

use super::state::{EditorState, with_editor};

/// State of autosaving. Disabled without a shelf.
#[derive(Resource, Debug, Default)]
pub struct Keeping {
    shelf: Option<Shelf>,
    /// Number of the draft among those that were never saved.
    number: u32,
    /// The last autosaved version.
    kept: u64,
    /// Time of the last autosave, in seconds since startup.
    at: f64,
    /// The thread that is writing, if any.
    writer: Option<JoinHandle<()>>,
}

/// Time between autosaves, in seconds.
const EVERY: f64 = 15.0;

impl Keeping {
    /// Autosaves drafts to a shelf.
    pub fn on(shelf: Option<Shelf>) -> Self {
        Self { shelf, ..Self::default() }
    }

    /// The shelf, if there is one.
    pub(super) const fn shelf(&self) -> Option<&Shelf> {
        self.shelf.as_ref()
    }

    /// The file with the list of recent levels.
    pub(super) fn recent_file(&self) -> Option<PathBuf> {
        let file = self.shelf.as_ref()?.file_for(None, 0);
        Some(file.with_file_name("recent.list"))
    }

    /// The file with the clipboard.
    pub(super) fn clipboard_file(&self) -> Option<PathBuf> {
        let file = self.shelf.as_ref()?.file_for(None, 0);
        Some(file.with_file_name("clipboard.part"))
    }

    /// Starts with another draft in its current state. A draft that was never saved gets an unused
    /// number.
    pub(super) fn begin(&mut self, editor: &EditorState) {
        self.wait();
        if let Some(shelf) = self.shelf.as_ref().filter(|_| editor.file.is_none()) {
            let free = (1..u32::MAX).find(|n| !shelf.file_for(None, *n).exists());
            self.number = free.unwrap_or_default();
        }
        self.kept = if editor.draft.is_changed() { 0 } else { editor.version() };
    }

    /// Waits until the autosave is written.
    fn wait(&mut self) {
        if let Some(writer) = self.writer.take() {
            // The thread returns nothing.
            let _ = writer.join();
        }
    }
}

/// Autosaves the draft now, if it has changes since the last autosave. True if it did.
pub(super) fn keep_now(world: &mut World) -> bool {
    let Some(editor) = world.get_resource::<EditorState>() else { return false };
    let version = editor.version();
    let Some(keeping) = world.get_resource::<Keeping>() else { return false };
    let Some(shelf) = keeping.shelf.as_ref().filter(|_| keeping.kept != version) else {
        return false;
    };
    if !editor.draft.is_changed() {
        return false;
    }
    match shelf.keep(&editor.draft, editor.file.as_deref(), keeping.number) {
        Ok(_) => {
            if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
                keeping.kept = version;
            }
            true
        }
        Err(problem) => {
            with_editor(world, |editor| editor.refuse(format!("Autosave failed: {problem}")));
            false
        }
    }
}

/// Deletes the autosaved draft, after the level was saved or its changes discarded.
pub(super) fn forget_kept(world: &mut World) {
    if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
        keeping.wait();
    }
    let Some(editor) = world.get_resource::<EditorState>() else { return };
    let Some(keeping) = world.get_resource::<Keeping>() else { return };
    if let Some(shelf) = &keeping.shelf {
        shelf.discard(editor.file.as_deref(), keeping.number);
    }
}

/// Autosaves the draft periodically on a background thread.
pub(super) fn keep(
    editor: Option<Res<EditorState>>,
    time: Res<Time<Real>>,
    mut keeping: ResMut<Keeping>,
) {
    let Some(editor) = editor else { return };
    let now = time.elapsed_secs_f64();
    let due = keeping.kept != editor.version() && now - keeping.at >= EVERY;
    if !due || editor.is_pressed() || !editor.draft.is_changed() {
        return;
    }
    let Some(shelf) = keeping.shelf.clone() else { return };
    let (level, file, number) = (editor.level().clone(), editor.file.clone(), keeping.number);
    keeping.wait();
    (keeping.kept, keeping.at) = (editor.version(), now);
    let write = move || {
        // A failed autosave is retried later; saving reports the error.
        let _ = shelf.keep(&Draft::new(level), file.as_deref(), number);
    };
    // If no thread can be started, leaving the editor autosaves.
    keeping.writer = thread::Builder::new().name("drafts".to_owned()).spawn(write).ok();
}
