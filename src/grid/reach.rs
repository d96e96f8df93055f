//! Where a body can get to, and what a way costs, for any ruleset's prices.

use super::body::{Body, UnitId};
use super::cell::{Cell, Dir};
use super::field::Field;
use super::ground::{Ground, Obstacle, Site};
use super::room::Room;
use super::step::{Move, StepFacts};
use super::units::Hm;

/// The order in which steps are tried: of equally dear ways the first found is kept, so ways go
/// straight where they can.
const ORDER: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// The largest budget a search works with; larger ones are cut down to it.
pub const MAX_BUDGET: u32 = 1 << 16;

/// A flyer is not followed above this height (the highest altitude a level allows).
const MAX_FEET: Hm = Hm(400);

const NONE: u32 = u32::MAX;

/// A search that looks at no more places than this needs no further memory on the way.
const USUAL: usize = 256;

/// Higher than any head.
const UNKNOWN: Hm = Hm(i32::MAX);

/// Which kinds of steps a search tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Manners {
    /// Steps over the ground.
    pub walk: bool,
    /// Steps through the air, level or straight up and down by 1 m (down onto the ground also by
    /// half a metre).
    pub fly: bool,
    /// With `fly`: also steps that go one cell on and 1 m up or down at once.
    pub slant: bool,
    /// Up and down climbable faces by 1 m at a time, with stops in between.
    pub climb: bool,
}

impl Manners {
    /// Walking alone.
    pub const WALK: Self = Self { walk: true, fly: false, slant: false, climb: false };
    /// Flying alone, paid separately for level and vertical parts.
    pub const FLY: Self = Self { walk: false, fly: true, slant: false, climb: false };
}

/// A ruleset's prices for movement, as a fold: each step turns the state of the move so far into
/// the next, so that a step's price may depend on what came before it.
///
/// The cost of a state must not fall from one step to the next. Searches are exact as long as of
/// two states with one [`Pricing::key`] in one place the cheaper is at least as good in all that
/// follows: what else matters belongs into the key. With the key `()` only the cost matters, and
/// searches are fastest.
pub trait Pricing {
    /// What must be remembered of a move so far. Small and cheap to clone.
    type State: Clone;
    /// Tells apart states that are not comparable by cost, such as walked and flown.
    type Key: Copy + Eq;
    /// Why a step is refused.
    type Refusal;

    /// The state before the first step.
    fn start(&self) -> Self::State;

    /// The state after one more step, or why the ruleset refuses it.
    fn step(
        &self,
        state: &Self::State,
        step: &StepFacts<'_, '_>,
    ) -> Result<Self::State, Self::Refusal>;

    /// Everything paid so far.
    fn cost(&self, state: &Self::State) -> u32;

    /// What any step costs at least. Searches leave out steps that cost too much in any case, or lead
    /// nowhere new and cannot be cheaper than what is known.
    fn least(&self) -> u32 {
        0
    }

    /// The part of a state that cost does not compare.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Whether the move may end here, given the state, the room and the ground there.
    fn may_stop(&self, _state: &Self::State, _room: Room, ground: &Ground) -> bool {
        !ground.occupied
    }

    /// The kinds of steps a search tries.
    fn manners(&self) -> Manners {
        Manners::WALK
    }
}

/// Why a path cannot be gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathRefusal<R> {
    /// Geometry forbids a step.
    #[error("step {index}: {obstacle}")]
    Obstacle {
        /// Which step, counted from 0.
        index: usize,
        /// What is in the way.
        obstacle: Obstacle,
    },
    /// The ruleset refuses a step.
    #[error("step {index} is refused")]
    Refused {
        /// Which step, counted from 0.
        index: usize,
        /// The ruleset's reason.
        reason: R,
    },
}

/// Prices a given path: the fold of its steps, or the first that is impossible. Gives the state
/// and the room at its end; whether the move may end there is not asked.
pub fn path_cost<P: Pricing>(
    field: &Field<'_>,
    body: &Body,
    path: &[Move],
    pricing: &P,
) -> Result<(P::State, Room), PathRefusal<P::Refusal>> {
    let off = PathRefusal::Obstacle { index: 0, obstacle: Obstacle::NotOnBoard };
    let mut room = body.room().ok_or(off)?;
    let mut state = pricing.start();
    for (index, step) in path.iter().enumerate() {
        let facts = field
            .step_from(body.id, room, *step)
            .map_err(|obstacle| PathRefusal::Obstacle { index, obstacle })?;
        state = pricing
            .step(&state, &facts)
            .map_err(|reason| PathRefusal::Refused { index, reason })?;
        room = facts.to;
    }
    Ok((state, room))
}

