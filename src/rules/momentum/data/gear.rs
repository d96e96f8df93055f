//! `weapons.ron`, `armour.ron`: what creatures hold and wear.

use serde::{Deserialize, Serialize};

use super::dice::DiceSum;
use super::words::{DamageType, Stat};
use crate::rules::Key;

/// How far a weapon or Ability reaches (MO-170, MO-172), metres.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reach {
    /// Hand to hand.
    Melee(u16),
    /// From afar.
    Ranged(u16),
}

impl Reach {
    /// The metres.
    pub const fn metres(self) -> u16 {
        match self {
            Self::Melee(m) | Self::Ranged(m) => m,
        }
    }

    /// True for blows, false for missiles (MO-169).
    pub const fn is_melee(self) -> bool {
        matches!(self, Self::Melee(_))
    }
}

/// Damage of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedDice {
    /// How much.
    pub dice: DiceSum,
    /// Of what type.
    pub of: DamageType,
}

/// What other rules ask about a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WeaponTag {
    /// Part of the body: never dropped or put away.
    Natural,
    /// May be used in the other hand beside another weapon.
    Light,
    /// Heavy to swing.
    Heavy,
}

/// A weapon (MO-167, MO-213).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Its name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// The Stat whose whole bonus counts for hit and damage.
    pub primary: Stat,
    /// The Stat half of whose bonus counts for the hit.
    pub secondary: Stat,
    /// Damage by type; flat bonuses go to the first.
    pub damage: Vec<TypedDice>,
    /// Hands it takes, 0 to 2 (MO-83).
    pub hands: u8,
    /// Its reach.
    pub reach: Reach,
    /// How far it can be thrown, metres; 0 for weapons that are not thrown.
    #[serde(default)]
    pub thrown: u16,
    /// What other rules ask about it.
    #[serde(default)]
    pub tags: Vec<WeaponTag>,
}

impl Weapon {
    /// True if it has that tag.
    pub fn is(&self, tag: WeaponTag) -> bool {
        self.tags.contains(&tag)
    }
}

/// An upgrade of armour that loosens its cap (MO-191).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fit {
    /// As it comes.
    #[default]
    Plain,
    /// Fitted to its wearer.
    Fitted,
    /// Made by a master.
    Masterwork,
}

/// Armour or clothes (MO-189).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// What it takes off damage.
    pub armor: i32,
    /// The most base Evasion in it; none for no cap.
    #[serde(default)]
    pub evasion_cap: Option<i32>,
}

/// A shield (MO-190).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shield {
    /// Its name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Evasion while it is held, over any cap.
    pub evasion: i32,
}

/// Everything in `armour.ron`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// What is worn.
    pub armour: Vec<Armour>,
    /// What is held.
    pub shields: Vec<Shield>,
}
