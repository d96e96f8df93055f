//! The same battles reach the same states in every build: development, release, another machine.
//! `tests/hashes/<ruleset>.txt` holds the expected hashes.

use std::path::{Path, PathBuf};

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, Random, run_headless};
use highground::registry::RulesetId;
use rayon::prelude::*;

use super::shipped;

/// Maximum number of rounds per battle.
const ROUNDS: u32 = 12;

/// Set to `renew` to write this build's hashes into the files, after an intended change of rules,
/// content or levels. The test then checks the other builds.
const VARIABLE: &str = "HIGHGROUND_HASHES";

fn file(ruleset: RulesetId) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hashes");
    folder.join(format!("{}.txt", ruleset.name()))
}

/// Results of two battles on each level, by the computer and by random players.
fn lines(ruleset: RulesetId) -> Vec<String> {
    let levels = shipped::paths();
    let battles = (0..levels.len()).flat_map(|level| [(level, true), (level, false)]);
    let battles: Vec<(usize, bool)> = battles.collect();
    let line = |(number, computer): (usize, bool)| {
        let seed = number as u64 + 1;
        let setup = shipped::setup(number, ruleset, seed);
        let decider = |side: u64| -> Box<dyn Decider> {
            if computer {
                Box::new(SimpleAi::new())
            } else {
                Box::new(Random::seeded(10 * seed + side))
            }
        };
        let mut deciders: Vec<_> = (0..setup.scene.sides.len() as u64).map(decider).collect();
        let report = run_headless(setup, &mut deciders, ROUNDS).unwrap();
        let level = levels[number].file_stem().unwrap_or_default().display();
        let who = if computer { "computer" } else { "chance" };
        format!("{level} {seed} {who} {} {:016x}", report.commands, report.hash)
    };
    battles.into_par_iter().map(line).collect()
}

#[test]
fn every_build_reaches_the_same_hashes() {
    for ruleset in RulesetId::ALL {
        let found = lines(ruleset);
        if std::env::var(VARIABLE).is_ok_and(|wish| wish == "renew") {
            let head = "# level, seed, who decides, commands, hash of the last state";
            let text = format!("{head}\n{}\n", found.join("\n"));
            std::fs::write(file(ruleset), text).unwrap();
            continue;
        }
        let text = std::fs::read_to_string(file(ruleset)).unwrap();
        let expected: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            found,
            expected,
            "{}: if the rules, the content or a level was changed, run this again with {VARIABLE}=renew",
            ruleset.name()
        );
    }
}
