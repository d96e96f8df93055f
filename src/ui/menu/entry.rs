//! Levels and rulesets in the menu's lists.

use std::path::{Path, PathBuf};

use crate::level::Level;

/// A level in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its name; the file name if it cannot be read.
    pub name: String,
    /// Its description.
    pub text: String,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// Why it cannot be played.
    pub problem: Option<String>,
}

impl LevelEntry {
    /// Reads a level file. If that fails, the description gives the reason.
    pub fn read(file: &Path) -> Self {
        let path = file.to_owned();
        match Level::load(file) {
            Ok(level) => Self {
                path,
                name: level.name.clone(),
                text: level.description.clone(),
                sides: level.sides.iter().map(|side| side.name.clone()).collect(),
                problem: None,
            },
            Err(problems) => Self {
                path,
                name: file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy().into_owned(),
                text: String::new(),
                sides: Vec::new(),
                problem: Some(
                    problems
                        .first()
                        .map_or_else(|| "cannot be read".to_owned(), |problem| problem.to_string()),
                ),
            },
        }
    }
}

/// A ruleset in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetEntry {
    /// Its id in the registry.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Its description.
    pub text: String,
    /// True if it is incomplete.
    pub in_the_making: bool,
}
