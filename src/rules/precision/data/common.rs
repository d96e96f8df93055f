//! Small enums and numbers shared by several files.

use serde::{Deserialize, Serialize};

/// One of the four fixed numbers that attacks roll against (PR-20, PR-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Resistance {
    /// Against melee weapons.
    Parry,
    /// Against projectiles and areas.
    Evasion,
    /// Against physical force, poison and changes of shape.
    Fortitude,
    /// Against influence on the mind.
    Will,
}

impl Resistance {
    /// All four, in the order of sheets.
    pub const ALL: [Self; 4] = [Self::Parry, Self::Evasion, Self::Fortitude, Self::Will];
}

/// A value for each resistance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resistances {
    /// Parry.
    pub parry: i32,
    /// Evasion.
    pub evasion: i32,
    /// Fortitude.
    pub fortitude: i32,
    /// Will.
    pub will: i32,
}

impl Resistances {
    /// The value for one resistance.
    pub const fn of(self, which: Resistance) -> i32 {
        match which {
            Resistance::Parry => self.parry,
            Resistance::Evasion => self.evasion,
            Resistance::Fortitude => self.fortitude,
            Resistance::Will => self.will,
        }
    }

    /// Mutable access to one value.
    pub(super) const fn of_mut(&mut self, which: Resistance) -> &mut i32 {
        match which {
            Resistance::Parry => &mut self.parry,
            Resistance::Evasion => &mut self.evasion,
            Resistance::Fortitude => &mut self.fortitude,
            Resistance::Will => &mut self.will,
        }
    }
}

/// The two kinds of damage, armor and potency (PR-82 to PR-166).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Weapons and force.
    Physical,
    /// Magical techniques.
    Magical,
}

/// A value for each kind (armor PR-164, potency PR-160).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerKind {
    /// The physical value.
    pub physical: i32,
    /// The magical value.
    pub magical: i32,
}

impl PerKind {
    /// The value for one kind.
    pub const fn of(self, kind: Kind) -> i32 {
        match kind {
            Kind::Physical => self.physical,
            Kind::Magical => self.magical,
        }
    }
}

/// Which armor reduces a packet, or which potency it adds (PR-147).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counts {
    /// The kind that the weapon uses.
    AsWeapon,
    /// The physical value.
    Physical,
    /// The magical value.
    Magical,
    /// None: armor is ignored, or no potency is added.
    None,
}

impl Counts {
    /// The kind that counts, where `weapon` is the kind the weapon uses.
    pub const fn kind(self, weapon: Option<Kind>) -> Option<Kind> {
        match self {
            Self::AsWeapon => weapon,
            Self::Physical => Some(Kind::Physical),
            Self::Magical => Some(Kind::Magical),
            Self::None => None,
        }
    }
}

/// How much of a number counts (PR-161, PR-173).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Factor {
    /// Nothing.
    Zero,
    /// Half, rounded down.
    Half,
    /// All of it.
    #[default]
    Full,
}

impl Factor {
    /// The share of `number` that counts; halves are rounded down.
    pub const fn of(self, number: i32) -> i32 {
        match self {
            Self::Zero => 0,
            Self::Half => number.div_euclid(2),
            Self::Full => number,
        }
    }
}

/// How an ability reaches its target; flanking, height and cover depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Delivery {
    /// A melee attack: flanking helps (PR-212).
    Melee,
    /// A missile: height and cover matter (PR-218, PR-223).
    Projectile,
    /// The delivery of the weapon used.
    AsWeapon,
    /// Neither: hexes, shouts, breath, help.
    #[default]
    Direct,
}

/// The type of a weapon; precision bonuses and requirements depend on it (PR-9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum WeaponType {
    /// Bare hands.
    Unarmed,
    /// Daggers.
    ShortBlade,
    /// Swords.
    LongBlade,
    /// Hatchets.
    Axe,
    /// Maces.
    Bludgeon,
    /// Greatswords.
    HeavyBlade,
    /// Mauls.
    HeavyBludgeon,
    /// Spears.
    Spear,
    /// Halberds.
    Polearm,
    /// Javelins.
    ThrownSpear,
    /// Bows.
    Bow,
    /// Crossbows.
    Crossbow,
    /// Staves.
    Staff,
    /// Wands.
    Focus,
    /// Shields.
    Shield,
    /// Claws.
    NaturalClaws,
    /// Jaws.
    NaturalBite,
    /// Fists of clay and the like.
    NaturalSlam,
}

/// Size classes, from small to large; some rules count the difference between them (PR-232,
/// PR-359).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// A toad.
    Tiny,
    /// A hawk.
    Small,
    /// A human.
    Medium,
    /// A bear, a drake.
    Large,
    /// Anything larger.
    Huge,
}

impl Size {
    /// Number of sizes this is larger than `other`; negative if smaller.
    pub const fn steps_over(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}
