//! `weapons.ron`, `armour.ron` and `objects.ron`: what is held, worn and broken.

use serde::{Deserialize, Serialize};

use super::common::{Counts, Delivery, Kind, PerKind, Resistances, WeaponType};
use crate::rules::Key;

/// How a weapon is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Grip {
    /// In one hand, main or off.
    OneHanded,
    /// In both hands.
    TwoHanded,
    /// In the off hand only: shields.
    OffHand,
    /// Part of the body.
    Natural,
}

/// One way to use a weapon. The first of a weapon is its basic weapon attack (PR-145).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponAttack {
    /// Name in commands and files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// Blow or missile; `Melee` or `Projectile` only.
    pub delivery: Delivery,
    /// Action damage, points (PR-158).
    pub damage: i32,
    /// Reach of a blow or range of a missile, squares (PR-141).
    pub span: u8,
    /// The armor it counts; `Physical`, `Magical` or `None` (PR-147).
    pub armor: Counts,
    /// The potency it adds; `Physical`, `Magical` or `None` (PR-147).
    pub potency: Counts,
    /// True if the weapon lies on the ground afterwards.
    #[serde(default)]
    pub thrown: bool,
    /// True if the weapon must be reloaded afterwards (PR-366).
    #[serde(default)]
    pub reload: bool,
    /// Bonus damage against heavy armor, if any.
    #[serde(default)]
    pub against_armor: Option<AgainstArmor>,
}

/// Bonus damage against targets with so much armor (mace).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgainstArmor {
    /// Which armor is looked at.
    pub kind: Kind,
    /// From how much armor.
    pub at_least: i32,
    /// How much damage is added.
    pub bonus: i32,
}

/// A weapon, a shield or a natural weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its type.
    pub weapon_type: WeaponType,
    /// What the type adds to all precision rolls while in the main hand (PR-9, PR-10).
    pub precision: i32,
    /// How it is held.
    pub grip: Grip,
    /// True if whoever holds it in the main hand counts as armed for flanking (PR-210).
    pub flanks: bool,
    /// How it attacks; empty for shields.
    #[serde(default)]
    pub attacks: Vec<WeaponAttack>,
    /// What it adds to resistances while held by a conscious creature (PR-23).
    #[serde(default)]
    pub resistances: Resistances,
}

impl Weapon {
    /// The basic weapon attack, if the weapon attacks at all (PR-145).
    pub fn basic(&self) -> Option<&WeaponAttack> {
        self.attacks.first()
    }

    /// The first attack of that delivery; `AsWeapon` and `Direct` give the basic one.
    pub fn attack(&self, delivery: Delivery) -> Option<&WeaponAttack> {
        match delivery {
            Delivery::Melee | Delivery::Projectile => {
                self.attacks.iter().find(|a| a.delivery == delivery)
            }
            Delivery::AsWeapon | Delivery::Direct => self.basic(),
        }
    }

    /// True if it can strike a blow.
    pub fn is_melee(&self) -> bool {
        self.attack(Delivery::Melee).is_some()
    }
}

/// Armor that is worn or grown (PR-168).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Physical and magical armor, points.
    pub armor: PerKind,
    /// What it adds to speed, squares.
    #[serde(default)]
    pub speed: i32,
    /// What it adds to resistances.
    #[serde(default)]
    pub resistances: Resistances,
    /// True if it is part of the body.
    #[serde(default)]
    pub natural: bool,
}

/// How much a kind of thing or edge withstands (PR-155). Measures and materials are the board's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectStats {
    /// Name of the kind of thing or edge, as levels write it.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Health, points; at 0 it is destroyed.
    pub health: i32,
    /// Physical and magical armor, points.
    pub armor: PerKind,
}
