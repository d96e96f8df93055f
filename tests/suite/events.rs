//! Events of levels in whole battles: units arrive and take their turns, doors, weather and light
//! change, players are told, and a replay and a save go the same way.

use std::path::PathBuf;

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_logged, run_recorded};
use highground::battle::replay::replay;
use highground::battle::setup::Choices;
use highground::battle::{Controller, Save, SaveSummary, Setup, Skill};
use highground::grid::{Cell, Dir, EdgeAt, Hm, Light, SideId, UnitId, WeatherKind};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::engine::{self, BattleStatus, Until};
use highground::rules::event::{BoardChange, EventKind};
use highground::rules::goals;
use highground::rules::oracle::Play;
use highground::rules::state::{Goal, State, Status};
use highground::rules::{Command, Event, Key};

/// Two sides at a wall with a gate. In round 2 two units arrive, the gate opens, and it begins to
/// rain. When the gate stands open, night falls. A round after the horns the goals change.
const LEVEL: &str = r#"Level(
    format: 1,
    name: "The Gate",
    palette: { '.': (terrain: grass) },
    rows: ["........", "........", "........", "........", "........", "........"],
    heights: ["........", "........", "........", "........", "........", "........"],
    walls: [(kind: wall, line: [(4, 0), (4, 2)]), (kind: wall, line: [(4, 3), (4, 6)])],
    doors: [(kind: gate, at: (4, 2), side: W)],
    regions: { "gate": (4, 2), "camp": rect((0, 0), (1, 5)) },
    sides: [
        (name: "Blue", units: [
            (role: knight, at: (1, 1), name: "Ada"),
            (role: archer, at: (1, 4), name: "Bo"),
            (role: knight, at: (0, 1), name: "Cid"),
            (role: archer, at: (0, 4), name: "Dag"),
        ]),
        (name: "Red", units: [
            (role: knight, at: (6, 1), name: "Eli"),
            (role: brute, at: (6, 4), name: "Fay"),
        ]),
    ],
    events: [
        (name: "horns", when: round(number: 2), tell: "Horns sound.", arrive: ["Cid", "Dag"], at: "camp",
            open: "gate", weather: (kind: rain, rank: heavy)),
        (when: opens(region: "gate"), tell: "Night falls at the open gate.", to: "Red",
            light: night),
        (when: falls(side: "Red", units: 1), tell: "One of them is down."),
        (when: all(after(event: "horns", rounds: 1), opens(region: "gate"), round(number: 2)),
            tell: "Hold the camp!", goals: [hold(side: "Blue", region: "camp", rounds: 4)]),
        (when: all(round(number: 2), falls(unit: "Eli"), falls(unit: "Fay")), tell: "Never."),
        (when: enters(region: "gate"), tell: "The gate is taken."),
    ],
)"#;

