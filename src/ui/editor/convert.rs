//! Maps of other programs: each becomes a new level in the player's own folder.

use std::path::{Path, PathBuf};

use crate::level_folders::LevelFolders;
use files::Problem;

/// A map that became a level.
pub(super) struct Converted {
    /// The level's file.
    pub(super) file: PathBuf,
    /// What was changed or left out.
    pub(super) notes: Vec<String>,
}

/// Converts a map into a level under a new name in the player's own folder.
///
/// # Errors
/// If the map cannot be read, or the level cannot be written.
pub(super) fn convert(folders: &LevelFolders, map: &Path) -> Result<Converted, Problem> {
    let imported = import::load(map)?;
    let refused = |message| Problem::new(map.display().to_string(), message);
    let folder = folders.home().ok_or_else(|| refused("there is no folder for your own levels"))?;
    let title = map.file_stem().unwrap_or_default().to_string_lossy();
    let file = import::free_path(folder, &title)
        .ok_or_else(|| refused("too many of your levels have this name"))?;
    import::save(&imported, &file)?;
    Ok(Converted { file, notes: imported.notes })
}
