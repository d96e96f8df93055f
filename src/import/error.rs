//! Why a map cannot become a level.

use files::{At, Problem};
use grid::MAX_SIDE;
use level::MIN_SIDE;

/// Why a map cannot become a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportError {
    /// Not a map in a known format.
    #[error(
        "this is no map that can be imported; allowed: Universal VTT (.dd2vtt, .uvtt, .df2vtt), \
         scenes of Foundry VTT (.json), maps of Tiled (.tmx, .tmj)"
    )]
    Unknown,
    /// A relative of a known format.
    #[error("this is {found}; needed: {needed}")]
    Other {
        /// What was found.
        found: &'static str,
        /// What is allowed.
        needed: &'static str,
    },
    /// The file is too large.
    #[error("the file has {mib} MiB; allowed: {limit} MiB")]
    TooLarge {
        /// Its size.
        mib: u64,
        /// The limit.
        limit: u64,
    },
    /// The text cannot be read.
    #[error("{message}")]
    Text {
        /// Where.
        at: Option<At>,
        /// What was found.
        message: String,
    },
    /// A value is missing or out of range.
    #[error("`{field}` is {found}; allowed: {allowed}")]
    Value {
        /// Its place in the file.
        field: String,
        /// What was found.
        found: String,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The map has too few or too many cells.
    #[error(
        "the map has {columns} x {rows} cells; allowed: {MIN_SIDE} x {MIN_SIDE} to \
         {MAX_SIDE} x {MAX_SIDE}"
    )]
    Size {
        /// Its columns.
        columns: u64,
        /// Its rows.
        rows: u64,
    },
    /// A file that the map needs cannot be read.
    #[error("{file}: {message}")]
    Beside {
        /// The file.
        file: String,
        /// Why.
        message: String,
    },
    /// The finished level has an error.
    #[error("the map makes no valid level: {0}")]
    Invalid(String),
}

impl ImportError {
    /// The error as a problem of a file.
    pub fn problem(&self, file: &str) -> Problem {
        let problem = Problem::new(file, self.to_string());
        match self {
            Self::Text { at: Some(at), .. } => problem.at(at.line, at.column),
            Self::Size { columns, rows } if *columns.max(rows) > u64::from(MAX_SIDE) => {
                problem.help("cut the map into smaller ones")
            }
            _ => problem,
        }
    }
}
