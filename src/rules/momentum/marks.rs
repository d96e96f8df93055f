//! The names under which combatants keep ties, numbers and what ends by a name.

/// The tie of one who grabs to whom it holds (MO-271).
pub const HOLD: &str = "hold";
/// The tie of one who climbs on another to whom it climbs on (MO-111).
pub const CLIMB: &str = "climb";

/// The RP that a combatant last got: fewer mean that some were used (MO-158).
pub const RP_GIVEN: &str = "rp_given";
/// The round in which a combatant last took a turn that it had held (MO-58).
pub const STEPPED_IN: &str = "stepped_in";

/// Conditions that end by this name are kept up by the one who caused them (MO-145).
pub const THE_PIN: &str = "the_pin";
/// Conditions that end by this name end when the order of the next round is fixed.
pub const ORDER: &str = "order";
