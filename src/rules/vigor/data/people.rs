//! Sheets of combatants: Ability Scores, skills, talents, size and gear.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::pieces;

use super::armour::Nature;

/// The size of a creature (VG-271).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// A rat.
    Tiny,
    /// A child, a dog.
    Small,
    /// A human.
    #[default]
    Medium,
    /// A bear, a drake.
    Large,
    /// An elephant.
    Huge,
    /// A whale.
    Massive,
    /// Larger than anything that walks.
    Colossal,
}

impl Size {
    /// All sizes, from the smallest to the largest.
    pub const ALL: [Self; 7] = [
        Self::Tiny,
        Self::Small,
        Self::Medium,
        Self::Large,
        Self::Huge,
        Self::Massive,
        Self::Colossal,
    ];

    /// Its description, in one sentence: volume counts before mass (VG-276, VG-277).
    pub const fn text(self) -> &'static str {
        match self {
            Self::Tiny => "Under 2 lb: a rat. 1 square.",
            Self::Small => "Under 60 lb and 2 cubic feet: a dog. 1 square.",
            Self::Medium => "Under 450 lb: a human. 1 square.",
            Self::Large => "Under 3,000 lb: a bear. 2 x 2 squares.",
            Self::Huge => "From 25,000 lb: an elephant. 3 x 3 squares, reach 3.",
            Self::Massive => "From 200,000 lb: a dragon. 5 x 5 squares, reach 5.",
            Self::Colossal => "From 1,000,000 lb: more than walks. 7 x 7 squares, reach 7.",
        }
    }

    /// Its index, 0 for tiny.
    pub const fn index(self) -> i32 {
        self as i32
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
            Self::Huge => "huge",
            Self::Massive => "massive",
            Self::Colossal => "colossal",
        }
    }

    /// Edge length of its footprint, in squares (VG-278).
    pub const fn footprint(self) -> u8 {
        match self {
            Self::Tiny | Self::Small | Self::Medium => 1,
            Self::Large => 2,
            Self::Huge => 3,
            Self::Massive => 5,
            Self::Colossal => 7,
        }
    }

    /// Its reach without a longer weapon, in squares (VG-144, VG-146).
    pub const fn reach(self) -> i32 {
        match self {
            Self::Tiny | Self::Small | Self::Medium | Self::Large => 1,
            Self::Huge => 3,
            Self::Massive => 5,
            Self::Colossal => 7,
        }
    }

    /// Durability and Health of this size, in quarters of a human's (VG-279).
    pub const fn body_quarters(self) -> i32 {
        match self {
            Self::Tiny => 1,
            Self::Small => 2,
            Self::Medium => 4,
            Self::Large => 6,
            Self::Huge => 12,
            Self::Massive => 24,
            Self::Colossal => 48,
        }
    }

    /// Standing height, in centimetres.
    pub const fn height_cm(self) -> u16 {
        match self {
            Self::Tiny => 30,
            Self::Small => 90,
            Self::Medium => 180,
            Self::Large => 250,
            Self::Huge => 400,
            Self::Massive => 600,
            Self::Colossal => 900,
        }
    }
}

/// A trained skill; its number on the sheet is its Bonus Dice (VG-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Skill {
    /// Emergency treatment.
    Medicine,
    /// Learned medicine.
    MedicalScience,
    /// Charm.
    Social,
    /// An eye for details.
    Awareness,
    /// Intimidation.
    Menace,
    /// Hiding.
    Stealth,
    /// Crossbows and pistols.
    Marksman,
    /// Magic projectiles.
    Spellcraft,
    /// Vehicles and ships.
    Pilot,
}

impl Skill {
    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Medicine => "Medicine",
            Self::MedicalScience => "Medical Science",
            Self::Social => "Social",
            Self::Awareness => "Awareness",
            Self::Menace => "Menace",
            Self::Stealth => "Stealth",
            Self::Marksman => "Marksman",
            Self::Spellcraft => "Spellcraft",
            Self::Pilot => "Pilot",
        }
    }
}

/// A talent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Talent {
    /// Three actions a turn (VG-61).
    ThirdAction,
    /// A Bonus Die to initiative (VG-42).
    QuickStart,
    /// Defense with a weapon in hand (VG-111).
    Deflect,
    /// Defense with a shield (VG-112).
    Block,
    /// Defense for an adjacent ally (VG-120).
    Guardian,
    /// A Bonus Die to all Resistance checks (VG-171).
    IronWill,
    /// Two more Vigor in each Recovery (VG-182).
    DeepBreath,
    /// Durability in each Recovery (VG-184).
    Regrowth,
    /// Mana in each Recovery (VG-186).
    ManaSpring,
    /// A Charge on attacks while wounded (VG-355).
    LastStand,
    /// Ignores one Challenge for range (VG-352).
    Longshot,
    /// Bare hands hit harder (VG-202).
    MartialArts,
    /// It flies (VG-317).
    Flight,
}

