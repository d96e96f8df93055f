//! Unsaved work is kept beside, in case the game does not come to its end.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};

use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};

use crate::editor::Draft;
use crate::editor::shelf::Shelf;

use super::files::with_desk;
use super::state::EditorState;

/// Where unsaved work is kept; nowhere if there is no shelf.
#[derive(Resource, Debug, Default)]
pub struct Keeping {
    shelf: Option<Shelf>,
    /// The number of the draft among those that were never saved.
    number: u32,
    /// The version that was kept last.
    kept: u64,
    /// When that was, in seconds since the start.
    at: f64,
    /// What is being written.
    writer: Option<JoinHandle<()>>,
}

/// Unsaved work is kept again after so many seconds.
const EVERY: f64 = 15.0;

impl Keeping {
    /// Keeps drafts on a shelf.
    pub fn on(shelf: Option<Shelf>) -> Self {
        Self { shelf, ..Self::default() }
    }

    /// The shelf, if there is one.
    pub(super) const fn shelf(&self) -> Option<&Shelf> {
        self.shelf.as_ref()
    }

    /// The file with the levels of late.
    pub(super) fn recent_file(&self) -> Option<PathBuf> {
        let file = self.shelf.as_ref()?.file_for(None, 0);
        Some(file.with_file_name("recent.list"))
    }

    /// Begins with another draft, as it is now. One that was never saved gets a number that no
    /// other draft has.
    pub(super) fn begin(&mut self, desk: &EditorState) {
        self.wait();
        if let Some(shelf) = self.shelf.as_ref().filter(|_| desk.file.is_none()) {
            let free = (1..u32::MAX).find(|n| !shelf.file_for(None, *n).exists());
            self.number = free.unwrap_or_default();
        }
        self.kept = if desk.draft.is_changed() { 0 } else { desk.version() };
    }

    /// Waits until everything is written.
    fn wait(&mut self) {
        if let Some(writer) = self.writer.take() {
            // It has nothing to tell.
            let _ = writer.join();
        }
    }
}

/// Keeps the draft at once, if it has changes that are not kept yet. True if that was done.
pub(super) fn keep_now(world: &mut World) -> bool {
    let Some(desk) = world.get_resource::<EditorState>() else { return false };
    let version = desk.version();
    let Some(keeping) = world.get_resource::<Keeping>() else { return false };
    let Some(shelf) = keeping.shelf.as_ref().filter(|_| keeping.kept != version) else {
        return false;
    };
    if !desk.draft.is_changed() {
        return false;
    }
    match shelf.keep(&desk.draft, desk.file.as_deref(), keeping.number) {
        Ok(_) => {
            if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
                keeping.kept = version;
            }
            true
        }
        Err(problem) => {
            with_desk(world, |desk| desk.refuse(format!("The draft could not be kept: {problem}")));
            false
        }
    }
}

/// Forgets what was kept of the draft: it is saved, or given up.
pub(super) fn forget_kept(world: &mut World) {
    if let Some(mut keeping) = world.get_resource_mut::<Keeping>() {
        keeping.wait();
    }
    let Some(desk) = world.get_resource::<EditorState>() else { return };
    let Some(keeping) = world.get_resource::<Keeping>() else { return };
    if let Some(shelf) = &keeping.shelf {
        shelf.discard(desk.file.as_deref(), keeping.number);
    }
}

/// Keeps the draft from time to time while somebody works on it, by a thread of its own.
pub(super) fn keep(
    desk: Option<Res<EditorState>>,
    time: Res<Time<Real>>,
    mut keeping: ResMut<Keeping>,
) {
    let Some(desk) = desk else { return };
    let now = time.elapsed_secs_f64();
    let due = keeping.kept != desk.version() && now - keeping.at >= EVERY;
    if !due || desk.is_pressed() || !desk.draft.is_changed() {
        return;
    }
    let Some(shelf) = keeping.shelf.clone() else { return };
    let (level, file, number) = (desk.level().clone(), desk.file.clone(), keeping.number);
    keeping.wait();
    (keeping.kept, keeping.at) = (desk.version(), now);
    let write = move || {
        // What cannot be kept now may be kept the next time; saving tells what is wrong.
        let _ = shelf.keep(&Draft::new(level), file.as_deref(), number);
    };
    // Without a thread it is kept when the editor is left.
    keeping.writer = thread::Builder::new().name("drafts".to_owned()).spawn(write).ok();
}
