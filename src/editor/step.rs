//! Reversible steps: the smallest changes, each with the old and the new value. Only these change a
//! level, for edits, undo and redo alike.

use std::collections::{BTreeMap, BTreeSet};

use super::changed::Changed;
use super::edit::Fact;
use super::transform::EdgeAt;
use grid::{Board, Cell, Edge, Hm, Tile};
use level::{DeckItem, Goal, GroundCell, Item, Label, Level, LevelEvent, Side};

/// Old and new value.
type Swap<T> = (T, T);

/// A small reversible change of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// An entry of the palette.
    Entry(char, Swap<Option<Tile>>),
    /// The ground of cells.
    Ground(Vec<(Cell, Swap<GroundCell>)>),
    /// Things in cells.
    Things(Vec<(Cell, Swap<Option<Item>>)>),
    /// Decks, by cell and height of the top.
    Decks(Vec<((Cell, Hm), Swap<Option<DeckItem>>)>),
    /// Walls and doors on edges.
    Edges(Vec<(EdgeAt, Swap<Option<Edge>>)>),
    /// Cells added to a zone (true) or removed from it.
    ZoneCells(String, Vec<Cell>, bool),
    /// A zone added or removed.
    Zone(String, Swap<Option<BTreeSet<Cell>>>),
    /// Labels in cells.
    Labels(Vec<(Cell, Swap<Option<Label>>)>),
    /// The list of exit zones.
    Exits(Swap<Vec<String>>),
    /// Sides with their units.
    Sides(Box<Swap<Vec<Side>>>),
    /// The goals.
    Goals(Box<Swap<Vec<Goal>>>),
    /// The events.
    Events(Box<Swap<Vec<LevelEvent>>>),
    /// A property of the level.
    Fact(Box<Swap<Fact>>),
    /// The whole level.
    Whole(Box<Swap<Level>>),
}

/// Direction in which a step is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// Do or redo.
    Forward,
    /// Undo.
    Backward,
}

impl Direction {
    const fn to<T>(self, swap: &Swap<T>) -> &T {
        match self {
            Self::Forward => &swap.1,
            Self::Backward => &swap.0,
        }
    }
}

/// A level and its board, always in sync.
#[derive(Clone, Debug)]
pub(super) struct Document {
    pub level: Level,
    pub board: Board,
    /// Things on the board are out of date.
    stale_things: bool,
}

impl Document {
    pub fn new(level: Level) -> Self {
        let board = level.board();
        Self { level, board, stale_things: false }
    }

    /// Applies a step and records what changed.
    pub fn apply(&mut self, step: &Step, way: Direction, changed: &mut Changed) {
        let level = &mut self.level;
        match step {
            Step::Entry(symbol, swap) => {
                match way.to(swap) {
                    Some(tile) => {
                        level.ground.define(*symbol, *tile);
                    }
                    None => level.ground.forget(*symbol),
                };
                // A palette entry changes no cell; the cells that use it are steps of their own.
                changed.facts = true;
            }
            Step::Ground(cells) => self.ground(cells, way, changed),
            Step::Things(cells) => {
                for (cell, swap) in cells {
                    put(&mut level.things, *cell, way.to(swap).clone());
                    changed.things.push(*cell);
                }
                self.stale_things = true;
            }
            Step::Decks(decks) => self.decks(decks, way, changed),
            Step::Edges(edges) => {
                for (place, swap) in edges {
                    let edge = *way.to(swap);
                    put(&mut level.edges, *place, edge);
                    self.board.set_edge_at(*place, edge);
                    changed.edges.push(*place);
                }
            }
            Step::ZoneCells(zone, cells, inside) => {
                let joins = *inside == (way == Direction::Forward);
                self.zone_cells(zone, (cells, joins), changed);
            }
            Step::Zone(name, swap) => self.zone(name, way.to(swap).clone(), changed),
            Step::Labels(cells) => {
                for (cell, swap) in cells {
                    put(&mut level.labels, *cell, way.to(swap).clone());
                }
                changed.zones = true;
            }
            Step::Exits(swap) => self.exits(way.to::<Vec<String>>(swap), changed),
            Step::Sides(swap) => {
                level.sides.clone_from(way.to(swap));
                changed.sides = true;
            }
            Step::Goals(swap) => {
                level.goals.clone_from(way.to(swap));
                changed.goals = true;
            }
            Step::Events(swap) => {
                level.events.clone_from(way.to(swap));
                changed.goals = true;
            }
            Step::Fact(swap) => self.fact(way.to(swap).clone(), changed),
            Step::Whole(swap) => {
                *self = Self::new(way.to(swap).clone());
                changed.all = true;
            }
        }
    }

    fn decks(
        &mut self,
        decks: &[((Cell, Hm), Swap<Option<DeckItem>>)],
        way: Direction,
        changed: &mut Changed,
    ) {
        for (place, swap) in decks {
            put(&mut self.level.decks, *place, *way.to(swap));
            changed.decks.push(place.0);
        }
        let cells: BTreeSet<Cell> = decks.iter().map(|((cell, _), _)| *cell).collect();
        cells.into_iter().for_each(|cell| self.lay_decks(cell));
    }