/// A place where a move may end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stop {
    /// The north-west cell.
    pub cell: Cell,
    /// Absolute height of the feet.
    pub feet: Hm,
    /// What the cheapest way there costs.
    pub cost: u32,
}

/// One state of the search: a place, what was paid, and where it was entered from.
#[derive(Clone, Debug)]
struct Label<S, K> {
    cell: Cell,
    feet: Hm,
    key: K,
    cost: u32,
    state: S,
    /// The label before, `NONE` for the start, and the step from it.
    parent: u32,
    by: Move,
    /// The next label of the same cell.
    next: u32,
    done: bool,
    stop: bool,
}

/// Everything within reach of a body.
#[derive(Clone, Debug)]
pub struct Reach<S, K = ()> {
    width: u16,
    height: u16,
    first: Vec<u32>,
    labels: Vec<Label<S, K>>,
}

impl<S, K> Reach<S, K> {
    fn in_cell(&self, cell: Cell) -> impl Iterator<Item = (u32, &Label<S, K>)> {
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width;
        let slot = usize::from(self.width) * cell.y.max(0) as usize + cell.x.max(0) as usize;
        let inside = inside && (cell.y as u16) < self.height;
        let at = if inside { self.first.get(slot).copied().unwrap_or(NONE) } else { NONE };
        self.chain(at)
    }

    /// The labels of a cell from one on.
    fn chain(&self, mut at: u32) -> impl Iterator<Item = (u32, &Label<S, K>)> {
        std::iter::from_fn(move || {
            let label = self.labels.get(at as usize)?;
            let index = at;
            at = label.next;
            Some((index, label))
        })
    }

    fn best(&self, cell: Cell, feet: Option<Hm>) -> Option<(u32, &Label<S, K>)> {
        self.in_cell(cell)
            .filter(|(_, l)| l.done && l.stop && feet.is_none_or(|f| f == l.feet))
            .min_by_key(|(i, l)| (l.cost, l.feet, *i))
    }

    /// The cells where the move may end, row by row; the start among them if it may end there.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let (w, h) = (self.width as i16, self.height as i16);
        (0..h)
            .flat_map(move |y| (0..w).map(move |x| Cell::new(x, y)))
            .filter(|c| self.in_cell(*c).any(|(_, l)| l.done && l.stop))
    }

    /// Every place where the move may end, height by height, each with its lowest cost; by cell
    /// row by row, then from low to high.
    pub fn stops(&self) -> Vec<Stop> {
        self.stops_with(|_| ()).into_iter().map(|(stop, ())| stop).collect()
    }

    /// As [`Self::stops`], each with something read from the ruleset's state after the cheapest
    /// way there.
    pub fn stops_with<T>(&self, read: impl Fn(&S) -> T) -> Vec<(Stop, T)> {
        let mut found: Vec<(Stop, T)> = Vec::with_capacity(self.labels.len());
        let mut ends = Vec::new();
        // Cell by cell they are in order already; only those of one cell are not.
        for first in self.first.iter().filter(|first| **first != NONE) {
            ends.extend(self.chain(*first).filter(|(_, l)| l.done && l.stop));
            ends.sort_unstable_by_key(|(index, l)| (l.feet, l.cost, *index));
            found.extend(
                ends.drain(..).map(|(_, l)| {
                    (Stop { cell: l.cell, feet: l.feet, cost: l.cost }, read(&l.state))
                }),
            );
        }
        found.dedup_by_key(|(s, _)| (s.cell, s.feet));
        found
    }

    /// The lowest cost of ending in a cell, at whatever height.
    pub fn cost(&self, cell: Cell) -> Option<u32> {
        self.best(cell, None).map(|(_, l)| l.cost)
    }

    /// The lowest cost of ending in a cell at this height of the feet.
    pub fn cost_at(&self, cell: Cell, feet: Hm) -> Option<u32> {
        self.best(cell, Some(feet)).map(|(_, l)| l.cost)
    }

    /// The cheapest way to end in a cell, of equally dear heights the lowest. Empty for the start.
    pub fn path_to(&self, cell: Cell) -> Option<Vec<Move>> {
        self.best(cell, None).map(|(i, _)| self.way(i))
    }

    /// The cheapest way to end in a cell at this height of the feet.
    pub fn path_to_at(&self, cell: Cell, feet: Hm) -> Option<Vec<Move>> {
        self.best(cell, Some(feet)).map(|(i, _)| self.way(i))
    }

    /// The ruleset's state after the cheapest way to end in a cell at this height.
    pub fn state_at(&self, cell: Cell, feet: Hm) -> Option<&S> {
        self.best(cell, Some(feet)).map(|(_, l)| &l.state)
    }

    fn way(&self, mut index: u32) -> Vec<Move> {
        let mut steps = Vec::new();
        while let Some(label) = self.labels.get(index as usize).filter(|l| l.parent != NONE) {
            steps.push(label.by);
            index = label.parent;
        }
        steps.reverse();
        steps
    }
}