impl Talent {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::ThirdAction,
        Self::QuickStart,
        Self::Deflect,
        Self::Block,
        Self::Guardian,
        Self::IronWill,
        Self::DeepBreath,
        Self::Regrowth,
        Self::ManaSpring,
        Self::LastStand,
        Self::Longshot,
        Self::MartialArts,
        Self::Flight,
    ];

    /// Its name in files.
    pub const fn id(self) -> &'static str {
        match self {
            Self::ThirdAction => "third_action",
            Self::QuickStart => "quick_start",
            Self::Deflect => "deflect",
            Self::Block => "block",
            Self::Guardian => "guardian",
            Self::IronWill => "iron_will",
            Self::DeepBreath => "deep_breath",
            Self::Regrowth => "regrowth",
            Self::ManaSpring => "mana_spring",
            Self::LastStand => "last_stand",
            Self::Longshot => "longshot",
            Self::MartialArts => "martial_arts",
            Self::Flight => "flight",
        }
    }

    /// Its description, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::ThirdAction => "Three actions in each turn.",
            Self::QuickStart => "1 Bonus Die more for initiative.",
            Self::Deflect => "Defends against melee attacks with a weapon in hand and Agility.",
            Self::Block => "Defends with a shield and Strength; even a failure stops 3.",
            Self::Guardian => "Defends an ally beside it, for 7 Vigor.",
            Self::IronWill => "1 Bonus Die more for all Resistance checks.",
            Self::DeepBreath => "2 Vigor more in each Recovery.",
            Self::Regrowth => "3 Durability in each Recovery, unless it is Wounded.",
            Self::ManaSpring => "2 Mana in each Recovery.",
            Self::LastStand => "1 Charge on its attacks while it is Wounded.",
            Self::Longshot => "Ignores one Challenge for range.",
            Self::MartialArts => "Bare hands do 2 ordinary dice.",
            Self::Flight => "It flies.",
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ThirdAction => "Third Action",
            Self::QuickStart => "Quick Start",
            Self::Deflect => "Deflect",
            Self::Block => "Block",
            Self::Guardian => "Guardian",
            Self::IronWill => "Iron Will",
            Self::DeepBreath => "Deep Breath",
            Self::Regrowth => "Regrowth",
            Self::ManaSpring => "Mana Spring",
            Self::LastStand => "Last Stand",
            Self::Longshot => "Longshot",
            Self::MartialArts => "Martial Arts",
            Self::Flight => "Flight",
        }
    }
}

/// Meters of a sheet that are not derived from its scores (VG-222, VG-188).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MeterOverrides {
    /// Durability.
    pub durability: Option<i32>,
    /// Health.
    pub health: Option<i32>,
    /// Vigor.
    pub vigor: Option<i32>,
    /// Mana.
    pub mana: Option<i32>,
}

/// The default for a score that a sheet does not give.
const fn default_score() -> i32 {
    10
}

pieces! {
    /// A creature of the roster.
    /// Its ID is the role it fills.
    pub struct Sheet {
        /// Roles of levels that it stands in for until they have sheets of their own.
        #[serde(default)]
        pub stands_in_for: Vec<Key>,
        /// Ability Scores.
        pub strength: i32,
        /// Weapons and hands.
        pub agility: i32,
        /// Moving, and Dodges.
        pub speed: i32,
        /// Breath and body.
        pub stamina: i32,
        /// Learning and wits.
        #[serde(default = "default_score")]
        pub reason: i32,
        /// Will.
        #[serde(default = "default_score")]
        pub resolve: i32,
        /// Magic.
        #[serde(default = "default_score")]
        pub soul: i32,
        /// Its bonus to Guard besides its armour: a shield (VG-126).
        #[serde(default)]
        pub guard: i32,
        /// Actions in a turn (VG-60).
        pub actions: i32,
        /// Its size (VG-271).
        #[serde(default)]
        pub size: Size,
        /// Bonus Dice by skill (VG-11).
        #[serde(default)]
        pub skills: BTreeMap<Skill, i32>,
        /// Its talents.
        #[serde(default)]
        pub talents: Vec<Talent>,
        /// The weapon in hand; `None` for creatures with natural weapons only.
        #[serde(default)]
        pub main: Option<Key>,
        /// A second weapon at hand.
        #[serde(default)]
        pub side: Option<Key>,
        /// The armour it wears.
        #[serde(default)]
        pub worn: Option<Key>,
        /// The shield it carries.
        #[serde(default)]
        pub shield: Option<Key>,
        /// Natural weapons in addition to those in hand.
        #[serde(default)]
        pub natural: Vec<Key>,
        /// Its body, if it is not a human's.
        #[serde(default)]
        pub nature: Nature,
        /// Meters that are not derived from the scores.
        #[serde(default)]
        pub body: MeterOverrides,
        /// Techniques it knows.
        #[serde(default)]
        pub techniques: Vec<Key>,
        /// Spells it knows.
        #[serde(default)]
        pub spells: Vec<Key>,
    }
}

impl Sheet {
    /// Whether it has a talent.
    pub fn has(&self, talent: Talent) -> bool {
        self.talents.contains(&talent)
    }

    /// Actions in a turn: at least three with a talent (VG-60, VG-61).
    pub fn actions_per_turn(&self) -> i32 {
        self.actions.max(if self.has(Talent::ThirdAction) { 3 } else { 0 })
    }

    /// Bonus Dice of a skill; 0 if untrained.
    pub fn skill(&self, skill: Skill) -> i32 {
        self.skills.get(&skill).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// VG-276, VG-277: 400 lb make a medium creature.
    #[test]
    fn size_texts_give_their_mass() {
        assert!(Size::Medium.text().starts_with("Under 450 lb"));
        assert!(Size::Small.text().contains("2 cubic feet"));
    }

    #[test]
    fn the_sizes_ascend() {
        assert!(Size::ALL.is_sorted());
        assert_eq!(Size::ALL.map(Size::index), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(Size::ALL.map(Size::footprint), [1, 1, 1, 2, 3, 5, 7]);
        assert_eq!(Size::ALL.map(Size::reach), [1, 1, 1, 1, 3, 5, 7]);
        assert_eq!(Size::ALL.map(Size::body_quarters), [1, 2, 4, 6, 12, 24, 48]);
    }
}
