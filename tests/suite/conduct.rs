//! Conduct, gear and starting conditions of units, from the level to the battle.

use std::collections::BTreeSet;
use std::path::PathBuf;

use highground::battle::ai::SimpleAi;
use highground::battle::autoplay::{Decider, run_logged, run_recorded};
use highground::battle::replay::replay;
use highground::battle::setup::{Choices, SetupError};
use highground::battle::{Controller, Save, SaveSummary, Setup, Skill};
use highground::grid::{Cell, SideId, UnitId};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::engine::{self, BattleStatus};
use highground::rules::event::EventKind;
use highground::rules::kit::spawn;
use highground::rules::oracle::Play;
use highground::rules::ruleset::Placing;
use highground::rules::state::{Conduct, Expiry, Posture, State};
use highground::rules::{Command, Event, Key, enlist};

/// A field of 30 x 9 cells. Blue stands in the west, Red in the east with these fields.
fn field(red: &str) -> Level {
    field_with("", "(1, 4)", red)
}

/// The field with more of the level, and Blue's knight at this place.
fn field_with(more: &str, blue: &str, red: &str) -> Level {
    let row = format!("\"{}\"", ".".repeat(30));
    let rows = vec![row; 9].join(", ");
    let text = format!(
        r#"Level(
    format: 1,
    name: "The Post",
    palette: {{ '.': (terrain: grass) }},
    rows: [{rows}],
    regions: {{ "post": rect((24, 3), (26, 5)), "far": rect((20, 0), (21, 1)) }},
    {more}
    sides: [
        (name: "Blue", units: [(role: knight, at: {blue}, name: "Ada")]),
        (name: "Red", units: [(role: knight, at: (25, 4), name: "Eli"{red})]),
    ],
)"#
    );
    Level::parse("post.ron", &text).unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn set_up(level: &Level, ruleset: RulesetId) -> Result<Setup, Vec<SetupError>> {
    let controllers = vec![Controller::Computer(Skill::default()); 2];
    let choices = Choices { seed: 4, controllers, ..Choices::default() };
    Setup::from_level(level, Key::new(ruleset.name()), ruleset.built_in(), choices)
}

const ADA: UnitId = UnitId(0);
const ELI: UnitId = UnitId(1);

/// A battle in which Blue only ends its turns and the computer plays Red, until this round ends.
struct Watched {
    state: State,
    events: Vec<Event>,
    /// Where Eli was at the end of each of its turns.
    walked: Vec<Cell>,
}

fn watch(level: &Level, ruleset: RulesetId, rounds: u32) -> Watched {
    watch_by(&mut SimpleAi::new(), level, ruleset, rounds)
}

/// The same with another opponent.
fn watch_by(ai: &mut dyn Decider, level: &Level, ruleset: RulesetId, rounds: u32) -> Watched {
    let setup = set_up(level, ruleset).unwrap_or_else(|errors| panic!("{errors:?}"));
    let rules = &*setup.rules;
    let mut state = State::new(setup.scene.clone(), setup.units.clone(), setup.seed);
    let mut events = Vec::new();
    let mut walked = Vec::new();
    let mut rest = engine::advance(rules, &mut state, &mut Play, &mut events).unwrap();
    while state.scene.clock.round <= rounds {
        let command = match &rest {
            BattleStatus::Await(units) if units[0] == ADA => Command::EndTurn { unit: ADA },
            BattleStatus::Await(units) => ai.command(rules, &state, units),
            BattleStatus::Asked(prompt) => {
                Command::Answer(engine::policy_answer(rules, &state, prompt))
            }
            _ => break,
        };
        let ends = matches!(command, Command::EndTurn { unit } if unit == ELI);
        let (more, next) = engine::submit(rules, &mut state, &command, &mut Play)
            .unwrap_or_else(|error| panic!("{}: {command:?}: {error}", ruleset.name()));
        if ends {
            walked.extend(state.unit(ELI).and_then(|unit| unit.placement.at.cell()));
        }
        events.extend(more);
        rest = next;
    }
    Watched { state, events, walked }
}

fn at(state: &State, unit: UnitId) -> Cell {
    state.unit(unit).and_then(|unit| unit.placement.at.cell()).unwrap()
}

#[test]
fn a_unit_that_holds_its_place_lets_the_foes_come() {
    for ruleset in RulesetId::ALL {
        let free = watch(&field(""), ruleset, 2);
        assert_ne!(at(&free.state, ELI), Cell::new(25, 4), "{}: seeks the fight", ruleset.name());
        let held = watch(&field(", conduct: hold"), ruleset, 4);
        assert_eq!(at(&held.state, ELI), Cell::new(25, 4), "{}", ruleset.name());
        assert!(matches!(held.state.scene.conducts.of(ELI), Some(Conduct::Hold { .. })));
        // A foe within 8 squares calls it to the fight.
        let near = field_with("", "(18, 4)", ", conduct: hold");
        let called = watch(&near, ruleset, 3);
        assert_eq!(called.state.scene.conducts.of(ELI), None, "{}", ruleset.name());
        assert_ne!(at(&called.state, ELI), Cell::new(25, 4), "{}", ruleset.name());
    }
}

