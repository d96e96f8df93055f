//! Walls, fences, doors, windows and gates on the edges between cells.

use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;

use bevy::math::{Affine3A, Vec3};

use super::atlas::Patch;
use super::canvas::Scatter;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::relief::{Relief, metres};
use super::shapes::{at, block_in, lathe, posed, rings, turned};
use super::terrain::CHUNK;
use grid::{Board, Cell, Dir, Edge, EdgeAt, EdgeKind, Hm};

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

/// Where the model of an edge goes: it runs along x about the middle of the edge, and doors swing to
/// its +z.
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
    /// What it is.
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
    /// Those of a board, all closed.
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

    /// How tall it is, and how tall it is drawn, in metres.
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

/// Model of an edge: along x from -0.5 to 0.5, its base at y = 0, its foot `below` metres further
/// down (for walls on the rim of a higher floor). It is `tall` and drawn up to `top`.
pub fn model(edge: Edge, (tall, top): (f32, f32), below: f32, seed: u32) -> MeshData {
    let mut m = MeshData::new();
    let mut s = Scatter::new(seed);
    let whole = top >= tall;
    match edge.kind {
        EdgeKind::Wall => {
            masonry(&mut m, &mut s, (-0.5, 0.5), (-below, top), whole);
        }
        EdgeKind::LowWall => masonry(&mut m, &mut s, (-0.5, 0.5), (-below, top), true),
        EdgeKind::Battlement => battlement(&mut m, &mut s, top, below),
        EdgeKind::Planks => plank_wall(&mut m, &mut s, top, whole, below),
        EdgeKind::Fence => fence(&mut m, &mut s, top),
        EdgeKind::Door => door(&mut m, &mut s, edge.open, top, tall),
        EdgeKind::Window => window(&mut m, &mut s, edge.open, top, tall, below),
        EdgeKind::Gate => gate(&mut m, edge.open, top),
        EdgeKind::Hatch => hatch(&mut m, &mut s, edge.open),
    }
    m
}

fn wood(tone: f32) -> Paint {
    Paint::on(Vec3::splat(tone), Patch::Timber)
}

/// Courses of uneven blocks from one end to the other, with a coping on top if `coping`.
fn masonry(m: &mut MeshData, s: &mut Scatter, x: (f32, f32), y: (f32, f32), coping: bool) {
    const COURSE: f32 = 0.25;
    let stone = srgb(hex::MASONRY);
    let cap = if coping { 0.10 } else { 0.0 };
    // The mortar is a single block slightly behind the faces of the blocks.
    let size = Vec3::new((x.1 - x.0) / 2.0, (y.1 - cap - y.0) / 2.0, THICK - 0.022);
    let place = at((x.0 + x.1) / 2.0, (y.0 + y.1 - cap) / 2.0, 0.0);
    block_in(m, place, size, 0.0, Paint::plain(srgb(0x5b5347)));
    let mut low = y.0;
    let mut row = 0;
    while low < y.1 - cap - 0.02 {
        let high = (low + COURSE).min(y.1 - cap);
        let parts = if x.1 - x.0 < 0.4 { 1 } else { 2 + i32::from(s.unit() < 0.4) };
        let mut left = x.0;
        for i in 0..parts {
            let even = (x.1 - x.0) / parts as f32;
            let shift = if row % 2 == 0 { 0.12 } else { -0.12 } * even;
            let right = if i + 1 == parts {
                x.1
            } else {
                x.0 + even * (i + 1) as f32 + shift + s.between(-0.06, 0.06) * even
            };
            let tone = s.between(0.80, 1.12);
            let thick = THICK + s.between(-0.012, 0.014);
            let half = Vec3::new((right - left) / 2.0 - 0.008, (high - low) / 2.0 - 0.008, thick);
            let warm = Vec3::new(1.0 + s.between(-0.02, 0.05), 1.0, 1.0 - s.between(-0.02, 0.06));
            let paint = Paint::on(stone * 1.12 * tone * warm, Patch::Grit);
            block_in(m, at((left + right) / 2.0, (low + high) / 2.0, 0.0), half, 0.018, paint);
            left = right;
        }
        low = high;
        row += 1;
    }
    if coping {
        let paint = Paint::on(srgb(hex::COPING) * 1.15, Patch::Grit);
        let half = Vec3::new((x.1 - x.0) / 2.0, cap / 2.0, THICK + 0.035);
        block_in(m, at((x.0 + x.1) / 2.0, y.1 - cap / 2.0, 0.0), half, 0.022, paint);
    } else {
        cut_face(m, x, y.1);
    }
}

/// A parapet of 1 m with half a merlon at each end, so that a whole one stands where two battlements
/// meet and the gap is before the middle of a cell.
fn battlement(m: &mut MeshData, s: &mut Scatter, top: f32, below: f32) {
    const PARAPET: f32 = 1.0;
    masonry(m, s, (-0.5, 0.5), (-below, top.min(PARAPET)), true);
    if top > PARAPET + 0.2 {
        for x in [(-0.5, -0.22), (0.22, 0.5)] {
            masonry(m, s, x, (PARAPET, top), true);
        }
    }
}

