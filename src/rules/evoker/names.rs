//! Names of conditions, pools, slots, flags and questions.

use grid::Hm;

/// Its name in commands.
pub const ALL_OUT: &str = "all_out_attack";
/// The flag of a unit that starts hidden and has not made its test yet.
pub const IN_WAIT: &str = "in_wait";
/// The facts of a deep analysis.
pub const DEEP: [&str; 3] = ["wounds", "scores", "traits"];
/// The flag of a unit for which a side does not know [`DEEP`] facts.
pub const VEILED: &str = "veiled";
/// Suffocating; its size counts the rounds without air, for an unconscious unit as if it had used
/// up its breath first (EV-398, EV-401).
pub const BREATHLESS: &str = "breathless";
/// The standing order about Chance Attacks.
pub const CHANCE: &str = "chance_attack";
/// The standing order about leaving melee.
pub const LEAVE: &str = "disengage";
/// Its name in commands.
pub const CHARGE: &str = "charge";
/// The standing order about the choice after an initiative tie.
pub const TIE: &str = "initiative_tie";
/// May not oppose attacks (EV-361).
pub const STAGGERED: &str = "staggered";
/// Has run (EV-208, EV-209).
pub const RUNNING: &str = "running";
/// The next test is easier (EV-202).
pub const FOCUSED: &str = "focused";
/// An injury of a part of the body (EV-291).
pub const INJURED: &str = "injured";
/// Remaining Heavy Wounds, which determine the row of an injury.
pub const ROW: &str = "row";
/// Defending itself (EV-189).
pub const DEFENDING: &str = "defending";
/// Attack tests are harder (EV-174).
pub const WEAKENED: &str = "weakened";
/// Hindered by a hex (EV-72).
pub const HOBBLED: &str = "hobbled";
/// Has additional armour (EV-196).
pub const WARDED: &str = "warded";
/// Resists fire.
pub const FIRE_GUARDED: &str = "fire_guarded";
/// Its Moves go farther.
pub const SWIFT: &str = "swift";
/// Evades and perceives worse (EV-184).
pub const DISTRACTED: &str = "distracted";
/// Drawn to the unit that taunted it (EV-185).
pub const TAUNTED: &str = "taunted";
/// Attacks worse near the unit that scared it (EV-187).
pub const SCARED: &str = "scared";
/// Held by another (EV-171).
pub const GRAPPLED: &str = "grappled";
/// Bound by a spell (EV-410).
pub const BOUND: &str = "bound";
/// Degrees of the caster that bound it, and of a grip.
pub const DEGREES: &str = "degrees";
/// Blood Loss (EV-390).
pub const BLEEDING: &str = "bleeding";
/// Has made a Chance Attack (EV-254).
pub const STRUCK_OUT: &str = "struck_out";
/// Leaving this enemy is settled (EV-62).
pub const DISENGAGED: &str = "disengaged";
/// Decayed Toughness, by its size (EV-392).
pub const DECAYED: &str = "decayed";
/// Fate makes the next test easier (EV-348).
pub const FATED: &str = "fated";
/// A friend's authority makes the next test easier (EV-197).
pub const CULTIVATED: &str = "cultivated";
/// Friends of the speaker strike it more easily (EV-199).
pub const INCITED: &str = "incited";
/// Another unit takes the next blow for it (EV-191).
pub const PROTECTED: &str = "protected";
/// Under covering fire (EV-193).
pub const COVERED: &str = "covered";
/// Ignores the injury of this part of the body (EV-355).
pub const NUMBED: &str = "numbed";
/// Is surprised (EV-42).
pub const SURPRISED: &str = "surprised";
/// Another unit may make it roll again (EV-188).
pub const READ: &str = "read";
/// Encouraged against Despair and Panic (EV-198).
pub const INSPIRED: &str = "inspired";
/// The next attack is easier (EV-215).
pub const EDGED: &str = "edged";
/// Flees in its next turn (EV-383).
pub const FLEEING: &str = "fleeing";
/// Still has weapons to strike with in an attack with all of them (EV-29, EV-173).
pub const FLURRY: &str = "flurry";
/// Still has extra wounds to deal (EV-146).
pub const BURSTING: &str = "bursting";
/// Brainwashed (EV-374).
pub const BRAINWASHED: &str = "brainwashed";
/// Thrown over an edge: nothing softens its fall (EV-105).
pub const THROWN: &str = "thrown";
/// The flag of a unit that moves against its will (EV-64).
pub const DRIVEN: &str = "driven";
/// Its own turn continues after its extra acts (EV-51).
pub const CLOSING: &str = "closing";
/// Ailments that the code refers to by name.
pub const BURNING: &str = "burning";
/// See EV-367.
pub const DIZZY: &str = "dizzy";
/// See EV-368.
pub const FROZEN: &str = "frozen";
/// See EV-370.
pub const SHOCKED: &str = "shocked";
/// See EV-371.
pub const DROWSED: &str = "drowsed";
/// See EV-372.
pub const STUNNED: &str = "stunned";
/// See EV-373.
pub const AMNESIAC: &str = "amnesiac";
/// See EV-375.
pub const CONFUSED: &str = "confused";
/// See EV-378.
pub const DESPAIRED: &str = "despaired";
/// See EV-379.
pub const ENRAGED: &str = "enraged";
/// See EV-382.
pub const PANICKED: &str = "panicked";
/// See EV-385.
pub const CONDEMNED: &str = "condemned";
/// See EV-386.
pub const DAMNED: &str = "damned";
/// The event that ends conditions lasting until a unit's next turn (EV-49).
pub const OWN_TURN: &str = "own_turn";
/// The event that ends conditions lasting until a unit's next test (EV-202).
pub const NEXT_TEST: &str = "next_test";
/// The act of shaking off despair, also in the history of a turn.
pub const RALLY: &str = "rally";
/// The act of changing Personas, also in the history of a turn.
pub const SWAP_PERSONA: &str = "swap_persona";
/// Its name in commands.
pub const DELAY: &str = "delay";
/// The flag counting the acts of a unit that others have waited for (EV-207).
pub const FINISHED: &str = "finished";
/// The standing order about delayed acts.
pub const DELAYED: &str = "delayed_act";
/// Flag: its turn was interrupted and continues later.
pub const BROKEN_INTO: &str = "broken_into";
/// The flag of a unit that could not act when its turn began: 1 plus its action points then.
pub const BARRED: &str = "barred";
/// The talent of flyers.
pub const FLYER: &str = "flyer";
/// Falls one band per round (EV-121).
pub const FALLING: &str = "falling";
/// Has changed its band in one of its Basic Moves (EV-119).
pub const BANDED: &str = "banded";
/// The standing order about following a push.
pub const FOLLOW: &str = "follow_push";
/// The standing order about blocking Heavy Wounds with Fate.
pub const BLOCK: &str = "fate_block";
/// The standing order about choosing the ailment for a Technical Hit.
pub const TECHNICAL: &str = "technical";
/// The variant with extra wounds (EV-140).
pub const BURST: &str = "burst";
/// Moves at full speed everywhere (EV-90, EV-95, EV-108).
pub const HURRYING: &str = "hurrying";
/// Progress of a climb, swim, crossing or sneak in one of its Basic Moves: the remaining hindrance.
pub const PACES: [&str; 4] = ["climb_pace", "swim_pace", "cross_pace", "sneak_pace"];
/// May soften its fall (EV-105).
pub const CUSHIONED: &str = "cushioned";
/// The flag counting the Basic Moves that a unit has bought.
pub const LEG: &str = "leg";
/// The variant of a walk that buys no more metres because its test failed.
pub const AS_FAR: &str = "as_far";
/// Under water (EV-96).
pub const SUBMERGED: &str = "submerged";
/// Metres of open ground just covered (EV-100).
pub const RUN_UP: &str = "run_up";
/// Has jumped up in a Basic Move (EV-102).
pub const JUMPED: &str = "jumped";
/// The flags counting the Basic Moves that have cost a unit Stress, and the same for the run-up of
/// a charge (EV-309).
pub const LIMPED: [&str; 2] = ["limped", "limped_in_charge"];
/// Number of the first Basic Move of a charge's run-up (EV-166).
pub const OWN_LEG: i64 = 1_000_000;
/// The talent of animals that bear riders.
pub const MOUNT: &str = "mount";
/// The variant for finding a charge's run-up: one separate Basic Move (EV-166).
pub const RUN_UP_ONLY: &str = "charge_run_up";
/// The variant of the run-up itself.
pub const RUN_UP_WALK: &str = "charge_run";
/// The tracks of wounds, starting with the lightest (EV-258); Personas have meters of the same
/// names.
pub const WOUNDS: [&str; 3] = ["light", "heavy", "deadly"];
/// The track that wounds raise (EV-259 to EV-261).
pub const STRESS: &str = "stress";
/// Maximum Stress of a unit.
pub const MAX_STRESS: i32 = 200;
/// Minimum Stress beyond Toughness that exhausts a unit (EV-396).
pub const EXHAUSTED: i32 = 20;
/// The pool of action points (EV-26).
pub const AP: &str = "ap";
/// The pool of metres left of Moves (EV-27).
pub const METRES: &str = "metres";
/// The pool that pays for powers.
pub const SPIRIT: &str = "spirit";
/// The pool that pays for powers of the body.
pub const EXERTION: &str = "exertion";
/// The pool of Fate Points (EV-347).
pub const FATE: &str = "fate";
/// The meter of weapons with ammunition (EV-125).
pub const AMMO: &str = "ammo";
/// A bonus to initiative from the level (EV-35).
pub const BONUS: &str = "initiative";
/// The name of an extra act.
pub const ONE_MORE: &str = "one_more";
/// Slots of held items: two hands, and more for bodies with more limbs.
pub const HELD: [&str; 4] = ["main", "off", "third", "fourth"];
/// Slots of other items at hand.
pub const CARRIED: [&str; 4] = ["side", "spare", "back", "pack"];
/// Acts with both hands.
pub const BOTH_HANDS: &str = "both";
/// The standing order about rerolling a failed test.
pub const REROLL: &str = "fate_reroll";
/// Fate has ended its staggering by an attack that is still being resolved.
pub const RISEN: &str = "risen";
/// The Spirit and Exertion of its delayed act are already paid: 1 while it waits, 2 while the act
/// is carried out (EV-204).
pub const PAID: &str = "paid_ahead";
/// The standing order about making a test easier with Fate before it is rolled.
pub const EASIER: &str = "fate_test";
/// The standing order about how to evade (EV-22).
pub const EVADE: &str = "evasion";
/// The standing order about making an enemy reroll after reading it (EV-188).
pub const READING: &str = "battle_reading";
/// Minimum height difference of the feet, in half metres, at which units are out of melee reach,
/// for a reach of 1 m (EV-58).
pub const BESIDE: Hm = Hm(3);
/// Hidden; its size is the number of degrees that searchers must beat (EV-75).
pub const HIDDEN: &str = "hidden";
/// Enemies have reason to search for it (EV-77).
pub const SUSPECTED: &str = "suspected";
/// This enemy has already looked for it in this Move (EV-78).
pub const LOOKED: &str = "looked";
/// Strikes from hiding (EV-81).
pub const LURKING: &str = "lurking";
/// The next door it opens makes no noise (EV-88).
pub const QUIET: &str = "quiet";
/// The act of attacking with everything held (EV-173).
pub const ALL_WEAPONS: &str = "all_weapons";
/// The standing order about stemming one's own bleeding.
pub const STEM: &str = "stem";
/// The standing order about distributing a Burst.
pub const SPREAD: &str = "burst";
/// Data of a condition: the turn in which it began.
pub const TURN: &str = "turn";
/// Data of Focus: the part of it that was gained in the turn of [`TURN`].
pub const RECENT: &str = "recent";
/// The flag of a unit in flight: the action points that it keeps (EV-383).
pub const SPARED: &str = "spared";
/// Condition data: index of the weapon at which the rest of an attack continues.
pub const FROM: &str = "from";
/// The round in which it last acted offensively (EV-77).
pub const STRUCK_ROUND: &str = "struck_round";
