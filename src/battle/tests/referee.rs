//! Rulings in the world: recorded, saved, replayed and shown; refused without side effects.

use super::duel::Numbers;
use super::*;
use crate::replay::replay;
use crate::statistics::Statistics;
use crate::undo::{UndoError, UndoGrounds, undo};
use grid::{Atmosphere, Haze, Place, SideId, Weather, WeatherKind};
use proptest::prelude::*;
use rules::apply::apply;
use rules::engine::{self, BattleStatus};
use rules::prompt::Answer;
use rules::referee::{Lasts, Ruling};
use rules::state::{Condition, Expiry, Posture, Status};

fn refereed(seed: u64) -> Setup {
    let choices = Choices { seed, referee: true, ..Choices::default() };
    Setup::from_level(&two_knights(), Key::of("duel"), rules(), choices).unwrap()
}

fn table(seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    begin(app.world_mut(), refereed(seed)).unwrap();
    app.update();
    app
}

fn rule(app: &mut App, ruling: Ruling) -> Option<Key> {
    order(app, Command::Ruling(ruling))
}

fn health(to: i32) -> Ruling {
    Ruling::Track { unit: UnitId(1), id: Key::of("health"), to }
}

fn near(from: u32, to: u32, says: &'static str, lasts: Lasts) -> Ruling {
    let (from, to) = (UnitId(from), UnitId(to));
    Ruling::Judge { fact: Key::of("near"), from, to, says: Key::of(says), lasts }
}

fn dazed(size: i32, expiry: Expiry) -> Ruling {
    afflict("dazed", size, expiry)
}

fn afflict(id: &'static str, size: i32, expiry: Expiry) -> Ruling {
    let condition = Condition::new(Key::of(id), size, Some(UnitId(0)), expiry);
    Ruling::Afflict { unit: UnitId(1), condition }
}

fn put(x: i16, y: i16, altitude: i32) -> Ruling {
    Ruling::Place { unit: UnitId(1), at: Place::Cell(Cell::new(x, y)), altitude: Hm(altitude) }
}

fn force(roll: u16, face: u16) -> Ruling {
    Ruling::Force { roll, faces: vec![face] }
}

fn is_asked(app: &App) -> bool {
    matches!(app.world().resource::<CurrentStatus>().0, Some(BattleStatus::Asked(_)))
}

#[test]
fn without_a_referee_every_ruling_is_refused() {
    let mut app = app(&two_knights(), 1);
    let before = state(&app).hash();
    for ruling in [health(3), near(0, 1, "yes", Lasts::Battle), Ruling::Cancel, force(0, 3)] {
        assert_eq!(rule(&mut app, ruling), Some(Key::of("no_referee")));
    }
    assert_eq!(state(&app).hash(), before);
    order(&mut app, strike(0, 1));
    assert_eq!(state(&app).last, None, "nothing is kept without a referee");
}

