//! What combatants and sides know of others: whether they are aware of them, and what they have
//! learned about them.
//!
//! Where nothing is kept, everybody is aware of everybody and has learned nothing. In a battle with
//! hidden information that stands under what a side sees at the moment ([`super::Fog`]): awareness
//! says how far hiding and noise let one be noticed, sight says what comes of it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::grid::{SideId, UnitId};
use crate::rules::Key;

use super::{State, Unit};

/// Who knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Observer {
    /// A side as a whole: what one of it has found out is told to all (TU-127).
    Side(SideId),
    /// One combatant (VG-152).
    Unit(UnitId),
}

/// How far somebody is aware of another.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Awareness {
    /// Not at all (VG-152).
    Unaware,
    /// It has reason to think that there is somebody, and to look (EV-77, EV-87).
    Suspects,
    /// It knows that the other is there and where, without seeing it.
    Notices,
    /// It has the other before its eyes, or would if nothing stood between them.
    #[default]
    Sees,
}

impl Awareness {
    /// All of them, from the least.
    pub const ALL: [Self; 4] = [Self::Unaware, Self::Suspects, Self::Notices, Self::Sees];

    /// It as players read it after the name of the one who knows: "Ada suspects Bo".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unaware => "is not aware of",
            Self::Suspects => "suspects",
            Self::Notices => "has noticed",
            Self::Sees => "is aware of",
        }
    }
}

/// What one observer knows of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Known {
    /// Who knows.
    pub by: Observer,
    /// Of whom.
    pub of: UnitId,
    /// How far it is aware of it.
    pub awareness: Awareness,
    /// What it has learned about it, named by the ruleset (EV-200): what it resists, its scores.
    pub facts: BTreeSet<Key>,
}

/// All that is known, where it is more or less than usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Knowledge(Vec<Known>);

impl Knowledge {
    /// What an observer knows of a combatant, if that was taken down.
    pub fn of(&self, by: Observer, of: UnitId) -> Option<&Known> {
        self.0.get(self.find(by, of).ok()?)
    }

    /// True if nothing was taken down.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All that was taken down, sorted by who knows and of whom.
    pub fn iter(&self) -> impl Iterator<Item = &Known> {
        self.0.iter()
    }

    /// Takes down what an observer knows, in place of what it did before.
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

    /// Forgets what does not meet a condition.
    pub fn retain(&mut self, keep: impl FnMut(&Known) -> bool) {
        self.0.retain(keep);
    }

    /// True if it is in the order in which it is looked up.
    pub fn is_sorted(&self) -> bool {
        self.0.is_sorted_by(|a, b| (a.by, a.of) < (b.by, b.of))
    }

    fn find(&self, by: Observer, of: UnitId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&(by, of), |known| (known.by, known.of))
    }
}

impl State {
    /// How far an observer is aware of a combatant. A combatant that has not found out anything
    /// itself knows what its side does; a side is as aware as the most aware of its own in the
    /// fight. With hidden information nobody is more aware than what its side sees: without a
    /// sight it suspects at most those it has seen before, and others not at all.
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

    /// As [`Self::knows`], whatever the sides of a battle with hidden information see: what hiding
    /// and noise leave.
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

    /// True if an observer has learned something about a combatant, itself or by those of its side.
    /// A side knows everything about its own.
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

    /// What the sight of a side leaves of awareness.
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
