//! A player's saves: a folder and its content.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::prelude::Resource;

use files::{self, Problem};

use super::{Save, SaveSummary, bytes, card, format};

/// File extension of a save.
const ENDING: &str = "save";

/// File extension of the previous generation.
const OLD_ENDING: &str = "save.old";

/// File extension of an automatic save that was damaged when it was put aside.
const BAD_ENDING: &str = "save.bad";

/// Maximum number of saves listed, as each of them is read.
const MAX_LISTED: usize = 1_000;

/// Maximum length of a file name made from the name of a save, in characters.
const MAX_NAME: usize = 60;

/// The automatic save.
pub const AUTOMATIC: &str = "autosave";

/// The quick save.
pub const QUICK: &str = "quicksave";

/// The battle that was saved automatically when another one began.
pub const LEFT: &str = "left battle";

/// The last battle that ended.
pub const LAST: &str = "last battle";

/// The folder of saves; `None` on a computer without a place for them.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveFolder(pub Option<PathBuf>);

/// An entry of the list of saves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its card, or why the card cannot be read.
    pub card: Result<SaveSummary, Problem>,
    /// The previous generation, if there is one.
    pub old: Option<PathBuf>,
}

impl SaveFolder {
    /// The usual folder of the current user.
    pub fn usual() -> Self {
        let folders = directories::ProjectDirs::from("", "", "High Ground");
        Self(folders.map(|folders| folders.data_dir().join("saves")))
    }

    /// Up to 1,000 saves, newest first. If there are more, those whose files changed last are listed.
    pub fn list(&self) -> Vec<SaveEntry> {
        let folder = self.0.as_ref().and_then(|folder| fs::read_dir(folder).ok());
        let is_save = |path: &PathBuf| path.extension().is_some_and(|e| e == ENDING);
        let paths = folder.into_iter().flatten().flatten().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| is_save(path) && path.is_file()).collect();
        if paths.len() > MAX_LISTED {
            paths.sort_by_cached_key(|path| {
                let changed = path.metadata().and_then(|file| file.modified()).ok();
                (Reverse(changed), path.clone())
            });
            paths.truncate(MAX_LISTED);
        }
        let entry = |path: PathBuf| {
            let old = Some(path.with_extension(OLD_ENDING)).filter(|old| old.is_file());
            SaveEntry { card: card(&path), path, old }
        };
        let mut entries: Vec<SaveEntry> = paths.into_iter().map(entry).collect();
        entries.sort_by_cached_key(|entry| {
            let written = entry.card.as_ref().ok().and_then(|card| card.written);
            (Reverse(written), entry.path.clone())
        });
        entries
    }

    /// The file for a save of this name.
    ///
    /// # Errors
    /// When there is no folder for saves, or no character of the name can be used.
    pub fn path(&self, name: &str) -> Result<PathBuf, Problem> {
        let folder =
            self.0.as_ref().ok_or_else(|| Problem::new(name, "there is no folder for saves"))?;
        // Replaces characters that could leave the folder or that file systems reject.
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let file: String = name.trim().chars().map(plain).take(MAX_NAME).collect();
        if file.chars().all(|c| c == '_') {
            return Err(Problem::new(name, "a save needs a name with letters or digits"));
        }
        Ok(folder.join(file).with_extension(ENDING))
    }

    /// Writes a battle under the name on its card; the existing save of that name becomes the
    /// previous generation.
    ///
    /// # Errors
    /// When it cannot be written; existing files are then untouched.
    pub fn keep(&self, save: &Save, card: &SaveSummary) -> Result<PathBuf, Problem> {
        let path = self.path(&card.name)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|e| files::failed(folder, &e))?;
        }
        save.write(&path, card)?;
        Ok(path)
    }

    /// Puts the automatic save aside under the name [`LEFT`] because another battle begins; the
    /// battle that was put aside before becomes its previous generation. No file of the battle
    /// keeps the old name, where it would look like an earlier moment of the next battle. If the
    /// newest generation is damaged, the one before it is put aside instead.
    ///
    /// # Errors
    /// When a file cannot be written or renamed. The battle then stays where it was.
    pub fn put_aside(&self) -> Result<(), Problem> {
        let (from, to) = (self.path(AUTOMATIC)?, self.path(LEFT)?);
        if !from.is_file() {
            return Ok(());
        }
        let before = from.with_extension(OLD_ENDING);
        let renamed = |path: &Path| format::renamed(&bytes(path).ok()?, LEFT).ok();
        let failed = |e: std::io::Error| files::failed(&from, &e);
        match renamed(&from) {
            Some(left) => {
                files::write_safely(&to, &left)?;
                // There may be none.
                let _ = fs::remove_file(&before);
                fs::remove_file(&from).map_err(failed)
            }
            None => {
                if let Some(left) = renamed(&before) {
                    files::write_safely(&to, &left)?;
                }
                // There may be none.
                let _ = fs::remove_file(&before);
                // A damaged file is kept, in case it can be repaired.
                fs::rename(&from, from.with_extension(BAD_ENDING)).map_err(failed)
            }
        }
    }

    /// Removes a save and its previous generation.
    ///
    /// # Errors
    /// When it cannot be removed.
    pub fn remove(&self, path: &Path) -> Result<(), Problem> {
        let failed = |e: std::io::Error| Problem::new(path.display().to_string(), e.to_string());
        let here = self.0.as_deref().is_some_and(|folder| path.parent() == Some(folder));
        if !here {
            return Err(Problem::new(path.display().to_string(), "this save is not in the list"));
        }
        fs::remove_file(path).map_err(failed)?;
        // There may be none.
        let _ = fs::remove_file(path.with_extension(OLD_ENDING));
        Ok(())
    }
}

