//! Effects of abilities apart from damage and healing, and the movement they include.

use serde::{Deserialize, Serialize};

use super::condition::Affliction;
use grid::Hm;
use rules::Key;
use rules::content::metres;

/// Duration of a condition (section 14 of the catalogue).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lasting {
    /// This many starts of the sufferer's turns (PR-282).
    Hits(u8),
    /// This many starts of its owner's turns (PR-286).
    Rounds(u8),
    /// Until the end of the actor's turn.
    Turn,
    /// Until the end of the battle (PR-292).
    Battle,
    /// As long as the holder keeps its hold (PR-361).
    Holder,
}

/// The sense that a zone blocks (PR-239, PR-240).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Blocks {
    /// Sight.
    Sight,
    /// Sound.
    Sound,
}

/// An effect of an ability that succeeds or needs no roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Effect {
    /// The target gets a condition.
    Condition {
        /// Which condition.
        id: Affliction,
        /// Its magnitude; 0 for conditions without one.
        #[serde(default)]
        n: i32,
        /// Its duration.
        lasts: Lasting,
    },
    /// The target loses these conditions.
    End(Vec<Affliction>),
    /// The target is pushed straight away by this many squares (PR-116).
    Push(u8),
    /// The target is thrown this many squares in a direction the actor chooses.
    Throw(u8),
    /// The target is knocked prone (PR-256).
    Prone,
    /// The target may move up to this many squares at once (PR-404).
    Move(u8),
    /// The target changes into a form.
    Transform {
        /// The form's name.
        form: Key,
        /// Duration, rounds of the owner.
        rounds: u8,
    },
    /// The squares of the area damage units that enter or stay (PR-137).
    BurningGround {
        /// Points of damage, ignoring armor.
        amount: i32,
        /// Height that it reaches.
        #[serde(deserialize_with = "metres")]
        height: Hm,
        /// Duration, rounds of the owner.
        rounds: u8,
    },
    /// The area blocks a sense.
    Zone {
        /// Which sense.
        blocks: Blocks,
        /// Height that it reaches.
        #[serde(deserialize_with = "metres")]
        height: Hm,
        /// Duration, rounds of the owner.
        rounds: u8,
    },
    /// The actor sees or hears from the chosen square (PR-237).
    RemoteSense {
        /// Which sense.
        sense: Blocks,
        /// Duration, rounds of the owner.
        rounds: u8,
    },
    /// A minion with this sheet appears (PR-321).
    Summon(Key),
    /// The act that it answers fails; its cost stays spent.
    Counter,
    /// The target's resistances rise by this much against the act that it answers.
    AddResistance(i32),
    /// The target's next standing up costs no movement (PR-363).
    FreeStanding,
    /// The target's next death save succeeds if 1d10 + half level reaches this number (PR-364).
    PassNextSave(i32),
    /// The actor gets energy (PR-351).
    RegainEnergy(i32),
    /// The actor is no longer Held (PR-362).
    BreakFree,
    /// The actor swaps what its hands hold (PR-365).
    SwapHands,
    /// The actor's weapon is loaded (PR-366).
    Reload,
    /// The actor uses the chosen fixture or item (PR-367).
    Interact,
    /// The chosen minion disappears (PR-374).
    Dismiss,
    /// The actor returns to its own body (PR-375).
    Revert,
}

/// How the actor moves as part of an ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Movement {
    /// A straight line over open ground, up to its walking speed, then the attack (PR-369).
    Charge {
        /// Minimum length, squares.
        at_least: u8,
    },
    /// Down through the air within flight speed, then the attack.
    Dive {
        /// Minimum descent, metres.
        #[serde(deserialize_with = "metres")]
        at_least: Hm,
    },
    /// This many squares without triggering prepared actions, and no standing up (PR-370).
    CarefulStep(u8),
    /// Over a gap in a straight line (PR-133).
    Leap {
        /// Widest gap, squares.
        gap: u8,
        /// Movement points per square, including the landing square.
        cost: i32,
    },
    /// Dragging another creature, at the cost of heavy rough ground (PR-138).
    Drag,
}
