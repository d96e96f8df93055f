//! The light of each cell as a colour: daylight, night, and coloured lamps.

use bevy::math::Vec3;

use super::light_tint;
use crate::palette::glow;
use grid::{Board, Cell, Lamp, Light, Thing};

/// The usual colours of lamps and fires; [`light_tint`] already shows their light.
const USUAL: [Lamp; 2] = [Lamp::POST, Lamp::FIRE];

/// Light of unusual colours that reaches a cell.
#[derive(Clone, Copy, Default)]
struct Reach {
    /// Weighted sum of the colours of lamps with unusual colours.
    colour: Vec3,
    /// Total weight of lamps with unusual colours.
    other: f32,
    /// Total weight of all lamps.
    all: f32,
}

/// Colours of the light in all cells, row by row.
pub(super) fn tints(board: &Board) -> Vec<Vec3> {
    let sunless = board.ambient() != Light::Bright;
    let reaches = reaches(board);
    let of = |(cell, reach): (Cell, Reach)| {
        let light = board.light(cell);
        let base = light_tint(light, sunless);
        let unlit = board.tile(cell).map_or(Light::Dark, |tile| tile.light.min(board.ambient()));
        if reach.other <= 0.0 || light <= unlit {
            return base;
        }
        let hue = reach.colour / reach.other;
        let coloured = hue / brightness(hue) * brightness(base);
        // Saturated colours would make the board too dark to read.
        let coloured = coloured.lerp(Vec3::splat(brightness(base)), 0.25);
        let most = (1.6 * base.max_element()).min(1.0);
        let coloured = coloured.min(Vec3::splat(most));
        base.lerp(coloured, reach.other / reach.all)
    };
    board.cells().zip(reaches).map(of).collect()
}

fn brightness(color: Vec3) -> f32 {
    color.dot(Vec3::new(0.2126, 0.7152, 0.0722)).max(1e-3)
}

/// The lamps that reach each cell, row by row.
fn reaches(board: &Board) -> Vec<Reach> {
    let mut all = vec![Reach::default(); usize::from(board.width()) * usize::from(board.height())];
    let lamps = |thing: &Thing| thing.lamp().map(|lamp| (thing.cell, lamp));
    let lamps: Vec<(Cell, Lamp)> = board.things().filter_map(|(_, thing)| lamps(thing)).collect();
    let usual = |lamp: &Lamp| USUAL.iter().any(|usual| usual.colour == lamp.colour);
    if lamps.iter().all(|(_, lamp)| usual(lamp)) {
        return all;
    }
    for (at, lamp) in lamps {
        for cell in lit(board, at, lamp) {
            let Some(reach) = board.index(cell).and_then(|i| all.get_mut(i)) else { continue };
            let away = cell.chebyshev(at) as f32;
            let weight = 1.0 / (1.0 + away * away);
            reach.all += weight;
            if !usual(&lamp) {
                reach.other += weight;
                reach.colour += glow(lamp) * weight;
            }
        }
    }
    all
}

/// The cells that a lamp reaches.
pub fn lit(board: &Board, at: Cell, lamp: Lamp) -> impl Iterator<Item = Cell> + use<> {
    let far = i16::from(lamp.dim);
    let span = |v: i16, most: u16| (v - far).max(0)..=(v + far).min(most as i16 - 1);
    let (columns, rows) = (span(at.x, board.width()), span(at.y, board.height()));
    rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Finish, LampSetting, Rgb, ThingKind};

    fn night(lamps: &[(i16, Rgb)]) -> Board {
        let mut board = Board::new(24, 5);
        board.set_ambient(Light::Dark);
        for (x, colour) in lamps {
            let light =
                LampSetting::Own(Lamp { colour: *colour, bright: 3, dim: 6, flicker: false });
            let finish = Finish { light, ..Finish::USUAL };
            board.add_thing(Thing { finish, ..Thing::new(ThingKind::Lamp, Cell::new(*x, 2)) });
        }
        board
    }

    #[test]
    fn usual_lamps_light_as_they_always_did_and_others_in_their_colour() {
        let warm = night(&[(4, Lamp::POST.colour)]);
        let usual = |cell: Cell| light_tint(warm.light(cell), true);
        let expected: Vec<Vec3> = warm.cells().map(usual).collect();
        assert_eq!(tints(&warm), expected);
        let blue = Rgb(40, 80, 255);
        let tints = tints(&night(&[(4, blue), (19, Lamp::POST.colour)]));
        let at = |x: usize| tints[2 * 24 + x];
        assert!(at(4).z > 1.5 * at(4).x, "{}", at(4));
        assert!(at(9).z > at(9).x, "dim: {}", at(9));
        assert_eq!(at(19), light_tint(Light::Bright, true));
        assert_eq!(at(12), light_tint(Light::Dark, true));
    }
}
