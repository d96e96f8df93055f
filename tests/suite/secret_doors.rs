//! Secret doors in whole battles: a wall or a floor for everyone until they are found, by a unit that
//! stops beside them, a lever or an event of the level.

use std::path::PathBuf;

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_logged, run_recorded};
use highground::battle::replay::replay;
use highground::battle::setup::Choices;
use highground::battle::{Controller, Save, SaveSummary, Setup, Skill};
use highground::grid::{Cell, Dir, EdgeAt, EdgeKind, Hm, UnitId};
use highground::level::{Build, Level};
use highground::registry::RulesetId;
use highground::rules::command::{Target, Waypoint};
use highground::rules::engine::{self, BattleStatus, Until};
use highground::rules::event::{BoardChange, EventKind};
use highground::rules::oracle::Play;
use highground::rules::state::State;
use highground::rules::{Command, Event, Key, odds};
use highground::ui::log_text;
use highground::ui::names::Names;

/// A wall of planks across the board with a secret door in it, a gallery with a secret hatch, and a
/// lever. In the third round the door opens.
const LEVEL: &str = r#"Level(
    format: 1,
    name: "The Panel",
    palette: { '.': (terrain: wood) },
    rows: ["........", "........", "........", "........", "........", "........"],
    things: [(kind: lever, at: (0, 0))],
    decks: [(at: rect((0, 4), (2, 5)), top: 3.0)],
    walls: [(kind: planks, line: [(4, 0), (4, 2)]), (kind: planks, line: [(4, 3), (4, 6)])],
    doors: [
        (kind: door, at: (4, 2), side: W, secret: true, locked: true),
        (kind: hatch, at: (1, 4), floor: 3.0, secret: true),
    ],
    regions: { "panel": (4, 2) },
    sides: [
        (name: "Blue", units: [(role: knight, at: (2, 2), name: "Ada")]),
        (name: "Red", units: [(role: archer, at: (7, 5), name: "Eli")]),
    ],
    events: [(when: round(number: 3), open: "panel")],
)"#;

const DOOR: EdgeAt = EdgeAt::ground(Cell::new(4, 2), Dir::W);
const HATCH: EdgeAt = EdgeAt::hatch(Cell::new(1, 4), Hm::metres(3));