#[test]
fn refused_rulings_change_nothing_and_say_why() {
    let mut app = table(1);
    let unit = UnitId(1);
    let missing = UnitId(9);
    let cases = [
        (Ruling::Track { unit: missing, id: Key::of("health"), to: 1 }, "no_such_unit"),
        (Ruling::Track { unit, id: Key::of("luck"), to: 1 }, "no_such_meter"),
        (Ruling::Pool { unit, id: Key::of("health"), to: 1 }, "no_such_meter"),
        (health(11), "out_of_range"),
        (health(-11), "out_of_range"),
        (health(i32::MIN), "out_of_range"),
        (health(10), "unchanged"),
        (dazed(-1, Expiry::Battle), "out_of_range"),
        (dazed(100, Expiry::Battle), "out_of_range"),
        (afflict("lies", 0, Expiry::Battle), "no_such_condition"),
        (dazed(1, Expiry::Hits(0)), "out_of_range"),
        (dazed(1, Expiry::Slots { of: missing, left: 1 }), "no_such_unit"),
        (dazed(1, Expiry::Until(Key::of("dawn"))), "no_such_end"),
        (Ruling::Relieve { unit, condition: Key::of("dazed"), part: None }, "not_afflicted"),
        (Ruling::Relieve { unit, condition: Key::of("bored"), part: None }, "no_such_condition"),
        (Ruling::Status { unit, to: Status::Active }, "unchanged"),
        (put(1, 1, 0), "no_room"),
        (put(8, 1, 0), "no_room"),
        (put(3, 1, 0), "unchanged"),
        (put(4, 1, -1), "out_of_range"),
        (put(4, 1, i32::MAX), "beyond"),
        (Ruling::Posture { unit, to: Posture::Standing }, "unchanged"),
        (Ruling::Facing { unit, to: Dir::N }, "unchanged"),
        (Ruling::Atmosphere { to: Atmosphere::default() }, "unchanged"),
        (
            Ruling::Atmosphere { to: Atmosphere { miasma: 21, ..Atmosphere::default() } },
            "out_of_range",
        ),
        (near(0, 0, "yes", Lasts::Turn), "one_unit"),
        (near(0, 9, "yes", Lasts::Turn), "no_such_unit"),
        (near(0, 1, "maybe", Lasts::Turn), "no_such_answer"),
        (Ruling::Revoke { fact: Key::of("near"), from: UnitId(0), to: unit }, "nothing_ruled"),
        (Ruling::Revoke { fact: Key::of("far"), from: UnitId(0), to: unit }, "no_such_fact"),
        (Ruling::Cancel, "no_act"),
        (force(0, 1), "no_act"),
        (Ruling::End { winner: Some(SideId(7)), why: String::new() }, "no_such_side"),
        (Ruling::End { winner: None, why: "x".repeat(201) }, "out_of_range"),
        (Ruling::Extend { rounds: 100 }, "out_of_range"),
    ];
    let before = state(&app).hash();
    for (ruling, code) in cases {
        assert_eq!(rule(&mut app, ruling.clone()), Some(Key::of(code)), "{ruling:?}");
        assert_eq!(state(&app).hash(), before, "{ruling:?}");
    }
    assert_eq!(app.world().resource::<Record>().commands, []);
}

#[test]
fn values_are_set_and_their_consequences_follow() {
    let mut app = table(1);
    let weather = Weather::new(WeatherKind::Snow, Haze::Heavy);
    let snow = Atmosphere { weather, airless: false, miasma: 2 };
    for ruling in [
        health(7),
        dazed(2, Expiry::Rounds(2)),
        put(5, 5, 0),
        Ruling::Atmosphere { to: snow },
        Ruling::Facing { unit: UnitId(1), to: Dir::E },
        Ruling::Posture { unit: UnitId(1), to: Posture::Prone },
    ] {
        assert_eq!(rule(&mut app, ruling.clone()), None, "{ruling:?}");
    }
    let now = state(&app);
    let unit = now.units.of(UnitId(1)).unwrap();
    assert_eq!(unit.tracks.0.value("health"), 7);
    assert_eq!(now.scene.board.atmosphere(), snow);
    assert_eq!(unit.conditions.get("dazed").map(|c| c.size), Some(2));
    assert_eq!(unit.placement.at.cell(), Some(Cell::new(5, 5)));
    assert_eq!((unit.placement.facing, unit.placement.posture), (Dir::E, Posture::Prone));
    // A unit whose health is set to 0 drops out, and its side loses.
    assert_eq!(rule(&mut app, health(0)), None);
    assert_eq!(state(&app).units.of(UnitId(1)).unwrap().status, Status::Down);
    assert_eq!(state(&app).scene.verdict.as_ref().and_then(|v| v.winner), Some(SideId(0)));
}

