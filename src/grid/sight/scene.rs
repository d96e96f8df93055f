//! Collects the obstacles between two boxes from the board.

use super::lattice::{Bundle, CELL, DEEP, Point, SKY, corridor, level, strips};
use super::merged_boxes::MergedBoxes;
use super::obstacle::Obstacle;
use crate::hiding::Blocker;
use crate::{
    Band, Board, Cell, Deck, Dir, Edge, EdgeAt, Footing, Hm, Material, Thing, ThingId, ThingKind,
    Tile, Volume,
};

/// Width of a tree trunk in centimetres.
const TRUNK_CM: u8 = 40;
/// Top of a trunk's hard part above the floor.
const TRUNK_TOP: Hm = Hm(3);
/// Lower end of a crown above the floor. It is below the
/// trunk's top, so that no line passes between the two.
const CROWN_FROM: Hm = Hm(2);
/// Thickness of the deck of a bridge.
const DECK: Hm = Hm(1);

/// Potential sight blockers between two boxes: hard and soft
/// matter whose top reaches above the lowest line there.
pub(super) fn sight_scene(board: &Board, a: &Bundle, b: &Bundle) -> Vec<Obstacle> {
    let mut list = Vec::new();
    let tops = tops(board);
    corridor(a, b, |cell, floor| {
        if tops_in(board, tops, cell)[1] > floor {
            matter(board, cell, floor, |o| list.push(o));
        }
    });
    add_volumes(board, a, b, &mut list);
    list
}

/// Why a scene was abandoned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// The ground alone blocks every line between the boxes:
    /// at some point all of it is higher than any of them.
    Ridge,
    /// Not everything reaches down without limit.
    Shallow,
}

/// Like [`sight_scene`], for every line between the boxes, but in fewer
/// pieces: level ground is merged into rectangles, identified by one of
/// their cells. `None` if a ridge of ground is found to block all lines.
pub(super) fn joined_scene(board: &Board, a: &Bundle, b: &Bundle) -> Option<Vec<Obstacle>> {
    joined_while(board, a, b, |_| true).ok()
}

/// Like [`joined_scene`], but fails if anything does not reach down without limit.
pub(super) fn deep_scene(board: &Board, a: &Bundle, b: &Bundle) -> Result<Vec<Obstacle>, Broken> {
    joined_while(board, a, b, |o| o.low.z == DEEP)
}

fn joined_while(
    board: &Board,
    a: &Bundle,
    b: &Bundle,
    is_wanted: impl Fn(&Obstacle) -> bool,
) -> Result<Vec<Obstacle>, Broken> {
    let mut list = Vec::new();
    let tops = tops(board);
    let mut boxes = MergedBoxes::default();
    let mut shallow = false;
    for strip in strips(a, b) {
        let mut ridge = strip.is_between;
        for (side, cell) in strip.cells() {
            let [ground, top] = tops_in(board, tops, cell);
            ridge &= ground > strip.roof;
            boxes.add(&strip, side, ground);
            // Anything that stands on the ground rises above it.
            if top > ground.max(strip.floor) {
                above_ground(board, cell, strip.floor, |o| {
                    shallow |= !is_wanted(&o);
                    list.push(o);
                });
            }
        }
        if ridge {
            return Err(Broken::Ridge);
        }
        if shallow {
            return Err(Broken::Shallow);
        }
        boxes.end(&strip);
    }
    list.extend(boxes.obstacles());
    add_volumes(board, a, b, &mut list);
    Ok(list)
}

fn add_volumes(board: &Board, a: &Bundle, b: &Bundle, list: &mut Vec<Obstacle>) {
    if board.volumes().iter().any(affects_sight) {
        corridor(a, b, |cell, floor| {
            for v in board.volumes_in(cell).filter(|v| affects_sight(v)) {
                list.extend(volume(board, v, cell).filter(|o| o.high.z > floor));
            }
        });
    }
}

/// Height of the ground; unlimited off the board.
fn ground(tile: Option<&Tile>) -> i32 {
    tile.filter(|t| !t.is_solid()).map_or(SKY, |t| level(t.elevation))
}

/// Height of the ground, and of all [`matter`], in each cell of the board.
fn tops(board: &Board) -> &[[i32; 2]] {
    board.found().tops.get_or_init(|| {
        let reach = |cell| {
            let mut top = DEEP;
            matter(board, cell, DEEP, |o| top = top.max(o.high.z));
            [ground(board.tile(cell)), top]
        };
        board.cells().map(reach).collect()
    })
}

/// The entry of [`tops`] for a cell; unlimited off the board.
#[inline]
fn tops_in(board: &Board, tops: &[[i32; 2]], cell: Cell) -> [i32; 2] {
    board.index(cell).and_then(|i| tops.get(i)).copied().unwrap_or([SKY; 2])
}

/// Whether a volume affects sight.
pub(super) fn affects_sight(v: &Volume) -> bool {
    v.blocks_sight || v.hides
}

/// The part of a volume in one of its cells. On the ground it reaches down without limit, so that
/// nothing passes below it where that is uneven, and lies on water, not on its bed. Volumes are
/// air: they conceal or block sight, but never stop a missile, so they are always soft.
pub(super) fn volume(board: &Board, v: &Volume, cell: Cell) -> Option<Obstacle> {
    let floor = v.floor.unwrap_or(board.tile(cell)?.surface());
    let (low, high) = plan(cell, 0);
    Some(Obstacle {
        low: Point { z: v.floor.map_or(DEEP, level), ..low },
        high: Point { z: level(floor + v.height), ..high },
        soft: true,
        id: Blocker::Volume(v.id),
        material: None,
        shelter: false,
    })
}