fn parsed(text: &str) -> Level {
    Level::parse("panel.ron", text).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The same level without anything secret: a wall and a floor.
fn plain() -> Level {
    let (before, after) = LEVEL.split_once("    doors: [").unwrap();
    let (_, after) = after.split_once("    ],\n").unwrap();
    let line = "[(kind: planks, line: [(4, 0), (4, 6)])]";
    let before = before.replace(
        "[(kind: planks, line: [(4, 0), (4, 2)]), (kind: planks, line: [(4, 3), (4, 6)])]",
        line,
    );
    parsed(&format!("{before}{after}"))
}

fn set_up(level: &Level, ruleset: RulesetId) -> Setup {
    let controllers = vec![Controller::Computer(Skill::default()); 2];
    let choices = Choices { seed: 4, controllers, ..Choices::default() };
    Setup::from_level(level, Key::new(ruleset.name()), ruleset.built_in(), choices).unwrap()
}

/// The battle at the first turn of a unit, with that unit moved to a cell and a height before.
fn at_turn_of(setup: &Setup, unit: u32, place: Option<(Cell, Hm)>) -> (State, Vec<Event>) {
    let mut state = State::new(setup.scene.clone(), setup.units.clone(), setup.seed);
    if let (Some((cell, feet)), Some(unit)) = (place, state.unit_mut(UnitId(unit))) {
        unit.placement.at = cell.into();
        unit.placement.feet = feet;
    }
    let mut events = Vec::new();
    let rules = &*setup.rules;
    let mut rest = engine::advance(rules, &mut state, &mut Play, &mut events).unwrap();
    for _ in 0..60 {
        let command = match &rest {
            BattleStatus::Await(units) if units.contains(&UnitId(unit)) => return (state, events),
            BattleStatus::Await(units) => Command::EndTurn { unit: units[0] },
            BattleStatus::Asked(prompt) => {
                Command::Answer(engine::policy_answer(rules, &state, prompt))
            }
            other => panic!("{other:?}"),
        };
        let (more, now) = engine::submit(rules, &mut state, &command, &mut Play).unwrap();
        events.extend(more);
        rest = now;
    }
    panic!("unit {unit} has no turn");
}

/// The changes of leaves in these events: the place, whether there was a leaf before, and whether it
/// is open after.
fn leaves(events: &[Event]) -> Vec<(EdgeAt, bool, bool)> {
    let leaf = |kind: EdgeKind| kind.spec().opens;
    let all = events.iter().filter_map(|event| match &event.what {
        EventKind::Board(BoardChange::Edge { cell, side, floor, from, to: Some(to) }) => {
            let at = EdgeAt { cell: *cell, side: *side, floor: *floor };
            Some((at, from.is_some_and(|edge| leaf(edge.kind)), to.open))
        }
        _ => None,
    });
    all.collect()
}

fn walk(path: &[(i16, i16)]) -> Command {
    let path = path.iter().map(|(x, y)| Waypoint::new(Cell::new(*x, *y), None)).collect();
    Command::Move { unit: UnitId(0), path, manner: Key::default() }
}

#[test]
fn until_it_is_found_the_board_is_that_without_it() {
    let (secret, none) = (parsed(LEVEL), plain());
    for ruleset in RulesetId::ALL {
        let (with, without) = (set_up(&secret, ruleset), set_up(&none, ruleset));
        assert_eq!(with.scene.board, without.scene.board, "{ruleset:?}");
        assert_eq!(with.scene.secrets.all().len(), 2);
        // The computer does the same.
        let (a, b) = (at_turn_of(&with, 0, None).0, at_turn_of(&without, 0, None).0);
        let choose = |state| SimpleAi::new().choose(&*with.rules, state, UnitId(0));
        assert_eq!(choose(&a), choose(&b), "{ruleset:?}");
    }
    // So are its pictures.
    let thumbnail = |level| highground::picture::thumbnail(level, 64).unwrap();
    assert_eq!(thumbnail(&secret), thumbnail(&none));
}

#[test]
fn who_stops_beside_it_finds_it_and_no_preview_tells() {
    let level = parsed(LEVEL);
    for ruleset in RulesetId::ALL {
        let setup = set_up(&level, ruleset);
        let rules = &*setup.rules;
        let (state, before) = at_turn_of(&setup, 0, None);
        assert_eq!(leaves(&before), [], "{ruleset:?}");
        // One that only passes, or stops at a corner, finds nothing.
        for path in [&[(3, 2), (2, 1)][..], &[(3, 1)]] {
            let mut state = state.clone();
            let (events, _) = engine::submit(rules, &mut state, &walk(path), &mut Play).unwrap();
            assert_eq!(leaves(&events), [], "{ruleset:?}");
        }
        let command = walk(&[(3, 2)]);
        let known = odds::as_previewed_by(rules, &state, state.commander(UnitId(0)).unwrap());
        let courses = odds::courses(rules, &known, &command, ()).unwrap();
        let walls = |state: &State| state.scene.board.edge_at(DOOR).map(|edge| edge.kind);
        assert!(courses.iter().all(|course| walls(&course.state) == Some(EdgeKind::Planks)));
        // Nor do battles that a side imagines beyond the command.
        let mut imagined = known;
        let (events, _) = engine::submit(rules, &mut imagined, &command, &mut Play).unwrap();
        assert_eq!(leaves(&events), [], "{ruleset:?}");
        let mut state = state;
        let (events, _) = engine::submit(rules, &mut state, &command, &mut Play).unwrap();
        assert_eq!(leaves(&events), [(DOOR, false, false)], "{ruleset:?}");
        let door = state.scene.board.edge_at(DOOR).unwrap();
        assert!(door.kind == EdgeKind::Door && door.is_locked() && !door.secret);
        assert_eq!(state.scene.secrets.all().len(), 1, "the hatch is left");
        let lines = log_text::lines(&events, &mut Names::default());
        let told = lines.iter().filter(|line| line.headline == "A secret door is found.");
        assert_eq!(told.count(), 1, "{ruleset:?}: {lines:?}");
    }
}

#[test]
fn it_is_found_from_either_side_and_a_hatch_from_above_and_below() {
    let level = parsed(LEVEL);
    let (ground, up) = (Hm::ZERO, Hm::metres(3));
    for ruleset in RulesetId::ALL {
        let setup = set_up(&level, ruleset);
        for (x, y, feet, found) in [
            (4, 2, ground, Some(DOOR)),
            (5, 2, ground, None),
            (4, 1, ground, None),
            (1, 4, ground, Some(HATCH)),
            (0, 4, ground, None),
            (1, 4, up, Some(HATCH)),
            (1, 5, up, Some(HATCH)),
            (2, 5, up, None),
        ] {
            let (_, events) = at_turn_of(&setup, 0, Some((Cell::new(x, y), feet)));
            let expected: Vec<_> = found.into_iter().map(|at| (at, false, false)).collect();
            assert_eq!(leaves(&events), expected, "{ruleset:?}: {x} {y} at {feet}");
        }
    }
}

#[test]
fn an_event_finds_and_opens_it() {
    let level = parsed(&LEVEL.replace("round(number: 3)", "round(number: 1)"));
    for ruleset in RulesetId::ALL {
        let (state, events) = at_turn_of(&set_up(&level, ruleset), 0, None);
        assert_eq!(leaves(&events), [(DOOR, false, false), (DOOR, true, true)], "{ruleset:?}");
        assert!(state.scene.board.edge_at(DOOR).is_some_and(|door| door.open));
    }
    // What is to close stays as it is.
    let level = parsed(&LEVEL.replace("round(number: 3), open", "round(number: 1), close"));
    let (state, events) = at_turn_of(&set_up(&level, RulesetId::Vigor), 0, None);
    assert_eq!((leaves(&events), state.scene.secrets.all().len()), (vec![], 2));
}

#[test]
fn a_lever_finds_and_opens_the_hatch_around_it() {
    let level = parsed(LEVEL);
    // Turnside has no rules for levers.
    for ruleset in RulesetId::ALL.into_iter().filter(|id| *id != RulesetId::Turnside) {
        let setup = set_up(&level, ruleset);
        let rules = &*setup.rules;
        let (mut state, _) = at_turn_of(&setup, 0, Some((Cell::new(0, 1), Hm::ZERO)));
        let board = &state.scene.board;
        let lever = board.things().map(|(id, _)| id).next().unwrap();
        let target = Target::Thing(lever);
        let offers = engine::with_ctx(rules, &state, |ctx| rules.offers(ctx, UnitId(0)));
        let pull = |act: Key| Command::Act {
            unit: UnitId(0),
            act,
            targets: vec![target],
            choice: Key::default(),
            with: Default::default(),
        };
        let moves = |command: &Command| {
            let played = engine::submit(rules, &mut state.clone(), command, &mut Play);
            played.is_ok_and(|(events, _)| !leaves(&events).is_empty())
        };
        let pull = offers.into_iter().map(|offer| pull(offer.act)).find(moves);
        let pull = pull.unwrap_or_else(|| panic!("{ruleset:?}: no act moves the lever"));
        // A preview accepts it and shows nothing.
        let mut known = odds::as_previewed_by(rules, &state, state.commander(UnitId(0)).unwrap());
        let (events, _) =
            engine::submit_until(rules, &mut known, &pull, &mut Play, Until::Idle).unwrap();
        assert_eq!(leaves(&events), [], "{ruleset:?}");
        let (events, _) = engine::submit(rules, &mut state, &pull, &mut Play).unwrap();
        assert_eq!(leaves(&events), [(HATCH, false, false), (HATCH, true, true)], "{ruleset:?}");
        assert!(state.scene.board.decks_in(HATCH.cell).is_empty(), "{ruleset:?}");
    }
}

#[test]
fn battles_with_secrets_are_replayed_and_saved() {
    let level = parsed(LEVEL);
    let deciders =
        || -> Vec<Box<dyn Decider>> { vec![Box::new(SimpleAi::new()), Box::new(SimpleAi::new())] };
    for ruleset in RulesetId::ALL {
        let report = run_logged(set_up(&level, ruleset), &mut deciders(), 8).unwrap();
        assert!(leaves(&report.events).contains(&(DOOR, false, false)), "{ruleset:?}");
        let (again, record) = run_recorded(set_up(&level, ruleset), &mut deciders(), 8).unwrap();
        assert_eq!(again.hash, report.hash, "{ruleset:?}");
        let replayed = replay(&record, ruleset.built_in()).unwrap();
        assert_eq!(replayed.state.hash(), report.hash, "{ruleset:?}");
        let (state, log) = at_turn_of(&set_up(&level, ruleset), 0, None);
        let save = Save { record, state, events: log };
        let bytes = save.to_bytes(&PathBuf::from("a"), &SaveSummary::default()).unwrap();
        let read = Save::from_bytes("a", &bytes).unwrap();
        assert_eq!(read.state.hash(), save.state.hash(), "{ruleset:?}");
        assert_eq!(read.state.scene.secrets, save.state.scene.secrets, "{ruleset:?}");
    }
}

/// What an author is told about secret doors.
#[test]
fn the_checks_know_secret_doors() {
    let warnings = |text: &str| {
        let report = Level::check("panel.ron", text, Build::usual);
        report.problems.iter().map(|(_, problem)| problem.to_string()).collect::<String>()
    };
    let only = "the knight of \"Blue\" can walk to another side only through a secret door";
    assert!(warnings(LEVEL).contains(only), "{}", warnings(LEVEL));
    assert!(!warnings(&LEVEL.replace("secret: true", "secret: false")).contains(only));
    let guess = "is easy to guess";
    assert!(!warnings(LEVEL).contains(guess));
    let alone = LEVEL
        .replace("[(4, 0), (4, 2)]", "[(4, 2), (0, 2)]")
        .replace("[(4, 3), (4, 6)]", "[(4, 3), (0, 3)]");
    assert!(warnings(&alone).contains(guess), "{}", warnings(&alone));
    let open = LEVEL.replace("secret: true, locked: true", "open: true, secret: true");
    let problems = Level::parse("panel.ron", &open).unwrap_err();
    assert!(problems[0].to_string().contains("a secret door is closed"), "{problems:?}");
}
