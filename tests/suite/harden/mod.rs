//! Hardening: a battle that cannot be broken, by what is ordered, by files, or by what happens to
//! the computer meanwhile. `docs/reliability.md` says what is promised and which test holds it.
//!
//! Each test runs in a small size with the others. `HIGHGROUND_HARDEN=full` asks for the large one,
//! `HIGHGROUND_HARDEN=N` for N of each, and `HIGHGROUND_HARDEN_SEED` for another first seed, so that
//! a failure is looked at alone with `HIGHGROUND_HARDEN=1` and its seed.

mod battles;
mod bombs;
mod child;
mod crash;
mod disk;
mod folder;
mod invariants;
mod kept;
mod killed;
mod mutants;
mod paths;
mod random_play;
mod refusals;
mod saves;
mod tampered;
mod wild;

use std::any::Any;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

/// How much is tried: `full`, or a number.
const SIZE: &str = "HIGHGROUND_HARDEN";

/// The seed of the first one.
const SEED: &str = "HIGHGROUND_HARDEN_SEED";

/// The seeds to try: as many as the environment says, `small` unless it does.
pub fn seeds(small: u64, full: u64) -> Range<u64> {
    let number = |name: &str, text: &str| {
        text.parse().unwrap_or_else(|_| panic!("{name}={text} cannot be read"))
    };
    let amount = match std::env::var(SIZE) {
        Ok(text) if text == "full" => full,
        Ok(text) => number(SIZE, &text),
        Err(_) => small,
    };
    let first: u64 = std::env::var(SEED).map_or(0, |text| number(SEED, &text));
    first..first + amount
}

/// Those seeds, and with them what once failed, unless the environment asks for seeds of its own.
pub fn with_kept(seeds: Range<u64>, kept: &[u64]) -> Vec<u64> {
    let more = if std::env::var(SEED).is_ok() { &[] } else { kept };
    seeds.chain(more.iter().copied()).collect()
}

/// Tries every seed, on all cores, and gives what came of each. A panic is a failure of its seed.
pub fn all_hold<T: Send>(
    what: &str,
    seeds: impl IntoIterator<Item = u64>,
    hold: impl Fn(u64) -> Result<T, String> + Sync,
) -> Vec<T> {
    let seeds: Vec<u64> = seeds.into_iter().collect();
    let tried: Vec<Result<T, String>> = seeds
        .par_iter()
        .map(|seed| {
            catch_unwind(AssertUnwindSafe(|| hold(*seed)))
                .unwrap_or_else(|panic| Err(format!("panicked: {}", words(&*panic))))
                .map_err(|e| format!("seed {seed}: {e}"))
        })
        .collect();
    let failures: Vec<&String> = tried.iter().filter_map(|t| t.as_ref().err()).collect();
    assert!(failures.is_empty(), "{what}: {} failed: {failures:#?}", failures.len());
    let first = seeds.first().copied().unwrap_or_default();
    tell(&format!("{what}: {} from seed {first} on", seeds.len()));
    tried.into_iter().flatten().collect()
}

/// Says something to those who watch the tests: what the harness keeps of a test that passes is not
/// shown.
pub fn tell(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// What a panic said.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().cloned();
    said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
}