    fn exits(&mut self, exits: &[String], changed: &mut Changed) {
        let cells_of = |level: &Level| -> Vec<Cell> {
            let zones = level.exits.iter().filter_map(|name| level.regions.get(name));
            zones.flatten().copied().collect()
        };
        let mut cells = cells_of(&self.level);
        self.level.exits = exits.to_vec();
        cells.extend(cells_of(&self.level));
        self.mark_exits(Some(cells.as_slice()), changed);
    }

    fn fact(&mut self, fact: Fact, changed: &mut Changed) {
        fact.put(&mut self.level);
        self.board.set_ambient(self.level.light.light());
        self.board.set_atmosphere(self.level.atmosphere);
        changed.facts = true;
    }

    /// Adds cells to a zone or removes them.
    fn zone_cells(&mut self, name: &str, (cells, joins): (&[Cell], bool), changed: &mut Changed) {
        if let Some(zone) = self.level.regions.get_mut(name) {
            for cell in cells {
                match joins {
                    true => zone.insert(*cell),
                    false => zone.remove(cell),
                };
            }
        }
        let exit = self.level.exits.iter().any(|exit| exit == name);
        self.mark_exits(exit.then_some(cells), changed);
    }

    /// Adds or removes a zone.
    fn zone(&mut self, name: &str, cells: Option<BTreeSet<Cell>>, changed: &mut Changed) {
        let regions = &mut self.level.regions;
        let before = match cells {
            Some(cells) => regions.insert(name.to_owned(), cells),
            None => regions.remove(name),
        };
        let now = regions.get(name).cloned();
        let exit = self.level.exits.iter().any(|exit| exit == name);
        let both = before.into_iter().chain(now).flatten().collect::<Vec<_>>();
        self.mark_exits(exit.then_some(both.as_slice()), changed);
    }

    fn ground(
        &mut self,
        cells: &[(Cell, Swap<GroundCell>)],
        way: Direction,
        changed: &mut Changed,
    ) {
        for (cell, swap) in cells {
            self.level.ground.put(*cell, *way.to(swap));
            let (Some(slot), Some(tile)) =
                (self.board.tile_mut(*cell), self.level.ground.tile(*cell))
            else {
                continue;
            };
            // Things in solid ground are not on the board.
            let stale = slot.is_solid() != tile.is_solid();
            *slot = Tile { exit: slot.exit, ..tile };
            self.stale_things |= stale && self.level.things.contains_key(cell);
            // Nor are decks.
            if stale && self.has_decks(*cell) {
                self.lay_decks(*cell);
                changed.decks.push(*cell);
            }
            changed.ground.push(*cell);
        }
    }

    fn has_decks(&self, cell: Cell) -> bool {
        level::decks_over(&self.level.decks, cell).next().is_some()
    }

    /// Brings the board's decks over a cell up to date.
    fn lay_decks(&mut self, cell: Cell) {
        self.board.remove_decks(cell);
        for (top, item) in level::decks_over(&self.level.decks, cell) {
            self.board.add_deck(cell, item.deck(top));
            let hatch = EdgeAt::hatch(cell, top);
            if let Some(edge) = self.level.edges.get(&hatch) {
                self.board.set_edge_at(hatch, Some(*edge));
            }
        }
    }

    /// Recomputes which of these cells are exits.
    fn mark_exits(&mut self, cells: Option<&[Cell]>, changed: &mut Changed) {
        changed.zones = true;
        for cell in cells.into_iter().flatten() {
            let zones = self.level.exits.iter().filter_map(|name| self.level.regions.get(name));
            let exit = zones.into_iter().any(|zone| zone.contains(cell));
            if let Some(tile) = self.board.tile_mut(*cell) {
                tile.exit = exit;
            }
        }
    }

    /// Brings the board's things up to date. Call after the last of several steps.
    pub fn settle(&mut self) {
        if std::mem::take(&mut self.stale_things) {
            self.board.replace_things(self.level.board_things());
        }
    }
}

/// Sets the value of a key, or removes the key.
fn put<K: Ord, V>(map: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => map.insert(key, value),
        None => map.remove(&key),
    };
}

impl Fact {
    /// The level's current value of the same property.
    pub(super) fn same_of(&self, level: &Level) -> Self {
        match self {
            Self::Name(_) => Self::Name(level.name.clone()),
            Self::Author(_) => Self::Author(level.author.clone()),
            Self::Description(_) => Self::Description(level.description.clone()),
            Self::Notes(_) => Self::Notes(level.notes.clone()),
            Self::Light(_) => Self::Light(level.light),
            Self::Atmosphere(_) => Self::Atmosphere(level.atmosphere),
            Self::HiddenInformation(_) => Self::HiddenInformation(level.hidden_information),
            Self::Underlay(_) => Self::Underlay(level.underlay.clone()),
        }
    }

    fn put(self, level: &mut Level) {
        match self {
            Self::Name(text) => level.name = text,
            Self::Author(text) => level.author = text,
            Self::Description(text) => level.description = text,
            Self::Notes(text) => level.notes = text,
            Self::Light(light) => level.light = light,
            Self::Atmosphere(air) => level.atmosphere = air,
            Self::HiddenInformation(on) => level.hidden_information = on,
            Self::Underlay(underlay) => level.underlay = underlay,
        }
    }
}
