//! The small numbers that combatants and sides keep by name.

/// The flag of a side that is ambushed in this round (PR-297).
pub const AMBUSHED: &str = "ambushed";
/// The flag of a side that was ambushed during the round: it counts from the next one on (PR-303).
pub const AMBUSH_COMING: &str = "ambush_coming";
/// The flag of a side that offers a truce (PR-381).
pub const TRUCE: &str = "offers_truce";
/// The flag of a side that means to lay down its arms (PR-381).
pub const YIELD: &str = "lays_down_arms";
/// The flag of a side that means to agree on another order (PR-40, PR-384).
pub const REORDER: &str = "agrees_on_order";

/// The flag of a place agreed among allies of the same initiative (PR-39, PR-40).
pub const ALLY_ORDER: &str = "ally_order";
/// The flag that counts consecutive end phases spent unconscious (PR-189).
pub const DOWN_ROUNDS: &str = "down_rounds";
/// The flag that sums up the damage of the battle, for the option of PR-185.
pub const DAMAGE_TAKEN: &str = "damage_taken";
/// The flag of the heaviest single blow, for the option of PR-185.
pub const HEAVIEST_BLOW: &str = "heaviest_blow";
/// The flag of a death save already won by first aid (PR-364).
pub const SAVE_PASSED: &str = "save_passed";
/// The flag of one who had surrendered when it fell unconscious (PR-383).
pub const GAVE_UP: &str = "gave_up";
/// The flag of one whose next standing up is free (PR-363).
pub const FREE_STANDING: &str = "free_standing";
/// The flag that counts the draughts somebody carries (PR-373).
pub const DRAUGHTS: &str = "draughts";
/// The flag of an unloaded weapon (PR-366).
pub const UNLOADED: &str = "unloaded";
/// The flag of one whose form was forced upon it: it cannot give it up by choice.
pub const FORCED: &str = "forced_form";
/// The flag of a minion that keeps the round in which it was called.
pub const CALLED: &str = "called_in_round";
