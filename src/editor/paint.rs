//! What a tool leaves in the cells that it covers.

use std::collections::BTreeSet;

use super::edit::{Edit, Marks, Patch};
use super::random::Numbers;
use super::relief;
use super::shape;
use crate::grid::{Cell, Hm, Light, Terrain, ThingKind, Tile};
use crate::level::{Item, Level};

/// What is left in cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A tile with its height.
    Tile(Tile),
    /// A terrain; the heights of the floors stay.
    Terrain(Tile),
    /// A terrain; the surface stays where it is, of land or water: water is dug in, and dry land
    /// fills it up again.
    Surface(Tile),
    /// Another height of the floor; terrain stays.
    Height(HeightPaint),
    /// Water so deep over the floor; 0 dries it.
    Depth(Hm),
    /// Water up to an absolute height over every lower floor: shallows up to half a metre, water
    /// where it is deeper. Higher floors stay dry.
    FloodTo(Hm),
    /// A clear height over the floor, or the open sky.
    Ceiling(Option<Hm>),
    /// Brightness without lamps.
    Light(Light),
    /// Marks of the ground; what they leave out stays.
    Marks(Marks),
    /// The cells come into a zone, or out of it.
    Zone {
        /// Its name.
        name: String,
        /// Into it.
        inside: bool,
    },
    /// The same thing in every cell.
    Thing(Item),
    /// Bridges over everything that lies lower than where the pointer was pressed, their decks level
    /// with it.
    Deck,
    /// Things here and there.
    Scatter(Scatter),
    /// Nothing: things go.
    NoThing,
}

/// What becomes of heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeightPaint {
    /// This height.
    Set(Hm),
    /// Higher by so much, or lower if it is below zero.
    Raise(Hm),
    /// Nearer to the mean of the cells around.
    Smooth,
    /// All as high as where the pointer was pressed.
    Flatten,
}

/// Things strewn by chance, the same for the same seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// What is strewn: one of these each time, turned by chance.
    pub items: Vec<Item>,
    /// So many of a hundred cells get a thing: 1 to 100.
    pub density: u8,
    /// Which chance.
    pub seed: u64,
}

impl Paint {
    /// The edit that leaves the ink in cells. `pressed` is where the pointer went down.
    pub fn on(&self, level: &Level, cells: &[Cell], pressed: Cell) -> Edit {
        let same = |patch: Patch| Edit::Ground(cells.iter().map(|c| (*c, patch)).collect());
        match self {
            Self::Tile(tile) => same(Patch::tile(*tile)),
            Self::Terrain(tile) => same(Patch::terrain(*tile)),
            Self::Surface(tile) => {
                let level = |c: &Cell| {
                    let old = level.ground.tile(*c)?;
                    let elevation = Some(old.surface() - tile.depth);
                    Some((*c, Patch { elevation, ..Patch::terrain(*tile) }))
                };
                Edit::Ground(cells.iter().filter_map(level).collect())
            }
            Self::Depth(depth) => same(Patch { depth: Some(*depth), ..Patch::default() }),
            Self::Ceiling(ceiling) => same(Patch { ceiling: Some(*ceiling), ..Patch::default() }),
            Self::Light(light) => same(Patch { light: Some(*light), ..Patch::default() }),
            Self::Marks(marks) => same(Patch { marks: *marks, ..Patch::default() }),
            Self::Height(ink) => {
                let heights = |c: &Cell| Some((*c, Patch::height(ink.on(level, *c, pressed)?)));
                Edit::Ground(cells.iter().filter_map(heights).collect())
            }
            Self::FloodTo(top) => {
                let flooded = |c: &Cell| {
                    let tile = level.ground.tile(*c).filter(|t| !t.is_solid())?;
                    let depth = *top - tile.elevation;
                    (depth > Hm::ZERO).then_some((*c, Patch::terrain(water(depth))))
                };
                Edit::Ground(cells.iter().filter_map(flooded).collect())
            }
            Self::Zone { name, inside } => {
                Edit::ZoneCells { zone: name.clone(), cells: cells.to_vec(), inside: *inside }
            }
            Self::Thing(item) => Edit::Things(cells.iter().map(|c| (*c, Some(*item))).collect()),
            Self::Deck => {
                let top = level.ground.tile(pressed).map(|tile| tile.surface());
                let deck = |c: &Cell| {
                    let tile = level.ground.tile(*c).filter(|tile| !tile.is_solid())?;
                    let height = top? - tile.elevation;
                    let bridge = Item { kind: ThingKind::Bridge, height, turn: 0 };
                    (height > Hm::ZERO).then_some((*c, Some(bridge)))
                };
                Edit::Things(cells.iter().filter_map(deck).collect())
            }
            Self::Scatter(scatter) => Edit::Things(scatter.on(level, cells)),
            Self::NoThing => {
                let there = cells.iter().filter(|c| level.things.contains_key(c));
                Edit::Things(there.map(|c| (*c, None)).collect())
            }
        }
    }

