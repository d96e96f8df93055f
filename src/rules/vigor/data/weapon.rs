//! Weapons, and what they share with spells: ranks of quality, types of damage, Ability Scores.

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::pieces;

use super::HouseRules;

/// A rank of quality, of weapons, armour and bodies (VG-202).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// d4.
    Feeble,
    /// d6.
    Crude,
    /// d8.
    #[default]
    Ordinary,
    /// d10.
    Heroic,
    /// d12.
    Epic,
    /// d20.
    Legendary,
}

impl Quality {
    /// Its damage die (VG-191).
    pub const fn sides(self) -> u16 {
        match self {
            Self::Feeble => 4,
            Self::Crude => 6,
            Self::Ordinary => 8,
            Self::Heroic => 10,
            Self::Epic => 12,
            Self::Legendary => 20,
        }
    }

    /// Its index among the ranks, 0 for feeble.
    pub const fn index(self) -> i32 {
        self as i32
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Feeble => "feeble",
            Self::Crude => "crude",
            Self::Ordinary => "ordinary",
            Self::Heroic => "heroic",
            Self::Epic => "epic",
            Self::Legendary => "legendary",
        }
    }
}

/// A type of damage (VG-245).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum DamageType {
    /// Weapons, fists, falls.
    #[default]
    Kinetic,
    /// Heat.
    Thermal,
    /// Frost.
    Cold,
    /// Lightning.
    Electrical,
    /// Rays that pass through most things.
    Radiation,
    /// Acids and bases.
    Chemical,
    /// Sound.
    Sonic,
    /// Poison.
    Toxic,
    /// Death.
    Umbral,
    /// Chaos and decay.
    Entropic,
    /// Order and time.
    Crystal,
    /// Pure magic.
    Aetheric,
    /// Light and life.
    Lucent,
}

impl DamageType {
    /// The opposite type, which does the most harm to creatures with an affinity to this one
    /// (VG-263).
    pub const fn opposite(self) -> Option<Self> {
        match self {
            Self::Thermal => Some(Self::Cold),
            Self::Cold => Some(Self::Thermal),
            Self::Umbral => Some(Self::Lucent),
            Self::Lucent => Some(Self::Umbral),
            Self::Entropic => Some(Self::Crystal),
            Self::Crystal => Some(Self::Entropic),
            Self::Aetheric => Some(Self::Aetheric),
            Self::Kinetic
            | Self::Electrical
            | Self::Radiation
            | Self::Chemical
            | Self::Sonic
            | Self::Toxic => None,
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Kinetic => "kinetic",
            Self::Thermal => "thermal",
            Self::Cold => "cold",
            Self::Electrical => "electrical",
            Self::Radiation => "radiation",
            Self::Chemical => "chemical",
            Self::Sonic => "sonic",
            Self::Toxic => "toxic",
            Self::Umbral => "umbral",
            Self::Entropic => "entropic",
            Self::Crystal => "crystal",
            Self::Aetheric => "aetheric",
            Self::Lucent => "lucent",
        }
    }
}

/// Kinds of kinetic damage (VG-249).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kinetic {
    /// Blades and axes.
    Cutting,
    /// Points, arrows, bullets.
    Piercing,
    /// Hammers, clubs, fists.
    Impact,
}

/// An Ability Score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ability {
    /// Force.
    Strength,
    /// Weapons and hands.
    Agility,
    /// Legs.
    Speed,
    /// Breath and body.
    Stamina,
    /// Learning and wits.
    Reason,
    /// Will.
    Resolve,
    /// Magic.
    Soul,
}

impl Ability {
    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Agility => "Agility",
            Self::Speed => "Speed",
            Self::Stamina => "Stamina",
            Self::Reason => "Reason",
            Self::Resolve => "Resolve",
            Self::Soul => "Soul",
        }
    }
}

/// Where the Bonus Dice of a damage roll come from (VG-192, VG-193).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BonusFrom {
    /// The Strength score.
    #[default]
    Strength,
    /// The skill.
    Marksman,
    /// The skill.
    Spellcraft,
}

impl BonusFrom {
    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strength => "Strength",
            Self::Marksman => "Marksman",
            Self::Spellcraft => "Spellcraft",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Strength => "VG-192",
            Self::Marksman | Self::Spellcraft => "VG-193",
        }
    }
}

