//! Techniques (VG-325): their Vigor cost, and how they modify an attack.

use serde::{Deserialize, Serialize};

use rules::content::pieces;

use rules::Key;

use super::weapon::{Ability, Rider, Weapon, WeaponKind};

/// The weapon that a technique requires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRequirement {
    /// A melee weapon.
    #[default]
    Melee,
    /// A light weapon (VG-328).
    Light,
    /// The shield.
    Shield,
    /// A bow or a crossbow.
    Shooting,
}

/// What a technique does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TechniqueEffect {
    /// An attack on one creature.
    #[default]
    Attack,
    /// An attack on each creature in reach.
    AttackAll,
    /// A Charge on the next ranged attack this turn.
    Steady,
    /// A Charge on the next action of each ally within this many squares that can hear it.
    Rally(u8),
    /// Each adjacent unit resists a fixed number, or is knocked down and hurt.
    Sweep {
        /// The score that resists.
        check: Ability,
        /// The number to beat.
        against: i32,
    },
}

pieces! {
    /// A technique.
    pub struct Technique {
        /// The actions it takes (VG-38).
        pub actions: u8,
        /// Its cost (VG-325).
        pub vigor: i32,
        /// Its effect.
        #[serde(default)]
        #[serde(rename = "deed")]
        pub effect: TechniqueEffect,
        /// The score used for its attack; by default that of the weapon (VG-125).
        #[serde(default)]
        pub ability: Option<Ability>,
        /// The weapon it takes.
        #[serde(default)]
        pub weapon: WeaponRequirement,
        /// Additional damage dice.
        #[serde(default)]
        pub dice: u8,
        /// Additional reach, in squares.
        #[serde(default)]
        pub reach: u8,
        /// Charges on the attack.
        #[serde(default)]
        pub charges: i32,
        /// An additional effect of a hit.
        #[serde(default)]
        pub rider: Option<Rider>,
        /// Whether it gives adjacent enemies an opening (VG-327).
        #[serde(default)]
        pub opens: bool,
        /// Whether it works on Wounded targets only (VG-329).
        #[serde(default)]
        pub only_wounded: bool,
    }
}

impl Technique {
    /// Whether a weapon is of the kind it requires.
    pub fn fits(&self, weapon: &Weapon) -> bool {
        match self.weapon {
            WeaponRequirement::Melee => !weapon.is_ranged() && weapon.kind != WeaponKind::Shield,
            WeaponRequirement::Light => weapon.light,
            WeaponRequirement::Shield => weapon.kind == WeaponKind::Shield,
            WeaponRequirement::Shooting => {
                matches!(weapon.kind, WeaponKind::PullBow | WeaponKind::Crossbow)
            }
        }
    }

    /// The key of a weapon as modified by this technique.
    pub fn weapon_key(&self, weapon: &Key) -> Key {
        Key::new(&format!("{}_{weapon}", self.id))
    }

    /// The weapon as modified by this technique, if it makes attacks with it.
    pub fn with(&self, weapon: &Weapon) -> Option<Weapon> {
        let attacks = matches!(self.effect, TechniqueEffect::Attack | TechniqueEffect::AttackAll);
        if !attacks || !self.fits(weapon) {
            return None;
        }
        Some(Weapon {
            id: self.weapon_key(&weapon.id),
            name: format!("{} ({})", self.name, weapon.name.to_lowercase()),
            text: self.text.clone(),
            dice: weapon.dice.saturating_add(self.dice),
            dice_in_two_hands: match weapon.dice_in_two_hands {
                0 => 0,
                dice => dice.saturating_add(self.dice),
            },
            ability: self.ability.unwrap_or(weapon.ability),
            reach: weapon.reach.saturating_add(if weapon.is_ranged() { 0 } else { self.reach }),
            charges: weapon.charges.saturating_add(self.charges),
            rider: self.rider.clone().or_else(|| weapon.rider.clone()),
            base: Some(weapon.id.clone()),
            base_rider: weapon.rider.clone().filter(|_| self.rider.is_some()),
            // Only bows shoot; other techniques strike.
            increment: if self.weapon == WeaponRequirement::Shooting {
                weapon.increment
            } else {
                0
            },
            ..weapon.clone()
        })
    }
}
