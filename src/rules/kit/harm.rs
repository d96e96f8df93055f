//! Damage on its way to a combatant.

use crate::rules::state::Unit;
use crate::rules::{Key, Sum};

/// Damage to one combatant.
pub struct Harm<'a> {
    /// ID of the act, weapon or hazard behind it.
    pub act: &'a Key,
    /// The attacker, if any.
    pub by: Option<&'a Unit>,
    /// Its terms, points.
    pub sum: Sum,
}
