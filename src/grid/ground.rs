//! The ground under a body: where its feet rest, the ground's properties, the clearance overhead,
//! and what makes the place impossible.

use super::body::{SupportKind, UnitId};
use super::cell::{Cell, Dir};
use super::deck::Deck;
use super::field::Field;
use super::floor::FloorAt;
use super::matter::Passage;
use super::room::Room;
use super::terrain::{Climb, Hazard, Rough, Terrain, Tile};
use super::things::{Footing, ThingId};
use super::units::Hm;
use super::upper::Swept;

/// Why geometry rules out a place or a step, under any ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Obstacle {
    /// Part of the footprint would be off the board.
    #[error("{0} is off the board")]
    OffBoard(Cell),
    /// A cell is solid up to the sky.
    #[error("{0} is solid")]
    Solid(Cell),
    /// A thing fills a cell: bodies cannot stand in it, and it is too high to fly over.
    #[error("something stands in {0}")]
    Thing(Cell, ThingId),
    /// Too little height below a ceiling.
    #[error("the ceiling over {0} is too low")]
    Ceiling(Cell),
    /// The feet would be below the floor, the water or the top of a thing.
    #[error("the floor of {0} is too high")]
    Floor(Cell),
    /// The cell has no floor at the named height.
    #[error("{0} has no floor at that height")]
    NoFloor(Cell),
    /// A wall, bars or a closed leaf on this side of the cell.
    #[error("a wall stands on the {1:?} side of {0}")]
    Wall(Cell, Dir),
    /// A diagonal step with both corners blocked.
    #[error("both corners {1:?} of {0} are blocked")]
    Corners(Cell, Dir),
    /// The place is not one step away.
    #[error("{0} is not one step away")]
    TooFar(Cell),
    /// No climbable face next to the body at that height.
    #[error("there is nothing to hold on to at {0}")]
    NoGrip(Cell),
    /// The body is not on a square board.
    #[error("this place is not on a square board")]
    NotOnBoard,
    /// Another blocking body is in the way.
    #[error("{1} is in the way at {0}")]
    Occupied(Cell, UnitId),
}

/// The ground under a body at a certain height, over its entire footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// What supports the feet: ground, a thing, water, or nothing in the air. Flight and grip
    /// belong to the body and are not known here.
    pub support: SupportKind,
    /// Roughness of the roughest cell (PR-105: the worst counts), including volumes.
    pub rough: Rough,
    /// The highest slipperiness; 0 for firm ground.
    pub slippery: u8,
    /// The worst harm of ground or volumes that reaches the feet; 0 for none (PR-129).
    pub harm: u8,
    /// The easiest marked face among the columns under the body, if any is marked.
    pub climb: Climb,
    /// Combatants may leave the battle from here.
    pub exit: bool,
    /// Other bodies share this space, blocking or not.
    pub occupied: bool,
    /// Deepest water below it.
    pub depth: Hm,
    /// Some of that water is rough (EV-96).
    pub rough_water: bool,
    /// No cell of it has air.
    pub airless: bool,
    /// Smallest clearance above the feet; `None` under the open sky.
    pub clear: Option<Hm>,
    /// The thing under the feet.
    pub thing: Option<ThingId>,
}

impl Ground {
    /// The ground of a body that is stuck inside matter or off the board.
    pub(super) const NOWHERE: Self = Self {
        support: SupportKind::Nothing,
        rough: Rough::None,
        slippery: 0,
        harm: 0,
        climb: Climb::Unmarked,
        exit: false,
        occupied: false,
        depth: Hm::ZERO,
        rough_water: false,
        airless: false,
        clear: None,
        thing: None,
    };
}

/// Where a body stands under its own weight, and the ground there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    /// Absolute height of the feet.
    pub feet: Hm,
    /// The ground there.
    pub ground: Ground,
}

