//! A combatant with the content and the typed sheet behind its numbers.

use std::any::Any;

use crate::state::Unit;

/// A combatant under a ruleset: `C` is the content, `S` the typed sheet. Each ruleset implements
/// its numbers on this type.
#[derive(Debug)]
pub struct Numbers<'a, C, S> {
    /// The content.
    pub content: &'a C,
    /// The combatant.
    pub unit: &'a Unit,
    /// Its typed sheet.
    pub sheet: &'a S,
}

impl<C, S> Copy for Numbers<'_, C, S> {}

impl<C, S> Clone for Numbers<'_, C, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, C, S: Any + Send + Sync> Numbers<'a, C, S> {
    /// The numbers of a combatant; `None` if its sheet is not of this ruleset.
    pub fn of(content: &'a C, unit: &'a Unit) -> Option<Self> {
        unit.form.sheet.get::<S>().map(|sheet| Self { content, unit, sheet })
    }
}
