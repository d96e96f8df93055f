//! Whole files, each feature of each format, and hostile ones.

mod foundry;
mod hostile;
pub(crate) mod samples;
mod saving;
mod tiled;
mod uvtt;

use std::path::{Path, PathBuf};

use grid::{Cell, Dir, Edge, EdgeAt};
use level::{Build, Level, Severity};

use super::{ImportError, Imported, import};

/// An imported map. Every one must be valid, and read back as it was written.
fn made(text: &str, folder: Option<&Path>) -> Imported {
    let made = import(text.as_bytes(), folder, "map").unwrap_or_else(|e| panic!("{e}: {text}"));
    assert_valid(&made);
    made
}

fn assert_valid(made: &Imported) {
    let findings = made.level.inspect(Build::usual);
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<&level::Finding>::new());
    assert_eq!(Level::parse("map.ron", &made.level.to_text()).as_ref(), Ok(&made.level));
}

fn refused(text: &str) -> ImportError {
    import(text.as_bytes(), None, "map").unwrap_err()
}

fn edge(level: &Level, x: i16, y: i16, side: Dir) -> Option<Edge> {
    level.edges.get(&EdgeAt::ground(Cell::new(x, y), side).canonical()).copied()
}

fn has_note(made: &Imported, part: &str) -> bool {
    made.notes.iter().any(|note| note.contains(part))
}

/// A temporary folder, removed at the end of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("highground-import-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
