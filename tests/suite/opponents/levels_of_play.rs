//! How much stronger each level of play is than the one below it.

use std::io::Write;
use std::time::{Duration, Instant};

use highground::battle::Setup;
use highground::battle::ai::Skill;
use highground::battle::autoplay::{Decider, run_headless};
use highground::battle::setup::Choices;
use highground::grid::{SideId, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::state::State;
use highground::rules::{Command, Key, Ruleset};
use rayon::prelude::*;

/// Maximum number of rounds per battle.
const ROUNDS: u32 = 40;

/// Boards with their rows, and the roles of either side, which are the same.
const BOARDS: [(&str, [&str; 8], [&str; 4]); 3] = [
    (
        "open field",
        [
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
        ],
        ["knight", "archer", "mage", "healer"],
    ),
    (
        "broken ground",
        [
            "......,,......",
            "...c......c...",
            "......kk......",
            "......kk......",
            "......kk......",
            "......kk......",
            "...c......c...",
            "......,,......",
        ],
        ["captain", "scout", "archer", "brute"],
    ),
    (
        "walls",
        [
            "......##......",
            "..............",
            "...##....##...",
            "...##....##...",
            "..............",
            "......##......",
            "..............",
            "..............",
        ],
        ["brute", "archer", "healer", "knight"],
    ),
];

/// A battle on one of the boards.
fn set_up(board: usize, ruleset: RulesetId, seed: u64) -> Setup {
    let (name, rows, roles) = BOARDS[board];
    let rows: String = rows.iter().map(|row| format!("{row:?}, ")).collect();
    let side = |name: &str, x: u8| {
        let unit = |(y, role): (usize, &&str)| format!("(role: {role}, at: ({x}, {})), ", 2 * y);
        let units: String = roles.iter().enumerate().map(unit).collect();
        format!("(name: {name:?}, units: [{units}]), ")
    };
    let palette = "'.': (terrain: grass), ',': (terrain: sand), '#': (terrain: solid), \
        'c': (terrain: grass, elevation: 1), 'k': (terrain: grass, elevation: 1.5)";
    let sides = side("West", 1) + &side("East", 12);
    let text = format!(
        "Level(format: 1, name: {name:?}, light: day, palette: {{{palette}}}, rows: [{rows}], sides: [{sides}])"
    );
    let level = Level::parse("level.ron", &text).expect("a level");
    let choices = Choices { seed, ..Choices::default() };
    Setup::from_level(&level, Key::new(ruleset.name()), ruleset.built_in(), choices)
        .expect("playable under every ruleset")
}

/// Notes how long each command takes.
struct Timed {
    mind: Box<dyn Decider + Send>,
    times: std::sync::Arc<std::sync::Mutex<Vec<Duration>>>,
}

impl Decider for Timed {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let began = Instant::now();
        let command = self.mind.command(rules, state, units);
        self.times.lock().expect("not poisoned").push(began.elapsed());
        command
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        self.mind.answer(rules, state, prompt)
    }
}

/// Battles won by the better level, by the other, and by neither, and how long the better one
/// thought about each command.
fn fought(
    (better, other): (Skill, Skill),
    (board, ruleset): (usize, RulesetId),
    seeds: std::ops::Range<u64>,
) -> ([u32; 3], Vec<Duration>) {
    let times = std::sync::Arc::default();
    let battles: Vec<(u64, usize)> = seeds.flat_map(|seed| [(seed, 0), (seed, 1)]).collect();
    let results: Vec<usize> = battles
        .into_par_iter()
        .map(|(seed, own)| {
            let setup = set_up(board, ruleset, seed);
            let decider = |side: usize| -> Box<dyn Decider> {
                if side == own {
                    let times = std::sync::Arc::clone(&times);
                    Box::new(Timed { mind: better.decider(), times })
                } else {
                    other.decider()
                }
            };
            let mut deciders: Vec<_> = (0..setup.scene.sides.len()).map(decider).collect();
            let report = run_headless(setup, &mut deciders, ROUNDS).expect("a battle");
            let won = report.verdict.winner.map(|SideId(side)| usize::from(side) == own);
            won.map_or(2, |won| usize::from(!won))
        })
        .collect();
    let mut count = [0; 3];
    for result in results {
        count[result] += 1;
    }
    let times = times.lock().map(|times| times.clone()).unwrap_or_default();
    (count, times)
}

/// Takes long: run it alone, optimised. `HIGHGROUND_SEEDS` is the number of seeds for each of three
/// boards and each ruleset, each fought twice with sides swapped; after a space, the number of the
/// better level of play, if only one pairing is wanted, and the name of a ruleset, if only one is.
#[test]
#[ignore = "measures for a long time"]
fn each_level_of_play_beats_the_one_below() {
    let wish = std::env::var("HIGHGROUND_SEEDS").unwrap_or_default();
    let mut wish = wish.split(' ');
    let seeds: u64 = wish.next().and_then(|n| n.parse().ok()).unwrap_or(5);
    let only: Option<usize> = wish.next().and_then(|n| n.parse().ok());
    let under = wish.next().unwrap_or_default();
    let mut weak = Vec::new();
    for (at, share) in [(1, 70), (2, 65), (3, 60)] {
        if only.is_some_and(|only| only != at) {
            continue;
        }
        let pair = (Skill::ALL[at], Skill::ALL[at - 1]);
        let mut sum = [0_u32; 3];
        for ruleset in RulesetId::ALL.into_iter().filter(|id| id.name().starts_with(under)) {
            for (board, (name, ..)) in BOARDS.iter().enumerate() {
                let (count, mut times) = fought(pair, (board, ruleset), 1..1 + seeds);
                times.sort_unstable();
                let quantile = |share: usize| times.get(times.len() * share / 100).copied();
                let line = format!(
                    "{pair:?}, {}, {name}: {count:?}, median {:?}, 99 % {:?}\n",
                    ruleset.name(),
                    quantile(50),
                    quantile(99),
                );
                std::io::stderr().write_all(line.as_bytes()).expect("written");
                for (sum, n) in sum.iter_mut().zip(count) {
                    *sum += n;
                }
            }
        }
        let [won, lost, drawn] = sum;
        if 2 * 100 * won + 100 * drawn < 2 * share * (won + lost + drawn) {
            weak.push(format!("{pair:?}: {sum:?}"));
        }
    }
    assert!(weak.is_empty(), "{weak:?}");
}
