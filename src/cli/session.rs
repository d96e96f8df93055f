//! What every command works with, and how it ends.

use serde::Serialize;

use crate::data::DataFolder;
use files::Problem;

use super::output::Output;
use super::problems::{ProblemJson, Weighted};

/// Shared context of a command.
pub(super) struct Session {
    /// The game's data.
    pub(super) data: DataFolder,
    /// Where results and messages go.
    pub(super) out: Output,
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
