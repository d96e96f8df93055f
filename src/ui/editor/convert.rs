//! Maps of other programs: each becomes a new level in the player's own folder. They are read on a
//! thread, so that the window never waits for a large picture.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use bevy::ecs::prelude::*;

use crate::level_folders::LevelFolders;
use crate::notice::Notice;
use crate::screen::Waker;
use files::Problem;
use import::Imported;

/// A map that became a level.
pub(super) struct Converted {
    /// The level's file.
    pub(super) file: PathBuf,
    /// What was changed or left out.
    pub(super) notes: Vec<String>,
}

/// What the level of a map is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MapPurpose {
    /// To be opened in the editor.
    Edit,
    /// To be chosen in the main menu.
    Play,
}

/// The map that is being read, if any.
#[derive(Resource, Default)]
pub(super) struct PendingMap(Option<Running>);

struct Running {
    map: PathBuf,
    purpose: MapPurpose,
    result: Mutex<Receiver<Result<Imported, Problem>>>,
}

/// A map that has been read.
pub(super) struct ReadMap {
    /// Its file.
    pub(super) map: PathBuf,
    /// What its level is for.
    pub(super) purpose: MapPurpose,
    /// Its level, or why there is none.
    pub(super) result: Result<Imported, Problem>,
}

/// Another map is still being read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Still reading {0}.")]
pub(super) struct StillReading(String);

impl PendingMap {
    /// Tells the player which map is being read.
    pub(super) fn notice(&self) -> Option<Notice> {
        self.0.as_ref().map(|running| Notice::told(format!("Reading {}…", running.name())))
    }
}

impl Running {
    fn name(&self) -> String {
        self.map.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// True while a map is being read, and until [`take_map`] has returned it.
pub(super) fn is_reading(pending: Res<PendingMap>) -> bool {
    pending.0.is_some()
}

/// Begins to read a map on a thread.
///
/// # Errors
/// If another map is still being read.
pub(super) fn begin(
    world: &mut World,
    map: &Path,
    purpose: MapPurpose,
) -> Result<(), StillReading> {
    let running = world.get_resource::<PendingMap>().and_then(|pending| pending.0.as_ref());
    if let Some(running) = running {
        return Err(StillReading(running.name()));
    }
    let waker = world.get_resource::<Waker>().cloned();
    let (send, result) = channel();
    let (send_failure, file) = (send.clone(), map.to_owned());
    let read = move || {
        // The receiver may be gone.
        let _ = send.send(import::load(&file));
        if let Some(waker) = waker {
            waker.0();
        }
    };
    if let Err(error) = thread::Builder::new().name("import".to_owned()).spawn(read) {
        let _ = send_failure.send(Err(Problem::new(map.display().to_string(), error.to_string())));
    }
    let running = Running { map: map.to_owned(), purpose, result: Mutex::new(result) };
    world.insert_resource(PendingMap(Some(running)));
    // Shows the notice.
    redraw(world);
    Ok(())
}

/// The map that has been read, if one has; it is returned once.
pub(super) fn take_map(world: &mut World) -> Option<ReadMap> {
    let mut pending = world.get_resource_mut::<PendingMap>()?;
    let running = pending.0.as_ref()?;
    let received = running.result.lock().ok()?.try_recv();
    let result = match received {
        Ok(result) => result,
        Err(TryRecvError::Empty) => return None,
        Err(TryRecvError::Disconnected) => {
            Err(Problem::new(running.map.display().to_string(), "reading this map failed"))
        }
    };
    let Running { map, purpose, .. } = pending.0.take()?;
    // Removes the notice, and shows what changes now.
    redraw(world);
    Some(ReadMap { map, purpose, result })
}

fn redraw(world: &World) {
    if let Some(waker) = world.get_resource::<Waker>() {
        waker.0();
    }
}

/// Writes the level of a map under a new name into the player's own folder.
///
/// # Errors
/// If the level cannot be written.
pub(super) fn write(
    folders: &LevelFolders,
    map: &Path,
    imported: Imported,
) -> Result<Converted, Problem> {
    let refused = |message| Problem::new(map.display().to_string(), message);
    let folder = folders.home().ok_or_else(|| refused("there is no folder for your own levels"))?;
    let title = map.file_stem().unwrap_or_default().to_string_lossy();
    let file = import::free_path(folder, &title)
        .ok_or_else(|| refused("too many of your levels have this name"))?;
    import::save(&imported, &file)?;
    Ok(Converted { file, notes: imported.notes })
}
