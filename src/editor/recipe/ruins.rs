//! Ruined houses.

use crate::edge_path::around;
use crate::random::Rng;
use crate::shape::rectangle;
use grid::{Cell, Dir, Edge, EdgeAt, EdgeKind, Hm, Terrain, ThingKind, Tile};
use level::{Item, Level};

/// Builds up to `count` houses where there is space: stone floors, and broken walls with a door.
pub(super) fn build(level: &mut Level, count: usize, seed: u64) {
    let (width, height) = (level.ground.width() as i16, level.ground.height() as i16);
    let mut rng = Rng::new(seed ^ 0x2a11);
    let mut taken: Vec<(Cell, Cell)> = Vec::new();
    for _ in 0..count * 8 {
        if taken.len() >= count {
            break;
        }
        let (w, h) = (rng.between(4, 7), rng.between(4, 7));
        let from = Cell::new(rng.between(5, width - 6 - w), rng.between(1, height - 2 - h));
        let to = from.offset(w - 1, h - 1);
        // One cell stays free between houses, so that every door can be reached.
        let apart = |(a, b): &(Cell, Cell)| {
            to.x + 2 < a.x || b.x + 2 < from.x || to.y + 2 < a.y || b.y + 2 < from.y
        };
        let cells = rectangle(from.offset(-1, -1), to.offset(1, 1), true);
        let dry = cells
            .iter()
            .all(|c| level.ground.tile(*c).is_some_and(|t| t.depth == Hm::ZERO && !t.is_solid()));
        if from.x >= 5 && to.x <= width - 6 && dry && taken.iter().all(apart) {
            house(level, (from, to), &mut rng);
            taken.push((from, to));
        }
    }
}

fn house(level: &mut Level, (from, to): (Cell, Cell), rng: &mut Rng) {
    let floor = rectangle(from, to, true);
    let middle = from.offset((to.x - from.x) / 2, (to.y - from.y) / 2);
    let height = level.ground.tile(middle).map_or(Hm::ZERO, |t| t.elevation);
    for cell in &floor {
        let terrain = if rng.percent(20) { Terrain::Rubble } else { Terrain::Stone };
        level.ground.paint(*cell, Tile { elevation: height, ..terrain.tile() });
    }
    // The surrounding ground is levelled too, so that the door can be reached.
    for cell in rectangle(from.offset(-1, -1), to.offset(1, 1), false) {
        if let Some(tile) = level.ground.tile(cell) {
            level.ground.paint(cell, Tile { elevation: height, ..tile });
        }
    }
    let door = EdgeAt::ground(Cell::new(middle.x, from.y), Dir::N);
    for edge in around(from, to) {
        let kind = match () {
            () if edge == door => Some(EdgeKind::Door),
            () if rng.percent(25) => None,
            () if rng.percent(20) => Some(EdgeKind::LowWall),
            () => Some(EdgeKind::Wall),
        };
        if let Some(kind) = kind {
            level.edges.insert(edge, Edge::new(kind));
        }
    }
    // Walls next to the door stay whole.
    for next in [door.cell.step(Dir::W), door.cell.step(Dir::E)] {
        level.edges.insert(EdgeAt::ground(next, Dir::N), Edge::new(EdgeKind::Wall));
    }
    let kinds = [ThingKind::Crate, ThingKind::Barrel, ThingKind::Table, ThingKind::Statue];
    let kind = usize::try_from(rng.below(4)).ok().and_then(|n| kinds.get(n)).copied();
    if let Some(kind) = kind {
        level.things.insert(to, Item::new(kind));
    }
}
