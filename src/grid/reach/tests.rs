//! Reach and path prices, compared with worked examples and a plain reference search.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::*;
use crate::samples::{arb_board, arb_bodies, man};
use crate::symmetry::{Symmetry, arb_symmetry};
use crate::{
    Board, Body, Cell, Climb, Dir, Edge, EdgeKind, Field, Passage, Rough, Sketch, SketchError,
    StepFacts, StepMode, SupportKind, UnitId,
};

/// Prices in the style of the first ruleset. `alternating` makes every second diagonal cost one
/// more, so that a step's price depends on the steps before it.
struct Prices {
    manners: StepKinds,
    alternating: bool,
}

const WALKER: Prices = Prices { manners: StepKinds::WALK, alternating: false };
const FLYER: Prices = Prices { manners: StepKinds::FLY, alternating: false };

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Paid {
    points: u32,
    odd: bool,
}

impl Pricing for Prices {
    type State = Paid;
    type Key = bool;
    type Refusal = &'static str;

    fn start(&self) -> Paid {
        Paid { points: 0, odd: false }
    }

    fn step(&self, state: &Paid, step: &StepFacts<'_, '_>) -> Result<Paid, &'static str> {
        if step.corners > 0 {
            return Err("corner");
        }
        if step.occupants().any(|b| b.blocking) {
            return Err("occupied");
        }
        let rise = step.rise();
        let up = u32::try_from(rise.metres_ceil()).unwrap_or(0);
        let down = u32::try_from((-rise).metres_ceil()).unwrap_or(0);
        let mut points = match step.manner {
            StepMode::Fly => u32::from(step.dir.is_some()) + 3 * up + down,
            StepMode::Climb => 3 * (up + down),
            StepMode::Walk => {
                if rise > Hm(4) && !step.is_climbable() {
                    return Err("too high");
                }
                let ground = match step.entered.rough {
                    Rough::None => 1,
                    Rough::Light => 2,
                    Rough::Heavy => 3,
                };
                let climbed = if rise > Hm(1) { 3 * up } else { 0 };
                let lowered = if rise < Hm(-2) { 3 * down } else { 0 };
                let edge = match step.passage {
                    Passage::Free => 0,
                    Passage::Low => 2,
                    Passage::Shut | Passage::Closed => 1,
                };
                ground + climbed + lowered + edge
            }
        };
        let mut odd = state.odd;
        if self.alternating && step.is_diagonal() {
            points += u32::from(odd);
            odd = !odd;
        }
        Ok(Paid { points: state.points + points, odd })
    }

    fn cost(&self, state: &Paid) -> u32 {
        state.points
    }

    fn key(&self, state: &Paid) -> bool {
        state.odd
    }

    fn manners(&self) -> StepKinds {
        self.manners
    }
}

/// As [`Prices`], but only the cost counts and steps have a known minimum cost.
struct OnFoot {
    prices: Prices,
    least: u32,
}

impl Pricing for OnFoot {
    type State = Paid;
    type Key = ();
    type Refusal = &'static str;

    fn start(&self) -> Paid {
        self.prices.start()
    }

    fn step(&self, state: &Paid, step: &StepFacts<'_, '_>) -> Result<Paid, &'static str> {
        self.prices.step(state, step)
    }

    fn cost(&self, state: &Paid) -> u32 {
        self.prices.cost(state)
    }

    fn least(&self) -> u32 {
        self.least
    }

    fn key(&self, _state: &Paid) {}

    fn manners(&self) -> StepKinds {
        self.prices.manners()
    }
}