#[test]
fn judgements_hold_for_their_duration() {
    let mut app = table(1);
    let said = |app: &App, from, to| {
        let state = state(app);
        let found = state.scene.referee.judged("near", UnitId(from), UnitId(to));
        found.map(|(says, turned)| (says.to_string(), turned))
    };
    assert_eq!(rule(&mut app, near(0, 1, "yes", Lasts::Turn)), None);
    assert_eq!(said(&app, 0, 1), Some(("yes".to_owned(), false)));
    assert_eq!(said(&app, 1, 0), Some(("yes".to_owned(), true)), "it is a mutual fact");
    assert_eq!(rule(&mut app, near(1, 0, "no", Lasts::Turn)), None);
    assert_eq!(state(&app).scene.referee.judgements.len(), 1, "the later one counts");
    order(&mut app, end(0));
    assert_eq!(said(&app, 0, 1), None);
    assert_eq!(rule(&mut app, near(0, 1, "yes", Lasts::Round)), None);
    order(&mut app, end(1));
    assert_eq!((state(&app).scene.clock.round, said(&app, 0, 1)), (2, None));
    assert_eq!(rule(&mut app, near(0, 1, "yes", Lasts::Battle)), None);
    for turn in [0, 1, 0, 1] {
        order(&mut app, end(turn));
    }
    assert!(said(&app, 0, 1).is_some());
    let revoke = Ruling::Revoke { fact: Key::of("near"), from: UnitId(1), to: UnitId(0) };
    assert_eq!(rule(&mut app, revoke), None);
    assert_eq!(said(&app, 0, 1), None);
}

#[test]
fn a_cancelled_act_did_not_happen_but_its_dice_were_thrown() {
    let mut app = table(1);
    let before = state(&app);
    order(&mut app, strike(0, 1));
    if is_asked(&app) {
        order(&mut app, Command::Answer(Answer::NO));
    }
    let struck = state(&app);
    assert_ne!(struck.units, before.units);
    assert_eq!(rule(&mut app, near(0, 1, "no", Lasts::Battle)), None);
    assert_eq!(rule(&mut app, Ruling::Cancel), None);
    let now = state(&app);
    assert_eq!(now.units, before.units);
    assert_eq!(now.scene.clock, before.scene.clock);
    assert_eq!(now.dice, struck.dice, "the next die has not been rolled before");
    assert_ne!(now.dice, before.dice);
    assert_eq!(now.scene.referee.judgements.len(), 1, "judgements about a pair stay");
    assert_eq!(now.last, None);
}

#[test]
fn events_taken_back_do_not_count() {
    let mut app = table(1);
    let acts = |app: &App| {
        let events = &app.world().resource::<EventLog>().0;
        Statistics::of(events, &state(app), &rules::ruleset::Description::default()).units
    };
    let before = acts(&app);
    let moved = |app: &App| acts(app)[&UnitId(0)].moved;
    order(&mut app, step(0, 2, 2));
    assert_eq!(moved(&app), 1);
    assert_eq!(rule(&mut app, Ruling::Cancel), None);
    assert_eq!(acts(&app), before);
    // Repeated, it counts, and stays when another command is undone.
    order(&mut app, step(0, 2, 2));
    order(&mut app, strike(0, 1));
    if is_asked(&app) {
        order(&mut app, Command::Answer(Answer::NO));
    }
    assert_eq!(rule(&mut app, Ruling::Cancel), None);
    assert_eq!(moved(&app), 1);
}

#[test]
fn a_forced_die_keeps_the_answers_and_the_other_dice() {
    let mut app = table(1);
    assert_eq!(order(&mut app, strike(0, 1)), None);
    if is_asked(&app) {
        // A hit becomes a miss while its prompt is open.
        assert_eq!(rule(&mut app, force(0, 1)), None);
    }
    assert!(!is_asked(&app));
    let dice = state(&app).dice;
    assert_eq!(state(&app).units.of(UnitId(1)).unwrap().tracks.0.value("health"), 10);
    assert_eq!(rule(&mut app, force(0, 6)), None);
    assert!(is_asked(&app), "a hit asks whether it is parried");
    assert_eq!(order(&mut app, Command::Answer(Answer::NO)), None);
    assert_eq!(state(&app).units.of(UnitId(1)).unwrap().tracks.0.value("health"), 7);
    // A different hit does not ask again.
    assert_eq!(rule(&mut app, force(0, 10)), None);
    assert!(!is_asked(&app));
    assert_eq!(state(&app).units.of(UnitId(1)).unwrap().tracks.0.value("health"), 7);
    assert_eq!(state(&app).dice, dice, "no die was drawn for what was ruled");
    for (ruling, code) in [
        (force(1, 3), "no_such_roll"),
        (force(0, 11), "no_such_faces"),
        (force(0, 0), "no_such_faces"),
        (Ruling::Force { roll: 0, faces: vec![3; 500] }, "no_such_faces"),
    ] {
        let before = state(&app).hash();
        assert_eq!(rule(&mut app, ruling), Some(Key::of(code)));
        assert_eq!(state(&app).hash(), before);
    }
}

