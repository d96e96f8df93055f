//! The content of Turnside, read from its data files.

mod ability;
mod check;
mod injury;
mod options;
mod skill;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::{Shelf, content, house_rules, pieces};
use rules::kit::moment::moment;

pub use ability::{Ability, Ailment, Delivery, Element, Gives, Kind, Mark, Severity, Shift};
use check::check;
pub use injury::{Change, Effect, Injury, Limb, Score, Tier, Trait};
pub use options::{
    BandOrder, CapScope, ContestTie, CritThreshold, DurationEnd, GuardEnds, HealWakes, Initiative,
    InjuryBasis, MixedMinRank, NegativeHp, OverRankItem, Overflow, Overheat, ReactionWindow,
    SecondaryStage, ShieldDod, SurpriseSpotter,
};
pub use skill::Skill;

/// A rank, from the lowest to the highest (TU-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
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

    /// Its value, from 0 for F to 5 for A (TU-1).
    pub const fn value(self) -> i32 {
        self as i32
    }

    /// The rank with this value, clamped to F and A (TU-2).
    pub fn of(value: i32) -> Self {
        let place = usize::try_from(value.max(0)).unwrap_or_default();
        Self::ALL.get(place).copied().unwrap_or(Self::A)
    }
}

/// A value for each rank, from F to A.
pub type Table = [i32; 6];

/// The value of a table for a rank.
pub fn by_rank(table: &Table, rank: Rank) -> i32 {
    table.get(rank as usize).copied().unwrap_or_default()
}

/// The value of a table of abilities, from rank E to A, for a rank.
pub fn by_ability(table: &[i32; 5], rank: Rank) -> i32 {
    let place = (rank as usize).checked_sub(1);
    place.and_then(|place| table.get(place)).copied().unwrap_or_default()
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
            death_share: 1..=100,
            bleed_out: 1..=99,
            feedback_share: 0..=100,
            damage_per_rank: 0..=99,
            heal_per_rank: 0..=99,
            shatter_base: 0..=100,
            shatter_step: 0..=100,
            cut_long: -99..=0,
            cut_beyond: -99..=0,
            cut_per_radius: -99..=0,
            cut_cone: -99..=0,
            cut_light: -99..=0,
            cut_serious: -99..=0,
            overheat_acc: -99..=0,
            overheat_dod: -99..=0,
            blocked_chance: 0..=100,
            breath_minutes: 1..=99,
            rounds_a_minute: 1..=99,
            fatigue_acc: -99..=0,
            fatigue_dod: -99..=0,
            rear_acc: 0..=99,
            surprise_acc: 0..=99,
            guess_acc: -99..=0,
            auto_check_turns: 1..=99,
            day_rest_share: 0..=100,
            stabilised_share: 0..=100,
            reflex_rp_factor: 1..=9,
            reflex_charges: 0..=9,
            rest_hours: 0..=8,
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
            injury_chance: [3] 0..=100,
            medicine_rank: [4] 0..=100,
            charges: [6] 0..=99,
            ability_rank_score: [5] 0..=99,
            natural_mental_defence: [6] 0..=99,
            rp_pool: [6] 0..=999,
            rp_cost: [5] 0..=999,
            overheat_rounds: [5] 0..=9,
            element_factor: [2] 0..=999,
            strenuous: [7] 0..=1,
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
            facing: bool,
            stop_at_limit: bool,
            prepared_uses_reaction: bool,
            feedback_injures: bool,
            contest_tie: ContestTie,
            mixed_min_rank: MixedMinRank,
            duration_end: DurationEnd,
            reaction_window: ReactionWindow,
            shield_shatter: bool,
            injury_cap_scope: CapScope,
            injury_overflow: Overflow,
            heal_wakes: HealWakes,
            self_treat: bool,
            area_one_roll: bool,
            gaping_stops_at_full: bool,
            overheat: Overheat,
            injury_basis: InjuryBasis,
            negative_hp: NegativeHp,
            secondary_stage: SecondaryStage,
            shield_dod: ShieldDod,
            guard_ends: GuardEnds,
            over_rank_item: OverRankItem,
            surprise_spotter: SurpriseSpotter,
            injury_band_order: BandOrder,
        }
    }
}

pieces! {
    /// A weapon.
    pub struct Weapon {
        /// Its rank, which the wield rank must reach (TU-22).
        pub rank: Rank,
        /// Hands needed; 0 for bare hands.
        pub hands: u8,
        /// Reach in metres; 0 for purely ranged weapons (TU-38).
        #[serde(default)]
        pub reach: u8,
        /// Range in metres; 0 for purely melee weapons (TU-38).
        #[serde(default)]
        pub range: u8,
        /// Its bonus to natural damage (TU-53).
        pub damage: i32,
        /// Whether it bypasses armour (TU-115).
        #[serde(default)]
        pub bypasses_armour: bool,
        /// Its bonus to the damage of abilities (TU-71).
        #[serde(default)]
        pub focus: i32,
        /// Additional damage of an element (TU-113).
        #[serde(default)]
        pub extra: Option<(i32, Element)>,
    }
}