#[test]
fn a_foe_behind_a_wall_calls_nobody() {
    let wall = "walls: [(kind: wall, line: [(22, 0), (22, 9)])],";
    for ruleset in [RulesetId::Precision, RulesetId::Vigor] {
        let level = field_with(wall, "(18, 4)", ", conduct: hold");
        let held = watch(&level, ruleset, 2);
        assert!(held.state.scene.conducts.of(ELI).is_some(), "{}", ruleset.name());
        assert_eq!(at(&held.state, ELI), Cell::new(25, 4), "{}", ruleset.name());
    }
}

#[test]
fn a_guard_stays_in_its_region_or_returns_to_it() {
    for ruleset in RulesetId::ALL {
        let inside = |cell: &Cell| (24..=26).contains(&cell.x) && (3..=5).contains(&cell.y);
        let kept = watch(&field(", conduct: guard(region: \"post\")"), ruleset, 4);
        assert!(kept.walked.iter().all(inside), "{}: {:?}", ruleset.name(), kept.walked);
        let returns = watch(&field(", conduct: guard(region: \"far\")"), ruleset, 4);
        let there = at(&returns.state, ELI);
        assert!((20..=21).contains(&there.x) && there.y <= 1, "{}: {there}", ruleset.name());
    }
}

/// Opponents that plan ahead keep to it too, and weigh what it leaves them.
#[test]
fn every_level_of_play_keeps_to_the_conduct() {
    for skill in Skill::ALL {
        let mut ai = skill.decider();
        let held = watch_by(&mut *ai, &field(", conduct: hold"), RulesetId::Precision, 2);
        assert_eq!(at(&held.state, ELI), Cell::new(25, 4), "{skill:?}");
        let mut ai = skill.decider();
        let level = field_with("", "(22, 4)", ", conduct: guard(region: \"post\")");
        let kept = watch_by(&mut *ai, &level, RulesetId::Precision, 2);
        assert!(kept.walked.iter().all(|c| (24..=26).contains(&c.x)), "{skill:?}");
    }
}

#[test]
fn a_guard_fights_whom_it_reaches_from_its_region() {
    for ruleset in [RulesetId::Precision, RulesetId::Momentum] {
        let level = field_with("", "(23, 4)", ", conduct: guard(region: \"post\")");
        let fought = watch(&level, ruleset, 3);
        let struck = |event: &Event| {
            matches!(&event.what, EventKind::Declared { unit, targets, .. }
                if *unit == ELI && targets.contains(&ADA))
        };
        assert!(fought.events.iter().any(struck), "{}", ruleset.name());
        assert!(fought.walked.iter().all(|c| (24..=26).contains(&c.x)), "{:?}", fought.walked);
    }
}

#[test]
fn a_patrol_walks_its_round_until_its_side_notices_a_foe() {
    let round = ", conduct: patrol([(25, 1), (28, 1), (28, 7)])";
    for ruleset in RulesetId::ALL {
        let name = ruleset.name();
        let walked = watch(&field(round), ruleset, 14);
        let reached: Vec<u32> = walked
            .events
            .iter()
            .filter_map(|event| match event.what {
                EventKind::Conduct { unit: ELI, next } => next,
                _ => None,
            })
            .collect();
        assert!(reached.starts_with(&[1, 2, 0, 1]), "{name}: {reached:?}");
        // The way round what stands between its stops leads one cell out of their rectangle.
        assert!(walked.walked.iter().all(|c| c.x >= 24), "{name}: {:?}", walked.walked);
        let mut told = walked.events.iter().filter(|e| matches!(e.what, EventKind::Conduct { .. }));
        assert!(told.all(|e| e.seen_by == Some(Vec::new())), "{name}");
        // A foe in view at 11 squares is noticed.
        let near = watch(&field_with("", "(14, 4)", round), ruleset, 6);
        assert_eq!(near.state.scene.conducts.of(ELI), None, "{name}");
        assert!(at(&near.state, ELI).x < 24, "{name}: {}", at(&near.state, ELI));
    }
}

/// With hidden information a patrol notices what its side sees, however far away.
#[test]
fn with_hidden_information_a_patrol_goes_by_what_its_side_sees() {
    let round = ", conduct: patrol([(25, 1), (25, 7)])";
    let wall = "hidden_information: true, walls: [(kind: wall, line: [(20, 0), (20, 9)])],";
    let open = "hidden_information: true,";
    for (more, stays) in [(wall, true), (open, false)] {
        let level = field_with(more, "(1, 4)", round);
        let walked = watch(&level, RulesetId::Precision, 4);
        assert_eq!(walked.state.scene.conducts.of(ELI).is_some(), stays, "{more}");
    }
}

