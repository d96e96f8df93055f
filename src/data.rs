//! Where the game's own files lie: the folder that holds `assets/` and `levels/`.
//!
//! The program works from any folder. The files are looked for in a folder that the player names,
//! else beside the program and in the folders above it (a build inside the source tree finds the
//! tree), else in the source tree it was built from.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files::{self, Problem};
use crate::rules::SharedRuleset;
use crate::rules::registry::RulesetId;

/// So many files of a folder are looked at when levels are listed.
const MAX_LISTED: usize = 10_000;

/// The folder with the game's own files, if one was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFolder {
    root: Option<PathBuf>,
}

impl DataFolder {
    /// The folder that a player named.
    ///
    /// # Errors
    /// When it holds neither `assets/rulesets` nor `levels`.
    pub fn named(folder: &Path) -> Result<Self, Problem> {
        if !is_data(folder) && !folder.join("levels").is_dir() {
            let name = folder.display().to_string();
            let problem = match folder.is_dir() {
                true => {
                    Problem::new(name, "this folder has neither `assets/rulesets` nor `levels`")
                }
                false => Problem::new(name, "no such folder"),
            };
            return Err(problem.help("`--data` names the folder that holds `assets` and `levels`"));
        }
        Ok(Self { root: Some(folder.to_owned()) })
    }

    /// The folder beside the program, above it, or the source tree.
    pub fn find() -> Self {
        let program = std::env::current_exe().and_then(fs::canonicalize).unwrap_or_default();
        let above = program.ancestors().skip(1).map(Path::to_owned);
        let installed = program.ancestors().nth(2).map(|p| p.join("share/highground"));
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let root = above.chain(installed).chain([source]).find(|folder| is_data(folder));
        Self { root }
    }

    /// The folder itself; none if the game's files were not found anywhere.
    pub fn root(&self) -> Option<&Path> {
        self.root.as_deref()
    }

    /// A ruleset with the data of this folder; with the data it was built with, if there are none.
    ///
    /// # Errors
    /// Everything that is wrong with the data, each with its place.
    pub fn ruleset(&self, id: RulesetId) -> Result<SharedRuleset, Vec<Problem>> {
        match self.root.as_ref().filter(|root| is_data(root)) {
            Some(root) => id.load(&root.join("assets")),
            None => Ok(id.built_in()),
        }
    }

    /// The levels of the folder by their short names, sorted, with their files.
    pub fn levels(&self) -> Vec<(String, PathBuf)> {
        let entries = self.root.as_ref().and_then(|root| fs::read_dir(root.join("levels")).ok());
        let files = entries.into_iter().flatten().take(MAX_LISTED).flatten().map(|e| e.path());
        let mut levels: Vec<(String, PathBuf)> = files
            .filter(|path| path.extension().is_some_and(|e| e == "ron") && path.is_file())
            .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
            .collect();
        levels.sort();
        levels
    }

    /// The file of a level given by its short name (`bridge`) or by a path. A path that does not
    /// exist from where the player is counts from the data folder.
    ///
    /// # Errors
    /// When there is no such level; names the nearest one, or those there are.
    pub fn level(&self, given: &str) -> Result<PathBuf, Problem> {
        let path = PathBuf::from(given);
        let levels = self.levels();
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
        let problem = Problem::new(given, "there is no such level");
        let short = path.file_stem().and_then(|s| s.to_str()).unwrap_or(given);
        let names: Vec<&str> = levels.iter().map(|(name, _)| name.as_str()).collect();
        Err(match files::nearest(short, names.iter().copied()) {
            Some(name) => problem.help(format!("did you mean `{name}`?")),
            None if names.is_empty() => problem.help("give the path of a level file"),
            None => problem
                .help(format!("there are {}; or give the path of a level file", names.join(", "))),
        })
    }
}

/// True if the folder has the data of rulesets.
fn is_data(folder: &Path) -> bool {
    folder.join("assets").join("rulesets").is_dir()
}

/// The ruleset of that name.
///
/// # Errors
/// When there is none; names the nearest one and those there are.
pub fn ruleset_id(name: &str) -> Result<RulesetId, Problem> {
    RulesetId::from_name(name).ok_or_else(|| {
        let names = RulesetId::ALL.map(RulesetId::name);
        let problem = Problem::new(name, "there is no such ruleset");
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
    fn the_source_tree_is_found_and_its_levels_by_name_and_path() {
        let data = DataFolder::find();
        assert!(data.root().is_some_and(|root| root.join("levels").is_dir()));
        let bridge = data.level("bridge");
        assert!(bridge.as_ref().is_ok_and(|p| p.ends_with("levels/bridge.ron")), "{bridge:?}");
        assert!(data.level("levels/bridge.ron").is_ok());
    }

    #[test]
    fn wrong_names_come_with_the_nearest_right_one() {
        let help = |p: Problem| p.help.unwrap_or_default();
        let level = DataFolder::find().level("brigde").map_err(help);
        assert_eq!(level, Err("did you mean `bridge`?".to_owned()));
        let ruleset = ruleset_id("precison").map_err(help);
        assert_eq!(ruleset, Err("did you mean `precision`?".to_owned()));
        let far = ruleset_id("go").map_err(help);
        assert!(far.is_err_and(|h| h.starts_with("rulesets: precision")));
    }

    #[test]
    fn a_named_folder_has_to_hold_data() {
        assert!(DataFolder::named(Path::new("/nonexistent-folder")).is_err());
        assert!(DataFolder::named(&std::env::temp_dir().join("..")).is_err());
        assert!(DataFolder::named(Path::new(env!("CARGO_MANIFEST_DIR"))).is_ok());
    }
}
