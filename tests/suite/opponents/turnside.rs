//! What parts of the rules are worth to the computer: the usual opponent against one that does without
//! them, each on both sides in turn.

use std::io::Write;

use highground::battle::Setup;
use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_headless, run_logged};
use highground::battle::setup::Choices;
use highground::grid::{SideId, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::event::{Event, EventKind, MoveKind};
use highground::rules::prompt::{Answer, Prompt};
use highground::rules::state::State;
use highground::rules::{Command, Key, Ruleset};
use rayon::prelude::*;

/// Maximum number of rounds per battle.
const ROUNDS: u32 = 40;

/// Boards that are measured: their names, rows, light, and the roles of either side, which are the
/// same.
const BOARDS: [(&str, [&str; 6], &str, [&str; 3]); 3] = [
    (
        "open field",
        [
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
            "..............",
        ],
        "day",
        ["knight", "archer", "mage"],
    ),
    (
        "broken ground",
        [
            "......,,......",
            "...c......c...",
            "......kk......",
            "......kk......",
            "...c......c...",
            "......,,......",
        ],
        "day",
        ["captain", "scout", "healer"],
    ),
    (
        "walls at night",
        [
            "......##......",
            "..............",
            "...##....##...",
            "...##....##...",
            "..............",
            "......##......",
        ],
        "night",
        ["brute", "archer", "healer"],
    ),
];

/// Two fighters, a chasm of 2 m between them.
const CHASM: &str = r#"Level(
    format: 1,
    name: "Chasm",
    light: day,
    palette: {
        '.': (terrain: grass),
        'v': (terrain: grass, elevation: -8),
    },
    rows: [
        "....vv....",
        "....vv....",
        "....vv....",
        "....vv....",
    ],
    sides: [
        (name: "West", units: [(role: knight, at: (1, 1))]),
        (name: "East", units: [(role: brute, at: (8, 1))]),
    ],
)"#;

/// An archer and a brute in the open, at night.
const NIGHT: &str = r#"Level(
    format: 1,
    name: "Night",
    light: night,
    palette: {
        '.': (terrain: grass),
    },
    rows: [
        "....................",
        "....................",
        "....................",
        "....................",
    ],
    sides: [
        (name: "West", units: [(role: archer, at: (1, 1))]),
        (name: "East", units: [(role: brute, at: (12, 1))]),
    ],
)"#;

/// A battle on a level under Turnside.
fn set_up(level: &str, seed: u64) -> Setup {
    let level = Level::parse("level.ron", level).unwrap();
    let id = RulesetId::Turnside;
    let choices = Choices { seed, ..Choices::default() };
    Setup::from_level(&level, Key::new(id.name()), id.built_in(), choices).unwrap()
}

/// The events of a battle of the computer against itself on a level.
fn logged(level: &str, rounds: u32) -> Vec<Event> {
    let setup = set_up(level, 3);
    let computer = |_| -> Box<dyn Decider> { Box::new(SimpleAi::new()) };
    let mut deciders: Vec<_> = setup.scene.sides.iter().map(computer).collect();
    run_logged(setup, &mut deciders, rounds).unwrap().events
}

#[test]
fn the_opponent_jumps_where_no_path_leads() {
    let leaps = |event: &Event| match event.what {
        EventKind::Moved { manner, .. } => manner == MoveKind::Leap,
        _ => false,
    };
    assert!(logged(CHASM, 6).iter().any(leaps));
}

#[test]
fn the_opponent_hides_in_the_dark() {
    let hides = |event: &Event| match &event.what {
        EventKind::Declared { act, .. } => *act == *"hide",
        _ => false,
    };
    assert!(logged(NIGHT, 6).iter().any(hides));
}

/// An opponent that does without some acts, and says no to some questions.
struct Without {
    ai: SimpleAi,
    answers: &'static [&'static str],
}