    /// The cells that a flood fill from one cell covers, or everything that is the same, for
    /// "replace all". What counts as the same depends on what is put there.
    pub fn filled(&self, level: &Level, start: Cell, connected: bool) -> Vec<Cell> {
        let ground = &level.ground;
        let Some(first) = ground.tile(start) else { return Vec::new() };
        let thing = level.things.get(&start).map(|item| item.kind);
        let zone = |name: &str, c: &Cell| level.regions.get(name).is_some_and(|z| z.contains(c));
        let holds = |c: Cell| {
            let Some(tile) = ground.tile(c) else { return false };
            match self {
                Self::Tile(_) => tile == first,
                Self::Terrain(_)
                | Self::Surface(_)
                | Self::Depth(_)
                | Self::Ceiling(_)
                | Self::Light(_)
                | Self::Marks(_) => Tile { elevation: first.elevation, ..tile } == first,
                Self::Height(_) => tile.elevation == first.elevation,
                Self::FloodTo(top) => tile.elevation < *top && !tile.is_solid(),
                Self::Zone { name, .. } => tile == first && zone(name, &c) == zone(name, &start),
                Self::Thing(_) | Self::Deck | Self::Scatter(_) | Self::NoThing => {
                    level.things.get(&c).map(|item| item.kind) == thing && tile == first
                }
            }
        };
        match connected {
            true => shape::flood(ground, start, holds),
            false => shape::everywhere(ground, holds),
        }
    }
}

impl HeightPaint {
    fn on(self, level: &Level, cell: Cell, pressed: Cell) -> Option<Hm> {
        let height = |c: Cell| level.ground.tile(c).map(|t| t.elevation);
        let old = height(cell)?;
        match self {
            Self::Set(height) => Some(height),
            Self::Raise(by) => Some(old + by),
            Self::Smooth => relief::smooth(level, cell),
            Self::Flatten => height(pressed),
        }
    }
}

/// The kind of water that stands so deep.
pub(super) const fn water(depth: Hm) -> Tile {
    let terrain = if depth.0 <= 1 { Terrain::Shallows } else { Terrain::Water };
    let mut tile = terrain.tile();
    tile.depth = depth;
    tile
}

impl Scatter {
    /// Chance is drawn per cell, so a cell gets the same whichever way the brush came.
    fn on(&self, level: &Level, cells: &[Cell]) -> Vec<(Cell, Option<Item>)> {
        let taken: BTreeSet<Cell> = level
            .sides
            .iter()
            .flat_map(|s| &s.units)
            .flat_map(super::transform::cells_of)
            .collect();
        let free = |c: &Cell| {
            let dry = level.ground.tile(*c).is_some_and(|t| !t.is_solid() && t.depth <= Hm(1));
            dry && !level.things.contains_key(c) && !taken.contains(c)
        };
        let mut placed = Vec::new();
        for cell in cells.iter().filter(|c| free(c)) {
            let mut chance = Numbers::at(self.seed, *cell);
            let hit = chance.below(100) < u64::from(self.density.clamp(1, 100));
            let count = u64::try_from(self.items.len()).unwrap_or_default();
            if !hit || count == 0 {
                continue;
            }
            let pick = usize::try_from(chance.below(count)).unwrap_or_default();
            let turn = u8::try_from(chance.below(4)).unwrap_or_default();
            placed.extend(self.items.get(pick).map(|item| (*cell, Some(Item { turn, ..*item }))));
        }
        placed
    }
}