#[test]
fn a_ruling_is_not_an_act_to_repeat() {
    let mut app = table(1);
    order(&mut app, strike(0, 1));
    if is_asked(&app) {
        order(&mut app, Command::Answer(Answer::NO));
    }
    // Only a tampered save can contain this; repeating the ruling would never end.
    let mut altered = state(&app);
    altered.last.as_mut().unwrap().command = Command::Ruling(force(0, 6));
    let refused = engine::check(&*rules(), &altered, &Command::Ruling(force(0, 6))).unwrap_err();
    assert_eq!(refused.code, Key::of("ruling"));
}

#[test]
fn a_battle_ends_and_goes_on_as_ruled() {
    let mut app = table(1);
    let ends = || Ruling::End { winner: Some(SideId(1)), why: "supper".to_owned() };
    assert_eq!(rule(&mut app, ends()), None);
    assert_eq!(order(&mut app, end(0)), Some(Key::of("over")));
    assert_eq!(rule(&mut app, ends()), Some(Key::of("over")));
    let verdict = state(&app).scene.verdict.clone().unwrap();
    assert_eq!((verdict.winner, verdict.why.as_str()), (Some(SideId(1)), "by ruling: supper"));
    assert_eq!(rule(&mut app, Ruling::Extend { rounds: 1 }), None);
    assert_eq!(
        app.world().resource::<CurrentStatus>().0,
        Some(BattleStatus::Await(vec![UnitId(0)]))
    );
    // The last side in the fight wins only in round 2.
    assert_eq!(rule(&mut app, Ruling::Status { unit: UnitId(1), to: Status::Gone }), None);
    assert_eq!(state(&app).scene.verdict, None);
    order(&mut app, end(0));
    assert_eq!(state(&app).scene.verdict.as_ref().and_then(|v| v.winner), Some(SideId(0)));
    // With no unit left the battle cannot continue.
    let mut app = table(1);
    assert_eq!(rule(&mut app, Ruling::Extend { rounds: 0 }), None);
    for unit in [0, 1].map(UnitId) {
        assert_eq!(rule(&mut app, Ruling::Status { unit, to: Status::Surrendered }), None);
    }
    assert_eq!(state(&app).scene.verdict.as_ref().map(|v| v.winner), Some(None));
    assert_eq!(rule(&mut app, Ruling::Extend { rounds: 0 }), Some(Key::of("nobody_left")));
}

#[test]
fn players_do_not_undo_rulings() {
    let mut app = table(1);
    let before = state(&app);
    assert_eq!(rule(&mut app, health(3)), None);
    assert_eq!(undo(app.world_mut(), UndoGrounds::NothingLearnt), Err(UndoError::Learnt));
    assert_eq!(undo(app.world_mut(), UndoGrounds::Agreed), Ok(()));
    assert_eq!(state(&app), before);
}

/// Orders and rulings of all kinds; some are refused at that moment.
fn ruled_battle(seed: u64) -> App {
    let mut app = table(seed);
    let orders = [
        step(0, 2, 2),
        strike(0, 1),
        Command::Ruling(near(0, 1, "yes", Lasts::Round)),
        Command::Ruling(force(0, 8)),
        Command::Answer(Answer::NO),
        Command::Ruling(health(9)),
        Command::Ruling(Ruling::Cancel),
        strike(0, 1),
        Command::Answer(Answer::YES),
        end(0),
        Command::Ruling(put(6, 6, 0)),
        strike(1, 0),
        Command::Ruling(force(0, 1)),
        Command::Ruling(dazed(3, Expiry::Battle)),
        end(1),
        Command::Ruling(Ruling::End { winner: None, why: String::new() }),
        Command::Ruling(Ruling::Extend { rounds: 3 }),
        end(0),
    ];
    for command in orders {
        order(&mut app, command);
    }
    app
}

