//! Cached facts for bodies of one shape: where they can stand in each cell, and how they can step
//! to its neighbours. Computed when a search first reaches a cell, and kept until the board
//! changes. Other bodies are ignored here; readers take them into account themselves.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::body::{Body, UnitId};
use super::cell::{Cell, Dir};
use super::field::Field;
use super::ground::{Air, Ground, Site};
use super::matter::Passage;
use super::quick::Quick;
use super::room::Room;
use super::step::Move;
use super::units::Hm;

/// The directions of steps, in the order in which searches try them.
pub(super) const ORDER: [Dir; 8] =
    [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// The properties of a body that decide where it can stand and step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StepProfile {
    size: u8,
    height: Hm,
    sinks: bool,
    hazard_height: Hm,
}

/// A walked step between two places on the ground: its passage and its blocked corners; `None`
/// where it is impossible.
pub(super) type StepPassage = Option<(Passage, u8)>;

/// Cached facts about a place in or beside a cell with several floors, as if there were no other
/// bodies.
pub(super) struct Storey {
    /// The ground there.
    pub ground: Ground,
    /// The steps from there, in the order of [`ORDER`]: where they end, and their passage and blocked
    /// corners.
    pub ways: [Option<(Site, (Passage, u8))>; 8],
}

/// Cached facts about one cell.
#[derive(Default)]
struct Known {
    site: OnceLock<Option<Site>>,
    ways: OnceLock<[StepPassage; 8]>,
    under: OnceLock<Hm>,
    /// Boxed, because walkers do not need it.
    air: OnceLock<Option<Box<Air>>>,
}

/// The table of a board for one kind of body.
pub(super) struct Steps {
    width: u16,
    /// A row of cells is allocated when a search first reaches it.
    rows: Vec<OnceLock<Box<[Known]>>>,
    /// Places in and beside cells with several floors, by cell and height.
    storeys: RwLock<HashMap<(usize, Hm), Arc<Storey>, Quick>>,
}

impl Steps {
    /// The facts about a cell; `None` off the board.
    #[inline]
    fn known(&self, cell: Cell) -> Option<&Known> {
        let row = self.rows.get(usize::try_from(cell.y).ok()?)?;
        let row = row.get_or_init(|| (0..self.width).map(|_| Known::default()).collect());
        row.get(usize::try_from(cell.x).ok()?)
    }

    /// Whether and how the walking body can stand in a cell; nothing where there are decks.
    #[inline]
    pub fn site(&self, walk: &LoneBody<'_>, cell: Cell) -> Option<&Site> {
        self.known(cell)?.site.get_or_init(|| walk.site(cell)).as_ref()
    }

    /// The air over a cell; `None` if the body cannot be there at any height.
    #[inline]
    pub fn air(&self, walk: &LoneBody<'_>, cell: Cell) -> Option<&Air> {
        self.known(cell)?.air.get_or_init(|| walk.air(cell).map(Box::new)).as_deref()
    }

    /// The steps from a cell where the body can stand, in the order of [`ORDER`].
    pub fn ways(&self, walk: &LoneBody<'_>, cell: Cell) -> [StepPassage; 8] {
        let Some(known) = self.known(cell) else { return [None; 8] };
        *known.ways.get_or_init(|| {
            let Some(from) = self.site(walk, cell) else { return [None; 8] };
            let from = walk.room.at(cell, from.feet);
            ORDER.map(|dir| {
                let cell = cell.step(dir);
                let to = self.site(walk, cell)?;
                walk.field.walk_way(from, walk.room.at(cell, to.feet), dir).ok()
            })
        })
    }

    /// The facts about a place in or beside a cell with several floors.
    pub fn storey(&self, walk: &LoneBody<'_>, room: Room, slot: usize) -> Arc<Storey> {
        let place = (slot, room.feet);
        let known = self.storeys.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.get(&place) {
            return Arc::clone(known);
        }
        drop(known);
        let new = Arc::new(walk.storey(room));
        let mut known = self.storeys.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(place, Arc::clone(&new));
        new
    }

    /// The height from which the altitude of a room in a cell of the board is measured.
    pub fn under(&self, walk: &LoneBody<'_>, cell: Cell) -> Hm {
        let find = || walk.field.rest_under(walk.room.at(cell, Hm::ZERO));
        self.known(cell).map_or_else(find, |known| *known.under.get_or_init(find))
    }
}

/// A body alone on a board.
pub(super) struct LoneBody<'b> {
    field: Field<'b>,
    room: Room,
    mover: UnitId,
}

impl<'b> LoneBody<'b> {
    /// A body in a room of a field, alone on its board.
    pub fn new(field: &Field<'b>, body: &Body, room: Room) -> Self {
        let bodies = if field.sinks(body.id) { vec![body.clone()] } else { Vec::new() };
        let bodies: Vec<Body> = bodies.into_iter().map(|b| Body { sinks: true, ..b }).collect();
        let alone = Field::new(field.board(), bodies).with_hazard_height(field.hazard_height());
        Self { field: alone, room, mover: body.id }
    }

    /// The table of the board for this body.
    pub fn steps(&self) -> Arc<Steps> {
        let profile = StepProfile {
            size: self.room.size,
            height: self.room.height,
            sinks: self.field.sinks(self.mover),
            hazard_height: self.field.hazard_height(),
        };
        let board = self.field.board();
        board.cache().tables.get(profile, |_| {
            let rows = (0..board.height()).map(|_| OnceLock::new()).collect();
            Arc::new(Steps { width: board.width(), rows, storeys: RwLock::default() })
        })
    }

    /// Whether a cell may have several floors, which the table does not cover.
    #[inline]
    pub fn is_layered(&self, cell: Cell) -> bool {
        self.field.has_storeys(self.room.at(cell, Hm::ZERO))
    }

    fn storey(&self, room: Room) -> Storey {
        let ways = ORDER.map(|dir| {
            let step = Move::Walk { to: room.cell.step(dir) };
            let facts = self.field.step_from(self.mover, room, step).ok()?;
            let site = Site { feet: facts.to.feet, ground: facts.entered };
            Some((site, (facts.passage, facts.corners)))
        });
        Storey { ground: self.field.ground_left(room, self.mover), ways }
    }

    fn site(&self, cell: Cell) -> Option<Site> {
        if self.is_layered(cell) {
            return None;
        }
        self.field.site(cell, self.room.size, self.room.height, self.mover).ok()
    }

    fn air(&self, cell: Cell) -> Option<Air> {
        if self.is_layered(cell) {
            return Some(Air::UNKNOWN);
        }
        self.field.air_over(self.room.at(cell, Hm::ZERO), self.mover)
    }
}
