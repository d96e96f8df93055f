//! Reference implementation of the search: the same order of steps and labels, but it recomputes
//! each step with [`Field::step_from`] and skips none.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;

use super::{Pricing, StepKinds, reach};
use crate::altitude::AltitudeBand;
use crate::ground::Ground;
use crate::room::Room;
use crate::samples::{arb_board, arb_bodies};
use crate::step::{Move, StepFacts, StepMode};
use crate::{Board, Body, Cell, Dir, Field, Hm};

const ORDER: [Dir; 8] = [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW];

/// Prices that depend on every fact of a step; `KEYED` keeps even and odd costs apart.
struct EveryFact<const KEYED: bool> {
    manners: StepKinds,
    most_corners: u8,
    /// Steps through the air have even costs.
    even_flights: bool,
}

impl<const KEYED: bool> EveryFact<KEYED> {
    fn price(&self, step: &StepFacts<'_, '_>) -> u32 {
        let mut hasher = DefaultHasher::new();
        let (from, to) = ((step.from, step.left), (step.to, step.entered));
        (step.manner, step.dir, from, to, step.passage as u8, step.corners).hash(&mut hasher);
        step.occupants().map(|body| body.id).collect::<Vec<_>>().hash(&mut hasher);
        let price = 1 + u32::try_from(hasher.finish() % 3).unwrap_or_default();
        if self.even_flights && step.manner == StepMode::Fly { 2 * price } else { price }
    }

    fn next(&self, paid: u32, step: &StepFacts<'_, '_>) -> Result<u32, ()> {
        if step.corners > self.most_corners { Err(()) } else { Ok(paid + self.price(step)) }
    }
}

impl Pricing for EveryFact<false> {
    type State = u32;
    type Key = ();
    type Refusal = ();

    fn start(&self) -> u32 {
        0
    }

    fn step(&self, paid: &u32, step: &StepFacts<'_, '_>) -> Result<u32, ()> {
        self.next(*paid, step)
    }

    fn cost(&self, paid: &u32) -> u32 {
        *paid
    }

    fn least(&self) -> u32 {
        1
    }

    fn key(&self, _: &u32) {}

    fn manners(&self) -> StepKinds {
        self.manners
    }
}

impl Pricing for EveryFact<true> {
    type State = u32;
    type Key = u32;
    type Refusal = ();

    fn start(&self) -> u32 {
        0
    }

    fn step(&self, paid: &u32, step: &StepFacts<'_, '_>) -> Result<u32, ()> {
        self.next(*paid, step)
    }

    fn cost(&self, paid: &u32) -> u32 {
        *paid
    }

    fn key(&self, paid: &u32) -> u32 {
        paid % 2
    }

    fn key_aloft(&self, before: u32) -> Option<u32> {
        self.even_flights.then_some(before)
    }

    fn manners(&self) -> StepKinds {
        self.manners
    }

    fn may_stop(&self, _: &u32, room: Room, ground: &Ground) -> bool {
        !ground.occupied || room.feet.0 % 2 == 0
    }
}

struct Label<K> {
    room: Room,
    key: K,
    paid: u32,
    parent: Option<(usize, Move)>,
    done: bool,
    stop: bool,
}

/// The steps that a search tries from a room, in its order.
fn tries(field: &Field<'_>, body: &Body, room: Room, manners: StepKinds) -> Vec<Move> {
    let mut all = Vec::new();
    let (cell, feet) = (room.cell, room.feet);
    let (up, down) = (feet + Hm(2), feet - Hm(2));
    let around = ORDER.map(|dir| cell.step(dir));
    if manners.walk {
        all.extend(around.map(|to| Move::Walk { to }));
    }
    if manners.fly {
        let rest = field.landing(room, body.id).map(|site| site.feet);
        let landing = rest.ok().filter(|rest| *rest <= feet).map_or(down, |rest| down.max(rest));
        all.extend([up, landing].map(|feet| Move::Fly { to: cell, feet }));
        for to in around {
            all.push(Move::Fly { to, feet });
            if manners.slant {
                all.extend([up, down].map(|feet| Move::Fly { to, feet }));
            }
        }
    }
    if manners.bands {
        let above = |to: Cell, band: AltitudeBand| Move::Soar {
            to,
            feet: field.rest_under(room.at(to, feet)) + band.altitude(),
        };
        let band = AltitudeBand::of(field.altitude(room));
        all.extend(around.map(|to| above(to, band)));
        all.extend(AltitudeBand::ALL.map(|band| above(cell, band)));
    }
    if manners.climb {
        all.extend([up, down].map(|feet| Move::Climb { feet }));
    }
    all
}

