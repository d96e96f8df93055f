//! Time and allocations of the two questions that battles ask most: where a body can walk, and what
//! it sees. Walks are compared with `pathfinding` over the same steps.

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use pathfinding::prelude::dijkstra_reach;

use grid::{
    Board, Body, Cell, Dir, Edge, EdgeKind, Field, Hm, Move, Passage, Pricing, Rough, SideId,
    StepFacts, Thing, ThingKind, UnitId, hidden_shares, reach, sees,
};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

/// Widths of the boards, and budgets of the walks in metres.
const WALKS: [(u16, u32); 9] =
    [(32, 6), (32, 12), (32, 30), (64, 6), (64, 12), (64, 30), (128, 6), (128, 12), (128, 30)];

/// Number of the walker.
const WALKER: UnitId = UnitId(0);

fn main() {
    divan::main();
}

/// A metre for each step, and another for rough ground and low walls.
struct Metres;

impl Metres {
    fn price(step: &StepFacts<'_, '_>) -> Option<u32> {
        let steep = step.rise() > Hm(3) || step.rise() < Hm(-4);
        let is_met = step.occupants().any(|body| body.blocking);
        let rough = u32::from(step.entered.rough != Rough::None);
        let low = u32::from(step.passage == Passage::Low);
        (!steep && !is_met && step.passage <= Passage::Low).then_some(1 + rough + low)
    }
}

impl Pricing for Metres {
    type State = u32;
    type Key = ();
    type Refusal = ();

    fn start(&self) -> u32 {
        0
    }

    fn step(&self, paid: &u32, step: &StepFacts<'_, '_>) -> Result<u32, ()> {
        Self::price(step).map(|price| paid + price).ok_or(())
    }

    fn cost(&self, paid: &u32) -> u32 {
        *paid
    }

    fn least(&self) -> u32 {
        1
    }

    fn key(&self, _: &u32) {}
}

/// Hills, things and walls on a square board.
fn hills(width: u16) -> Board {
    let mut state = 5_u64;
    let mut below = |n: u16| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) % u64::from(n)) as i16
    };
    let mut board = Board::new(width, width);
    let kinds =
        [ThingKind::Tree, ThingKind::Crate, ThingKind::Pillar, ThingKind::Bush, ThingKind::Boulder];
    // On each 32 x 32 cells.
    for _ in 0..(width / 32).pow(2) {
        for _ in 0..10 {
            let (x, y, w, h) = (below(width), below(width), 2 + below(5), 2 + below(5));
            let top = Hm(1 + i32::from(below(8)));
            for cell in (0..w).flat_map(|dx| (0..h).map(move |dy| Cell::new(x + dx, y + dy))) {
                if let Some(tile) = board.tile_mut(cell) {
                    tile.elevation = top;
                }
            }
        }
        for _ in 0..40 {
            let kind = kinds[below(5) as usize];
            board.add_thing(Thing::new(kind, Cell::new(below(width), below(width))));
        }
        for _ in 0..8 {
            let (x, y, kind) = (below(width), below(width), below(3) as usize);
            for dx in 0..3 {
                let edge = Edge::new(EdgeKind::ALL[kind]);
                board.set_edge(Cell::new(x + dx, y), Dir::N, Some(edge));
            }
        }
    }
    board
}

/// A body standing in every cell where it can, those nearest to the middle first.
fn everywhere(board: &Board) -> Vec<Body> {
    let (x, y) = (board.width() as i16 / 2, board.height() as i16 / 2);
    let mut cells: Vec<Cell> = board.cells().collect();
    cells.sort_by_key(|cell| cell.chebyshev(Cell::new(x, y)));
    let field = Field::new(board, Vec::new());
    let stands = |(id, cell): (u32, Cell)| {
        let site = field.site(cell, 1, Hm(4), UnitId(id)).ok()?;
        Some(Body {
            id: UnitId(id),
            side: SideId(0),
            at: cell.into(),
            size: 1,
            feet: site.feet,
            height: Hm(4),
            facing: Dir::N,
            blocking: true,
            prone: false,
            armed: true,
            threatens: true,
            sinks: false,
            sharing: None,
        })
    };
    (0..).zip(cells).filter_map(stands).collect()
}

/// A walker in the middle, and a few others around it.
fn bodies(board: &Board) -> Vec<Body> {
    let all = everywhere(board).into_iter().step_by(17).take(17);
    (0..).zip(all).map(|(id, body)| Body { id: UnitId(id), ..body }).collect()
}

#[divan::bench(args = WALKS)]
fn walks(bencher: Bencher<'_, '_>, (width, budget): (u16, u32)) {
    let board = hills(width);
    let field = Field::new(&board, bodies(&board));
    let Some(walker) = field.body(WALKER) else { return };
    let search = || reach(&field, walker, &Metres, budget).map_or(0, |found| found.stops().len());
    bencher.counter(ItemsCount::new(search())).bench_local(search);
}

/// The same by `pathfinding`.
#[divan::bench(args = WALKS)]
fn walks_by_pathfinding(bencher: Bencher<'_, '_>, (width, budget): (u16, u32)) {
    let board = hills(width);
    let field = Field::new(&board, bodies(&board));
    let Some(start) = field.body(WALKER).and_then(Body::room) else { return };
    let next = |(cell, feet): &(Cell, Hm)| {
        let from = start.at(*cell, *feet);
        let step = |dir: Dir| {
            let facts = field.step_from(WALKER, from, Move::Walk { to: from.cell.step(dir) });
            let facts = facts.ok()?;
            Metres::price(&facts).map(|price| ((facts.to.cell, facts.to.feet), price))
        };
        Dir::ALL.into_iter().filter_map(step).collect::<Vec<_>>()
    };
    let search = || {
        let found = dijkstra_reach(&(start.cell, start.feet), next);
        found.take_while(|item| item.total_cost <= budget).count()
    };
    bencher.counter(ItemsCount::new(search())).bench_local(search);
}

/// The first walk on a board, for which nothing is known yet.
#[divan::bench(args = WALKS)]
fn first_walks(bencher: Bencher<'_, '_>, (width, budget): (u16, u32)) {
    let board = hills(width);
    let bodies = bodies(&board);
    bencher.with_inputs(|| board.clone()).bench_local_refs(|board| {
        let field = Field::new(board, bodies.as_slice());
        let walker = field.body(WALKER)?;
        reach(&field, walker, &Metres, budget).map(|found| black_box(found.stops().len()))
    });
}

/// Whom a body in the middle of 64 x 64 cells sees, if there is one in every cell.
#[divan::bench]
fn sight(bencher: Bencher<'_, '_>) {
    from_the_middle(bencher, |board, from, to| u32::from(sees(board, from, to)));
}

/// The cover of each of them.
#[divan::bench]
fn cover(bencher: Bencher<'_, '_>) {
    from_the_middle(bencher, |board, from, to| hidden_shares(board, from, to).0.part);
}

fn from_the_middle(bencher: Bencher<'_, '_>, look: impl Fn(&Board, &Body, &Body) -> u32) {
    let board = hills(64);
    let all = everywhere(&board);
    let Some((first, others)) = all.split_first() else { return };
    bencher.counter(ItemsCount::new(others.len())).with_inputs(|| board.clone()).bench_local_refs(
        |board| others.iter().map(|to| look(board, first, to)).fold(0, u32::wrapping_add),
    );
}
