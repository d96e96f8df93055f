//! The square board: tiles, things, edges and volumes, without combatants.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::air::{Atmosphere, Haze, Weather};
use super::cell::{Cell, Dir};
use super::deck::{Decks, Hatches};
use super::matter::{Edge, EdgeKind, Volume};
use super::memo::{BoardCache, Memo};
use super::terrain::{Light, Rough, Tile};
use super::things::{Footing, Thing, ThingId};
use super::units::Hm;
use super::upper::UpperEdges;

/// Longest side of a board in cells.
pub const MAX_SIDE: u16 = 256;

/// A board of `width` x `height` cells.
///
/// Cells outside the board count as solid.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Board {
    width: u16,
    height: u16,
    tiles: Vec<Tile>,
    /// Matter on the north edge and then on the west edge of each cell. One row and column larger
    /// than the board, so that the southern and eastern borders have edges too.
    north: Vec<Option<Edge>>,
    west: Vec<Option<Edge>>,
    /// Whether any side of a cell has matter; derived from the edges.
    walled: Vec<bool>,
    things: Vec<Thing>,
    /// The thing in each cell, if any; derived from `things`.
    thing_at: Vec<Option<ThingId>>,
    volumes: Vec<Volume>,
    /// Floors above the ground.
    #[serde(default, skip_serializing_if = "Decks::is_empty")]
    pub(super) decks: Decks,
    /// Matter on edges above the ground.
    #[serde(default, skip_serializing_if = "UpperEdges::is_empty")]
    pub(super) uppers: UpperEdges,
    /// Doors in decks.
    #[serde(default, skip_serializing_if = "Hatches::is_empty")]
    pub(super) hatches: Hatches,
    /// Weather and the like, for the whole board.
    #[serde(default)]
    atmosphere: Atmosphere,
    /// Ambient brightness; darker tiles stay darker.
    ambient: Light,
    /// Lamp light per cell, only where a lamp brightens it; derived from `things`.
    lamps: BTreeMap<Cell, Light>,
    /// Cached facts about the current board.
    #[serde(skip)]
    memo: Memo,
}

/// Matter in a cell and on two of its sides.
pub(super) struct MatterAt<'b> {
    /// The thing in the cell.
    pub thing: Option<(ThingId, &'b Thing)>,
    /// Matter on its north side.
    pub north: Option<Edge>,
    /// Matter on its west side.
    pub west: Option<Edge>,
}

impl Board {
    /// A board of default tiles. Sides are clamped to 1..=[`MAX_SIDE`].
    pub fn new(width: u16, height: u16) -> Self {
        let (width, height) = (width.clamp(1, MAX_SIDE), height.clamp(1, MAX_SIDE));
        let cells = usize::from(width) * usize::from(height);
        let edges = (usize::from(width) + 1) * (usize::from(height) + 1);
        Self {
            width,
            height,
            tiles: vec![Tile::default(); cells],
            north: vec![None; edges],
            west: vec![None; edges],
            walled: vec![false; cells],
            things: Vec::new(),
            thing_at: vec![None; cells],
            volumes: Vec::new(),
            decks: Decks::default(),
            uppers: UpperEdges::default(),
            hatches: Hatches::default(),
            atmosphere: Atmosphere::default(),
            ambient: Light::Bright,
            lamps: BTreeMap::new(),
            memo: Memo::default(),
        }
    }

    /// Facts cached until the board changes.
    pub(super) fn cache(&self) -> &BoardCache {
        self.memo.cache()
    }

    /// Clears the cache before the board changes.
    pub(super) fn clear_cache(&mut self) {
        self.memo.clear();
    }

    /// Number of columns.
    #[inline]
    pub const fn width(&self) -> u16 {
        self.width
    }

    /// Number of rows.
    pub const fn height(&self) -> u16 {
        self.height
    }

