//! `statuses.ron`: Status Effects, Buffs, Debuffs and states, with their numbers.

use serde::{Deserialize, Serialize};

use super::gear::TypedDice;
use super::words::{DamageType, Stat};
use rules::Key;

/// Declares the conditions with their names in files.
macro_rules! afflictions {
    ($($(#[$doc:meta])* $name:ident $key:literal,)*) => {
        /// A condition of a combatant.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum Affliction {
            $($(#[$doc])* $name,)*
        }

        impl Affliction {
            /// All conditions, in display order.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Number of conditions.
            pub const COUNT: usize = Self::ALL.len();

            /// Its key in the battle state.
            pub const fn key(self) -> Key {
                match self {
                    $(Self::$name => Key::of($key),)*
                }
            }

            /// The condition with this key.
            pub fn from_key(key: &str) -> Option<Self> {
                match key {
                    $($key => Some(Self::$name),)*
                    _ => None,
                }
            }
        }
    };
}

afflictions! {
    /// MO-266.
    Stunned "stunned",
    /// MO-267.
    Restrained "restrained",
    /// MO-268. Stored as the unit's posture, not in its list of conditions.
    Prone "prone",
    /// MO-270.
    Blinded "blinded",
    /// MO-271.
    Grabbed "grabbed",
    /// MO-274.
    Bleeding "bleeding",
    /// MO-280.
    Transformed "transformed",
    /// MO-275.
    Frightened "frightened",
    /// MO-276.
    Enraged "enraged",
    /// MO-277.
    Charmed "charmed",
    /// MO-278.
    Dominated "dominated",
    /// MO-279.
    Confused "confused",
    /// MO-281.
    Corroded "corroded",
    /// MO-282.
    Chilled "chilled",
    /// MO-283.
    Burning "burning",
    /// MO-284.
    Poisoned "poisoned",
    /// MO-285.
    Jolted "jolted",
    /// A Debuff to Armor (MO-359).
    Sundered "sundered",
    /// A Debuff to Initiative (MO-50).
    Leaden "leaden",
    /// MO-53.
    Delayed "delayed",
    /// MO-52.
    Quickened "quickened",
    /// A Buff to attacks.
    Rallied "rallied",
    /// A Buff: resistance to one damage type; the condition's number is its index.
    Warded "warded",
    /// MO-116.
    Commanding "commanding",
    /// MO-247. Stored as the unit's status, not in its list of conditions.
    Unconscious "unconscious",
    /// MO-88.
    Defending "defending",
    /// MO-102.
    Covered "covered",
    /// MO-322. Its number is the direction, counted from 1.
    Leaning "leaning",
    /// One additional AP next turn.
    Stimulated "stimulated",
    /// MO-76.
    Surprised "surprised",
    /// MO-67: the referee's signal to a unit that holds an action for it.
    Called "called",
}

impl Affliction {
    /// True for conditions that are kept once for each creature that caused them (MO-440).
    pub const fn names_its_source(self) -> bool {
        matches!(self, Self::Charmed | Self::Frightened | Self::Dominated)
    }

    /// True for conditions that objects can have: elemental ones, being held, and all Buffs and
    /// Debuffs, which are no Status Effects (MO-260, MO-261).
    pub const fn affects_objects(self) -> bool {
        matches!(
            self,
            Self::Restrained
                | Self::Corroded
                | Self::Chilled
                | Self::Burning
                | Self::Poisoned
                | Self::Jolted
                | Self::Sundered
                | Self::Leaden
                | Self::Delayed
                | Self::Quickened
                | Self::Rallied
                | Self::Warded
                | Self::Stimulated
        )
    }
}

/// The kind of a condition (MO-259, MO-261, MO-286).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatusKind {
    /// A Status Effect of the body.
    Physical,
    /// A Status Effect of the mind.
    Mental,
    /// An Elemental Status Effect.
    Elemental,
    /// A Buff: helpful, not a Status Effect.
    Buff,
    /// A Debuff: harmful, not a Status Effect.
    Debuff,
    /// A state: none of these.
    State,
}

impl StatusKind {
    /// True for Status Effects, which are neither Buffs nor Debuffs nor states (MO-261).
    pub const fn is_status(self) -> bool {
        matches!(self, Self::Physical | Self::Mental | Self::Elemental)
    }
}

/// One effect of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StatusEffect {
    /// Maximum AP per turn.
    MaxAp(i32),
    /// Maximum AP at the start of a turn. A turn that has begun keeps its AP.
    MaxApAtStart(i32),
    /// Maximum RP per round.
    MaxRp(i32),
    /// Additional AP per turn.
    MoreAp(i32),
    /// Metres added to Basic and fly Movement, which stay at 1 or more.
    Movement(i32),
    /// Basic and fly Movement are 0.
    NoMovement,
    /// It cannot stay in the air.
    NoFlight,
    /// Attacks against it have advantage.
    AttackersAdvantage,
    /// Attacks against it have disadvantage.
    AttackersDisadvantage,
    /// Melee attacks against it have advantage.
    MeleeAttackersAdvantage,
    /// Ranged attacks against it have disadvantage.
    RangedAttackersDisadvantage,
    /// Its own attacks have disadvantage.
    AttackDisadvantage,
    /// Its Skill Checks have disadvantage.
    CheckDisadvantage,
    /// Its Perception Checks have disadvantage.
    PerceptionDisadvantage,
    /// Its Defense Rolls of these Stats have disadvantage.
    DrDisadvantage(Vec<Stat>),
    /// All its Defense Rolls have advantage.
    DrAdvantage,
    /// Its Defense Rolls of these Stats fail automatically.
    DrFails(Vec<Stat>),
    /// It loses every opposed check.
    LosesContests,
    /// It does not give adjacent shooters disadvantage and does not count as a threat.
    NoThreat,
    /// Added to its Armor.
    Armor(i32),
    /// Damage at the start of its turn.
    DamageAtStart(TypedDice),
    /// Vitality lost at the start of its turn, instead of the number in the rules.
    BleedsAtStart,
    /// It sees nothing.
    NoSight,
    /// It gives no half cover to creatures of its size.
    GivesNoCover,
    /// Its half cover gives a higher bonus (MO-102).
    MoreCover,
    /// Added to Initiative.
    Initiative(i32),
    /// It acts before all others (MO-52).
    ActsFirst,
    /// It acts after all others (MO-53).
    ActsLast,
    /// A modifier of the hit bonus.
    Hit(i32),
    /// Resistance to one damage type; the condition's number is its index.
    ResistsChosen,
    /// It cannot approach the source, and has disadvantage while the source is in view (MO-275).
    Fears,
    /// Its first attack targets the nearest enemy, and it takes no defensive actions (MO-276).
    Rages,
    /// It cannot harm the source (MO-277).
    SparesSource,
    /// The source controls it (MO-278).
    ObeysSource,
    /// Its targets are random (MO-279).
    StrikesByChance,
    /// Its owner cannot command it as a summon (MO-117).
    LosesControl,
    /// Its size is Tiny (MO-280).
    Tiny,
    /// It cannot make weapon attacks.
    NoWeapons,
    /// It cannot use Abilities.
    NoAbilities,
}

/// The entry of a condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    /// The condition.
    pub id: Affliction,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its kind.
    pub kind: StatusKind,
    /// The damage type it belongs to (MO-262).
    #[serde(default)]
    pub element: Option<DamageType>,
    /// Its effects.
    #[serde(default)]
    pub effects: Vec<StatusEffect>,
    /// Its rule.
    pub rule: Key,
}
