//! Roofs over cells with a ceiling, and decks. A closed one is solid; one that hides something to
//! be seen is drawn as a thin pane with a frame at its height.

use std::collections::BTreeSet;

use bevy::math::{Vec3, Vec4};

use super::atlas::Patch;
use super::canvas::chance;
use super::mesh::{MeshData, Paint};
use super::palette::{hex, srgb};
use super::relief::{Relief, cell_at, light_tint, metres};
use grid::{Board, Cell, Deck, Dir, Hm, Light, Material, Terrain, WeatherKind};

/// Thickness of roofs at the eaves, in metres.
const THICK: f32 = 0.16;
/// How far the eaves project over the sides, in metres.
const EAVES: f32 = 0.2;
/// Rise of a pitched roof per metre from its eaves, in metres.
const PITCH: f32 = 0.36;
/// Distance from the eaves at which a pitched roof stops rising, in metres.
const RIDGE: u8 = 3;
/// Largest roof, in cells, that opens as a whole. A larger one opens only around what is below it.
const ROOM: usize = 160;
/// How far a larger roof opens around what is below it, in cells.
const AROUND: i16 = 4;

/// What a roof is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cover {
    /// Shingles over a wooden floor.
    Shingle,
    /// Slates over any other floor.
    Slate,
    /// The rock over a cave or a tunnel.
    Rock,
    /// No roof, but a deck of planks, flags or iron.
    Deck(Material),
}

impl Cover {
    /// Thickness at the rim, in metres.
    fn thick(self) -> f32 {
        match self {
            Self::Deck(_) => metres(Deck::THICKNESS),
            Self::Shingle | Self::Slate | Self::Rock => THICK,
        }
    }

    /// Whether it ends with its cells, without eaves.
    fn is_flush(self) -> bool {
        matches!(self, Self::Rock | Self::Deck(_))
    }
}

/// The roof or a deck over a cell, as drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Roof {
    cell: Cell,
    /// Height of its underside, in metres.
    under: f32,
    /// Rise of its corners above the eaves: north-west, north-east, south-east, south-west.
    rise: [f32; 4],
    /// Where the roof ends on the sides north, east, south and west: how far its front reaches
    /// down, in metres.
    fronts: [Option<f32>; 4],
    cover: Cover,
    /// Absolute height of the top of a deck.
    deck: Option<Hm>,
    light: Vec3,
    snowy: bool,
    /// Number of the roof that it belongs to.
    part: usize,
    /// Whether something below it must be visible.
    pub open: bool,
}

/// All roofs of a board, or all its decks of one storey.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Roofs {
    /// In order of their cells, row by row.
    pub cells: Vec<Roof>,
    /// Index of each cell's roof in that list.
    slots: Vec<Option<usize>>,
    width: i16,
    /// Number of cells of each connected roof.
    sizes: Vec<usize>,
    /// Height of the highest ridge, in metres.
    highest: f32,
}

/// Absolute height of the underside of the roof over a cell.
fn ceiling(board: &Board, cell: Cell) -> Option<Hm> {
    let tile = board.tile(cell).filter(|tile| !tile.is_solid())?;
    tile.ceiling.map(|clear| tile.elevation + clear)
}

impl Roof {
    /// The cell below it.
    pub const fn cell(&self) -> Cell {
        self.cell
    }

    /// Whether it is a deck, not a roof.
    pub const fn is_deck(&self) -> bool {
        matches!(self.cover, Cover::Deck(_))
    }

    /// Absolute height of its top, if it is a deck.
    pub const fn deck_top(&self) -> Option<Hm> {
        self.deck
    }

    /// The same roof, opened or closed.
    pub const fn with_open(self, open: bool) -> Self {
        Self { open, ..self }
    }

    /// Height of its underside, in metres.
    pub const fn under(&self) -> f32 {
        self.under
    }
}

impl Roofs {
    /// The roofs and the decks of a board, storey by storey, all closed.
    pub fn all(board: &Board, relief: &Relief) -> Vec<Self> {
        let storeys = board.cells().map(|cell| board.decks_in(cell).len()).max().unwrap_or(0);
        let decks = (0..storeys).map(|storey| Self::decks(board, relief, storey));
        std::iter::once(Self::new(board, relief)).chain(decks).collect()
    }

