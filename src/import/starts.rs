//! Two sides at opposite ends of a map, so that it can be played at once.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use grid::{Board, Cell, Dir, EdgeAt, Hm};
use level::{Conduct, Level, Role, Unit, WalkableRegions};

use super::notes::Notes;

/// The units of each side.
const UNITS: [Role; 4] = [Role::Knight, Role::Archer, Role::Mage, Role::Scout];

/// Number of cells of a start region.
const ZONE: usize = 16;

/// A room inside walls counts as large if this many of its size fill the map.
const INNER_SHARE: usize = 7;

/// Gives both sides a start region and units.
pub(crate) fn place(level: &mut Level, notes: &mut Notes) {
    let board = level.board();
    let room = playing_room(level, &board);
    let (zones, facings) = ends(level, &board, &room);
    if zones.iter().any(Vec::is_empty) {
        notes.add("No units were placed: there is no walkable room for two sides");
        return;
    }
    let mut names = Vec::new();
    for ((side, zone), facing) in level.sides.iter_mut().zip(zones).zip(facings) {
        let name = format!("start {}", side.name.to_lowercase());
        side.start = Some(name.clone());
        let units = UNITS.iter().zip(&zone).map(|(role, at)| unit(*role, *at, facing));
        side.units = units.collect();
        level.regions.insert(name, zone.into_iter().collect());
        names.push(side.name.clone());
    }
    let sides = names.join(" and ");
    notes.add(format!(
        "Sides, units and start regions were added for {sides}; change them as you like"
    ));
}

fn unit(role: Role, at: Cell, facing: Dir) -> Unit {
    Unit {
        role,
        at,
        facing,
        altitude: Hm::ZERO,
        name: None,
        overrides: Default::default(),
        start: Default::default(),
        conduct: Conduct::default(),
        conditions: Default::default(),
        gear: Default::default(),
    }
}

/// The cells of the connected part of the map that is played in: the largest inside walls, or where
/// none is large, the largest of all.
fn playing_room(level: &Level, board: &Board) -> BTreeSet<Cell> {
    let parts = WalkableRegions::of(board);
    let mut rooms: BTreeMap<u32, BTreeSet<Cell>> = BTreeMap::new();
    for cell in level.ground.cells() {
        let dry = |tile: grid::Tile| tile.depth == Hm::ZERO && tile.damaging.is_none();
        let stands = level.ground.tile(cell).is_some_and(dry) && !level.things.contains_key(&cell);
        if let Some(part) = parts.part(cell).filter(|_| stands) {
            rooms.entry(part).or_default().insert(cell);
        }
    }
    let (right, low) = (level.ground.width() as i16 - 1, level.ground.height() as i16 - 1);
    let is_border = |c: &Cell| c.x == 0 || c.y == 0 || c.x == right || c.y == low;
    let whole = level.ground.cells().count();
    let is_inner =
        |room: &BTreeSet<Cell>| room.len() * INNER_SHARE >= whole && !room.iter().any(is_border);
    // The first of several equal ones, so that the result is the same each time.
    let best =
        rooms.into_iter().max_by_key(|(part, room)| (is_inner(room), room.len(), Reverse(*part)));
    best.map(|(_, room)| room).unwrap_or_default()
}

/// The cells at both ends of a room along its longer side, from the end inwards, and where units
/// there face.
fn ends(level: &Level, board: &Board, room: &BTreeSet<Cell>) -> ([Vec<Cell>; 2], [Dir; 2]) {
    let extent = |of: fn(&Cell) -> i16| {
        let (low, high) = (room.iter().map(of).min(), room.iter().map(of).max());
        low.zip(high).map_or(0, |(low, high)| high - low)
    };
    let lies_along = extent(|c| c.x) >= extent(|c| c.y);
    let (middle, facings) = match lies_along {
        true => (level.ground.height() / 2, [Dir::E, Dir::W]),
        false => (level.ground.width() / 2, [Dir::S, Dir::N]),
    };
    let place = |cell: &Cell| {
        let (along, across) = if lies_along { (cell.x, cell.y) } else { (cell.y, cell.x) };
        (along, across.abs_diff(middle as i16))
    };
    let most = ZONE.min(room.len() / 2);
    let first = room.iter().min_by_key(|cell| place(cell));
    let west = grow(level, board, room, first, most);
    let taken: BTreeSet<Cell> = west.iter().copied().collect();
    let rest: BTreeSet<Cell> = room.difference(&taken).copied().collect();
    let last = rest.iter().min_by_key(|cell| {
        let (along, off) = place(cell);
        (-along, off)
    });
    let east = grow(level, board, &rest, last, most);
    ([west, east], facings)
}

