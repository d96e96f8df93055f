//! How much the computer opponent gains under Evoker from what it knows how to do: passing extra
//! acts on, striking at weaknesses, changing Personas, Fate in the turns of others. The usual opponent fights one that does
//! without, on each side in turn.

use std::io::Write;

use highground::battle::Setup;
use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_headless};
use highground::battle::setup::Choices;
use highground::grid::{SideId, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::state::{ActRecord, Knowledge, State};
use highground::rules::{Command, Key, Ruleset};

use crate::suite::shipped;

/// What an opponent does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lacks {
    Passing,
    Weaknesses,
    Swapping,
    Fate,
}

/// The usual opponent in a world in which something is not there to be done.
struct Handicapped {
    inner: SimpleAi,
    lacks: Lacks,
}

impl Handicapped {
    fn world(&self, state: &State, units: &[UnitId]) -> State {
        let mut world = state.clone();
        match self.lacks {
            Lacks::Weaknesses => world.scene.knowledge = Knowledge::default(),
            Lacks::Passing => {
                let all: Vec<UnitId> = world.units.iter().map(|unit| unit.id()).collect();
                for slot in &mut world.scene.clock.slots {
                    let own = slot.members.first().copied();
                    if let Some(extra) = &mut slot.extra {
                        // All have had it, its owner last.
                        extra.chain = all.iter().copied().filter(|id| Some(*id) != own).collect();
                        extra.chain.extend(own);
                    }
                }
            }
            Lacks::Fate => {}
            Lacks::Swapping => {
                for id in units {
                    if let Some(unit) = world.unit_mut(*id) {
                        let key = Key::of("swap_persona");
                        unit.turn.acts.push(ActRecord { class: key.clone(), act: key, amount: 0 });
                    }
                }
            }
        }
        world
    }
}

impl Decider for Handicapped {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        let world = self.world(state, units);
        Decider::command(&mut self.inner, rules, &world, units)
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        if self.lacks == Lacks::Fate && prompt.about.as_str().starts_with("fate_") {
            return Answer::NO;
        }
        Decider::answer(&mut self.inner, rules, state, prompt)
    }
}

/// A court in which two equal companies meet whose people have Personas and Social Links.
const COURT: &str = r#"Level(
    format: 1,
    name: "The Court",
    palette: { '.': (terrain: grass) },
    rows: [
        "................", "................", "................", "................", "................",
        "................", "................", "................", "................", "................",
    ],
    sides: [
        (name: "Blue", colour: blue, units: [
            (role: mage, at: (2, 2), facing: E), (role: mage, at: (2, 7), facing: E),
            (role: healer, at: (1, 5), facing: E), (role: captain, at: (4, 4), facing: E),
            (role: scout, at: (4, 6), facing: E), (role: archer, at: (2, 5), facing: E),
        ]),
        (name: "Red", colour: red, units: [
            (role: mage, at: (13, 2), facing: W), (role: mage, at: (13, 7), facing: W),
            (role: healer, at: (14, 5), facing: W), (role: captain, at: (11, 4), facing: W),
            (role: scout, at: (11, 6), facing: W), (role: archer, at: (13, 5), facing: W),
        ]),
    ],
    goals: [last_side_standing],
)"#;

/// A battle in the court.
fn in_the_court(seed: u64) -> Setup {
    let level = Level::parse("court.ron", COURT).expect("a level");
    let choices = Choices { seed, ..Choices::default() };
    let id = RulesetId::Evoker;
    Setup::from_level(&level, Key::new(id.name()), id.built_in(), choices).expect("a battle")
}

/// Battles won by the usual opponent, by the other, and by neither; on a shipped level, or in the court.
fn fought(level: Option<usize>, lacks: Lacks, seeds: std::ops::Range<u64>) -> [u32; 3] {
    let mut count = [0; 3];
    for seed in seeds {
        for worse in [0, 1] {
            let setup = match level {
                Some(level) => shipped::setup(level, RulesetId::Evoker, seed),
                None => in_the_court(seed),
            };
            let decider = |side: usize| -> Box<dyn Decider> {
                if side == worse {
                    Box::new(Handicapped { inner: SimpleAi::new(), lacks })
                } else {
                    Box::new(SimpleAi::new())
                }
            };
            let mut deciders: Vec<_> = (0..setup.scene.sides.len()).map(decider).collect();
            let report = run_headless(setup, &mut deciders, 40).expect("a battle");
            let won = report.verdict.winner.map(|SideId(side)| usize::from(side) == worse);
            let at = won.map_or(2, usize::from);
            count[at] += 1;
        }
    }
    count
}

/// Takes long: run it alone, optimised. `HIGHGROUND_SEEDS` is the number of seeds for the court
/// and each of three levels, each fought twice with sides swapped; a name after it, as in
/// "30 Fate", measures only that.
#[test]
#[ignore = "measures for a long time"]
fn the_opponent_gains_by_what_it_knows_how_to_do() {
    let size = std::env::var("HIGHGROUND_SEEDS").unwrap_or_default();
    let (seeds, only) = size.split_once(' ').unwrap_or((size.as_str(), ""));
    let seeds = seeds.parse().unwrap_or(10);
    let all = [Lacks::Passing, Lacks::Weaknesses, Lacks::Swapping, Lacks::Fate];
    for lacks in all.into_iter().filter(|lacks| format!("{lacks:?}").contains(only)) {
        let mut sum = [0; 3];
        for level in [None, Some(0), Some(2), Some(6)] {
            let count = fought(level, lacks, 1..1 + seeds);
            let path = level.map(|level| shipped::paths()[level].display().to_string());
            let place = path.as_deref().unwrap_or("the court");
            let line = format!("without {lacks:?}, {place}: {count:?}\n");
            std::io::stderr().write_all(line.as_bytes()).expect("written");
            for (sum, n) in sum.iter_mut().zip(count) {
                *sum += n;
            }
        }
        let [usual, other, _] = sum;
        assert!(usual >= other, "the opponent without {lacks:?} wins more often: {sum:?}");
    }
}