    /// The decks of one storey, counted over each cell from the bottom.
    fn decks(board: &Board, relief: &Relief, storey: usize) -> Self {
        let mut roofs = Self { width: board.width() as i16, ..Self::default() };
        let deck = |cell: Cell| board.decks_in(cell).get(storey);
        let heights: Vec<Option<Hm>> = board.cells().map(|c| Some(deck(c)?.top)).collect();
        let parts = roofs.number(board, &heights);
        roofs.slots = vec![None; heights.len()];
        for (place, cell) in board.cells().enumerate() {
            let (Some(deck), Some(Some(part))) = (deck(cell), parts.get(place)) else { continue };
            let (under, top) = (metres(deck.underside()), metres(deck.top));
            let fronts = [Dir::N, Dir::E, Dir::S, Dir::W].map(|side| {
                let ends = parts_at(board, &parts, cell.step(side)) != Some(*part);
                ends.then_some(under)
            });
            let light = relief.light_at(f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
            roofs.highest = roofs.highest.max(top);
            roofs.slots[place] = Some(roofs.cells.len());
            let (part, cover, deck) = (*part, Cover::Deck(deck.material), Some(deck.top));
            let (rise, snowy, open) = ([0.0; 4], false, false);
            let roof = Roof { cell, under, rise, fronts, cover, deck, light, snowy, part, open };
            roofs.cells.push(roof);
        }
        roofs
    }

    /// The roofs of a board, all closed.
    pub fn new(board: &Board, relief: &Relief) -> Self {
        let mut roofs = Self { width: board.width() as i16, ..Self::default() };
        let heights: Vec<Option<Hm>> = board.cells().map(|c| ceiling(board, c)).collect();
        if heights.iter().all(Option::is_none) {
            return roofs;
        }
        let parts = roofs.number(board, &heights);
        let rocky = rocky(board, &parts, roofs.sizes.len());
        let inner = inner(board, &parts);
        let snowy = board.atmosphere().weather.kind() == WeatherKind::Snow;
        let sunless = board.ambient() != Light::Bright;
        let light = light_tint(board.ambient(), sunless);
        roofs.slots = vec![None; heights.len()];
        for (place, cell) in board.cells().enumerate() {
            let (Some(Some(height)), Some(Some(part))) = (heights.get(place), parts.get(place))
            else {
                continue;
            };
            let cover = match board.tile(cell).map(|tile| tile.terrain) {
                _ if rocky.get(*part).copied().unwrap_or_default() => Cover::Rock,
                Some(Terrain::Wood) => Cover::Shingle,
                _ => Cover::Slate,
            };
            let rise = corners(cell).map(|c| match cover {
                Cover::Rock => 0.25 + 0.2 * chance(i32::from(c.x), i32::from(c.y), 91),
                _ => PITCH * f32::from(inner.at(c)),
            });
            let under = metres(*height);
            let fronts = [Dir::N, Dir::E, Dir::S, Dir::W].map(|side| {
                let ends = parts_at(board, &parts, cell.step(side)) != Some(*part);
                ends.then(|| foot_of_front(board, relief, (cell, side), under))
            });
            roofs.highest = rise.iter().fold(roofs.highest, |top, r| top.max(under + THICK + r));
            roofs.slots[place] = Some(roofs.cells.len());
            let part = *part;
            let (deck, open) = (None, false);
            let roof = Roof { cell, under, rise, fronts, cover, deck, light, snowy, part, open };
            roofs.cells.push(roof);
        }
        roofs
    }

    /// Numbers the connected roofs: those of adjacent cells at the same height.
    fn number(&mut self, board: &Board, heights: &[Option<Hm>]) -> Vec<Option<usize>> {
        let mut parts: Vec<Option<usize>> = vec![None; heights.len()];
        let slot = |cell: Cell| place(board, cell);
        for first in board.cells() {
            let Some(start) = slot(first) else { continue };
            let height = heights[start];
            if height.is_none() || parts[start].is_some() {
                continue;
            }
            let number = self.sizes.len();
            let mut size = 0;
            let mut open = vec![first];
            parts[start] = Some(number);
            while let Some(cell) = open.pop() {
                size += 1;
                for next in Dir::SIDES.map(|side| cell.step(side)) {
                    let Some(there) = slot(next) else { continue };
                    if heights[there] == height && parts[there].is_none() {
                        parts[there] = Some(number);
                        open.push(next);
                    }
                }
            }
            self.sizes.push(size);
        }
        parts
    }

    /// The roof over a cell.
    pub fn over(&self, cell: Cell) -> Option<&Roof> {
        let inside = cell.x >= 0 && cell.x < self.width && cell.y >= 0;
        let slot = usize::try_from(cell.y).ok()? * usize::try_from(self.width).ok()?
            + usize::try_from(cell.x).ok()?;
        let place = (*self.slots.get(slot).filter(|_| inside)?)?;
        self.cells.get(place)
    }

    /// The cells whose roofs open to show what is in these cells.
    pub fn opened(&self, below: &BTreeSet<Cell>) -> BTreeSet<Cell> {
        let mut whole = vec![false; self.sizes.len()];
        let mut near = BTreeSet::new();
        for roof in below.iter().filter_map(|cell| self.over(*cell)) {
            if self.sizes[roof.part] <= ROOM {
                whole[roof.part] = true;
                continue;
            }
            for y in -AROUND..=AROUND {
                for x in -AROUND..=AROUND {
                    let cell = roof.cell.offset(x, y);
                    if self.over(cell).is_some_and(|other| other.part == roof.part) {
                        near.insert(cell);
                    }
                }
            }
        }
        let opens = |roof: &&Roof| whole[roof.part] || near.contains(&roof.cell);
        self.cells.iter().filter(opens).map(|roof| roof.cell).collect()
    }

    /// The first roofed cell that hides a point from the eye, if any.
    pub fn between(&self, point: Vec3, eye: Vec3) -> Option<Cell> {
        let way = eye - point;
        let reach = if way.y > 1e-3 { (self.highest - point.y) / way.y } else { 1.0 };
        let flat = way.length().max(1e-3);
        let steps = ((flat * reach.clamp(0.0, 1.0)) / 0.25).ceil().min(1_000.0) as u16;
        (0..=steps).find_map(|step| {
            let at = point + way * (f32::from(step) * 0.25 / flat);
            let next = at + way * (0.25 / flat);
            let roof = self.over(cell_at(at.x, at.z))?;
            let top =
                roof.under + roof.cover.thick() + roof.rise.iter().fold(0.0f32, |a, b| a.max(*b));
            (at.y <= top && next.y >= roof.under).then_some(roof.cell)
        })
    }
}

/// Index of a cell in lists of a board's cells, row by row.
fn place(board: &Board, cell: Cell) -> Option<usize> {
    let on = board.contains(cell);
    on.then(|| cell.y as usize * usize::from(board.width()) + cell.x as usize)
}

fn parts_at(board: &Board, parts: &[Option<usize>], cell: Cell) -> Option<usize> {
    parts.get(place(board, cell)?).copied().flatten()
}

/// The corners of a cell, each named by the cell whose north-western corner it is.
fn corners(cell: Cell) -> [Cell; 4] {
    [cell, cell.offset(1, 0), cell.offset(1, 1), cell.offset(0, 1)]
}

/// Which roofs are rock: those with solid cells along more than half of their border.
fn rocky(board: &Board, parts: &[Option<usize>], count: usize) -> Vec<bool> {
    let mut sides = vec![(0u32, 0u32); count];
    for cell in board.cells() {
        let Some(part) = parts_at(board, parts, cell) else { continue };
        for there in Dir::SIDES.map(|side| cell.step(side)) {
            let Some(tile) = board.tile(there) else { continue };
            if parts_at(board, parts, there) != Some(part) {
                sides[part].0 += 1;
                sides[part].1 += u32::from(tile.is_solid());
            }
        }
    }
    sides.into_iter().map(|(all, solid)| 2 * solid > all).collect()
}

/// Distances of corners from the rim of their roof.
struct Inner {
    width: i16,
    height: i16,
    steps: Vec<u8>,
}

impl Inner {
    /// The distance of a corner in metres, at most [`RIDGE`].
    fn at(&self, corner: Cell) -> u8 {
        if !(0..=self.width).contains(&corner.x) || !(0..=self.height).contains(&corner.y) {
            return 0;
        }
        let slot = corner.y as usize * (self.width as usize + 1) + corner.x as usize;
        self.steps.get(slot).copied().unwrap_or_default()
    }
}

fn inner(board: &Board, parts: &[Option<usize>]) -> Inner {
    let (width, height) = (board.width() as i16, board.height() as i16);
    let all = (0..=height).flat_map(|y| (0..=width).map(move |x| Cell::new(x, y)));
    let all: Vec<Cell> = all.collect();
    let mut inner = Inner { width, height, steps: vec![0; all.len()] };
    for step in 0..RIDGE {
        let inside = |corner: &Cell| match step {
            0 => {
                let around = [(0, 0), (-1, 0), (-1, -1), (0, -1)];
                let [a, b, c, d] = around.map(|(x, y)| parts_at(board, parts, corner.offset(x, y)));
                a.is_some() && a == b && b == c && c == d
            }
            _ => {
                let near = |d: &Dir| inner.at(corner.step(*d)) >= step;
                inner.at(*corner) == step && Dir::ALL.iter().all(near)
            }
        };
        let higher: Vec<bool> = all.iter().map(inside).collect();
        for (steps, higher) in inner.steps.iter_mut().zip(higher) {
            *steps += u8::from(higher);
        }
    }
    inner
}

/// How far down the front of a roof reaches: to the wall or the rock below it, or a short way.
fn foot_of_front(board: &Board, relief: &Relief, (cell, side): (Cell, Dir), under: f32) -> f32 {
    let there = cell.step(side);
    let wall = board
        .edge(cell, side)
        .map(|edge| metres(board.edge_base(cell, side)) + metres(edge.kind.spec().height));
    let rock = board.tile(there).filter(|tile| tile.is_solid()).map(|_| relief.floor(there));
    let low = wall.filter(|top| *top > under - 1.5).or(rock).unwrap_or(under);
    low.min(under - 0.06)
}

/// The solid mesh of closed roofs.
pub fn closed<'a>(roofs: impl Iterator<Item = &'a Roof>) -> MeshData {
    let mut mesh = MeshData::new();
    for roof in roofs {
        solid(&mut mesh, roof);
    }
    mesh
}

