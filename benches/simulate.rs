//! Speed of battles without a window, as in `highground simulate`: four against four on hilly
//! boards of 32 x 32 cells, the computer against itself, on one core. Random play is the baseline.

mod common;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, Random, run_headless};
use highground::battle::batch::Arena;
use highground::grid::Board;
use highground::registry::RulesetId;

/// Rounds after which a battle is a draw.
const CAP: u32 = 60;

fn main() {
    divan::main();
}

/// The same battle repeatedly with different dice, as in `highground simulate` and on the balance
/// page. Separate per board, because battles last longer on some boards.
#[divan::bench(args = [1, 2, 3])]
fn four_against_four_over_and_over(bencher: Bencher<'_, '_>, board: u64) {
    let rules = RulesetId::Precision.built_in();
    over_and_over(bencher, &Arena::new(common::setup(&rules, board, 4), CAP));
}

/// The same on open ground, where nothing is hidden and no hill is worth reaching.
#[divan::bench]
fn four_against_four_in_the_open(bencher: Bencher<'_, '_>) {
    let rules = RulesetId::Precision.built_in();
    let board = Board::new(common::SIDE, common::SIDE);
    over_and_over(bencher, &Arena::new(common::meeting(&rules, board, 1, 4), CAP));
}

fn over_and_over(bencher: Bencher<'_, '_>, arena: &Arena) {
    let mut seed = 0;
    let seeds = || {
        seed += 1;
        seed
    };
    bencher
        .counter(ItemsCount::new(1_u32))
        .with_inputs(seeds)
        .bench_local_values(|seed| black_box(arena.fight(seed).map(|report| report.hash)));
}

/// Battles with consecutive seeds, each on its own board.
#[divan::bench]
fn four_against_four(bencher: Bencher<'_, '_>) {
    fight(bencher, |_| Box::new(SimpleAi::new()));
}

/// The same with random decisions, to measure the battles alone. They last longer.
#[divan::bench]
fn four_against_four_by_chance(bencher: Bencher<'_, '_>) {
    fight(bencher, |seed| Box::new(Random::seeded(seed)));
}

fn fight(bencher: Bencher<'_, '_>, decider: fn(u64) -> Box<dyn Decider>) {
    let rules = RulesetId::Precision.built_in();
    let mut seed = 0;
    bencher
        .counter(ItemsCount::new(1_u32))
        .with_inputs(|| {
            seed += 1;
            (common::setup(&rules, seed, 4), [decider(seed), decider(seed + 1)])
        })
        .bench_local_values(|(setup, mut deciders)| {
            black_box(run_headless(setup, &mut deciders, CAP).map(|report| report.hash))
        });
}
