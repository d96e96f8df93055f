//! Who decides for a unit.

use grid::SideId;
use rules::state::{State, Unit};

/// The side that decides for a unit, also in its reactions: its own, or that of its controller
/// (MO-278).
pub fn of(state: &State, unit: &Unit) -> SideId {
    state.commander(unit.id()).unwrap_or(unit.side())
}