/// How far a corner projects over the sides where the roof ends. Corners run clockwise from the
/// north-western one, sides from the north.
fn overhang(roof: &Roof, corner: usize) -> Vec3 {
    if roof.cover.is_flush() {
        return Vec3::ZERO;
    }
    let ends = |side: usize| if roof.fronts[side].is_some() { EAVES } else { 0.0 };
    match corner {
        0 => Vec3::new(-ends(3), 0.0, -ends(0)),
        1 => Vec3::new(ends(1), 0.0, -ends(0)),
        2 => Vec3::new(ends(1), 0.0, ends(2)),
        _ => Vec3::new(-ends(3), 0.0, ends(2)),
    }
}

fn solid(mesh: &mut MeshData, roof: &Roof) {
    let eaves = roof.under + roof.cover.thick();
    let at = |corner: usize, y: f32| {
        let c = corners(roof.cell)[corner];
        Vec3::new(f32::from(c.x), y, f32::from(c.y)) + overhang(roof, corner)
    };
    let tone = 0.9 + 0.2 * chance(i32::from(roof.cell.x), i32::from(roof.cell.y), 92);
    let (color, patch) = match roof.cover {
        Cover::Shingle => (srgb(0x00e8_a878) * 1.8, Patch::Wood),
        Cover::Slate => (srgb(0x009a_a6b8) * 1.2, Patch::Stone),
        Cover::Rock => (srgb(0x00b4_ada2), Patch::Rock),
        Cover::Deck(Material::Stone) => (srgb(0x009f_9a92), Patch::Stone),
        Cover::Deck(Material::Metal) => (srgb(0x0070_7880), Patch::Plain),
        Cover::Deck(_) => (srgb(0x00c8_9a64), Patch::Wood),
    };
    let (color, patch) = if roof.snowy { (Vec3::splat(0.95), Patch::Snow) } else { (color, patch) };
    let paint = Paint::on(color * tone * roof.light, patch);
    let top = |corner: usize| at(corner, eaves + roof.rise[corner]);
    // Two triangles that meet along the line between equally high corners, so that hips are sharp.
    let (a, b, c, d) = (top(0), top(3), top(2), top(1));
    if (a.y - c.y).abs() <= (b.y - d.y).abs() {
        mesh.face3([a, b, c], paint);
        mesh.face3([a, c, d], paint);
    } else {
        mesh.face3([a, b, d], paint);
        mesh.face3([b, c, d], paint);
    }
    let dark = Paint::on(srgb(hex::DARK_WOOD) * roof.light, Patch::Wood);
    let low = |corner: usize| at(corner, roof.under);
    mesh.face4([low(0), low(1), low(2), low(3)], dark.tinted(0.6));
    let wall = match roof.cover {
        Cover::Rock => Paint::on(color * 0.8 * roof.light, Patch::Rock),
        Cover::Deck(_) => Paint::on(color * 0.7 * roof.light, patch),
        _ => Paint::on(srgb(hex::DARK_WOOD) * 1.3 * roof.light, Patch::Timber),
    };
    for side in 0..4 {
        let Some(foot) = roof.fronts[side] else { continue };
        let (left, right) = (side, (side + 1) % 4);
        mesh.face4([low(right), low(left), top(left), top(right)], wall);
        if foot < roof.under {
            // Under the eaves, flush with the wall.
            let flush = |corner: usize, y: f32| {
                let c = corners(roof.cell)[corner];
                Vec3::new(f32::from(c.x), y, f32::from(c.y))
            };
            let [a, b] = [right, left].map(|corner| flush(corner, foot));
            let [c, d] = [left, right].map(|corner| flush(corner, roof.under));
            mesh.face4([a, b, c, d], wall.tinted(0.75));
            mesh.face4([b, a, d, c], wall.tinted(0.5));
        }
    }
}