/// The cheapest cost of each place and key, by brute-force relaxation.
fn reference(
    field: &Field<'_>,
    body: &Body,
    prices: &Prices,
    budget: u32,
) -> BTreeMap<(Cell, Hm), u32> {
    let mut best: BTreeMap<(Cell, Hm, bool), Paid> = BTreeMap::new();
    let Some(start) = body.room() else { return BTreeMap::new() };
    let mut open = vec![(start, prices.start())];
    best.insert((start.cell, start.feet, false), prices.start());
    while let Some((room, state)) = open.pop() {
        let mut tries = Vec::new();
        let heights = [Hm(-2), Hm(-1), Hm(0), Hm(2)].map(|h| room.feet + h);
        for y in -1..=1 {
            for x in -1..=1 {
                let to = room.cell.offset(x, y);
                if prices.manners.walk {
                    tries.push(Move::Walk { to });
                }
                if prices.manners.fly {
                    tries.extend(heights.map(|feet| Move::Fly { to, feet }));
                }
            }
        }
        for step in tries {
            let Ok(facts) = field.step_from(body.id, room, step) else { continue };
            // Half a metre down only when landing; level or vertical but not both.
            let rise = facts.rise();
            let aslant = facts.manner == StepMode::Fly && facts.dir.is_some() && rise != Hm(0);
            let hovers = rise == Hm(-1) && facts.entered.support == SupportKind::Nothing;
            if aslant || (facts.manner == StepMode::Fly && hovers) {
                continue;
            }
            let Ok(next) = prices.step(&state, &facts) else { continue };
            let place = (facts.to.cell, facts.to.feet, prices.key(&next));
            let worse = best.get(&place).is_some_and(|old| old.points <= next.points);
            if next.points > budget || worse {
                continue;
            }
            best.insert(place, next);
            open.push((facts.to, next));
        }
    }
    let mut cheapest = BTreeMap::new();
    for ((cell, feet, _), paid) in best {
        let room = start.at(cell, feet);
        if field.is_met(room, body.id) {
            continue;
        }
        let cost = cheapest.entry((cell, feet)).or_insert(paid.points);
        *cost = paid.points.min(*cost);
    }
    cheapest
}

fn found<S, K>(reach: &Reach<S, K>) -> BTreeMap<(Cell, Hm), u32> {
    reach.stops().into_iter().map(|s| ((s.cell, s.feet), s.cost)).collect()
}

/// The cost of a walk through these cells, or the index of the step that fails.
fn walk(board: &Board, body: &Body, cells: &[(i16, i16)]) -> Result<u32, usize> {
    let path: Vec<Move> = cells.iter().map(|(x, y)| Move::Walk { to: Cell::new(*x, *y) }).collect();
    let field = Field::new(board, vec![body.clone()]);
    match path_cost(&field, body, &path, &WALKER) {
        Ok((paid, _)) => Ok(paid.points),
        Err(PathRefusal::Obstacle { index, .. } | PathRefusal::Refused { index, .. }) => Err(index),
    }
}

#[test]
fn path_cost_is_the_sum_of_its_squares_pr_104() -> Result<(), SketchError> {
    let board = Sketch::new("..,;.")?.board;
    assert_eq!(walk(&board, &man(1, 0, 0), &[(1, 0), (2, 0), (3, 0), (4, 0)]), Ok(7));
    Ok(())
}

#[test]
fn no_diagonal_across_a_wall_corner_pr_115() -> Result<(), SketchError> {
    let sketch = Sketch::new("...\n...\n...")?;
    let sketch = sketch.wall(Cell::new(1, 1), Dir::E, EdgeKind::Wall)?;
    let body = man(1, 1, 1);
    assert_eq!(walk(&sketch.board, &body, &[(2, 2)]), Err(0));
    assert_eq!(walk(&sketch.board, &body, &[(1, 2), (2, 2)]), Ok(2));
    let field = Field::new(&sketch.board, vec![body.clone()]);
    let reach = reach(&field, &body, &WALKER, 6);
    assert_eq!(reach.and_then(|r| r.cost(Cell::new(2, 2))), Some(2));
    Ok(())
}

#[test]
fn path_cost_reports_the_first_impossible_step() -> Result<(), SketchError> {
    let board = Sketch::new("..#")?.board;
    assert_eq!(walk(&board, &man(1, 0, 0), &[(1, 0), (2, 0)]), Err(1));
    assert_eq!(walk(&board, &man(1, 0, 0), &[(1, 0), (0, 0), (2, 0)]), Err(2));
    Ok(())
}

#[test]
fn flight_pays_level_and_vertical_separately_pr_120_pr_121_pr_122() {
    let board = Board::new(6, 1);
    let body = man(1, 0, 0);
    let field = Field::new(&board, vec![body.clone()]);
    let Some(reach) = reach(&field, &body, &FLYER, 8) else { panic!("the body is on the board") };
    assert_eq!(reach.cost_at(Cell::new(2, 0), Hm::metres(2)), Some(8));
    assert_eq!(reach.cost_at(Cell::new(1, 0), Hm::metres(1)), Some(4));
    assert_eq!(reach.cost_at(Cell::new(0, 0), Hm::metres(3)), None);
    assert_eq!(reach.path_to(Cell::new(0, 0)), Some(Vec::new()));
}

#[test]
fn landing_includes_the_last_half_metre() -> Result<(), SketchError> {
    let board = Sketch::new(".")?.board;
    let body = Body { feet: Hm(3), ..man(1, 0, 0) };
    let field = Field::new(&board, vec![body.clone()]);
    let Some(reach) = reach(&field, &body, &FLYER, 4) else { panic!("the body is on the board") };
    assert_eq!(reach.cost_at(Cell::new(0, 0), Hm(1)), Some(1));
    assert_eq!(reach.cost_at(Cell::new(0, 0), Hm(0)), Some(2));
    Ok(())
}