impl Without {
    fn new(acts: &[&'static str], answers: &'static [&'static str]) -> Self {
        Self { ai: SimpleAi::without_acts(acts.iter().copied().map(Key::of)), answers }
    }
}

impl Decider for Without {
    fn command(&mut self, rules: &dyn Ruleset, state: &State, units: &[UnitId]) -> Command {
        Decider::command(&mut self.ai, rules, state, units)
    }

    fn answer(&mut self, rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
        let refuses = self.answers.iter().any(|about| prompt.about == **about);
        let no = prompt.choices.iter().position(|choice| choice.id == *"no");
        match no.and_then(|at| u16::try_from(at).ok()).filter(|_| refuses) {
            Some(at) => Answer(at),
            None => SimpleAi::answer(&mut self.ai, rules, state, prompt),
        }
    }
}

/// The text of a measured board.
fn board((name, rows, light, roles): &(&str, [&str; 6], &str, [&str; 3])) -> String {
    let rows: String = rows.iter().map(|row| format!("{row:?}, ")).collect();
    let side = |name: &str, x: u8| {
        let unit = |(y, role): (usize, &&str)| format!("(role: {role}, at: ({x}, {})), ", y + 1);
        let units: String = roles.iter().enumerate().map(unit).collect();
        format!("(name: {name:?}, units: [{units}]), ")
    };
    let palette = "'.': (terrain: grass), ',': (terrain: sand), '#': (terrain: solid), \
        'c': (terrain: grass, elevation: 1), 'k': (terrain: grass, elevation: 1.5)";
    let sides = side("West", 1) + &side("East", 12);
    format!(
        "Level(format: 1, name: {name:?}, light: {light}, palette: {{{palette}}}, rows: [{rows}], sides: [{sides}])"
    )
}

/// Victories of the usual opponent, and all victories, in battles on a board; half of them with sides
/// swapped.
fn won(
    level: &str,
    battles: u64,
    (acts, answers): (&[&'static str], &'static [&'static str]),
) -> (u32, u32) {
    let fights = (0..battles).into_par_iter().map(|seed| {
        let setup = set_up(level, seed / 2);
        let usual = SideId((seed % 2) as u8);
        let decider = |side: usize| -> Box<dyn Decider> {
            if side == usize::from(usual.0) {
                Box::new(SimpleAi::new())
            } else {
                Box::new(Without::new(acts, answers))
            }
        };
        let mut deciders: Vec<_> = (0..setup.scene.sides.len()).map(decider).collect();
        let report = run_headless(setup, &mut deciders, ROUNDS).unwrap();
        let winner = report.verdict.winner;
        (u32::from(winner == Some(usual)), u32::from(winner.is_some()))
    });
    fights.reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1))
}

/// All abilities of Turnside.
const ABILITIES: [&str; 25] = [
    "ember_dart",
    "venom_dart",
    "mind_spike",
    "gale_push",
    "cinder_mark",
    "frost_lance",
    "phase_thrust",
    "flame_burst",
    "fire_breath",
    "soul_rend",
    "sunfall",
    "dread_gaze",
    "iron_lock",
    "hollow_self",
    "stone_skin",
    "drink_element",
    "blink",
    "aegis",
    "mend",
    "quicken",
    "rally",
    "seeking_edge",
    "keen_eye",
    "veil",
    "call_wisp",
];

/// Those that overheat.
const HOT: [&str; 13] = [
    "frost_lance",
    "phase_thrust",
    "flame_burst",
    "fire_breath",
    "soul_rend",
    "sunfall",
    "dread_gaze",
    "iron_lock",
    "hollow_self",
    "drink_element",
    "aegis",
    "rally",
    "call_wisp",
];

/// `HIGHGROUND_DUELS` sets the number of battles on each board and, after a space, the first letters of
/// the one means to play for.
#[test]
#[ignore = "takes many minutes; run it to measure the opponent"]
fn the_usual_opponent_beats_one_that_does_without() {
    let wish = std::env::var("HIGHGROUND_DUELS").unwrap_or_default();
    let (battles, only) = wish.split_once(' ').unwrap_or((&wish, ""));
    let battles = battles.parse().unwrap_or(100);
    let ways: [(&str, &[&str], &[&str]); 4] = [
        ("shields", &[], &["shield"]),
        ("prepared actions", &["prepare"], &[]),
        ("charges", &ABILITIES, &["reflex"]),
        ("overheating", &HOT, &[]),
    ];
    let mut weak = Vec::new();
    for (name, acts, answers) in ways.into_iter().filter(|(name, ..)| name.starts_with(only)) {
        let (mut ours, mut all) = (0, 0);
        for level in &BOARDS {
            let (own, decided) = won(&board(level), battles, (acts, answers));
            // The real stdout, because the harness hides the output of passing tests.
            let _ = writeln!(
                std::io::stdout(),
                "without {name}, {}: the usual opponent won {own} of {decided}",
                level.0
            );
            (ours, all) = (ours + own, all + decided);
        }
        if 2 * ours < all {
            weak.push(format!("{name}: {ours} of {all}"));
        }
    }
    assert!(weak.is_empty(), "better without: {weak:?}");
}
