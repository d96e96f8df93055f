//! Edits of several kinds of content: resizing, turning, pasting and clearing.

use std::collections::{BTreeMap, BTreeSet};

use super::{GROUND, Recorder, is_edge_of};
use crate::clipboard::Clipboard;
use crate::edit::{Edit, EditError, Patch};
use crate::layers::{Layer, LayerSet};
use crate::step::Step;
use crate::transform::{GridTransform, cells_of, footprint_at};
use grid::{Cell, Dir, Edge, EdgeAt, MAX_SIDE, Tile};
use level::{Decks, Level, MAX_UNITS, MIN_SIDE, Underlay, Unit, edges_on, hatches_over, in_range};

/// Size of a cell in millimetres.
const CELL: i32 = 1_000;

impl Recorder<'_> {
    /// Refuses edits of the whole level while a layer is locked.
    fn nothing_locked(&self) -> Result<(), EditError> {
        let locked = self.locked.iter().next();
        locked.map_or(Ok(()), |layer| Err(EditError::Locked(layer)))
    }

    fn replace(&mut self, new: Level) {
        if *self.level() != new {
            let old = self.level().clone();
            self.step(Step::Whole(Box::new((old, new))));
        }
    }

    pub(super) fn import(&mut self, level: Level) -> Result<(), EditError> {
        self.nothing_locked()?;
        self.replace(level);
        Ok(())
    }

    pub(super) fn resize(
        &mut self,
        [west, north, east, south]: [i16; 4],
        fill: Tile,
    ) -> Result<(), EditError> {
        self.nothing_locked()?;
        if !in_range(&fill) {
            return Err(EditError::Range { what: "ground", allowed: GROUND });
        }
        let side = |old: u16, before: i16, behind: i16| {
            let new = i32::from(old) + i32::from(before) + i32::from(behind);
            let new = u16::try_from(new).ok().filter(|n| (MIN_SIDE..=MAX_SIDE).contains(n));
            new.ok_or(EditError::Range { what: "the level size", allowed: "4 to 256 cells" })
        };
        let ground = &self.level().ground;
        let size = (side(ground.width(), west, east)?, side(ground.height(), north, south)?);
        let from = |c: Cell| c.offset(west.saturating_neg(), north.saturating_neg());
        let new = ground.rearranged(size, fill, from).ok_or(EditError::PaletteFull)?;
        let kept = |c: &Cell| new.contains(*c);
        let mut level = Level { ground: new.clone(), ..self.level().clone() };
        let to = |c: Cell| c.offset(west, north);
        level.things = level.things.into_iter().map(|(c, item)| (to(c), item)).collect();
        level.things.retain(|c, _| kept(c));
        level.labels = level.labels.into_iter().map(|(c, label)| (to(c), label)).collect();
        level.labels.retain(|c, _| kept(c));
        let decks = level.decks.into_iter().map(|((c, top), deck)| ((to(c), top), deck));
        level.decks = decks.filter(|((c, _), _)| kept(c)).collect();
        let edges = std::mem::take(&mut level.edges).into_iter();
        let moved = |at: EdgeAt| EdgeAt { cell: to(at.cell), ..at };
        let edges: Vec<_> = edges.map(|(at, edge)| (moved(at), edge)).collect();
        level.edges = edges.into_iter().filter(|(place, _)| is_edge_of(&level, *place)).collect();
        for zone in level.regions.values_mut() {
            *zone = zone.iter().map(|c| to(*c)).filter(kept).collect();
        }
        if let Some(underlay) = &mut level.underlay {
            underlay.at.0 += i32::from(west) * CELL;
            underlay.at.1 += i32::from(north) * CELL;
            if !underlay.is_valid() {
                let allowed = "pictures up to 1 km away";
                return Err(EditError::Range { what: "the picture", allowed });
            }
        }
        // Units that fall off are removed first, so that their goals are removed too.
        let stays =
            |unit: &Unit| cells_of(&Unit { at: to(unit.at), ..unit.clone() }).all(|c| kept(&c));
        self.units(|roster| roster.retain(stays));
        level.sides.clone_from(&self.level().sides);
        level.goals.clone_from(&self.level().goals);
        level.events.clone_from(&self.level().events);
        for unit in level.sides.iter_mut().flat_map(|side| &mut side.units) {
            *unit = unit.moved(to);
            let room = |stop: &Cell| footprint_at(unit, *stop).all(|c| kept(&c));
            unit.conduct = unit.conduct.with_stops(room);
        }
        self.replace(level);
        Ok(())
    }

    pub(super) fn turn(&mut self, transform: GridTransform) -> Result<(), EditError> {
        self.nothing_locked()?;
        let old = self.level();
        let size = (old.ground.width() as i16, old.ground.height() as i16);
        let turned = transform.size(size);
        let back = transform.inverse();
        let (width, height) = (turned.0 as u16, turned.1 as u16);
        // Every cell has a source, so no fill is needed.
        let ground =
            old.ground.rearranged((width, height), Tile::default(), |c| back.cell(turned, c));
        let mut level = Level { ground: ground.ok_or(EditError::PaletteFull)?, ..old.clone() };
        let things = old.things.iter();
        level.things =
            things.map(|(c, item)| (transform.cell(size, *c), transform.item(item))).collect();
        let decks = old.decks.iter();
        level.decks =
            decks.map(|((c, top), deck)| ((transform.cell(size, *c), *top), *deck)).collect();
        let edges = old.edges.iter();
        level.edges = edges.map(|(place, edge)| (transform.edge(size, *place), *edge)).collect();
        let labels = old.labels.iter();
        level.labels = labels.map(|(c, label)| (transform.cell(size, *c), label.clone())).collect();
        for zone in level.regions.values_mut() {
            *zone = zone.iter().map(|c| transform.cell(size, *c)).collect();
        }
        for unit in level.sides.iter_mut().flat_map(|side| &mut side.units) {
            *unit = transform.unit(size, unit);
            let inside =
                |c: Cell| Cell::new(c.x.clamp(0, turned.0 - 1), c.y.clamp(0, turned.1 - 1));
            *unit = unit.moved(inside);
        }
        if let Some(underlay) = &mut level.underlay {
            *underlay = turned_picture(underlay, transform, size);
            if !underlay.is_valid() {
                let allowed = "pictures up to 1 km away";
                return Err(EditError::Range { what: "the picture", allowed });
            }
        }
        self.replace(level);
        Ok(())
    }

    pub(super) fn paste(&mut self, clip: Clipboard, at: Cell) -> Result<(), EditError> {
        let by = |c: Cell| c.offset(at.x, at.y);
        let free = |layer: Layer| clip.layers.has(layer) && !self.locked.has(layer);
        let [terrain, heights, things, decks, edges, zones, units] = Layer::CONTENT.map(free);
        let patch = |tile: Tile| Patch {
            terrain: terrain.then_some(tile),
            elevation: heights.then_some(tile.elevation),
            ..Patch::default()
        };
        if terrain || heights {
            let cells = clip.ground.iter().map(|(c, tile)| (by(*c), patch(*tile)));
            self.ground(cells.collect())?;
        }
        if things {
            let cells = clip.ground.keys().map(|c| (by(*c), clip.things.get(c).cloned()));
            self.things(cells.collect())?;
        }
        if decks {
            let new = clip.decks.iter().map(|((c, top), deck)| ((by(*c), *top), *deck)).collect();
            self.replace_decks(&clip.cells_at(at).collect(), &new)?;
        }
        if edges {
            self.paste_edges(&clip, at)?;
        }
        if zones {
            self.paste_zones(&clip, by)?;
        }
        if units {
            self.paste_units(&clip, by)?;
        }
        Ok(())
    }

    /// Pastes the walls and doors of a clip. Edges between two of its cells, and hatches over its
    /// cells, are cleared on all storeys first.
    fn paste_edges(&mut self, clip: &Clipboard, at: Cell) -> Result<(), EditError> {
        let there = |edge: EdgeAt| EdgeAt { cell: edge.cell.offset(at.x, at.y), ..edge };
        let inside = clip.edges.keys().filter(|at| {
            at.floor.is_none() && at.cells().iter().all(|c| clip.ground.contains_key(c))
        });
        let old = inside
            .map(|at| there(*at))
            .flat_map(|at| edges_on(&self.level().edges, at.cell, at.side));
        let hatches = clip.cells_at(at).flat_map(|c| hatches_over(&self.level().edges, c));
        let old = old.chain(hatches).map(|(at, _)| (at, None));
        let new = clip.edges.iter().map(|(at, edge)| (there(*at), *edge));
        let places: BTreeMap<EdgeAt, Option<Edge>> = old.chain(new).collect();
        self.edges(places.into_iter().collect())
    }

    /// Pastes the zones and labels of a clip. Zones of the level with the same names grow.
    fn paste_zones(
        &mut self,
        clip: &Clipboard,
        by: impl Fn(Cell) -> Cell,
    ) -> Result<(), EditError> {
        for (name, cells) in &clip.zones {
            if !self.level().regions.contains_key(name) {
                self.add_zone(name.clone())?;
            }
            self.zone_cells(name.clone(), cells.iter().map(|c| by(*c)).collect(), true)?;
        }
        let labels = clip.labels.iter().map(|(c, label)| (by(*c), Some(label.clone())));
        self.labels(labels.collect())
    }

    /// Pastes the units of a clip that fit on the board. Names already in use are dropped.
    fn paste_units(
        &mut self,
        clip: &Clipboard,
        by: impl Fn(Cell) -> Cell,
    ) -> Result<(), EditError> {
        let sides = &self.level().sides;
        let mut names: BTreeSet<String> =
            sides.iter().flat_map(|s| &s.units).filter_map(|u| u.name.clone()).collect();
        let last = sides.len().saturating_sub(1);
        let count: usize = sides.iter().map(|s| s.units.len()).sum();
        let mut added = Vec::new();
        for (side, unit) in &clip.units {
            let mut unit = unit.moved(&by);
            if cells_of(&unit).any(|c| !self.level().ground.contains(c)) {
                continue;
            }
            // The zone or cells that its conduct refers to may not have been pasted.
            let known = |name: &str| self.level().regions.contains_key(name);
            let on_board = |cell| self.level().ground.contains(cell);
            let room = |stop: &Cell| footprint_at(&unit, *stop).all(on_board);
            let conduct = unit.conduct.with_stops(room);
            unit.conduct = conduct.renamed(|name| known(name).then(|| name.to_owned()));
            unit.name.take_if(|name| !names.insert(name.clone()));
            added.push(((*side).min(last), unit));
        }
        if count + added.len() > MAX_UNITS {
            return Err(EditError::TooMany { what: "units", most: MAX_UNITS });
        }
        self.units(|roster| added.into_iter().for_each(|(side, unit)| roster.add(side, unit)));
        Ok(())
    }

    pub(super) fn clear(
        &mut self,
        cells: &[Cell],
        layers: LayerSet,
        fill: Option<Tile>,
    ) -> Result<(), EditError> {
        let cells: BTreeSet<Cell> = cells.iter().copied().collect();
        let locked = self.locked;
        let free = |layer: Layer| layers.has(layer) && !locked.has(layer);
        let [things, decks, edges, zones, units] =
            [Layer::Things, Layer::Decks, Layer::Edges, Layer::Zones, Layer::Units].map(free);
        if units {
            self.units(|roster| roster.retain(|unit| !cells_of(unit).all(|c| cells.contains(&c))));
        }
        if things {
            self.things(cells.iter().map(|c| (*c, None)).collect())?;
        }
        if decks {
            self.replace_decks(&cells, &Decks::new())?;
        }
        if edges {
            let sides = cells.iter().flat_map(|c| Dir::SIDES.map(|side| (*c, side)));
            let all = sides.flat_map(|(c, side)| edges_on(&self.level().edges, c, side));
            let hatches = cells.iter().flat_map(|c| hatches_over(&self.level().edges, *c));
            let all = all.chain(hatches);
            let gone: BTreeMap<EdgeAt, Option<Edge>> = all.map(|(at, _)| (at, None)).collect();
            self.edges(gone.into_iter().collect())?;
        }
        if zones {
            for name in self.level().regions.keys().cloned().collect::<Vec<_>>() {
                self.apply(Edit::ZoneCells {
                    zone: name,
                    cells: cells.iter().copied().collect(),
                    inside: false,
                })?;
            }
            let inside = |c: &&Cell| self.level().labels.contains_key(c);
            let labels = cells.iter().filter(inside).map(|c| (*c, None)).collect();
            self.labels(labels)?;
        }
        let (terrain, heights) = (free(Layer::Terrain), free(Layer::Heights));
        if let Some(fill) = fill.filter(|_| terrain || heights) {
            let patch = Patch {
                terrain: terrain.then_some(fill),
                elevation: heights.then_some(fill.elevation),
                ..Patch::default()
            };
            self.ground(cells.iter().map(|c| (*c, patch)).collect())?;
        }
        Ok(())
    }
}

/// The picture, turned together with the board.
fn turned_picture(underlay: &Underlay, transform: GridTransform, (w, h): (i16, i16)) -> Underlay {
    let board = (i32::from(w) * CELL, i32::from(h) * CELL);
    let far = (underlay.at.0 + underlay.size.0, underlay.at.1 + underlay.size.1);
    let (a, b) = (transform.point(board, underlay.at), transform.point(board, far));
    let (turn, mirrored) =
        GridTransform::of_picture(underlay.mirrored, underlay.turn).then(transform).as_picture();
    Underlay {
        at: (a.0.min(b.0), a.1.min(b.1)),
        size: ((a.0 - b.0).abs(), (a.1 - b.1).abs()),
        turn,
        mirrored,
        ..underlay.clone()
    }
}
