//! Spells (VG-325): their cost, how they reach their target, and their effects.

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::pieces;

use super::weapon::{Ability, BonusFrom, DamageType, Quality, Rider, Weapon, WeaponKind};

/// How a spell reaches its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Aimed at one creature within this number of squares, against Guard.
    Aimed(u8),
    /// At a creature beside the caster, against Guard.
    Touch,
    /// Everything within this number of squares of a place.
    Area {
        /// The radius, squares.
        radius: u8,
        /// Maximum distance of that place; 0 for the caster's own.
        range: u8,
    },
    /// A cone of this length, in squares.
    Cone(u8),
    /// The mind or body of one creature within this number of squares, which may resist.
    Will(u8),
    /// An ally within this number of squares, or the caster.
    Boon(u8),
}

/// A condition that a spell puts on its target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedCondition {
    /// The condition.
    pub id: Key,
    /// Its size.
    #[serde(default)]
    pub size: i32,
    /// Duration in rounds (VG-31).
    pub rounds: u16,
}

/// What a spell restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Restores {
    /// Durability.
    Durability,
    /// Health, also in Shock.
    Health,
}

pieces! {
    /// A spell.
    pub struct Spell {
        /// The actions it takes (VG-38).
        pub actions: u8,
        /// Its cost (VG-325).
        pub mana: i32,
        /// How it reaches its target.
        pub form: Form,
        /// Its damage value, or the number of dice that it restores; 0 for none (VG-190).
        #[serde(default)]
        pub dice: u8,
        /// The rank of its effect (VG-219).
        #[serde(default)]
        pub quality: Quality,
        /// The type of its damage.
        #[serde(default)]
        pub damage: DamageType,
        /// Whether it bypasses Durability.
        #[serde(default)]
        pub to_health: bool,
        /// The score that resists it (VG-170).
        #[serde(default)]
        pub check: Option<Ability>,
        /// An additional effect of a hit.
        #[serde(default)]
        pub rider: Option<Rider>,
        /// The condition that it puts on its target.
        #[serde(default)]
        pub condition: Option<TimedCondition>,
        /// What its dice restore.
        #[serde(default, rename = "mends")]
        pub restores: Option<Restores>,
        /// Whether it needs no movement at all (VG-57).
        #[serde(default)]
        pub mental: bool,
    }
}

impl Spell {
    /// An aimed spell as a weapon: Soul against Guard, Spellcraft for damage (VG-124, VG-193).
    pub fn as_weapon(&self) -> Option<Weapon> {
        let (reach, limit) = match self.form {
            Form::Aimed(range) => (0, Some(range)),
            Form::Touch => (1, None),
            _ => return None,
        };
        Some(Weapon {
            id: self.id.clone(),
            name: self.name.clone(),
            text: self.text.clone(),
            kind: WeaponKind::Spell,
            light: false,
            hands: 0,
            dice: self.dice,
            dice_in_two_hands: 0,
            quality: self.quality,
            damage: self.damage,
            kinetic: None,
            bonus: BonusFrom::Spellcraft,
            ability: Ability::Soul,
            reach,
            increment: limit.unwrap_or_default(),
            reloads: false,
            rider: self.rider.clone(),
            base: None,
            base_rider: None,
            charges: 0,
            limit,
            to_health: self.to_health,
        })
    }
}
