//! The saves of a player: a folder, and what is in it.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::prelude::Resource;

use crate::files::{self, Problem};

use super::{Card, Save, card};

/// How the file of a save ends.
const ENDING: &str = "save";

/// How the file of the generation before ends.
const OLD_ENDING: &str = "save.old";

/// So many saves are listed at most.
const MAX_LISTED: usize = 1_000;

/// The longest name of a file that is made from the name of a save, in characters.
const MAX_NAME: usize = 60;

/// The save that is written by itself.
pub const AUTOMATIC: &str = "autosave";

/// The save of a single key.
pub const QUICK: &str = "quicksave";

/// The battle that was kept by itself when another was begun.
pub const LEFT: &str = "left battle";

/// The last battle that came to its end.
pub const LAST: &str = "last battle";

/// Where saves lie; nowhere on a computer without a place for them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Shelf(pub Option<PathBuf>);

/// One save of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// What it says of itself, or why that cannot be read.
    pub card: Result<Card, Problem>,
    /// The generation before it, if there is one.
    pub old: Option<PathBuf>,
}

impl Shelf {
    /// The usual place of the person at this computer.
    pub fn usual() -> Self {
        let folders = directories::ProjectDirs::from("", "", "High Ground");
        Self(folders.map(|folders| folders.data_dir().join("saves")))
    }

    /// All saves, the newest first.
    pub fn list(&self) -> Vec<Kept> {
        let entries = self.0.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let files = entries.into_iter().flatten().take(MAX_LISTED).flatten().map(|e| e.path());
        let mut kept: Vec<Kept> = files
            .filter(|path| path.extension().is_some_and(|e| e == ENDING) && path.is_file())
            .map(|path| {
                let old = Some(path.with_extension(OLD_ENDING)).filter(|old| old.is_file());
                Kept { card: card(&path), path, old }
            })
            .collect();
        kept.sort_by_key(|kept| {
            let written = kept.card.as_ref().ok().and_then(|card| card.written);
            (std::cmp::Reverse(written), kept.path.clone())
        });
        kept
    }

    /// The file of the save of a name.
    ///
    /// # Errors
    /// When there is no place for saves, or nothing of the name can be used.
    pub fn path(&self, name: &str) -> Result<PathBuf, Problem> {
        let folder =
            self.0.as_ref().ok_or_else(|| Problem::new(name, "there is no place for saves"))?;
        // Whatever could lead out of the folder or trouble a file system is left out.
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let file: String = name.trim().chars().map(plain).take(MAX_NAME).collect();
        if file.chars().all(|c| c == '_') {
            return Err(Problem::new(name, "a save needs a name with letters or digits"));
        }
        Ok(folder.join(file).with_extension(ENDING))
    }

    /// Writes a battle under the name of its card; the save of that name stays as the generation
    /// before.
    ///
    /// # Errors
    /// When it cannot be written; what was there is then untouched.
    pub fn keep(&self, save: &Save, card: &Card) -> Result<PathBuf, Problem> {
        let path = self.path(&card.name)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| files::failed(folder, &e))?;
        }
        save.write(&path, card)?;
        Ok(path)
    }

    /// Puts the battle that was kept by itself aside, because another one begins; the one that was
    /// put aside before stays as the generation before it.
    ///
    /// # Errors
    /// When the file cannot be renamed. It is where it was then.
    pub fn put_aside(&self) -> Result<(), Problem> {
        let (from, to) = (self.path(AUTOMATIC)?, self.path(LEFT)?);
        if !from.is_file() {
            return Ok(());
        }
        let failed = |e: std::io::Error| Problem::new(from.display().to_string(), e.to_string());
        if to.is_file() {
            fs::rename(&to, to.with_extension(OLD_ENDING)).map_err(failed)?;
        }
        fs::rename(&from, &to).map_err(failed)
    }

    /// Takes a save away, with the generation before it.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, path: &Path) -> Result<(), Problem> {
        let failed = |e: std::io::Error| Problem::new(path.display().to_string(), e.to_string());
        let here = self.0.as_deref().is_some_and(|folder| path.parent() == Some(folder));
        if !here {
            return Err(Problem::new(path.display().to_string(), "this is no save of the list"));
        }
        fs::remove_file(path).map_err(failed)?;
        // There may be none.
        let _ = fs::remove_file(path.with_extension(OLD_ENDING));
        Ok(())
    }
}

/// Reads a save; if it is damaged and the generation before it is not, that is told in the advice.
///
/// # Errors
/// As [`Save::read`].
pub fn read(path: &Path) -> Result<Save, Problem> {
    Save::read(path).map_err(|problem| {
        let old = path.with_extension(OLD_ENDING);
        match Save::read(&old) {
            Ok(_) => problem.help(format!("the one before it is whole: {}", old.display())),
            Err(_) => problem,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        let shelf = Shelf(Some(PathBuf::from("/saves")));
        let path = |name: &str| shelf.path(name).map(|p| p.display().to_string());
        assert_eq!(path("At the bridge!"), Ok("/saves/At_the_bridge_.save".to_owned()));
        assert_eq!(path("../../etc/passwd"), Ok("/saves/______etc_passwd.save".to_owned()));
        assert_eq!(path("a.b"), Ok("/saves/a_b.save".to_owned()));
        assert!(path(" ../ ").is_err());
        assert!(path("").is_err());
        assert_eq!(path(&"x".repeat(500)).map(|p| p.len()), Ok("/saves/.save".len() + MAX_NAME));
        assert!(Shelf(None).path("a").is_err());
    }

    #[test]
    fn what_was_left_is_put_aside_with_the_one_before() {
        let folder = std::env::temp_dir().join(format!("highground-aside-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let shelf = Shelf(Some(folder.clone()));
        assert_eq!(shelf.put_aside(), Ok(()), "there is nothing yet");
        for battle in ["first", "second"] {
            fs::write(shelf.path(AUTOMATIC).unwrap(), battle).unwrap();
            assert_eq!(shelf.put_aside(), Ok(()));
        }
        let left = shelf.path(LEFT).unwrap();
        assert_eq!(fs::read_to_string(&left).unwrap(), "second");
        assert_eq!(fs::read_to_string(left.with_extension(OLD_ENDING)).unwrap(), "first");
        assert!(!shelf.path(AUTOMATIC).unwrap().exists());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn nothing_outside_is_removed() {
        let shelf = Shelf(Some(PathBuf::from("/saves")));
        assert!(shelf.remove(Path::new("/etc/hosts.save")).is_err());
        assert!(shelf.remove(Path::new("/saves/../x.save")).is_err());
    }
}
