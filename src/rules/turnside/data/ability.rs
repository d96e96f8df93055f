//! Abilities and the conditions they cause (TU-56 to TU-118, TU-296 to TU-309).

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::pieces;

use super::{Change, Rank, Score};

/// Types of damage, each with a natural defence of its own (TU-107).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Phys,
    Wil,
    Int,
    Ego,
}

impl Kind {
    /// The three mental types, in the order of the d3 that picks one (TU-237).
    pub const MINDS: [Self; 3] = [Self::Wil, Self::Int, Self::Ego];

    /// Its name in the rules.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Phys => "PHYS",
            Self::Wil => "WIL",
            Self::Int => "INT",
            Self::Ego => "EGO",
        }
    }

    /// The body part for injuries of a mental defence (TU-237).
    pub const fn part(self) -> &'static str {
        match self {
            Self::Phys => "",
            Self::Wil => "wil",
            Self::Int => "int",
            Self::Ego => "ego",
        }
    }
}

/// Elements of damage and of effects (TU-112).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Element {
    Fire,
    Ice,
    Lightning,
    Earth,
    Wind,
    Light,
    Dark,
}

impl Element {
    /// All elements.
    pub const ALL: [Self; 7] =
        [Self::Fire, Self::Ice, Self::Lightning, Self::Earth, Self::Wind, Self::Light, Self::Dark];

    /// Its name in text and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fire => "fire",
            Self::Ice => "ice",
            Self::Lightning => "lightning",
            Self::Earth => "earth",
            Self::Wind => "wind",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// How an ability reaches its targets (TU-67).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delivery {
    /// ACC against the DOD of one target.
    Strike,
    /// ACC against the DOD of everyone within this number of metres of a cell (TU-69).
    Burst(u8),
    /// ACC against the DOD of everyone in a cone of this length in metres.
    Cone(u8),
    /// Shattering against Protection (TU-94).
    Shatter(Kind),
    /// On one ally or the user, without a roll.
    Ally,
    /// On the user, without a roll.
    Own,
    /// On the user and its allies within this number of metres, without a roll.
    Allies(u8),
    /// Moves the user to a free cell in view, without a roll.
    Blink,
    /// Brings a new combatant to a free cell, without a roll.
    Summon,
}

/// The severity of a condition (TU-293). It determines the damage cut of an ability that causes the
/// condition (TU-74).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Severity {
    Light,
    Serious,
    Grave,
}

/// A condition that an ability causes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gives {
    /// The condition.
    pub id: Key,
    /// Its duration in rounds (TU-32).
    pub rounds: u16,
}

pieces! {
    /// An ability.
    pub struct Ability {
        /// Its rank, which sets its price and power (TU-56, TU-17, TU-18).
        pub rank: Rank,
        /// How it reaches its targets.
        pub delivery: Delivery,
        /// Range in metres; 0 for the user itself.
        #[serde(default)]
        pub range: u8,
        /// The type of its damage, if it deals any.
        #[serde(default)]
        pub deals: Option<Kind>,
        /// Its element.
        #[serde(default)]
        pub element: Option<Element>,
        /// The condition it causes.
        #[serde(default)]
        pub gives: Option<Gives>,
        /// Distance that it pushes a target it hits, in metres.
        #[serde(default)]
        pub pushes: u8,
        /// Whether it bypasses natural and further defences (TU-115).
        #[serde(default)]
        pub bypasses: bool,
        /// Whether it restores HP (TU-76).
        #[serde(default)]
        pub heals: bool,
        /// Whether the user chooses an element for its condition.
        #[serde(default)]
        pub attuned: bool,
        /// Whether it has a Reaction variation (TU-188).
        #[serde(default)]
        pub defensive: bool,
        /// The role that it summons.
        #[serde(default)]
        pub summons: Option<Key>,
    }
}

/// Effects of conditions other than changed scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// No actions, movement or Reactions (TU-297).
    Helpless,
    /// The Key Attribute counts as F (TU-302).
    Hollow,
    /// No step closer to its source (TU-303).
    Cowed,
    /// The holder's next strike is critical if it hits (TU-46).
    Sure,
    /// Damage of its element heals instead (TU-112).
    Absorbs,
    /// Its size takes damage before HP (TU-117).
    Ward,
    /// Sees no one beyond 1 m (TU-299).
    Blind,
    /// No Guard, run or shielding (TU-135).
    Bound,
    /// Enemies cannot choose its holder (TU-301).
    Unseen,
    /// An Attack spent on it or water ends it (TU-308).
    Flames,
    /// A countdown to 0 HP (TU-300).
    Chokes,
}

pieces! {
    /// A condition other than an injury.
    pub struct Ailment {
        /// Its rule.
        pub rule: Key,
        /// Its severity; `None` for conditions that Medicine does not treat (TU-293).
        #[serde(default)]
        pub severity: Option<Severity>,
        /// Its changes of scores, after injuries (TU-7).
        #[serde(default)]
        pub effects: Vec<Shift>,
        /// Whether Medicine needs a first aid kit for it (TU-287).
        #[serde(default)]
        pub needs_kit: bool,
        /// HP lost at each start of its holder's Turn.
        #[serde(default)]
        pub blood: i32,
        /// The element of that loss.
        #[serde(default)]
        pub element: Option<Element>,
        /// Its other effects.
        #[serde(default)]
        pub marks: Vec<Mark>,
    }
}

/// A condition's effect on one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The score.
    pub on: Score,
    /// The change; several add up.
    pub is: Change,
}
