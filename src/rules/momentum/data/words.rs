//! Enumerations that several files share: Stats, skills, damage types, sizes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares an enumeration and a struct with one number per variant.
macro_rules! vocabulary {
    (
        $(#[$doc:meta])* $name:ident,
        $(#[$table_doc:meta])* $table:ident $(, $default:meta)?;
        $($(#[$word_doc:meta])* $word:ident $field:ident $label:literal,)*
    ) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum $name {
            $($(#[$word_doc])* $word,)*
        }

        impl $name {
            /// All variants, in sheet order.
            pub const ALL: &'static [Self] = &[$(Self::$word,)*];

            /// Its display name.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$word => $label,)*
                }
            }

            /// Its field name in files.
            pub const fn field(self) -> &'static str {
                match self {
                    $(Self::$word => stringify!($field),)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.label())
            }
        }

        $(#[$table_doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields $(, $default)?)]
        pub struct $table {
            $($(#[$word_doc])* pub $field: i32,)*
        }

        impl $table {
            /// The number of a variant.
            pub const fn of(&self, which: $name) -> i32 {
                match which {
                    $($name::$word => self.$field,)*
                }
            }

            /// Sets the number of a variant.
            pub const fn set(&mut self, which: $name, value: i32) {
                match which {
                    $($name::$word => self.$field = value,)*
                }
            }
        }
    };
}

vocabulary! {
    /// One of the seven Stats (MO-10).
    Stat,
    /// A value for each Stat, 1 to 20; 10 is average (MO-10).
    Stats;
    /// Physical force.
    Strength strength "Strength",
    /// Agility and coordination.
    Dexterity dexterity "Dexterity",
    /// Physical resilience.
    Constitution constitution "Constitution",
    /// Reasoning and knowledge.
    Intelligence intelligence "Intelligence",
    /// Force of personality.
    Charisma charisma "Charisma",
    /// Quick reactions.
    Instinct instinct "Instinct",
    /// Mental strength.
    Will will "Will",
}

vocabulary! {
    /// One of the sixteen skills (MO-12).
    Skill,
    /// A Skill Level for each skill; those left out are 0 (MO-12).
    Skills, default;
    /// Running, jumping, climbing.
    Athletics athletics "Athletics",
    /// Nimble handling of small objects.
    QuickFingers quick_fingers "Quick Fingers",
    /// Understanding connections.
    Analysis analysis "Analysis",
    /// Graceful movement.
    Grace grace "Grace",
    /// Improvising.
    Improvisation improvisation "Improvisation",
    /// Direct physical force.
    RawForce raw_force "Raw Force",
    /// Dodging.
    Nimbleness nimbleness "Nimbleness",
    /// Stamina.
    Endurance endurance "Endurance",
    /// Reading people.
    Psychology psychology "Psychology",
    /// Strength of identity.
    Presence presence "Presence",
    /// Sensing danger.
    Intuition intuition "Intuition",
    /// Mental resistance.
    Perseverance perseverance "Perseverance",
    /// Treating wounds.
    FirstAid first_aid "First Aid",
    /// Moving unseen.
    Stealth stealth "Stealth",
    /// Noticing by sight and hearing.
    Perception perception "Perception",
    /// Contacts.
    StreetSmarts street_smarts "Street Smarts",
}

impl Stat {
    /// The skill added to this Stat's Defense Roll (MO-220 to MO-226).
    pub const fn defense_skill(self) -> Skill {
        match self {
            Self::Strength => Skill::RawForce,
            Self::Dexterity => Skill::Nimbleness,
            Self::Constitution => Skill::Endurance,
            Self::Intelligence => Skill::Psychology,
            Self::Charisma => Skill::Presence,
            Self::Instinct => Skill::Intuition,
            Self::Will => Skill::Perseverance,
        }
    }
}

/// A group of damage types (MO-231).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Category {
    /// Weapons, falls, collisions.
    Physical,
    /// Elemental forces.
    Elemental,
    /// Supernatural forces.
    Mystic,
    /// Everything else.
    Other,
}

/// One of the eleven damage types (MO-231).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum DamageType {
    /// The usual type of weapons and collisions (MO-232).
    Physical,
    /// Acids and lyes (MO-233).
    Chemical,
    /// Very low temperature (MO-234).
    Cold,
    /// Fire, light, radiation (MO-235).
    Heat,
    /// Toxins; reduced by the Constitution DR value (MO-236).
    Poison,
    /// Electricity (MO-237).
    Shock,
    /// Corrupting force (MO-238).
    Curse,
    /// Cleansing force that does not kill the living (MO-239).
    Holy,
    /// Neutral supernatural force (MO-242).
    Spirit,
    /// Affects the mind; reduced by the Will DR value (MO-243).
    Psychic,
    /// Affects existence itself (MO-244).
    Reality,
}

impl DamageType {
    /// All eleven damage types, grouped.
    pub const ALL: [Self; 11] = [
        Self::Physical,
        Self::Chemical,
        Self::Cold,
        Self::Heat,
        Self::Poison,
        Self::Shock,
        Self::Curse,
        Self::Holy,
        Self::Spirit,
        Self::Psychic,
        Self::Reality,
    ];

    /// The group it belongs to (MO-231).
    pub const fn category(self) -> Category {
        match self {
            Self::Physical => Category::Physical,
            Self::Chemical | Self::Cold | Self::Heat | Self::Poison | Self::Shock => {
                Category::Elemental
            }
            Self::Curse | Self::Holy | Self::Spirit => Category::Mystic,
            Self::Psychic | Self::Reality => Category::Other,
        }
    }

    /// Its display name.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Physical => "Physical",
            Self::Chemical => "Chemical",
            Self::Cold => "Cold",
            Self::Heat => "Heat",
            Self::Poison => "Poison",
            Self::Shock => "Shock",
            Self::Curse => "Curse",
            Self::Holy => "Holy",
            Self::Spirit => "Spirit",
            Self::Psychic => "Psychic",
            Self::Reality => "Reality",
        }
    }

    /// The Stat whose Defense Roll value replaces Armor, if any (MO-198, MO-199).
    pub const fn defended_by(self) -> Option<Stat> {
        match self {
            Self::Poison => Some(Stat::Constitution),
            Self::Psychic => Some(Stat::Will),
            _ => None,
        }
    }

    /// The Stat that resists effects of this type by default (MO-227).
    pub const fn resisted_by(self) -> Stat {
        match self.category() {
            Category::Physical => Stat::Strength,
            Category::Elemental => Stat::Constitution,
            Category::Mystic => Stat::Will,
            Category::Other => match self {
                Self::Psychic => Stat::Will,
                _ => Stat::Dexterity,
            },
        }
    }
}

impl fmt::Display for DamageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
    }
}

/// The damage types that a resistance, immunity or vulnerability covers (MO-211).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Against {
    /// A single type.
    Type(DamageType),
    /// All types of a group.
    Category(Category),
}

impl Against {
    /// True if it covers a type.
    pub fn covers(self, kind: DamageType) -> bool {
        match self {
            Self::Type(t) => t == kind,
            Self::Category(c) => c == kind.category(),
        }
    }
}

/// A body's response to a damage type (MO-208).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Response {
    /// Takes half, rounded down.
    Resistant,
    /// Takes no damage.
    Immune,
    /// Takes half as much again.
    Vulnerable,
}

/// One resistance, immunity or vulnerability of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeModifier {
    /// The damage types.
    pub against: Against,
    /// The response.
    pub response: Response,
}

/// A size category (MO-16).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// Cats.
    Tiny,
    /// Children, goblins.
    Small,
    /// People.
    Medium,
    /// Horses.
    Large,
    /// Elephants.
    Huge,
    /// Larger still.
    Colossal,
}

impl Size {
    /// Number of categories above another size; negative if below.
    pub const fn above(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}
