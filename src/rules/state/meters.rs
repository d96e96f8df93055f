//! Meters: bounded numbers of combatants and items.

use serde::{Deserialize, Serialize};

use crate::Key;

/// A bounded number: health, energy, action points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meter {
    /// Its name in the ruleset.
    pub id: Key,
    /// The current value. Tracks may go below 0, pools may not.
    pub value: i32,
    /// The current maximum.
    pub max: i32,
    /// The maximum without temporary increases.
    pub base: i32,
}

/// Meters by name, in the ruleset's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Meters(Vec<Meter>);

impl Meters {
    /// Full meters with these names and maxima.
    pub fn full(list: impl IntoIterator<Item = (Key, i32)>) -> Self {
        Self(list.into_iter().map(|(id, max)| Meter { id, value: max, max, base: max }).collect())
    }

    /// The meter with this name.
    #[inline]
    pub fn get(&self, id: &str) -> Option<&Meter> {
        self.0.iter().find(|m| m.id == *id)
    }

    /// The meter with this name, mutable.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Meter> {
        self.0.iter_mut().find(|m| m.id == *id)
    }

    /// The value of a meter; 0 if there is none with this name.
    #[inline]
    pub fn value(&self, id: &str) -> i32 {
        self.get(id).map_or(0, |m| m.value)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All meters, in the ruleset's order.
    pub fn iter(&self) -> impl Iterator<Item = &Meter> {
        self.0.iter()
    }
}
