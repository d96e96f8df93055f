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
    /// A piece of armour, or a shield.
    pub struct Armour {
        /// Armor Rank; a shield's counts only when it blocks (VG-204, VG-112).
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
        /// Armor Rank modifiers by kinetic kind (VG-249).
        #[serde(default)]
        pub against: BTreeMap<Kinetic, i32>,
        /// Whether it is made of metal (VG-253).
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

impl Armour {
    /// Its highest Armor Rank, against any kind of damage (VG-249).
    pub fn highest_rank(&self) -> i32 {
        self.rank.saturating_add(self.against.values().copied().max().unwrap_or(0).max(0))
    }
}

/// The nature of a creature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// A living being.
    #[default]
    Living,
    /// Artificial (VG-244).
    Construct,
    /// Undead (VG-258).
    Undead,
}

/// Hide, scales or plates that do not wear out (VG-207, VG-216).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hide {
    /// Armor Rank.
    pub rank: i32,
    /// Its quality; that of the body's Durability if not given (VG-216).
    #[serde(default, deserialize_with = "given")]
    pub quality: Option<Quality>,
}

/// Deserializes a quality that the file gives explicitly.
fn given<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Quality>, D::Error> {
    Quality::deserialize(source).map(Some)
}

/// How a creature's body differs from a human's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nature {
    /// Living, construct or undead.
    pub life: Life,
    /// The rank of its Durability; Heroic and above are immune to lesser attacks (VG-217).
    pub durability: Quality,
    /// Natural armour.
    pub hide: Option<Hide>,
    /// Damage type that it has an affinity to (VG-247).
    pub affinity: Option<DamageType>,
    /// Types of damage that have no effect on it.
    pub immune: Vec<DamageType>,
}
