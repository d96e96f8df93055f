//! `items.ron`: what is used up (MO-106).

use serde::{Deserialize, Serialize};

use super::status::Affliction;
use crate::grid::Hm;
use crate::rules::Key;
use crate::rules::content::metres;

/// One thing that using an item does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemEffect {
    /// Vitality regained.
    Heals(i32),
    /// A condition until the end of the next turn.
    Gives(Affliction),
    /// A condition ended.
    Ends(Affliction),
    /// An unconscious creature that does not bleed wakes with this much Vitality.
    Wakes(i32),
    /// A square of cells counts as foliage.
    Smoke {
        /// How far it is thrown, metres.
        range: u16,
        /// Edge length of the square, cells.
        size: u16,
        /// How long it stays, rounds.
        rounds: u16,
        /// How high it reaches.
        #[serde(deserialize_with = "metres")]
        height: Hm,
    },
}

/// Something that is used up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// What it does, in order.
    pub effects: Vec<ItemEffect>,
}

impl Item {
    /// Range, size and rounds of the smoke it makes, if it makes any.
    pub fn smoke(&self) -> Option<(u16, u16, u16)> {
        self.effects.iter().find_map(|effect| match effect {
            ItemEffect::Smoke { range, size, rounds, .. } => Some((*range, *size, *rounds)),
            _ => None,
        })
    }
}
