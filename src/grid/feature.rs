//! Board features that not every ruleset has rules for.

use super::air::{Haze, Weather};
use super::board::Board;
use super::cell::Cell;
use super::terrain::{Climb, Tile};
use super::units::Hm;

/// A board feature that a ruleset may have no rules for. It is shown and described regardless.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// Weather over the board.
    Weather,
    /// Haze above the ground of cells.
    Haze,
    /// Faces that are hard or harsh to climb.
    ClimbGrades,
    /// Rough water.
    RoughWater,
    /// Airless cells, or an airless board.
    Airless,
    /// A miasma over the board.
    Miasma,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Weather,
        Self::Haze,
        Self::ClimbGrades,
        Self::RoughWater,
        Self::Airless,
        Self::Miasma,
    ];

    /// Name in messages.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Weather => "weather",
            Self::Haze => "ground haze",
            Self::ClimbGrades => "climbing grades",
            Self::RoughWater => "rough water",
            Self::Airless => "airless areas",
            Self::Miasma => "miasma",
        }
    }

    /// Whether a tile has this feature.
    pub fn is_in(self, tile: &Tile) -> bool {
        match self {
            Self::Weather | Self::Miasma => false,
            Self::Haze => tile.haze > Haze::None,
            Self::ClimbGrades => tile.climb > Climb::Ordinary,
            Self::RoughWater => tile.rough_water && tile.depth > Hm::ZERO,
            Self::Airless => tile.airless,
        }
    }

    /// Whether the board as a whole has this feature.
    pub fn is_over(self, board: &Board) -> bool {
        let air = board.atmosphere();
        match self {
            Self::Weather => air.weather != Weather::CLEAR,
            Self::Airless => air.airless,
            Self::Miasma => air.miasma > 0,
            Self::Haze | Self::ClimbGrades | Self::RoughWater => false,
        }
    }
}

/// Special ground properties of a cell besides its terrain and measurements, in short words: "hard
/// climb", "rough water", "heavy haze", "no air".
pub fn ground_words(board: &Board, cell: Cell) -> Vec<String> {
    let Some(tile) = board.tile(cell) else { return Vec::new() };
    let mut words = Vec::new();
    match tile.climb {
        Climb::Unmarked => {}
        Climb::Ordinary => words.push("climb".to_owned()),
        grade => words.push(format!("{} climb", grade.name())),
    }
    if Feature::RoughWater.is_in(tile) {
        words.push("rough water".to_owned());
    }
    match board.haze_in(cell) {
        Haze::None => {}
        rank => words.push(format!("{} haze", rank.name())),
    }
    if board.is_airless(cell) {
        words.push("no air".to_owned());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Atmosphere, Terrain, WeatherKind};

    #[test]
    fn features_are_found_where_they_are_and_a_plain_board_has_none() {
        let mut board = Board::new(4, 4);
        let tile = Terrain::Water.tile();
        assert!(Feature::ALL.iter().all(|f| !f.is_over(&board) && !f.is_in(&tile)));
        let weather = Weather::new(WeatherKind::Rain, Haze::Light);
        board.set_atmosphere(Atmosphere { weather, airless: true, miasma: 1 });
        let over: Vec<Feature> = Feature::ALL.into_iter().filter(|f| f.is_over(&board)).collect();
        assert_eq!(over, [Feature::Weather, Feature::Airless, Feature::Miasma]);
        let tile = Tile {
            haze: Haze::Heavy,
            climb: Climb::Hard,
            rough_water: true,
            airless: true,
            ..tile
        };
        let inside: Vec<Feature> = Feature::ALL.into_iter().filter(|f| f.is_in(&tile)).collect();
        let [_, haze, climb, water, airless, _] = Feature::ALL;
        assert_eq!(inside, [haze, climb, water, airless]);
        if let Some(slot) = board.tile_mut(Cell::new(1, 1)) {
            *slot = tile;
        }
        let words = ground_words(&board, Cell::new(1, 1));
        assert_eq!(words, ["hard climb", "rough water", "heavy haze", "no air"]);
    }
}
