//! Names of the links, flags and expiries that this ruleset stores on combatants and the scene.

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind};
use rules::state::State;

/// Link from a grabber to the creature it holds (MO-271).
pub const GRAB_LINK: &str = "hold";
/// Link from a rider to the creature it climbs on (MO-111).
pub const CLIMB_LINK: &str = "climb";

/// RP at the last refresh, less those lost unused: if fewer are left, some were spent (MO-158).
pub const RP_GIVEN: &str = "rp_given";
/// Round in which the combatant last took a held turn (MO-58).
pub const STEPPED_IN: &str = "stepped_in";

/// Flag of the scene: the last combatant that acts first in this round, as its number plus 1
/// (MO-52).
pub const LAST_OF_FIRST: &str = "last_of_first";
/// Flag of the scene: the first combatant forced last in this round, as its number plus 1 (MO-53).
pub const FIRST_OF_LAST: &str = "first_of_last";
/// Flag of the scene: the round in which things burned before others had acted (MO-444).
pub const BURNED: &str = "burned";

/// Expiry of conditions that last while their source keeps up a pin (MO-145).
pub const THE_PIN: &str = "the_pin";
/// Expiry of conditions that end when the order of the next round is set.
pub const ORDER: &str = "order";

/// The event that sets a flag of the scene; `None` if it has that value.
pub fn set(state: &State, id: &'static str, to: i64, rule: &'static str) -> Option<Event> {
    let from = state.scene.flags.get(id);
    let what = EventKind::Flag { unit: None, id: Key::of(id), from, to };
    (from != to).then(|| Event::new(what, &[rule]))
}

/// The slot of the combatant whose number plus 1 is in this flag of the scene.
pub fn slot_of(state: &State, id: &str) -> Option<usize> {
    let unit = u32::try_from(state.scene.flags.get(id) - 1).ok().map(UnitId)?;
    state.scene.clock.slots.iter().position(|slot| slot.members.contains(&unit))
}

/// True if things have burned before the end of this round: Initiative 0 is over (MO-444).
pub fn have_burned(state: &State) -> bool {
    state.scene.flags.get(BURNED) == i64::from(state.scene.clock.round)
}
