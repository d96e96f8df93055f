//! Orders, refusals, records, and battles without players.

use std::collections::VecDeque;

use super::*;
use crate::Mirrored;
use crate::autoplay::{BattleReport, Decider, Random, run_headless, run_recorded};
use crate::facts::{Inspected, Reachable};
use crate::replay::{ReplayError, replay};
use crate::undo::{UndoError, UndoGrounds, undo};
use proptest::prelude::*;
use rules::apply::apply;
use rules::engine::BattleStatus;
use rules::event::EventKind;
use rules::prompt::{Answer, Prompt};
use rules::{Event, Ruleset};

/// A random battle, three against three.
pub(super) fn random_battle(seed: u64) -> (Setup, BattleReport, Record) {
    let line = |x| (1..4).map(|y| man(Role::Knight, x, y)).collect();
    let setup = set_up(&yard(line(1), line(5)), seed);
    let mut deciders: Vec<Box<dyn Decider>> =
        vec![Box::new(Random::seeded(seed)), Box::new(Random::seeded(seed + 1))];
    let (report, record) = run_recorded(setup.clone(), &mut deciders, 200).unwrap();
    (setup, report, record)
}

#[test]
fn the_schedule_detects_ambiguities_and_has_none() {
    let mut world = World::new();
    assert!(schedule().initialize(&mut world).is_ok());
    let mut ambiguous = schedule();
    fn add(mut log: ResMut<EventLog>) {
        log.0.truncate(7);
    }
    fn clear(mut log: ResMut<EventLog>) {
        log.0.clear();
    }
    ambiguous.add_systems((add, clear));
    assert!(ambiguous.initialize(&mut world).is_err());
}

#[test]
fn a_battle_begins_with_the_first_turn() {
    let app = app(&two_knights(), 1);
    let world = app.world();
    assert_eq!(world.resource::<CurrentStatus>().0, Some(BattleStatus::Await(vec![UnitId(0)])));
    let state = state(&app);
    assert_eq!(state.scene.clock.round, 1);
    assert_eq!(*world.resource::<BattleState>().0, state);
    assert_eq!(world.resource::<Record>().start, state.hash());
    let told: Vec<&EventKind> = world.resource::<EventLog>().0.iter().map(|e| &e.what).collect();
    assert!(matches!(
        told.as_slice(),
        [
            EventKind::Phase { round: 1, .. },
            EventKind::Slots(_),
            EventKind::Slot(_),
            EventKind::Slot(_),
            EventKind::TurnBegan { unit: UnitId(0), round: 1 },
        ]
    ));
}

#[test]
fn an_order_changes_the_components_and_sends_events() {
    let mut app = app(&two_knights(), 1);
    app.world_mut().resource_mut::<Messages<EventMessage>>().clear();
    assert_eq!(order(&mut app, step(0, 2, 2)), None);
    let entity = app.world().resource::<UnitEntities>().0[&UnitId(0)];
    let placement = app.world().get::<Mirrored<rules::state::Placement>>(entity).unwrap();
    assert_eq!(placement.at.cell(), Some(Cell::new(2, 2)));
    assert_eq!(placement.facing, Dir::SE);
    let mut told = app.world_mut().resource_mut::<Messages<EventMessage>>();
    let moved = told.drain().any(|h| matches!(h.0.what, EventKind::Moved { .. }));
    assert!(moved);
    let record = app.world().resource::<Record>();
    assert_eq!(record.commands.len(), 1);
    assert_eq!(record.commands[0].hash, state(&app).hash());
}

#[test]
fn refused_orders_change_nothing() {
    let mut app = app(&two_knights(), 1);
    let before = state(&app).hash();
    let cases = [
        (step(0, 5, 5), "out_of_reach"),
        (strike(0, 0), "no_foe"),
        (end(1), "not_your_turn"),
        (end(9), "no_such_unit"),
        (Command::Answer(Answer(0)), "not_asked"),
    ];
    for (command, code) in cases {
        assert_eq!(order(&mut app, command.clone()), Some(Key::of(code)), "{command:?}");
        assert_eq!(state(&app).hash(), before);
    }
    assert_eq!(app.world().resource::<Record>().commands, []);
}

