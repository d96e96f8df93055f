//! The secret doors of a level that are still to be found.

use serde::{Deserialize, Serialize, Serializer};

use grid::{Edge, EdgeAt};

/// The doors that pass for wall, and the hatches that pass for floor, until they are found. On the
/// board there is that wall or floor in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secrets {
    list: Vec<(EdgeAt, Edge)>,
    /// Whether they are only imagined: a side that imagines a battle finds nothing in it.
    #[serde(skip)]
    kept: bool,
}

impl Secrets {
    /// These doors with their places, in board order.
    pub const fn new(list: Vec<(EdgeAt, Edge)>) -> Self {
        Self { list, kept: false }
    }

    /// True if nothing is left to be found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them with their places.
    pub fn all(&self) -> &[(EdgeAt, Edge)] {
        &self.list
    }

    /// Those that can be found now: none in a battle that a side only imagines.
    pub fn to_find(&self) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        self.list.iter().copied().filter(|_| !self.kept)
    }

    /// Nothing is found from now on, as in a battle that a side imagines.
    pub fn keep(&mut self) {
        self.kept = !self.list.is_empty();
    }

    /// Takes a place off the list: what was there is found, or broken.
    pub fn forget(&mut self, place: EdgeAt) {
        self.list.retain(|(at, _)| *at != place);
    }
}

/// The secrets as they are serialised for hashes: nothing where there are none, as before there were
/// any.
pub(super) struct HashedSecrets<'a>(pub(super) &'a Secrets);

impl Serialize for HashedSecrets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_empty() {
            true => serializer.serialize_unit(),
            false => self.0.serialize(serializer),
        }
    }
}
