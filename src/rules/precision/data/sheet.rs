//! `roster.ron` and `forms.ron`: the creatures.

use serde::{Deserialize, Serialize};

use super::common::{PerKind, Resistance, Resistances, Size};
use rules::Key;
use rules::content::pieces;

/// The kind of creature a sheet describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SheetKind {
    /// May use special actions (PR-355).
    Character,
    /// No special actions.
    Beast,
    /// Called by a summoner; no special actions, no energy costs (PR-319, PR-324).
    Minion,
}

/// What happens below 0 health (PR-179, PR-199).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeathRule {
    /// Unconscious, with death saves.
    Saves,
    /// Dead.
    BelowZero,
}

/// A natural weapon of a body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NaturalWeapon {
    /// Name of the weapon.
    pub weapon: Key,
    /// Action damage of this body, if it differs from the weapon's.
    #[serde(default)]
    pub damage: Option<i32>,
}

/// A full set of numbers, replaced as a whole by a form (PR-326).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Level, 0 to 40 (PR-354).
    pub level: i32,
    /// Base maximum health (PR-186). Optional in the roster: derived from the level (PR-352).
    #[serde(default = "unstated")]
    pub health: i32,
    /// Initiative value (PR-38).
    pub initiative: i32,
    /// Base speed, squares: lying down and standing up depend on it (PR-252). Optional: the usual
    /// base speed (PR-89).
    #[serde(default = "unstated")]
    pub base_speed: i32,
    /// Speed with gear, squares (PR-88). Optional: the base speed with the armour worn.
    #[serde(default = "unstated")]
    pub speed: i32,
    /// Flight speed with gear, squares; `None` if it cannot fly (PR-118).
    #[serde(default)]
    pub fly: Option<i32>,
    /// Cost of swimming, points per metre, for swimmers; others pay as for heavy rough ground
    /// (PR-99).
    #[serde(default)]
    pub swim_cost: Option<i32>,
    /// Potency of both kinds (PR-160).
    pub potency: PerKind,
    /// Resistances with the gear the sheet starts with. Optional in the roster: derived from level
    /// and gear (PR-22).
    #[serde(default = "unstated_resistances")]
    pub resistances: Resistances,
    /// Armor with the gear the sheet starts with (PR-168).
    pub armor: PerKind,
    /// Natural weapons; the first is the main one (PR-11).
    #[serde(default)]
    pub natural: Vec<NaturalWeapon>,
    /// Edge length of the footprint, squares.
    #[serde(default = "one")]
    pub footprint: u8,
    /// Size class.
    pub size: Size,
    /// Height, centimetres.
    pub height_cm: u16,
    /// True if it sees in darkness (PR-236).
    #[serde(default)]
    pub dark_sight: bool,
    /// Abilities, in display order.
    #[serde(default)]
    pub abilities: Vec<Key>,
}

const fn one() -> u8 {
    1
}

/// Marks a number that the file omits until it is computed. No file can contain it.
pub(super) const UNSTATED: i32 = i32::MIN;

const fn unstated() -> i32 {
    UNSTATED
}

const fn unstated_resistances() -> Resistances {
    Resistances { parry: UNSTATED, evasion: UNSTATED, fortitude: UNSTATED, will: UNSTATED }
}

/// What a creature carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gear {
    /// Weapon in the main hand, or in both.
    #[serde(default)]
    pub main: Option<Key>,
    /// Weapon or shield in the off hand.
    #[serde(default)]
    pub off: Option<Key>,
    /// Weapons put away (PR-365).
    #[serde(default)]
    pub stowed: Vec<Key>,
    /// Armor, worn or natural; the sheet's totals include it.
    #[serde(default)]
    pub armour: Option<Key>,
    /// Draughts carried (PR-373).
    #[serde(default)]
    pub draughts: u8,
}

/// A creature's own modifiers to the numbers derived from level and gear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    /// To maximum health (PR-352).
    pub health: i32,
    /// To maximum energy; `None` without a pool (PR-349).
    pub energy: Option<i32>,
    /// To its speed, squares (PR-88).
    pub speed: i32,
    /// To Parry (PR-22).
    pub parry: i32,
    /// To Evasion.
    pub evasion: i32,
    /// To Fortitude.
    pub fortitude: i32,
    /// To Will.
    pub will: i32,
}

impl Own {
    /// The modifier to a resistance.
    pub const fn resistance(&self, which: Resistance) -> i32 {
        match which {
            Resistance::Parry => self.parry,
            Resistance::Evasion => self.evasion,
            Resistance::Fortitude => self.fortitude,
            Resistance::Will => self.will,
        }
    }
}

pieces! {
    /// A creature of the roster.
    /// Its ID is the role it fills, named as in levels.
    pub struct Sheet {
        /// Which kind of creature.
        pub kind: SheetKind,
        /// Maximum energy; `None` without a pool (PR-349).
        #[serde(default)]
        pub energy: Option<i32>,
        /// Its modifiers to numbers derived from level and gear; only for numbers left out.
        #[serde(default)]
        pub own: Option<Own>,
        /// What happens below 0 health.
        pub death: DeathRule,
        /// Its numbers.
        pub stats: Stats,
        /// Its gear.
        #[serde(default)]
        pub gear: Gear,
    }
}

pieces! {
    /// A form that a creature can take (section 17 of the catalogue).
    pub struct Form {
        /// Its numbers; they replace the creature's own.
        pub stats: Stats,
    }
}
