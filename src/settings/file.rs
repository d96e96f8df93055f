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
    /// Loads the settings and lists what is wrong with the file. A missing file gives the defaults.
    /// An unreadable file is renamed, so that saving does not overwrite it.
    pub fn load(&self) -> (Settings, Vec<Problem>) {
        let Some(path) = self.0.as_deref().filter(|path| path.exists()) else {
            return (Settings::default(), Vec::new());
        };
        let name = path.display().to_string();
        match read_text(path).and_then(|text| parse_ron::<Settings>(&name, &text)) {
            Ok(settings) => {
                let wrong = KeyMap::with(&settings.keys).1;
                let wrong = wrong.into_iter().map(|text| Problem::new(&name, text)).collect();
                (settings.bounded(), wrong)
            }
            Err(problem) => {
                let aside = path.with_extension("ron.bad");
                let moved = std::fs::rename(path, &aside).is_ok();
                let help = format!(
                    "default settings are used; the file was renamed to {}",
                    aside.display()
                );
                let problem = if moved { problem.help(help) } else { problem };
                (Settings::default(), vec![problem])
            }
        }
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
        let (settings, problems) = file.load();
        assert_eq!(settings, Settings::default());
        assert!(problems[0].message.contains("colour"), "{problems:?}");
        assert!(problems[0].help.as_ref().unwrap().contains("settings.ron.bad"));
        let kept = std::fs::read_to_string(path.with_extension("ron.bad")).unwrap();
        assert!(kept.contains("colour: Usual"));
        assert_eq!(file.load(), (Settings::default(), Vec::new()), "the defaults are used");
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