/// What is known of standing with the north-west cell in some cell: a site, and true if no side of
/// the cell has an edge; or that it is impossible.
type Known = Option<(Site, bool)>;

/// Nothing is known yet.
const UNSEEN: u32 = NONE - 1;

/// Labels waiting for their turn, one queue for each cost, first in first out.
struct Buckets {
    ends: Vec<(u32, u32)>,
    links: Vec<(u32, u32)>,
}

impl Buckets {
    fn new(budget: u32) -> Self {
        let ends = vec![(NONE, NONE); budget as usize + 1];
        Self { ends, links: Vec::with_capacity(USUAL) }
    }

    fn push(&mut self, cost: u32, label: u32) {
        let new = self.links.len() as u32;
        self.links.push((label, NONE));
        let Some((head, tail)) = self.ends.get_mut(cost as usize) else { return };
        match self.links.get_mut(*tail as usize) {
            Some(last) => last.1 = new,
            None => *head = new,
        }
        *tail = new;
    }

    fn pop(&mut self, cost: u32) -> Option<u32> {
        let (head, tail) = self.ends.get_mut(cost as usize)?;
        let (label, next) = *self.links.get(*head as usize)?;
        *head = next;
        if next == NONE {
            *tail = NONE;
        }
        Some(label)
    }
}

struct Search<'f, 'b, 'p, P: Pricing> {
    field: &'f Field<'b>,
    pricing: &'p P,
    budget: u32,
    mover: UnitId,
    start: Room,
    /// Per cell where in `sites` its site is; `UNSEEN` before it was looked at, `NONE` where nobody
    /// can stand. Sites are large, and most cells are never looked at.
    known: Vec<u32>,
    sites: Vec<(Site, bool)>,
    /// Per cell the height of the feet of one who stands there, `UNKNOWN` where nobody can or
    /// nothing is known yet.
    rest: Vec<Hm>,
    /// Per cell, with a border around the board: its place on the ground is settled and no other way
    /// can matter, or it is off the board.
    closed: Vec<bool>,
    /// How far off the neighbours of a cell are in that list, in the order in which they are tried.
    neighbours: [isize; 8],
    buckets: Buckets,
    reach: Reach<P::State, P::Key>,
}

/// Everything a body can reach for at most `budget`, at a ruleset's prices (Dijkstra over cell,
/// height and key). `None` for bodies that are not wholly on the board.
pub fn reach<P: Pricing>(
    field: &Field<'_>,
    body: &Body,
    pricing: &P,
    budget: u32,
) -> Option<Reach<P::State, P::Key>> {
    let room = body.room()?;
    if !room.cells().all(|c| field.board().contains(c)) {
        return None;
    }
    let (width, height) = (field.board().width(), field.board().height());
    let cells = usize::from(width) * usize::from(height);
    let budget = budget.min(MAX_BUDGET);
    let wide = isize::from(width as i16) + 2;
    let bordered = (usize::from(width) + 2) * (usize::from(height) + 2);
    let mut closed = vec![true; bordered];
    for row in closed.chunks_mut(usize::from(width) + 2).skip(1).take(usize::from(height)) {
        row.iter_mut().skip(1).take(usize::from(width)).for_each(|cell| *cell = false);
    }
    let mut search = Search {
        field,
        pricing,
        budget,
        mover: body.id,
        start: room,
        known: vec![UNSEEN; cells],
        sites: Vec::with_capacity(USUAL),
        rest: vec![UNKNOWN; cells],
        closed,
        neighbours: ORDER.map(|dir| {
            let (dx, dy) = dir.delta();
            isize::from(dy) * wide + isize::from(dx)
        }),
        buckets: Buckets::new(budget),
        reach: Reach { width, height, first: vec![NONE; cells], labels: Vec::with_capacity(USUAL) },
    };
    search.run();
    Some(search.reach)
}

