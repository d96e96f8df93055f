//! Walls, fences, doors, windows and gates on the edges between cells.

mod models;

use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;

use bevy::math::{Affine3A, Vec3};

use super::atlas::Patch;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::relief::{Relief, metres};
use super::shapes::{at, block_in, turned};
use super::terrain::CHUNK;
use grid::{Board, Cell, Dir, Edge, EdgeAt, EdgeKind, Hm};
use models::{model, wood};

/// How walls are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WallCut {
    /// At their full height.
    #[default]
    Full,
    /// Cut off 1 m above the floor, with a dark cut face, so that what is behind them is visible.
    Cut,
}

/// Height at which walls are cut, in metres.
pub const CUT_HEIGHT: f32 = 1.0;
/// Half the thickness of masonry, in metres.
const THICK: f32 = 0.14;

/// Walls of a chunk: all edges on the north and west of its cells; the last chunks of a row or
/// column also include the border of the board.
pub fn walls(board: &Board, relief: &Relief, corner: Cell, cut: WallCut) -> MeshData {
    let mut mesh = MeshData::new();
    let around = |y: i16| (corner.x..=corner.x + CHUNK).map(move |x| Cell::new(x, y));
    let cells: Vec<Cell> = (corner.y..=corner.y + CHUNK)
        .flat_map(around)
        .filter(|c| in_chunk(board, corner, *c))
        .collect();
    let edges = cells.iter().flat_map(|c| [Dir::N, Dir::W].map(|side| (*c, side)));
    for (cell, side) in edges {
        let Some(edge) = board.edge(cell, side) else { continue };
        let first = mesh.positions.len();
        let base = metres(board.edge_base(cell, side));
        let low = relief.floor(cell).min(relief.floor(cell.step(side))).max(base - 3.0);
        let tall = metres(board.edge_top(EdgeAt::ground(cell, side), edge.kind)) - base;
        let top = if cut == WallCut::Cut { tall.min(CUT_HEIGHT) } else { tall };
        let model = model(edge, (tall, top), (base - low).max(0.0), seed(cell, side));
        mesh.append(&model, place((cell, side), base));
        shade(&mut mesh, relief, first, base, side);
    }
    for c in cells {
        let meeting = edges_around(c).map(|(cell, side)| {
            let edge = board.edge(cell, side)?;
            let base = metres(board.edge_base(cell, side));
            let tall = metres(board.edge_top(EdgeAt::ground(cell, side), edge.kind)) - base;
            let top = base + if cut == WallCut::Cut { tall.min(CUT_HEIGHT) } else { tall };
            Some((edge.kind, base, top))
        });
        post(&mut mesh, relief, c, meeting);
    }
    mesh
}

/// Where the model of an edge goes: it runs along x about the middle of the edge, and doors swing
/// to its +z.
fn place((cell, side): (Cell, Dir), base: f32) -> Affine3A {
    let (x, z) = (f32::from(cell.x), f32::from(cell.y));
    // A hatch lies in its cell.
    if side.is_diagonal() {
        return at(x + 0.5, base, z + 0.5);
    }
    if side == Dir::N { at(x + 0.5, base, z) } else { turned(x, base, z + 0.5, FRAC_PI_2) }
}

/// Matter of an upper storey, as drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpperWall {
    /// Its place, on the north or west side of a cell.
    pub at: EdgeAt,
    /// Its kind and state.
    pub edge: Edge,
    /// Absolute height of its top.
    pub top: Hm,
    /// A cell with a deck at its foot, if there is one. The wall is opened together with that deck.
    pub deck: Option<Cell>,
    /// Whether something behind or below it must be visible: only its foot is drawn.
    pub open: bool,
}

/// Height of the foot of an opened wall, in metres.
const FOOT: f32 = 0.12;

