//! What odds are computed for: the opening, a command, or more.

use crate::command::Command;

/// One part of what odds are computed for.
#[derive(Clone, Copy, Debug)]
pub enum Play<'c> {
    /// Everything before the first decision of a battle, or before the next one.
    Opening,
    /// A command and its consequences. Other turns do not begin.
    Command(&'c Command),
    /// A command and everything up to the next decision: the end of the turn and of the round, the
    /// start of the next turn.
    Through(&'c Command),
}
