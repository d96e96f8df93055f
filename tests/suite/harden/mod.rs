//! Hardening: no command, file or failure of the computer may break a battle. `docs/reliability.md`
//! lists the guarantees and the test for each.
//!
//! By default each test runs at a small size. `HIGHGROUND_HARDEN=full` selects the large size,
//! `HIGHGROUND_HARDEN=N` runs N of each, and `HIGHGROUND_HARDEN_SEED` sets the first seed. To
//! reproduce a failure alone, use `HIGHGROUND_HARDEN=1` and its seed.

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
mod remembered;
mod saves;
mod secrets;
mod tampered;
mod wild;

use std::any::Any;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

/// Environment variable for the size: `full`, or a number.
const SIZE: &str = "HIGHGROUND_HARDEN";

/// Environment variable for the first seed.
const SEED: &str = "HIGHGROUND_HARDEN_SEED";

/// Seeds to try: as many as the environment says, otherwise `small` or `full` of them.
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

/// Adds seeds that once failed, unless the environment sets the seeds.
pub fn with_kept(seeds: Range<u64>, kept: &[u64]) -> Vec<u64> {
    let more = if std::env::var(SEED).is_ok() { &[] } else { kept };
    seeds.chain(more.iter().copied()).collect()
}

/// Tries every seed, on all cores, and returns their results. A panic counts as a failure of its
/// seed.
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

/// Prints to the terminal directly, because the harness hides the output of passing tests.
pub fn tell(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let said = panic.downcast_ref::<String>().cloned();
    said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned())).unwrap_or_default()
}
