//! Combatants of one role against their like on flat ground: the computer brings such battles to an
//! end.

use std::io::Write;

use highground::battle::Setup;
use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_headless};
use highground::battle::setup::Choices;
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::Key;
use rayon::prelude::*;

/// Rounds in which such a battle has to end.
const ROUNDS: u32 = 30;

/// The roles of all rulesets.
const ROLES: [&str; 8] =
    ["knight", "archer", "mage", "healer", "scout", "brute", "captain", "beast"];

/// A meadow with as many combatants of a role on either side.
fn meadow(role: &str, each: usize) -> Level {
    let rows = "\"................\", ".repeat(9);
    let side = |name: &str, x: u8| {
        let first = if each == 1 { 4 } else { 1 };
        let unit = |at: usize| format!("(role: {role}, at: ({x}, {})), ", first + 2 * at);
        let units: String = (0..each).map(unit).collect();
        format!("(name: {name:?}, units: [{units}]), ")
    };
    let sides = side("West", 2) + &side("East", 13);
    let text = format!(
        "Level(format: 1, name: \"Meadow\", light: day, palette: {{'.': (terrain: grass)}}, rows: [{rows}], sides: [{sides}])"
    );
    Level::parse("meadow.ron", &text).expect("a level")
}

/// How many battles of these seeds end without a winner.
fn draws(id: RulesetId, (role, each): (&str, usize), seeds: std::ops::Range<u64>) -> usize {
    let level = meadow(role, each);
    let ends = |seed: &u64| {
        let choices = Choices { seed: *seed, ..Choices::default() };
        let setup = Setup::from_level(&level, Key::new(id.name()), id.built_in(), choices);
        let setup = setup.expect("playable under every ruleset");
        let computer = |_| -> Box<dyn Decider> { Box::new(SimpleAi::new()) };
        let mut deciders: Vec<_> = setup.scene.sides.iter().map(computer).collect();
        let report = run_headless(setup, &mut deciders, ROUNDS).expect("a battle");
        report.verdict.winner.is_none()
    };
    seeds.into_par_iter().filter(ends).count()
}

/// They only guarded and healed themselves once.
#[test]
fn knights_and_healers_fight_their_like() {
    for pair in [("knight", 1), ("knight", 4), ("healer", 1)] {
        let undecided = draws(RulesetId::Precision, pair, 1..4);
        assert_eq!(undecided, 0, "{pair:?}: battles without a winner");
    }
}

/// One battle for each role under each ruleset; at most one in twenty is a draw.
#[test]
fn duels_of_every_role_come_to_an_end() {
    let mut slow = Vec::new();
    for id in RulesetId::ALL {
        let undecided = |role: &&&str| draws(id, (**role, 1), 1..2) > 0;
        slow.extend(ROLES.iter().filter(undecided).map(|role| (id.name(), *role)));
    }
    assert!(20 * slow.len() <= RulesetId::ALL.len() * ROLES.len(), "without a winner: {slow:?}");
}

/// Takes long: run it alone, optimised. `HIGHGROUND_SEEDS` is the number of battles of each kind.
#[test]
#[ignore = "measures for a long time"]
fn nearly_all_mirror_duels_have_a_winner() {
    let seeds = std::env::var("HIGHGROUND_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(20);
    let mut slow = Vec::new();
    for id in RulesetId::ALL {
        for pair in ROLES.iter().flat_map(|role| [(*role, 1), (*role, 4)]) {
            let undecided = draws(id, pair, 1..1 + seeds);
            let line = format!("{}, {pair:?}: {undecided} of {seeds} undecided\n", id.name());
            std::io::stderr().write_all(line.as_bytes()).expect("written");
            if 20 * undecided as u64 > seeds {
                slow.push(line);
            }
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}