/// A whole battle: a sentry and a patrol, replayed and saved with the same hashes.
#[test]
fn battles_with_conduct_are_replayed_and_saved() {
    let level = field(", conduct: patrol([(25, 1), (28, 7)])");
    for ruleset in [RulesetId::Precision, RulesetId::Vigor, RulesetId::Turnside] {
        let setup = set_up(&level, ruleset).unwrap();
        let mut players: Vec<Box<dyn Decider>> =
            vec![Box::new(SimpleAi::new()), Box::new(SimpleAi::new())];
        let (report, record) = run_recorded(setup, &mut players, 12).unwrap();
        let again = replay(&record, ruleset.built_in()).unwrap();
        assert_eq!(again.state.hash(), report.hash, "{}", ruleset.name());
    }
    let state = watch(&level, RulesetId::Precision, 2).state;
    assert!(!state.scene.conducts.is_empty());
    let record = set_up(&level, RulesetId::Precision).unwrap().record;
    let save = Save { record, state, events: Vec::new() };
    let bytes = save.to_bytes(&PathBuf::from("a"), &SaveSummary::default()).unwrap();
    let read = Save::from_bytes("a", &bytes).unwrap();
    assert_eq!(read.state.scene.conducts, save.state.scene.conducts);
    assert_eq!(read.state.hash(), save.state.hash());
}

/// Hashes of battles without conduct are those of before: no event and no entry.
#[test]
fn a_level_without_conduct_has_none_in_its_battle() {
    let setup = set_up(&field(""), RulesetId::Precision).unwrap();
    assert!(setup.scene.conducts.is_empty());
    let mut players: Vec<Box<dyn Decider>> =
        vec![Box::new(SimpleAi::new()), Box::new(SimpleAi::new())];
    let report = run_logged(setup, &mut players, 4).unwrap();
    assert!(!report.events.iter().any(|e| matches!(e.what, EventKind::Conduct { .. })));
}

/// Fields of Red's knight with one condition under a ruleset.
fn afflicted(ruleset: RulesetId, condition: &str) -> String {
    format!(", conditions: {{ {:?}: [{condition}] }}", ruleset.name())
}

#[test]
fn every_condition_can_be_had_at_the_start() {
    for ruleset in RulesetId::ALL {
        let rules = ruleset.built_in();
        let all: Vec<Key> =
            enlist::conditions(rules.describe()).map(|(id, _)| id.clone()).collect();
        assert!(all.len() > 3, "{}", ruleset.name());
        for id in all.iter().filter(|id| **id != *"prone") {
            let level = field(&afflicted(ruleset, &format!("(name: {:?}, size: 1)", id.as_str())));
            let setup = set_up(&level, ruleset).unwrap();
            let unit = setup.units.iter().find(|unit| unit.id() == ELI).unwrap();
            assert!(unit.conditions.has(id.as_str()), "{}: {id}", ruleset.name());
            // It is carried into play, and the computer can play on.
            watch(&level, ruleset, 2);
        }
    }
}

#[test]
fn a_condition_has_a_value_and_a_time_and_ends() {
    for (ruleset, id) in [(RulesetId::Momentum, "frightened"), (RulesetId::Precision, "slowed")] {
        let level = field(&afflicted(ruleset, &format!("(name: {id:?}, size: 2, rounds: 2)")));
        let setup = set_up(&level, ruleset).unwrap();
        let unit = setup.units.iter().find(|unit| unit.id() == ELI).unwrap();
        let condition = unit.conditions.get(id).unwrap();
        assert_eq!((condition.size, &condition.expiry), (2, &Expiry::Slots { of: ELI, left: 2 }));
        let later = watch(&level, ruleset, 4);
        assert!(!later.state.unit(ELI).unwrap().conditions.has(id), "{}: {id}", ruleset.name());
    }
}

fn first_condition(ruleset: RulesetId) -> String {
    let rules = ruleset.built_in();
    let mut all = enlist::conditions(rules.describe()).map(|(id, _)| id.to_string());
    all.find(|id| id != "prone").unwrap()
}

#[test]
fn units_lie_down_under_every_ruleset() {
    for ruleset in RulesetId::ALL {
        let setup = set_up(&field(&afflicted(ruleset, "\"prone\"")), ruleset).unwrap();
        let unit = setup.units.iter().find(|unit| unit.id() == ELI).unwrap();
        assert_eq!(unit.placement.posture, Posture::Prone, "{}", ruleset.name());
        let other = set_up(&field(""), ruleset).unwrap();
        assert_eq!(other.units[1].placement.posture, Posture::Standing);
    }
}