/// Every stop with its cost and path.
fn reference_search<P: Pricing<State = u32>>(
    field: &Field<'_>,
    body: &Body,
    prices: &P,
    budget: u32,
) -> Option<Vec<(Cell, Hm, u32, Vec<Move>)>> {
    let start = body.room()?;
    if !start.cells().all(|cell| field.board().contains(cell)) {
        return None;
    }
    let label = |room, paid, parent| Label {
        room,
        key: prices.key(&paid),
        paid,
        parent,
        done: false,
        stop: false,
    };
    let mut labels = vec![label(start, prices.start(), None)];
    let mut open: Vec<VecDeque<usize>> = (0..=budget).map(|_| VecDeque::new()).collect();
    open[0].push_back(0);
    for cost in 0..=budget {
        while let Some(index) = open[cost as usize].pop_front() {
            if labels[index].done || labels[index].paid != cost {
                continue;
            }
            labels[index].done = true;
            let room = labels[index].room;
            let ground = field.ground_left(room, body.id);
            labels[index].stop = prices.may_stop(&cost, room, &ground);
            for by in tries(field, body, room, prices.manners()) {
                let facts = field.step_from(body.id, room, by).ok();
                let Some(facts) = facts.filter(|facts| facts.to.feet <= Hm(400)) else { continue };
                let Ok(paid) = prices.step(&cost, &facts) else { continue };
                if paid > budget {
                    continue;
                }
                let new = label(facts.to, paid, Some((index, by)));
                let same = |old: &Label<P::Key>| old.room == new.room && old.key == new.key;
                match labels.iter().position(same) {
                    Some(at) if labels[at].done || labels[at].paid <= paid => {}
                    Some(at) => {
                        labels[at] = new;
                        open[paid as usize].push_back(at);
                    }
                    None => {
                        open[paid as usize].push_back(labels.len());
                        labels.push(new);
                    }
                }
            }
        }
    }
    let path = |mut at: usize| {
        let mut path = Vec::new();
        while let Some((parent, by)) = labels[at].parent {
            path.push(by);
            at = parent;
        }
        path.reverse();
        path
    };
    let mut ends: Vec<usize> = (0..labels.len()).filter(|i| labels[*i].stop).collect();
    let place = |i: usize| (labels[i].room.cell.y, labels[i].room.cell.x, labels[i].room.feet);
    ends.sort_by_key(|i| (place(*i), labels[*i].paid, *i));
    ends.dedup_by_key(|i| place(*i));
    let end = |i: usize| (labels[i].room.cell, labels[i].room.feet, labels[i].paid, path(i));
    Some(ends.into_iter().map(end).collect())
}

fn check<P: Pricing<State = u32>>(field: &Field<'_>, prices: &P, budget: u32) {
    for body in field.bodies() {
        let found = reach(field, body, prices, budget).map(|reach| {
            let stops = reach.stops().into_iter();
            let end = |s: super::Stop| {
                (s.cell, s.feet, s.cost, reach.path_to_at(s.cell, s.feet).unwrap_or_default())
            };
            stops.map(end).collect::<Vec<_>>()
        });
        assert_eq!(found, reference_search(field, body, prices, budget));
    }
}

fn arb_manners() -> impl Strategy<Value = StepKinds> {
    any::<[bool; 5]>().prop_map(|[walk, fly, slant, bands, climb]| StepKinds {
        walk,
        fly,
        slant,
        bands,
        climb,
    })
}

/// The bodies; some on the ground where they can stand, some sinking in deep water.
fn placed(board: &Board, bodies: Vec<Body>, mask: u8) -> Vec<Body> {
    let field = Field::new(board, Vec::new());
    let place = |body: Body| {
        let at = body.anchor().unwrap_or_default();
        let site = field.site(at, body.size, body.height, body.id).ok();
        let stands = mask >> (body.id.0 % 4) & 1 == 1;
        let feet = site.filter(|_| stands).map_or(body.feet, |site| site.feet);
        Body { feet, sinks: mask >> (4 + body.id.0 % 4) & 1 == 1, ..body }
    };
    bodies.into_iter().map(place).collect()
}

proptest! {
    #[test]
    fn searches_find_the_same_as_looking_at_each_step(
        board in arb_board(), bodies in arb_bodies(4), mask: u8, manners in arb_manners(),
        most_corners in 0u8..2, budget in 0u32..12,
    ) {
        let bodies = placed(&board, bodies, mask);
        let field = Field::new(&board, bodies).with_hazard_height(Hm(i32::from(mask % 5)));
        for even_flights in [false, true] {
            check(&field, &EveryFact::<false> { manners, most_corners, even_flights }, budget);
            check(&field, &EveryFact::<true> { manners, most_corners, even_flights }, budget);
        }
    }
}
