//! One step of a body to a neighbouring place, and everything a ruleset may need to price it.

use serde::{Deserialize, Serialize};

use super::altitude::AltitudeBand;
use super::body::{Body, UnitId};
use super::cell::{Cell, Dir};
use super::deck::Deck;
use super::edge_at::EdgeAt;
use super::field::Field;
use super::ground::{Ground, Obstacle, Site};
use super::matter::{Edge, EdgeKind, Passage};
use super::room::Room;
use super::terrain::Climb;
use super::things::Footing;
use super::units::Hm;
use super::upper::Swept;

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StepMode {
    /// Under its own weight on the ground: walking, wading, swimming, stepping up and down.
    Walk,
    /// Through the air.
    Fly,
    /// Straight up or down a climbable face next to the body.
    Climb,
}

/// A step as chosen. A walker's height follows from the ground, so a walked step has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Move {
    /// Walk to a neighbouring cell (for large bodies, the new position of the north-west cell).
    Walk {
        /// The cell.
        to: Cell,
    },
    /// Fly to a neighbouring cell, or straight up or down above the current one.
    Fly {
        /// The cell.
        to: Cell,
        /// Absolute height of the feet after the step.
        feet: Hm,
    },
    /// Fly by bands to a neighbouring cell, or to the next band up or down above the current one,
    /// for rulesets that treat flight by bands (EV-119).
    Soar {
        /// The cell.
        to: Cell,
        /// Absolute height of the feet after the step: a band's altitude above what is below there.
        feet: Hm,
    },
    /// Climb up or down in place.
    Climb {
        /// Absolute height of the feet after the step.
        feet: Hm,
    },
}

impl Move {
    /// The cell it leads to; `None` for a move in place.
    pub const fn to(self) -> Option<Cell> {
        match self {
            Self::Walk { to } | Self::Fly { to, .. } | Self::Soar { to, .. } => Some(to),
            Self::Climb { .. } => None,
        }
    }

    /// How it is made.
    pub const fn manner(self) -> StepMode {
        match self {
            Self::Walk { .. } => StepMode::Walk,
            Self::Fly { .. } | Self::Soar { .. } => StepMode::Fly,
            Self::Climb { .. } => StepMode::Climb,
        }
    }
}

/// The facts of one possible step. Costs and refusals are up to the ruleset.
#[derive(Clone, Copy, Debug)]
pub struct StepFacts<'f, 'b> {
    field: &'f Field<'b>,
    mover: UnitId,
    /// How it is made.
    pub manner: StepMode,
    /// Horizontal direction; `None` straight up or down.
    pub dir: Option<Dir>,
    /// The room left.
    pub from: Room,
    /// The room entered.
    pub to: Room,
    /// The worst of the edges crossed: free, stepped over, or shut
    /// and to be opened first. Walls make the step impossible.
    pub passage: Passage,
    /// How many of the two corners of a diagonal step are blocked, 0 or 1: by solid cells, things
    /// that block, columns as high as the body's head, or walls and closed leaves on the edges the
    /// step would cut. If both are blocked, the step is impossible.
    pub corners: u8,
    /// The ground left, at the height of departure.
    pub left: Ground,
    /// The ground entered, at the height of arrival.
    pub entered: Ground,
}

impl<'f, 'b> StepFacts<'f, 'b> {
    /// The same step through this passage, past this number of blocked corners.
    #[inline]
    pub(super) fn past(self, (passage, corners): (Passage, u8)) -> Self {
        Self { passage, corners, ..self }
    }

    /// The field the step is made on.
    #[inline]
    pub fn field(&self) -> &'f Field<'b> {
        self.field
    }

    /// The body that makes it.
    pub fn mover(&self) -> UnitId {
        self.mover
    }

    /// True if the step leads from water into water.
    pub fn is_afloat(&self) -> bool {
        [self.left, self.entered].iter().all(|ground| ground.support == super::SupportKind::Water)
    }

