//! Altitude bands, for rulesets that treat flight by bands only.

use serde::{Deserialize, Serialize};

use super::body::Body;
use super::field::Field;
use super::room::Room;
use super::units::Hm;

/// A band of altitude above the ground (EV-114).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum AltitudeBand {
    /// Up to 2 m above the ground, including everyone standing on it.
    #[default]
    Ground,
    /// Above 2 m, up to 150 m.
    Low,
    /// Above 150 m.
    High,
}

impl AltitudeBand {
    /// Every band, from the ground up.
    pub const ALL: [Self; 3] = [Self::Ground, Self::Low, Self::High];

    /// Name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ground => "ground",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// The band that contains an altitude.
    pub fn of(altitude: Hm) -> Self {
        if altitude <= Hm::metres(2) {
            Self::Ground
        } else if altitude <= Hm::metres(150) {
            Self::Low
        } else {
            Self::High
        }
    }

    /// The altitude of a unit flying in this band: 0, 10 or 160 m.
    pub const fn altitude(self) -> Hm {
        match self {
            Self::Ground => Hm::ZERO,
            Self::Low => Hm::metres(10),
            Self::High => Hm::metres(160),
        }
    }

    /// Whether two bands are neighbours.
    pub fn is_next_to(self, other: Self) -> bool {
        (self as u8).abs_diff(other as u8) == 1
    }
}

impl Field<'_> {
    /// Height of a room's feet above the highest footing under its footprint, or above the highest
    /// floor or top where standing is impossible. Never negative.
    pub fn altitude(&self, room: Room) -> Hm {
        (room.feet - self.rest_under(room)).max(Hm::ZERO)
    }

    /// The height from which a room's altitude is measured; its own feet off the board.
    pub(super) fn rest_under(&self, room: Room) -> Hm {
        let board = self.board();
        let top = |c| {
            let tile = board.tile(c)?;
            let thing = board.thing_in(c).map_or(Hm::ZERO, |(_, thing)| thing.height);
            let rest = board.footing(c, room.height);
            if let Some(deck) = board.deck_below(c, room) {
                return Some(deck);
            }
            Some(rest.unwrap_or_else(|| (tile.elevation + thing).max(tile.surface())))
        };
        room.cells().filter_map(top).max().unwrap_or(room.feet)
    }

    /// The altitude band of a body; `None` off the board.
    pub fn band(&self, body: &Body) -> Option<AltitudeBand> {
        body.room().map(|room| AltitudeBand::of(self.altitude(room)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::man;
    use super::*;
    use crate::{Board, Cell, Terrain, Tile};

    /// The examples of EV-114, and the heights that it leaves open.
    #[test]
    fn bands_by_altitude_ev_114() {
        let of = |half: i32| AltitudeBand::of(Hm(half));
        assert_eq!([of(0), of(2), of(4)], [AltitudeBand::Ground; 3]);
        assert_eq!([of(5), of(20), of(300)], [AltitudeBand::Low; 3]);
        assert_eq!([of(301), of(320)], [AltitudeBand::High; 2]);
        for band in AltitudeBand::ALL {
            assert_eq!(AltitudeBand::of(band.altitude()), band);
        }
        assert!(AltitudeBand::Low.is_next_to(AltitudeBand::High));
        assert!(!AltitudeBand::Ground.is_next_to(AltitudeBand::High));
    }

    #[test]
    fn altitude_counts_from_the_ground_below() {
        let mut board = Board::new(4, 4);
        if let Some(tile) = board.tile_mut(Cell::new(2, 2)) {
            *tile = Tile { elevation: Hm(20), ..Terrain::Rock.tile() };
        }
        let flyer = Body { feet: Hm(24), ..man(1, 1, 1) };
        let field = Field::new(&board, vec![flyer.clone()]);
        assert_eq!(field.band(&flyer), Some(AltitudeBand::Low));
        let over_rock = Body { at: Cell::new(2, 2).into(), ..flyer };
        assert_eq!(field.band(&over_rock), Some(AltitudeBand::Ground));
        assert_eq!(field.band(&man(2, 9, 9)), Some(AltitudeBand::Ground));
    }
}
