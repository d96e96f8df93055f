//! The source texts of content.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::files::{Problem, parse_ron, read_text};

/// A text and its name in messages.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name in messages.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// Reads the text of a file. If that fails, the text is empty and a problem is added.
    pub fn read(path: &Path, problems: &mut Vec<Problem>) -> Self {
        let text = read_text(path).map_err(|p| problems.push(p)).unwrap_or_default();
        Self { name: path.display().to_string(), text }
    }
}

/// Parses a text. If that fails, returns `None` and adds a problem.
pub fn read_one<T: DeserializeOwned>(source: &Source, problems: &mut Vec<Problem>) -> Option<T> {
    parse_ron(&source.name, &source.text).map_err(|p| problems.push(p)).ok()
}
