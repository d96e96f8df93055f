//! Generated land: hills, a river and woods.

use super::{Land, ruins};
use crate::random::{Rng, noise};
use grid::{Cell, Hm, Terrain, ThingKind, Tile};
use level::{Item, Level};

/// Half the width of the river, in cells.
const HALF_RIVER: i16 = 1;

pub(super) fn make(level: &mut Level, land: Land, seed: u64) {
    let hills = i32::from(land.hills.min(12)) * 2;
    let river = land.river.then(|| course(level, seed));
    for cell in level.ground.cells() {
        let rolling = noise(seed, cell, 12) * 3 + noise(seed ^ 0x5eed, cell, 5);
        let mut height = rolling * (hills + 1) / 4096;
        let far = river.as_ref().map(|river| distance(river, cell));
        if let Some(far) = far {
            // Banks rise by half a metre per cell.
            height = height.min(i32::from((far - HALF_RIVER - 1).max(0)));
        }
        let tile = match far {
            Some(far) if far <= HALF_RIVER => Tile { elevation: Hm(-4), ..Terrain::Water.tile() },
            Some(far) if far == HALF_RIVER + 1 => Terrain::Sand.tile(),
            _ => Tile { elevation: Hm(height), ..soil(seed, cell, height, hills).tile() },
        };
        level.ground.paint(cell, tile);
    }
    if let Some(river) = &river {
        crossings(level, river);
    }
    ruins::build(level, usize::from(land.ruins.min(40)), seed);
    plant(level, land.forest.min(60), seed);
}

/// The terrain at a height.
fn soil(seed: u64, cell: Cell, height: i32, hills: i32) -> Terrain {
    let patch = noise(seed ^ 0x5011, cell, 6);
    match patch {
        _ if hills >= 4 && height * 5 >= hills * 4 => Terrain::Rock,
        0..=190 => Terrain::Earth,
        860.. => Terrain::Reeds,
        _ => Terrain::Grass,
    }
}

/// The column of the river's centre in each row.
fn course(level: &Level, seed: u64) -> Vec<i16> {
    let (width, height) = (level.ground.width() as i16, level.ground.height() as i16);
    // The start zones are four cells deep on both sides.
    let room = (width / 2 - 7).max(0);
    let bend = |y: i16| noise(seed ^ 0x21fe, Cell::new(0, y), 9);
    (0..height)
        .map(|y| {
            let sway = i32::from(room) * (bend(y) - 512) / 1024;
            width / 2 + i16::try_from(sway).unwrap_or_default()
        })
        .collect()
}

/// Distance of a cell from the centre of the river, measured along its row and the next ones.
fn distance(river: &[i16], cell: Cell) -> i16 {
    let near = (-3..=3).filter_map(|dy| {
        let row = usize::try_from(cell.y + dy).ok()?;
        Some((river.get(row)? - cell.x).abs().max(dy.abs()))
    });
    near.min().unwrap_or(i16::MAX)
}

/// A bridge in the middle, and fords in the north and the south.
fn crossings(level: &mut Level, river: &[i16]) {
    let rows = i16::try_from(river.len()).unwrap_or(i16::MAX);
    let width = level.ground.width() as i16;
    let is_water =
        |level: &Level, c: Cell| level.ground.tile(c).is_some_and(|t| t.depth > Hm::ZERO);
    for y in [rows / 5, rows - 1 - rows / 5] {
        for cell in (0..width).flat_map(|x| [Cell::new(x, y), Cell::new(x, y + 1)]) {
            if is_water(level, cell) {
                level.ground.paint(cell, Tile { elevation: Hm(-1), ..Terrain::Shallows.tile() });
            }
        }
    }
    let deck = Item { height: Hm(4), turn: 1, ..Item::new(ThingKind::Bridge) };
    for cell in (0..width).map(|x| Cell::new(x, rows / 2)) {
        if is_water(level, cell) {
            level.things.insert(cell, deck.clone());
        }
    }
}

/// Plants trees and bushes in woodland.
fn plant(level: &mut Level, density: u8, seed: u64) {
    let item = |kind: ThingKind, turn| Item { turn, ..Item::new(kind) };
    for cell in level.ground.cells() {
        let mut rng = Rng::at(seed ^ 0xf0e5, cell);
        let turn = u8::try_from(rng.below(4)).unwrap_or_default();
        let wood = noise(seed ^ 0x700d, cell, 8) > 430;
        let soft = level.ground.tile(cell).is_some_and(|t| {
            t.depth == Hm::ZERO
                && matches!(t.terrain, Terrain::Grass | Terrain::Earth | Terrain::Reeds)
        });
        if !wood || !soft || level.things.contains_key(&cell) || !rng.percent(density) {
            continue;
        }
        let kind = match rng.below(10) {
            0..=5 => ThingKind::Tree,
            6..=8 => ThingKind::Bush,
            _ => ThingKind::DeadTree,
        };
        if level.things.len() < level::MAX_THINGS {
            level.things.insert(cell, item(kind, turn));
        }
    }
}
