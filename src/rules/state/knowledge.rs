//! What combatants and sides know about others: their awareness, and the facts they have learned.
//!
//! Without an entry, an observer is fully aware of a combatant and has learned nothing. In a battle
//! with hidden information, sight limits this ([`super::Fog`]): awareness says what hiding and
//! noise allow the observer to notice, sight what it actually sees.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Key;
use grid::{SideId, UnitId};

/// The holder of knowledge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observer {
    /// A whole side: what one of its units finds out is shared by all (TU-127).
    Side(SideId),
    /// One combatant (VG-152).
    Unit(UnitId),
}

/// How aware an observer is of a combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Awareness {
    /// Not aware of it (VG-152).
    Unaware,
    /// Has reason to suspect a presence, and to search (EV-77, EV-87).
    Suspects,
    /// Knows that it is there and where, without seeing it.
    Notices,
    /// Sees it, or would if nothing blocked the view.
    #[default]
    Sees,
}

impl Awareness {
    /// All levels, from the lowest.
    pub const ALL: [Self; 4] = [Self::Unaware, Self::Suspects, Self::Notices, Self::Sees];

    /// The level as shown to players, after the observer's name: "Ada suspects Bo".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unaware => "is unaware of",
            Self::Suspects => "suspects",
            Self::Notices => "has noticed",
            Self::Sees => "is aware of",
        }
    }
}

/// What one observer knows about one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Known {
    /// The observer.
    pub by: Observer,
    /// The observed combatant.
    pub of: UnitId,
    /// The observer's awareness.
    pub awareness: Awareness,
    /// The facts it has learned, named by the ruleset (EV-200): resistances, scores.
    pub facts: BTreeSet<Key>,
}

/// All entries that differ from the default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Knowledge(Vec<Known>);

impl Knowledge {
    /// The entry of an observer about a combatant, if any.
    #[inline]
    pub fn of(&self, by: Observer, of: UnitId) -> Option<&Known> {
        self.0.get(self.find(by, of).ok()?)
    }

    /// True if there are no entries.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All entries, sorted by observer and observed combatant.
    pub fn iter(&self) -> impl Iterator<Item = &Known> {
        self.0.iter()
    }

    /// Stores an entry, replacing the previous one.
    pub fn keep(&mut self, known: &Known) {
        match self.find(known.by, known.of) {
            Ok(at) => {
                if let Some(slot) = self.0.get_mut(at) {
                    slot.clone_from(known);
                }
            }
            Err(at) => self.0.insert(at, known.clone()),
        }
    }

    /// Removes the entries for which `keep` returns false.
    pub fn retain(&mut self, keep: impl FnMut(&Known) -> bool) {
        self.0.retain(keep);
    }

    /// True if the entries are sorted as lookups require.
    pub fn is_sorted(&self) -> bool {
        self.0.is_sorted_by(|a, b| (a.by, a.of) < (b.by, b.of))
    }

    #[inline]
    fn find(&self, by: Observer, of: UnitId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(by, of), |known| (known.by, known.of))
    }
}
