//! How AI units behave until they are called to the fight.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use grid::{Place, UnitId};

/// How a unit behaves while the AI plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Conduct {
    /// Stays where it is.
    Hold {
        /// Its life at the start, in points; with less than this it is called to the fight.
        life: i32,
    },
    /// Stays in these places, or returns to them.
    Guard {
        /// The places, in ascending order.
        places: Vec<Place>,
    },
    /// Walks from stop to stop in a loop.
    Patrol {
        /// The stops, in order.
        stops: Vec<Place>,
        /// The index of the stop that it heads for.
        next: u32,
        /// Its life at the start, in points; with less than this it is called to the fight.
        life: i32,
    },
}

/// The conduct of units, by ID. Units without an entry seek the fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conducts(BTreeMap<UnitId, Conduct>);

impl Conducts {
    /// True if every unit seeks the fight.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The conduct of a unit, if it has one.
    pub fn of(&self, unit: UnitId) -> Option<&Conduct> {
        self.0.get(&unit)
    }

    /// All entries, by ID.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Conduct)> {
        self.0.iter().map(|(unit, conduct)| (*unit, conduct))
    }

    /// Sets the conduct of a unit.
    pub fn set(&mut self, unit: UnitId, conduct: Conduct) {
        self.0.insert(unit, conduct);
    }

    /// Sends a patrolling unit to another stop; with `None` it seeks the fight from now on.
    pub fn change(&mut self, unit: UnitId, to: Option<u32>) {
        match (to, self.0.get_mut(&unit)) {
            (Some(to), Some(Conduct::Patrol { next, .. })) => *next = to,
            (Some(_), _) => {}
            (None, _) => {
                self.0.remove(&unit);
            }
        }
    }

    /// Keeps only the conduct of units for which `keep` is true.
    pub fn retain(&mut self, keep: impl Fn(UnitId) -> bool) {
        self.0.retain(|unit, _| keep(*unit));
    }
}

/// The conduct of units as serialised for hashes: nothing if there is none, so that older hashes
/// stay valid.
pub(super) struct HashedConducts<'a>(pub(super) &'a Conducts);

impl Serialize for HashedConducts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_empty() {
            true => serializer.serialize_unit(),
            false => self.0.serialize(serializer),
        }
    }
}