pieces! {
    /// Armour or a shield.
    pub struct Armour {
        /// Its rank, which the wield rank must reach (TU-22).
        pub rank: Rank,
        /// Further defence (TU-111).
        #[serde(default)]
        pub defence: i32,
        /// What it adds to DOD.
        #[serde(default)]
        pub dod: i32,
        /// Its bonus to Movement, in metres.
        #[serde(default)]
        pub movement: i32,
        /// Whether it immobilises a wearer with torn muscles (TU-253).
        #[serde(default)]
        pub encases: bool,
        /// Further defence against mental damage.
        #[serde(default)]
        pub mind: i32,
        /// Its bonus to each Protection (TU-96).
        #[serde(default)]
        pub protection: i32,
        /// Its bonus to Medicine rolls (TU-287).
        #[serde(default)]
        pub medicine: i32,
        /// Its bonus to Fatigue Resistance.
        #[serde(default)]
        pub fatigue: i32,
    }
}

pieces! {
    /// A creature of the roster. Attributes are ranks (TU-5).
    /// Its ID is the role it fills.
    #[allow(missing_docs, reason = "the names say it")]
    pub struct Sheet {
        /// Roles of levels that it stands in for until they have sheets of their own.
        pub stands_in_for: Vec<Key>,
        pub str: Rank,
        pub agi: Rank,
        pub end: Rank,
        pub wil: Rank,
        pub int: Rank,
        pub ego: Rank,
        /// The Key Attribute (TU-6).
        pub key: Kind,
        pub athletics: Rank,
        pub acrobatics: Rank,
        pub perception: Rank,
        pub stealth: Rank,
        pub medicine: Rank,
        /// ACC; by default 1 + AGI (TU-11).
        #[serde(default)]
        pub acc: Option<i32>,
        /// DOD without gear; by default 1 + AGI (TU-11).
        #[serde(default)]
        pub dod: Option<i32>,
        /// The weapon in hand; by default bare hands.
        #[serde(default)]
        pub main: Option<Key>,
        /// A second weapon at hand.
        #[serde(default)]
        pub side: Option<Key>,
        /// A third weapon at hand.
        #[serde(default)]
        pub spare: Option<Key>,
        /// A shield.
        #[serde(default)]
        pub off: Option<Key>,
        /// The armour it wears.
        #[serde(default)]
        pub worn: Option<Key>,
        /// Another carried item.
        #[serde(default)]
        pub charm: Option<Key>,
        /// Its abilities.
        #[serde(default)]
        pub abilities: Vec<Key>,
        /// Edge length of its footprint, in cells.
        #[serde(default = "one")]
        pub size: u8,
        /// Height in centimetres.
        #[serde(default = "tall")]
        pub height_cm: u16,
        /// Flying Movement, in metres; `None` without wings (TU-157).
        #[serde(default)]
        pub fly: Option<i32>,
        /// Elements that it is weak to (TU-112).
        #[serde(default)]
        pub weak: Vec<Element>,
        /// Elements that it resists (TU-112).
        #[serde(default)]
        pub resists: Vec<Element>,
        /// Elements that it is immune to (TU-112).
        #[serde(default)]
        pub immune: Vec<Element>,
        /// Whether it sees in dim light and darkness (TU-167).
        #[serde(default)]
        pub dark_sight: bool,
        /// Maximum HP, if not derived from END (TU-8).
        #[serde(default)]
        pub hp: Option<i32>,
        /// Whether it is a summon: no Attacks and no Determination Turns, and it vanishes at 0 HP
        /// (TU-281).
        #[serde(default)]
        pub summon: bool,
    }
}

pieces! {
    /// An object or edge that can be broken, by its kind in levels (TU-54).
    pub struct Thing {
        /// Its hit points.
        pub hp: i32,
        /// The material's reduction of each blow.
        #[serde(default)]
        pub toughness: i32,
    }
}

content! {
    /// The content of Turnside.
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
        /// Abilities.
        pub abilities: Shelf<Ability> = "abilities",
        /// Conditions other than injuries.
        pub ailments: Shelf<Ailment> = "conditions",
        /// Breakable objects and edges.
        pub objects: Shelf<Thing> = "objects",
    }
}

const fn one() -> u8 {
    1
}

const fn tall() -> u16 {
    200
}

impl Sheet {
    /// ACC (TU-11).
    pub fn accuracy(&self) -> i32 {
        self.acc.unwrap_or(1 + self.agi.value())
    }

    /// DOD without gear (TU-11).
    pub fn dodge(&self) -> i32 {
        self.dod.unwrap_or(1 + self.agi.value())
    }

    /// The rank of its Key Attribute (TU-6).
    pub const fn key_rank(&self) -> Rank {
        match self.key {
            Kind::Phys => Rank::F,
            Kind::Wil => self.wil,
            Kind::Int => self.int,
            Kind::Ego => self.ego,
        }
    }
}

moment!(
    /// The content at one moment of a battle.
    Moment of Content
);

impl Content {
    /// The sheet of a role, or the one that stands in for it.
    pub fn sheet(&self, role: &str) -> Option<&Sheet> {
        self.roster.filling(role, |sheet| &sheet.stands_in_for)
    }
}