/// The air over a footprint, in absolute heights of the feet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Air {
    /// The lowest at which a body can be there.
    pub lowest: Hm,
    /// From here on up, the ground below is the same but for the clearance.
    pub even: Hm,
    /// From here on up, no matter on the edges of its cells is in the way.
    pub edges: Hm,
    /// The ground below a body at that height; `None` if the ceiling is too low.
    pub ground: Option<Ground>,
}

impl Air {
    /// Where nothing is known.
    pub const UNKNOWN: Self = Self { lowest: LOWEST, even: HIGHEST, edges: HIGHEST, ground: None };

    /// The ground under a room, as if there were no other bodies: `None` if it must be looked up, an
    /// error if a body cannot be there.
    pub fn under(&self, room: Room) -> Option<Result<Ground, ()>> {
        if room.feet < self.lowest {
            return Some(Err(()));
        }
        if room.feet < self.even {
            return None;
        }
        let Some(ground) = self.ground else { return Some(Err(())) };
        let clear = ground.clear.map(|clear| clear - (room.feet - self.even));
        let fits = clear.is_none_or(|clear| clear >= room.height);
        Some(if fits { Ok(Ground { clear, ..ground }) } else { Err(()) })
    }
}

/// One cell under a body, in absolute heights.
#[derive(Clone, Copy)]
struct Column<'t> {
    tile: &'t Tile,
    /// Lowest possible height of the feet, where they come to rest.
    rest: Hm,
    /// What supports them there; `Nothing` above a thing that cannot be stood on.
    support: SupportKind,
    floor: Hm,
    ceiling: Option<Hm>,
    thing: Option<ThingId>,
    /// Without volumes.
    rough: Rough,
    climb: Climb,
    exit: bool,
    /// The floor is a deck.
    deck: bool,
}

/// Below every floor.
const LOWEST: Hm = Hm(i32::MIN);
/// Above every ceiling.
const HIGHEST: Hm = Hm(i32::MAX);

/// The tile of every deck: firm, dry and harmless.
static PLANKS: Tile = Terrain::Wood.tile();

impl Column<'_> {
    /// Fails if the cell holds a thing that bodies can stand neither in nor on.
    fn stood_on(&self, cell: Cell) -> Result<(), Obstacle> {
        match (self.support, self.thing) {
            (SupportKind::Nothing, Some(id)) => Err(Obstacle::Thing(cell, id)),
            _ => Ok(()),
        }
    }

    /// The storey that contains feet at this height: on the highest deck that is not above them, or
    /// on the ground, and below the next deck.
    fn storey(mut self, decks: &[Deck], top: Hm, feet: Hm) -> Self {
        let below = decks.iter().rev().find(|deck| deck.top <= feet && deck.top > top);
        if let Some(deck) = below {
            (self.deck, self.tile) = (true, &PLANKS);
            (self.rest, self.climb) = (deck.top, deck.climb);
            (self.support, self.thing, self.rough) = (SupportKind::Ground, None, Rough::None);
            self.ceiling = self.ceiling.filter(|ceiling| *ceiling > deck.top);
        }
        let above = decks.iter().find(|deck| deck.top > feet.max(self.rest));
        if let Some(above) = above.map(Deck::underside) {
            self.ceiling = Some(self.ceiling.map_or(above, |ceiling| ceiling.min(above)));
        }
        self
    }
}

