//! `roster.ron`: creatures.

use serde::{Deserialize, Serialize};

use super::gear::Fit;
use super::words::{Size, Skills, Stats, TypeModifier};
use rules::Key;

/// Traits of a creature that other rules refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trait {
    /// Uses its body where a free hand is required (MO-83).
    Handless,
    /// Climbs without hands (MO-109).
    HandlessClimb,
    /// Can be ridden.
    Mount,
    /// Has no Narrative Momentum (MO-135).
    NoMomentum,
    /// Summoned; vanishes below 1 Vitality (MO-360).
    Summon,
    /// Not a living being: Holy damage is lethal to it (MO-240).
    NotBiological,
    /// From another world (MO-148).
    Otherworldly,
    /// Does not bleed (MO-246).
    NoBleed,
    /// Does not fight (MO-23).
    Civilian,
    /// An object that acts (MO-48).
    Object,
    /// Sees in the dark (MO-329).
    DarkSight,
    /// Leads others (MO-146).
    Leader,
}

/// Equipment of a creature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outfit {
    /// Item in the main hand, or in both hands.
    #[serde(default)]
    pub main: Option<Key>,
    /// Weapon or shield in the off hand.
    #[serde(default)]
    pub off: Option<Key>,
    /// Sheathed weapons, at most two.
    #[serde(default)]
    pub stowed: Vec<Key>,
    /// Items on the belt, at most two.
    #[serde(default)]
    pub belt: Vec<Key>,
    /// Armour or clothing.
    #[serde(default)]
    pub worn: Option<Key>,
    /// Upgrade of the armour (MO-191).
    #[serde(default)]
    pub fit: Fit,
}

/// A creature of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its role, as named in levels.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Level, 0 to 20.
    pub level: i32,
    /// Its Archetype.
    pub archetype: Key,
    /// Its size.
    pub size: Size,
    /// Its Stats.
    pub stats: Stats,
    /// Its Skill Levels.
    #[serde(default)]
    pub skills: Skills,
    /// Basic Movement, metres (MO-32).
    pub movement: i32,
    /// Fly movement, metres; none if it cannot fly (MO-304).
    #[serde(default)]
    pub fly: Option<i32>,
    /// Vitality, if not by the formula (MO-20).
    #[serde(default)]
    pub vitality: Option<i32>,
    /// WP, if not by the formula.
    #[serde(default)]
    pub wp: Option<i32>,
    /// Natural weapons.
    #[serde(default)]
    pub natural: Vec<Key>,
    /// Its equipment.
    #[serde(default)]
    pub gear: Outfit,
    /// Features, in display order.
    #[serde(default)]
    pub features: Vec<Key>,
    /// Abilities, in action bar order.
    #[serde(default)]
    pub abilities: Vec<Key>,
    /// Resistances, immunities and vulnerabilities.
    #[serde(default)]
    pub modifiers: Vec<TypeModifier>,
    /// Its traits.
    #[serde(default)]
    pub traits: Vec<Trait>,
}
