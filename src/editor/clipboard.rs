//! Clipboard content: part of a level, which can be turned and pasted.

use std::collections::{BTreeMap, BTreeSet};

use super::edit::Edit;
use super::layers::{Layer, LayerSet};
use super::transform::{EdgeAt, GridTransform, Size, cells_of};
use grid::{Cell, Dir, Edge, Terrain, Tile};
use level::{Decks, Item, Label, Level, Unit, edges_on, hatches_over};

/// Part of a level. Coordinates are relative to its north-western corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clipboard {
    /// Columns and rows.
    pub size: Size,
    /// The layers it contains; pasting leaves the others unchanged.
    pub layers: LayerSet,
    /// Its cells and their ground. They need not fill the rectangle.
    pub ground: BTreeMap<Cell, Tile>,
    /// Things by cell. Pasting clears things from its other cells.
    pub things: BTreeMap<Cell, Item>,
    /// Decks. Pasting clears decks over its other cells.
    pub decks: Decks,
    /// Walls and doors. Edges between two of its cells are listed even if empty; edges around it
    /// only if they have something.
    pub edges: BTreeMap<EdgeAt, Option<Edge>>,
    /// The parts of zones inside its cells.
    pub zones: BTreeMap<String, BTreeSet<Cell>>,
    /// Labels by cell. They belong to the zones.
    pub labels: BTreeMap<Cell, Label>,
    /// Units entirely inside its cells, with the index of their side.
    pub units: Vec<(usize, Unit)>,
}

impl Clipboard {
    /// Copies cells of a level with all content of these layers. `None` if no cell is on the board.
    pub fn copy(level: &Level, cells: &BTreeSet<Cell>, layers: LayerSet) -> Option<Self> {
        let tiles = cells.iter().filter_map(|c| Some((*c, level.ground.tile(*c)?)));
        let tiles: BTreeMap<Cell, Tile> = tiles.collect();
        let corner = corner(tiles.keys())?;
        let rel = |c: Cell| c.offset(-corner.x, -corner.y);
        let far = tiles.keys().fold(corner, |far, c| Cell::new(far.x.max(c.x), far.y.max(c.y)));
        let mut clip = Self {
            size: (far.x - corner.x + 1, far.y - corner.y + 1),
            layers,
            ground: tiles.iter().map(|(c, tile)| (rel(*c), *tile)).collect(),
            ..Self::default()
        };
        if layers.has(Layer::Things) {
            let items = tiles.keys().filter_map(|c| Some((rel(*c), level.things.get(c)?.clone())));
            clip.things = items.collect();
        }
        if layers.has(Layer::Decks) {
            let inside = level.decks.iter().filter(|((c, _), _)| tiles.contains_key(c));
            clip.decks = inside.map(|((c, top), deck)| ((rel(*c), *top), *deck)).collect();
        }
        if layers.has(Layer::Edges) {
            for cell in tiles.keys() {
                for (at, edge) in hatches_over(&level.edges, *cell) {
                    clip.edges.insert(EdgeAt { cell: rel(*cell), ..at }, Some(edge));
                }
                for side in Dir::SIDES {
                    let ground = EdgeAt::ground(rel(*cell), side).canonical();
                    if tiles.contains_key(&cell.step(side)) {
                        clip.edges.entry(ground).or_insert(None);
                    }
                    for (at, edge) in edges_on(&level.edges, *cell, side) {
                        clip.edges.insert(EdgeAt { floor: at.floor, ..ground }, Some(edge));
                    }
                }
            }
        }
        if layers.has(Layer::Zones) {
            let labels = level.labels.iter().filter(|(c, _)| tiles.contains_key(c));
            clip.labels = labels.map(|(c, label)| (rel(*c), label.clone())).collect();
            for (name, zone) in &level.regions {
                let part = zone.iter().filter(|c| tiles.contains_key(c));
                let part: BTreeSet<Cell> = part.map(|c| rel(*c)).collect();
                if !part.is_empty() {
                    clip.zones.insert(name.clone(), part);
                }
            }
        }
        if layers.has(Layer::Units) {
            for (side, list) in level.sides.iter().enumerate() {
                let inside = |u: &&Unit| cells_of(u).all(|c| tiles.contains_key(&c));
                let units = list.units.iter().filter(inside);
                clip.units.extend(units.map(|u| (side, u.moved(rel))));
            }
        }
        Some(clip)
    }

