//! Every level can be played under every ruleset, by the computer and by random players.

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, Random, run_headless};
use highground::registry::RulesetId;

use super::shipped;

/// Maximum number of rounds per battle.
const ROUNDS: u32 = 12;

#[test]
fn the_computer_and_random_players_fight_on_every_level() {
    for ruleset in RulesetId::ALL {
        for number in 0..shipped::paths().len() {
            for computer in [true, false] {
                let setup = shipped::setup(number, ruleset, number as u64);
                let decider = |side: u64| -> Box<dyn Decider> {
                    if computer {
                        Box::new(SimpleAi::new())
                    } else {
                        Box::new(Random::seeded(side))
                    }
                };
                let sides = setup.scene.sides.len() as u64;
                let mut deciders: Vec<_> = (0..sides).map(decider).collect();
                let report = run_headless(setup, &mut deciders, ROUNDS)
                    .unwrap_or_else(|e| panic!("{} on level {number}: {e}", ruleset.name()));
                assert!(report.commands > 10, "{} on level {number}", ruleset.name());
            }
        }
    }
}
