//! `weapons.ron`, `armour.ron` and `objects.ron`: weapons, armour and breakable objects.

use serde::{Deserialize, Serialize};

use super::common::{Counts, Delivery, Kind, PerKind, Resistances, WeaponType};
use rules::Key;
use rules::content::pieces;

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

/// One way to use a weapon. A weapon's first attack is its basic weapon attack (PR-145).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeaponAttack {
    /// Name in commands and files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// `Melee` or `Projectile` only.
    pub delivery: Delivery,
    /// Action damage, points (PR-158).
    pub damage: i32,
    /// Melee reach or missile range, squares (PR-141).
    pub span: u8,
    /// The armor that reduces it: `Physical`, `Magical` or `None` (PR-147).
    pub armor: Counts,
    /// The potency added: `Physical`, `Magical` or `None` (PR-147).
    pub potency: Counts,
    /// True if the weapon lies on the ground afterwards.
    #[serde(default)]
    pub thrown: bool,
    /// True if the weapon must be reloaded afterwards (PR-366).
    #[serde(default)]
    pub reload: bool,
    /// Bonus damage against heavy armor.
    #[serde(default)]
    pub against_armor: Option<AgainstArmor>,
}

/// Bonus damage against targets with heavy armor (mace).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgainstArmor {
    /// Which armor counts.
    pub kind: Kind,
    /// Minimum armor.
    pub at_least: i32,
    /// Damage added.
    pub bonus: i32,
}

pieces! {
    /// A weapon, a shield or a natural weapon.
    pub struct Weapon {
        /// Its type.
        pub weapon_type: WeaponType,
        /// Added to all precision rolls while in the main hand (PR-9, PR-10).
        pub precision: i32,
        /// How it is held.
        pub grip: Grip,
        /// True if its wielder counts as armed for flanking while it is in the main hand (PR-210).
        pub flanks: bool,
        /// Its attacks; empty for shields.
        #[serde(default)]
        pub attacks: Vec<WeaponAttack>,
        /// Added to resistances while a conscious creature holds it (PR-23).
        #[serde(default)]
        pub resistances: Resistances,
    }
}

impl Weapon {
    /// The basic weapon attack, if the weapon attacks at all (PR-145).
    pub fn basic(&self) -> Option<&WeaponAttack> {
        self.attacks.first()
    }

    /// The first attack with this delivery; `AsWeapon` and `Direct` give the basic one.
    pub fn attack(&self, delivery: Delivery) -> Option<&WeaponAttack> {
        match delivery {
            Delivery::Melee | Delivery::Projectile => {
                self.attacks.iter().find(|a| a.delivery == delivery)
            }
            Delivery::AsWeapon | Delivery::Direct => self.basic(),
        }
    }

    /// True if it has a melee attack.
    pub fn is_melee(&self) -> bool {
        self.attack(Delivery::Melee).is_some()
    }
}

pieces! {
    /// Armor, worn or natural (PR-168).
    pub struct Armour {
        /// Physical and magical armor, points.
        pub armor: PerKind,
        /// Added to speed, squares.
        #[serde(default)]
        pub speed: i32,
        /// Added to resistances.
        #[serde(default)]
        pub resistances: Resistances,
        /// True if it is part of the body.
        #[serde(default)]
        pub natural: bool,
    }
}

pieces! {
    /// The durability of a kind of object or edge (PR-155). Its size and material come from the
    /// board. Its ID is the kind of object or edge, as named in levels.
    pub struct ObjectStats {
        /// Health, points; at 0 it is destroyed.
        pub health: i32,
        /// Physical and magical armor, points.
        pub armor: PerKind,
    }
}
