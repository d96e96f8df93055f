//! Haze, weather and darkness along the central line of sight: impairments that do not block it.

use super::between::central;
use super::eye::{Eye, Samples};
use super::hearing::{length, over_floor};
use super::lattice::{Bundle, DEEP, SKY, corridor, level};
use super::obstacle::{Line, Obstacle, Sides};
use super::scene::volume;
use crate::{Board, Cell, Haze, Light, Tile, VolumeId, Weather};

/// Impairments along a line of sight, from the observer's eye to the middle
/// of the target. Lengths are in centimetres, rounded up per cell; a line
/// that runs between two cells takes the side that impairs it least.
///
/// Haze, weather and darkness are counted separately: rulesets add them up or take the worst
/// (VG-281, VG-295, EV-237, EV-238).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct HazePath {
    /// In light haze of ground or volumes. Where hazes of the same rank overlap in a cell, the
    /// longest stretch counts; hazes of different ranks all count.
    pub light_cm: u32,
    /// In heavy haze.
    pub heavy_cm: u32,
    /// In blinding haze.
    pub blinding_cm: u32,
    /// Under the open sky, in any weather.
    pub open_sky_cm: u32,
    /// The weather along the line; clear if no part of it is under the open sky.
    pub weather: Weather,
    /// In dim cells.
    pub dim_cm: u32,
    /// In dark cells.
    pub dark_cm: u32,
    /// Haze volumes on the line, by number. A volume counts if either end is inside it.
    pub volumes: Vec<VolumeId>,
}

impl HazePath {
    /// Centimetres in haze of one rank; 0 for [`Haze::None`].
    pub const fn cm(&self, rank: Haze) -> u32 {
        match rank {
            Haze::None => 0,
            Haze::Light => self.light_cm,
            Haze::Heavy => self.heavy_cm,
            Haze::Blinding => self.blinding_cm,
        }
    }

    /// The worst haze of ground and volumes on the line.
    #[inline]
    pub fn haze(&self) -> Haze {
        Haze::RANKS.into_iter().rev().find(|rank| self.cm(*rank) > 0).unwrap_or_default()
    }

    /// The worst of haze and weather (VG-281).
    pub fn worst(&self) -> Haze {
        self.haze().max(self.weather.rank())
    }

    fn add(&mut self, rank: Haze, cm: u32) {
        match rank {
            Haze::None => {}
            Haze::Light => self.light_cm += cm,
            Haze::Heavy => self.heavy_cm += cm,
            Haze::Blinding => self.blinding_cm += cm,
        }
    }

    fn burden(&self) -> [u32; 6] {
        [
            self.blinding_cm,
            self.heavy_cm,
            self.light_cm,
            self.open_sky_cm,
            self.dark_cm,
            self.dim_cm,
        ]
    }
}

/// Impairments along the central line of sight between two ends; `None` if either is off the board.
pub fn haze_path<'a>(
    board: &Board,
    from: impl Into<Eye<'a>>,
    to: impl Into<Eye<'a>>,
) -> Option<HazePath> {
    let (from, to) = (from.into(), to.into());
    let (Some(a), Some(b)) = (from.stand(), to.stand()) else {
        return path_between(board, from, to);
    };
    let found = board.cache().air.get((a, b), || {
        let path = path_between(board, from, to)?;
        Some((path.burden(), path.weather, path.volumes))
    });
    let ([blinding_cm, heavy_cm, light_cm, open_sky_cm, dark_cm, dim_cm], weather, volumes) =
        found?;
    Some(HazePath {
        light_cm,
        heavy_cm,
        blinding_cm,
        open_sky_cm,
        weather,
        dim_cm,
        dark_cm,
        volumes,
    })
}

fn path_between(board: &Board, from: Eye<'_>, to: Eye<'_>) -> Option<HazePath> {
    let (a, b) = (Samples::on(board, from)?, Samples::on(board, to)?);
    let line = central(&a, &b);
    // One path for each side of the line: two, or four when it is vertical.
    let mut paths: [HazePath; 4] = Default::default();
    let mut volumes: Vec<(VolumeId, Sides)> = Vec::new();
    corridor(&Bundle::of(a.eye), &Bundle::of(b.middle), |cell, _| {
        let Some(tile) = board.tile(cell) else { return };
        for v in board.volumes_in(cell).filter(|v| v.haze_rank() > Haze::None) {
            let sides = volume(board, v, cell).map_or(0, |o| line.sides(&o));
            match volumes.iter_mut().find(|(id, _)| *id == v.id) {
                Some((_, all)) => *all |= sides,
                None => volumes.push((v.id, sides)),
            }
        }
        for (i, path) in paths.iter_mut().enumerate() {
            add_cell(board, &line, (cell, tile), 1 << i, path);
        }
    });
    let sides = if line.all == 0b1111 { 4 } else { 2 };
    let mut path = paths.into_iter().take(sides).min_by_key(HazePath::burden)?;
    let weather = board.atmosphere().weather;
    path.weather = if path.open_sky_cm > 0 { weather } else { Weather::CLEAR };
    volumes.retain(|(_, sides)| *sides == line.all);
    path.volumes = volumes.into_iter().map(|(id, _)| id).collect();
    path.volumes.sort_unstable();
    Some(path)
}

