//! What plans promise, to explain decisions.

use rules::Command;

/// A plan that was played out, and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promise {
    /// The command it begins with.
    pub command: Command,
    /// The act to follow it in the same turn.
    pub then: Option<Command>,
    /// What it changes for the side's own combatants and goals on average, in thousandths of a life.
    pub own: i64,
    /// What it changes for the other sides.
    pub theirs: i64,
}
