//! Names of the links, flags and expiries that this ruleset stores on combatants.

/// Link from a grabber to the creature it holds (MO-271).
pub const HOLD: &str = "hold";
/// Link from a rider to the creature it climbs on (MO-111).
pub const CLIMB: &str = "climb";

/// RP at the last refresh, less those lost unused: if fewer are left, some were spent (MO-158).
pub const RP_GIVEN: &str = "rp_given";
/// Round in which the combatant last took a held turn (MO-58).
pub const STEPPED_IN: &str = "stepped_in";

/// Expiry of conditions that last while their source keeps up a pin (MO-145).
pub const THE_PIN: &str = "the_pin";
/// Expiry of conditions that end when the order of the next round is set.
pub const ORDER: &str = "order";