impl UpperWall {
    /// The upper walls of a board, all closed.
    pub fn all(board: &Board) -> Vec<Self> {
        let upper = board.edges().filter_map(|(at, edge)| Some((at, at.floor?, edge)));
        let wall = |(at, floor, edge): (EdgeAt, Hm, Edge)| {
            let on_deck = |c: &Cell| board.decks_in(*c).iter().any(|deck| deck.top == floor);
            let deck = at.cells().into_iter().find(on_deck);
            Self { at, edge, top: board.edge_top(at, edge.kind), deck, open: false }
        };
        upper.map(wall).collect()
    }

    /// The same wall, opened or closed.
    pub const fn with_open(self, open: bool) -> Self {
        Self { open, ..self }
    }

    /// Height of its foot, in metres.
    fn foot(&self) -> f32 {
        metres(self.at.floor.unwrap_or_default())
    }

    /// Its full height, and the height at which it is drawn, in metres.
    fn heights(&self, cut: WallCut) -> (f32, f32) {
        let tall = (metres(self.top) - self.foot()).max(FOOT);
        let most = match (self.open, cut) {
            (true, _) => FOOT,
            (false, WallCut::Cut) => CUT_HEIGHT,
            (false, WallCut::Full) => tall,
        };
        (tall, tall.min(most))
    }
}

/// The mesh of walls of upper storeys.
pub fn upper_walls(relief: &Relief, list: &[UpperWall], cut: WallCut) -> MeshData {
    let mut mesh = MeshData::new();
    for wall in list {
        let (first, base) = (mesh.positions.len(), wall.foot());
        let (cell, side) = (wall.at.cell, wall.at.side);
        let (tall, top) = wall.heights(cut);
        // Fences and gates cannot be cut.
        let thin = matches!(wall.edge.kind, EdgeKind::Fence | EdgeKind::Gate);
        if wall.open && thin {
            continue;
        }
        mesh.append(
            &model(wall.edge, (tall, top), 0.0, seed(cell, side)),
            place((cell, side), base),
        );
        shade(&mut mesh, relief, first, base, side);
    }
    let corners = list.iter().filter(|wall| !wall.at.is_hatch()).flat_map(|wall| {
        let EdgeAt { cell, side, floor } = wall.at;
        let end = if side == Dir::N { cell.step(Dir::E) } else { cell.step(Dir::S) };
        [(cell, floor), (end, floor)]
    });
    for (corner, floor) in corners.collect::<BTreeSet<_>>() {
        let meeting = edges_around(corner).map(|(cell, side)| {
            let at = EdgeAt { cell, side, floor };
            let wall = list.iter().find(|wall| wall.at == at)?;
            let base = wall.foot();
            Some((wall.edge.kind, base, base + wall.heights(cut).1))
        });
        post(&mut mesh, relief, corner, meeting);
    }
    mesh
}

/// The edges that meet at a corner of the grid.
const fn edges_around(c: Cell) -> [(Cell, Dir); 4] {
    [(c, Dir::N), (c.step(Dir::W), Dir::N), (c, Dir::W), (c.step(Dir::N), Dir::W)]
}

fn in_chunk(board: &Board, corner: Cell, c: Cell) -> bool {
    let of = |v: i16, start: i16, side: u16| {
        let last = start + CHUNK >= side as i16;
        v >= start && (v < start + CHUNK || (last && v <= side as i16))
    };
    of(c.x, corner.x, board.width()) && of(c.y, corner.y, board.height())
}

fn seed(cell: Cell, side: Dir) -> u32 {
    (cell.x as u32).wrapping_mul(52_711) ^ (cell.y as u32).wrapping_mul(87_277) ^ side as u32
}

/// Shades a model: darker at the foot of walls and on faces in shadow, tinted by lamps and night.
fn shade(mesh: &mut MeshData, relief: &Relief, first: usize, base: f32, side: Dir) {
    let (dx, dz) = side.delta();
    let across = Vec3::new(f32::from(dx).abs(), 0.0, f32::from(dz).abs());
    for i in first..mesh.positions.len() {
        let (p, n) = (mesh.positions[i], mesh.normals[i]);
        let rise = (p.y - base).max(0.0);
        let foot = 0.58 + 0.42 * (rise / 0.7).min(1.0).sqrt();
        let out = n.dot(across).signum();
        let probe = p + across * (out * 0.35) + Vec3::Y * 0.06;
        let c = mesh.colors[i];
        mesh.colors[i] = (c.truncate() * relief.light_at(probe.x, probe.z) * foot).extend(c.w);
        if mesh.sun[i] >= 0.0 && n.y < 0.7 {
            mesh.sun[i] = relief.sunlight(probe);
        }
    }
}

