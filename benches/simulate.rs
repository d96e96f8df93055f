//! How fast battles are played without a window: four against four on hilly boards of 32 x 32
//! cells, the opponent against itself, from the first round to the hash of the last state.

use std::collections::BTreeMap;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use highground::battle::ai::Plain;
use highground::grid::{Board, Cell, Dir, Edge, EdgeKind, Hm, SideId, Thing, ThingKind, UnitId};
use highground::rules::engine::{self, Rest};
use highground::rules::oracle::Play;
use highground::rules::registry::RulesetId;
use highground::rules::ruleset::{Placing, Ruleset};
use highground::rules::state::{Flags, Goal, Scene, Side, State};
use highground::rules::{Command, Key};

const SIDE: u16 = 32;

/// So many rounds a battle may last before it is a draw.
const CAP: u32 = 60;

const TEAMS: [[&str; 4]; 2] =
    [["knight", "archer", "mage", "brute"], ["captain", "scout", "healer", "archer"]];

fn main() {
    divan::main();
}

/// Battles with one seed after the other, each on a board of its own.
#[divan::bench]
fn four_against_four(bencher: Bencher<'_, '_>) {
    let rules = RulesetId::Precision.built_in();
    let mut seed = 0;
    bencher
        .counter(ItemsCount::new(1_u32))
        .with_inputs(|| {
            seed += 1;
            start(&*rules, seed)
        })
        .bench_local_values(|state| black_box(play(&*rules, state)));
}

/// Plays a battle to its end and gives the hash of its last state.
fn play(rules: &dyn Ruleset, mut state: State) -> u64 {
    let mut opponent = Plain::new();
    let mut events = Vec::new();
    let mut rest = engine::advance(rules, &mut state, &mut Play, &mut events);
    while state.scene.clock.round <= CAP {
        let command = match &rest {
            Ok(Rest::Await(units)) => match units.first() {
                Some(unit) => opponent.choose(rules, &state, *unit),
                None => break,
            },
            Ok(Rest::Asked(prompt)) => Command::Answer(opponent.answer(rules, &state, prompt)),
            Ok(Rest::Over(_) | Rest::Idle | Rest::Dice(_)) | Err(_) => break,
        };
        match engine::submit(rules, &mut state, &command, &mut Play) {
            Ok((fresh, next)) => {
                events.extend(fresh);
                rest = Ok(next);
            }
            Err(_) => break,
        }
    }
    state.hash()
}

/// Numbers that look random and are the same everywhere.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u16) -> i16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((self.0 >> 33) % u64::from(n)) as i16
    }
}

/// Hills up to 4 m, trees and crates, and a few walls in the middle.
fn board(seed: u64) -> Board {
    let mut numbers = Numbers(seed);
    let mut board = Board::new(SIDE, SIDE);
    for _ in 0..10 {
        let (x, y) = (numbers.below(30), numbers.below(30));
        let (w, h) = (2 + numbers.below(5), 2 + numbers.below(5));
        let top = Hm(1 + i32::from(numbers.below(8)));
        for cell in (0..w).flat_map(|dx| (0..h).map(move |dy| Cell::new(x + dx, y + dy))) {
            if let Some(tile) = board.tile_mut(cell) {
                tile.elevation = top;
            }
        }
    }
    let kinds =
        [ThingKind::Tree, ThingKind::Crate, ThingKind::Pillar, ThingKind::Bush, ThingKind::Boulder];
    for _ in 0..40 {
        let kind = kinds[numbers.below(5) as usize];
        let cell = Cell::new(numbers.below(SIDE), 5 + numbers.below(22));
        board.add_thing(Thing { kind, cell, height: kind.spec().height, turn: 0, gone: false });
    }
    for _ in 0..8 {
        let (x, y) = (numbers.below(SIDE), 6 + numbers.below(20));
        for dx in 0..3 {
            let kind = EdgeKind::ALL[numbers.below(3) as usize];
            board.set_edge(Cell::new(x + dx, y), Dir::N, Some(Edge::new(kind)));
        }
    }
    board
}

/// The two teams in rows on opposite sides.
fn start(rules: &dyn Ruleset, seed: u64) -> State {
    let board = board(seed);
    let mut units = Vec::new();
    for (side, row) in [(0_u8, 2), (1, 29)] {
        for (i, role) in (0_i16..).zip(TEAMS[usize::from(side)]) {
            let cell = Cell::new(10 + 3 * i, row);
            let placing = Placing {
                id: UnitId(units.len() as u32),
                side: SideId(side),
                role: Key::new(role),
                name: role.to_owned(),
                at: cell.into(),
                altitude: Hm::ZERO,
                facing: Dir::S,
                prone: false,
                overrides: BTreeMap::new(),
                gear: BTreeMap::new(),
            };
            if let Ok(mut unit) = rules.enlist(&placing) {
                unit.placement.feet = board.footing(cell, unit.upright()).unwrap_or_default();
                units.push(unit);
            }
        }
    }
    let side = |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], vec![Goal::LastStanding]);
    State::new(scene, units, seed)
}