/// Adds one cell's part of the line, on one side of it.
fn add_cell(
    board: &Board,
    line: &Line,
    (cell, tile): (Cell, &Tile),
    side: Sides,
    to: &mut HazePath,
) {
    let within = |o: &Obstacle| match line.stretch(o) {
        Some((sides, enter, leave)) if sides & side != 0 => length(line, enter, leave),
        _ => 0,
    };
    for rank in Haze::RANKS {
        let top = level(tile.elevation + Tile::HAZE_HEIGHT);
        let ground = (tile.haze == rank).then(|| over_floor(cell, DEEP, top));
        let air = board.volumes_in(cell).filter(|v| v.haze_rank() == rank);
        let air = air.filter_map(|v| volume(board, v, cell));
        to.add(rank, ground.into_iter().chain(air).map(|o| within(&o)).max().unwrap_or(0));
    }
    if !tile.is_solid() {
        let roof = tile.ceiling.map_or(DEEP, |ceiling| level(tile.elevation + ceiling));
        to.open_sky_cm += within(&over_floor(cell, roof, SKY));
    }
    match board.light(cell) {
        Light::Bright => {}
        Light::Dim => to.dim_cm += within(&over_floor(cell, DEEP, SKY)),
        Light::Dark => to.dark_cm += within(&over_floor(cell, DEEP, SKY)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::air;
    use super::*;
    use crate::samples::man;
    use crate::{Atmosphere, Hm, WeatherKind};

    fn path(board: &Board) -> HazePath {
        haze_path(board, &man(0, 0, 0), &man(1, 10, 0)).expect("on the board")
    }

    fn change(board: &mut Board, x: i16, change: impl FnOnce(&mut Tile)) {
        change(board.tile_mut(Cell::new(x, 0)).expect("on the board"));
    }

    #[test]
    fn soft_volumes_on_the_line_are_listed() {
        let mut board = Board::new(16, 4);
        let volume = |id, cells: &[(i16, i16)], height| {
            let mut v = air(id, cells, height);
            v.hides = true;
            v
        };
        board.add_volume(volume(9, &[(4, 0), (5, 0)], 6));
        board.add_volume(volume(2, &[(0, 0)], 6));
        board.add_volume(volume(4, &[(6, 0)], 1));
        board.add_volume(volume(5, &[(6, 1)], 6));
        board.add_volume(air(6, &[(7, 0)], 6));
        let found = path(&board);
        assert_eq!(found.volumes, [VolumeId(2), VolumeId(9)]);
        // Two full cells and half of the eye's own cell. The line
        // drops by half a metre or so over ten, which rounds up.
        assert!((250..=256).contains(&found.light_cm), "{found:?}");
        assert_eq!((found.haze(), found.heavy_cm), (Haze::Light, 0));
    }

    /// VG-281: of smoke and weather the worst counts, but both are reported.
    #[test]
    fn haze_and_weather_are_counted_separately() {
        let mut board = Board::new(16, 1);
        let fog = Weather::new(WeatherKind::Fog, Haze::Light);
        board.set_atmosphere(Atmosphere { weather: fog, ..Atmosphere::default() });
        change(&mut board, 3, |tile| tile.haze = Haze::Heavy);
        let found = path(&board);
        assert_eq!((found.haze(), found.weather, found.worst()), (Haze::Heavy, fog, Haze::Heavy));
        assert_eq!(found.light_cm, 0, "weather is not ground haze");
        // Ground haze has a limited height.
        change(&mut board, 3, |tile| tile.elevation = Hm(-10));
        assert_eq!(path(&board).haze(), Haze::None);
    }

    #[test]
    fn roofs_keep_weather_out_and_lamps_do_not_affect_haze() {
        let mut board = Board::new(11, 1);
        let rain = Weather::new(WeatherKind::Rain, Haze::Heavy);
        board.set_atmosphere(Atmosphere { weather: rain, ..Atmosphere::default() });
        for x in 0..11 {
            change(&mut board, x, |tile| tile.ceiling = Some(Hm(6)));
        }
        assert_eq!((path(&board).open_sky_cm, path(&board).worst()), (0, Haze::None));
        change(&mut board, 5, |tile| tile.ceiling = None);
        change(&mut board, 6, |tile| tile.light = Light::Dark);
        change(&mut board, 7, |tile| tile.light = Light::Dim);
        let found = path(&board);
        assert!((100..=102).contains(&found.open_sky_cm), "{found:?}");
        assert_eq!((found.weather, found.haze()), (rain, Haze::None));
        assert_eq!([found.dark_cm, found.dim_cm], [found.open_sky_cm; 2]);
    }
}