impl Field<'_> {
    /// The column of a room with its feet at this height.
    fn column_at(
        &self,
        cell: Cell,
        height: Hm,
        mover: UnitId,
        feet: Hm,
    ) -> Result<Column<'_>, Obstacle> {
        let column = self.column(cell, height, mover)?;
        let decks = self.board().decks_in(cell);
        if decks.is_empty() {
            return Ok(column);
        }
        Ok(column.storey(decks, column.rest, feet))
    }

    /// Whether there are floors above the ground in any cell of a footprint.
    #[inline]
    pub(super) fn has_storeys(&self, room: Room) -> bool {
        let board = self.board();
        board.has_decks() && room.cells().any(|c| !board.decks_in(c).is_empty())
    }

    fn column(&self, cell: Cell, height: Hm, mover: UnitId) -> Result<Column<'_>, Obstacle> {
        let tile = self.board().tile(cell).ok_or(Obstacle::OffBoard(cell))?;
        if tile.is_solid() {
            return Err(Obstacle::Solid(cell));
        }
        let floor = tile.elevation;
        let afloat = if self.sinks(mover) { floor } else { tile.footing(height) };
        let mut column = Column {
            tile,
            rest: afloat,
            support: if afloat > floor { SupportKind::Water } else { SupportKind::Ground },
            floor,
            ceiling: tile.ceiling.map(|c| floor + c),
            thing: None,
            rough: tile.rough,
            climb: tile.climb,
            exit: tile.exit,
            deck: false,
        };
        if let Some((id, thing)) = self.board().thing_in(cell) {
            let top = floor + thing.height;
            match thing.footing() {
                Footing::Through(rough) => column.rough = column.rough.max(rough),
                Footing::Platform if top >= afloat => {
                    column.rest = top;
                    column.support = SupportKind::Thing;
                    column.thing = Some(id);
                    column.rough = Rough::None;
                }
                Footing::Platform => column.rough = Rough::None,
                Footing::Blocks => {
                    column.rest = top.max(afloat);
                    column.support = SupportKind::Nothing;
                    column.thing = Some(id);
                }
            }
        }
        Ok(column)
    }

    /// Where a body of this size and height stands with its north-west cell at `cell`, and the
    /// ground there. Large bodies stand on the highest footing under them. Other bodies are noted
    /// but do not block; `mover` is ignored. Of several floors, the one nearest to where the mover
    /// is; the lowest if it is not on the field.
    pub fn site(&self, cell: Cell, size: u8, height: Hm, mover: UnitId) -> Result<Site, Obstacle> {
        let room = Room { cell, size, feet: Hm::ZERO, height };
        if self.has_storeys(room) {
            let near = self.body(mover).map_or(LOWEST, |body| body.feet);
            return self.site_near(room.at(cell, near), mover);
        }
        self.site_on_ground(room, mover)
    }

    /// Like [`Self::site`], on the floor nearest to the feet of the room; ties go to the lower.
    pub fn site_near(&self, room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        if !self.has_storeys(room) {
            return self.site_on_ground(room, mover);
        }
        let near = |feet: &Hm| (i64::from(feet.0).abs_diff(room.feet.0.into()), *feet);
        self.best_site(room, mover, |feet| Some(near(feet)))
    }

    /// Like [`Self::site_near`], but on the floor named by its height if there is a name: that of a
    /// deck, or of the ground below decks.
    pub fn site_on(&self, room: Room, floor: Option<Hm>, mover: UnitId) -> Result<Site, Obstacle> {
        let Some(height) = floor else { return self.site_near(room, mover) };
        let (board, at) = (self.board(), FloorAt::new(room.cell, height));
        if at.point(board).is_none() {
            return Err(Obstacle::NoFloor(room.cell));
        }
        if !self.has_storeys(room) {
            return self.site_on_ground(room, mover);
        }
        let named = FloorAt { floor: at.deck(board), ..at };
        let lies_there = |feet: &Hm| board.floor_below(room.cell, *feet) == named;
        self.best_site(room, mover, |feet| lies_there(feet).then_some(*feet))
    }

    /// Like [`Self::site`], on the highest floor that is not above the feet of the room; if there
    /// is none, on the lowest.
    pub(super) fn site_below(&self, room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        if !self.has_storeys(room) {
            return self.site_on_ground(room, mover);
        }
        let below = |feet: &Hm| (*feet <= room.feet).then_some(std::cmp::Reverse(*feet));
        let found = self.best_site(room, mover, below);
        found.or_else(|_| self.site_near(room.at(room.cell, LOWEST), mover))
    }

    /// Every site of a footprint, from the bottom up, for bodies of the height and size of `room`.
    pub fn sites(&self, room: Room, mover: UnitId) -> Vec<Site> {
        if !self.has_storeys(room) {
            return self.site_on_ground(room, mover).into_iter().collect();
        }
        let mut sites: Vec<Site> = Vec::new();
        while let Ok(site) = self.best_site(room, mover, |feet| {
            sites.last().is_none_or(|last| last.feet < *feet).then_some(*feet)
        }) {
            sites.push(site);
        }
        sites
    }

    /// The site on the floor with the smallest key, ignoring floors without a key.
    fn best_site<K: Ord>(
        &self,
        room: Room,
        mover: UnitId,
        key: impl Fn(&Hm) -> Option<K>,
    ) -> Result<Site, Obstacle> {
        let mut floors: Vec<Hm> = Vec::new();
        for c in room.cells() {
            let column = self.column(c, room.height, mover)?;
            floors.push(column.rest);
            floors.extend(self.board().decks_in(c).iter().map(|deck| deck.top));
        }
        floors.retain(|feet| key(feet).is_some());
        floors.sort_by_key(|feet| key(feet));
        floors.dedup();
        let mut obstacle = Obstacle::Floor(room.cell);
        for feet in floors {
            match self.ground(room.at(room.cell, feet), mover) {
                Ok(ground) if ground.support != SupportKind::Nothing => {
                    return Ok(Site { feet, ground });
                }
                Ok(_) => {}
                Err(found) => obstacle = found,
            }
        }
        Err(obstacle)
    }

    /// The site of a footprint over which there are no decks.
    fn site_on_ground(&self, mut room: Room, mover: UnitId) -> Result<Site, Obstacle> {
        let (cell, size, height) = (room.cell, room.size, room.height);
        if size <= 1 {
            let column = self.column(cell, height, mover)?;
            column.stood_on(cell)?;
            room.feet = column.rest;
            let mut ground = Ground { occupied: self.is_met(room, mover), ..Ground::NOWHERE };
            self.add_column(&mut ground, cell, column, room)?;
            ground.airless = self.board().is_airless(cell);
            return Ok(Site { feet: room.feet, ground });
        }
        let mut feet: Option<Hm> = None;
        for c in room.cells() {
            let column = self.column(c, height, mover)?;
            column.stood_on(c)?;
            feet = feet.max(Some(column.rest));
        }
        room.feet = feet.unwrap_or_default();
        let ground = self.ground(room, mover)?;
        Ok(Site { feet: room.feet, ground })
    }

    /// The ground under a room at its own height, in the air or not. Fails where geometry rules the
    /// room out: off the board, below the floor, inside matter, above the ceiling, across a wall.
    /// Other bodies are noted but do not block; `mover` is ignored.
    pub fn ground(&self, room: Room, mover: UnitId) -> Result<Ground, Obstacle> {
        let mut ground = Ground { occupied: self.is_met(room, mover), ..Ground::NOWHERE };
        let mut stands = true;
        for c in room.cells() {
            let column = self.column_at(c, room.height, mover, room.feet)?;
            stands &= column.stood_on(c).is_ok();
            self.add_column(&mut ground, c, column, room)?;
        }
        ground.airless = room.cells().all(|c| self.board().is_airless(c));
        if !stands {
            // A body cannot stand partly on a pillar, even if the rest is level with its top.
            (ground.support, ground.thing) = (SupportKind::Nothing, None);
        }
        if room.size > 1 {
            self.check_inner_edges(room)?;
        }
        Ok(ground)
    }

    /// The air over a footprint without decks, for bodies of the height and size of `room`; `None` if
    /// none can be there at any height.
    pub(super) fn air_over(&self, room: Room, mover: UnitId) -> Option<Air> {
        let board = self.board();
        let (mut lowest, mut even, mut edges) = (LOWEST, LOWEST, LOWEST);
        for cell in room.cells() {
            let column = self.column(cell, room.height, mover).ok()?;
            lowest = lowest.max(column.rest);
            let reach = |harm: Hazard| harm.height.unwrap_or(self.hazard_height());
            if let Some(harm) = column.tile.damaging {
                even = even.max(column.floor + reach(harm));
            }
            for volume in board.volumes_in(cell) {
                let foot = volume.floor.unwrap_or(column.floor);
                let harm = volume.damaging.map_or(Hm::ZERO, reach);
                even = even.max(foot + harm.max(volume.height));
            }
            let matter = Dir::SIDES.into_iter().flat_map(|side| board.edges_on(cell, side));
            let tops = matter.map(|(at, edge)| board.edge_top(at, edge.kind));
            edges = tops.fold(edges, Hm::max);
        }
        // At its lowest, a body may stand; and none can be astride a wall.
        even = even.max(lowest + Hm(1));
        if room.size > 1 {
            even = even.max(edges);
        }
        let ground = self.ground(room.at(room.cell, even), mover).ok();
        Some(Air { lowest, even, edges, ground })
    }

    /// Adds one cell to the ground under a room, if the room can be above it.
    fn add_column(
        &self,
        ground: &mut Ground,
        c: Cell,
        column: Column<'_>,
        room: Room,
    ) -> Result<(), Obstacle> {
        let (tile, feet) = (column.tile, room.feet);
        if feet < column.rest {
            column.stood_on(c)?;
            return Err(Obstacle::Floor(c));
        }
        if column.ceiling.is_some_and(|ceiling| ceiling < room.top()) {
            return Err(Obstacle::Ceiling(c));
        }
        if feet == column.rest && column.support < ground.support {
            ground.support = column.support;
            ground.thing = column.thing;
        }
        let usual = self.hazard_height();
        let reaches = |h: &Hazard| feet - column.floor < h.height.unwrap_or(usual);
        let harm = tile.damaging.filter(reaches).map_or(0, |h| h.amount);
        ground.harm = ground.harm.max(harm);
        ground.rough = ground.rough.max(column.rough);
        for volume in self.board().volumes_in(c) {
            // A volume on the ground makes it rough for everything that does not stand on a deck.
            let Some(over) = volume.height_over(tile.surface(), feet) else { continue };
            if volume.floor.is_none() && !column.deck || over < volume.height {
                ground.rough = ground.rough.max(volume.rough);
            }
            let over =
                if column.deck || volume.floor.is_some() { over } else { feet - column.floor };
            let harm = volume.damaging.filter(|h| over < h.height.unwrap_or(usual));
            ground.harm = ground.harm.max(harm.map_or(0, |h| h.amount));
        }
        ground.slippery = ground.slippery.max(tile.slippery);
        ground.climb = ground.climb.easier(column.climb);
        ground.rough_water |= tile.rough_water && tile.depth > Hm::ZERO;
        ground.exit |= column.exit;
        ground.depth = ground.depth.max(tile.depth);
        if let Some(ceiling) = column.ceiling {
            let clear = ceiling - feet;
            ground.clear = Some(ground.clear.map_or(clear, |old| old.min(clear)));
        }
        Ok(())
    }

    /// A body cannot stand astride a wall or a closed leaf, but can stand astride a low wall.
    fn check_inner_edges(&self, room: Room) -> Result<(), Obstacle> {
        for c in room.cells() {
            for side in [Dir::E, Dir::S] {
                if room.covers(c.step(side))
                    && self.walk_passage(c, side, Swept::room(room)) >= Passage::Shut
                {
                    return Err(Obstacle::Wall(c, side));
                }
            }
        }
        Ok(())
    }

    /// What the matter on an edge means for a walker: the worst of all storeys.
    pub(super) fn walk_passage(&self, c: Cell, side: Dir, body: Swept) -> Passage {
        let board = self.board();
        let edges = board.edges_on(c, side).map(|(at, edge)| board.walk_past(at, edge, body));
        edges.max().unwrap_or(Passage::Free)
    }

    /// What the matter on an edge means for a flyer: the worst of all storeys.
    pub(super) fn fly_passage(&self, c: Cell, side: Dir, body: Swept) -> Passage {
        let board = self.board();
        let edges = board.edges_on(c, side).map(|(at, edge)| board.fly_past(at, edge, body));
        edges.max().unwrap_or(Passage::Free)
    }
}
