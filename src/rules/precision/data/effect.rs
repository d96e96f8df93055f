//! What abilities do beside damage and healing, and how their users move in them.

use serde::{Deserialize, Serialize};

use super::condition::Affliction;
use crate::grid::Hm;
use crate::rules::Key;
use crate::rules::content::metres;

/// How long a condition lasts (section 14 of the catalogue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lasting {
    /// So many starts of the sufferer's turns (PR-282).
    Hits(u8),
    /// So many starts of its owner's turns (PR-286).
    Rounds(u8),
    /// To the end of the actor's turn.
    Turn,
    /// To the end of the battle (PR-292).
    Battle,
    /// As long as the holder holds (PR-361).
    Holder,
}

/// What a zone keeps out (PR-239, PR-240).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blocks {
    /// Sight.
    Sight,
    /// Sound.
    Sound,
}

/// What an ability does where its roll succeeds or none is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// The target gets a condition.
    Condition {
        /// Which.
        id: Affliction,
        /// Its magnitude, for conditions that have one; else 0.
        #[serde(default)]
        n: i32,
        /// For how long.
        lasts: Lasting,
    },
    /// The target loses these conditions.
    End(Vec<Affliction>),
    /// The target is pushed straight away by so many squares (PR-116).
    Push(u8),
    /// The target is thrown so many squares to a side that the actor picks.
    Throw(u8),
    /// The target is knocked prone (PR-256).
    Prone,
    /// The target may move up to so many squares at once (PR-404).
    Move(u8),
    /// The target takes a form for so many rounds.
    Transform {
        /// The form's name.
        form: Key,
        /// Rounds of its owner.
        rounds: u8,
    },
    /// The squares of the area hurt who enters or stays (PR-137).
    BurningGround {
        /// Damage that ignores armor, points.
        amount: i32,
        /// How high it reaches.
        #[serde(deserialize_with = "metres")]
        height: Hm,
        /// Rounds of its owner.
        rounds: u8,
    },
    /// The area blocks a sense.
    Zone {
        /// Which sense.
        blocks: Blocks,
        /// How high it reaches.
        #[serde(deserialize_with = "metres")]
        height: Hm,
        /// Rounds of its owner.
        rounds: u8,
    },
    /// The actor sees or hears from the chosen square (PR-237).
    RemoteSense {
        /// Which sense.
        sense: Blocks,
        /// Rounds of its owner.
        rounds: u8,
    },
    /// A minion of that sheet appears (PR-321).
    Summon(Key),
    /// The act answered fails; what it cost is spent.
    Counter,
    /// The target's resistances are higher by so much against the act answered.
    AddResistance(i32),
    /// The target's next standing up costs no movement (PR-363).
    FreeStanding,
    /// 1d10 + half level of this or more: the target's next death save is passed (PR-364).
    PassNextSave(i32),
    /// The actor gets energy (PR-351).
    RegainEnergy(i32),
    /// The actor is no longer Held (PR-362).
    BreakFree,
    /// The actor changes what is in its hands (PR-365).
    SwapHands,
    /// The actor's weapon is loaded (PR-366).
    Reload,
    /// The actor uses what it chose (PR-367).
    Interact,
    /// The chosen minion goes away (PR-374).
    Dismiss,
    /// The actor returns to its own form (PR-375).
    Revert,
}

/// How the actor moves as part of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Movement {
    /// A straight line over open ground, up to walking speed, then the attack (PR-369).
    Charge {
        /// Fewest squares.
        at_least: u8,
    },
    /// Down through the air within flight speed, then the attack.
    Dive {
        /// Fewest metres down.
        #[serde(deserialize_with = "metres")]
        at_least: Hm,
    },
    /// So many squares without setting off movement triggers, and no standing up (PR-370).
    CarefulStep(u8),
    /// Over a gap in a straight line (PR-133).
    Leap {
        /// Widest gap, squares.
        gap: u8,
        /// Movement points per square, the landing square too.
        cost: i32,
    },
    /// With another creature in tow, at the cost of heavy rough ground (PR-138).
    Drag,
}
