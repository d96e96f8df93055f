//! `archetypes.ron`, `skills.ron`, `sizes.ron`: short tables.

use serde::{Deserialize, Serialize};

use super::words::{Size, Skill, Stat};
use crate::grid::Hm;
use crate::rules::Key;
use crate::rules::content::metres;

/// What fixes the leading Stats of a creature (MO-19).
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
    /// The Stat half of whose bonus joins Ability attacks.
    pub secondary: Stat,
    /// The Stat whose bonus joins Evasion.
    pub evasion: Stat,
}

/// What is written about a skill (MO-12).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillText {
    /// Which.
    pub id: Skill,
    /// One plain sentence.
    pub text: String,
    /// The Stat that joins checks if the option says so (MO-13).
    pub linked_stat: Stat,
}

/// A size category in numbers (MO-16).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SizeRow {
    /// Which.
    pub id: Size,
    /// Edge length of the footprint, cells.
    pub footprint: u8,
    /// Height.
    #[serde(deserialize_with = "metres")]
    pub height: Hm,
}
