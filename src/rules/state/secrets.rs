//! The secret doors of a level that have not been found yet.

use serde::{Deserialize, Serialize, Serializer};

use grid::{Edge, EdgeAt};

/// Doors that look like wall and hatches that look like floor until they are found. Until then the
/// board has wall or floor in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Secrets {
    list: Vec<(EdgeAt, Edge)>,
    /// True in an imagined battle, in which a side finds nothing.
    #[serde(skip)]
    kept: bool,
}

impl Secrets {
    /// Secret doors with their places, in board order.
    pub const fn new(list: Vec<(EdgeAt, Edge)>) -> Self {
        Self { list, kept: false }
    }

    /// True if nothing is left to find.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them with their places.
    pub fn all(&self) -> &[(EdgeAt, Edge)] {
        &self.list
    }

    /// The ones that can be found now: none in an imagined battle.
    pub fn to_find(&self) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        self.list.iter().copied().filter(|_| !self.kept)
    }

    /// Prevents anything from being found from now on, as in an imagined battle.
    pub fn keep(&mut self) {
        self.kept = !self.list.is_empty();
    }

    /// Removes a place: its door was found or broken.
    pub fn forget(&mut self, place: EdgeAt) {
        self.list.retain(|(at, _)| *at != place);
    }
}

/// The secrets as serialised for hashes: nothing if there are none, so that older hashes stay
/// valid.
pub(super) struct HashedSecrets<'a>(pub(super) &'a Secrets);

impl Serialize for HashedSecrets<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_empty() {
            true => serializer.serialize_unit(),
            false => self.0.serialize(serializer),
        }
    }
}
