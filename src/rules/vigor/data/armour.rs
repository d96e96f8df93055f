//! Armour, and natural protection of bodies.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use rules::content::pieces;

use super::weapon::{DamageType, Kinetic, Quality};

/// Normal armour stops physical damage only (VG-209).
fn kinetic_only() -> Vec<DamageType> {
    vec![DamageType::Kinetic]
}

pieces! {
    /// Armour, or a shield.
    pub struct Armour {
        /// Armor Rank; of a shield, only when it blocks (VG-204, VG-112).
        pub rank: i32,
        /// Its bonus to Guard (VG-126).
        pub guard: i32,
        /// Its durability points (VG-205).
        pub durability: i32,
        /// Its quality (VG-211).
        #[serde(default)]
        pub quality: Quality,
        /// The types of damage it stops (VG-209, VG-210).
        #[serde(default = "kinetic_only")]
        pub covers: Vec<DamageType>,
        /// More or less Armor Rank against kinds of kinetic damage (VG-249).
        #[serde(default)]
        pub against: BTreeMap<Kinetic, i32>,
        /// Whether it is of metal (VG-253).
        #[serde(default)]
        pub metal: bool,
        /// Its Speed penalty (VG-324).
        #[serde(default)]
        pub speed_penalty: i32,
        /// Whether it is a shield, held in the off hand.
        #[serde(default)]
        pub shield: bool,
    }
}

/// What a creature is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// It lives.
    #[default]
    Living,
    /// It was made (VG-244).
    Construct,
    /// Whether it is undead (VG-258).
    Undead,
}

/// Hide, scales or plates that do not wear out (VG-207, VG-216).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hide {
    /// Armor Rank.
    pub rank: i32,
    /// Its quality; by default that of its Durability (VG-216).
    #[serde(default, deserialize_with = "given")]
    pub quality: Option<Quality>,
}

/// Reads a quality that is given in the file.
fn given<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Quality>, D::Error> {
    Quality::deserialize(source).map(Some)
}

/// The body of a creature, as far as it differs from a human's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nature {
    /// What it is.
    pub life: Life,
    /// The rank of its Durability; only Heroic and above are immune to lesser attacks (VG-217).
    pub durability: Quality,
    /// Natural armour.
    pub hide: Option<Hide>,
    /// The type of damage that it has an affinity to (VG-247).
    pub affinity: Option<DamageType>,
    /// Types of damage that have no effect on it.
    pub immune: Vec<DamageType>,
}
