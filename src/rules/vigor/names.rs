//! Names of meters, slots, conditions, flags and acts that several files share.

// Tracks and pools.

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
/// The pool of carried draughts (VG-84).
pub const DRAUGHTS: &str = "draughts";
/// The pool of carried charges (VG-84).
pub const CHARGES: &str = "charges";

// Slots, items and their meters.

/// The slot of the weapon in hand.
pub const MAIN: &str = "main";
/// The slot of a second weapon, in the other hand or at the belt.
pub const SIDE: &str = "side";
/// The slot of worn armour.
pub const WORN: &str = "worn";
/// The slot of a shield.
pub const OFF: &str = "off";
/// The meter of a weapon that must be reloaded: 1 if it is loaded (VG-93).
pub const LOADED: &str = "loaded";
/// The meter of armour that wears out (VG-205).
pub const ARMOUR: &str = "armour";
/// The weapon of bare hands (VG-264).
pub const FIST: &str = "fist";
/// The weapon of bare hands after martial training (VG-265).
pub const TRAINED_FIST: &str = "trained_fist";
/// The item, and the act, of a placed charge (VG-84).
pub const PLACED_CHARGE: &str = "placed_charge";

// Conditions.

/// Out of breath: no actions (VG-178).
pub const WINDED: &str = "winded";
/// Defenses cost less Vigor (VG-68).
pub const DEFENDING: &str = "defending";
/// One Challenge on all rolls, by intimidation (VG-88).
pub const MENACED: &str = "menaced";
/// One Challenge on all rolls, by a spell or a din (VG-255).
pub const SHAKEN: &str = "shaken";
/// Does not attack its source (VG-86).
pub const CHARMED: &str = "charmed";
/// Knows a weak spot of its source (VG-87).
pub const WEAK_SPOT: &str = "weak_spot";
/// One Charge on the next action.
pub const HEARTENED: &str = "heartened";
/// One Charge on the next ranged attack this turn.
pub const STEADY: &str = "steady";
/// Speed is reduced by its size.
pub const SLOWED: &str = "slowed";
/// Guard is raised by its size.
pub const WARDED: &str = "warded";
/// Heroic Durability (VG-220).
pub const TITAN_SKIN: &str = "titan_skin";
/// Burns in each Recovery (VG-260).
pub const BURNING: &str = "burning";
/// Frost has made its worn armour brittle (VG-252).
pub const BRITTLE: &str = "brittle";
/// In Shock, but no longer dying (VG-238).
pub const STABILISED: &str = "stabilised";
/// Asleep until harmed (VG-377).
pub const UNCONSCIOUS: &str = "unconscious";
/// Tied up (VG-56).
pub const BOUND: &str = "bound";
/// Held fast by its source (VG-56).
pub const PINNED: &str = "pinned";
/// Surprised: one action in its first turn (VG-48).
pub const AMBUSHED: &str = "ambushed";
/// Lay in wait: one more action in its first turn (VG-49).
pub const AMBUSHER: &str = "ambusher";
/// Does not take part yet (VG-46).
pub const BYSTANDER: &str = "bystander";
/// Has reacted to an attack of its source, and cannot react to it again (VG-96).
pub const ANSWERED: &str = "answered";

// Flags.

/// Knocked down since it last began an act (VG-157).
pub const KNOCKED: &str = "knocked";
/// Was at Durability 0 in this battle; for an option (VG-229).
pub const WAS_WOUNDED: &str = "was_wounded";
/// The watched direction, counted from 1; 0 for none (VG-52).
pub const WATCH: &str = "watch";
/// The weapon readied from the start, as an index among its weapons from 1 (VG-342).
pub const WATCH_WITH: &str = "watch_with";
/// The result of the die for a watched direction (VG-53).
pub const WATCH_DIE: &str = "watch_die";
/// Begins the battle hidden (VG-152).
pub const HIDDEN: &str = "hidden";
/// Begins the battle surprised (VG-47).
pub const SURPRISED: &str = "surprised";
/// The initiative modifier (VG-42).
pub const INITIATIVE: &str = "initiative";

// Acts, and classes of acts in a turn's history.

/// The class of attacks.
pub const ATTACK: &str = "attack";
/// The class of Moves, and the act of a Move.
pub const MOVE: &str = "move";
/// The act of escaping, and the name of its move in the history (VG-71).
pub const ESCAPE: &str = "escape";
/// The act of standing up (VG-159).
pub const STAND: &str = "stand_up";
/// The act of defending oneself (VG-68).
pub const DEFEND: &str = "defend";
/// The act of lying down (VG-166).
pub const LIE_DOWN: &str = "lie_down";
/// The act of giving up (VG-94).
pub const SURRENDER: &str = "surrender";

// Standing orders.

/// About a Dodge or any other defense of oneself.
pub const DODGE: &str = "dodge";
/// About defending an ally.
pub const GUARDIAN: &str = "guardian";
/// About taking an opening.
pub const OPENING: &str = "opening";
/// About readied acts; also the act of readying one.
pub const READY: &str = "ready";
/// About struggling against a force (VG-174).
pub const STRUGGLE: &str = "struggle";
/// About joining the fight (VG-46).
pub const JOIN: &str = "join";