/// The dark face on top of a cut wall.
fn cut_face(m: &mut MeshData, x: (f32, f32), top: f32) {
    let half = Vec3::new((x.1 - x.0) / 2.0, 0.008, THICK + 0.012);
    let place = at((x.0 + x.1) / 2.0, top + 0.004, 0.0);
    block_in(m, place, half, 0.0, Paint::plain(srgb(0x2b2723)));
}

fn plank_wall(m: &mut MeshData, s: &mut Scatter, top: f32, whole: bool, below: f32) {
    for i in 0..5 {
        let x = -0.4 + 0.2 * i as f32;
        let ragged = if whole { s.between(-0.07, 0.0) } else { 0.0 };
        let half = Vec3::new(0.096, (top + ragged + below) / 2.0, 0.028);
        let place = at(x, (top + ragged - below) / 2.0, s.between(-0.006, 0.006))
            * posed(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let paint = Paint::on(Vec3::splat(s.between(0.75, 1.15)), Patch::Timber);
        block_in(m, place, half, 0.01, paint);
    }
    for y in [0.28, top - 0.35, (top * 0.5).max(0.55)] {
        if y > 0.2 && y < top - 0.1 {
            for z in [-0.045, 0.045] {
                block_in(m, at(0.0, y, z), Vec3::new(0.5, 0.05, 0.022), 0.008, wood(0.78));
            }
        }
    }
    if !whole {
        block_in(
            m,
            at(0.0, top + 0.004, 0.0),
            Vec3::new(0.5, 0.006, 0.036),
            0.0,
            Paint::plain(srgb(0x2b2018)),
        );
    }
}

fn fence(m: &mut MeshData, s: &mut Scatter, top: f32) {
    for y in [0.34, 0.70] {
        let roll = s.between(-0.03, 0.03);
        block_in(
            m,
            posed(0.0, y, 0.02, 0.0, 0.0, roll),
            Vec3::new(0.5, 0.042, 0.018),
            0.008,
            wood(0.95),
        );
    }
    for i in 0..4 {
        let x = -0.375 + 0.25 * i as f32;
        let high = top * s.between(0.84, 0.93);
        let place = posed(x, high / 2.0, -0.012, 0.0, 0.0, s.between(-0.03, 0.03));
        block_in(m, place, Vec3::new(0.052, high / 2.0, 0.014), 0.01, wood(s.between(0.9, 1.2)));
    }
}

fn jambs(m: &mut MeshData, s: &mut Scatter, top: f32) {
    for side in [-1.0f32, 1.0] {
        let x = if side < 0.0 { (-0.5, -0.40) } else { (0.40, 0.5) };
        masonry(m, s, x, (0.0, top), false);
    }
}

fn door(m: &mut MeshData, s: &mut Scatter, open: bool, top: f32, tall: f32) {
    let leaf_top = top.min(2.0);
    jambs(m, s, leaf_top);
    if top > 2.05 {
        let lintel = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
        block_in(m, at(0.0, 2.08, 0.0), Vec3::new(0.5, 0.08, THICK + 0.02), 0.02, lintel);
        masonry(m, s, (-0.5, 0.5), (2.16, top), top >= tall);
    }
    // The leaf is hinged on the left jamb.
    let swing = if open { -1.35 } else { 0.0 };
    let hinge = turned(-0.39, 0.0, 0.0, swing);
    for i in 0..4 {
        let x = 0.1 + 0.193 * i as f32;
        let paint = Paint::on(Vec3::new(1.0, 0.84, 0.70) * s.between(0.95, 1.15), Patch::Timber);
        let half = Vec3::new(0.093, (leaf_top - 0.04) / 2.0, 0.03);
        block_in(m, hinge * at(x, leaf_top / 2.0 + 0.01, 0.0), half, 0.01, paint);
    }
    let iron = Paint::plain(srgb(hex::IRON));
    for y in [0.35, 1.62] {
        if y < leaf_top - 0.1 {
            block_in(m, hinge * at(0.36, y, 0.0), Vec3::new(0.36, 0.035, 0.042), 0.006, iron);
        }
    }
    let y = 0.92f32.min(leaf_top - 0.15);
    for z in [-0.05, 0.05] {
        block_in(
            m,
            hinge * at(0.68, y, z),
            Vec3::new(0.035, 0.06, 0.02),
            0.01,
            Paint::plain(srgb(hex::BRASS)),
        );
    }
}

fn window(m: &mut MeshData, s: &mut Scatter, open: bool, top: f32, tall: f32, below: f32) {
    masonry(m, s, (-0.5, 0.5), (-below, top.min(0.94)), false);
    let sill = Paint::on(srgb(hex::COPING) * 1.1, Patch::Grit);
    block_in(
        m,
        at(0.0, top.min(1.0) - 0.03, 0.0),
        Vec3::new(0.5, 0.04, THICK + 0.045),
        0.015,
        sill,
    );
    if top < 1.5 {
        return;
    }
    for side in [-1.0f32, 1.0] {
        let x = if side < 0.0 { (-0.5, -0.36) } else { (0.36, 0.5) };
        masonry(m, s, x, (1.0, top.min(2.0)), false);
    }
    block_in(m, at(0.0, 2.06, 0.0), Vec3::new(0.5, 0.07, THICK + 0.02), 0.02, sill);
    masonry(m, s, (-0.5, 0.5), (2.13, top), top >= tall);
    let frame = wood(0.8);
    let pane = Paint::plain(srgb(0x9cc7cf));
    for side in [-1.0f32, 1.0] {
        let swing = if open { side * 1.9 } else { 0.0 };
        let hinge = turned(0.35 * side, 1.5, 0.0, swing);
        let mid = -0.175 * side;
        block_in(m, hinge * at(mid, 0.0, 0.0), Vec3::new(0.15, 0.46, 0.008), 0.0, pane);
        for (x, y, hx, hy) in [
            (mid, 0.47, 0.175, 0.025),
            (mid, -0.47, 0.175, 0.025),
            (mid, 0.0, 0.175, 0.015),
            (mid - 0.16, 0.0, 0.022, 0.49),
            (mid + 0.16, 0.0, 0.022, 0.49),
        ] {
            block_in(m, hinge * at(x, y, 0.0), Vec3::new(hx, hy, 0.022), 0.006, frame);
        }
    }
}

fn gate(m: &mut MeshData, open: bool, top: f32) {
    let iron = srgb(hex::IRON);
    let paint = Paint::plain(iron * 0.9);
    // A raised gate hangs above the passage.
    let lift = if open { 1.9 } else { 0.0 };
    if open && top < 2.0 {
        for x in [-0.46, 0.46] {
            block_in(m, at(x, top / 2.0, 0.0), Vec3::new(0.035, top / 2.0, 0.045), 0.008, paint);
        }
        return;
    }
    for i in 0..6 {
        let x = -0.4 + 0.16 * i as f32;
        let high = top - if open { 0.0 } else { 0.04 };
        let (low, high) = (lift, high.max(lift + 0.4));
        lathe(
            m,
            &rings(&[(0.0, low), (0.024, low + 0.10), (0.024, high - 0.1), (0.0, high)], iron),
            7,
            at(x, 0.0, 0.0),
        );
    }
    for y in [0.3, 1.0, 1.7, 2.25] {
        let y = y + lift;
        if y < top - 0.05 + lift * 0.3 {
            block_in(m, at(0.0, y, 0.0), Vec3::new(0.48, 0.03, 0.03), 0.008, paint);
        }
    }
    for x in [-0.46, 0.46] {
        block_in(m, at(x, top / 2.0, 0.0), Vec3::new(0.035, top / 2.0, 0.045), 0.008, paint);
    }
}

/// A frame around the opening, and a leaf of planks: in the frame, or upright at its western side.
fn hatch(m: &mut MeshData, s: &mut Scatter, open: bool) {
    const HALF: f32 = 0.42;
    for side in [-1.0f32, 1.0] {
        let along = at(0.0, 0.02, side * (HALF + 0.04));
        block_in(m, along, Vec3::new(HALF + 0.08, 0.03, 0.04), 0.01, wood(0.6));
        let across = at(side * (HALF + 0.04), 0.02, 0.0);
        block_in(m, across, Vec3::new(0.04, 0.03, HALF), 0.01, wood(0.6));
    }
    let swing = if open { Affine3A::from_rotation_z(1.45) } else { Affine3A::IDENTITY };
    let hinge = at(-HALF, 0.04, 0.0) * swing;
    for i in 0..4 {
        let z = HALF * (-0.75 + 0.5 * i as f32);
        let half = Vec3::new(HALF, 0.02, HALF / 4.0 - 0.006);
        block_in(m, hinge * at(HALF, 0.0, z), half, 0.006, wood(s.between(0.72, 0.95)));
    }
    let iron = Paint::plain(srgb(hex::IRON));
    for x in [0.3, 1.4] {
        let place = hinge * at(x * HALF, 0.024, 0.0);
        block_in(m, place, Vec3::new(0.04, 0.012, HALF - 0.02), 0.004, iron);
    }
}

/// Adds the post that a corner of walls needs: the tallest that meets there. Each wall is given with
/// the heights of its base and its top, in the order of [`edges_around`].
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

    /// Its gap is before the middle of a cell, and a merlon where two battlements meet.
    #[test]
    fn a_battlement_has_a_gap_in_its_middle() {
        let mesh = model(Edge::new(EdgeKind::Battlement), (2.0, 2.0), 0.0, 7);
        let above = mesh.positions.iter().filter(|p| p.y > 1.2);
        let (inner, outer): (Vec<_>, Vec<_>) = above.partition(|p| p.x.abs() < 0.2);
        assert!(inner.is_empty() && outer.len() > 20, "{} {}", inner.len(), outer.len());
    }

    /// A wall on the floor at 3 m stands on it, is cut with the others, and leaves its foot when its
    /// deck is opened.
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
