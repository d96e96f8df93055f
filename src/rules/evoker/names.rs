//! Names of conditions, pools, slots, flags and questions, below everything else.

use grid::Hm;

/// Its name in commands.
pub const ALL_OUT: &str = "all_out_attack";
/// A unit that starts hidden has yet to be tested for.
pub const IN_WAIT: &str = "in_wait";
/// What a deep look tells.
pub const DEEP: [&str; 3] = ["wounds", "scores", "traits"];
/// The flag of a unit of which a side does not know these.
pub const VEILED: &str = "veiled";
/// Its size counts the rounds without air (EV-398).
pub const BREATHLESS: &str = "breathless";
/// What standing orders call Chance Attacks.
pub const CHANCE: &str = "chance_attack";
/// What standing orders call the way of leaving melee.
pub const LEAVE: &str = "disengage";
/// Its name in commands.
pub const CHARGE: &str = "charge";
/// What standing orders call the choice after a tie of initiative.
pub const TIE: &str = "initiative_tie";
/// It may not oppose attacks (EV-361).
pub const STAGGERED: &str = "staggered";
/// It has run (EV-208, EV-209).
pub const RUNNING: &str = "running";
/// Its next test is easier (EV-202).
pub const FOCUSED: &str = "focused";
/// An injury of a part of the body (EV-291).
pub const INJURED: &str = "injured";
/// How many Heavy Wounds an injury has left.
pub const ROW: &str = "row";
/// It defends itself (EV-189).
pub const DEFENDING: &str = "defending";
/// Attack tests are harder (EV-174).
pub const WEAKENED: &str = "weakened";
/// It is hindered by a hex (EV-72).
pub const HOBBLED: &str = "hobbled";
/// It has more armour (EV-196).
pub const WARDED: &str = "warded";
/// It resists fire.
pub const FIRE_GUARDED: &str = "fire_guarded";
/// Its Moves go farther.
pub const SWIFT: &str = "swift";
/// It evades and perceives worse (EV-184).
pub const DISTRACTED: &str = "distracted";
/// It is drawn to whoever taunted it (EV-185).
pub const TAUNTED: &str = "taunted";
/// It attacks worse near whoever scared it (EV-187).
pub const SCARED: &str = "scared";
/// It is held by another (EV-171).
pub const GRAPPLED: &str = "grappled";
/// It is bound by a spell (EV-410).
pub const BOUND: &str = "bound";
/// Degrees of whoever bound it, and of a grip.
pub const DEGREES: &str = "degrees";
/// Blood Loss (EV-390).
pub const BLEEDING: &str = "bleeding";
/// It has made a Chance Attack (EV-254).
pub const STRUCK_OUT: &str = "struck_out";
/// It has settled leaving an enemy (EV-62).
pub const DISENGAGED: &str = "disengaged";
/// Its Toughness has decayed by that much (EV-392).
pub const DECAYED: &str = "decayed";
/// Fate makes its next test easier (EV-348).
pub const FATED: &str = "fated";
/// Its next test is easier by the authority of a friend (EV-197).
pub const CULTIVATED: &str = "cultivated";
/// Friends of whoever spoke strike it more easily (EV-199).
pub const INCITED: &str = "incited";
/// Another takes the next blow for it (EV-191).
pub const PROTECTED: &str = "protected";
/// It is under covering fire (EV-193).
pub const COVERED: &str = "covered";
/// It feels nothing of one injury (EV-355).
pub const NUMBED: &str = "numbed";
/// It is surprised (EV-42).
pub const SURPRISED: &str = "surprised";
/// Another may make it roll again (EV-188).
pub const READ: &str = "read";
/// It takes heart against Despair and Panic (EV-198).
pub const INSPIRED: &str = "inspired";
/// Its next attack is easier (EV-215).
pub const EDGED: &str = "edged";
/// It flees in its next turn (EV-383).
pub const FLEEING: &str = "fleeing";
/// It has weapons left to strike with in an attack with all of them (EV-29, EV-173).
pub const FLURRY: &str = "flurry";
/// It has extra wounds left to deal out (EV-146).
pub const BURSTING: &str = "bursting";
/// It is not its own master (EV-374).
pub const BRAINWASHED: &str = "brainwashed";
/// It was thrown over an edge: nothing softens its fall (EV-105).
pub const THROWN: &str = "thrown";
/// The flag of a unit that staggers on without a will of its own (EV-64).
pub const DRIVEN: &str = "driven";
/// Its own turn goes on behind its extra acts (EV-51).
pub const CLOSING: &str = "closing";
/// Ailments that code has to know by name.
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
/// What a condition until the next own turn waits for (EV-49).
pub const OWN_TURN: &str = "own_turn";
/// Its name in commands.
pub const DELAY: &str = "delay";
/// The flag of how many acts of a unit others have waited for (EV-207).
pub const FINISHED: &str = "finished";
/// What standing orders call acts that were delayed.
pub const DELAYED: &str = "delayed_act";
/// The turn of a unit was broken into; it goes on later.
pub const BROKEN_INTO: &str = "broken_into";
/// The flag of a unit whose turn began with it unable to act: 1 and its action points then.
pub const BARRED: &str = "barred";
/// The talent of those that fly.
pub const FLYER: &str = "flyer";
/// It falls a band a round (EV-121).
pub const FALLING: &str = "falling";
/// It has changed its band in one of its Basic Moves (EV-119).
pub const BANDED: &str = "banded";
/// What standing orders call going along with a push.
pub const FOLLOW: &str = "follow_push";
/// What standing orders call blocking Heavy Wounds with Fate.
pub const BLOCK: &str = "fate_block";
/// What standing orders call the choice of the ailment behind a Technical Hit.
pub const TECHNICAL: &str = "technical";
/// The variant with extra wounds (EV-140).
pub const BURST: &str = "burst";
/// It goes at full speed wherever it is (EV-90, EV-95, EV-108).
pub const HURRYING: &str = "hurrying";
/// How it fares on a climb, in water or over Harmful Terrain in one of its Basic Moves: by how much
/// that hinders it still.
pub const PACES: [&str; 4] = ["climb_pace", "swim_pace", "cross_pace", "sneak_pace"];
/// It may soften its fall (EV-105).
pub const CUSHIONED: &str = "cushioned";
/// Its number counts the Basic Moves that a unit has bought.
pub const LEG: &str = "leg";
/// A walk of this manner buys no more metres: its test has gone wrong.
pub const AS_FAR: &str = "as_far";
/// It is under water (EV-96).
pub const SUBMERGED: &str = "submerged";
/// Metres of open ground just walked (EV-100).
pub const RUN_UP: &str = "run_up";
/// It has jumped up in a Basic Move (EV-102).
pub const JUMPED: &str = "jumped";
/// The flags of how many of its Basic Moves have cost a unit Stress, and the same for the run-up of
/// a charge (EV-309).
pub const LIMPED: [&str; 2] = ["limped", "limped_in_charge"];
/// Basic Moves that are the run-up of a charge are numbered from here (EV-166).
pub const OWN_LEG: i64 = 1_000_000;
/// The talent of animals that bear riders.
pub const MOUNT: &str = "mount";
/// The manner of looking for the run-up of a charge: one Basic Move of its own (EV-166).
pub const RUN_UP_ONLY: &str = "charge_run_up";
/// The manner of that run-up.
pub const RUN_UP_WALK: &str = "charge_run";
/// The tracks of wounds from the lightest on (EV-258); Personas have meters of the same names.
pub const WOUNDS: [&str; 3] = ["light", "heavy", "deadly"];
/// The track that wounds raise (EV-259 to EV-261).
pub const STRESS: &str = "stress";
/// Maximum Stress of a unit.
pub const MOST_STRESS: i32 = 200;
/// The pool of action points (EV-26).
pub const AP: &str = "ap";
/// The pool of metres left of Moves (EV-27).
pub const METRES: &str = "metres";
/// The pool that powers cost.
pub const SPIRIT: &str = "spirit";
/// The pool that powers of the body cost.
pub const EXERTION: &str = "exertion";
/// The pool of Fate Points (EV-347).
pub const FATE: &str = "fate";
/// The meter of weapons that run empty (EV-125).
pub const AMMO: &str = "ammo";
/// A bonus to initiative from the level (EV-35).
pub const BONUS: &str = "initiative";
/// What an extra act is called.
pub const ONE_MORE: &str = "one_more";
/// What is held: two hands, and more for bodies with more limbs.
pub const HELD: [&str; 4] = ["main", "off", "third", "fourth"];
/// What else is at hand.
pub const CARRIED: [&str; 4] = ["side", "spare", "back", "pack"];
/// What is done with both hands.
pub const BOTH_HANDS: &str = "both";
/// What standing orders call rolling a failed test again.
pub const REROLL: &str = "fate_reroll";
/// Fate has freed it of being staggered, by what has not been settled yet.
pub const RISEN: &str = "risen";
/// Whether Fate makes a test easier before it is rolled.
pub const EASIER: &str = "fate_test";
/// What standing orders call the choice of how to evade (EV-22).
pub const EVADE: &str = "evasion";
/// What standing orders call making a foe that was read roll again.
pub const READING: &str = "battle_reading";
/// Feet farther apart than a metre for each metre of reach are out of reach (EV-58); in half metres.
pub const BESIDE: Hm = Hm(3);
/// It is hidden; its size are the degrees that searchers have to beat (EV-75).
pub const HIDDEN: &str = "hidden";
/// Enemies have reason to search for it (EV-77).
pub const SUSPECTED: &str = "suspected";
/// This enemy has looked for it in this Move (EV-78).
pub const LOOKED: &str = "looked";
/// It strikes from hiding (EV-81).
pub const LURKING: &str = "lurking";
/// The next door it opens makes no noise (EV-88).
pub const QUIET: &str = "quiet";
/// The act of attacking with everything held (EV-173).
pub const ALL_WEAPONS: &str = "all_weapons";
/// What standing orders call stemming one's blood.
pub const STEM: &str = "stem";
/// What standing orders call dealing out a Burst.
pub const SPREAD: &str = "burst";
/// Data of a condition: the turn in which it began.
pub const TURN: &str = "turn";
/// Data of what is left of an attack: the place of its weapon in a list.
pub const FROM: &str = "from";
/// The round in which it last did something offensive (EV-77).
pub const STRUCK_ROUND: &str = "struck_round";
