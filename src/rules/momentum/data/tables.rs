//! `archetypes.ron`, `skills.ron`, `sizes.ron`: short tables.

use serde::{Deserialize, Serialize};

use super::words::{Size, Skill, Stat};
use grid::Hm;
use rules::Key;
use rules::content::metres;

/// An Archetype, which sets the leading Stats of a creature (MO-19).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Archetype {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// The Stat of DR Power, WP and Ability attacks.
    pub primary: Stat,
    /// The Stat that adds half its bonus to Ability attacks.
    pub secondary: Stat,
    /// The Stat that adds its bonus to Evasion.
    pub evasion: Stat,
}

/// The entry of a skill (MO-12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillText {
    /// Its key.
    pub id: Skill,
    /// One plain sentence.
    pub text: String,
    /// The Stat that adds to its checks, if that option is on (MO-13).
    pub linked_stat: Stat,
}

/// The entry of a size category (MO-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// Its key.
    pub id: Size,
    /// Edge length of the footprint, cells.
    pub footprint: u8,
    /// Height.
    #[serde(deserialize_with = "metres")]
    pub height: Hm,
}
