//! How even the levels are between computers. Rules and opponents change, and levels with them.

use std::io::Write;

use highground::battle::batch::{Matchup, Shares};
use highground::level::Level;
use highground::registry::RulesetId;
use rayon::prelude::*;

use super::shipped;

/// Battles for each level and ruleset, and the seed of the first.
const BATTLES: u32 = 60;
const SEED: u64 = 5001;

/// Maximum number of rounds per battle.
const ROUNDS: u32 = 60;

/// The most of 100 decided battles that one side may win.
const MOST: u32 = 70;

/// Prints the table of `docs/opponent.md`.
#[test]
#[ignore = "takes some minutes"]
fn the_levels_are_even() {
    let mut uneven = Vec::new();
    for path in shipped::paths() {
        let (level, _) = Level::load_placed(&path).expect("a level");
        let mut row = format!("| {} |", level.name);
        for ruleset in RulesetId::ALL {
            let (first, second) = fought(&level, ruleset);
            row += &format!(" {first} : {second} |");
            if 100 * first.max(second) > MOST * (first + second) {
                uneven.push(format!("{} under {}: {first} : {second}", level.name, ruleset.name()));
            }
        }
        writeln!(std::io::stdout(), "{row}").expect("standard output");
    }
    assert!(uneven.is_empty(), "{uneven:#?}");
}

/// The battles won by the first and the second side.
fn fought(level: &Level, ruleset: RulesetId) -> (u32, u32) {
    let rules = ruleset.built_in();
    let level = level.clone();
    let matchup = Matchup { level, ruleset: ruleset.name().into(), rules, cap: ROUNDS };
    let arena = matchup.arena().expect("playable under every ruleset");
    let verdicts: Vec<_> = (SEED..SEED + u64::from(BATTLES))
        .into_par_iter()
        .map(|seed| arena.fight(seed).expect("a battle").verdict)
        .collect();
    let mut shares = Shares::of_sides(matchup.level.sides.len());
    verdicts.iter().for_each(|verdict| shares.add(verdict));
    (shares.wins[0], shares.wins[1])
}
