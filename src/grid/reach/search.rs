//! The search for everything that can be reached: cheapest places first.

use super::pricing::Pricing;
use super::{Label, MAX_BUDGET, NONE, Reach};
use crate::grid::altitude::AltitudeBand;
use crate::grid::body::{Body, UnitId};
use crate::grid::cell::{Cell, Dir};
use crate::grid::field::Field;
use crate::grid::ground::{Ground, Site};
use crate::grid::room::Room;
use crate::grid::step::{Move, StepFacts};
use crate::grid::units::Hm;

const ORDER: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// A flyer is not followed above this height (the highest altitude a level allows).
const MAX_FEET: Hm = Hm(400);

/// A search that looks at no more places than this needs no further memory on the way.
const USUAL: usize = 256;

/// Higher than any head.
const UNKNOWN: Hm = Hm(i32::MAX);

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
        if manners.bands {
            self.soar(index, room, ground);
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
