//! Places for matter between two cells.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::cell::{Cell, Dir};
use super::units::Hm;

/// A place for matter between two cells: an edge, and the floor on which the matter stands.
///
/// Saved as cell and side, followed by the height of the floor unless it is the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeAt {
    /// One of the two cells.
    pub cell: Cell,
    /// Its side.
    pub side: Dir,
    /// Absolute height of the floor; `None` for the ground.
    pub floor: Option<Hm>,
}

impl EdgeAt {
    /// The place on the ground.
    pub const fn ground(cell: Cell, side: Dir) -> Self {
        Self { cell, side, floor: None }
    }

    /// The same place in canonical form: the north or west side of a cell. Diagonals stay as they
    /// are, because a hatch has only one form.
    #[must_use]
    pub const fn canonical(self) -> Self {
        match self.side {
            Dir::S => Self { cell: self.cell.step(Dir::S), side: Dir::N, ..self },
            Dir::E => Self { cell: self.cell.step(Dir::E), side: Dir::W, ..self },
            _ => match self.floor {
                Some(top) if self.is_hatch() => Self::hatch(self.cell, top),
                _ => self,
            },
        }
    }

    /// The two cells that it separates; twice the one cell of a hatch.
    pub const fn cells(self) -> [Cell; 2] {
        let other = if self.is_hatch() { self.cell } else { self.cell.step(self.side) };
        [self.cell, other]
    }
}

impl From<(Cell, Dir)> for EdgeAt {
    fn from((cell, side): (Cell, Dir)) -> Self {
        Self::ground(cell, side)
    }
}

impl Serialize for EdgeAt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(if self.floor.is_some() { 3 } else { 2 })?;
        tuple.serialize_element(&self.cell)?;
        tuple.serialize_element(&self.side)?;
        if let Some(floor) = self.floor {
            tuple.serialize_element(&floor)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for EdgeAt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = EdgeAt;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell, a side and perhaps the height of a floor")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<EdgeAt, A::Error> {
                let cell =
                    list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let side =
                    list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                Ok(EdgeAt { cell, side, floor: list.next_element()? })
            }
        }

        deserializer.deserialize_tuple(2, Reader)
    }
}
