//! Damage on its way to a combatant.

use crate::state::Unit;
use crate::{Key, Sum};

/// Damage to one combatant.
pub struct Harm<'a> {
    /// ID of the act, weapon or hazard behind it.
    pub act: &'a Key,
    /// The attacker, if any.
    pub by: Option<&'a Unit>,
    /// Its terms, points.
    pub sum: Sum,
}