/// Adds the post that a corner of walls needs, as tall as the tallest wall there. Each wall is
/// given with the heights of its base and its top, in the order of [`edges_around`].
fn post(mesh: &mut MeshData, relief: &Relief, c: Cell, meeting: [Option<(EdgeKind, f32, f32)>; 4]) {
    let mut stone: Option<(f32, f32)> = None;
    let mut timber: Option<(f32, f32)> = None;
    let mut straight = [false; 4];
    for (k, wall) in meeting.into_iter().enumerate() {
        let Some((kind, base, top)) = wall else { continue };
        straight[k] = true;
        let slot = match kind {
            EdgeKind::Fence | EdgeKind::Planks => &mut timber,
            _ => &mut stone,
        };
        let (low, high) = slot.unwrap_or((base, top));
        *slot = Some((low.min(base), high.max(top)));
    }
    let runs_through =
        straight == [true, true, false, false] || straight == [false, false, true, true];
    let first = mesh.positions.len();
    let (x, z) = (f32::from(c.x), f32::from(c.y));
    if let Some((low, high)) = stone {
        // A straight run of masonry needs no post.
        if runs_through && timber.is_none() {
            return;
        }
        let half = Vec3::new(THICK + 0.035, (high - low) / 2.0 + 0.03, THICK + 0.035);
        let place = at(x, (low + high) / 2.0 + 0.03, z);
        block_in(mesh, place, half, 0.025, Paint::on(srgb(hex::MASONRY) * 1.2, Patch::Grit));
        let cap = Vec3::new(THICK + 0.07, 0.045, THICK + 0.07);
        let paint = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
        block_in(mesh, at(x, high + 0.09, z), cap, 0.025, paint);
        shade(mesh, relief, first, low, Dir::N);
    } else if let Some((low, high)) = timber {
        let half = Vec3::new(0.06, (high - low) / 2.0 + 0.02, 0.06);
        block_in(
            mesh,
            Affine3A::from_translation(Vec3::new(x, (low + high) / 2.0 + 0.02, z)),
            half,
            0.016,
            wood(0.72),
        );
        shade(mesh, relief, first, low, Dir::N);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_is_valid_matches_its_height_and_can_be_cut() {
        for kind in EdgeKind::ALL {
            for open in [false, true] {
                let edge = Edge { open, ..Edge::new(kind) };
                let tall = metres(kind.spec().height);
                let full = model(edge, (tall, tall), 0.0, 7);
                assert_eq!(full.fault(), None, "{kind:?}");
                assert!((20..3000).contains(&full.triangles()), "{kind:?} {}", full.triangles());
                let (lo, hi) = full.bounds().unwrap();
                assert!(hi.y <= tall + 0.45 && hi.y >= tall * 0.8, "{kind:?} {hi}");
                assert!(lo.y > -0.05 && lo.x > -0.56 && hi.x < 0.56, "{kind:?} {lo} {hi}");
                let cut = (tall, tall.min(CUT_HEIGHT));
                let (_, hi) = model(edge, cut, 0.0, 7).bounds().unwrap();
                assert!(hi.y <= CUT_HEIGHT + 0.05, "{kind:?} {hi}");
            }
        }
    }

    #[test]
    fn exactly_one_chunk_draws_each_edge() {
        let mut b = Board::new(20, 20);
        for c in b.cells() {
            b.set_edge(c, Dir::N, Some(Edge::new(EdgeKind::Fence)));
        }
        b.set_edge(Cell::new(19, 19), Dir::S, Some(Edge::new(EdgeKind::Fence)));
        let times =
            |c: Cell| super::super::terrain::chunks(&b).filter(|k| in_chunk(&b, *k, c)).count();
        for (at, _) in b.edges() {
            assert_eq!(times(at.cell), 1, "{}", at.cell);
        }
    }

    #[test]
    fn a_wall_on_a_rim_starts_at_the_higher_floor() {
        let mut b = Board::new(2, 1);
        b.tile_mut(Cell::new(0, 0)).unwrap().elevation = grid::Hm(4);
        b.set_edge(Cell::new(1, 0), Dir::W, Some(Edge::new(EdgeKind::LowWall)));
        let r = Relief::new(&b);
        let m = walls(&b, &r, Cell::new(0, 0), WallCut::Full);
        assert_eq!(m.fault(), None);
        assert!((m.bounds().unwrap().1.y - 3.0).abs() < 0.2);
    }

    /// The leaf lies flat in the deck, or stands open beside the hole.
    #[test]
    fn a_hatch_lies_in_its_deck_and_stands_when_open() {
        let tall = |open| {
            let mut b = Board::new(3, 2);
            let (cell, material) = (Cell::new(1, 1), grid::Material::Wood);
            let deck = grid::Deck { top: Hm(6), material, climb: grid::Climb::Unmarked };
            assert!(b.add_deck(cell, deck));
            let at = EdgeAt::hatch(cell, Hm(6));
            assert!(b.set_edge_at(at, Some(Edge { open, ..Edge::new(EdgeKind::Hatch) })));
            let all = UpperWall::all(&b);
            let mesh = upper_walls(&Relief::new(&b), &all, WallCut::Full);
            assert_eq!(mesh.fault(), None);
            let (low, high) = mesh.bounds().unwrap();
            assert!(low.x > 0.99 && high.x < 2.01 && low.z > 0.99 && high.z < 2.01);
            high.y - 3.0
        };
        assert!(tall(false) < 0.15 && (0.7..1.0).contains(&tall(true)));
    }

    /// Its gap is in front of the middle of a cell, and a merlon where two battlements meet.
    #[test]
    fn a_battlement_has_a_gap_in_its_middle() {
        let mesh = model(Edge::new(EdgeKind::Battlement), (2.0, 2.0), 0.0, 7);
        let above = |inner: bool| {
            let there = mesh.positions.iter().filter(|p| p.y > 1.2);
            there.filter(|p| (p.x.abs() < 0.2) == inner).count()
        };
        assert!(above(true) == 0 && above(false) > 20, "{} {}", above(true), above(false));
    }

    /// A wall on the floor at 3 m stands on it, is cut with the others, and leaves its foot when
    /// its deck is opened.
    #[test]
    fn upper_walls_stand_on_their_floor_and_can_be_cut_and_opened() {
        let mut b = Board::new(3, 2);
        let at = EdgeAt { cell: Cell::new(1, 1), side: Dir::N, floor: Some(Hm(6)) };
        b.set_edge_at(at, Some(Edge::new(EdgeKind::Wall)));
        let deck =
            grid::Deck { top: Hm(6), material: grid::Material::Wood, climb: grid::Climb::Unmarked };
        assert!(b.add_deck(Cell::new(1, 0), deck));
        let r = Relief::new(&b);
        assert_eq!(walls(&b, &r, Cell::new(0, 0), WallCut::Full).bounds(), None);
        let all = UpperWall::all(&b);
        assert_eq!(all.iter().map(|wall| wall.deck).collect::<Vec<_>>(), [Some(Cell::new(1, 0))]);
        let heights = |wall: UpperWall, cut| {
            let mesh = upper_walls(&r, &[wall], cut);
            assert_eq!(mesh.fault(), None);
            let (low, high) = mesh.bounds().unwrap();
            (low.y, high.y)
        };
        for (open, cut, tall) in [
            (false, WallCut::Full, 3.0),
            (false, WallCut::Cut, CUT_HEIGHT),
            (true, WallCut::Full, FOOT),
        ] {
            let (low, high) = heights(all[0].with_open(open), cut);
            assert!((low - 3.0).abs() < 0.1 && (high - 3.0 - tall).abs() < 0.2, "{low} {high}");
        }
    }
}
