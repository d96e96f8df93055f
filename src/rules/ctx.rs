//! The context of a rule: the battle and its geometry.

use grid::{Field, UnitId};

use super::state::{State, Unit};
use super::step::FrameId;

/// What rules can read: the battle and the geometry of its current state.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    /// The battle.
    pub state: &'a State,
    /// The geometry of the board with all combatants at their current positions.
    pub field: &'a Field<'a>,
    /// The ID of the running step; meaningless while nothing runs.
    pub frame: FrameId,
}

impl<'a> Ctx<'a> {
    /// The combatant with this ID.
    #[inline]
    pub fn unit(&self, id: UnitId) -> Option<&'a Unit> {
        self.state.unit(id)
    }
}
