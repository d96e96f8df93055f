//! What the computer opponent loses by weighing its answers quickly: the usual one fights one that
//! follows all that may come of an answer, on each side in turn.

use std::io::Write;

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_headless};
use highground::grid::SideId;
use highground::registry::RulesetId;
use highground::rules::odds;

use crate::suite::shipped;

/// Battles won by the usual opponent, by the thorough one, and by neither.
fn fought(level: usize, ruleset: RulesetId, seeds: std::ops::Range<u64>) -> [u32; 3] {
    let mut count = [0; 3];
    for seed in seeds {
        for thorough in [0, 1] {
            let setup = shipped::setup(level, ruleset, seed);
            let decider = |side: usize| -> Box<dyn Decider> {
                Box::new(match side == thorough {
                    // Up to three answers, and half of what is allowed goes into following everything.
                    true => SimpleAi::thinking(6 * odds::MAX_STEPS),
                    false => SimpleAi::new(),
                })
            };
            let mut deciders: Vec<_> = (0..setup.scene.sides.len()).map(decider).collect();
            let report = run_headless(setup, &mut deciders, 40).expect("a battle");
            let won = report.verdict.winner.map(|SideId(side)| usize::from(side) == thorough);
            count[won.map_or(2, usize::from)] += 1;
        }
    }
    count
}

/// Takes long: run it alone, optimised. `HIGHGROUND_SEEDS` is the number of seeds for each of three
/// levels and two rulesets, each fought twice with sides swapped.
#[test]
#[ignore = "measures for a long time"]
fn quick_answers_do_not_lose_battles() {
    let seeds = std::env::var("HIGHGROUND_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    for ruleset in [RulesetId::Evoker, RulesetId::Turnside] {
        let mut sum = [0_u32; 3];
        for level in [0, 1, 7] {
            let count = fought(level, ruleset, 1..1 + seeds);
            let path = &shipped::paths()[level];
            let line = format!("{}, {}: {count:?}\n", ruleset.name(), path.display());
            std::io::stderr().write_all(line.as_bytes()).expect("written");
            for (sum, n) in sum.iter_mut().zip(count) {
                *sum += n;
            }
        }
        let [quick, thorough, _] = sum;
        // Two standard deviations of as many even battles.
        let behind = thorough.saturating_sub(quick);
        assert!(behind * behind <= 4 * (quick + thorough), "{}: {sum:?}", ruleset.name());
    }
}
