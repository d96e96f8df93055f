//! `weapons.ron`, `armour.ron`: weapons, armour and shields.

use serde::{Deserialize, Serialize};

use super::dice::DiceSum;
use super::words::{DamageType, Stat};
use rules::Key;

/// Reach or range of a weapon or Ability, metres (MO-170, MO-172).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reach {
    /// Melee, with its reach.
    Melee(u16),
    /// Ranged, with its range.
    Ranged(u16),
}

impl Reach {
    /// The distance, metres.
    pub const fn metres(self) -> u16 {
        match self {
            Self::Melee(m) | Self::Ranged(m) => m,
        }
    }

    /// True for melee (MO-169).
    pub const fn is_melee(self) -> bool {
        matches!(self, Self::Melee(_))
    }
}

/// Damage of one type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedDice {
    /// Amount.
    pub dice: DiceSum,
    /// Type.
    pub of: DamageType,
}

/// Tags of a weapon that other rules refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WeaponTag {
    /// Part of the body: never dropped or put away.
    Natural,
    /// May be used in the off hand together with another weapon.
    Light,
    /// Heavy.
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
    /// The Stat whose full bonus adds to hit and damage.
    pub primary: Stat,
    /// The Stat that adds half its bonus to hit.
    pub secondary: Stat,
    /// Damage by type; flat bonuses go to the first.
    pub damage: Vec<TypedDice>,
    /// Hands it takes, 0 to 2 (MO-83).
    pub hands: u8,
    /// Its reach.
    pub reach: Reach,
    /// Throwing range, metres; 0 if it cannot be thrown.
    #[serde(default)]
    pub thrown: u16,
    /// Tier of the Ability that it casts (MO-177); 0 for a plain weapon.
    #[serde(default)]
    pub tier: u8,
    /// Its tags.
    #[serde(default)]
    pub tags: Vec<WeaponTag>,
}

impl Weapon {
    /// True if it has the tag.
    pub fn is(&self, tag: WeaponTag) -> bool {
        self.tags.contains(&tag)
    }
}

/// An upgrade of armour that raises its Evasion cap (MO-191).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fit {
    /// No upgrade.
    #[default]
    Plain,
    /// Fitted to the wearer.
    Fitted,
    /// Masterwork.
    Masterwork,
}

/// Armour or clothing (MO-189).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Its name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Amount subtracted from damage.
    pub armor: i32,
    /// Maximum base Evasion while worn; `None` for no cap.
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
    /// Evasion bonus while held; no cap applies to it.
    pub evasion: i32,
}

/// Everything in `armour.ron`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArmourFile {
    /// Armour and clothing.
    pub armour: Vec<Armour>,
    /// Shields.
    pub shields: Vec<Shield>,
}
