//! What combatants and sides know about others: their awareness, and the facts they have learned.
//!
//! Without an entry, an observer is fully aware of a combatant and has learned nothing. In a battle
//! with hidden information, sight limits this ([`super::Fog`]): awareness says how much hiding and
//! noise allow to be noticed, sight what actually is.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::grid::{SideId, UnitId};
use crate::rules::Key;

use super::{State, Unit};

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
    /// Has reason to suspect that someone is there, and to search (EV-77, EV-87).
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
    pub fn of(&self, by: Observer, of: UnitId) -> Option<&Known> {
        self.0.get(self.find(by, of).ok()?)
    }

    /// True if there are no entries.
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

    fn find(&self, by: Observer, of: UnitId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(by, of), |known| (known.by, known.of))
    }
}

impl State {
    /// An observer's awareness of a combatant. A combatant without its own entry shares the
    /// knowledge of its side; a side is as aware as the most aware of its units in the fight. With
    /// hidden information awareness is limited by what the side sees: without sight an observer at
    /// most suspects units seen before, and is unaware of others.
    pub fn knows(&self, by: Observer, of: UnitId) -> Awareness {
        let side = match by {
            Observer::Side(side) => Some(side),
            Observer::Unit(unit) => self.unit(unit).map(Unit::side),
        };
        let Some((side, subject)) = side.zip(self.unit(of)) else { return Awareness::Unaware };
        if subject.side() == side {
            return Awareness::Sees;
        }
        self.noticed(by, of).min(self.in_view(side, of))
    }

    /// Like [`Self::knows`], ignoring sight in battles with hidden information: only hiding and
    /// noise count.
    pub fn noticed(&self, by: Observer, of: UnitId) -> Awareness {
        let kept = |by| self.scene.knowledge.of(by, of).map(|known| known.awareness);
        let of_side = |side| kept(Observer::Side(side)).unwrap_or_default();
        match by {
            Observer::Unit(unit) => {
                kept(by).or_else(|| self.unit(unit).map(|u| of_side(u.side()))).unwrap_or_default()
            }
            Observer::Side(side) => {
                let able = self.of_side(side).filter(|u| u.is_active());
                let best = able.map(|u| kept(Observer::Unit(u.id())).unwrap_or(of_side(side)));
                best.max().unwrap_or_else(|| of_side(side))
            }
        }
    }

    /// Returns true if an observer has learned a fact about a combatant, itself or through its
    /// side. A side knows everything about its own units.
    pub fn has_learned(&self, by: Observer, of: UnitId, fact: &str) -> bool {
        let knowledge = &self.scene.knowledge;
        let learned = |by| knowledge.of(by, of).is_some_and(|known| known.facts.contains(fact));
        let side = match by {
            Observer::Side(side) => Some(side),
            Observer::Unit(unit) => self.unit(unit).map(Unit::side),
        };
        let Some(side) = side else { return false };
        self.unit(of).is_some_and(|u| u.side() == side)
            || learned(Observer::Side(side))
            || self.of_side(side).any(|u| learned(Observer::Unit(u.id())))
    }

    /// The upper limit of awareness set by a side's sight.
    fn in_view(&self, side: SideId, of: UnitId) -> Awareness {
        let fog = &self.scene.fog;
        if fog.shows(side, of) {
            Awareness::Sees
        } else if fog.sighting(side, of).is_some() {
            Awareness::Suspects
        } else {
            Awareness::Unaware
        }
    }
}
