//! The saves of a player: a folder, and what is in it.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::ecs::prelude::Resource;

use crate::files::{self, Problem};

use super::{Card, Save, bytes, card, format};

/// How the file of a save ends.
const ENDING: &str = "save";

/// How the file of the generation before ends.
const OLD_ENDING: &str = "save.old";

/// How the file of an automatic save ends that was damaged when it was put aside.
const BAD_ENDING: &str = "save.bad";

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

    /// Puts the battle that was kept by itself aside under the name [`LEFT`], because another one
    /// begins; the one that was put aside before stays as the generation before it. Nothing of the
    /// battle is left under its old name, so that it does not pass for an earlier moment of the next
    /// one. If its newest generation is damaged, the one before it is put aside in its place.
    ///
    /// # Errors
    /// When a file cannot be written or renamed. The battle is where it was then.
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
                // What cannot be read stays for those who know how to mend it.
                fs::rename(&from, from.with_extension(BAD_ENDING)).map_err(failed)
            }
        }
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

/// Reads a save, or the generation before it where it cannot be read; then also what is wrong with
/// the newest one.
///
/// # Errors
/// As [`Save::read`], of the newest one, when neither can be read.
pub fn read_newest(path: &Path) -> Result<(Save, Option<Problem>), Problem> {
    Save::read(path).map(|save| (save, None)).or_else(|problem| {
        let old = Save::read(&path.with_extension(OLD_ENDING));
        old.map(|save| (save, Some(problem.clone()))).map_err(|_| problem)
    })
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

    /// A shelf in a folder of its own, which is removed at the end.
    struct Place(Shelf);

    impl Place {
        fn new(name: &str) -> Self {
            let folder = format!("highground-shelf-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(folder);
            fs::create_dir_all(&folder).unwrap();
            Self(Shelf(Some(folder)))
        }

        /// Keeps a battle by itself that is known by its level.
        fn keep(&self, level: &str) {
            let card =
                Card { name: AUTOMATIC.to_owned(), level: level.to_owned(), ..Card::default() };
            let bytes = format::write(&card, &"a battle").unwrap();
            files::write_safely(&self.0.path(AUTOMATIC).unwrap(), &bytes).unwrap();
        }

        /// What is there: the ends of the names, and name and level of those that can be read.
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
    fn what_was_left_is_put_aside_with_the_one_before() {
        let place = Place::new("aside");
        assert_eq!(place.0.put_aside(), Ok(()), "there is nothing yet");
        for level in ["first", "second"] {
            // Each was kept twice, so that there is a generation before it.
            place.keep("earlier");
            place.keep(level);
            assert_eq!(place.0.put_aside(), Ok(()));
        }
        let wanted = [left("left_battle.save", "second"), left("left_battle.save.old", "first")];
        assert_eq!(place.files(), wanted);
        // The next battle has nothing before it.
        place.keep("third");
        let list = place.0.list();
        let with_old: Vec<_> = list.iter().filter(|kept| kept.old.is_some()).collect();
        assert_eq!(with_old.len(), 1);
        assert_eq!(with_old[0].path, place.0.path(LEFT).unwrap());
    }

    #[test]
    fn of_a_damaged_battle_the_one_before_is_put_aside() {
        let place = Place::new("damaged");
        place.keep("earlier");
        place.keep("newest");
        fs::write(place.0.path(AUTOMATIC).unwrap(), "damaged").unwrap();
        assert_eq!(place.0.put_aside(), Ok(()));
        let bad = ("autosave.save.bad".to_owned(), None);
        assert_eq!(place.files(), [bad, left("left_battle.save", "earlier")]);
    }

    #[test]
    fn nothing_outside_is_removed() {
        let shelf = Shelf(Some(PathBuf::from("/saves")));
        assert!(shelf.remove(Path::new("/etc/hosts.save")).is_err());
        assert!(shelf.remove(Path::new("/saves/../x.save")).is_err());
    }
}
