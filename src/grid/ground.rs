//! The ground under a body: where its feet rest, the ground's properties, the clearance overhead,
//! and what makes the place impossible.

use super::body::{SupportKind, UnitId};
use super::cell::{Cell, Dir};
use super::field::Field;
use super::matter::{Footing, Passage, ThingId};
use super::room::Room;
use super::terrain::{Climb, Hazard, Rough, Tile};
use super::units::Hm;

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
}

impl Column<'_> {
    /// Fails if the cell holds a thing that bodies can stand neither in nor on.
    fn stood_on(&self, cell: Cell) -> Result<(), Obstacle> {
        match (self.support, self.thing) {
            (SupportKind::Nothing, Some(id)) => Err(Obstacle::Thing(cell, id)),
            _ => Ok(()),
        }
    }
}

impl Field<'_> {
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
        };
        if let Some((id, thing)) = self.board().thing_in(cell) {
            let top = floor + thing.height;
            match thing.kind.spec().footing {
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
    /// but do not block; `mover` is ignored.
    pub fn site(&self, cell: Cell, size: u8, height: Hm, mover: UnitId) -> Result<Site, Obstacle> {
        let mut room = Room { cell, size, feet: Hm::ZERO, height };
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
            let column = self.column(c, room.height, mover)?;
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
            ground.rough = ground.rough.max(volume.rough);
            let harm = volume.damaging.filter(reaches).map_or(0, |h| h.amount);
            ground.harm = ground.harm.max(harm);
        }
        ground.slippery = ground.slippery.max(tile.slippery);
        ground.climb = ground.climb.easier(tile.climb);
        ground.rough_water |= tile.rough_water && tile.depth > Hm::ZERO;
        ground.exit |= tile.exit;
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
                    && self.walk_passage(c, side, room.feet) >= Passage::Shut
                {
                    return Err(Obstacle::Wall(c, side));
                }
            }
        }
        Ok(())
    }

    /// What an edge means for a walker whose feet are nowhere lower than `feet`: nothing if its top
    /// is no higher. Lintels do not count, because walkers duck.
    pub(super) fn walk_passage(&self, c: Cell, side: Dir, feet: Hm) -> Passage {
        let Some(edge) = self.board().edge(c, side) else { return Passage::Free };
        let passage = edge.passage();
        if passage == Passage::Free {
            return passage;
        }
        let top = self.board().edge_base(c, side) + edge.kind.spec().height;
        if feet >= top { Passage::Free } else { passage }
    }

    /// What an edge means for a flyer that fills the heights from `feet`
    /// to `top`. Low walls stop it below their top; a closed leaf counts
    /// as shut where the flyer would fit through its opening.
    pub(super) fn fly_passage(&self, c: Cell, side: Dir, feet: Hm, top: Hm) -> Passage {
        let Some(mut edge) = self.board().edge(c, side) else { return Passage::Free };
        let base = self.board().edge_base(c, side);
        let spec = edge.kind.spec();
        if feet >= base + spec.height {
            return Passage::Free;
        }
        let leaf = spec.opens && !edge.open;
        edge.open |= spec.opens;
        let stopped =
            edge.bands().into_iter().flatten().any(|band| {
                base + band.to > feet && band.from.is_none_or(|from| base + from < top)
            });
        match (stopped, leaf) {
            (true, _) => Passage::Closed,
            (false, true) => Passage::Shut,
            (false, false) => Passage::Free,
        }
    }
}
