//! Lists of content: looked up by name, iterated in the order of their file.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::Key;
use grid::Quick;

/// A named piece of content.
pub trait ContentEntry {
    /// Its name in files and commands.
    fn id(&self) -> &Key;
}

/// Implements [`ContentEntry`] for types whose name is their field `id`.
#[macro_export]
macro_rules! entries {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::content::ContentEntry for $type {
            fn id(&self) -> &$crate::Key {
                &self.id
            }
        })*
    };
}
pub use entries;

/// All pieces of content of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf<T> {
    list: Vec<T>,
    /// For lookup only, never iterated, so its order does not matter.
    places: HashMap<Key, usize, Quick>,
}

impl<T: ContentEntry> Shelf<T> {
    /// A shelf with these entries, in this order. If several share a name, the first is found.
    pub fn new(list: Vec<T>) -> Self {
        let mut places = HashMap::default();
        for (place, entry) in list.iter().enumerate() {
            places.entry(entry.id().clone()).or_insert(place);
        }
        Self { list, places }
    }

    /// The entry with this name.
    #[inline]
    pub fn get(&self, id: &str) -> Option<&T> {
        self.places.get(id).and_then(|&place| self.list.get(place))
    }

    /// The entry with this name, or else the first that stands in for it.
    pub fn filling(&self, id: &str, fills_in_for: impl Fn(&T) -> &[Key]) -> Option<&T> {
        let fills = |entry: &&T| fills_in_for(entry).iter().any(|key| *key == *id);
        self.get(id).or_else(|| self.list.iter().find(fills))
    }

    /// Like [`Self::get`], with a guess at its index: faster if the guess is right.
    #[inline]
    pub fn find(&self, id: &Key, place: usize) -> Option<&T> {
        self.list.get(place).filter(|entry| entry.id() == id).or_else(|| self.get(id.as_str()))
    }

    /// The index of the entry with this name.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// True if there is an entry with this name.
    #[inline]
    pub fn contains(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// All entries in file order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.list.iter()
    }

    /// All entries, mutable, to fill in derived fields. Their names must not change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.list.iter_mut()
    }

    /// All names in file order.
    pub fn ids(&self) -> impl Iterator<Item = &Key> {
        self.list.iter().map(ContentEntry::id)
    }

    /// Number of entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a, T: ContentEntry> IntoIterator for &'a Shelf<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Default for Shelf<T> {
    fn default() -> Self {
        Self { list: Vec::new(), places: HashMap::default() }
    }
}

impl<'de, T: ContentEntry + Deserialize<'de>> Deserialize<'de> for Shelf<T> {
    /// Deserialised from a plain list.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}

impl<T: Serialize> Serialize for Shelf<T> {
    /// Serialised as a plain list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}
