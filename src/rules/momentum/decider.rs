//! Who decides for a unit, and which unit is asked first.

use std::cmp::Reverse;

use grid::{SideId, UnitId};
use rules::state::{State, Unit};

/// The side that decides for a unit, also in its reactions: its own, or that of its controller
/// (MO-278).
pub fn of(state: &State, unit: &Unit) -> SideId {
    state.commander(unit.id()).unwrap_or(unit.side())
}

/// Sort key of units that answer one event: from high to low Initiative, equals in turn order.
/// Acting first or last moves a slot in the turn order and leaves the Initiative as it is (MO-362,
/// MO-436).
pub fn rank(state: &State, unit: UnitId) -> (Reverse<i32>, usize) {
    let slots = &state.scene.clock.slots;
    let place = slots.iter().position(|slot| slot.members.contains(&unit));
    let value = place.and_then(|at| slots.get(at)).map_or(i32::MIN, |slot| slot.value);
    (Reverse(value), place.unwrap_or(usize::MAX))
}

/// All units of the turn order, from high to low Initiative (MO-362).
pub fn by_initiative(state: &State) -> Vec<UnitId> {
    let slots = state.scene.clock.slots.iter();
    let mut all: Vec<UnitId> = slots.flat_map(|slot| slot.members.iter().copied()).collect();
    all.sort_by_key(|id| rank(state, *id));
    all
}