#[test]
fn orders_are_queued() {
    let mut app = app(&two_knights(), 1);
    for command in [step(0, 2, 2), end(0), step(1, 4, 2)] {
        app.world_mut().write_message(Order(command));
    }
    app.update();
    assert_eq!(app.world().resource::<Record>().commands.len(), 1);
    app.update();
    app.update();
    assert_eq!(app.world().resource::<Record>().commands.len(), 3);
    assert_eq!(state(&app).units.of(UnitId(1)).unwrap().placement.at.cell(), Some(Cell::new(4, 2)));
}

/// Two knights strike at each other until one hits and the other is asked. Returns whose turn it
/// is.
fn until_asked() -> (App, u32) {
    let mut app = app(&two_knights(), 3);
    let mut turn = 0;
    loop {
        assert_eq!(order(&mut app, strike(turn, 1 - turn)), None);
        if let Some(BattleStatus::Asked(_)) = &app.world().resource::<CurrentStatus>().0 {
            return (app, turn);
        }
        assert_eq!(order(&mut app, end(turn)), None);
        turn = 1 - turn;
    }
}

#[test]
fn prompts_wait_for_an_answer_in_the_world() {
    let (mut app, turn) = until_asked();
    let Some(BattleStatus::Asked(asked)) = app.world().resource::<CurrentStatus>().0.clone() else {
        panic!("no side is asked")
    };
    assert_eq!(u32::from(asked.side.0), 1 - turn);
    assert_eq!(order(&mut app, end(turn)), Some(Key::of("asked")));
    assert_eq!(order(&mut app, Command::Answer(Answer(2))), Some(Key::of("no_such_choice")));
    assert_eq!(order(&mut app, Command::Answer(Answer::NO)), None);
    let state = state(&app);
    assert_eq!(state.units.of(UnitId(1 - turn)).unwrap().tracks.0.value("health"), 10 - 3);
    assert_eq!(state.queue.waiting, None);
}

#[test]
fn events_alone_lead_from_the_beginning_to_the_end() {
    let mut app = app(&two_knights(), 5);
    let setup = set_up(&two_knights(), 5);
    let mut retold = State::new(setup.scene, setup.units, setup.seed);
    let mut commands: VecDeque<Command> =
        [step(0, 2, 2), strike(0, 1), end(0), step(1, 4, 0), end(1)].into();
    while let Some(command) = commands.pop_front() {
        if let Some(BattleStatus::Asked(_)) = app.world().resource::<CurrentStatus>().0 {
            assert_eq!(order(&mut app, Command::Answer(Answer::YES)), None);
        }
        assert_eq!(order(&mut app, command), None);
    }
    for event in &app.world().resource::<EventLog>().0 {
        apply(&mut retold, event);
    }
    let now = state(&app);
    assert_eq!((retold.scene, retold.units), (now.scene, now.units));
}

#[test]
fn entities_mirror_the_state() {
    let mut app = app(&two_knights(), 5);
    let agree = |app: &App| assert!(agrees(app.world(), &app.world().resource::<BattleState>().0));
    agree(&app);
    order(&mut app, strike(0, 1));
    agree(&app);
    undo(app.world_mut(), UndoGrounds::Agreed).unwrap();
    agree(&app);
    let state = Arc::clone(&app.world().resource::<BattleState>().0);
    let entity = app.world().resource::<UnitEntities>().0[&UnitId(1)];
    app.world_mut().entity_mut(entity).despawn();
    assert!(!agrees(app.world(), &state));
    leave(app.world_mut());
    assert!(!agrees(app.world(), &state));
}

