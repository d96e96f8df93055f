//! The texts that content is read from.

use std::path::Path;

use serde::de::DeserializeOwned;

use crate::files::{Problem, parse_ron, read_text};

/// A text and the name under which messages speak of it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name for messages.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// The text of a file. One that cannot be read is empty, with a problem more.
    pub fn read(path: &Path, problems: &mut Vec<Problem>) -> Self {
        let text = read_text(path).map_err(|p| problems.push(p)).unwrap_or_default();
        Self { name: path.display().to_string(), text }
    }
}

/// What a text holds; nothing, with a problem more, if it cannot be read.
pub fn read_one<T: DeserializeOwned>(source: &Source, problems: &mut Vec<Problem>) -> Option<T> {
    parse_ron(&source.name, &source.text).map_err(|p| problems.push(p)).ok()
}
