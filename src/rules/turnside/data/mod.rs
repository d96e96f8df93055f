//! What Turnside reads from its files.

mod check;
mod injury;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::rules::Key;
use crate::rules::content::{Shelf, content, house_rules, pieces};
use crate::rules::kit::moment;

use check::check;
pub use injury::{Change, Effect, Injury, Limb, Score, Tier, Trait};

/// A rank, from the lowest to the highest (TU-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "letters are all there is to them")]
pub enum Rank {
    F,
    E,
    D,
    C,
    B,
    A,
}

impl Rank {
    const ALL: [Self; 6] = [Self::F, Self::E, Self::D, Self::C, Self::B, Self::A];

    /// Its number: 0 for F to 5 for A (TU-1).
    pub const fn value(self) -> i32 {
        self as i32
    }

    /// The rank of that number, the lowest below all and the highest above (TU-2).
    pub fn of(value: i32) -> Self {
        let place = usize::try_from(value.max(0)).unwrap_or_default();
        Self::ALL.get(place).copied().unwrap_or(Self::A)
    }
}

/// What a table gives for each rank, from F to A.
pub type Table = [i32; 6];

/// What a table gives for a rank.
pub fn by_rank(table: &Table, rank: Rank) -> i32 {
    table.get(rank as usize).copied().unwrap_or_default()
}

/// How the order of turns is found (TU-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Initiative {
    /// A d10 and Agility.
    Roll,
    /// Agility alone.
    Fixed,
}

/// Where criticals begin (TU-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CritThreshold {
    /// At 100 less the chance: one face more than the chance says.
    TextLiteral,
    /// Just as many faces as the chance says.
    ExactPercent,
}

/// The damage that counts for injuries (TU-219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InjuryBasis {
    /// All of a hit.
    Hit,
    /// What it took of the HP.
    HpLost,
}

/// When damage goes below 0 HP (TU-271).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NegativeHp {
    /// When it is dealt to a unit that is at 0 already.
    WhileDown,
    /// It does not.
    Never,
    /// Whenever there is so much of it.
    Always,
}

house_rules! {
    /// Numbers and options.
    HouseRules {
        numbers {
            fatigue_cap: 0..=10,
            miss_per_point: 0..=100,
            crit_per_point: 0..=100,
            min_after_natural: 0..=1,
            min_after_armour: 0..=1,
            run_factor: 1..=9,
            guard_bonus: 0..=99,
            prone_melee_dod: -99..=99,
            prone_ranged_dod: -99..=99,
            prone_acc: -99..=99,
            cover_half: 0..=99,
            cover_most: 0..=99,
            dim_acc: -99..=0,
            height_acc: 0..=99,
            flank_acc: 0..=99,
            rough_light: 1..=9,
            rough_heavy: 1..=9,
            wading: 1..=9,
            swimming: 1..=9,
            climb_per_metre: 0..=9,
            low_step: 0..=9,
            door_cost: 0..=9,
            crawl_factor: 1..=9,
            body_cost: 0..=9,
            fall_per_metre: 0..=99,
            injury_chance: 0..=100,
            death_share: 1..=100,
            bleed_out: 1..=99,
        }
        rows {
            attacks: [6] 1..=9,
            movement: [6] 1..=99,
            max_hp: [6] 1..=999,
            natural_damage: [6] 0..=99,
            natural_defence: [6] 0..=99,
            skill_score: [6] 0..=99,
            determination: [6] 0..=9,
            fatigue_resistance: [6] 0..=99,
            injury_per: [3] 1..=999,
        }
        heights {
            high_ground: 1..=40,
            free_step: 0..=20,
            step: 0..=20,
            fall_free: 0..=200,
        }
        choices {
            initiative: Initiative,
            crit_threshold: CritThreshold,
            guard_blocks_reaction: bool,
            position_mods: bool,
            injury_basis: InjuryBasis,
            negative_hp: NegativeHp,
        }
    }
}

pieces! {
    /// A weapon.
    pub struct Weapon {
        /// The rank that it takes to wield it (TU-22).
        pub rank: Rank,
        /// The hands that it takes; none for bare hands.
        pub hands: u8,
        /// How far it strikes, metres; 0 for those that only shoot (TU-38).
        #[serde(default)]
        pub reach: u8,
        /// How far it shoots, metres; 0 for those that do not (TU-38).
        #[serde(default)]
        pub range: u8,
        /// What it adds to natural damage (TU-53).
        pub damage: i32,
        /// Armour does not count against it (TU-115).
        #[serde(default)]
        pub bypasses_armour: bool,
    }
}

pieces! {
    /// Armour or a shield.
    pub struct Armour {
        /// The rank that it takes to have something of it (TU-22).
        pub rank: Rank,
        /// Further defence (TU-111).
        #[serde(default)]
        pub defence: i32,
        /// What it adds to DOD.
        #[serde(default)]
        pub dod: i32,
        /// What it adds to Movement, metres.
        #[serde(default)]
        pub movement: i32,
        /// It holds one down whose muscles are torn (TU-253).
        #[serde(default)]
        pub encases: bool,
    }
}

pieces! {
    /// A creature of the roster. Attributes are ranks (TU-5).
    /// Its ID is the role it fills.
    #[allow(missing_docs, reason = "the attributes are called what they are")]
    pub struct Sheet {
        /// Roles of levels that it fills until they have sheets of their own.
        pub stands_in_for: Vec<Key>,
        pub str: Rank,
        pub agi: Rank,
        pub end: Rank,
        pub wil: Rank,
        pub int: Rank,
        pub ego: Rank,
        /// The rank of the skill that keeps one on its feet (TU-153).
        pub acrobatics: Rank,
        /// How well it strikes (TU-11).
        pub acc: i32,
        /// How well it evades, without gear (TU-11).
        pub dod: i32,
        /// The weapon in hand.
        pub main: Key,
        /// A second weapon at hand.
        #[serde(default)]
        pub side: Option<Key>,
        /// A shield.
        #[serde(default)]
        pub off: Option<Key>,
        /// The armour it wears.
        pub worn: Key,
    }
}

content! {
    /// Everything that Turnside has, as far as it is made.
    "turnside" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour and shields.
        pub armour: Shelf<Armour> = "armour",
        /// Creatures by role.
        pub roster: Shelf<Sheet> = "roster",
        /// Injuries.
        pub injuries: Shelf<Injury> = "injuries",
        /// Limbs.
        pub limbs: Shelf<Limb> = "limbs",
    }
}

/// The content at one moment of a battle.
pub type Moment<'a> = moment::Moment<'a, Content>;

impl Content {
    /// The sheet of a role, or the one that stands in for it.
    pub fn sheet(&self, role: &str) -> Option<&Sheet> {
        let fills = |sheet: &&Sheet| sheet.stands_in_for.iter().any(|own| *own == *role);
        self.roster.get(role).or_else(|| self.roster.iter().find(fills))
    }
}
