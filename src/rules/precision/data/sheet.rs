//! `roster.ron` and `forms.ron`: the creatures.

use serde::{Deserialize, Serialize};

use super::common::{PerKind, Resistance, Resistances, Size};
use crate::rules::Key;

/// What sort of creature a sheet describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SheetKind {
    /// May use special actions (PR-355).
    Character,
    /// No special actions.
    Beast,
    /// Called by a summoner; no special actions, pays no energy (PR-319, PR-324).
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
    /// Action damage of this body, if not the weapon's own.
    #[serde(default)]
    pub damage: Option<i32>,
}

/// A whole set of numbers: what a form replaces (PR-326).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stats {
    /// Level, 0 to 40 (PR-354).
    pub level: i32,
    /// Base maximum health (PR-186). A creature of the roster may leave it out; it then follows
    /// from the level (PR-352).
    #[serde(default = "unstated")]
    pub health: i32,
    /// Initiative value (PR-38).
    pub initiative: i32,
    /// Base speed, squares: what lying down and standing up count (PR-252). Left out, it is that of
    /// most creatures (PR-89).
    #[serde(default = "unstated")]
    pub base_speed: i32,
    /// Speed with gear, squares (PR-88). Left out, it is the base speed with the armour worn.
    #[serde(default = "unstated")]
    pub speed: i32,
    /// Flight speed with gear, squares; none for those who cannot fly (PR-118).
    #[serde(default)]
    pub fly: Option<i32>,
    /// Points per metre of swimming, for swimmers; others pay as for heavy rough ground (PR-99).
    #[serde(default)]
    pub swim_cost: Option<i32>,
    /// Potency of both kinds (PR-160).
    pub potency: PerKind,
    /// Resistances with the gear that the sheet starts with. A creature of the roster may leave
    /// them out; they then follow from level and gear (PR-22).
    #[serde(default = "unstated_resistances")]
    pub resistances: Resistances,
    /// Armor with the gear that the sheet starts with (PR-168).
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
    /// True if darkness hides nothing from it (PR-236).
    #[serde(default)]
    pub dark_sight: bool,
    /// Abilities, in the order in which lists show them.
    #[serde(default)]
    pub abilities: Vec<Key>,
}

const fn one() -> u8 {
    1
}

/// Stands for a number that a file leaves out, until it is worked out. No file can state it.
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
    /// Armor worn or grown; the sheet's totals contain it.
    #[serde(default)]
    pub armour: Option<Key>,
    /// Draughts carried (PR-373).
    #[serde(default)]
    pub draughts: u8,
}

/// What a creature adds of its own to the numbers that follow from its level and its gear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Own {
    /// To the maximum of health (PR-352).
    pub health: i32,
    /// To the maximum of energy; left out by those without a pool (PR-349).
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
    /// What it adds to that resistance.
    pub const fn resistance(&self, which: Resistance) -> i32 {
        match which {
            Resistance::Parry => self.parry,
            Resistance::Evasion => self.evasion,
            Resistance::Fortitude => self.fortitude,
            Resistance::Will => self.will,
        }
    }
}

/// A creature of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The role it fills, as levels write it.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// What sort of creature.
    pub kind: SheetKind,
    /// Energy maximum; none for those without a pool (PR-349).
    #[serde(default)]
    pub energy: Option<i32>,
    /// What is its own in the numbers that follow from level and gear; needs those left out.
    #[serde(default)]
    pub own: Option<Own>,
    /// What happens below 0 health.
    pub death: DeathRule,
    /// Its numbers.
    pub stats: Stats,
    /// What it carries.
    #[serde(default)]
    pub gear: Gear,
}

/// A form that a creature can take (section 17 of the catalogue).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its numbers; they replace the creature's own.
    pub stats: Stats,
}