#[test]
fn a_climber_may_stop_half_way_up_pr_111() -> Result<(), SketchError> {
    let mut board = Sketch::new(".4")?.board;
    if let Some(tile) = board.tile_mut(Cell::new(1, 0)) {
        tile.climb = Climb::Ordinary;
    }
    let body = man(1, 0, 0);
    let field = Field::new(&board, vec![body.clone()]);
    let manners = StepKinds { climb: true, ..StepKinds::WALK };
    let prices = Prices { manners, alternating: false };
    let Some(up) = reach(&field, &body, &prices, 7) else { panic!("the body is on the board") };
    assert_eq!(up.cost_at(Cell::new(0, 0), Hm::metres(2)), Some(6));
    assert_eq!(up.cost(Cell::new(1, 0)), None);
    let top = reach(&field, &body, &prices, 13).and_then(|r| r.cost(Cell::new(1, 0)));
    assert_eq!(top, Some(13), "4 m climbed at 3 each, and the square above");
    Ok(())
}

/// Prices for flying by bands: 1 per metre, and one band up or down for free (EV-119).
struct Bands;

impl Pricing for Bands {
    type State = (u32, u32);
    type Key = u32;
    type Refusal = ();

    fn start(&self) -> Self::State {
        (0, 0)
    }

    fn step(
        &self,
        (cost, changes): &(u32, u32),
        step: &StepFacts<'_, '_>,
    ) -> Result<(u32, u32), ()> {
        let (old, new) = step.bands();
        let changes = changes + u32::from(old != new);
        let cost = cost + u32::from(step.dir.is_some());
        if changes > 1 { Err(()) } else { Ok((cost, changes)) }
    }

    fn cost(&self, state: &Self::State) -> u32 {
        state.0
    }

    fn key(&self, state: &Self::State) -> u32 {
        state.1
    }

    fn manners(&self) -> StepKinds {
        StepKinds::SOAR
    }
}

#[test]
fn flying_by_bands_stays_above_the_ground_ev_119() -> Result<(), SketchError> {
    let board = Sketch::new("..5..")?.board;
    let body = man(1, 0, 0);
    let field = Field::new(&board, vec![body.clone()]);
    let Some(found) = reach(&field, &body, &Bands, 4) else { panic!("the body is on the board") };
    let low = |rest: i32| Hm::metres(rest + 10);
    // Up for free, over the rock at 10 m above its top, and on to the far end.
    assert_eq!(found.cost_at(Cell::new(0, 0), low(0)), Some(0));
    assert_eq!(found.cost_at(Cell::new(2, 0), low(5)), Some(2));
    assert_eq!(found.cost_at(Cell::new(4, 0), low(0)), Some(4));
    assert_eq!(found.cost_at(Cell::new(0, 0), Hm::metres(160)), None, "two bands");
    let down = Body { feet: Hm::metres(10), ..man(1, 0, 0) };
    let field = Field::new(&board, vec![down.clone()]);
    let Some(found) = reach(&field, &down, &Bands, 4) else { panic!("the body is on the board") };
    assert_eq!(found.cost_at(Cell::new(4, 0), Hm::ZERO), Some(4), "down at the end of the path");
    assert_eq!(found.cost_at(Cell::new(4, 0), Hm::metres(160)), Some(4));
    Ok(())
}

#[test]
fn paths_are_straight_where_possible() {
    let board = Board::new(5, 5);
    let body = man(1, 0, 2);
    let field = Field::new(&board, vec![body.clone()]);
    let path = reach(&field, &body, &WALKER, 9).and_then(|r| r.path_to(Cell::new(4, 2)));
    let straight = (1..5).map(|x| Move::Walk { to: Cell::new(x, 2) }).collect();
    assert_eq!(path, Some(straight));
}

#[test]
fn huge_budgets_are_clamped() {
    let board = Board::new(3, 3);
    let body = man(1, 0, 0);
    let field = Field::new(&board, vec![body.clone()]);
    let all = reach(&field, &body, &WALKER, u32::MAX).map(|r| r.cells().count());
    assert_eq!(all, Some(9));
}

