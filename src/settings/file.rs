//! The settings file.

use std::path::{Path, PathBuf};

use bevy::ecs::prelude::Resource;

use super::{KeyMap, Settings};
use files::{Problem, parse_ron, read_text, write_safely};

/// File name in the user's configuration folder.
const NAME: &str = "settings.ron";

/// Path of the user's settings file. `None` if the platform has no configuration folder.
pub fn usual_path() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "High Ground")?;
    Some(folders.config_dir().join(NAME))
}

/// The settings file. `None` if settings are not saved.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct SettingsFile(pub Option<PathBuf>);

impl SettingsFile {
    /// Loads the settings and lists what is wrong with the file. A file that cannot be read gives
    /// the defaults. If it is the user's usual one and not valid RON, it is renamed, so that saving
    /// does not overwrite it; any other file may be something else and keeps its name.
    pub fn load(&self) -> (Settings, Vec<Problem>) {
        self.load_or_rename(usual_path().as_deref())
    }

    /// Like [`Self::load`], with the path at which a file may be renamed.
    fn load_or_rename(&self, usual: Option<&Path>) -> (Settings, Vec<Problem>) {
        match self.read() {
            Ok(read) => read,
            Err(problem) => (Settings::default(), vec![self.rename_broken(problem, usual)]),
        }
    }

    /// Reads the settings and lists wrong keys. A missing file gives the defaults.
    ///
    /// # Errors
    /// If the file is not a regular file, cannot be read, or its text is wrong.
    pub fn read(&self) -> Result<(Settings, Vec<Problem>), Problem> {
        let Some(path) = self.0.as_deref().filter(|path| path.exists()) else {
            return Ok((Settings::default(), Vec::new()));
        };
        let name = path.display().to_string();
        let settings: Settings = parse_ron(&name, &read_text(path)?)?;
        let wrong = KeyMap::with(&settings.keys).1;
        let wrong = wrong.into_iter().map(|text| Problem::new(&name, text)).collect();
        Ok((settings.bounded(), wrong))
    }

    /// Renames a text file with wrong settings at the usual path, and says so in its problem.
    fn rename_broken(&self, problem: Problem, usual: Option<&Path>) -> Problem {
        let own = self.0.as_deref().filter(|path| Some(*path) == usual && read_text(path).is_ok());
        let Some(path) = own else { return problem };
        let aside = path.with_extension("ron.bad");
        if std::fs::rename(path, &aside).is_err() {
            return problem;
        }
        let aside = aside.display();
        problem.help(format!("default settings are used; the file was renamed to {aside}"))
    }

    /// Writes the settings, if they are saved at all.
    ///
    /// # Errors
    /// If the file cannot be written; an existing file is then unchanged.
    pub fn save(&self, settings: &Settings) -> Result<(), Problem> {
        let Some(path) = &self.0 else { return Ok(()) };
        let name = path.display().to_string();
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|e| Problem::new(&name, e.to_string()))?;
        }
        let text = ron::ser::to_string_pretty(settings, ron::ser::PrettyConfig::default())
            .map_err(|e| Problem::new(&name, e.to_string()))?;
        write_safely(Path::new(path), format!("{text}\n").as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Detail;
    use super::*;
    use view::Colours;

    /// A temporary folder, removed on drop.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Self {
            let folder = format!("highground-settings-{name}-{}", std::process::id());
            Self(std::env::temp_dir().join(folder))
        }

        fn file(&self) -> SettingsFile {
            SettingsFile(Some(self.0.join("deep").join(NAME)))
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn saved_settings_are_loaded_again() {
        let place = Place::new("again");
        let file = place.file();
        assert_eq!(file.load(), (Settings::default(), Vec::new()), "no file yet");
        let settings = Settings {
            detail: Detail::Low,
            colours: Colours::Contrast,
            scale: 150,
            keys: [("move".to_owned(), vec!["Ctrl+M".to_owned()])].into(),
            ..Settings::default()
        };
        file.save(&settings).unwrap();
        assert_eq!(file.load(), (settings, Vec::new()));
    }

    #[test]
    fn a_broken_file_is_renamed() {
        let place = Place::new("broken");
        let file = place.file();
        file.save(&Settings::default()).unwrap();
        let path = file.0.clone().unwrap();
        std::fs::write(&path, "(scale: 100, colour: Usual)").unwrap();
        let (settings, problems) = file.load_or_rename(Some(&path));
        assert_eq!(settings, Settings::default());
        assert!(problems[0].message.contains("colour"), "{problems:?}");
        assert!(problems[0].help.as_ref().unwrap().contains("settings.ron.bad"));
        let kept = std::fs::read_to_string(path.with_extension("ron.bad")).unwrap();
        assert!(kept.contains("colour: Usual"));
        assert_eq!(file.load(), (Settings::default(), Vec::new()), "the defaults are used");
    }

    #[test]
    fn nothing_else_is_renamed() {
        let place = Place::new("other");
        let file = place.file();
        file.save(&Settings::default()).unwrap();
        let path = file.0.clone().unwrap();
        std::fs::write(&path, "Level(format: 1)").unwrap();
        let (settings, problems) = file.load();
        assert_eq!((settings, problems.len()), (Settings::default(), 1));
        assert_eq!(problems[0].help, None);
        assert!(file.read().is_err());
        // Not even at the usual path, if it is not a text file.
        std::fs::write(&path, [0u8, 159, 146]).unwrap();
        assert_eq!(file.load_or_rename(Some(&path)).1.len(), 1);
        std::fs::remove_file(&path).unwrap();
        std::fs::create_dir(&path).unwrap();
        assert_eq!(file.load_or_rename(Some(&path)).1.len(), 1);
        assert!(path.is_dir() && !path.with_extension("ron.bad").exists());
    }

    #[test]
    fn numbers_are_clamped_and_bad_keys_are_reported() {
        let place = Place::new("bounds");
        let file = place.file();
        file.save(&Settings::default()).unwrap();
        let path = file.0.clone().unwrap();
        std::fs::write(&path, "(scale: 9000, keys: {\"mvoe\": [\"M\"], \"help\": [\"Hyper+H\"]})")
            .unwrap();
        let (settings, problems) = file.load();
        assert_eq!(settings.scale, 200);
        assert_eq!(problems.len(), 2);
        assert!(problems.iter().any(|p| p.message.contains("`mvoe`")), "{problems:?}");
        assert!(problems.iter().any(|p| p.message.contains("Hyper")), "{problems:?}");
    }
}