    /// Index of a cell in row order; `None` outside the board.
    #[inline]
    pub fn index(&self, c: Cell) -> Option<usize> {
        // Negative numbers wrap far beyond any board.
        let (x, y) = (c.x as u16, c.y as u16);
        let inside = x < self.width && y < self.height;
        inside.then(|| usize::from(y) * usize::from(self.width) + usize::from(x))
    }

    /// Whether a cell is on the board.
    #[inline]
    pub fn contains(&self, c: Cell) -> bool {
        self.index(c).is_some()
    }

    /// Every cell, row by row from the north-west.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h).flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
    }

    /// The tile of a cell; `None` outside the board.
    #[inline]
    pub fn tile(&self, c: Cell) -> Option<&Tile> {
        self.index(c).and_then(|i| self.tiles.get(i))
    }

    /// The tile of a cell for modification; `None` outside the board.
    #[inline]
    pub fn tile_mut(&mut self, c: Cell) -> Option<&mut Tile> {
        self.memo.clear();
        self.index(c).and_then(|i| self.tiles.get_mut(i))
    }

    /// Whether a cell is solid. Everything outside the board is.
    pub fn is_solid(&self, c: Cell) -> bool {
        self.tile(c).is_none_or(Tile::is_solid)
    }

    #[inline]
    fn edge_slot(&self, c: Cell) -> Option<usize> {
        let (x, y) = (c.x as u16, c.y as u16);
        let inside = x <= self.width && y <= self.height;
        inside.then(|| usize::from(y) * (usize::from(self.width) + 1) + usize::from(x))
    }

    /// The matter on the ground on one of the four sides of a cell; `None` for diagonals and empty
    /// edges.
    pub fn edge(&self, c: Cell, side: Dir) -> Option<Edge> {
        let (list, slot) = match side {
            Dir::N => (&self.north, self.edge_slot(c)),
            Dir::W => (&self.west, self.edge_slot(c)),
            Dir::S => (&self.north, self.edge_slot(c.step(Dir::S))),
            Dir::E => (&self.west, self.edge_slot(c.step(Dir::E))),
            Dir::NE | Dir::SE | Dir::SW | Dir::NW => return None,
        };
        slot.and_then(|i| list.get(i).copied().flatten())
    }

    /// Sets or clears the matter on the ground on one of the four sides of a cell. Returns false,
    /// without a change, for diagonals, edges off the board and hatches.
    pub fn set_edge(&mut self, c: Cell, side: Dir, edge: Option<Edge>) -> bool {
        if edge.is_some_and(|edge| edge.kind == EdgeKind::Hatch) {
            return false;
        }
        self.memo.clear();
        let (slot, north) = match side {
            Dir::N => (self.edge_slot(c), true),
            Dir::W => (self.edge_slot(c), false),
            Dir::S => (self.edge_slot(c.step(Dir::S)), true),
            Dir::E => (self.edge_slot(c.step(Dir::E)), false),
            Dir::NE | Dir::SE | Dir::SW | Dir::NW => return false,
        };
        let list = if north { &mut self.north } else { &mut self.west };
        match slot.and_then(|i| list.get_mut(i)) {
            Some(place) => {
                *place = edge;
            }
            None => return false,
        }
        self.note_walls([c, c.step(side)]);
        true
    }

    /// Notes whether the sides of cells have matter.
    pub(super) fn note_walls(&mut self, cells: [Cell; 2]) {
        for cell in cells {
            let walled = Dir::SIDES.into_iter().any(|s| self.edges_on(cell, s).next().is_some());
            if let Some(slot) = self.index(cell).and_then(|i| self.walled.get_mut(i)) {
                *slot = walled;
            }
        }
    }

    /// Whether none of the four sides of a cell has matter on any storey; false off the board.
    #[inline]
    pub fn is_bare(&self, c: Cell) -> bool {
        self.index(c).and_then(|i| self.walled.get(i)).is_some_and(|walled| !walled)
    }

    /// Matter on the ground in a cell and on its north and west sides in one lookup, for the hot
    /// loops of sight.
    #[inline]
    pub(super) fn matter_at(&self, c: Cell) -> MatterAt<'_> {
        let slot = self.edge_slot(c);
        let edge = |list: &[Option<Edge>]| slot.and_then(|i| list.get(i).copied().flatten());
        let (north, west) = (edge(&self.north), edge(&self.west));
        let Some(i) = self.index(c) else {
            return MatterAt { thing: None, north, west };
        };
        let id = self.thing_at.get(i).copied().flatten();
        let thing = id.and_then(|id| self.thing(id).map(|t| (id, t)));
        MatterAt { thing, north, west }
    }

    /// Absolute height from which an edge's bands are measured: the higher adjacent floor, ignoring
    /// things. At the border, only the side on the board counts.
    #[inline]
    pub fn edge_base(&self, c: Cell, side: Dir) -> Hm {
        let here = self.tile(c).map(|t| t.elevation);
        let there = self.tile(c.step(side)).map(|t| t.elevation);
        here.into_iter().chain(there).max().unwrap_or_default()
    }

    /// Every edge with matter on the ground, as cell and side (north or west), row by row.
    pub(super) fn ground_edges(&self) -> impl Iterator<Item = (Cell, Dir, Edge)> + '_ {
        let w = usize::from(self.width) + 1;
        let at = move |i: usize| Cell::new((i % w) as i16, (i / w) as i16);
        let north = self.north.iter().enumerate();
        let west = self.west.iter().enumerate();
        north
            .filter_map(move |(i, e)| e.map(|e| (at(i), Dir::N, e)))
            .chain(west.filter_map(move |(i, e)| e.map(|e| (at(i), Dir::W, e))))
    }

    /// Places a thing and returns its number; `None`, without a change, if the cell is off the
    /// board, solid or taken by another thing.
    pub fn add_thing(&mut self, thing: Thing) -> Option<ThingId> {
        self.memo.clear();
        let i = self.index(thing.cell)?;
        if self.is_solid(thing.cell) || self.thing_at.get(i).copied().flatten().is_some() {
            return None;
        }
        let id = ThingId(u16::try_from(self.things.len()).ok()?);
        if let Some(slot) = self.thing_at.get_mut(i) {
            *slot = Some(id);
        }
        let lit = thing.lamp().is_some();
        self.things.push(thing);
        if lit {
            self.relight();
        }
        Some(id)
    }

    /// Replaces all things and renumbers them from 0. Things
    /// that [`Self::add_thing`] would refuse are left out.
    pub fn replace_things(&mut self, things: impl IntoIterator<Item = Thing>) {
        self.memo.clear();
        self.things.clear();
        self.thing_at.fill(None);
        for thing in things {
            let Some(i) = self.index(thing.cell).filter(|_| !self.is_solid(thing.cell)) else {
                continue;
            };
            let (Some(slot), Ok(id)) = (self.thing_at.get_mut(i), u16::try_from(self.things.len()))
            else {
                continue;
            };
            if slot.is_none() {
                *slot = Some(ThingId(id));
                self.things.push(thing);
            }
        }
        self.relight();
    }

    /// Removes a thing from the board; its number is not reused. Returns whether it was there.
    pub fn remove_thing(&mut self, id: ThingId) -> bool {
        self.memo.clear();
        let Some(thing) = self.things.get_mut(usize::from(id.0)).filter(|t| !t.gone) else {
            return false;
        };
        thing.gone = true;
        let (cell, lit) = (thing.cell, thing.lamp().is_some());
        if let Some(slot) = self.index(cell).and_then(|i| self.thing_at.get_mut(i)) {
            *slot = None;
        }
        if lit {
            self.relight();
        }
        true
    }

    /// Puts a removed thing back in its cell, unless another thing has taken it. Returns whether it
    /// is back.
    pub fn restore_thing(&mut self, id: ThingId) -> bool {
        self.memo.clear();
        let Some(thing) = self.things.get(usize::from(id.0)).filter(|t| t.gone) else {
            return false;
        };
        let (cell, lit) = (thing.cell, thing.lamp().is_some());
        let slot = self.index(cell).and_then(|i| self.thing_at.get_mut(i));
        let Some(slot) = slot.filter(|slot| slot.is_none()) else { return false };
        *slot = Some(id);
        if let Some(thing) = self.things.get_mut(usize::from(id.0)) {
            thing.gone = false;
        }
        if lit {
            self.relight();
        }
        true
    }

    /// The thing with this number, unless it was removed.
    pub fn thing(&self, id: ThingId) -> Option<&Thing> {
        self.things.get(usize::from(id.0)).filter(|t| !t.gone)
    }

    /// The thing in a cell.
    #[inline]
    pub fn thing_in(&self, c: Cell) -> Option<(ThingId, &Thing)> {
        let id = self.index(c).and_then(|i| self.thing_at.get(i).copied().flatten())?;
        self.thing(id).map(|t| (id, t))
    }

    /// Every remaining thing, ordered by number.
    pub fn things(&self) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.things.iter().enumerate().filter(|(_, t)| !t.gone).map(|(i, t)| (ThingId(i as u16), t))
    }

    /// The volumes, oldest first.
    pub fn volumes(&self) -> &[Volume] {
        &self.volumes
    }

    /// Adds a volume. Sorts its cells and drops those off the board.
    pub fn add_volume(&mut self, mut volume: Volume) {
        self.memo.clear();
        volume.cells.retain(|c| self.contains(*c));
        volume.cells.sort_unstable();
        volume.cells.dedup();
        self.volumes.push(volume);
    }

    /// Removes and returns a volume.
    pub fn remove_volume(&mut self, id: super::matter::VolumeId) -> Option<Volume> {
        self.memo.clear();
        let i = self.volumes.iter().position(|v| v.id == id)?;
        Some(self.volumes.remove(i))
    }

    /// The volumes that cover a cell.
    #[inline]
    pub fn volumes_in(&self, c: Cell) -> impl Iterator<Item = &Volume> {
        self.volumes.iter().filter(move |v| v.cells.binary_search(&c).is_ok())
    }

    /// Sets the ambient brightness.
    pub fn set_ambient(&mut self, light: Light) {
        self.memo.clear();
        self.ambient = light;
    }

    /// Ambient brightness.
    pub const fn ambient(&self) -> Light {
        self.ambient
    }

    /// Sets weather and the like for the whole board.
    pub fn set_atmosphere(&mut self, atmosphere: Atmosphere) {
        self.memo.clear();
        self.atmosphere = atmosphere;
    }

    /// Weather and the like, for the whole board.
    pub const fn atmosphere(&self) -> Atmosphere {
        self.atmosphere
    }

    /// Whether a roof keeps the weather out; true off the board.
    pub fn is_sheltered(&self, c: Cell) -> bool {
        self.tile(c).is_none_or(|tile| tile.ceiling.is_some() || tile.is_solid())
    }

    /// The weather in a cell: clear under a roof and off the board.
    pub fn weather_in(&self, c: Cell) -> Weather {
        if self.is_sheltered(c) { Weather::CLEAR } else { self.atmosphere.weather }
    }

    /// The worst haze of ground and volumes in a cell, without the weather.
    pub fn haze_in(&self, c: Cell) -> Haze {
        let ground = self.tile(c).map_or(Haze::None, |tile| tile.haze);
        self.volumes_in(c).map(Volume::haze_rank).fold(ground, Haze::max)
    }

    /// Like [`Self::haze_in`], for a body with these feet and this head: where decks lie over the
    /// cell, volumes above or below the body do not count.
    pub fn haze_around(&self, c: Cell, feet: Hm, top: Hm) -> Haze {
        let Some(tile) = self.tile(c) else { return Haze::None };
        if self.decks_in(c).is_empty() && self.volumes_in(c).all(|v| v.floor.is_none()) {
            return self.haze_in(c);
        }
        let meets = |low: Hm, height: Hm| feet < low + height && top > low;
        let ground = if meets(tile.surface(), Tile::HAZE_HEIGHT) { tile.haze } else { Haze::None };
        let met = |v: &&Volume| meets(v.floor.unwrap_or(tile.surface()), v.height);
        self.volumes_in(c).filter(met).map(Volume::haze_rank).fold(ground, Haze::max)
    }

    /// Whether a cell has no air to breathe or carry sound.
    #[inline]
    pub fn is_airless(&self, c: Cell) -> bool {
        self.atmosphere.airless || self.tile(c).is_some_and(|tile| tile.airless)
    }

    /// Brightness of a cell: the darker of ambient and tile, or
    /// lamp light where that is brighter. Dark outside the board.
    #[inline]
    pub fn light(&self, c: Cell) -> Light {
        let Some(tile) = self.tile(c) else { return Light::Dark };
        let plain = tile.light.min(self.ambient);
        self.lamps.get(&c).map_or(plain, |l| plain.max(*l))
    }

    /// Recomputes the light of lamps. Lamps shine in all directions and ignore walls, so that
    /// players can judge light by distance alone.
    fn relight(&mut self) {
        let (width, height) = (self.width as i16, self.height as i16);
        let mut lamps: BTreeMap<Cell, Light> = BTreeMap::new();
        for thing in self.things.iter().filter(|t| !t.gone) {
            let Some(lamp) = thing.lamp() else { continue };
            let (near, far) = (i16::from(lamp.bright), i16::from(lamp.dim));
            let at = thing.cell;
            for y in (at.y - far).max(0)..=(at.y + far).min(height - 1) {
                for x in (at.x - far).max(0)..=(at.x + far).min(width - 1) {
                    // A light without a bright part does not brighten its own cell either.
                    let away = (x - at.x).abs().max((y - at.y).abs());
                    let bright = lamp.bright > 0 && away <= near;
                    let light = if bright { Light::Bright } else { Light::Dim };
                    let best = lamps.entry(Cell::new(x, y)).or_insert(light);
                    *best = (*best).max(light);
                }
            }
        }
        self.lamps = lamps;
    }

    /// Absolute height at which the feet of a body of `height` rest in a
    /// cell: on a thing that carries bodies, else on the floor or afloat.
    /// `None` for solid cells and things that cannot be stood on.
    pub fn footing(&self, c: Cell, height: Hm) -> Option<Hm> {
        let tile = self.tile(c).filter(|t| !t.is_solid())?;
        match self.thing_in(c).map(|(_, t)| (t.footing(), t.height)) {
            Some((Footing::Blocks, _)) => None,
            Some((Footing::Platform, top)) => {
                Some((tile.elevation + top).max(tile.footing(height)))
            }
            Some((Footing::Through(_), _)) | None => Some(tile.footing(height)),
        }
    }

    /// Whether feet at [`Self::footing`] stand on a thing rather than on the ground.
    pub fn stands_on_thing(&self, c: Cell, height: Hm) -> bool {
        let Some((_, thing)) = self.thing_in(c) else { return false };
        thing.footing() == Footing::Platform
            && self.tile(c).is_some_and(|t| t.elevation + thing.height >= t.footing(height))
    }

    /// Roughness of a cell's ground: the worst of tile, undergrowth and volumes. On top of a thing,
    /// the ground below does not count.
    pub fn rough(&self, c: Cell) -> Rough {
        let Some(tile) = self.tile(c) else { return Rough::None };
        let ground = match self.thing_in(c).map(|(_, t)| t.footing()) {
            Some(Footing::Platform) => Rough::None,
            Some(Footing::Through(r)) => tile.rough.max(r),
            Some(Footing::Blocks) | None => tile.rough,
        };
        let on_ground = self.volumes_in(c).filter(|v| v.floor.is_none());
        on_ground.map(|v| v.rough).fold(ground, Rough::max)
    }
}