/// The nearest cells of a room around one of them, without walls between.
fn grow(
    level: &Level,
    board: &Board,
    room: &BTreeSet<Cell>,
    from: Option<&Cell>,
    most: usize,
) -> Vec<Cell> {
    let (mut zone, mut seen) = (Vec::new(), BTreeSet::new());
    let mut open: VecDeque<Cell> = from.copied().into_iter().collect();
    let height = |cell: Cell| board.tile(cell).map_or(Hm::ZERO, |tile| tile.elevation);
    while let Some(cell) = open.pop_front() {
        if zone.len() >= most {
            break;
        }
        if !seen.insert(cell) {
            continue;
        }
        zone.push(cell);
        let next = Dir::SIDES.into_iter().filter(|side| {
            let next = cell.step(*side);
            let is_open = !level.edges.contains_key(&EdgeAt::ground(cell, *side).canonical());
            is_open && room.contains(&next) && (height(next) - height(cell)).abs() <= Hm::metres(1)
        });
        open.extend(next.map(|side| cell.step(side)).filter(|next| !seen.contains(next)));
    }
    zone
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, EdgeKind, Terrain};

    #[test]
    fn sides_start_at_opposite_ends() {
        let mut level = Level::blank("L", 24, 10, Terrain::Earth);
        place(&mut level, &mut Notes::default());
        let xs = |side: usize| level.sides[side].units.iter().map(|u| u.at.x).collect::<Vec<_>>();
        assert!(xs(0).iter().all(|x| *x < 5) && xs(1).iter().all(|x| *x > 18));
        assert_eq!((xs(0).len(), xs(1).len()), (4, 4));
        assert_eq!(level.inspect(level::Build::usual), []);
    }

    #[test]
    fn the_largest_room_counts() {
        let mut level = Level::blank("L", 20, 8, Terrain::Earth);
        for y in 0..8 {
            let at = EdgeAt::ground(Cell::new(8, y), Dir::W);
            level.edges.insert(at, Edge::new(EdgeKind::Wall));
        }
        place(&mut level, &mut Notes::default());
        let units = level.sides.iter().flat_map(|side| &side.units);
        assert!(units.into_iter().all(|unit| unit.at.x >= 8));
    }

    #[test]
    fn a_large_room_inside_walls_is_played_in() {
        for (side, inside) in [(9, true), (4, false)] {
            let mut level = Level::blank("L", 24, 20, Terrain::Earth);
            for n in 0..side {
                for (x, y, dir) in
                    [(n, 0, Dir::N), (n, side, Dir::N), (0, n, Dir::W), (side, n, Dir::W)]
                {
                    let at = EdgeAt::ground(Cell::new(3 + x, 3 + y), dir);
                    level.edges.insert(at, Edge::new(EdgeKind::Wall));
                }
            }
            place(&mut level, &mut Notes::default());
            let room = 3..3 + side;
            let is_inside = |at: Cell| room.contains(&at.x) && room.contains(&at.y);
            let mut units = level.sides.iter().flat_map(|side| &side.units);
            assert!(units.all(|unit| is_inside(unit.at) == inside), "{side}");
        }
    }

    #[test]
    fn a_map_without_room_has_no_units() {
        let mut level = Level::blank("L", 4, 4, Terrain::Solid);
        let mut notes = Notes::default();
        place(&mut level, &mut notes);
        assert!(level.sides.iter().all(|side| side.units.is_empty() && side.start.is_none()));
        assert_eq!(notes.into_list().len(), 1);
        let mut level = Level::blank("L", 4, 4, Terrain::Solid);
        level.ground.paint(Cell::new(1, 1), Terrain::Earth.tile());
        level.ground.paint(Cell::new(2, 1), Terrain::Earth.tile());
        place(&mut level, &mut Notes::default());
        assert_eq!(level.sides.iter().map(|side| side.units.len()).collect::<Vec<_>>(), [1, 1]);
    }
}
