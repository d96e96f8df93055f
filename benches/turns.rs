//! How long the computer takes over a turn: eight against eight on hilly boards of 32 x 32 cells,
//! all decisions of one turn taken together. A decider that goes by chance is the baseline of the
//! same run.

mod common;

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use highground::battle::ai::Plain;
use highground::battle::autoplay::{Decider, Random, run_headless};
use highground::grid::UnitId;
use highground::rules::Command;
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::registry::RulesetId;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;

use std::sync::{Arc, Mutex};

/// So many battles are fought by each decider.
const BATTLES: u64 = 10;
/// So many rounds each lasts at most.
const CAP: u32 = 20;

/// The turns of one who decides, with the time that each took.
type Turns = Arc<Mutex<Vec<((u32, UnitId), Duration)>>>;

/// Somebody who decides, with a watch in hand.
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
    report("computer", |_| Plain::new())?;
    report("by chance", Random::seeded)
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
        "{name}: {} turns, half within {:?}, 99 % within {:?}, the longest {most:?}",
        times.len(),
        at(50),
        at(99),
    )
}