fn level() -> Level {
    Level::parse("gate.ron", LEVEL).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn set_up(level: &Level, ruleset: RulesetId) -> Setup {
    let controllers = vec![Controller::Computer(Skill::default()); 2];
    let choices = Choices { seed: 4, controllers, ..Choices::default() };
    Setup::from_level(level, Key::new(ruleset.name()), ruleset.built_in(), choices).unwrap()
}

fn deciders() -> Vec<Box<dyn Decider>> {
    vec![Box::new(SimpleAi::new()), Box::new(SimpleAi::new())]
}

/// The texts of the events of the level that have happened.
fn told(events: &[Event]) -> Vec<&str> {
    let all = events.iter();
    all.filter_map(|event| match &event.what {
        EventKind::Story { text, .. } => Some(text.as_str()),
        _ => None,
    })
    .collect()
}

/// Ends turn after turn until a round has begun and a unit may act in it.
fn wait_for_round(setup: &Setup, round: u32) -> (State, Vec<Event>) {
    let mut state = State::new(setup.scene.clone(), setup.units.clone(), setup.seed);
    let mut events = Vec::new();
    let rules = &*setup.rules;
    let mut rest = engine::advance(rules, &mut state, &mut Play, &mut events).unwrap();
    for _ in 0..200 {
        if state.scene.clock.round >= round {
            return (state, events);
        }
        let command = match &rest {
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
    panic!("round {round} does not come");
}

#[test]
fn units_arrive_in_the_second_round_and_act_from_the_third_on() {
    let level = level();
    for ruleset in RulesetId::ALL {
        let mut setup = set_up(&level, ruleset);
        assert_eq!(setup.units.len(), 4, "{ruleset:?}");
        // Bo stands where Dag will arrive.
        setup.units[1].placement.at = Cell::new(0, 4).into();
        let (before, events) = wait_for_round(&setup, 1);
        assert_eq!((before.units.len(), told(&events).len()), (4, 0), "{ruleset:?}");
        let (state, events) = wait_for_round(&setup, 2);
        let texts = ["Horns sound.", "Night falls at the open gate."];
        assert_eq!(told(&events), texts, "{ruleset:?}");
        let at = |state: &State, id| state.unit(UnitId(id)).and_then(|u| u.placement.at.cell());
        // Cid has his own place. Bo has taken Dag's: he arrives at the first free cell of the camp.
        assert_eq!(at(&state, 2), Some(Cell::new(0, 1)), "{ruleset:?}");
        assert_eq!(at(&state, 3), Some(Cell::new(0, 0)), "{ruleset:?}");
        let board = &state.scene.board;
        assert!(board.edge(Cell::new(4, 2), Dir::W).is_some_and(|edge| edge.open));
        assert_eq!(board.atmosphere().weather.kind(), WeatherKind::Rain);
        assert_eq!(board.ambient(), Light::Dark);
        let has_slot = |state: &State, id| {
            state.scene.clock.slots.iter().any(|slot| slot.members.contains(&UnitId(id)))
        };
        assert!(
            !has_slot(&state, 2),
            "{ruleset:?}: it has no turn in the round in which it arrives"
        );
        let (state, events) = wait_for_round(&setup, 3);
        assert!(has_slot(&state, 2) && has_slot(&state, 3), "{ruleset:?}");
        // Events happen once, and the new goal takes the place of the old one.
        assert_eq!(told(&events), ["Horns sound.", texts[1], "Hold the camp!"], "{ruleset:?}");
        assert!(matches!(&state.scene.goals[..], [Goal::Hold { side: SideId(0), rounds: 4, .. }]));
        // A message to one side is not for the other.
        let night =
            events.iter().find(|event| matches!(&event.what, EventKind::Story { chapter: 1, .. }));
        let night = night.unwrap();
        assert!(night.is_seen_by(Some(SideId(1))) && !night.is_seen_by(Some(SideId(0))));
    }
}

/// Two floors: Ada stands upstairs on a hatch, which an event opens in the second round.
const TRAP: &str = r#"Level(
    format: 1,
    name: "The Trap",
    palette: { '.': (terrain: grass) },
    rows: ["........", "........", "........", "........", "........", "........"],
    decks: [(at: rect((0, 0), (3, 3)), top: 3.0)],
    doors: [(kind: hatch, at: (1, 1), floor: 3.0)],
    regions: { "trap": (1, 1) },
    sides: [
        (name: "Blue", units: [(role: knight, at: (1, 1), altitude: 3.0, name: "Ada")]),
        (name: "Red", units: [(role: knight, at: (7, 5), name: "Eli")]),
    ],
    events: [
        (when: round(number: 2), open: "trap"),
        (when: opens(region: "trap"), tell: "The floor gives way."),
        (when: round(number: 3), close: "trap"),
    ],
)"#;

#[test]
fn who_stands_on_a_hatch_falls_when_an_event_opens_it() {
    let level = Level::parse("trap.ron", TRAP).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let hatch = EdgeAt::hatch(Cell::new(1, 1), Hm::metres(3));
    for ruleset in RulesetId::ALL {
        let at = |round| {
            let (state, events) = wait_for_round(&set_up(&level, ruleset), round);
            let feet = state.unit(UnitId(0)).map(|unit| unit.placement.feet);
            let open = state.scene.board.edge_at(hatch).map(|edge| edge.open);
            (feet, open, told(&events).len())
        };
        let (up, down) = (Some(Hm::metres(3)), Some(Hm::ZERO));
        assert_eq!(at(1), (up, Some(false), 0), "{ruleset:?}");
        assert_eq!(at(2), (down, Some(true), 2), "{ruleset:?}");
        assert_eq!(at(3), (down, Some(false), 3), "{ruleset:?}");
    }
}

#[test]
fn the_computer_plays_on_and_a_replay_goes_the_same_way() {
    let level = level();
    for ruleset in RulesetId::ALL {
        let report = run_logged(set_up(&level, ruleset), &mut deciders(), 12).unwrap();
        assert!(told(&report.events).contains(&"Horns sound."), "{ruleset:?}");
        let turns = report.events.iter().filter(
            |event| matches!(event.what, EventKind::TurnBegan { unit, .. } if unit == UnitId(2)),
        );
        assert!(report.rounds <= 3 || turns.count() > 0, "{ruleset:?}: Cid has turns");
        let (again, record) = run_recorded(set_up(&level, ruleset), &mut deciders(), 12).unwrap();
        assert_eq!(again.hash, report.hash, "{ruleset:?}");
        let replayed = replay(&record, ruleset.built_in()).unwrap();
        assert_eq!(replayed.state.hash(), report.hash, "{ruleset:?}");
        // Before and after the arrival, a save is read as it was written.
        for round in [1, 2] {
            let (state, log) = wait_for_round(&set_up(&level, ruleset), round);
            let save = Save { record: record.clone(), state, events: log };
            let bytes = save.to_bytes(&PathBuf::from("a"), &SaveSummary::default()).unwrap();
            let read = Save::from_bytes("a", &bytes).unwrap();
            assert_eq!(read.state.hash(), save.state.hash(), "{ruleset:?}");
            assert_eq!(read.state.scene.story, save.state.scene.story, "{ruleset:?}");
        }
    }
}

#[test]
fn no_side_foresees_what_will_happen() {
    let level = level();
    let setup = set_up(&level, RulesetId::Precision);
    let (mut state, _) = wait_for_round(&setup, 1);
    // As if the round had come: what only imagines a command stops before the event.
    state.scene.clock.round = 2;
    let mut imagined = state.clone();
    let mut events = Vec::new();
    let rules = &*setup.rules;
    engine::advance_until(rules, &mut imagined, &mut Play, &mut events, Until::Idle).unwrap();
    assert!(told(&events).is_empty());
    engine::advance(rules, &mut state, &mut Play, &mut events).unwrap();
    assert_eq!(told(&events).len(), 2);
    let doors = events
        .iter()
        .filter(|event| matches!(event.what, EventKind::Board(BoardChange::Edge { .. })));
    assert_eq!(doors.count(), 1);
}

/// A side whose last unit falls keeps fighting if that brings others in, or if a round that comes
/// will; otherwise it has lost.
#[test]
fn those_who_are_sure_to_come_keep_their_side_in_the_battle() {
    let with = |when: &str| {
        let events = format!("events: [(when: {when}, arrive: [\"Eli\", \"Fay\"])],");
        let start = LEVEL.find("events: [").unwrap();
        let text = format!("{}{events})", &LEVEL[..start]);
        let third = "(role: scout, at: (5, 3), name: \"Gil\"), (role: knight, at: (6, 1)";
        let text = text.replace("(role: knight, at: (6, 1)", third);
        Level::parse("gate.ron", &text).unwrap_or_else(|problems| panic!("{problems:#?}"))
    };
    for ruleset in RulesetId::ALL {
        for (when, lasts) in [
            ("falls(unit: \"Gil\")", true),
            ("round(number: 9)", true),
            ("any(enters(region: \"gate\"), round(number: 9))", true),
            ("enters(region: \"gate\")", false),
            ("all(enters(region: \"gate\"), round(number: 9))", false),
        ] {
            let setup = set_up(&with(when), ruleset);
            let (mut state, _) = wait_for_round(&setup, 1);
            let gil = state.units.iter().find(|unit| unit.identity.name == "Gil").unwrap().id();
            state.unit_mut(gil).unwrap().status = Status::Dead;
            assert_eq!(goals::verdict(&state, false).is_none(), lasts, "{ruleset:?}: {when}");
        }
    }
}

/// With hidden information an arrival is told to its own side only.
#[test]
fn an_arrival_out_of_sight_is_not_announced() {
    let text =
        LEVEL.replace("name: \"The Gate\",", "name: \"The Gate\", hidden_information: true,");
    let level = Level::parse("gate.ron", &text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    for ruleset in RulesetId::ALL {
        let (_, events) = wait_for_round(&set_up(&level, ruleset), 2);
        let arrivals: Vec<&Event> =
            events.iter().filter(|event| matches!(event.what, EventKind::Spawned(_))).collect();
        assert_eq!(arrivals.len(), 2, "{ruleset:?}");
        for event in arrivals {
            assert!(event.is_seen_by(Some(SideId(0))) && !event.is_seen_by(Some(SideId(1))));
        }
    }
}
