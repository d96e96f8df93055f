//! How units behave that the computer plays, until something calls them to the fight.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use grid::{Place, UnitId};

/// How a unit behaves while the computer plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Conduct {
    /// It does not leave its place.
    Hold {
        /// Its life at the start, in points: once it has less, it is called to the fight.
        life: i32,
    },
    /// It stays in these places, or returns to them.
    Guard {
        /// The places, in ascending order.
        places: Vec<Place>,
    },
    /// It walks from stop to stop, over and over.
    Patrol {
        /// The stops, in order.
        stops: Vec<Place>,
        /// The index of the stop that it heads for.
        next: u32,
        /// Its life at the start, in points: once it has less, it is called to the fight.
        life: i32,
    },
}

/// The conduct of units, by number. Units without an entry seek the fight.
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

    /// All of them, by number.
    pub fn iter(&self) -> impl Iterator<Item = (UnitId, &Conduct)> {
        self.0.iter().map(|(unit, conduct)| (*unit, conduct))
    }

    /// Gives a unit a conduct.
    pub fn set(&mut self, unit: UnitId, conduct: Conduct) {
        self.0.insert(unit, conduct);
    }

    /// Sends a unit on patrol to another stop; with `None` it seeks the fight from now on.
    pub fn change(&mut self, unit: UnitId, to: Option<u32>) {
        match (to, self.0.get_mut(&unit)) {
            (Some(to), Some(Conduct::Patrol { next, .. })) => *next = to,
            (Some(_), _) => {}
            (None, _) => {
                self.0.remove(&unit);
            }
        }
    }

    /// Keeps only the conduct of some units.
    pub fn retain(&mut self, keep: impl Fn(UnitId) -> bool) {
        self.0.retain(|unit, _| keep(*unit));
    }
}

/// The conduct of units as it is serialised for hashes: nothing where there is none, as before
/// there was any.
pub(super) struct HashedConducts<'a>(pub(super) &'a Conducts);

impl Serialize for HashedConducts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_empty() {
            true => serializer.serialize_unit(),
            false => self.0.serialize(serializer),
        }
    }
}
