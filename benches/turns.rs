//! Time that the computer takes for a turn: eight against eight on hilly boards of 32 x 32 cells,
//! counting all decisions of a turn. A random agent is the baseline of the same run.

mod common;

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use highground::battle::ai::SimpleAi;
use highground::battle::ai::distance_field::{DistanceField, UNREACHED};
use highground::battle::autoplay::{Decider, Random, run_headless};
use highground::grid::{Cell, Hm, UnitId};
use highground::registry::RulesetId;
use highground::rules::Command;
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;

use std::sync::{Arc, Mutex};

use pathfinding::prelude::dijkstra_reach;

/// Number of battles per agent.
const BATTLES: u64 = 10;
/// Maximum number of rounds per battle.
const CAP: u32 = 20;

/// The turns of an agent, each with its duration.
type Turns = Arc<Mutex<Vec<((u32, UnitId), Duration)>>>;

/// Measures the time of another agent's decisions.
struct Timed<D> {
    decider: D,
    turns: Turns,
}

impl<D: Decider> Decider for Timed<D> {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let began = Instant::now();
        let command = self.decider.command(rules, state, units);
        let took = began.elapsed();
        let turn = (state.scene.clock.round, units.first().copied().unwrap_or_default());
        if let Ok(mut turns) = self.turns.lock() {
            match turns.last_mut() {
                Some((known, time)) if *known == turn => *time += took,
                _ => turns.push((turn, took)),
            }
        }
        command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        self.decider.answer(rules, state, prompt)
    }
}

fn main() -> std::io::Result<()> {
    report("computer", |_| SimpleAi::new())?;
    report("random", Random::seeded)?;
    distances()
}

/// Compares the computer opponent's search for walking distances with that of `pathfinding`, over
/// the same steps of the same board, from eight targets to every cell.
fn distances() -> std::io::Result<()> {
    let rules = RulesetId::Precision.built_in();
    let setup = common::setup(&rules, 1, 8);
    let board = setup.scene.board.clone();
    let ends: Vec<Cell> =
        setup.units.iter().filter_map(|unit| unit.placement.at.cell()).take(8).collect();
    let mut field = DistanceField::over(&board);
    let corner = (Cell::new(-1, -1), Hm::ZERO);
    let own = timed(|| {
        let distances = field.to(&board, None, ends.iter().map(|end| (*end, None)), corner);
        board.cells().filter(|cell| distances.from(*cell) != UNREACHED).count()
    });
    let library = timed(|| {
        let steps = |at: &Option<Cell>| -> Vec<(Option<Cell>, u16)> {
            match at {
                None => ends.iter().map(|end| (Some(*end), 0)).collect(),
                Some(at) => {
                    field.steps_into(*at).map(|(from, cost)| (Some(from), cost.into())).collect()
                }
            }
        };
        // The start is a virtual node for all targets, not a cell.
        dijkstra_reach(&None, steps).count() - 1
    });
    writeln!(
        stdout(),
        "distances over {} x {} cells: own {:?} for {} cells, pathfinding {:?} for {}",
        board.width(),
        board.height(),
        own.0,
        own.1,
        library.0,
        library.1,
    )
}

/// The mean duration of a call over many repetitions, and its last result.
fn timed<T>(mut act: impl FnMut() -> T) -> (Duration, T) {
    const TIMES: u32 = 200;
    let mut last = act();
    let began = Instant::now();
    for _ in 0..TIMES {
        last = std::hint::black_box(act());
    }
    (began.elapsed() / TIMES, last)
}

fn report<D: Decider + 'static>(name: &str, decider: impl Fn(u64) -> D) -> std::io::Result<()> {
    let rules = RulesetId::Precision.built_in();
    let turns = Turns::default();
    for seed in 0..BATTLES {
        let timed = |seed| -> Box<dyn Decider> {
            Box::new(Timed { decider: decider(seed), turns: Arc::clone(&turns) })
        };
        let mut deciders = [timed(2 * seed), timed(2 * seed + 1)];
        let fought = run_headless(common::setup(&rules, seed, 8), &mut deciders, CAP);
        fought.map_err(std::io::Error::other)?;
    }
    let mut times: Vec<Duration> = match turns.lock() {
        Ok(turns) => turns.iter().map(|(_, time)| *time).collect(),
        Err(_) => Vec::new(),
    };
    times.sort_unstable();
    let at = |percent: usize| times.get(times.len() * percent / 100).copied().unwrap_or_default();
    let most = times.last().copied().unwrap_or_default();
    writeln!(
        stdout(),
        "{name}: {} turns, median {:?}, 99th percentile {:?}, maximum {most:?}",
        times.len(),
        at(50),
        at(99),
    )
}
