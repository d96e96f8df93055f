//! The source texts of content.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use files::{Problem, parse_ron, read_text};

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

/// The source texts of content. They do not count as content: all values compare equal.
#[derive(Clone)]
pub struct Origin<T>(Arc<T>);

impl<T: Clone> Origin<T> {
    /// Keeps a copy of these texts.
    pub fn of(texts: &T) -> Self {
        Self(Arc::new(texts.clone()))
    }

    /// A copy to change.
    pub fn copy(&self) -> T {
        (*self.0).clone()
    }
}

impl<T> PartialEq for Origin<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for Origin<T> {}

impl<T> fmt::Debug for Origin<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Origin")
    }
}

/// Parses a text. If that fails, returns `None` and adds a problem.
pub fn read_one<T: DeserializeOwned>(source: &Source, problems: &mut Vec<Problem>) -> Option<T> {
    parse_ron(&source.name, &source.text).map_err(|p| problems.push(p)).ok()
}
