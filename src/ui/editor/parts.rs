//! The shelf of parts, and the clipboard kept between sessions.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::level_folders::LevelFolders;
use crate::screen::Waker;
use editor::{Clipboard, Listed, part_file, parts_in, read_part, write_part};
use files::Problem;
use picture::Raster;

use super::action::EditorAction;
use super::keeping::Keeping;
use super::state::{EditorState, with_editor};
use super::tools::{Mode, ToolExt};

/// Longer side of a part's picture, in pixels.
const LONGEST: u32 = 144;

/// The parts that can be pasted: the game's, then the player's own.
#[derive(Resource, Clone, Debug, Default)]
pub struct PartShelf {
    /// The parts; `None` until they are needed.
    pub listed: Option<Vec<Listed>>,
    /// Pictures of parts by file, made one after another.
    pub pictures: BTreeMap<PathBuf, Option<Arc<Raster>>>,
}

impl PartShelf {
    /// The parts of these folders.
    pub(super) fn of(folders: &LevelFolders) -> Self {
        let shipped = folders.shipped_parts().map(|folder| parts_in(&folder, true));
        let own = folders.own_parts().map(|folder| parts_in(&folder, false));
        let listed = shipped.into_iter().flatten().chain(own.into_iter().flatten()).collect();
        Self { listed: Some(listed), pictures: BTreeMap::new() }
    }
}

/// Lists the parts when they are needed, then makes one missing picture in each frame.
pub(super) fn list(
    editor: Option<Res<EditorState>>,
    folders: Option<Res<LevelFolders>>,
    mut shelf: ResMut<PartShelf>,
    waker: Option<Res<Waker>>,
) {
    if editor.is_none_or(|editor| editor.palette.kind.mode() != Mode::Parts) {
        return;
    }
    let missing = |shelf: &PartShelf| {
        let mut listed = shelf.listed.iter().flatten();
        listed.find(|part| !shelf.pictures.contains_key(&part.file)).cloned()
    };
    if shelf.listed.is_none() {
        *shelf = PartShelf::of(&folders.map(|folders| folders.clone()).unwrap_or_default());
    } else if let Some(part) = missing(&shelf) {
        let drawn = part.part.ok().and_then(|clip| clip.to_part(&part.name).ok());
        let raster = drawn.and_then(|part| picture::thumbnail(&part.level, LONGEST).ok());
        shelf.pictures.insert(part.file, raster.map(Arc::new));
    } else {
        return;
    }
    if let Some(wake) = waker {
        wake.0();
    }
}

/// Performs an action on parts or on the clipboard.
pub(super) fn perform(world: &mut World, action: EditorAction) {
    match action {
        EditorAction::Copy => {
            with_editor(world, |editor| {
                editor.copy();
            });
            keep_clipboard(world);
        }
        EditorAction::Cut => {
            with_editor(world, EditorState::cut);
            keep_clipboard(world);
        }
        EditorAction::TakePart(place) => take(world, place),
        EditorAction::KeepPart => keep(world),
        EditorAction::RemovePart(file) => remove(world, &file),
        _ => {}
    }
}

/// Attaches a part to the pointer.
pub(super) fn take(world: &mut World, place: usize) {
    let shelf = world.get_resource::<PartShelf>();
    let part = shelf.and_then(|shelf| shelf.listed.as_ref()?.get(place)).cloned();
    match part.map(|part| part.part) {
        Some(Ok(clip)) => with_editor(world, |editor| editor.take_part(clip)),
        Some(Err(problems)) => {
            let text = problems.first().map(ToString::to_string).unwrap_or_default();
            with_editor(world, |editor| editor.refuse(text));
        }
        None => {}
    }
}

/// Saves the selection as one of the player's own parts.
pub(super) fn keep(world: &mut World) {
    let folder = world.get_resource::<LevelFolders>().and_then(LevelFolders::own_parts);
    let Some(editor) = world.get_resource::<EditorState>() else { return };
    let kept = kept(editor, folder.as_deref());
    if kept.is_ok()
        && let Some(mut shelf) = world.get_resource_mut::<PartShelf>()
    {
        // The list is read again.
        *shelf = PartShelf::default();
    }
    with_editor(world, |editor| match kept {
        Ok((name, file)) => {
            editor.palette.part_name.clear();
            editor.tell(format!("Kept as {name:?} in {}.", file.display()));
        }
        Err(error) => editor.refuse(error.to_string()),
    });
}