#[test]
fn a_battle_goes_on_from_a_saved_state() {
    let mut one = app(&two_knights(), 8);
    order(&mut one, step(0, 2, 2));
    let bytes = Save::of(one.world())
        .unwrap()
        .to_bytes(std::path::Path::new("a.save"), &crate::SaveSummary::default())
        .unwrap();
    let saved = Save::from_bytes("a.save", &bytes).unwrap();
    let mut two = App::new();
    two.add_plugins(BattlePlugin);
    let status = resume(two.world_mut(), rules(), saved).unwrap();
    assert_eq!(status, BattleStatus::Await(vec![UnitId(0)]));
    for app in [&mut one, &mut two] {
        assert_eq!(order(app, strike(0, 1)), None);
    }
    assert_eq!(state(&one).hash(), state(&two).hash());
    assert_eq!(Save::of(one.world()), Save::of(two.world()));
}

#[test]
fn saves_work_in_the_middle_of_a_prompt() {
    let (mut one, _) = until_asked();
    let bytes = Save::of(one.world())
        .unwrap()
        .to_bytes(std::path::Path::new("a.save"), &crate::SaveSummary::default())
        .unwrap();
    let saved = Save::from_bytes("a.save", &bytes).unwrap();
    let mut two = App::new();
    two.add_plugins(BattlePlugin);
    let status = resume(two.world_mut(), rules(), saved).unwrap();
    assert_eq!(one.world().resource::<CurrentStatus>().0, Some(status));
    for app in [&mut one, &mut two] {
        assert_eq!(order(app, Command::Answer(Answer::NO)), None);
    }
    assert_eq!(Save::of(one.world()), Save::of(two.world()));
}

