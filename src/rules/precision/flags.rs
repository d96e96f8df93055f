//! Named counters of combatants and sides.

/// Set while a side is ambushed, for one round (PR-297).
pub const AMBUSHED: &str = "ambushed";
/// Set when a side is ambushed mid-round; it counts from the next round on (PR-303).
pub const AMBUSH_COMING: &str = "ambush_coming";
/// Set when a side offers a truce (PR-381).
pub const TRUCE: &str = "offers_truce";
/// Set when a side means to lay down its arms (PR-381).
pub const YIELD: &str = "lays_down_arms";
/// Set when a side means to agree on another order (PR-40, PR-384).
pub const REORDER: &str = "agrees_on_order";

/// Agreed place among allies of the same initiative (PR-39, PR-40); 0 without an agreement.
pub const ALLY_ORDER: &str = "ally_order";
/// Number of consecutive end phases spent unconscious (PR-189).
pub const DOWN_ROUNDS: &str = "down_rounds";
/// Total damage taken in the battle, for the option of PR-185.
pub const DAMAGE_TAKEN: &str = "damage_taken";
/// Damage of the heaviest single hit, for the option of PR-185.
pub const HEAVIEST_BLOW: &str = "heaviest_blow";
/// [`DAMAGE_TAKEN`] of a transformed unit in its own body (PR-328).
pub const OWN_DAMAGE_TAKEN: &str = "own_damage_taken";
/// [`HEAVIEST_BLOW`] of a transformed unit in its own body (PR-328).
pub const OWN_HEAVIEST_BLOW: &str = "own_heaviest_blow";
/// Set when first aid has already passed the next death save (PR-364).
pub const SAVE_PASSED: &str = "save_passed";
/// Set if an unconscious unit has surrendered: it will be out of the fight when it wakes (PR-383).
pub const GAVE_UP: &str = "gave_up";
/// Set when the next standing up is free (PR-363).
pub const FREE_STANDING: &str = "free_standing";
/// Number of draughts carried (PR-373).
pub const DRAUGHTS: &str = "draughts";
/// Number of flasks to throw carried (PR-456).
pub const FLASKS: &str = "flasks";
/// Set while the weapon is unloaded (PR-366).
pub const UNLOADED: &str = "unloaded";
/// Set while in a form imposed by another unit: its bearer cannot end it by choice.
pub const FORCED: &str = "forced_form";
/// The round in which a minion was called.
pub const CALLED: &str = "called_in_round";
