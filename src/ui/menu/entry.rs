//! One level of the menu's list.

use std::path::{Path, PathBuf};

use crate::level::Level;

/// One level of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelEntry {
    /// Its file.
    pub path: PathBuf,
    /// Its name; the file's if it cannot be read.
    pub name: String,
    /// What it is about.
    pub text: String,
    /// The names of its sides.
    pub sides: Vec<String>,
    /// Why it cannot be played, if it cannot.
    pub problem: Option<String>,
}

impl LevelEntry {
    /// The entry of a file; if it cannot be read, with the reason in place of its description.
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
                    problems.first().map_or_else(
                        || "it cannot be read".to_owned(),
                        |problem| problem.to_string(),
                    ),
                ),
            },
        }
    }
}
