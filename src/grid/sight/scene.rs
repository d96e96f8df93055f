//! Collects the obstacles between two boxes from the board.

use super::lattice::{Bundle, CELL, DEEP, Point, SKY, Strip, Strips, corridor, level};
use super::merged_boxes::MergedBoxes;
use super::obstacle::Obstacle;
use crate::hiding::Blocker;
use crate::rise::Rise;
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
    let relief = Relief::of(board);
    corridor(a, b, |cell, floor| {
        if relief.at(cell).top > floor {
            matter(board, cell, floor, |o| list.push(o));
        }
    });
    add_volumes(board, a, b, &mut list);
    list
}

/// Like [`sight_scene`], for every line between the boxes, but in fewer
/// pieces: level ground is merged into rectangles, identified by one of
/// their cells. `None` if a ridge is found to block all lines.
pub(super) fn joined_scene(board: &Board, a: &Bundle, b: &Bundle) -> Option<Vec<Obstacle>> {
    let mut list = Vec::new();
    let relief = Relief::of(board);
    let mut boxes = MergedBoxes::default();
    for strip in Strips::new(a, b).iter() {
        let mut ridge = strip.is_between;
        for (side, cell, rise) in relief.cells(&strip) {
            ridge &= strip.is_below(&rise);
            if rise.top <= strip.floor {
                boxes.end(&strip);
                continue;
            }
            boxes.add(&strip, side, rise.ground);
            // Anything that stands on the ground rises above it.
            if rise.top > rise.ground {
                above_ground(board, cell, strip.floor, |o| list.push(o));
            }
        }
        if ridge {
            return None;
        }
        boxes.end(&strip);
    }
    list.extend(boxes.obstacles());
    add_volumes(board, a, b, &mut list);
    Some(list)
}

/// Adds the parts of volumes that affect sight between two boxes.
pub(super) fn add_volumes(board: &Board, a: &Bundle, b: &Bundle, list: &mut Vec<Obstacle>) {
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

/// How high matter reaches in each cell of a board.
#[derive(Clone, Copy)]
pub(super) struct Relief<'b> {
    board: &'b Board,
    rises: &'b [Rise],
}

impl<'b> Relief<'b> {
    /// The relief of a board, computed once until the board changes.
    pub fn of(board: &'b Board) -> Self {
        let rises = board.cache().rises.get_or_init(|| {
            let rise = |cell| {
                let mut top = DEEP;
                matter(board, cell, DEEP, |o| top = top.max(o.high.z));
                let [north, west] = [Dir::N, Dir::W].map(|side| barrier(board, cell, side));
                Rise { ground: ground(board.tile(cell)), top, north, west }
            };
            board.cells().map(rise).collect()
        });
        Self { board, rises }
    }

    /// In a cell; unlimited off the board.
    #[inline]
    fn at(&self, cell: Cell) -> Rise {
        const OFF: Rise = Rise { ground: SKY, top: SKY, north: DEEP, west: DEEP };
        self.board.index(cell).and_then(|i| self.rises.get(i)).copied().unwrap_or(OFF)
    }

    /// In the cells of a strip that are on the board, each with its number in [`Strip::sides`].
    #[inline]
    pub fn cells(&self, strip: &Strip) -> impl Iterator<Item = (i32, Cell, Rise)> + use<'b> {
        let (width, height) = (self.board.width(), self.board.height());
        let (along_x, at) = (strip.along_x, strip.at);
        let across = i32::from(if along_x { height } else { width });
        let (step, start) =
            if along_x { (usize::from(width), 0) } else { (1, at * i32::from(width)) };
        let sides = (*strip.sides.start()).max(0)..(*strip.sides.end() + 1).min(across);
        let first = if along_x { at + sides.start * i32::from(width) } else { start + sides.start };
        let from = self.rises.get(first as usize..).unwrap_or_default();
        sides.zip(from.iter().step_by(step)).map(move |(side, rise)| {
            let (x, y) = if along_x { (at, side) } else { (side, at) };
            (side, Cell::new(x as i16, y as i16), *rise)
        })
    }

    /// Whether the ground and the walls of a strip stop every line that passes it: each cell is
    /// higher than all of them, or the side is where they enter it.
    #[inline]
    pub fn is_ridge(&self, strip: &Strip) -> bool {
        strip.is_between && self.cells(strip).all(|(_, _, rise)| strip.is_below(&rise))
    }
}

/// Hard matter on a side of a cell stops every line below this height.
fn barrier(board: &Board, cell: Cell, side: Dir) -> i32 {
    // Matter on one side is listed from the bottom up.
    edges(board, cell, side)
        .filter(|o| !o.soft)
        .fold(DEEP, |top, o| if o.low.z <= top { top.max(o.high.z) } else { top })
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
pub(super) fn above_ground(board: &Board, cell: Cell, above: i32, mut put: impl FnMut(Obstacle)) {
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
pub(super) fn column(cell: Cell, top: i32) -> Obstacle {
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
