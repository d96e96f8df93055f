//! Dijkstra search for all reachable places.

use std::sync::Arc;

use super::heights::Heights;
use super::pricing::Pricing;
use super::{Label, MAX_BUDGET, NONE, Reach};
use crate::altitude::AltitudeBand;
use crate::body::{Body, UnitId};
use crate::cell::{Cell, Dir};
use crate::field::Field;
use crate::ground::{Air, Ground, Site};
use crate::room::Room;
use crate::step::{Move, StepFacts, StepMode};
use crate::steps::{LoneBody, ORDER, StepPassage, Steps};
use crate::units::Hm;

/// Ceiling for flyers: the highest altitude that a level allows.
pub(super) const MAX_FEET: Hm = Hm(400);

/// Initial capacity in places; searches up to this size do not reallocate.
const USUAL: usize = 256;

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
    /// The cached steps of the body, and the body alone on the board.
    steps: Arc<Steps>,
    bare: LoneBody<'b>,
    /// For each cell, with a border around the board: `u32::MAX` less the lowest known cost of walking
    /// there, where only the cost matters; 0 if none is known, and `u32::MAX` off the board.
    walked: Vec<u32>,
    /// Offsets of a cell's neighbours in that list, in the order in which they are tried.
    neighbours: [isize; 8],
    buckets: Buckets,
    heights: Heights,
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
    let mut walked = vec![0; bordered];
    for (at, row) in walked.chunks_mut(usize::from(width) + 2).enumerate() {
        if at == 0 || at > usize::from(height) {
            row.fill(u32::MAX);
        } else if let [first, .., last] = row {
            (*first, *last) = (u32::MAX, u32::MAX);
        }
    }
    let bare = LoneBody::new(field, body, room);
    let mut search = Search {
        field,
        pricing,
        budget,
        mover: body.id,
        start: room,
        steps: bare.steps(),
        bare,
        walked,
        neighbours: ORDER.map(|dir| {
            let (dx, dy) = dir.delta();
            isize::from(dy) * wide + isize::from(dx)
        }),
        buckets: Buckets::new(budget),
        heights: Heights::new(cells, pricing.manners().fly),
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
        let below = self.site(room.cell);
        let site = below.filter(|site| site.feet == room.feet);
        if site.is_some() {
            self.note_walk(self.bordered(room.cell), cost);
        }
        let aloft = || self.air(room.cell)?.under(room)?.ok();
        let known = match site {
            Some(site) => Some(site.ground),
            None if self.keeps_to_floors() && self.bare.is_layered(room.cell) => {
                Some(self.steps.storey(&self.bare, room, slot).ground)
            }
            None => aloft(),
        };
        let ground = match known {
            Some(ground) => self.with_bodies(ground, room),
            None => self.field.ground_left(room, self.mover),
        };
        if let Some(label) = self.reach.labels.get_mut(index as usize) {
            label.stop = self.pricing.may_stop(&label.state, room, &ground);
        }
        let manners = self.pricing.manners();
        let aloft =
            if manners.fly || manners.bands { self.pricing.least_aloft() } else { u32::MAX };
        if cost + self.pricing.least().min(aloft) > self.budget {
            return;
        }
        if manners.walk {
            let ways = site.map(|_| self.steps.ways(&self.bare, room.cell));
            self.walk(index, (room, ground), slot, ways);
        }
        if manners.fly {
            self.fly(index, (room, ground), (manners.slant, below));
        }
        if manners.bands {
            self.soar(index, room, ground);
        }
        // A unit standing here cannot climb down, and can climb up only along a face.
        let faces = manners.climb && self.is_next_to_face(room);
        if manners.climb && (site.is_none() || faces) {
            self.climb(index, room, (faces, below), slot);
        }
    }

    /// Tries the steps up and down in place.
    fn climb(&mut self, index: u32, room: Room, (faces, below): (bool, Option<Site>), slot: usize) {
        let least = self.paid(index) + self.pricing.least();
        let down = room.feet - Hm::metres(1);
        // Without a grip, nothing but the ground can be reached.
        let lands = below.is_none_or(|site| site.feet == down);
        for (feet, may) in [(room.feet + Hm::metres(1), faces), (down, faces || lands)] {
            if !may || self.is_known_by_cost(slot, feet, least) {
                continue;
            }
            let by = Move::Climb { feet };
            if let Ok(facts) = self.field.step_from(self.mover, room, by) {
                self.relax(index, &facts, by);
            }
        }
    }

    /// Whether any column next to a room may be climbed.
    fn is_next_to_face(&self, room: Room) -> bool {
        let board = self.field.board();
        room.cells().any(|cell| board.is_next_to_face(cell))
    }

    /// True for a body that is only on floors and faces: few heights in each cell.
    fn keeps_to_floors(&self) -> bool {
        let manners = self.pricing.manners();
        !manners.fly && !manners.bands
    }

    /// Tries the steps on foot. `ways` holds their cached facts if the body stands on the ground.
    fn walk(
        &mut self,
        index: u32,
        (room, ground): (Room, Ground),
        slot: usize,
        ways: Option<[StepPassage; 8]>,
    ) {
        let mut storey = None;
        let on_floors = self.keeps_to_floors();
        let from_storeys = on_floors && self.bare.is_layered(room.cell);
        let Some(rise) = self.pricing.least_rise(&ground) else { return };
        let least = self.paid(index) + self.pricing.least();
        let here = self.bordered(room.cell);
        for (at_dir, (dir, offset)) in ORDER.into_iter().zip(self.neighbours).enumerate() {
            let at = here.wrapping_add_signed(offset);
            if self.walked.get(at).is_none_or(|known| *known >= u32::MAX - least) {
                continue;
            }
            let to = room.cell.step(dir);
            let to_storeys = self.bare.is_layered(to);
            if from_storeys || on_floors && to_storeys {
                let storey =
                    storey.get_or_insert_with(|| self.steps.storey(&self.bare, room, slot));
                let Some((site, way)) = storey.ways.get(at_dir).copied().flatten() else {
                    continue;
                };
                let Some(to_slot) = self.field.board().index(to) else { continue };
                if self.is_known_by_cost(to_slot, site.feet, least) {
                    continue;
                }
                let there = room.at(to, site.feet);
                let occupied = self.field.is_met(there, self.mover);
                let entered = (there, Ground { occupied, ..site.ground });
                let how = (StepMode::Walk, Some(dir));
                let facts = self.field.free_step(self.mover, (room, ground), how, entered);
                self.relax(index, &facts.past(way), Move::Walk { to });
                continue;
            }
            if to_storeys {
                let by = Move::Walk { to };
                if let Ok(facts) = self.field.step_from(self.mover, room, by) {
                    self.relax(index, &facts, by);
                }
                continue;
            }
            let way = ways.as_ref().map(|ways| ways.get(at_dir).copied().flatten());
            if way == Some(None) {
                continue;
            }
            let Some(mut site) = self.site(to).filter(|site| site.feet - room.feet >= rise) else {
                continue;
            };
            let by = Move::Walk { to };
            let there = room.at(to, site.feet);
            site.ground.occupied = self.field.is_met(there, self.mover);
            let facts = if let Some(way) = way.flatten() {
                let (entered, how) = ((there, site.ground), (StepMode::Walk, Some(dir)));
                let free = self.field.free_step(self.mover, (room, ground), how, entered);
                Ok(free.past(way))
            } else {
                self.field.walk_facts(self.mover, room, ground, dir, site)
            };
            if let Some(cost) = facts.ok().and_then(|facts| self.relax(index, &facts, by)) {
                self.note_walk(at, cost);
            }
        }
    }

    /// Tries the steps through the air.
    fn fly(&mut self, index: u32, from: (Room, Ground), (slant, below): (bool, Option<Site>)) {
        let room = from.0;
        let (up, down) = (room.feet + Hm::metres(1), room.feet - Hm::metres(1));
        // The last half metre down to the ground is a separate step.
        let down_here = match below {
            Some(site) if site.feet <= room.feet => down.max(site.feet),
            None if self.bare.is_layered(room.cell) => {
                let landing = self.field.landing(room, self.mover).map(|site| site.feet);
                landing.ok().filter(|feet| *feet <= room.feet).map_or(down, |feet| down.max(feet))
            }
            _ => down,
        };
        let edges = self.air(room.cell).map_or(Air::UNKNOWN.edges, |air| air.edges);
        let mut fly_to = |dir: Option<Dir>, feet: Hm| {
            let to = dir.map_or(room.cell, |dir| room.cell.step(dir));
            self.fly_to(index, (from, edges), dir, (Move::Fly { to, feet }, to, feet));
        };
        for feet in [up, down_here] {
            fly_to(None, feet);
        }
        for dir in ORDER {
            fly_to(Some(dir), room.feet);
            if slant {
                fly_to(Some(dir), up);
                fly_to(Some(dir), down);
            }
        }
    }

    /// Tries a step through the air to a place that is close enough. From the height `edges` on up, no
    /// matter on the edges of the starting room is in the way.
    fn fly_to(
        &mut self,
        index: u32,
        (from, edges): ((Room, Ground), Hm),
        dir: Option<Dir>,
        (by, cell, feet): (Move, Cell, Hm),
    ) {
        let room = from.0;
        if feet > MAX_FEET || (dir.is_none() && feet == room.feet) {
            return;
        }
        let Some(slot) = self.field.board().index(cell) else { return };
        let before = self.reach.labels.get(index as usize);
        let key = before.and_then(|label| self.pricing.key_aloft(label.key));
        let least = self.paid(index) + self.pricing.least_aloft();
        let is_known = match key {
            Some(key) => self.is_known(slot, feet, key, least),
            None => self.is_known_by_cost(slot, feet, least),
        };
        if is_known {
            return;
        }
        let to = room.at(cell, feet);
        let Some(air) = self.air(cell) else { return };
        let known = air.under(to);
        if known == Some(Err(())) {
            return;
        }
        let is_open = room.feet.min(feet) >= air.edges.max(edges);
        if let Some(Ok(entered)) = known.filter(|_| is_open)
            && dir.is_none_or(|dir| self.field.has_open_corners(room, to, dir))
        {
            let entered = self.with_bodies(entered, to);
            let how = (StepMode::Fly, dir);
            let facts = self.field.free_step(self.mover, from, how, (to, entered));
            self.relax(index, &facts, by);
            return;
        }
        if let Ok(facts) = self.field.flown(self.mover, from, dir, to) {
            self.relax(index, &facts, by);
        }
    }

    /// Tries the steps through the air between altitude bands.
    fn soar(&mut self, index: u32, room: Room, ground: Ground) {
        let board = self.field.board();
        let band = AltitudeBand::of(self.field.altitude(room));
        let edges = self.air(room.cell).map_or(Air::UNKNOWN.edges, |air| air.edges);
        let over = ORDER.map(|dir| (Some(dir), room.cell.step(dir), band));
        let here = AltitudeBand::ALL.into_iter().map(|other| (None, room.cell, other));
        let here = here.filter(|(_, _, other)| *other == band || other.is_next_to(band));
        for (dir, cell, band) in over.into_iter().chain(here) {
            if !board.contains(cell) {
                continue;
            }
            if self.bare.is_layered(cell) {
                // Between floors, the height of a band may belong to another one.
                let feet = self.field.rest_under(room.at(cell, room.feet)) + band.altitude();
                let by = Move::Soar { to: cell, feet };
                let facts = self.field.step_from(self.mover, room, by).ok();
                if let Some(facts) = facts.filter(|_| feet <= MAX_FEET) {
                    self.relax(index, &facts, by);
                }
                continue;
            }
            let feet = self.steps.under(&self.bare, cell) + band.altitude();
            let by = Move::Soar { to: cell, feet };
            self.fly_to(index, ((room, ground), edges), dir, (by, cell, feet));
        }
    }

    /// The cost paid for a label.
    fn paid(&self, index: u32) -> u32 {
        self.reach.labels.get(index as usize).map_or(0, |label| label.cost)
    }

    /// Index of a board cell in a list with a border around the board.
    fn bordered(&self, cell: Cell) -> usize {
        let (x, y) = (usize::from(cell.x as u16), usize::from(cell.y as u16));
        (y + 1) * (usize::from(self.reach.width) + 2) + x + 1
    }

    /// Whether a place is known to be reachable with a key for at most `cost`.
    fn is_known(&self, slot: usize, feet: Hm, key: P::Key, cost: u32) -> bool {
        let at = self.find(slot, feet, |other| other == key);
        self.reach.labels.get(at as usize).is_some_and(|label| label.cost <= cost)
    }

    /// The same with any key. Always false when the key is not known before the step is priced.
    fn is_known_by_cost(&self, slot: usize, feet: Hm, cost: u32) -> bool {
        let at = if size_of::<P::Key>() == 0 { self.find(slot, feet, |_| true) } else { NONE };
        self.reach.labels.get(at as usize).is_some_and(|label| label.cost <= cost)
    }

    /// The label of a place with a key; `NONE` if there is none yet.
    fn find(&self, slot: usize, feet: Hm, is_it: impl Fn(P::Key) -> bool) -> u32 {
        let labels = &self.reach.labels;
        if let Some(mut at) = self.heights.first(slot, feet) {
            while labels.get(at as usize).is_some_and(|label| !is_it(label.key)) {
                at = self.heights.next(at);
            }
            return at;
        }
        let mut at = self.reach.first.get(slot).copied().unwrap_or(NONE);
        while let Some(label) = labels.get(at as usize) {
            if label.feet == feet && is_it(label.key) {
                return at;
            }
            at = label.next;
        }
        NONE
    }

    /// Where the body stands in a cell, as if there were no other bodies; nothing where there are
    /// decks.
    fn site(&self, cell: Cell) -> Option<Site> {
        self.steps.site(&self.bare, cell).copied()
    }

    /// The air over a cell; `None` if the body cannot be there at any height.
    fn air(&self, cell: Cell) -> Option<Air> {
        self.steps.air(&self.bare, cell).copied()
    }

    /// The ground under a room, with the bodies there.
    fn with_bodies(&self, ground: Ground, room: Room) -> Ground {
        Ground { occupied: self.field.is_met(room, self.mover), ..ground }
    }

    /// Takes a step from a label. Returns the lowest known cost of its end; `None` if the step is
    /// refused or too expensive.
    fn relax(&mut self, from: u32, facts: &StepFacts<'_, '_>, by: Move) -> Option<u32> {
        let before = self.reach.labels.get(from as usize)?;
        let state = self.pricing.step(&before.state, facts).ok()?;
        let paid = before.cost;
        self.offer(facts.to.cell, facts.to.feet, state, from, by, paid)
    }

    /// Notes the cost of walking to a cell without decks, by its index with the border.
    fn note_walk(&mut self, at: usize, cost: u32) {
        if let Some(known) = self.walked.get_mut(at).filter(|_| size_of::<P::Key>() == 0) {
            *known = (*known).max(u32::MAX - cost);
        }
    }

    /// Records a path to a place if it is new or cheaper. `paid` is the cost before the last step
    /// and a lower bound for the new cost, in case a pricing decreases. Returns the lowest known cost.
    fn offer(
        &mut self,
        cell: Cell,
        feet: Hm,
        state: P::State,
        parent: u32,
        by: Move,
        paid: u32,
    ) -> Option<u32> {
        let cost = self.pricing.cost(&state).max(paid);
        if cost > self.budget {
            return None;
        }
        let key = self.pricing.key(&state);
        let slot = self.field.board().index(cell)?;
        let known = self.find(slot, feet, |other| other == key);
        if let Some(label) = self.reach.labels.get_mut(known as usize) {
            if cost < label.cost && !label.done {
                *label = Label { cost, state, parent, by, ..*label };
                self.buckets.push(cost, known);
            }
            return Some(cost.min(label.cost));
        }
        let head = self.reach.first.get_mut(slot)?;
        let new = self.reach.labels.len() as u32;
        let next = std::mem::replace(head, new);
        let label =
            Label { cell, feet, key, cost, state, parent, by, next, done: false, stop: false };
        self.reach.labels.push(label);
        self.heights.add(slot, feet, new);
        self.buckets.push(cost, new);
        Some(cost)
    }
}
