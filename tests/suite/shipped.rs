//! The levels in `levels/` and battles on them.

use std::path::{Path, PathBuf};

use highground::battle::Setup;
use highground::battle::setup::Choices;
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::Key;

/// Shipped level files, by name.
pub fn paths() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "ron"))
        .collect();
    paths.sort();
    assert!(paths.len() >= 4, "four levels are shipped");
    paths
}

/// A battle on a shipped level, chosen by number.
pub fn setup(number: usize, ruleset: RulesetId, seed: u64) -> Setup {
    setup_with(number, ruleset, Choices { seed, ..Choices::default() })
}

/// As [`setup`], with custom choices.
pub fn setup_with(number: usize, ruleset: RulesetId, choices: Choices) -> Setup {
    let paths = paths();
    let path = &paths[number % paths.len()];
    let level = Level::load(path).unwrap_or_else(|e| panic!("{}: {e:?}", path.display()));
    Setup::from_level(&level, Key::new(ruleset.name()), ruleset.built_in(), choices)
        .unwrap_or_else(|e| panic!("{}: {e:?}", path.display()))
}
