//! Location of the game's own files: the folder that contains `assets/` and `levels/`.
//!
//! The program works from any folder. It looks for its files in the folder given by the player, or
//! else next to the executable and in the folders above (so a build inside the source tree finds
//! the tree), or else in the source tree it was built from.

use std::fs;
use std::path::{Path, PathBuf};

use files::{self, Problem};
use registry::RulesetId;
use rules::SharedRuleset;

/// The folder with the game's own files, if found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder {
    root: Option<PathBuf>,
}

impl DataFolder {
    /// The folder given by the player.
    ///
    /// # Errors
    /// If it contains neither `assets/rulesets` nor `levels`.
    pub fn named(folder: &Path) -> Result<Self, Problem> {
        if !is_data(folder) && !folder.join("levels").is_dir() {
            let name = folder.display().to_string();
            let problem = match folder.is_dir() {
                true => Problem::new(name, "it contains neither `assets/rulesets` nor `levels`"),
                false => Problem::new(name, "no such folder"),
            };
            return Err(problem.help("`--data` takes the folder with `assets` and `levels`"));
        }
        Ok(Self { root: Some(folder.to_owned()) })
    }

    /// The folder next to the executable, above it, or the source tree.
    pub fn find() -> Self {
        let program = std::env::current_exe().and_then(fs::canonicalize).unwrap_or_default();
        let above = program.ancestors().skip(1).map(Path::to_owned);
        let installed = program.ancestors().nth(2).map(|p| p.join("share/highground"));
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let root = above.chain(installed).chain([source]).find(|folder| is_data(folder));
        Self { root }
    }

    /// The folder itself; `None` if the game's files were not found.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// A ruleset with the data of this folder, or with the built-in data if the folder has none.
    ///
    /// # Errors
    /// Every error in the data, each with its position.
    pub fn ruleset(&self, id: RulesetId) -> Result<SharedRuleset, Vec<Problem>> {
        match self.root.as_ref().filter(|root| is_data(root)) {
            Some(root) => id.load(&root.join("assets")),
            None => Ok(id.built_in()),
        }
    }

    /// The file with the opponents' weights; `None` if the folder has none.
    pub fn opponent(&self) -> Option<PathBuf> {
        let file = self.root.as_ref().map(|root| root.join("assets/opponent.ron"));
        file.filter(|file| file.exists())
    }

    /// The levels of the folder as sorted short names with their files.
    pub fn levels(&self) -> Vec<(String, PathBuf)> {
        self.listed("levels")
    }

    /// The lessons of the folder as short names with their files, in the order of the rulesets.
    pub fn lessons(&self) -> Vec<(String, PathBuf)> {
        let mut lessons = self.listed("assets/lessons");
        let names = RulesetId::ALL.map(RulesetId::name);
        lessons.sort_by_key(|(name, _)| names.iter().position(|ruleset| ruleset == name));
        lessons
    }

    /// The tips files of the folder.
    pub fn tips(&self) -> Vec<PathBuf> {
        self.listed("assets/tips").into_iter().map(|(_, path)| path).collect()
    }

    /// The file of a lesson given by short name (`precision`) or path.
    ///
    /// # Errors
    /// If there is no such lesson; suggests the closest one, or lists them all.
    pub fn lesson(&self, given: &str) -> Result<PathBuf, Problem> {
        let lessons = self.lessons();
        let path = PathBuf::from(given);
        if let Some((_, file)) = lessons.iter().find(|(name, _)| name == given) {
            return Ok(file.clone());
        }
        if path.exists() {
            return Ok(path);
        }
        let names: Vec<&str> = lessons.iter().map(|(name, _)| name.as_str()).collect();
        let problem = Problem::new(given, "no such lesson");
        Err(match files::nearest(given, names.iter().copied()) {
            Some(name) => problem.help(format!("did you mean `{name}`?")),
            None => problem.help(format!("lessons: {}; or give the path of one", names.join(", "))),
        })
    }

    /// The RON files in a folder of this one as sorted short names with their paths.
    fn listed(&self, folder: &str) -> Vec<(String, PathBuf)> {
        self.root.as_ref().map(|root| files::listed(&root.join(folder))).unwrap_or_default()
    }

