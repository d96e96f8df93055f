//! Injuries and lost limbs: what they do to scores (TU-214 to TU-257).

use serde::{Deserialize, Serialize};

use crate::rules::Key;
use crate::rules::content::pieces;

/// How bad an injury is (TU-214).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are called what they are")]
pub enum Tier {
    Minor,
    Moderate,
    Massive,
}

/// A score that injuries lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// Striking.
    Acc,
    /// Evading.
    Dod,
    /// Metres a Turn.
    Movement,
    /// Natural damage, which blows with weapons have in them.
    Damage,
    /// Natural damage of bare hands.
    Unarmed,
    /// Natural defence.
    Defence,
    /// The rank of what it can wield.
    Wield,
    /// Fatigue Resistance.
    Fatigue,
    /// HP at each start of its Turn, from 0 down.
    Blood,
}

/// What an injury makes of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// So much less, for each time it was suffered.
    Less(i32),
    /// Half, rounded down.
    Halved,
    /// This, whatever it was.
    Becomes(i32),
}

/// What an injury does to one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The score.
    pub on: Score,
    /// What becomes of it.
    pub is: Change,
    /// It lowers the score no further than this.
    #[serde(default)]
    pub least: i32,
}

/// What an injury does beside lowering scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// It lies and cannot stand (TU-252).
    Floored,
    /// It cannot use weapons (TU-253).
    Unarmed,
    /// It cannot move in armour (TU-253).
    Encumbered,
    /// It acts or moves in a Turn, not both (TU-254).
    OneThing,
    /// It is of one limb, by a d4 (TU-255).
    Limb,
    /// It leads to 0 HP after the start of 1d3 Turns (TU-257).
    Gaping,
}

pieces! {
    /// An injury. Those of a tier stand in the order of the d6 (TU-220).
    pub struct Injury {
        /// Its rule.
        pub rule: Key,
        /// How bad it is.
        pub tier: Tier,
        /// It adds up with itself (TU-224).
        #[serde(default)]
        pub stacks: bool,
        /// What it does to scores.
        #[serde(default)]
        pub effects: Vec<Effect>,
        /// What it does beside that.
        #[serde(default)]
        pub marks: Vec<Trait>,
    }
}

pieces! {
    /// A limb that can be lost; they stand in the order of the d4 (TU-255).
    pub struct Limb {
        /// An arm; otherwise a leg.
        #[serde(default)]
        pub arm: bool,
        /// What the loss does to scores.
        #[serde(default)]
        pub effects: Vec<Effect>,
    }
}