impl<P: Pricing> Search<'_, '_, '_, P> {
    fn run(&mut self) {
        let state = self.pricing.start();
        let by = Move::Walk { to: self.start.cell };
        self.offer(self.start.cell, self.start.feet, state, NONE, by, 0);
        for cost in 0..=self.budget {
            while let Some(index) = self.buckets.pop(cost) {
                self.settle(index, cost);
            }
        }
    }

    /// Takes a label as final and tries every step from it.
    fn settle(&mut self, index: u32, cost: u32) {
        let Some(label) = self.reach.labels.get_mut(index as usize) else { return };
        if label.done || label.cost != cost {
            return;
        }
        label.done = true;
        let room = self.start.at(label.cell, label.feet);
        let Some(slot) = self.field.board().index(room.cell) else { return };
        let site = self.site(room.cell, slot);
        let (ground, plain) = match site {
            Some((site, plain)) if site.feet == room.feet => {
                let at = self.bordered(room.cell);
                if let Some(closed) = self.closed.get_mut(at) {
                    *closed = size_of::<P::Key>() == 0;
                }
                (site.ground, plain)
            }
            _ => (self.field.ground_left(room, self.mover), false),
        };
        if let Some(label) = self.reach.labels.get_mut(index as usize) {
            label.stop = self.pricing.may_stop(&label.state, room, &ground);
        }
        if cost + self.pricing.least() > self.budget {
            return;
        }
        let manners = self.pricing.manners();
        if manners.walk {
            self.walk(index, room, ground, plain);
        }
        if manners.fly {
            self.fly(index, room, ground, manners.slant, site);
        }
        // One who stands has no way down, and no way up without a face.
        let hangs = site.is_none_or(|(site, _)| site.feet != room.feet);
        if manners.climb && (hangs || self.is_beside_face(room)) {
            for feet in [room.feet + Hm::metres(1), room.feet - Hm::metres(1)] {
                let by = Move::Climb { feet };
                if let Ok(facts) = self.field.step_from(self.mover, room, by) {
                    self.relax(index, &facts, by);
                }
            }
        }
    }

    /// True when any of the columns beside a room may be climbed.
    fn is_beside_face(&self, room: Room) -> bool {
        let board = self.field.board();
        if !board.has_faces() {
            return false;
        }
        let climbable = |c: Cell| board.tile(c).is_some_and(|t| t.climbable);
        room.cells().any(|c| Dir::SIDES.into_iter().any(|side| climbable(c.step(side))))
    }

    fn walk(&mut self, index: u32, room: Room, ground: Ground, plain: bool) {
        let head = room.top();
        let paid = self.reach.labels.get(index as usize).map_or(0, |label| label.cost);
        let least = paid + self.pricing.least();
        let here = self.bordered(room.cell);
        for (dir, offset) in ORDER.into_iter().zip(self.neighbours) {
            let at = here.wrapping_add_signed(offset);
            if self.closed.get(at).is_none_or(|closed| *closed) {
                continue;
            }
            let to = room.cell.step(dir);
            let Some(slot) = self.field.board().index(to) else { continue };
            // Most steps lead nowhere new: that is told without looking at the whole site.
            let feet = self.rest.get(slot).copied().unwrap_or(UNKNOWN);
            if feet != UNKNOWN && self.is_known(slot, feet, least) {
                continue;
            }
            let Some((site, plain_there)) = self.site(to, slot) else { continue };
            let mut free = plain && plain_there;
            if free && dir.is_diagonal() {
                // Corners that can be stood in under head height are free. Those not known yet
                // are looked at more closely.
                free = [Cell::new(to.x, room.cell.y), Cell::new(room.cell.x, to.y)]
                    .into_iter()
                    .filter_map(|c| self.field.board().index(c))
                    .all(|slot| self.rest.get(slot).is_some_and(|rest| *rest < head));
            }
            let by = Move::Walk { to };
            if free {
                let entered = (room.at(to, site.feet), site.ground);
                let facts = self.field.free_step(self.mover, (room, ground), dir, entered);
                self.relax(index, &facts, by);
            } else if let Ok(facts) = self.field.walk_facts(self.mover, room, ground, dir, site) {
                self.relax(index, &facts, by);
            }
        }
    }

    fn fly(&mut self, index: u32, room: Room, ground: Ground, slant: bool, here: Known) {
        let (up, down) = (room.feet + Hm::metres(1), room.feet - Hm::metres(1));
        // The last half metre down to the ground is a step of its own.
        let down_here = match here {
            Some((site, _)) if site.feet <= room.feet => down.max(site.feet),
            _ => down,
        };
        for feet in [up, down_here] {
            self.fly_to(index, room, ground, room.cell, feet);
        }
        for dir in ORDER {
            let to = room.cell.step(dir);
            self.fly_to(index, room, ground, to, room.feet);
            if slant {
                self.fly_to(index, room, ground, to, up);
                self.fly_to(index, room, ground, to, down);
            }
        }
    }

    fn fly_to(&mut self, index: u32, room: Room, ground: Ground, cell: Cell, feet: Hm) {
        if feet > MAX_FEET || self.is_settled(cell, feet) {
            return;
        }
        if let Ok(facts) = self.field.fly_facts(self.mover, room, ground, cell, feet) {
            self.relax(index, &facts, Move::Fly { to: cell, feet });
        }
    }

    /// True if no way can improve on what was found for a place. With keys that cannot be told
    /// before the step is priced.
    fn is_settled(&self, cell: Cell, feet: Hm) -> bool {
        size_of::<P::Key>() == 0 && self.reach.in_cell(cell).any(|(_, l)| l.feet == feet && l.done)
    }

    /// Where a cell of the board is in a list with a border around it.
    fn bordered(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x as u16), usize::from(cell.y as u16));
        (y + 1) * (usize::from(self.reach.width) + 2) + x + 1
    }

    /// True if a place is known to be reached for so much or less. With keys that cannot be told
    /// before the step is priced.
    fn is_known(&self, slot: usize, feet: Hm, cost: u32) -> bool {
        if size_of::<P::Key>() != 0 {
            return false;
        }
        let mut at = self.reach.first.get(slot).copied().unwrap_or(NONE);
        while let Some(label) = self.reach.labels.get(at as usize) {
            if label.feet == feet {
                return label.cost <= cost;
            }
            at = label.next;
        }
        false
    }

    /// What is known of standing in a cell, found out once per search.
    fn site(&mut self, cell: Cell, slot: usize) -> Known {
        let known = *self.known.get(slot)?;
        if known != UNSEEN {
            return self.sites.get(known as usize).copied();
        }
        let (size, height) = (self.start.size, self.start.height);
        let found = self.field.site(cell, size, height, self.mover).ok();
        let found = found.map(|site| (site, size <= 1 && self.field.board().is_bare(cell)));
        let index = found.map_or(NONE, |_| self.sites.len() as u32);
        if let Some((site, _)) = found {
            self.sites.extend(found);
            if let Some(rest) = self.rest.get_mut(slot) {
                *rest = site.feet;
            }
        }
        if let Some(known) = self.known.get_mut(slot) {
            *known = index;
        }
        found
    }

    fn relax(&mut self, from: u32, facts: &StepFacts<'_, '_>, by: Move) {
        let Some(before) = self.reach.labels.get(from as usize) else { return };
        let Ok(state) = self.pricing.step(&before.state, facts) else { return };
        let paid = before.cost;
        self.offer(facts.to.cell, facts.to.feet, state, from, by, paid);
    }

    /// Notes a way to a place if it is new or cheaper. `paid` is the cost before the last step: a
    /// pricing whose cost falls is held to it.
    fn offer(&mut self, cell: Cell, feet: Hm, state: P::State, parent: u32, by: Move, paid: u32) {
        let cost = self.pricing.cost(&state).max(paid);
        if cost > self.budget {
            return;
        }
        let key = self.pricing.key(&state);
        let Some(slot) = self.field.board().index(cell) else { return };
        let Some(head) = self.reach.first.get_mut(slot) else { return };
        let mut at = *head;
        while let Some(label) = self.reach.labels.get_mut(at as usize) {
            if label.feet == feet && label.key == key {
                if cost < label.cost && !label.done {
                    *label = Label { cost, state, parent, by, ..*label };
                    self.buckets.push(cost, at);
                }
                return;
            }
            at = label.next;
        }
        let new = self.reach.labels.len() as u32;
        let next = std::mem::replace(head, new);
        let label =
            Label { cell, feet, key, cost, state, parent, by, next, done: false, stop: false };
        self.reach.labels.push(label);
        self.buckets.push(cost, new);
    }
}

#[cfg(test)]
mod tests;