    /// The file of a level given by short name (`bridge`) or path. The player's own levels have
    /// short names too, after those of the game. A path that does not exist relative to the current
    /// folder is resolved in the data folder.
    ///
    /// # Errors
    /// If there is no such level; suggests the closest one, or lists them all.
    pub fn level(&self, given: &str) -> Result<PathBuf, Problem> {
        let path = PathBuf::from(given);
        let mut levels = self.levels();
        levels.extend(own_levels().map(|folder| files::listed(&folder)).unwrap_or_default());
        if let Some((_, file)) = levels.iter().find(|(name, _)| name == given) {
            return Ok(file.clone());
        }
        if path.exists() {
            return Ok(path);
        }
        if let Some(inside) = self.root.as_ref().map(|root| root.join(&path)).filter(|p| p.exists())
        {
            return Ok(inside);
        }
        let problem = Problem::new(given, "no such level");
        let short = path.file_stem().and_then(|s| s.to_str()).unwrap_or(given);
        let names: Vec<&str> = levels.iter().map(|(name, _)| name.as_str()).collect();
        Err(match files::nearest(short, names.iter().copied()) {
            Some(name) => problem.help(format!("did you mean `{name}`?")),
            None if names.is_empty() => problem.help("give the path of a level file"),
            None => problem
                .help(format!("levels: {}; or give the path of a level file", names.join(", "))),
        })
    }
}

/// The folder for the player's own levels; `None` if the platform has none.
pub fn own_levels() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "High Ground")?;
    Some(folders.data_dir().join("levels"))
}

/// Whether the folder contains ruleset data.
fn is_data(folder: &Path) -> bool {
    folder.join("assets").join("rulesets").is_dir()
}

/// The ruleset with this name.
///
/// # Errors
/// If there is none; suggests the closest one, or lists them all.
pub fn ruleset_id(name: &str) -> Result<RulesetId, Problem> {
    RulesetId::from_name(name).ok_or_else(|| {
        let names = RulesetId::ALL.map(RulesetId::name);
        let problem = Problem::new(name, "no such ruleset");
        problem.help(match files::nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("rulesets: {}", names.join(", ")),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_source_tree_and_its_levels_are_found_by_name_and_path() {
        let data = DataFolder::find();
        assert!(data.root().is_some_and(|root| root.join("levels").is_dir()));
        let bridge = data.level("bridge");
        assert!(bridge.as_ref().is_ok_and(|p| p.ends_with("levels/bridge.ron")), "{bridge:?}");
        assert!(data.level("levels/bridge.ron").is_ok());
    }

    #[test]
    fn lessons_are_found_by_name_in_the_order_of_the_rulesets() {
        let data = DataFolder::find();
        let names: Vec<String> = data.lessons().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, RulesetId::ALL.map(RulesetId::name));
        assert!(data.lesson("vigor").is_ok_and(|p| p.ends_with("assets/lessons/vigor.ron")));
        let help = data.lesson("precison").err().and_then(|p| p.help);
        assert_eq!(help.as_deref(), Some("did you mean `precision`?"));
    }

    #[test]
    fn wrong_names_suggest_the_closest_one() {
        let help = |p: Problem| p.help.unwrap_or_default();
        let level = DataFolder::find().level("brigde").map_err(help);
        assert_eq!(level, Err("did you mean `bridge`?".to_owned()));
        let ruleset = ruleset_id("precison").map_err(help);
        assert_eq!(ruleset, Err("did you mean `precision`?".to_owned()));
        let far = ruleset_id("go").map_err(help);
        assert!(far.is_err_and(|h| h.starts_with("rulesets: precision")));
    }

    #[test]
    fn a_named_folder_must_contain_data() {
        assert!(DataFolder::named(Path::new("/nonexistent-folder")).is_err());
        assert!(DataFolder::named(&std::env::temp_dir().join("..")).is_err());
        assert!(DataFolder::named(Path::new(env!("CARGO_MANIFEST_DIR"))).is_ok());
    }
}
