//! The small vocabularies that several files share.

use serde::{Deserialize, Serialize};

/// One of the four fixed numbers that attacks are rolled against (PR-20, PR-21).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Resistance {
    /// Against melee weapons.
    Parry,
    /// Against projectiles and areas.
    Evasion,
    /// Against force on the body, poison and shape.
    Fortitude,
    /// Against influence on the mind.
    Will,
}

impl Resistance {
    /// All four, in the order of sheets.
    pub const ALL: [Self; 4] = [Self::Parry, Self::Evasion, Self::Fortitude, Self::Will];
}

/// A value for each of the four resistances.
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
    /// The value of one of them.
    pub const fn of(self, which: Resistance) -> i32 {
        match which {
            Resistance::Parry => self.parry,
            Resistance::Evasion => self.evasion,
            Resistance::Fortitude => self.fortitude,
            Resistance::Will => self.will,
        }
    }

    /// One of them, to change it.
    pub(super) const fn of_mut(&mut self, which: Resistance) -> &mut i32 {
        match which {
            Resistance::Parry => &mut self.parry,
            Resistance::Evasion => &mut self.evasion,
            Resistance::Fortitude => &mut self.fortitude,
            Resistance::Will => &mut self.will,
        }
    }
}

/// The two kinds of harm, of armor and of potency (PR-82 to PR-166).
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
    /// The value of one kind.
    pub const fn of(self, kind: Kind) -> i32 {
        match kind {
            Kind::Physical => self.physical,
            Kind::Magical => self.magical,
        }
    }
}

/// Which armor or potency a packet counts (PR-147).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Counts {
    /// The kind that the weapon used counts.
    AsWeapon,
    /// The physical value.
    Physical,
    /// The magical value.
    Magical,
    /// None: armor is ignored, or no potency is added.
    None,
}

impl Counts {
    /// The kind counted, where `weapon` is what the weapon used counts.
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
    /// That much of `number`, halves rounded down.
    pub const fn of(self, number: i32) -> i32 {
        match self {
            Self::Zero => 0,
            Self::Half => number.div_euclid(2),
            Self::Full => number,
        }
    }
}

/// How an ability gets to its target; it decides on flanking, height and cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Delivery {
    /// A blow: flanking helps (PR-212).
    Melee,
    /// A missile: height and cover matter (PR-218, PR-223).
    Projectile,
    /// As the weapon used.
    AsWeapon,
    /// Neither: hexes, shouts, breath, help.
    #[default]
    Direct,
}

/// The type of a weapon; precision bonus and requirements follow it (PR-9).
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

/// Size classes of creatures, from small to large; steps between them are counted (PR-232, PR-359).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// A toad.
    Tiny,
    /// A hawk.
    Small,
    /// A man.
    Medium,
    /// A bear, a drake.
    Large,
    /// Larger still.
    Huge,
}

impl Size {
    /// How many sizes larger this is than `other`; negative if smaller.
    pub const fn steps_over(self, other: Self) -> i32 {
        self as i32 - other as i32
    }
}
