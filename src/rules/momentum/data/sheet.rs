//! `roster.ron`: the creatures.

use serde::{Deserialize, Serialize};

use super::gear::Fit;
use super::words::{Size, Skills, Stats, TypeModifier};
use crate::rules::Key;

/// What other rules ask about a creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Trait {
    /// Uses its body where a free hand is asked for (MO-83).
    Handless,
    /// Climbs without hands (MO-109).
    HandlessClimb,
    /// May be ridden.
    Mount,
    /// Has no Narrative Momentum (MO-135).
    NoMomentum,
    /// Called into battle; vanishes below 1 Vitality (MO-360).
    Summon,
    /// Not alive as people are: Holy damage is lethal to it (MO-240).
    NotBiological,
    /// From another world (MO-148).
    Otherworldly,
    /// Does not bleed (MO-246).
    NoBleed,
    /// Takes no part in battles (MO-23).
    Civilian,
    /// A thing with a behaviour (MO-48).
    Object,
    /// Sees in the dark (MO-329).
    DarkSight,
    /// Leads others (MO-146).
    Leader,
}

/// What a creature carries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outfit {
    /// In the main hand, or in both.
    #[serde(default)]
    pub main: Option<Key>,
    /// Weapon or shield in the other hand.
    #[serde(default)]
    pub off: Option<Key>,
    /// Put away, at most two.
    #[serde(default)]
    pub stowed: Vec<Key>,
    /// On the belt, at most two.
    #[serde(default)]
    pub belt: Vec<Key>,
    /// On the body.
    #[serde(default)]
    pub worn: Option<Key>,
    /// How well it fits (MO-191).
    #[serde(default)]
    pub fit: Fit,
}

/// A creature of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its role, by the name that levels use.
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
    /// Vitality, where it is not by the formula (MO-20).
    #[serde(default)]
    pub vitality: Option<i32>,
    /// WP, where they are not by the formula.
    #[serde(default)]
    pub wp: Option<i32>,
    /// Weapons of the body.
    #[serde(default)]
    pub natural: Vec<Key>,
    /// What it carries.
    #[serde(default)]
    pub gear: Outfit,
    /// Features, in the order of lists.
    #[serde(default)]
    pub features: Vec<Key>,
    /// Abilities, in the order of the action bar.
    #[serde(default)]
    pub abilities: Vec<Key>,
    /// Resistances, immunities, vulnerabilities.
    #[serde(default)]
    pub modifiers: Vec<TypeModifier>,
    /// What other rules ask about it.
    #[serde(default)]
    pub traits: Vec<Trait>,
}