/// Reads a save, or its previous generation if it cannot be read; in that case also returns what is
/// wrong with the newest one.
///
/// # Errors
/// As in [`Save::read`], for the newest one, if neither can be read.
pub fn read_newest(path: &Path) -> Result<(Save, Option<Problem>), Problem> {
    Save::read(path).map(|save| (save, None)).or_else(|problem| {
        let old = Save::read(&path.with_extension(OLD_ENDING));
        old.map(|save| (save, Some(problem.clone()))).map_err(|_| problem)
    })
}

/// Reads a save. If it is damaged and its previous generation is not, the problem's advice says so.
///
/// # Errors
/// As in [`Save::read`].
pub fn read(path: &Path) -> Result<Save, Problem> {
    Save::read(path).map_err(|problem| {
        let old = path.with_extension(OLD_ENDING);
        match Save::read(&old) {
            Ok(_) => problem.help(format!("the previous save is intact: {}", old.display())),
            Err(_) => problem,
        }
    })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn names_stay_in_the_folder() {
        let shelf = SaveFolder(Some(PathBuf::from("/saves")));
        let path = |name: &str| shelf.path(name).map(|p| p.display().to_string());
        assert_eq!(path("At the bridge!"), Ok("/saves/At_the_bridge_.save".to_owned()));
        assert_eq!(path("../../etc/passwd"), Ok("/saves/______etc_passwd.save".to_owned()));
        assert_eq!(path("a.b"), Ok("/saves/a_b.save".to_owned()));
        assert!(path(" ../ ").is_err());
        assert!(path("").is_err());
        assert_eq!(path(&"x".repeat(500)).map(|p| p.len()), Ok("/saves/.save".len() + MAX_NAME));
        assert!(SaveFolder(None).path("a").is_err());
    }

    /// A shelf in its own folder, which is removed at the end.
    struct Place(SaveFolder);

    impl Place {
        fn new(name: &str) -> Self {
            let folder = format!("highground-shelf-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(&folder).unwrap();
            Self(SaveFolder(Some(folder)))
        }

        /// Writes an automatic save, identified by its level.
        fn keep(&self, level: &str) {
            let card = SaveSummary {
                name: AUTOMATIC.to_owned(),
                level: level.to_owned(),
                ..SaveSummary::default()
            };
            let bytes = format::write(&card, &"a battle").unwrap();
            files::write_safely(&self.0.path(AUTOMATIC).unwrap(), &bytes).unwrap();
        }

        /// The files: their extensions, with name and level where they can be read.
        fn files(&self) -> Vec<(String, Option<(String, String)>)> {
            let entries = fs::read_dir(self.0.0.as_ref().unwrap()).unwrap();
            let mut files: Vec<_> = entries
                .map(|entry| entry.unwrap().path())
                .map(|path| {
                    let name = path.file_name().unwrap().to_string_lossy().into_owned();
                    (name, card(&path).ok().map(|card| (card.name, card.level)))
                })
                .collect();
            files.sort();
            files
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(self.0.0.as_ref().unwrap());
        }
    }

    fn left(file: &str, level: &str) -> (String, Option<(String, String)>) {
        (file.to_owned(), Some((LEFT.to_owned(), level.to_owned())))
    }

    #[test]
    fn a_left_battle_is_put_aside_with_its_previous_generation() {
        let place = Place::new("aside");
        assert_eq!(place.0.put_aside(), Ok(()), "there is nothing yet");
        for level in ["first", "second"] {
            // Each was saved twice, so that there is a previous generation.
            place.keep("earlier");
            place.keep(level);
            assert_eq!(place.0.put_aside(), Ok(()));
        }
        let wanted = [left("left_battle.save", "second"), left("left_battle.save.old", "first")];
        assert_eq!(place.files(), wanted);
        // The next battle has no previous generation.
        place.keep("third");
        let list = place.0.list();
        let with_old: Vec<_> = list.iter().filter(|kept| kept.old.is_some()).collect();
        assert_eq!(with_old.len(), 1);
        assert_eq!(with_old[0].path, place.0.path(LEFT).unwrap());
    }

    #[test]
    fn the_previous_generation_of_a_damaged_battle_is_put_aside() {
        let place = Place::new("damaged");
        place.keep("earlier");
        place.keep("newest");
        fs::write(place.0.path(AUTOMATIC).unwrap(), "damaged").unwrap();
        assert_eq!(place.0.put_aside(), Ok(()));
        let bad = ("autosave.save.bad".to_owned(), None);
        assert_eq!(place.files(), [bad, left("left_battle.save", "earlier")]);
    }

    #[test]
    fn of_many_saves_the_newest_are_listed() {
        const OLDER: u64 = 100;
        let place = Place::new("many");
        let folder = place.0.0.clone().unwrap();
        let file = |number: u64| folder.join(format!("{number}.{ENDING}"));
        let end = OLDER + u64::try_from(MAX_LISTED).unwrap();
        for number in 0..end {
            let changed = SystemTime::UNIX_EPOCH + Duration::from_secs(number);
            fs::File::create(file(number)).unwrap().set_modified(changed).unwrap();
        }
        let mut listed: Vec<PathBuf> = place.0.list().into_iter().map(|kept| kept.path).collect();
        listed.sort();
        let mut newest: Vec<PathBuf> = (OLDER..end).map(file).collect();
        newest.sort();
        assert!(listed == newest, "{} saves", listed.len());
    }

    #[test]
    fn nothing_outside_is_removed() {
        let shelf = SaveFolder(Some(PathBuf::from("/saves")));
        assert!(shelf.remove(Path::new("/etc/hosts.save")).is_err());
        assert!(shelf.remove(Path::new("/saves/../x.save")).is_err());
    }
}