#[test]
fn records_with_rulings_replay_and_their_events_are_complete() {
    for seed in 0..12 {
        let app = ruled_battle(seed);
        let record = app.world().resource::<Record>().clone();
        assert!(record.commands.len() >= 14, "seed {seed}");
        let read = Record::parse("a.ron", &record.to_text().unwrap()).unwrap();
        assert_eq!(read, record);
        let again = replay(&read, rules()).unwrap();
        let now = state(&app);
        assert_eq!(again.state, now, "seed {seed}");
        let setup = refereed(seed);
        let mut retold = State::new(setup.scene, setup.units, setup.seed);
        for event in &app.world().resource::<EventLog>().0 {
            apply(&mut retold, event);
        }
        assert_eq!((retold.scene, retold.units), (now.scene, now.units), "seed {seed}");
    }
}

#[test]
fn a_saved_battle_keeps_its_last_act() {
    let mut one = table(3);
    order(&mut one, strike(0, 1));
    let bytes = Save::of(one.world())
        .unwrap()
        .to_bytes(std::path::Path::new("a.save"), &crate::SaveSummary::default())
        .unwrap();
    let mut two = App::new();
    two.add_plugins(BattlePlugin);
    let saved = Save::from_bytes("a.save", &bytes).unwrap();
    resume(two.world_mut(), rules(), saved).unwrap();
    for app in [&mut one, &mut two] {
        assert_eq!(rule(app, force(0, 9)), None);
        assert_eq!(rule(app, Ruling::Cancel), None);
    }
    assert_eq!(Save::of(one.world()), Save::of(two.world()));
    let typed = |u: &rules::state::Unit| u.form.sheet.get::<Numbers>().is_some();
    assert!(state(&two).units.iter().all(typed), "the sheets of the saved moment are typed");
}

/// A ruling made from numbers, sensible or not.
fn ruling_of(kind: u8, unit: u32, n: i16) -> Ruling {
    let unit = UnitId(unit);
    let some = u16::from(n.unsigned_abs() as u8);
    match kind {
        0 => Ruling::Track { unit, id: Key::of("health"), to: i32::from(n) },
        1 => Ruling::Place { unit, at: Cell::new(n, 7 - n).into(), altitude: Hm::ZERO },
        2 => Ruling::Posture { unit, to: if n > 3 { Posture::Prone } else { Posture::Standing } },
        3 => near(unit.0, some.into(), if n > 3 { "yes" } else { "no" }, Lasts::Round),
        4 => Ruling::Force { roll: some % 2, faces: vec![some] },
        5 => Ruling::Cancel,
        6 => Ruling::Extend { rounds: some },
        7 => Ruling::End { winner: None, why: String::new() },
        8 => Ruling::Afflict {
            unit,
            condition: Condition::new(
                Key::of("dazed"),
                i32::from(n),
                Some(unit),
                Expiry::Hits(some),
            ),
        },
        _ => Ruling::Facing { unit, to: Dir::ALL[usize::from(some) % 8] },
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn random_rulings_are_refused_or_replay(
        seed in 0u64..1000,
        list in proptest::collection::vec((0u8..14, 0u32..3, -2i16..12), 1..25),
    ) {
        let mut app = table(seed);
        for (kind, unit, n) in list {
            let active = state(&app).scene.clock.active.first().map_or(0, |u| u.0);
            let command = match kind {
                10 | 11 => strike(active, 1 - active),
                12 => Command::Answer(Answer(u16::from(n > 4))),
                13 => end(active),
                _ => Command::Ruling(ruling_of(kind, unit, n)),
            };
            let before = state(&app).hash();
            if order(&mut app, command.clone()).is_some() {
                prop_assert_eq!(state(&app).hash(), before, "{:?}", command);
            }
            for unit in &state(&app).units {
                let meter = unit.tracks.0.get("health").unwrap();
                prop_assert!(meter.value <= meter.max);
            }
        }
        let record = app.world().resource::<Record>().clone();
        let again = replay(&record, rules());
        prop_assert_eq!(again.map(|r| r.state.hash()).ok(), Some(state(&app).hash()));
    }
}