    /// How much higher the feet are afterwards; negative on the way down.
    #[inline]
    pub fn rise(&self) -> Hm {
        self.to.feet - self.from.feet
    }

    /// The altitude bands before and after it.
    pub fn bands(&self) -> (AltitudeBand, AltitudeBand) {
        let of = |room| AltitudeBand::of(self.field.altitude(room));
        (of(self.from), of(self.to))
    }

    /// Whether the step is diagonal.
    pub fn is_diagonal(&self) -> bool {
        self.dir.is_some_and(Dir::is_diagonal)
    }

    /// Whether the higher of the two columns may be climbed regardless of its height.
    pub fn is_climbable(&self) -> bool {
        self.higher().climb.is_marked()
    }

    /// The grade of the face that is climbed: for a climb in place the face held on to, else that
    /// of the higher of the two columns (EV-89, EV-93).
    #[inline]
    pub fn climb(&self) -> Climb {
        match self.manner {
            StepMode::Climb => self.field.face(self.from).easier(self.field.face(self.to)),
            StepMode::Walk | StepMode::Fly => self.higher().climb,
        }
    }

    /// The ground of the higher of the two columns.
    fn higher(&self) -> &Ground {
        if self.rise() < Hm::ZERO { &self.left } else { &self.entered }
    }

    /// The other bodies that share space with the room entered, blocking or not, ordered by number.
    #[inline]
    pub fn occupants(&self) -> impl Iterator<Item = &'f Body> {
        let met = self.entered.occupied;
        met.then(|| self.field.bodies_overlapping(self.to, self.mover)).into_iter().flatten()
    }

    /// The kinds of the edges that a straight step leads over. Empty unless [`Self::passage`] is
    /// low.
    pub fn stepped_over(&self) -> Vec<EdgeKind> {
        let straight = |dir: &Dir| self.passage == Passage::Low && !dir.is_diagonal();
        let Some(dir) = self.dir.filter(straight) else { return Vec::new() };
        self.crossed(dir, Passage::Low).map(|(_, edge)| edge.kind).collect()
    }

    /// The closed leaves to be opened first. Empty unless [`Self::passage`] is shut.
    pub fn leaves(&self) -> Vec<EdgeAt> {
        let Some(dir) = self.dir.filter(|_| self.passage == Passage::Shut) else {
            return Vec::new();
        };
        self.crossed(dir, Passage::Shut).map(|(at, _)| at).collect()
    }

    /// The matter on the edges of a straight step that has this meaning for it.
    fn crossed(&self, dir: Dir, passage: Passage) -> impl Iterator<Item = (EdgeAt, Edge)> {
        let board = self.field.board();
        let body = Swept::between(self.from, self.to);
        let all = front(self.from, dir).flat_map(|(cell, side)| board.edges_on(cell, side));
        all.filter(move |(at, edge)| match self.manner {
            StepMode::Walk | StepMode::Climb => board.walk_past(*at, *edge, body) == passage,
            StepMode::Fly => board.fly_past(*at, *edge, body) == passage,
        })
    }
}

/// The edges that a footprint crosses on a straight step, each as side and cell on the near side.
fn front(room: Room, side: Dir) -> impl Iterator<Item = (Cell, Dir)> {
    let n = i16::from(room.size.max(1));
    let far = room.far();
    let (start, along) = match side {
        Dir::N => (room.cell, (1, 0)),
        Dir::S => (Cell::new(room.cell.x, far.y), (1, 0)),
        Dir::W => (room.cell, (0, 1)),
        _ => (Cell::new(far.x, room.cell.y), (0, 1)),
    };
    (0..n).map(move |i| (start.offset(i * along.0, i * along.1), side))
}