#[test]
fn damaged_saves_are_refused() {
    let app = app(&two_knights(), 8);
    let bytes = Save::of(app.world())
        .unwrap()
        .to_bytes(std::path::Path::new("a.save"), &crate::SaveSummary::default())
        .unwrap();
    for at in [0, 17, 20, 40, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Save::from_bytes("a.save", &damaged).is_err(), "byte {at}");
    }
    for length in [0, 10, 19, 25, 27, bytes.len() - 1] {
        assert!(Save::from_bytes("a.save", &bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn moves_are_undone_freely_and_strikes_by_agreement() {
    let mut app = app(&two_knights(), 1);
    let start = Save::of(app.world()).unwrap();
    let entity = app.world().resource::<UnitEntities>().0[&UnitId(0)];
    assert_eq!(undo(app.world_mut(), UndoGrounds::Agreed), Err(UndoError::Nothing));
    order(&mut app, step(0, 2, 2));
    let moved = Save::of(app.world()).unwrap();
    order(&mut app, strike(0, 1));
    assert_eq!(undo(app.world_mut(), UndoGrounds::NothingLearnt), Err(UndoError::Learnt));
    assert_eq!(undo(app.world_mut(), UndoGrounds::Agreed), Ok(()));
    assert_eq!(Save::of(app.world()).unwrap(), moved);
    assert_eq!(undo(app.world_mut(), UndoGrounds::NothingLearnt), Ok(()));
    assert_eq!(Save::of(app.world()).unwrap(), start);
    assert_eq!(app.world().resource::<UnitEntities>().0[&UnitId(0)], entity);
    // Facts are updated, and the battle continues from there.
    app.world_mut().entity_mut(entity).insert(Inspected);
    app.update();
    assert_eq!(app.world().get::<Reachable>(entity).unwrap().0.stops().len(), 8);
    assert_eq!(order(&mut app, step(0, 0, 0)), None);
}

#[test]
fn leaving_removes_everything() {
    let mut app = app(&two_knights(), 1);
    leave(app.world_mut());
    app.world_mut().write_message(Order(end(0)));
    app.update();
    let world = app.world_mut();
    assert_eq!(world.query::<&BattleEntity>().iter(world).count(), 0);
    assert!(!world.contains_resource::<BattleState>() && !world.contains_resource::<Record>());
    // An order for the battle that was left does not reach the next one.
    begin(world, set_up(&two_knights(), 1)).unwrap();
    app.update();
    assert_eq!(app.world().resource::<Record>().commands, []);
}

#[test]
fn records_are_read_as_they_were_written() {
    let (_, _, record) = random_battle(4);
    let text = record.to_text().unwrap();
    assert_eq!(Record::parse("a.ron", &text).unwrap(), record);
    let newer = text.replacen("format: 1", "format: 2", 1);
    let problem = Record::parse("a.ron", &newer).unwrap_err();
    assert!(problem.message.contains("version 2"), "{problem}");
    let broken = text.replacen("seed:", "sed:", 1);
    let problem = Record::parse("a.ron", &broken).unwrap_err();
    assert!(problem.at.is_some(), "{problem}");
}

#[test]
fn replays_name_the_first_command_that_differs() {
    let (_, report, mut record) = random_battle(4);
    assert_eq!(replay(&record, rules()).unwrap().state.hash(), report.hash);
    record.commands[6].hash ^= 1;
    let error = replay(&record, rules()).unwrap_err();
    assert!(matches!(error, ReplayError::Outcome { number: 7, .. }), "{error}");
    record.commands[2].command = end(9);
    let error = replay(&record, rules()).unwrap_err();
    assert!(matches!(error, ReplayError::Refused { number: 3, .. }), "{error}");
    record.seed += 1;
    let error = replay(&record, rules()).unwrap_err();
    assert!(matches!(error, ReplayError::Start { .. }), "{error}");
    record.data += 1;
    assert!(matches!(replay(&record, rules()), Err(ReplayError::Data { .. })));
}

/// Only ends its turns.
struct Idle;

impl Decider for Idle {
    fn command(&mut self, _: &dyn Ruleset, _: &State, units: &[UnitId]) -> Command {
        Command::EndTurn { unit: units[0] }
    }
}

/// Gives impossible commands.
struct Confused;

impl Decider for Confused {
    fn command(&mut self, _: &dyn Ruleset, _: &State, units: &[UnitId]) -> Command {
        Command::Hold { unit: units[0] }
    }

    fn answer(&mut self, _: &dyn Ruleset, _: &State, _: &Prompt) -> Answer {
        Answer(0)
    }
}

#[test]
fn an_idle_battle_is_a_draw_at_the_cap() {
    let mut deciders: Vec<Box<dyn Decider>> = vec![Box::new(Idle), Box::new(Confused)];
    let report = run_headless(set_up(&two_knights(), 1), &mut deciders, 5).unwrap();
    assert!(report.capped);
    assert_eq!((report.verdict.winner, report.rounds), (None, 6));
    // Two knights, five rounds, one command each.
    assert_eq!(report.commands, 10);
    let mut deciders: Vec<Box<dyn Decider>> = vec![Box::new(Idle)];
    assert!(run_headless(set_up(&two_knights(), 1), &mut deciders, 5).is_err());
}

#[test]
fn unrecorded_battles_go_the_same_way() {
    let (setup, recorded, record) = random_battle(4);
    let mut deciders: Vec<Box<dyn Decider>> =
        vec![Box::new(Random::seeded(4)), Box::new(Random::seeded(5))];
    let report = run_headless(setup, &mut deciders, 200).unwrap();
    assert_eq!((report.hash, report.commands), (recorded.hash, record.commands.len()));
    assert_eq!(report.state, recorded.state);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn random_battles_end_and_replay(seed in 0u64..1_000_000) {
        let (setup, report, record) = random_battle(seed);
        let able = |side: u8| report.state.of_side(grid::SideId(side)).any(|u| u.is_active());
        prop_assert!(!report.capped);
        prop_assert!(able(0) != able(1));
        prop_assert_eq!(report.verdict.winner.map(|w| w.0), Some(u8::from(able(1))));
        let again = replay(&record, rules()).unwrap();
        prop_assert_eq!(&again.state, &report.state);
        let mut retold = State::new(setup.scene, setup.units, setup.seed);
        for event in &again.events {
            apply(&mut retold, event);
        }
        prop_assert_eq!(&retold.units, &report.state.units);
        let numbered = |events: &[Event]| events.iter().map(|e| e.number).collect::<Vec<_>>();
        let count = again.events.len() as u64;
        prop_assert_eq!(numbered(&again.events), (0..count).collect::<Vec<_>>());
    }
}