    /// The clip turned or mirrored.
    #[must_use]
    pub fn turned(&self, transform: GridTransform) -> Self {
        let size = self.size;
        let cells = |set: &BTreeSet<Cell>| set.iter().map(|c| transform.cell(size, *c)).collect();
        Self {
            size: transform.size(size),
            layers: self.layers,
            ground: self.ground.iter().map(|(c, t)| (transform.cell(size, *c), *t)).collect(),
            things: {
                let things = self.things.iter();
                things.map(|(c, item)| (transform.cell(size, *c), transform.item(item))).collect()
            },
            decks: {
                let decks = self.decks.iter();
                decks.map(|((c, top), deck)| ((transform.cell(size, *c), *top), *deck)).collect()
            },
            edges: self.edges.iter().map(|(at, edge)| (transform.edge(size, *at), *edge)).collect(),
            zones: self.zones.iter().map(|(name, set)| (name.clone(), cells(set))).collect(),
            labels: {
                let labels = self.labels.iter();
                labels.map(|(c, label)| (transform.cell(size, *c), label.clone())).collect()
            },
            units: self.units.iter().map(|(side, u)| (*side, transform.unit(size, u))).collect(),
        }
    }

    /// The cells it covers when pasted at a cell.
    pub fn cells_at(&self, at: Cell) -> impl Iterator<Item = Cell> + '_ {
        self.ground.keys().map(move |c| c.offset(at.x, at.y))
    }
}

/// The edits that move the content of cells to another place and turn it. The old cells are cleared
/// and their ground becomes `fill`. `by` is the offset of the north-western corner. Units keep
/// their names, and goals still refer to them.
pub fn shift(
    level: &Level,
    cells: &BTreeSet<Cell>,
    layers: LayerSet,
    (by, transform): ((i16, i16), GridTransform),
    fill: Tile,
) -> Vec<Edit> {
    let on_board = cells.iter().filter(|c| level.ground.contains(**c));
    let (Some(clip), Some(corner)) = (Clipboard::copy(level, cells, layers), corner(on_board))
    else {
        return Vec::new();
    };
    let cells = cells.iter().copied().collect();
    let clear = Edit::Clear { cells, layers, fill: Some(fill) };
    vec![clear, Edit::Paste { clip: clip.turned(transform), at: corner.offset(by.0, by.1) }]
}

/// The ground to fill cut cells with: the most common kind around them, or grass if there is none.
pub fn ground_around(level: &Level, cells: &BTreeSet<Cell>) -> Tile {
    let mut counts: Vec<(Tile, usize)> = Vec::new();
    for cell in cells {
        for next in Dir::SIDES.map(|side| cell.step(side)) {
            let Some(tile) = level.ground.tile(next).filter(|_| !cells.contains(&next)) else {
                continue;
            };
            match counts.iter_mut().find(|(known, _)| *known == tile) {
                Some((_, n)) => *n += 1,
                None => counts.push((tile, 1)),
            }
        }
    }
    // Ties go to the first.
    let most = counts.iter().map(|(_, n)| *n).max();
    let found = counts.iter().find(|(_, n)| Some(*n) == most);
    found.map_or(Terrain::Grass.tile(), |(tile, _)| *tile)
}

fn corner<'c>(cells: impl Iterator<Item = &'c Cell>) -> Option<Cell> {
    cells.copied().reduce(|a, b| Cell::new(a.x.min(b.x), a.y.min(b.y)))
}