/// The only cell that a footprint covers on its way around a corner, first to one side and then to
/// the other, but neither before nor after.
fn corner_of(from: Room, first: Dir, second: Dir) -> Cell {
    let (near, far) = (from.cell, from.far());
    let on = |dir: Dir| match dir {
        Dir::N => Cell::new(near.x, near.y - 1),
        Dir::S => Cell::new(near.x, far.y + 1),
        Dir::W => Cell::new(near.x - 1, near.y),
        _ => Cell::new(far.x + 1, near.y),
    };
    // On that side, the end of the footprint away from the second side.
    let at_side = on(first);
    match second {
        Dir::N => Cell::new(at_side.x, far.y),
        Dir::S => Cell::new(at_side.x, near.y),
        Dir::W => Cell::new(far.x, at_side.y),
        _ => Cell::new(near.x, at_side.y),
    }
}

/// The two sides that a diagonal lies between: along x first, then along y.
const fn sides_of(diagonal: Dir) -> (Dir, Dir) {
    match diagonal {
        Dir::NE => (Dir::E, Dir::N),
        Dir::SE => (Dir::E, Dir::S),
        Dir::SW => (Dir::W, Dir::S),
        _ => (Dir::W, Dir::N),
    }
}

impl<'b> Field<'b> {
    /// The facts of one step of a body from its current place.
    #[inline]
    pub fn step(&self, body: &Body, step: Move) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let room = body.room().ok_or(Obstacle::NotOnBoard)?;
        self.step_from(body.id, room, step)
    }

    /// The ground that a body stands on. A body that overlaps matter (it was put there, or grew)
    /// may still leave, from [`Ground::NOWHERE`].
    pub(super) fn ground_left(&self, room: Room, mover: UnitId) -> Ground {
        let stuck = |_| Ground { occupied: self.is_met(room, mover), ..Ground::NOWHERE };
        self.ground(room, mover).unwrap_or_else(stuck)
    }

    /// The facts of one step of a body as if it were in another room.
    pub fn step_from(
        &self,
        mover: UnitId,
        from: Room,
        step: Move,
    ) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let left = self.ground_left(from, mover);
        match step {
            Move::Walk { to } => {
                let dir = from.cell.dir_to(to).ok_or(Obstacle::TooFar(to))?;
                let site = self.site_near(from.at(to, from.feet), mover)?;
                self.walk_facts(mover, from, left, dir, site)
            }
            Move::Fly { to, feet } => self.fly_facts(mover, from, left, to, feet),
            Move::Soar { to, feet } => self.soar_facts(mover, from, left, to, feet),
            Move::Climb { feet } => {
                let room = from.at(from.cell, feet);
                let entered = self.ground(room, mover)?;
                if (feet - from.feet).abs() > Hm::metres(1) || feet == from.feet {
                    return Err(Obstacle::TooFar(from.cell));
                }
                // No grip is needed back on the ground.
                let landed = feet < from.feet && entered.support != super::SupportKind::Nothing;
                if !landed && self.grip(room).is_none() {
                    return Err(Obstacle::NoGrip(from.cell));
                }
                self.check_decks(from, room)?;
                Ok(StepFacts {
                    field: self,
                    mover,
                    manner: StepMode::Climb,
                    dir: None,
                    from,
                    to: room,
                    passage: Passage::Free,
                    corners: 0,
                    left,
                    entered,
                })
            }
        }
    }

    /// The facts of a walked step to a known site.
    pub(super) fn walk_facts(
        &self,
        mover: UnitId,
        from: Room,
        left: Ground,
        dir: Dir,
        site: Site,
    ) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let to = from.at(from.cell.step(dir), site.feet);
        let way = self.walk_way(from, to, dir)?;
        let how = (StepMode::Walk, Some(dir));
        Ok(self.free_step(mover, (from, left), how, (to, site.ground)).past(way))
    }

    /// The facts of an unobstructed step.
    pub(super) fn free_step(
        &self,
        mover: UnitId,
        (from, left): (Room, Ground),
        (manner, dir): (StepMode, Option<Dir>),
        (to, entered): (Room, Ground),
    ) -> StepFacts<'_, 'b> {
        let (field, passage, corners) = (self, Passage::Free, 0);
        StepFacts { field, mover, manner, dir, from, to, passage, corners, left, entered }
    }

    /// The facts of a flown step.
    pub(super) fn fly_facts(
        &self,
        mover: UnitId,
        from: Room,
        left: Ground,
        cell: Cell,
        feet: Hm,
    ) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let dir = from.cell.dir_to(cell);
        let rise = feet - from.feet;
        let in_place = dir.is_none();
        if rise.abs() > Hm::metres(1) || (in_place && (cell != from.cell || rise == Hm::ZERO)) {
            return Err(Obstacle::TooFar(cell));
        }
        self.flown(mover, (from, left), dir, from.at(cell, feet))
    }

    /// The facts of a step by altitude bands: to a band's height above the new cell in the same
    /// band or, in place, to the next band.
    pub(super) fn soar_facts(
        &self,
        mover: UnitId,
        from: Room,
        left: Ground,
        cell: Cell,
        feet: Hm,
    ) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let dir = from.cell.dir_to(cell);
        let to = from.at(cell, feet);
        let altitude = feet - self.rest_under(to);
        let (old, new) = (AltitudeBand::of(self.altitude(from)), AltitudeBand::of(altitude));
        let is_near = match dir {
            Some(_) => old == new,
            None => cell == from.cell && (old.is_next_to(new) || (old == new && feet != from.feet)),
        };
        if !is_near || altitude != new.altitude() {
            return Err(Obstacle::TooFar(cell));
        }
        self.flown(mover, (from, left), dir, to)
    }

    /// The facts of a step through the air to a room that is known to be close enough.
    pub(super) fn flown(
        &self,
        mover: UnitId,
        (from, left): (Room, Ground),
        dir: Option<Dir>,
        to: Room,
    ) -> Result<StepFacts<'_, 'b>, Obstacle> {
        let entered = self.ground(to, mover)?;
        let (passage, corners) = match dir {
            Some(dir) => self.way(StepMode::Fly, from, to, dir)?,
            None => {
                self.check_decks(from, to)?;
                (Passage::Free, 0)
            }
        };
        let manner = StepMode::Fly;
        Ok(StepFacts { field: self, mover, manner, dir, from, to, passage, corners, left, entered })
    }

    /// What obstructs a walked step.
    pub(super) fn walk_way(
        &self,
        from: Room,
        to: Room,
        dir: Dir,
    ) -> Result<(Passage, u8), Obstacle> {
        self.way(StepMode::Walk, from, to, dir)
    }

    /// Whether no column or thing obstructs a flown step at a corner; edges do not count.
    pub(super) fn has_open_corners(&self, from: Room, to: Room, dir: Dir) -> bool {
        if !dir.is_diagonal() {
            return true;
        }
        let (along_x, along_y) = sides_of(dir);
        [(along_x, along_y), (along_y, along_x)].into_iter().all(|(first, second)| {
            let corner = corner_of(from, first, second);
            !self.blocks_corner(StepMode::Fly, corner, from, to)
        })
    }

    /// What obstructs a step: the worst passage of the free paths, and the blocked corners.
    fn way(
        &self,
        manner: StepMode,
        from: Room,
        to: Room,
        dir: Dir,
    ) -> Result<(Passage, u8), Obstacle> {
        let board = self.board();
        self.check_decks(from, to)?;
        let bare = from.cells().chain(to.cells()).all(|c| board.is_bare(c));
        if !dir.is_diagonal() {
            if bare {
                return Ok((Passage::Free, 0));
            }
            let mut worst = Passage::Free;
            for (cell, side) in front(from, dir) {
                let passage = self.crossing(manner, cell, side, from, to);
                if passage == Passage::Closed {
                    return Err(Obstacle::Wall(cell, side));
                }
                worst = worst.max(passage);
            }
            return Ok((worst, 0));
        }
        let (along_x, along_y) = sides_of(dir);
        let (mut passage, mut blocked) = (Passage::Free, 0);
        for (first, second) in [(along_x, along_y), (along_y, along_x)] {
            if bare {
                // All edges on the path are sides of cells that are left or entered.
                let corner = corner_of(from, first, second);
                blocked += u8::from(self.blocks_corner(manner, corner, from, to));
                continue;
            }
            match self.around(manner, from, to, first, second) {
                Some(way) => passage = passage.max(way),
                None => blocked += 1,
            }
        }
        if blocked == 2 {
            return Err(Obstacle::Corners(from.cell, dir));
        }
        Ok((passage, blocked))
    }

    /// The worst passage of a diagonal's path around one corner; `None` where it is blocked.
    fn around(
        &self,
        manner: StepMode,
        from: Room,
        to: Room,
        first: Dir,
        second: Dir,
    ) -> Option<Passage> {
        let mid = from.at(from.cell.step(first), from.feet);
        let corner = corner_of(from, first, second);
        if self.blocks_corner(manner, corner, from, to) {
            return None;
        }
        let edges = front(from, first).chain(front(mid, second));
        let worst = edges.map(|(c, side)| self.crossing(manner, c, side, from, to)).max()?;
        (worst < Passage::Shut).then_some(worst)
    }

    /// Fails if a deck lies between the heights of two rooms, over the lower one, and so blocks the
    /// way up or down.
    fn check_decks(&self, from: Room, to: Room) -> Result<(), Obstacle> {
        if !self.board().has_decks() || from.feet == to.feet {
            return Ok(());
        }
        let (lower, high) = if from.feet < to.feet { (from, to.feet) } else { (to, from.feet) };
        let between = |deck: &Deck| deck.top > lower.feet && deck.underside() < high;
        let covered = |c: &Cell| self.board().decks_in(*c).iter().any(between);
        lower.cells().find(covered).map_or(Ok(()), |c| Err(Obstacle::Ceiling(c)))
    }

    /// Whether a corner cell blocks a body that passes it diagonally.
    fn blocks_corner(&self, manner: StepMode, corner: Cell, from: Room, to: Room) -> bool {
        let Some(tile) = self.board().tile(corner).filter(|t| !t.is_solid()) else { return true };
        let decks = self.board().decks_in(corner);
        let low = from.feet.min(to.feet);
        let top = from.feet.max(to.feet) + from.height;
        let thing = self.board().thing_in(corner).map(|(_, t)| (t.footing(), t.height));
        // Below a deck that bodies walk over, things are not in the way.
        let thing = thing.filter(|(_, height)| decks.is_empty() || tile.elevation + *height > low);
        let fills = |deck: &Deck| match manner {
            StepMode::Fly => deck.top > low && deck.underside() < top,
            StepMode::Walk | StepMode::Climb => deck.top >= top && deck.underside() < top,
        };
        if decks.iter().any(fills) {
            return true;
        }
        match manner {
            StepMode::Walk | StepMode::Climb => {
                tile.elevation >= top || matches!(thing, Some((Footing::Blocks, _)))
            }
            StepMode::Fly => {
                let top = match thing {
                    Some((Footing::Blocks | Footing::Platform, height)) => tile.elevation + height,
                    Some((Footing::Through(_), _)) | None => tile.elevation,
                };
                top > low
            }
        }
    }

    /// How a step crosses one edge.
    fn crossing(&self, manner: StepMode, cell: Cell, side: Dir, from: Room, to: Room) -> Passage {
        let body = Swept::between(from, to);
        match manner {
            StepMode::Walk | StepMode::Climb => self.walk_passage(cell, side, body),
            StepMode::Fly => self.fly_passage(cell, side, body),
        }
    }
}

#[cfg(test)]
mod tests;
