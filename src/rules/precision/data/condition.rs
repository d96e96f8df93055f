//! `conditions.ron`: numbers and texts of the conditions. The set of conditions is defined in code,
//! so that every match on them is exhaustive.

use serde::{Deserialize, Serialize};

use super::common::{Kind, Resistance};
use rules::Key;

macro_rules! keyed_conditions {
    ($($name:ident = $key:literal: $doc:literal,)*) => {
        /// Every condition of this ruleset.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Affliction {
            $(#[doc = $doc] $name,)*
        }

        impl Affliction {
            /// Every condition, in catalogue order.
            pub const ALL: [Self; [$($key),*].len()] = [$(Self::$name),*];

            /// The condition with this key.
            pub fn from_key(name: &str) -> Option<Self> {
                match name {
                    $($key => Some(Self::$name),)*
                    _ => None,
                }
            }

            /// Its key in events and saves.
            pub const fn key(self) -> Key {
                match self {
                    $(Self::$name => Key::of($key),)*
                }
            }
        }
    };
}

keyed_conditions! {
    Bleeding = "bleeding": "Loses health each turn, armor or not.",
    Burning = "burning": "Loses health each turn; magical armor helps.",
    Poisoned = "poisoned": "Loses health each turn, and rolls at a penalty.",
    Regrowth = "regrowth": "Gains health each turn.",
    Stunned = "stunned": "Has no action block in its turn.",
    Slowed = "slowed": "Moves less far.",
    Leaden = "leaden": "Slower, and acts later.",
    Held = "held": "Cannot move, and is easier to hit.",
    Grounded = "grounded": "Cannot fly.",
    Dazed = "dazed": "Has neither rapid nor prepared actions.",
    Blinded = "blinded": "Sees nothing.",
    Deafened = "deafened": "Hears nothing.",
    Charmed = "charmed": "Cannot target the charmer's side.",
    Shaken = "shaken": "Rolls worse.",
    Rallied = "rallied": "Rolls better.",
    Weakened = "weakened": "Has less potency.",
    Honed = "honed": "Hits harder with weapons.",
    Warded = "warded": "Has more magical armor.",
    Guarding = "guarding": "Parries and evades better.",
    Opened = "opened": "Parries the feinting unit less well.",
    Marked = "marked": "Everyone hits it more easily.",
    Hasted = "hasted": "Moves farther and acts earlier.",
    Prone = "prone": "Lies on the ground (section 12 of the catalogue).",
    Unconscious = "unconscious": "Is out of the fight until healed (section 9).",
    Ambushed = "ambushed": "Was taken by surprise (section 15).",
    Transformed = "transformed": "Is in another form (section 17).",
}

/// How a condition's duration is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counted {
    /// Starts of the sufferer's turns (PR-282).
    Hits,
    /// Starts of the owner's turns (PR-286).
    Rounds,
    /// Rounds, or as long as a holder keeps its hold (PR-361).
    RoundsOrHolder,
    /// The actor's turn.
    Turn,
    /// The battle (PR-292).
    Battle,
    /// Until the sufferer stands up (PR-251).
    UntilStanding,
    /// Until the sufferer has enough health to wake (PR-195).
    UntilHealed,
    /// From the start phase of one round to the end of its end phase (PR-301).
    OneRound,
}

/// A number that may depend on the condition's magnitude.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Amount {
    /// This number at any magnitude.
    Flat(i32),
    /// This number per point of magnitude.
    Each(i32),
}

impl Amount {
    /// The number at this magnitude.
    pub const fn at(self, magnitude: i32) -> i32 {
        match self {
            Self::Flat(n) => n,
            Self::Each(n) => n.saturating_mul(magnitude),
        }
    }
}

/// One effect of a condition. Numbers are added to the sufferer's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ConditionEffect {
    /// Damage at the start of its turns, reduced by this armor if any (PR-175).
    TurnDamage(Amount, Option<Kind>),
    /// Healing at the start of its turns.
    TurnHealing(Amount),
    /// Its precision rolls.
    Precision(Amount),
    /// The precision rolls of every unit that attacks it.
    AttackersPrecision(Amount),
    /// One of its resistances.
    Resistance(Resistance, Amount),
    /// One of its resistances, against the condition's owner only.
    ResistanceToOwner(Resistance, Amount),
    /// Speed, and flight speed too (PR-131), squares.
    Speed(Amount),
    /// Speed is 0.
    SpeedZero,
    /// Initiative, from the next start phase (PR-27).
    Initiative(Amount),
    /// Potency of both kinds.
    Potency(Amount),
    /// Bonus damage of its weapon attacks.
    WeaponDamage(Amount),
    /// Armor of one kind.
    Armor(Kind, Amount),
    /// No action block (PR-67).
    NoActionBlock,
    /// No rapid or prepared action; pending ones are not carried out (PR-67, PR-80).
    NoRapidOrPrepared,
    /// It cannot fly (PR-132).
    NoFlight,
    /// It sees nothing (PR-247).
    NoSight,
    /// Targeted abilities reach adjacent creatures only.
    OnlyAdjacentTargets,
    /// It hears nothing (PR-247).
    NoHearing,
    /// It cannot target the side of the condition's owner.
    SparesOwnersSide,
    /// It is not counted as a flanker (PR-211).
    NoFlanking,
    /// Each owner can keep this condition on one creature only.
    OnePerOwner,
    /// Conditions of different owners exist side by side and end separately (PR-211, PR-361).
    ApartByOwner,
}

/// A condition of `conditions.ron`. The effects of Prone, Unconscious and Ambushed are in
/// `rules.ron` and in code; their lists are empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Which condition.
    pub id: Affliction,
    /// Display name.
    pub name: String,
    /// One plain sentence; `{n}` stands for the magnitude.
    pub text: String,
    /// Rules it refers to.
    #[serde(default)]
    pub rules: Vec<Key>,
    /// How its duration is counted.
    pub counted: Counted,
    /// True if it has a magnitude.
    #[serde(default)]
    pub magnitude: bool,
    /// True if it benefits its bearer.
    #[serde(default)]
    pub helpful: bool,
    /// Its effects.
    #[serde(default)]
    pub effects: Vec<ConditionEffect>,
}
