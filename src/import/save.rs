//! Writing an imported level and its picture.

use std::path::{Path, PathBuf};

use files::{FileKind, Problem};
use level::{Level, picture_path};

use super::format::Imported;

/// Number of names tried for a new level.
const TRIED: u32 = 10_000;

/// The files that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The level.
    pub level: PathBuf,
    /// Its picture.
    pub picture: Option<PathBuf>,
}

/// Writes an imported level, and its picture beside it under the same stem. Replaces a level, but no
/// other file, and no picture that the replaced level does not show.
///
/// # Errors
/// If another file is in the way, or the files cannot be written.
pub fn save(imported: &Imported, path: &Path) -> Result<Saved, Problem> {
    files::check_target(path)?;
    let former = former(path)?;
    let mut level = imported.level.clone();
    let mut saved = Saved { level: path.to_owned(), picture: None };
    if let (Some(picture), Some(underlay)) = (&imported.picture, &mut level.underlay) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        // The name of a level may hold characters that the name of a picture may not.
        let named = picture.file_name(&stem);
        let plain = picture_path(&named).is_ok();
        underlay.file = if plain { named } else { picture.file_name("map") };
        let target = path.with_file_name(&underlay.file);
        let shown = former.and_then(|level| level.underlay).map(|underlay| underlay.file);
        if target.exists() && shown.as_ref() != Some(&underlay.file) {
            let name = target.display().to_string();
            let problem = Problem::new(name, "there is a picture already; it is not replaced");
            return Err(problem.help("choose another name for the level"));
        }
        files::write_safely(&target, picture.bytes())?;
        saved.picture = Some(target);
    }
    level.save(path)?;
    Ok(saved)
}

/// The level that is to be replaced, if there is one and it can be read.
fn former(path: &Path) -> Result<Option<Level>, Problem> {
    if !path.exists() {
        return Ok(None);
    }
    let text = files::read_text(path).unwrap_or_default();
    if FileKind::of(&text) != FileKind::Level {
        let name = path.display().to_string();
        return Err(Problem::new(name, "this file is no level; it is not replaced"));
    }
    Ok(Level::parse("", &text).ok())
}

/// A path in a folder for a level with this title, at which there is no file yet; nor pictures of
/// that name.
pub fn free_path(folder: &Path, title: &str) -> Option<PathBuf> {
    let letters = title.chars().map(|c| if c.is_alphanumeric() { c } else { '_' });
    let stem: String = letters.flat_map(char::to_lowercase).take(40).collect();
    let stem = if stem.trim_matches('_').is_empty() { "map".to_owned() } else { stem };
    let numbered = (2..TRIED).map(|number| format!("{stem}_{number}"));
    let is_free = |stem: &str| {
        ["ron", "png", "jpg"].iter().all(|end| !folder.join(format!("{stem}.{end}")).exists())
    };
    let free = std::iter::once(stem.clone()).chain(numbered).find(|stem| is_free(stem))?;
    Some(folder.join(format!("{free}.ron")))
}