/// The kind of a weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponKind {
    /// Bare hands.
    Unarmed,
    /// Swords and daggers.
    Blade,
    /// Axes.
    Axe,
    /// Hammers and maces.
    Hammer,
    /// Long shafts.
    Polearm,
    /// Chains.
    Chain,
    /// Staves.
    Staff,
    /// Bows drawn by hand.
    PullBow,
    /// Crossbows.
    Crossbow,
    /// Firearms.
    Modern,
    /// Claws and teeth.
    Natural,
    /// A shield that strikes.
    Shield,
    /// An aimed spell.
    Spell,
}

/// An additional effect of a hit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rider {
    /// Poison, if damage got through: one die of this quality, straight to Health (VG-262).
    Venom(Quality),
    /// Knocked down unless a check of this score beats the attack.
    Topple(Ability),
    /// Knocked back by this many squares (VG-322).
    KnockBack(u8),
    /// Pinned unless a check of this score beats the attack.
    Pin(Ability),
    /// Speed reduced by `by` for a round unless a check of this score beats the attack.
    Slow {
        /// The score.
        check: Ability,
        /// The reduction.
        by: i32,
    },
}

/// The Ability Score of an attack that names none (VG-123).
const fn default_ability() -> Ability {
    Ability::Agility
}

/// The default number of hands of a weapon.
const fn one_hand() -> u8 {
    1
}

pieces! {
    /// A weapon.
    pub struct Weapon {
        /// Its kind.
        pub kind: WeaponKind,
        /// Whether it is a light weapon (VG-328).
        #[serde(default)]
        pub light: bool,
        /// The number of hands it takes; 0 for natural weapons.
        #[serde(default = "one_hand")]
        pub hands: u8,
        /// Its damage value: the number of damage dice (VG-190).
        pub dice: u8,
        /// The damage value in two hands, if the other hand is free; 0 if it makes no difference.
        #[serde(default)]
        pub dice_in_two_hands: u8,
        /// Its quality, which sets the die (VG-191).
        #[serde(default)]
        pub quality: Quality,
        /// The type of its damage (VG-245).
        #[serde(default)]
        pub damage: DamageType,
        /// Its kinetic kind, if its damage is kinetic (VG-249).
        #[serde(default)]
        pub kinetic: Option<Kinetic>,
        /// The source of the Bonus Dice of its damage.
        #[serde(default)]
        pub bonus: BonusFrom,
        /// The Ability Score of its attacks.
        #[serde(default = "default_ability")]
        pub ability: Ability,
        /// Its reach, in squares; 0 for weapons that only shoot (VG-137).
        pub reach: u8,
        /// The length of a range increment, in squares; 0 for weapons that do not shoot (VG-136).
        #[serde(default)]
        pub increment: u8,
        /// Whether each shot requires an action to reload.
        #[serde(default)]
        pub reloads: bool,
        /// An additional effect of a hit.
        #[serde(default)]
        pub rider: Option<Rider>,
        /// For a weapon derived from a technique: the weapon that the technique is used with.
        #[serde(skip)]
        pub base: Option<Key>,
        /// The additional effect of a hit with that weapon.
        #[serde(skip)]
        pub base_rider: Option<Rider>,
        /// Charges on attacks with it.
        #[serde(default)]
        pub charges: i32,
        /// Maximum range in squares, if it is not the usual number of increments.
        #[serde(default)]
        pub limit: Option<u8>,
        /// Whether it bypasses Durability and goes to Health (VG-231).
        #[serde(default)]
        pub to_health: bool,
    }
}

impl Weapon {
    /// Whether it is shot, thrown or cast; false for melee weapons.
    pub const fn is_ranged(&self) -> bool {
        self.reach == 0
    }

    /// Its maximum range, in squares (VG-136).
    pub fn farthest(&self, rules: &HouseRules) -> i32 {
        self.limit.map_or(i32::from(self.increment) * rules.range_increments, i32::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposites_are_mutual_and_ranks_ascend() {
        let all = [
            DamageType::Thermal,
            DamageType::Cold,
            DamageType::Umbral,
            DamageType::Lucent,
            DamageType::Entropic,
            DamageType::Crystal,
            DamageType::Aetheric,
        ];
        for kind in all {
            assert_eq!(kind.opposite().and_then(DamageType::opposite), Some(kind));
        }
        assert_eq!(DamageType::Kinetic.opposite(), None);
        let ranks = [Quality::Feeble, Quality::Ordinary, Quality::Legendary];
        assert_eq!(ranks.map(Quality::index), [0, 2, 5]);
        assert_eq!(ranks.map(Quality::sides), [4, 8, 20]);
    }
}