#[test]
fn paths_list_the_doors_to_open() -> Result<(), SketchError> {
    let sketch = Sketch::new("..")?.wall(Cell::new(0, 0), Dir::E, EdgeKind::Door)?;
    let body = man(1, 0, 0);
    let field = Field::new(&sketch.board, vec![body.clone()]);
    let step = field.step(&body, Move::Walk { to: Cell::new(1, 0) });
    assert_eq!(
        step.map(|s| (s.passage, s.leaves())),
        Ok((Passage::Shut, vec![(Cell::new(0, 0), Dir::E).into()],))
    );
    let open = Edge { open: true, ..Edge::new(EdgeKind::Door) };
    let sketch = sketch.edge(Cell::new(0, 0), Dir::E, open)?;
    let field = Field::new(&sketch.board, vec![body.clone()]);
    let step = field.step(&body, Move::Walk { to: Cell::new(1, 0) });
    assert_eq!(step.map(|s| s.passage), Ok(Passage::Free));
    Ok(())
}

fn check_reach(board: &Board, bodies: Vec<Body>, prices: &Prices, budget: u32) {
    let field = Field::new(board, bodies);
    let Some(body) = field.body(UnitId(1)).cloned() else { return };
    let Some(reach) = reach(&field, &body, prices, budget) else { return };
    let found = found(&reach);
    assert_eq!(found, reference(&field, &body, prices, budget));
    for ((cell, feet), cost) in found {
        let Some(path) = reach.path_to_at(cell, feet) else { panic!("no path to {cell}") };
        let Ok((paid, end)) = path_cost(&field, &body, &path, prices) else {
            panic!("the path to {cell} is impossible")
        };
        assert_eq!((paid.points, end.cell, end.feet), (cost, cell, feet));
        assert_eq!(reach.state_at(cell, feet), Some(&paid));
    }
}

/// The bodies, with the first placed on the ground where it can stand.
fn grounded(board: &Board, mut bodies: Vec<Body>) -> Vec<Body> {
    let field = Field::new(board, Vec::new());
    if let Some(first) = bodies.first_mut() {
        let at = first.anchor().unwrap_or_default();
        if let Ok(site) = field.site(at, first.size, first.height, first.id) {
            first.feet = site.feet;
        }
    }
    bodies
}

proptest! {
    #[test]
    fn walking_reach_is_that_of_a_plain_search(
        board in arb_board(), bodies in arb_bodies(4), alternating: bool, budget in 0u32..14,
    ) {
        let prices = Prices { manners: StepKinds::WALK, alternating };
        let bodies = grounded(&board, bodies);
        check_reach(&board, bodies, &prices, budget);
    }

    #[test]
    fn the_minimum_step_cost_does_not_change_paths(
        board in arb_board(), bodies in arb_bodies(4), climb: bool, budget in 0u32..14,
    ) {
        let bodies = grounded(&board, bodies);
        let field = Field::new(&board, bodies);
        let manners = StepKinds { climb, ..StepKinds::WALK };
        for body in field.bodies() {
            let ways = |least| {
                let prices = OnFoot { prices: Prices { manners, alternating: false }, least };
                let reach = reach(&field, body, &prices, budget)?;
                let stops = reach.stops();
                let ways: Vec<_> = stops.iter().map(|s| reach.path_to_at(s.cell, s.feet)).collect();
                Some((stops, ways))
            };
            prop_assert_eq!(ways(1), ways(0));
        }
    }

    #[test]
    fn flying_reach_is_that_of_a_plain_search(
        board in arb_board(), bodies in arb_bodies(3), walk: bool, budget in 0u32..8,
    ) {
        let manners = StepKinds { walk, ..StepKinds::FLY };
        let prices = Prices { manners, alternating: true };
        check_reach(&board, bodies, &prices, budget);
    }

    #[test]
    fn reach_turns_with_the_board(
        board in arb_board(), bodies in arb_bodies(3), s in arb_symmetry(), walk: bool,
    ) {
        let s = Symmetry::of(&board, s);
        let turned = s.board(&board);
        let manners = StepKinds { walk, fly: !walk, slant: true, bands: walk, climb: true };
        let prices = Prices { manners, alternating: false };
        let (field, other) =
            (Field::new(&board, bodies.clone()), Field::new(&turned, s.bodies(&bodies)));
        for (a, b) in field.bodies().iter().zip(other.bodies()) {
            let here = reach(&field, a, &prices, 6).map(|r| found(&r));
            let here: Option<BTreeMap<(Cell, Hm), u32>> = here.map(|r| {
                r.into_iter().map(|((c, f), n)| ((s.anchor(c, a.size), f), n)).collect()
            });
            prop_assert_eq!(here, reach(&other, b, &prices, 6).map(|r| found(&r)));
        }
    }
}
