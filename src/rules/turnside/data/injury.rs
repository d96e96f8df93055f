//! Injuries and lost limbs: their effects on scores (TU-214 to TU-257).

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::pieces;

/// The tiers of injuries (TU-214).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Tier {
    Minor,
    Moderate,
    Massive,
}

/// A score that injuries or conditions change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// ACC.
    Acc,
    /// DOD.
    Dod,
    /// Movement, metres a Turn.
    Movement,
    /// Natural damage, which counts for every weapon strike.
    Damage,
    /// Natural damage unarmed.
    Unarmed,
    /// Natural defence.
    Defence,
    /// The wield rank.
    Wield,
    /// Fatigue Resistance.
    Fatigue,
    /// HP lost at each start of its Turn, as a number of at most 0.
    Blood,
    /// RP lost at each start of its Turn, as a number of at most 0.
    Drain,
    /// The maximum of Determination Turns.
    Determination,
    /// The damage of abilities.
    Power,
    /// Shattering.
    Shattering,
    /// The natural mental defence named by the part, or all three.
    Mind,
    /// The modifier of every Skill Check, as a number of at most 0 (TU-238).
    Check,
    /// The score of Perception.
    Perception,
    /// The scores of all skills.
    Skills,
    /// The chance of critical strikes, in hundredths.
    Critical,
    /// Further PHYS defence.
    Further,
}

/// The change of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// Reduced by this much for each time the injury was suffered.
    Less(i32),
    /// Raised by this much.
    More(i32),
    /// Half, rounded down.
    Halved,
    /// Two thirds, rounded down.
    LessThird,
    /// Replaced by this value.
    Becomes(i32),
}

/// An injury's effect on one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The score.
    pub on: Score,
    /// The change.
    pub is: Change,
    /// The minimum of the score.
    #[serde(default)]
    pub least: i32,
}

/// Effects of injuries other than lower scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// Prone and unable to stand (TU-252).
    Floored,
    /// No weapons (TU-253).
    Unarmed,
    /// No movement in armour (TU-253).
    Encumbered,
    /// Either an action or movement in a Turn, not both (TU-254).
    OneThing,
    /// Loses a limb, by a d4 (TU-255).
    Limb,
    /// Drops HP to 0 after the start of 1d3 Turns (TU-257).
    Gaping,
    /// Affects one mental defence, by a d3 (TU-237).
    PicksMind,
    /// Each use of an ability may fail (TU-247).
    Blocked,
    /// Incapacitates after the start of 1d3 Turns (TU-260).
    Coma,
    /// Drops HP to 0 after its minutes of breath (TU-261).
    Breathless,
    /// Blinded while the injury lasts (TU-259).
    Eyeless,
    /// No RP are restored in a Rest (TU-311).
    Soulless,
}

pieces! {
    /// An injury. Each tier is listed in the order of the d6 (TU-220).
    pub struct Injury {
        /// Its rule.
        pub rule: Key,
        /// How bad it is.
        pub tier: Tier,
        /// Whether it comes from mental damage; otherwise from PHYS damage (TU-214).
        #[serde(default)]
        pub spiritual: bool,
        /// Whether repeated injuries add up (TU-224).
        #[serde(default)]
        pub stacks: bool,
        /// Its changes of scores.
        #[serde(default)]
        pub effects: Vec<Effect>,
        /// Its other effects.
        #[serde(default)]
        pub marks: Vec<Trait>,
    }
}

pieces! {
    /// A limb that can be lost, in the order of the d4 (TU-255).
    pub struct Limb {
        /// True for an arm, false for a leg.
        #[serde(default)]
        pub arm: bool,
        /// Changes of scores for the loss.
        #[serde(default)]
        pub effects: Vec<Effect>,
    }
}
