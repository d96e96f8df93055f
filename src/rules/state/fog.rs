//! What the sides know about each other's positions in a battle with hidden information.

use serde::{Deserialize, Serialize};

use grid::{Hm, Place, SideId, UnitId};

/// Which enemies each side sees. Empty in a battle without hidden information, in which all units
/// are visible.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fog {
    /// True if sides see only what their combatants see.
    pub on: bool,
    /// Units that a side sees or has seen, sorted by side and ID.
    sightings: Vec<Sighting>,
}

/// A unit that a side sees or has seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sighting {
    /// The observing side.
    pub side: SideId,
    /// The observed unit.
    pub unit: UnitId,
    /// Its last seen place.
    pub at: Place,
    /// Height of its feet there.
    pub feet: Hm,
    /// True if it is in view now.
    pub now: bool,
    /// What the side can conclude about where it is.
    #[serde(default, skip_serializing_if = "Trail::is_warm")]
    pub trail: Trail,
}

/// Where a unit can be that a side has seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trail {
    /// It is where it was seen last, or may still be there.
    #[default]
    Warm,
    /// The side has searched that place since, and it was not there.
    Cold,
    /// It lies there dead.
    Dead,
}

impl Trail {
    const fn is_warm(&self) -> bool {
        matches!(self, Self::Warm)
    }
}

impl Fog {
    /// Hidden information, with no unit seen yet.
    pub fn over_all() -> Self {
        Self { on: true, sightings: Vec::new() }
    }

    /// Returns true if a side sees a combatant of another side now.
    #[inline]
    pub fn shows(&self, side: SideId, unit: UnitId) -> bool {
        !self.on || self.sighting(side, unit).is_some_and(|s| s.now)
    }

    /// A side's last sighting of a combatant, if any.
    pub fn sighting(&self, side: SideId, unit: UnitId) -> Option<&Sighting> {
        self.sightings.get(self.find(side, unit).ok()?)
    }

    /// All sightings of a side, sorted by unit ID.
    pub fn of_side(&self, side: SideId) -> impl Iterator<Item = &Sighting> {
        self.sightings.iter().filter(move |s| s.side == side)
    }

    /// Stores a sighting, replacing the previous one of the same unit.
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

    /// True if the sightings are sorted as lookups require.
    pub fn is_sorted(&self) -> bool {
        self.sightings.is_sorted_by(|a, b| (a.side, a.unit) < (b.side, b.unit))
    }

    fn find(&self, side: SideId, unit: UnitId) -> Result<usize, usize> {
        self.sightings.binary_search_by_key(&(side, unit), |s| (s.side, s.unit))
    }
}