/// The message about a level that cannot be played under a ruleset.
fn refusal(level: &Level, ruleset: RulesetId) -> String {
    let Err(errors) = set_up(level, ruleset) else { panic!("it can be played") };
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    texts.join("; ")
}

#[test]
fn unknown_conditions_are_refused_with_those_there_are() {
    for ruleset in RulesetId::ALL {
        let text = refusal(&field(&afflicted(ruleset, "\"sleepy\"")), ruleset);
        assert!(text.contains("no condition `sleepy` to start with; it has "), "{text}");
        assert!(text.contains(&first_condition(ruleset)), "{text}");
        // Other rulesets do not care.
        let other = RulesetId::ALL.into_iter().find(|other| *other != ruleset).unwrap();
        assert!(set_up(&field(&afflicted(ruleset, "\"sleepy\"")), other).is_ok());
    }
}

/// An item that a knight does not carry in its first slot under a ruleset, and the slot.
fn other_item(ruleset: RulesetId) -> (Key, Key, Key) {
    let rules = ruleset.built_in();
    let plain: Placing = spawn::plain("knight");
    let own = rules.enlist(&plain).unwrap().gear.0;
    let (slot, item) = own.first_key_value().unwrap();
    let fitting = enlist::fitting(&*rules, &plain, slot);
    let other = fitting.iter().find(|other| *other != item);
    (slot.clone(), item.clone(), other.unwrap_or_else(|| panic!("{slot}: {fitting:?}")).clone())
}

#[test]
fn gear_is_exchanged_under_every_ruleset() {
    for ruleset in RulesetId::ALL {
        let name = ruleset.name();
        let (slot, own, other) = other_item(ruleset);
        let gear = |item: &str| {
            field(&format!(", gear: {{ {name:?}: {{ {:?}: {item:?} }} }}", slot.as_str()))
        };
        let carried = |level: &Level| {
            let setup = set_up(level, ruleset).unwrap_or_else(|errors| panic!("{errors:?}"));
            setup.units[1].gear.0.get(&slot).cloned()
        };
        assert_eq!(carried(&field("")), Some(own), "{name}");
        assert_eq!(carried(&gear(other.as_str())), Some(other.clone()), "{name}");
        assert_eq!(carried(&gear("")), None, "{name}");
        watch(&gear(other.as_str()), ruleset, 2);
        let text = refusal(&gear("spoon"), ruleset);
        assert!(text.contains("has no gear `spoon` for the slot"), "{text}");
        assert!(text.contains(other.as_str()), "{text}");
    }
}

#[test]
fn a_slot_that_is_empty_anyway_cannot_be_emptied() {
    for ruleset in RulesetId::ALL {
        let level = field(&format!(", gear: {{ {:?}: {{ \"pocket\": \"\" }} }}", ruleset.name()));
        let text = refusal(&level, ruleset);
        assert!(text.contains("the slot `pocket` has no item to leave out"), "{text}");
    }
}

/// The numbers shown beside the fields of the editor are those of the role: setting a number to its
/// base changes nothing that can be seen.
#[test]
fn the_numbers_of_a_sheet_have_their_base_and_range() {
    for ruleset in RulesetId::ALL {
        let rules = ruleset.built_in();
        let numbers = rules.sheet_numbers("knight");
        assert!(numbers.len() > 10, "{}", ruleset.name());
        let names: BTreeSet<&Key> = numbers.iter().map(|number| &number.name).collect();
        assert_eq!(names.len(), numbers.len(), "{}", ruleset.name());
        assert_eq!(rules.sheet_numbers("wizard's hat"), []);
        let plain: Placing = spawn::plain("knight");
        let usual = rules.enlist(&plain).unwrap();
        for number in numbers {
            let with = |n: i64| {
                let overrides = [(number.name.clone(), n)].into();
                rules.enlist(&Placing { overrides, ..plain.clone() })
            };
            let out = i64::from(*number.range.end()) + 1;
            assert!(with(out).is_err(), "{}: {}", ruleset.name(), number.name);
            let Some(base) = number.base else { continue };
            let mut same = with(i64::from(base)).unwrap_or_else(|error| {
                panic!("{}: {} is {base}: {error}", ruleset.name(), number.name)
            });
            same.form.sheet = usual.form.sheet.clone();
            assert_eq!(same, usual, "{}: {} is {base}", ruleset.name(), number.name);
        }
    }
}

#[test]
fn sides_do_not_know_the_conduct_of_others() {
    use highground::rules::odds::as_known_to;
    let level = field(", conduct: hold");
    let state = watch(&level, RulesetId::Precision, 1).state;
    assert!(as_known_to(&state, SideId(0)).scene.conducts.is_empty());
    assert!(!as_known_to(&state, SideId(1)).scene.conducts.is_empty());
}
