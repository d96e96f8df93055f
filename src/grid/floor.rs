//! Floors of cells: the ground, or a deck above it.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::board::Board;
use super::cell::Cell;
use super::room::Room;
use super::units::Hm;

/// A cell and one of its floors.
///
/// Saved and hashed like the cell, followed by the height of the floor unless it is the ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FloorAt {
    /// The cell.
    pub cell: Cell,
    /// Absolute height of the floor; `None` for the ground, or the surface of the water over it.
    pub floor: Option<Hm>,
}

impl FloorAt {
    /// The floor at an absolute height.
    pub const fn new(cell: Cell, floor: Hm) -> Self {
        Self { cell, floor: Some(floor) }
    }

    /// The height of its deck; `None` for the ground, and where there is no such deck.
    pub fn deck(self, board: &Board) -> Option<Hm> {
        let decks = board.decks_in(self.cell);
        self.floor.filter(|floor| decks.iter().any(|deck| deck.top == *floor))
    }

    /// The floor as a point to measure from; `None` off the board, and where there is no floor of
    /// that height.
    pub fn point(self, board: &Board) -> Option<Room> {
        let ground = board.tile(self.cell)?.surface();
        let there = |floor: &Hm| {
            *floor == ground || board.decks_in(self.cell).iter().any(|deck| deck.top == *floor)
        };
        let feet = self.floor.map_or(Some(ground), |floor| Some(floor).filter(there))?;
        Some(Room::point(self.cell, feet))
    }
}

impl From<Cell> for FloorAt {
    #[inline]
    fn from(cell: Cell) -> Self {
        Self { cell, floor: None }
    }
}

impl fmt::Display for FloorAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.floor {
            Some(floor) => write!(f, "{} at {floor}", self.cell),
            None => self.cell.fmt(f),
        }
    }
}

impl Hash for FloorAt {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.cell.hash(state);
        if let Some(floor) = self.floor {
            floor.hash(state);
        }
    }
}

impl Serialize for FloorAt {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(if self.floor.is_some() { 3 } else { 2 })?;
        tuple.serialize_element(&self.cell.x)?;
        tuple.serialize_element(&self.cell.y)?;
        if let Some(floor) = self.floor {
            tuple.serialize_element(&floor)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for FloorAt {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = FloorAt;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a cell and perhaps the height of a floor")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FloorAt, A::Error> {
                let x = list.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let y = list.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                Ok(FloorAt { cell: Cell::new(x, y), floor: list.next_element()? })
            }
        }

        deserializer.deserialize_tuple(2, Reader)
    }
}

impl Board {
    /// The floor on which an object comes to rest if it is dropped in a cell at a height: the
    /// highest deck that is not above that height, otherwise the ground.
    pub fn floor_below(&self, cell: Cell, height: Hm) -> FloorAt {
        let least = self.matter_top(cell, Hm::ZERO);
        let decks = self.decks_in(cell).iter().map(|deck| deck.top);
        let floor = decks.rev().find(|top| *top <= height && *top > least);
        FloorAt { cell, floor }
    }

    /// The floors of a cell above the ground, from the bottom up: the tops of its decks. Decks
    /// inside something that stands on the ground are included.
    pub fn upper_floors(&self, cell: Cell) -> impl Iterator<Item = FloorAt> + '_ {
        self.decks_in(cell).iter().map(move |deck| FloorAt::new(cell, deck.top))
    }

    /// Every floor of a cell from the bottom up, with the height of the ground as well; none if no
    /// decks lie over the cell.
    pub fn storeys(&self, cell: Cell) -> impl Iterator<Item = FloorAt> + '_ {
        let ground = self.tile(cell).filter(|_| !self.decks_in(cell).is_empty());
        let ground = ground.map(|tile| FloorAt::new(cell, tile.surface()));
        ground.into_iter().chain(self.upper_floors(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Climb, Deck, Material};

    #[test]
    fn floors_are_the_ground_and_the_tops_of_decks() {
        let mut board = Board::new(4, 4);
        let cell = Cell::new(1, 2);
        assert_eq!(board.storeys(cell).count(), 0);
        let deck = Deck { top: Hm(6), material: Material::Wood, climb: Climb::Unmarked };
        board.add_deck(cell, deck);
        let floors: Vec<Option<Hm>> = board.storeys(cell).map(|at| at.floor).collect();
        assert_eq!(floors, [Some(Hm(0)), Some(Hm(6))]);
        let feet = |at: FloorAt| at.point(&board).map(|room| room.feet);
        assert_eq!(feet(cell.into()), Some(Hm(0)));
        assert_eq!(feet(FloorAt::new(cell, Hm(6))), Some(Hm(6)));
        assert_eq!(feet(FloorAt::new(cell, Hm(4))), None);
        assert_eq!(feet(FloorAt::new(Cell::new(9, 9), Hm(0))), None);
    }

    #[test]
    fn what_is_let_go_comes_to_rest_on_the_floor_below() {
        let mut board = Board::new(4, 4);
        let cell = Cell::new(1, 2);
        for top in [Hm(6), Hm(12)] {
            let deck = Deck { top, material: Material::Wood, climb: Climb::Unmarked };
            board.add_deck(cell, deck);
        }
        let floor = |height| board.floor_below(cell, Hm(height)).floor;
        assert_eq!(
            [0, 5, 6, 11, 20].map(floor),
            [None, None, Some(Hm(6)), Some(Hm(6)), Some(Hm(12))]
        );
    }

    #[test]
    fn the_ground_is_hashed_like_its_cell() {
        use std::collections::hash_map::DefaultHasher;
        fn hashed(of: impl Hash) -> u64 {
            let mut hasher = DefaultHasher::new();
            of.hash(&mut hasher);
            hasher.finish()
        }
        let cell = Cell::new(3, 1);
        assert_eq!(hashed(FloorAt::from(cell)), hashed(cell));
        assert_ne!(hashed(FloorAt::new(cell, Hm(0))), hashed(cell));
    }
}
