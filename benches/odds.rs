//! Time to compute exact odds: an ordinary attack under each ruleset, the most expensive acts of
//! the rulesets, and the most expensive acts possible, in a ruleset of their own.

#[path = "../tests/suite/odds_agree/crowd/mod.rs"]
mod crowd;

use std::path::Path;

use divan::{Bencher, black_box};

use highground::rules::Command;
use highground::rules::odds::Odds;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::scenario::{self, Scenario};

fn main() {
    divan::main();
}

/// The most expensive acts in full: the outcome for every unit.
#[divan::bench(args = ["sweep", "breath", "volley", "blast", "together"])]
fn hard(bencher: Bencher<'_, '_>, name: &str) {
    let Some(case) = crowd::cases().into_iter().find(|case| case.name == name) else { return };
    measured(bencher, &crowd::Crowd::default(), &case.state, &case.command);
}

/// The acts in `odds.ron`.
#[divan::bench(args = titles())]
fn acts(bencher: Bencher<'_, '_>, title: &String) {
    let scenario = scenarios().into_iter().find(|scenario| scenario.title() == title.as_str());
    let found = scenario.map(|scenario| scenario::first_preview(&scenario, &scenario::built_in));
    match found {
        Some(Ok((rules, state, command))) => measured(bencher, &*rules, &state, &command),
        Some(Err(error)) => panic!("{title}: {}", error.texts().join("\n")),
        None => {}
    }
}

fn scenarios() -> Vec<Scenario> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/odds.ron");
    scenario::load(&path).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn titles() -> Vec<String> {
    scenarios().iter().map(|scenario| scenario.title().to_owned()).collect()
}

fn measured(bencher: Bencher<'_, '_>, rules: &dyn Ruleset, state: &State, command: &Command) {
    bencher.bench_local(|| {
        let odds = Odds::of(rules, state, command, ());
        black_box(odds.map(|odds| odds.spreads(state)).unwrap_or_default())
    });
}
