//! What the sides of a battle with hidden information know of each other.

use serde::{Deserialize, Serialize};

use crate::grid::{Hm, Place, SideId, UnitId};

/// Who of the others each side sees. In a battle without hidden information it stays empty, and
/// everybody is in view.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fog {
    /// Sides see only what their combatants see.
    pub on: bool,
    /// Those whom a side sees or has seen, sorted by side and number.
    sightings: Vec<Sighting>,
}

/// One whom a side sees, or saw once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighting {
    /// The side that sees.
    pub side: SideId,
    /// Whom.
    pub unit: UnitId,
    /// Where it was seen last.
    pub at: Place,
    /// Height of its feet there.
    pub feet: Hm,
    /// It is in view at the moment.
    pub now: bool,
}

impl Fog {
    /// Hidden information, with nobody seen yet.
    pub fn over_all() -> Self {
        Self { on: true, sightings: Vec::new() }
    }

    /// True if a side sees a combatant of another side at the moment.
    pub fn shows(&self, side: SideId, unit: UnitId) -> bool {
        !self.on || self.sighting(side, unit).is_some_and(|s| s.now)
    }

    /// How a side saw a combatant last, if it ever did.
    pub fn sighting(&self, side: SideId, unit: UnitId) -> Option<&Sighting> {
        self.sightings.get(self.find(side, unit).ok()?)
    }

    /// All whom a side sees or saw once, by number.
    pub fn of_side(&self, side: SideId) -> impl Iterator<Item = &Sighting> {
        self.sightings.iter().filter(move |s| s.side == side)
    }

    /// Keeps how a side sees a combatant, in place of how it did before.
    pub fn keep(&mut self, sighting: Sighting) {
        match self.find(sighting.side, sighting.unit) {
            Ok(known) => {
                if let Some(slot) = self.sightings.get_mut(known) {
                    *slot = sighting;
                }
            }
            Err(place) => self.sightings.insert(place, sighting),
        }
    }

    fn find(&self, side: SideId, unit: UnitId) -> Result<usize, usize> {
        self.sightings.binary_search_by_key(&(side, unit), |s| (s.side, s.unit))
    }
}
