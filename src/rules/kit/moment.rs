//! A ruleset's content at one moment of a battle.

use crate::ruleset::Ctx;

/// What a rule reads: the content, and the battle as it is.
pub struct Moment<'a, C> {
    /// The content.
    pub content: &'a C,
    /// The battle and its board.
    pub ctx: Ctx<'a>,
}

impl<C> Clone for Moment<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Moment<'_, C> {}
