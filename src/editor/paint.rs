//! What a tool applies to the cells it covers.

use std::collections::BTreeSet;

use super::edit::{Edit, Marks, Patch};
use super::random::Rng;
use super::relief;
use super::shape;
use grid::{Cell, Finish, Hm, Light, Terrain, ThingKind, Tile};
use level::{DeckItem, Item, Level};

/// What to apply to cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A tile including its elevation.
    Tile(Tile),
    /// A terrain; elevations stay unchanged.
    Terrain(Tile),
    /// A terrain; the surface of land or water stays level: water is dug in, and dry land fills
    /// water up.
    Surface(Tile),
    /// A change of elevation; terrain stays unchanged.
    Height(HeightPaint),
    /// A depth of water above the floor; 0 removes water.
    Depth(Hm),
    /// Water up to an absolute height above every lower floor: shallows up to half a metre deep,
    /// water where deeper. Higher floors stay dry.
    FloodTo(Hm),
    /// A clear height above the floor, or open sky.
    Ceiling(Option<Hm>),
    /// A light level without lamps.
    Light(Light),
    /// Ground attributes; unset ones stay unchanged.
    Marks(Marks),
    /// Adds cells to a zone, or removes them.
    Zone {
        /// The zone's name.
        name: String,
        /// True to add, false to remove.
        inside: bool,
    },
    /// The same thing in every cell.
    Thing(Item),
    /// Bridges over all ground lower than where the pointer was pressed, with decks at that height.
    Deck(Finish),
    /// A deck with its top at a height over all ground lower than that, or none at that height.
    Floor {
        /// Absolute height of its top.
        top: Hm,
        /// The deck.
        deck: Option<DeckItem>,
    },
    /// Randomly scattered things.
    Scatter(Scatter),
    /// Removes things.
    NoThing,
}

/// A change of elevation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeightPaint {
    /// Sets this elevation.
    Set(Hm),
    /// Raises by a step; negative to lower.
    Raise(Hm),
    /// Moves towards the mean of the surrounding cells.
    Smooth,
    /// Sets the elevation of the cell where the pointer was pressed.
    Flatten,
}

/// Randomly scattered things; the same seed gives the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scatter {
    /// Kinds to choose from; each is turned at random.
    pub items: Vec<Item>,
    /// Percentage of cells that get a thing: 1 to 100.
    pub density: u8,
    /// Random seed.
    pub seed: u64,
}

impl Paint {
    /// The edit that applies this to cells. `pressed` is where the pointer was pressed.
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
            Self::Height(change) => {
                let heights = |c: &Cell| Some((*c, Patch::height(change.on(level, *c, pressed)?)));
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
            Self::Thing(item) => {
                Edit::Things(cells.iter().map(|c| (*c, Some(item.clone()))).collect())
            }
            Self::Deck(finish) => {
                let top = level.ground.tile(pressed).map(|tile| tile.surface());
                let deck = |c: &Cell| {
                    let tile = level.ground.tile(*c).filter(|tile| !tile.is_solid())?;
                    let height = top? - tile.elevation;
                    let usual = Item::new(ThingKind::Bridge);
                    let bridge = Item { height, finish: *finish, ..usual };
                    (height > Hm::ZERO).then_some((*c, Some(bridge)))
                };
                Edit::Things(cells.iter().filter_map(deck).collect())
            }
            Self::Floor { top, deck: Some(deck) } => {
                let under = |c: &&Cell| {
                    let tile = level.ground.tile(**c);
                    tile.is_some_and(|tile| !tile.is_solid() && tile.surface() < *top)
                };
                let over = cells.iter().filter(under);
                Edit::Decks(over.map(|c| ((*c, *top), Some(*deck))).collect())
            }
            Self::Floor { top, deck: None } => {
                let there = cells.iter().map(|c| (*c, *top));
                let there = there.filter(|place| level.decks.contains_key(place));
                Edit::Decks(there.map(|place| (place, None)).collect())
            }
            Self::Scatter(scatter) => Edit::Things(scatter.on(level, cells)),
            Self::NoThing => {
                let there = cells.iter().filter(|c| level.things.contains_key(c));
                Edit::Things(there.map(|c| (*c, None)).collect())
            }
        }
    }

    /// The cells covered by a flood fill from a cell, or all matching cells for "replace all".
    /// Which cells match depends on the paint.
    pub fn filled(&self, level: &Level, start: Cell, connected: bool) -> Vec<Cell> {
        let ground = &level.ground;
        let Some(first) = ground.tile(start) else { return Vec::new() };
        let kind = |c: &Cell| level.things.get(c).map(|item| (item.kind, &item.prop));
        let thing = kind(&start);
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
                Self::Floor { top, .. } => {
                    let deck = |c: Cell| level.decks.get(&(c, *top));
                    tile == first && deck(c) == deck(start)
                }
                Self::Zone { name, .. } => tile == first && zone(name, &c) == zone(name, &start),
                Self::Thing(_) | Self::Deck(_) | Self::Scatter(_) | Self::NoThing => {
                    kind(&c) == thing && tile == first
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

/// The kind of water at a depth.
pub(super) const fn water(depth: Hm) -> Tile {
    let terrain = if depth.0 <= 1 { Terrain::Shallows } else { Terrain::Water };
    let mut tile = terrain.tile();
    tile.depth = depth;
    tile
}

impl Scatter {
    /// Randomness is per cell, so the order of cells does not matter.
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
            let mut rng = Rng::at(self.seed, *cell);
            let hit = rng.below(100) < u64::from(self.density.clamp(1, 100));
            let count = u64::try_from(self.items.len()).unwrap_or_default();
            if !hit || count == 0 {
                continue;
            }
            let pick = usize::try_from(rng.below(count)).unwrap_or_default();
            let turn = u8::try_from(rng.below(4)).unwrap_or_default();
            let item = self.items.get(pick).cloned();
            placed.extend(item.map(|item| (*cell, Some(Item { turn, ..item }))));
        }
        placed
    }
}
