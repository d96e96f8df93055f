//! Maps of other programs as levels: Universal VTT files, scenes of Foundry VTT, maps of Tiled.
//!
//! [`import`] turns the bytes of a file into a level that can be played at once, an optional picture
//! and notes for the author. It reads nothing else, except files that the map names and that lie in
//! its own folder. [`save`] writes the result.
//!
//! A reader per format fills a `builder::MapBuilder`, which snaps walls to the grid, places lamps
//! and sides, and checks the finished level. Files are not trusted: sizes are limited before work
//! begins, and no reader recurses without a bound.

mod builder;
mod colour;
mod error;
mod folder;
mod format;
mod foundry;
mod geometry;
mod json;
mod lamps;
mod name;
mod notes;
mod openings;
mod outline;
mod picture;
mod recognise;
mod save;
mod starts;
#[cfg(test)]
mod tests;
mod tiled;
mod trace;
mod uvtt;

use std::path::Path;

use files::Problem;
use level::title_of;

use folder::Folder;
use recognise::without_mark;

pub use error::ImportError;
pub use format::{Format, Imported};
pub use picture::Picture;
pub use recognise::{ENDINGS, MAX_BYTES, has_ending, recognise, recognise_file};
pub use save::{Saved, free_path, save};

/// Converts a map. `folder` is where the files may lie that the map names; `name` is the title of
/// the level if the map has none.
///
/// # Errors
/// If the file is no such map, is damaged or too large, or its grid is not square.
pub fn import(bytes: &[u8], folder: Option<&Path>, name: &str) -> Result<Imported, ImportError> {
    let size = bytes.len() as u64;
    if size > MAX_BYTES {
        return Err(ImportError::TooLarge { mib: size >> 20, limit: MAX_BYTES >> 20 });
    }
    let format = recognise(bytes)?;
    let (bytes, folder) = (without_mark(bytes), Folder::new(folder));
    let builder = match format {
        Format::UniversalVtt => uvtt::read(bytes, name),
        Format::Foundry => foundry::read(bytes, &folder, name),
        Format::Tiled => tiled::read(bytes, &folder, name),
    };
    builder?.finish(format)
}

/// Converts the map in a file. Its level is called like the file if the map has no name.
///
/// # Errors
/// If the file cannot be read, and as for [`import`].
pub fn load(path: &Path) -> Result<Imported, Problem> {
    let bytes = files::read_bytes(path, MAX_BYTES)?;
    let folder = path.parent().map(|p| if p.as_os_str().is_empty() { Path::new(".") } else { p });
    import(&bytes, folder, &title_of(path))
        .map_err(|error| error.problem(&path.display().to_string()))
}
