//! Names of meters, slots, conditions, flags and acts that several files share.

/// The track that harm lowers first (VG-221).
pub const DURABILITY: &str = "durability";
/// The track of harm beyond Durability (VG-225).
pub const HEALTH: &str = "health";
/// The track that counts down in Shock, in rounds (VG-235).
pub const SHOCK: &str = "shock";
/// The pool of actions left in a turn (VG-60).
pub const ACTIONS: &str = "actions";
/// The pool that reactions cost (VG-176).
pub const VIGOR: &str = "vigor";
/// The pool that spells cost (VG-188).
pub const MANA: &str = "mana";
/// The condition of a combatant out of breath (VG-178).
pub const WINDED: &str = "winded";
/// Flag: knocked down since it last began an act (VG-157).
pub const KNOCKED: &str = "knocked";
/// The condition of a combatant that defends itself (VG-68).
pub const DEFENDING: &str = "defending";
/// The condition of an intimidated combatant (VG-88).
pub const MENACED: &str = "menaced";
/// The condition of a combatant that knows a weak spot of its source (VG-87).
pub const WEAK_SPOT: &str = "weak_spot";
/// The slot of the weapon in hand.
pub const MAIN: &str = "main";
/// The slot of a second weapon at hand.
pub const SIDE: &str = "side";
/// The slot of worn armour.
pub const WORN: &str = "worn";
/// The slot of a shield.
pub const OFF: &str = "off";
/// Whether a weapon that must be reloaded is loaded.
pub const LOADED: &str = "loaded";
/// The meter of armour that wears out (VG-205).
pub const ARMOUR: &str = "armour";
/// The weapon that every combatant has.
pub const FIST: &str = "fist";
/// Bare hands after martial training (VG-265).
pub const TRAINED_FIST: &str = "trained_fist";
/// The flag of a combatant that was at Durability 0 in this battle, for the option (VG-229).
pub const WAS_WOUNDED: &str = "was_wounded";
/// Condition: one Challenge on all rolls.
pub const SHAKEN: &str = "shaken";
/// Condition: one Charge on the next action.
pub const HEARTENED: &str = "heartened";
/// Condition: one Charge on the next ranged attack this turn.
pub const STEADY: &str = "steady";
/// Condition: Speed reduced by its size.
pub const SLOWED: &str = "slowed";
/// Condition: Guard raised by its size.
pub const WARDED: &str = "warded";
/// Condition: Heroic Durability (VG-220).
pub const TITAN_SKIN: &str = "titan_skin";
/// Condition: burns in each Recovery.
pub const BURNING: &str = "burning";
/// Condition: no longer dying (VG-238).
pub const STABILISED: &str = "stabilised";
/// Condition: asleep until harmed (VG-377).
pub const UNCONSCIOUS: &str = "unconscious";
/// Condition: tied up (VG-56).
pub const BOUND: &str = "bound";
/// Condition: held fast (VG-56).
pub const PINNED: &str = "pinned";
/// The condition of armour that frost has made brittle (VG-252).
pub const BRITTLE: &str = "brittle";
/// The condition of a combatant charmed by its source (VG-86).
pub const CHARMED: &str = "charmed";
/// The condition of surprised combatants (VG-48).
pub const AMBUSHED: &str = "ambushed";
/// The condition of ambushers (VG-49).
pub const AMBUSHER: &str = "ambusher";
/// Flag: the watched direction, counted from 1 (VG-52).
pub const WATCH: &str = "watch";
/// The flag of a combatant that begins the battle hidden (VG-152).
pub const HIDDEN: &str = "hidden";
/// The flag of a combatant that begins the battle surprised (VG-47).
pub const SURPRISED: &str = "surprised";
/// The class of attacks in the history of a turn.
pub const ATTACK: &str = "attack";
/// The class of a Move in the history of a turn.
pub const MOVE: &str = "move";
/// The escape act, and the name of its move in the turn's history.
pub const ESCAPE: &str = "escape";
/// The act of standing up (VG-159).
pub const STAND: &str = "stand_up";
/// The act of defending oneself (VG-68).
pub const DEFEND: &str = "defend";
/// The standing order about a Dodge or any other defense of oneself.
pub const DODGE: &str = "dodge";
/// The standing order about defending an ally.
pub const GUARDIAN: &str = "guardian";
/// The standing order about taking an opening.
pub const OPENING: &str = "opening";
/// Condition: does not take part yet (VG-46).
pub const BYSTANDER: &str = "bystander";
/// The pool of carried draughts (VG-84).
pub const DRAUGHTS: &str = "draughts";
/// The pool of carried charges (VG-84).
pub const CHARGES: &str = "charges";
/// The flag of an initiative modifier (VG-42).
pub const INITIATIVE: &str = "initiative";
/// Flag: the weapon readied from the start, as an index among its weapons from 1 (VG-342).
pub const WATCH_WITH: &str = "watch_with";
/// The flag with the result of the die for a watched direction (VG-53).
pub const WATCH_DIE: &str = "watch_die";
/// The condition of a combatant that has reacted to an attack of its source, and cannot react to it
/// again (VG-96).
pub const ANSWERED: &str = "answered";
/// The standing order about readied acts.
pub const READY: &str = "ready";
/// The standing order about struggling against a force (VG-174).
pub const STRUGGLE: &str = "struggle";
/// The standing order about joining the fight (VG-46).
pub const JOIN: &str = "join";
/// The act of lying down (VG-166).
pub const LIE_DOWN: &str = "lie_down";
/// The act of giving up (VG-94).
pub const SURRENDER: &str = "surrender";
/// The item, and the act, of a placed charge (VG-84).
pub const PLACED_CHARGE: &str = "placed_charge";
