//! The combatants of a battle, shared between copies of its state until they change.

use std::slice;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use grid::UnitId;

use super::unit::Unit;

/// Combatants, sorted by ID.
///
/// Battles are copied all the time, for odds, look-ahead and each command; copies share every
/// combatant that is the same in both. Serialised as a plain list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Units(Vec<Arc<Unit>>);

impl Units {
    /// Number of combatants.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All combatants, sorted by ID.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.0.iter())
    }

    /// All combatants, sorted by ID, as shared pointers.
    pub(crate) fn shared(&self) -> impl Iterator<Item = &Arc<Unit>> {
        self.0.iter()
    }

    /// All combatants, sorted by ID, mutable.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Unit> {
        self.0.iter_mut().map(Arc::make_mut)
    }

    /// The combatant at an index of this order.
    pub fn get(&self, position: usize) -> Option<&Unit> {
        self.0.get(position).map(Arc::as_ref)
    }

    /// The combatant with the highest ID.
    pub fn last(&self) -> Option<&Unit> {
        self.0.last().map(Arc::as_ref)
    }

    #[inline]
    fn position(&self, id: UnitId) -> Option<usize> {
        self.0.binary_search_by_key(&id, |u| u.id()).ok()
    }

    /// The combatant with this ID.
    #[inline]
    pub fn of(&self, id: UnitId) -> Option<&Unit> {
        self.position(id).and_then(|i| self.get(i))
    }

    /// The combatant with this ID, mutable.
    pub fn of_mut(&mut self, id: UnitId) -> Option<&mut Unit> {
        self.position(id).and_then(|i| self.0.get_mut(i)).map(Arc::make_mut)
    }

    /// Adds a combatant, keeping the order.
    pub fn add(&mut self, unit: Unit) {
        let at = self.0.partition_point(|u| u.id() < unit.id());
        self.0.insert(at, Arc::new(unit));
    }
}

impl From<Vec<Unit>> for Units {
    fn from(units: Vec<Unit>) -> Self {
        units.into_iter().collect()
    }
}

impl FromIterator<Unit> for Units {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Self {
        let mut list: Vec<Arc<Unit>> = units.into_iter().map(Arc::new).collect();
        list.sort_by_key(|u| u.id());
        Self(list)
    }
}

/// An iterator over combatants.
#[derive(Clone, Debug)]
pub struct Iter<'a>(slice::Iter<'a, Arc<Unit>>);

impl<'a> Iterator for Iter<'a> {
    type Item = &'a Unit;

    fn next(&mut self) -> Option<&'a Unit> {
        self.0.next().map(Arc::as_ref)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for Iter<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(Arc::as_ref)
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Units {
    type Item = &'a Unit;
    type IntoIter = Iter<'a>;

    #[inline]
    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Units {
    type Item = &'a mut Unit;
    type IntoIter =
        std::iter::Map<slice::IterMut<'a, Arc<Unit>>, fn(&'a mut Arc<Unit>) -> &'a mut Unit>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut().map(Arc::make_mut as fn(&'a mut Arc<Unit>) -> &'a mut Unit)
    }
}

/// For tests, in which the number of combatants is known.
#[cfg(test)]
impl std::ops::Index<usize> for Units {
    type Output = Unit;

    fn index(&self, position: usize) -> &Unit {
        &self.0[position]
    }
}

#[cfg(test)]
impl std::ops::IndexMut<usize> for Units {
    fn index_mut(&mut self, position: usize) -> &mut Unit {
        Arc::make_mut(&mut self.0[position])
    }
}
