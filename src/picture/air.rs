//! What covers the ground of a plan: decks, darkness, roofs and weather.

use grid::{Board, Cell, Dir, Haze, Hm, Light, Material, WeatherKind};

use super::brush::{Brush, Spot, Tint};
use super::colours::{DUSK, ROOF, ROOF_LINE};
use super::ground::{corner, side};
use super::matter;
use super::noise::point;
use super::things;

/// Draws decks, darkness, roofs and weather, in that order.
pub fn draw(brush: &mut Brush, board: &Board) {
    storeys(brush, board);
    darkness(brush, board);
    things::lamplight(brush, board);
    roofs(brush, board);
    weather(brush, board);
}

/// The tint for cells that are not bright.
pub const fn veil(light: Light) -> Tint {
    match light {
        Light::Bright => Tint(DUSK, 0.0),
        Light::Dim => Tint(DUSK, 0.42),
        Light::Dark => Tint(DUSK, 0.7),
    }
}

/// Darkens the cells that are not bright. Each cell has its own shade in its middle, and the shades
/// blend from middle to middle.
fn darkness(brush: &mut Brush, board: &Board) {
    let (columns, rows) = (i32::from(board.width()), i32::from(board.height()));
    let shades: Vec<f32> = (0..rows)
        .flat_map(|y| (0..columns).map(move |x| Cell::new(x as i16, y as i16)))
        .map(|cell| veil(board.light(cell)).1)
        .collect();
    if shades.iter().all(|shade| *shade <= 0.0) {
        return;
    }
    let shade = |x: i32, y: i32| {
        let place = y.clamp(0, rows - 1) * columns + x.clamp(0, columns - 1);
        usize::try_from(place).ok().and_then(|at| shades.get(at)).copied().unwrap_or_default()
    };
    let eased = |part: f32| part * part * (3.0 - 2.0 * part);
    brush.veil((columns as f32, rows as f32), DUSK, |(x, y)| {
        let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
        let (across, down) = (eased(x - 0.5 - left), eased(y - 0.5 - top));
        let (left, top) = (left as i32, top as i32);
        let between = |y: i32| {
            let (west, east) = (shade(left, y), shade(left + 1, y));
            west + (east - west) * across
        };
        let (north, south) = (between(top), between(top + 1));
        north + (south - north) * down
    });
}

/// The floors above the ground from the bottom up, each with its walls.
fn storeys(brush: &mut Brush, board: &Board) {
    for floor in board.floors() {
        decks(brush, board, floor);
        matter::edges(brush, board, Some(floor));
    }
}

/// Decks of one height: boards over what is below, broader lines where a deck ends, and rungs
/// beside a ladder.
fn decks(brush: &mut Brush, board: &Board, floor: Hm) {
    for (cell, own) in board.decks().filter(|(_, deck)| deck.top == floor) {
        deck(brush, corner(cell), own.material);
        for dir in Dir::SIDES {
            if board.decks_in(cell.step(dir)).iter().any(|other| other.top == own.top) {
                continue;
            }
            let (a, b) = side(cell, dir);
            brush.line(&[a, b], 0.1, Tint(ROOF_LINE, 0.9));
            if own.climb.is_marked() {
                let (dx, dy) = dir.delta();
                let out = |spot: Spot| (spot.0 + 0.2 * f32::from(dx), spot.1 + 0.2 * f32::from(dy));
                for part in [0.2, 0.4, 0.6, 0.8] {
                    let on = (a.0 + (b.0 - a.0) * part, a.1 + (b.1 - a.1) * part);
                    brush.line(&[on, out(on)], 0.06, Tint(ROOF_LINE, 0.9));
                }
            }
        }
    }
}

/// The sign for a deck over a cell with this north-western corner.
pub fn deck(brush: &mut Brush, (x, y): Spot, material: Material) {
    let tint = match material {
        Material::Stone | Material::Glass => 0x8d_8a84,
        Material::Metal => 0x6a_7178,
        Material::Wood | Material::Foliage => 0xb0_8a58,
    };
    brush.block((x, y), 1.0, 1.0, Tint(tint, 0.72));
    for part in [0.25, 0.5, 0.75] {
        brush.line(&[(x, y + part), (x + 1.0, y + part)], 0.03, Tint(ROOF_LINE, 0.4));
    }
}

/// Slanting lines over roofed cells, and a broad line where a roof ends.
fn roofs(brush: &mut Brush, board: &Board) {
    let height = |cell: Cell| {
        let tile = board.tile(cell).filter(|tile| !tile.is_solid())?;
        tile.ceiling.map(|clear| tile.elevation + clear)
    };
    let roofed = || board.cells().filter_map(|cell| Some((cell, height(cell)?)));
    for (cell, _) in roofed() {
        roof(brush, corner(cell));
    }
    for (cell, own) in roofed() {
        for dir in Dir::SIDES.into_iter().filter(|dir| height(cell.step(*dir)) != Some(own)) {
            let (a, b) = side(cell, dir);
            brush.line(&[a, b], 0.12, Tint(ROOF, 0.85));
            brush.line(&[a, b], 0.05, Tint(ROOF_LINE, 0.8));
        }
    }
}

/// The sign for a roof over a cell with this north-western corner.
pub fn roof(brush: &mut Brush, (x, y): Spot) {
    brush.block((x, y), 1.0, 1.0, Tint(ROOF, 0.3));
    for (from, to) in [((0.0, 0.5), (0.5, 0.0)), ((0.0, 1.0), (1.0, 0.0)), ((0.5, 1.0), (1.0, 0.5))]
    {
        let at = |spot: Spot| (x + spot.0, y + spot.1);
        brush.line(&[at(from), at(to)], 0.035, Tint(ROOF_LINE, 0.45));
    }
}

fn weather(brush: &mut Brush, board: &Board) {
    let weather = board.atmosphere().weather;
    for cell in board.cells().filter(|cell| !board.is_sheltered(*cell)) {
        sky(brush, weather.kind(), weather.rank(), cell);
    }
}

/// The sign for weather over a cell: strokes for rain, flakes for snow, a veil for fog; denser for
/// higher ranks.
pub fn sky(brush: &mut Brush, kind: WeatherKind, rank: Haze, cell: Cell) {
    let strength: u32 = match rank {
        Haze::None => 0,
        Haze::Light => 1,
        Haze::Heavy => 2,
        Haze::Blinding => 3,
    };
    let (x, y) = corner(cell);
    if kind == WeatherKind::Fog {
        brush.block((x, y), 1.0, 1.0, Tint(0xe2e6ea, 0.14 * strength as f32));
        return;
    }
    for n in 0..2 * strength {
        let chance = |salt: u32| {
            point(i32::from(cell.x), i32::from(cell.y), 80 + 2 * n + salt).clamp(0.0, 1.0)
        };
        let (left, top) = (x + 0.12 + 0.76 * chance(0), y + 0.08 + 0.66 * chance(1));
        match kind {
            WeatherKind::Rain => {
                brush.line(&[(left, top), (left - 0.08, top + 0.24)], 0.03, Tint(0xd6e6f5, 0.6));
            }
            WeatherKind::Snow => brush.disc((left, top), 0.045, Tint(0xffffff, 0.8)),
            WeatherKind::Clear | WeatherKind::Fog => {}
        }
    }
}