/// Why a selection cannot be saved as a part.
#[derive(Debug, thiserror::Error)]
enum KeepError {
    #[error("Select something first.")]
    NothingSelected,
    #[error("There is no folder for parts of your own.")]
    NoFolder,
    #[error("The name of a part needs a letter or a digit, and at most 60 characters.")]
    Name,
    #[error(transparent)]
    File(#[from] Problem),
}

/// Writes the selection as a part. Returns its name and file.
fn kept(editor: &EditorState, folder: Option<&Path>) -> Result<(String, PathBuf), KeepError> {
    let clip = editor.selected_part().ok_or(KeepError::NothingSelected)?;
    let folder = folder.ok_or(KeepError::NoFolder)?;
    let typed = editor.palette.part_name.trim();
    let name = match typed {
        "" => free_name(folder),
        name => name.to_owned(),
    };
    let file = part_file(folder, &name).ok_or(KeepError::Name)?;
    write_part(&file, &name, &clip)?;
    Ok((name, file))
}

/// The first name of the form "Part 1" without a file.
fn free_name(folder: &Path) -> String {
    let mut names = (1..u32::MAX).map(|n| format!("Part {n}"));
    let free = |name: &String| part_file(folder, name).is_some_and(|file| !file.exists());
    names.find(free).unwrap_or_default()
}

/// Removes one of the player's own parts from the shelf. Its file is kept under another name.
pub(super) fn remove(world: &mut World, file: &Path) {
    let own = world.get_resource::<LevelFolders>().and_then(LevelFolders::own_parts);
    if own.as_deref() != file.parent() {
        return with_editor(world, |editor| {
            editor.refuse("The game's own parts stay.".to_owned());
        });
    }
    let removed = file.with_extension("removed");
    let told = std::fs::rename(file, &removed);
    if let Some(mut shelf) = world.get_resource_mut::<PartShelf>() {
        *shelf = PartShelf::default();
    }
    with_editor(world, |editor| match told {
        Ok(()) => editor.tell(format!("Removed. Its file is now {}.", removed.display())),
        Err(error) => editor.refuse(format!("{}: {error}", file.display())),
    });
}

/// Saves the clipboard for the next session.
pub(super) fn keep_clipboard(world: &mut World) {
    let file = world.get_resource::<Keeping>().and_then(Keeping::clipboard_file);
    let clip = world.get_resource::<EditorState>().and_then(|editor| editor.clip.as_ref());
    let Some((file, clip)) = file.zip(clip) else { return };
    if let Err(problem) = write_part(&file, "Clipboard", clip) {
        with_editor(world, |editor| {
            editor.refuse(format!("The clipboard lasts only until you quit: {problem}"));
        });
    }
}

/// Loads the clipboard of the last session. Reports one that cannot be read.
pub(super) fn fetch_clipboard(world: &mut World) {
    let file = world.get_resource::<Keeping>().and_then(Keeping::clipboard_file);
    let Some(file) = file.filter(|file| file.exists()) else { return };
    match read_part(&file) {
        Ok((_, clip)) => with_editor(world, |editor| editor.clip = Some(clip)),
        Err(problems) => {
            let text = problems.first().map(ToString::to_string).unwrap_or_default();
            with_editor(world, |editor| {
                editor.refuse(format!("The clipboard of the last time is lost: {text}"));
            });
        }
    }
}

/// The size of a part in words.
pub(super) fn size_words(clip: &Clipboard) -> String {
    let (width, height) = clip.size;
    let mut words = vec![format!("{width} x {height} cells")];
    let counts =
        [(clip.things.len(), "thing"), (clip.units.len(), "unit"), (clip.zones.len(), "zone")];
    for (count, what) in counts.into_iter().filter(|(count, _)| *count > 0) {
        let s = if count == 1 { "" } else { "s" };
        words.push(format!("{count} {what}{s}"));
    }
    words.join(", ")
}
