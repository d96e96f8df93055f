//! Faults of steps read from files.

/// Why a step read from a file cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// It matches no step of the ruleset.
    #[error("a pending step is unknown to the ruleset: {0}")]
    Unreadable(String),
    /// It belongs to another ruleset, or is not converted yet.
    #[error("the step `{0}` does not belong to the ruleset")]
    Foreign(String),
}
