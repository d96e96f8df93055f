//! Lists of content: looked up by name, iterated in the order of their file.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::grid::Quick;
use crate::rules::Key;

/// A piece of content with a name.
pub trait Entry {
    /// Its name in files and commands.
    fn id(&self) -> &Key;
}

/// Pieces of content whose name is their field `id`.
macro_rules! entries {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::rules::content::Entry for $type {
            fn id(&self) -> &$crate::rules::Key {
                &self.id
            }
        })*
    };
}
pub(crate) use entries;

/// All pieces of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf<T> {
    list: Vec<T>,
    /// Looked up by name and never listed, so that no order of its own matters.
    places: HashMap<Key, usize, Quick>,
}

impl<T: Entry> Shelf<T> {
    /// A shelf of these, in this order. Of several with one name the first is found.
    pub fn new(list: Vec<T>) -> Self {
        let mut places = HashMap::default();
        for (place, entry) in list.iter().enumerate() {
            places.entry(entry.id().clone()).or_insert(place);
        }
        Self { list, places }
    }

    /// The piece of that name.
    pub fn get(&self, id: &str) -> Option<&T> {
        self.places.get(id).and_then(|&place| self.list.get(place))
    }

    /// The same for those who know where it may be: quicker if it is there.
    pub fn find(&self, id: &Key, place: usize) -> Option<&T> {
        self.list.get(place).filter(|entry| entry.id() == id).or_else(|| self.get(id.as_str()))
    }

    /// Where the piece of that name is in the list.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// True if there is a piece of that name.
    pub fn contains(&self, id: &str) -> bool {
        self.places.contains_key(id)
    }

    /// All pieces in the order of their file.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.list.iter()
    }

    /// All pieces, to work out what their file leaves out. Their names must stay.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.list.iter_mut()
    }

    /// All names in the order of their file.
    pub fn ids(&self) -> impl Iterator<Item = &Key> {
        self.list.iter().map(Entry::id)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl<'a, T: Entry> IntoIterator for &'a Shelf<T> {
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

impl<'de, T: Entry + Deserialize<'de>> Deserialize<'de> for Shelf<T> {
    /// From the plain list.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}

impl<T: Serialize> Serialize for Shelf<T> {
    /// As the plain list.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list.serialize(serializer)
    }
}
