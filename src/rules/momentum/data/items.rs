//! `items.ron`: consumable items (MO-106).

use serde::{Deserialize, Serialize};

use super::status::Affliction;
use grid::Hm;
use rules::Key;
use rules::content::metres;

/// One effect of using an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ItemEffect {
    /// Vitality regained.
    Heals(i32),
    /// A condition until the end of its next turn.
    Gives(Affliction),
    /// Ends a condition.
    Ends(Affliction),
    /// Wakes an unconscious creature that does not bleed, with this much Vitality.
    Wakes(i32),
    /// Turns a square of cells into foliage.
    Smoke {
        /// Throwing range, metres.
        range: u16,
        /// Edge length of the square, cells.
        size: u16,
        /// Duration, rounds.
        rounds: u16,
        /// Height.
        #[serde(deserialize_with = "metres")]
        height: Hm,
    },
}

/// A consumable item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its effects, in order.
    pub effects: Vec<ItemEffect>,
}

impl Item {
    /// Range, size and duration of its smoke, if it makes any.
    pub fn smoke(&self) -> Option<(u16, u16, u16)> {
        self.effects.iter().find_map(|effect| match effect {
            ItemEffect::Smoke { range, size, rounds, .. } => Some((*range, *size, *rounds)),
            _ => None,
        })
    }
}
