//! Dijkstra search for all reachable places.

use super::pricing::Pricing;
use super::{Label, MAX_BUDGET, NONE, Reach};
use crate::altitude::AltitudeBand;
use crate::body::{Body, SupportKind, UnitId};
use crate::cell::{Cell, Dir};
use crate::field::Field;
use crate::ground::{Ground, Site};
use crate::room::Room;
use crate::step::{Move, StepFacts, StepMode};
use crate::units::Hm;

const ORDER: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// Ceiling for flyers: the highest altitude that a level allows.
const MAX_FEET: Hm = Hm(400);

/// Initial capacity in places; searches up to this size do not reallocate.
const USUAL: usize = 256;

/// Higher than any standing place.
const UNKNOWN: Hm = Hm(i32::MAX);

/// Where a body can stand, with what a search reads of it again and again.
#[derive(Clone, Copy)]
struct Spot {
    site: Site,
    /// The body covers one cell, and no side of that has an edge.
    plain: bool,
    /// The body covers one cell, and nothing in it harms: the ground is the same at all heights.
    even: bool,
}

/// Cached result of standing with the north-west cell in a given cell; `None` if that is impossible.
type Known = Option<Spot>;

/// The ground under a room above a spot.
enum Above {
    Ground(Ground),
    /// The room is below the ground or reaches above the ceiling.
    Blocked,
    /// It has to be looked up.
    Unknown,
}

impl Spot {
    /// The ground under a room with its feet at this height or above.
    fn above(&self, field: &Field<'_>, mover: UnitId, room: Room) -> Above {
        let Site { feet, ground } = self.site;
        if !self.even {
            return Above::Unknown;
        }
        let ceiling = ground.clear.map(|clear| feet + clear);
        if room.feet < feet || ceiling.is_some_and(|ceiling| ceiling < room.top()) {
            return Above::Blocked;
        }
        if room.feet == feet {
            return Above::Ground(ground);
        }
        Above::Ground(Ground {
            support: SupportKind::Nothing,
            thing: None,
            occupied: field.is_met(room, mover),
            clear: ceiling.map(|ceiling| ceiling - room.feet),
            ..ground
        })
    }
}

/// Not computed yet.
const UNSEEN: u32 = NONE - 1;

/// Labels to be settled: one first-in-first-out queue per cost.
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
    /// Index into `sites` for each cell: `UNSEEN` before it is computed, `NONE` where standing is
    /// impossible. Indirect because sites are large and most cells are never visited.
    known: Vec<u32>,
    sites: Vec<Spot>,
    /// Height of the feet when standing in each cell; `UNKNOWN`
    /// where standing is impossible or not computed yet.
    rest: Vec<Hm>,
    /// True for each cell, with a border around the board, that is off the board or whose place on
    /// the ground is settled with no other path that could matter.
    closed: Vec<bool>,
    /// Offsets of a cell's neighbours in that list, in the order in which they are tried.
    neighbours: [isize; 8],
    buckets: Buckets,
    reach: Reach<P::State, P::Key>,
}

