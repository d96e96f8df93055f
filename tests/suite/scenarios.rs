//! Reads and plays every scenario file under `tests/scenarios/`; each must pass its checks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use highground::rules::engine;
use highground::scenario::{self, Scenario, built_in, load, run};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

fn all() -> Vec<Scenario> {
    let mut scenarios = Vec::new();
    let mut problems = Vec::new();
    for path in scenario::files(&folder()).expect("the scenarios are part of the sources") {
        match load(&path) {
            Ok(list) => scenarios.extend(list),
            Err(found) => problems.extend(found.iter().map(ToString::to_string)),
        }
    }
    assert!(problems.is_empty(), "scenario files with errors:\n{}", problems.join("\n"));
    scenarios
}

#[test]
fn every_scenario_passes() {
    engine::watch_consequences();
    let mut failures = Vec::new();
    for scenario in all() {
        let report = run(&scenario, &built_in);
        for failure in &report.failures {
            failures.push(format!("{}: {}: {failure}", report.file, report.title));
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// Rules that can come up in play must be shown by scenarios. The number of covered rows must not
/// shrink unnoticed.
#[test]
fn many_rules_are_shown() {
    let rules: BTreeSet<String> = all().iter().flat_map(|s| s.rules().to_vec()).collect();
    for (name, prefix, least) in [("Precision", "PR-", 200), ("Momentum", "MO-", 80)] {
        let shown = rules.iter().filter(|r| r.starts_with(prefix)).count();
        assert!(shown >= least, "only {shown} rows of {name} are shown by scenarios");
    }
}

#[test]
fn titles_are_unique() {
    let mut titles = BTreeSet::new();
    for scenario in all() {
        assert!(titles.insert(scenario.title().to_owned()), "`{}` is used twice", scenario.title());
    }
}

#[test]
fn every_run_is_the_same() {
    for scenario in all() {
        let (first, second) = (run(&scenario, &built_in), run(&scenario, &built_in));
        assert_eq!(first.events, second.events, "{}", scenario.title());
    }
}