/// Every piece of matter in a cell and on its north and west sides that reaches above a height.
#[inline]
pub(super) fn matter(board: &Board, cell: Cell, above: i32, mut put: impl FnMut(Obstacle)) {
    let top = ground(board.tile(cell));
    if top > above {
        put(column(cell, top));
    }
    above_ground(board, cell, above, put);
}

/// Like [`matter`], without the ground.
#[inline]
fn above_ground(board: &Board, cell: Cell, above: i32, mut put: impl FnMut(Obstacle)) {
    let at = board.matter_at(cell);
    if let Some((id, thing)) = at.thing {
        things(board, id, thing)
            .into_iter()
            .flatten()
            .filter(|o| o.high.z > above)
            .for_each(&mut put);
    }
    for deck in board.decks_in(cell) {
        let slab = slab(cell, deck);
        if slab.high.z > above {
            put(slab);
        }
    }
    let upper = board.has_upper_edges();
    for (side, edge) in [(Dir::N, at.north), (Dir::W, at.west)] {
        if edge.is_some() || upper {
            edges(board, cell, side).filter(|o| o.high.z > above).for_each(&mut put);
        }
    }
}

/// The ground of a cell up to a height.
fn column(cell: Cell, top: i32) -> Obstacle {
    let (low, high) = plan(cell, 0);
    Obstacle {
        low: Point { z: DEEP, ..low },
        high: Point { z: top, ..high },
        soft: false,
        id: Blocker::Column(cell),
        material: Some(Material::Stone),
        shelter: false,
    }
}

/// A deck over a cell, as part of its column.
fn slab(cell: Cell, deck: &Deck) -> Obstacle {
    let column = column(cell, level(deck.top));
    Obstacle {
        low: Point { z: level(deck.underside()), ..column.low },
        material: Some(deck.material),
        ..column
    }
}

/// The square of a cell at height 0, inset by `inset` centimetres on each side.
fn plan(cell: Cell, inset: i32) -> (Point, Point) {
    let (x, y) = (i32::from(cell.x) * CELL, i32::from(cell.y) * CELL);
    let high = CELL - inset;
    (Point { x: x + inset, y: y + inset, z: 0 }, Point { x: x + high, y: y + high, z: 0 })
}

/// The boxes of a thing. All but crowns and decks reach down without limit: below a thing is its
/// cell's ground, and a single box leaves no seam between the two.
fn things(board: &Board, id: ThingId, thing: &Thing) -> [Option<Obstacle>; 2] {
    let Some(floor) = board.tile(thing.cell).map(|t| t.elevation) else { return [None; 2] };
    let (wide, material) = (thing.width_cm(), thing.material());
    if wide == 0 {
        return [None; 2];
    }
    let block = |width: u8, material: Material, from: Option<Hm>, to: Hm| {
        let (low, high) = plan(thing.cell, (CELL - i32::from(width)) / 2);
        Some(Obstacle {
            low: Point { z: from.map_or(DEEP, |h| level(floor + h)), ..low },
            high: Point { z: level(floor + to), ..high },
            soft: !material.is_hard(),
            id: Blocker::Thing(id),
            material: Some(material),
            shelter: false,
        })
    };
    match thing.kind {
        ThingKind::Tree => [
            block(thing.scaled(TRUNK_CM), Material::Wood, None, TRUNK_TOP.min(thing.height)),
            block(wide, material, Some(CROWN_FROM), thing.height)
                .filter(|_| thing.height > CROWN_FROM),
        ],
        ThingKind::Bridge => {
            let deck = Some(thing.height - DECK);
            [block(wide, material, deck, thing.height), None]
        }
        _ => [block(wide, material, None, thing.height), None],
    }
}

/// The bands of matter on one side of a cell on all storeys, identified
/// by the cell whose north or west side it is.
pub(super) fn edges(board: &Board, cell: Cell, side: Dir) -> impl Iterator<Item = Obstacle> + '_ {
    board.edges_on(cell, side).flat_map(move |(at, edge)| {
        let bands = edge.bands().into_iter().flatten();
        bands.filter_map(move |band| upright(board, at, edge, band))
    })
}

/// The see-through bars on one side of a cell.
pub(super) fn bars(board: &Board, cell: Cell, side: Dir) -> impl Iterator<Item = Obstacle> + '_ {
    let all = board.edges_on(cell, side);
    all.filter_map(move |(at, edge)| upright(board, at, edge, edge.bars()?))
}

/// One band of the matter on a side of a cell.
fn upright(board: &Board, at: EdgeAt, edge: Edge, band: Band) -> Option<Obstacle> {
    let (from, to) = board.edge_band(at, edge.kind, band)?;
    let at = at.canonical();
    let (low, far) = plan(at.cell, 0);
    let high =
        if at.side == Dir::N { Point { y: low.y, ..far } } else { Point { x: low.x, ..far } };
    let material = edge.kind.spec().material;
    // Matter on a floor reaches a little into it, so that no line passes between the two.
    let rests = at.floor.is_some() && from == at.floor;
    Some(Obstacle {
        low: Point { z: from.map_or(DEEP, |h| level(h) - i32::from(rests)), ..low },
        high: Point { z: level(to), ..high },
        soft: !material.is_hard(),
        id: Blocker::Edge(at),
        material: Some(material),
        shelter: false,
    })
}

/// Whether a thing is hard but can be walked through, such
/// as a lever. Such things do not hide units in their cell.
pub(super) fn is_slight(thing: &Thing) -> bool {
    thing.material().is_hard() && matches!(thing.footing(), Footing::Through(_))
}
