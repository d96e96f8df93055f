//! What every command works with, and how it ends.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::data::DataFolder;
use files::Problem;
use import::recognise_file;

use super::output::Output;
use super::problems::{ProblemJson, Weighted};

/// Shared context of a command.
pub(super) struct Session {
    /// The game's data.
    pub(super) data: DataFolder,
    /// Where results and messages go.
    pub(super) out: Output,
}

impl Session {
    /// The file of a level given by short name or path.
    ///
    /// # Errors
    /// If there is no such level, or the file is a map of another program.
    pub(super) fn level(&self, given: &str) -> Result<PathBuf, Problem> {
        let path = self.data.level(given)?;
        match foreign(&path) {
            Some(problem) => Err(problem),
            None => Ok(path),
        }
    }
}

/// Why a file is no level, if it is a map of another program.
pub(super) fn foreign(path: &Path) -> Option<Problem> {
    let words = recognise_file(path)?.words();
    let file = path.display().to_string();
    let help = format!("`highground import {file} -o LEVEL.ron` makes a level of it");
    Some(Problem::new(file, format!("this is {words}; needed: a level")).help(help))
}

/// Why a command has no result.
#[derive(Debug)]
pub(super) struct Failure(pub(super) Vec<Weighted>);

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self(vec![problem.into()])
    }
}

impl From<Vec<Problem>> for Failure {
    fn from(problems: Vec<Problem>) -> Self {
        Self(problems.into_iter().map(Weighted::from).collect())
    }
}

/// Whether all checks passed, or why there is no result.
pub(super) type Outcome = Result<bool, Failure>;

/// Output of `--json` for a command without a result.
#[derive(Serialize)]
pub(super) struct FailureJson {
    /// Always false.
    pub(super) ok: bool,
    /// What went wrong.
    pub(super) problems: Vec<ProblemJson>,
}