/// Everything that a body can reach within `budget` at a ruleset's prices (Dijkstra over cell,
/// height and key). `None` for a body that is not entirely on the board.
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

    /// Settles a label and tries every step from it.
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
            Some(Spot { site, plain, .. }) if site.feet == room.feet => {
                let at = self.bordered(room.cell);
                if let Some(closed) = self.closed.get_mut(at) {
                    *closed = size_of::<P::Key>() == 0;
                }
                (site.ground, plain)
            }
            Some(spot) => match spot.above(self.field, self.mover, room) {
                Above::Ground(ground) => (ground, false),
                Above::Blocked | Above::Unknown => {
                    (self.field.ground_left(room, self.mover), false)
                }
            },
            None => (self.field.ground_left(room, self.mover), false),
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
            self.fly(index, (room, ground), manners.slant, site);
        }
        if manners.bands {
            self.soar(index, room, ground);
        }
        // A unit standing here cannot climb down, and can climb up only along a face.
        let hangs = site.is_none_or(|spot| spot.site.feet != room.feet);
        if manners.climb && (hangs || self.is_next_to_face(room)) {
            for feet in [room.feet + Hm::metres(1), room.feet - Hm::metres(1)] {
                let by = Move::Climb { feet };
                if let Ok(facts) = self.field.step_from(self.mover, room, by) {
                    self.relax(index, &facts, by);
                }
            }
        }
    }

    /// Whether any column next to a room may be climbed.
    fn is_next_to_face(&self, room: Room) -> bool {
        let board = self.field.board();
        if !board.has_faces() {
            return false;
        }
        let climbable = |c: Cell| board.tile(c).is_some_and(|t| t.climb.is_marked());
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
            // Most steps lead nowhere new, which shows without loading the whole site.
            let feet = self.rest.get(slot).copied().unwrap_or(UNKNOWN);
            if feet != UNKNOWN && self.is_known(slot, feet, least) {
                continue;
            }
            let Some(Spot { site, plain: plain_there, .. }) = self.site(to, slot) else {
                continue;
            };
            let mut free = plain && plain_there;
            if free && dir.is_diagonal() {
                // Corners with standing room below head height
                // are free. Unknown corners get the full check.
                free = [Cell::new(to.x, room.cell.y), Cell::new(room.cell.x, to.y)]
                    .into_iter()
                    .filter_map(|c| self.field.board().index(c))
                    .all(|slot| self.rest.get(slot).is_some_and(|rest| *rest < head));
            }
            let by = Move::Walk { to };
            if free {
                let entered = (room.at(to, site.feet), site.ground);
                let how = (StepMode::Walk, Some(dir));
                let facts = self.field.free_step(self.mover, (room, ground), how, entered);
                self.relax(index, &facts, by);
            } else if let Ok(facts) = self.field.walk_facts(self.mover, room, ground, dir, site) {
                self.relax(index, &facts, by);
            }
        }
    }

    fn fly(&mut self, index: u32, from: (Room, Ground), slant: bool, here: Known) {
        let room = from.0;
        let (up, down) = (room.feet + Hm::metres(1), room.feet - Hm::metres(1));
        // The last half metre down to the ground is a separate step.
        let down_here = match here {
            Some(Spot { site, .. }) if site.feet <= room.feet => down.max(site.feet),
            _ => down,
        };
        for feet in [up, down_here] {
            self.fly_to(index, from, None, feet);
        }
        for dir in ORDER {
            self.fly_to(index, from, Some(dir), room.feet);
            if slant {
                self.fly_to(index, from, Some(dir), up);
                self.fly_to(index, from, Some(dir), down);
            }
        }
    }

    fn fly_to(&mut self, index: u32, from: (Room, Ground), dir: Option<Dir>, feet: Hm) {
        let (room, ground) = from;
        let cell = dir.map_or(room.cell, |dir| room.cell.step(dir));
        if feet > MAX_FEET || self.is_settled(cell, feet) {
            return;
        }
        let Some(slot) = self.field.board().index(cell) else { return };
        let by = Move::Fly { to: cell, feet };
        if let Some(spot) = self.site(cell, slot)
            && (dir.is_some() || feet != room.feet)
            && self.is_open(room, dir, feet, spot)
        {
            let to = room.at(cell, feet);
            match spot.above(self.field, self.mover, to) {
                Above::Ground(entered) => {
                    let how = (StepMode::Fly, dir);
                    let facts = self.field.free_step(self.mover, from, how, (to, entered));
                    return self.relax(index, &facts, by);
                }
                Above::Blocked => return,
                Above::Unknown => {}
            }
        }
        if let Ok(facts) = self.field.fly_facts(self.mover, room, ground, cell, feet) {
            self.relax(index, &facts, by);
        }
    }

    /// Whether it is known that nothing obstructs a step through the air to a spot: no edges, and at
    /// corners only columns no higher than the feet.
    fn is_open(&self, room: Room, dir: Option<Dir>, feet: Hm, spot: Spot) -> bool {
        let Some(dir) = dir else { return true };
        let board = self.field.board();
        if !spot.plain || !board.is_bare(room.cell) {
            return false;
        }
        let to = room.cell.step(dir);
        let lowest = room.feet.min(feet);
        let is_low = |corner: Cell| {
            let rest = board.index(corner).and_then(|slot| self.rest.get(slot));
            rest.is_some_and(|rest| *rest <= lowest)
        };
        let corners = [Cell::new(to.x, room.cell.y), Cell::new(room.cell.x, to.y)];
        !dir.is_diagonal() || corners.into_iter().all(is_low)
    }

    fn soar(&mut self, index: u32, room: Room, ground: Ground) {
        let band = AltitudeBand::of(self.field.altitude(room));
        let over = ORDER.map(|dir| (room.cell.step(dir), band));
        let here = AltitudeBand::ALL.into_iter().map(|other| (room.cell, other));
        let here = here.filter(|(_, other)| *other == band || other.is_next_to(band));
        for (cell, band) in over.into_iter().chain(here) {
            let feet = self.field.rest_under(room.at(cell, room.feet)) + band.altitude();
            if feet > MAX_FEET || self.is_settled(cell, feet) {
                continue;
            }
            if let Ok(facts) = self.field.soar_facts(self.mover, room, ground, cell, feet) {
                self.relax(index, &facts, Move::Soar { to: cell, feet });
            }
        }
    }

    /// Whether no path can improve on the one found for a place. Always false when the key is not
    /// known before the step is priced.
    fn is_settled(&self, cell: Cell, feet: Hm) -> bool {
        size_of::<P::Key>() == 0 && self.reach.in_cell(cell).any(|(_, l)| l.feet == feet && l.done)
    }

    /// Index of a board cell in a list with a border around the board.
    fn bordered(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x as u16), usize::from(cell.y as u16));
        (y + 1) * (usize::from(self.reach.width) + 2) + x + 1
    }

    /// Whether a place is known to be reachable for at most `cost`. Always false when the key is
    /// not known before the step is priced.
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

    /// Whether and how the body can stand in a cell, computed once per search.
    fn site(&mut self, cell: Cell, slot: usize) -> Known {
        let known = *self.known.get(slot)?;
        if known != UNSEEN {
            return self.sites.get(known as usize).copied();
        }
        let (size, height) = (self.start.size, self.start.height);
        let found = self.field.site(cell, size, height, self.mover).ok();
        let found = found.map(|site| {
            let (one, board) = (size <= 1, self.field.board());
            let harms = || {
                board.tile(cell).is_some_and(|tile| tile.damaging.is_some())
                    || board.volumes_in(cell).any(|volume| volume.damaging.is_some())
            };
            Spot { site, plain: one && board.is_bare(cell), even: one && !harms() }
        });
        let index = found.map_or(NONE, |_| self.sites.len() as u32);
        if let Some(spot) = found {
            self.sites.push(spot);
            if let Some(rest) = self.rest.get_mut(slot) {
                *rest = spot.site.feet;
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

    /// Records a path to a place if it is new or cheaper. `paid` is the cost before the last step
    /// and a lower bound for the new cost, in case a pricing decreases.
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