/// The mesh of opened roofs, drawn with blending: a pane with a frame where the roof ends.
pub fn opened<'a>(roofs: impl Iterator<Item = &'a Roof>) -> MeshData {
    let mut mesh = MeshData::new();
    for roof in roofs {
        // A deck is opened at its top, where units on it stand.
        let y = match roof.cover {
            Cover::Deck(_) => roof.under + roof.cover.thick() - 0.01,
            _ => roof.under + THICK / 2.0,
        };
        let color = match roof.cover {
            Cover::Shingle | Cover::Deck(Material::Wood) => srgb(0x00d9_a67c),
            Cover::Deck(_) | Cover::Slate | Cover::Rock => srgb(0x00b9_c4d4),
        };
        let color = color * roof.light.max(Vec3::splat(0.6));
        let pane = corners(roof.cell).map(|c| Vec3::new(f32::from(c.x), y, f32::from(c.y)));
        let [a, b, c, d] = pane;
        mesh.shaded4([a, d, c, b], [color.extend(0.14); 4], Patch::Plain);
        let colour: Vec4 = color.extend(0.85);
        for side in 0..4 {
            if roof.fronts[side].is_none() {
                continue;
            }
            let (left, right) = (pane[side], pane[(side + 1) % 4]);
            let along = right - left;
            let inward = Vec3::new(-along.z, 0.0, along.x) * 0.09;
            let strip = [left, left + inward, right + inward, right];
            mesh.shaded4(strip, [colour; 4], Patch::Plain);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Edge, EdgeKind};

    fn hall(board: &mut Board, (x, y): (i16, i16), (width, height): (i16, i16), clear: i32) {
        for cell in (y..y + height).flat_map(|y| (x..x + width).map(move |x| Cell::new(x, y))) {
            board.tile_mut(cell).unwrap().ceiling = Some(Hm(clear));
        }
    }

    #[test]
    fn decks_lie_flat_below_their_top_storey_by_storey() {
        let mut board = Board::new(6, 6);
        let (material, climb) = (Material::Wood, grid::Climb::Unmarked);
        for (x, top) in [(1, 6), (2, 6), (2, 12)] {
            assert!(board.add_deck(Cell::new(x, 1), Deck { top: Hm(top), material, climb }));
        }
        let layers = Roofs::all(&board, &Relief::new(&board));
        assert_eq!(layers.iter().map(|l| l.cells.len()).collect::<Vec<_>>(), [0, 2, 1]);
        let mesh = closed(layers[1].cells.iter());
        assert_eq!(mesh.fault(), None);
        let (low, high) = mesh.bounds().unwrap();
        assert!((low.y - 2.5).abs() < 1e-4 && (high.y - 3.0).abs() < 1e-4, "{low} {high}");
        assert!((low.x - 1.0).abs() < 1e-4 && (high.x - 3.0).abs() < 1e-4, "{low} {high}");
    }

    fn roofs(board: &Board) -> Roofs {
        Roofs::new(board, &Relief::new(board))
    }

    #[test]
    fn roofs_lie_at_their_height_and_rise_to_a_ridge() {
        let mut board = Board::new(12, 10);
        assert!(roofs(&board).cells.is_empty());
        hall(&mut board, (2, 2), (7, 5), 7);
        let mesh = closed(roofs(&board).cells.iter());
        assert_eq!(mesh.fault(), None);
        let (low, high) = mesh.bounds().unwrap();
        assert!((low.y - 3.44).abs() < 0.01 && high.y > 3.5 + THICK + PITCH, "{low} {high}");
        assert!((low.x - 1.8).abs() < 0.01 && (high.x - 9.2).abs() < 0.01, "{low} {high}");
        let panes = opened(roofs(&board).cells.iter());
        assert_eq!(panes.fault(), None);
        // A pane for each cell, and a strip for each metre of the border.
        assert_eq!(panes.triangles(), 2 * (7 * 5) + 2 * (2 * (7 + 5)));
    }

    #[test]
    fn the_front_of_a_roof_comes_down_to_its_wall() {
        let mut board = Board::new(6, 6);
        hall(&mut board, (1, 1), (3, 3), 8);
        board.set_edge(Cell::new(1, 1), Dir::N, Some(Edge::new(EdgeKind::Wall)));
        let roof = *roofs(&board).over(Cell::new(1, 1)).unwrap();
        assert_eq!(roof.fronts.map(|front| front.is_some()), [true, false, false, true]);
        assert_eq!(roof.fronts[0], Some(3.0));
        assert_eq!(roof.fronts[3], Some(4.0 - 0.06));
    }

    #[test]
    fn a_roof_opens_as_a_whole_and_a_large_one_near_what_is_below() {
        let mut board = Board::new(60, 20);
        hall(&mut board, (0, 0), (4, 4), 6);
        hall(&mut board, (5, 0), (4, 4), 6);
        hall(&mut board, (10, 0), (50, 20), 6);
        let roofs = roofs(&board);
        assert!(roofs.opened(&BTreeSet::from([Cell::new(9, 9)])).is_empty());
        let one = roofs.opened(&BTreeSet::from([Cell::new(1, 1)]));
        assert_eq!(one.len(), 16);
        assert!(one.iter().all(|cell| cell.x < 4));
        let near = roofs.opened(&BTreeSet::from([Cell::new(12, 10)]));
        // Nine rows, and the columns 10 to 16.
        assert_eq!(near.len(), 9 * 7);
    }

    #[test]
    fn roofs_hide_what_is_behind_them_from_the_eye() {
        let mut board = Board::new(12, 12);
        hall(&mut board, (4, 4), (4, 4), 6);
        let roofs = roofs(&board);
        let eye = Vec3::new(6.0, 14.0, 20.0);
        assert!(roofs.between(Vec3::new(6.0, 0.8, 2.5), eye).is_some());
        assert!(roofs.between(Vec3::new(6.0, 0.8, 5.0), eye).is_some());
        assert_eq!(roofs.between(Vec3::new(6.0, 0.8, 9.5), eye), None);
        assert_eq!(roofs.between(Vec3::new(1.5, 0.8, 6.0), eye), None);
    }

    #[test]
    fn roofs_between_rocks_are_rock() {
        let mut board = Board::new(8, 5);
        for cell in board.cells().collect::<Vec<_>>() {
            *board.tile_mut(cell).unwrap() = Terrain::Solid.tile();
        }
        for x in 1..7 {
            *board.tile_mut(Cell::new(x, 2)).unwrap() = Terrain::Stone.tile();
        }
        hall(&mut board, (1, 2), (6, 1), 6);
        let roofs = roofs(&board);
        assert!(roofs.cells.iter().all(|roof| roof.cover == Cover::Rock));
    }
}
