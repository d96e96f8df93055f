//! Statistics computed from events.

use grid::{Hm, Place, SideId, SupportKind};
use rules::dice::Die;
use rules::event::{Degree, EventKind, MoveKind, Rolled, RulingChange};
use rules::roll::{Count, Scale, Settle, Test};
use rules::ruleset::{Description, MeterSpec};
use rules::state::{Moment, Status};
use rules::{Event, Sum};

use super::super::statistics::{Statistics, UnitStats, luck_in_words, to_csv};
use super::*;

/// The first knight strikes at the second with one d10.
fn roll(face: u16, needs: i32) -> EventKind {
    EventKind::Rolled(Rolled {
        who: Some(UnitId(0)),
        purpose: Key::of("strike"),
        target: Some(UnitId(1)),
        dice: vec![Die::d(10)],
        faces: vec![face],
        total: i32::from(face),
        degree: if i32::from(face) >= needs { Degree::Success } else { Degree::Failure },
        needs: Some(needs),
        ..Rolled::default()
    })
}

/// A ruleset with one track.
fn health() -> Description {
    let health = MeterSpec::track(Key::of("health"), "Health");
    Description { tracks: vec![health], ..Description::default() }
}

fn hit(total: i32) -> EventKind {
    let packets = Vec::new();
    EventKind::Hit {
        act: Key::of("strike"),
        by: Some(UnitId(0)),
        target: UnitId(1),
        packets,
        total,
    }
}

fn track(unit: u32, from: i32, to: i32) -> EventKind {
    EventKind::Track { unit: UnitId(unit), id: Key::of("health"), from, to, why: String::new() }
}

fn moved(from: (i16, i16), to: (i16, i16), manner: MoveKind) -> EventKind {
    EventKind::Moved {
        unit: UnitId(1),
        from: Place::Cell(Cell::new(from.0, from.1)),
        to: Place::Cell(Cell::new(to.0, to.1)),
        from_feet: Hm::ZERO,
        to_feet: Hm::ZERO,
        support: SupportKind::Ground,
        manner,
        cost: 1,
    }
}

#[test]
fn deeds_are_counted_for_the_units_that_did_them() {
    let app = app(&two_knights(), 8);
    let state = state(&app);
    let told = [
        roll(9, 8),
        hit(6),
        track(1, 10, 4),
        roll(3, 8),
        moved((3, 1), (5, 2), MoveKind::Walk),
        moved((5, 2), (5, 3), MoveKind::Fall),
        track(1, 4, 7),
        roll(10, 8),
        hit(9),
        track(1, 7, -2),
        EventKind::Status {
            unit: UnitId(1),
            from: Status::Active,
            to: Status::Down,
            why: String::new(),
        },
    ];
    let events: Vec<Event> = told.into_iter().map(|what| Event::new(what, &[])).collect();
    let statistics = Statistics::of(&events, &state, &health());
    let first = UnitStats {
        dealt: 15,
        felled: 1,
        rolls: 3,
        hits: 2,
        // Three rolls that succeed on 8, 9 and 10: 0.3 each, with a variance of 0.21.
        expected: 900_000,
        variance: 630_000,
        ..UnitStats::default()
    };
    let lost = [(Key::of("health"), 15)].into();
    let second = UnitStats { taken: 15, healed: 3, moved: 2, lost, ..UnitStats::default() };
    assert_eq!(statistics.units.get(&UnitId(0)), Some(&first));
    assert_eq!(statistics.units.get(&UnitId(1)), Some(&second));
    assert_eq!(statistics.sides.get(&SideId(1)), Some(&second));
    // 1.1 hits above the expected 0.9 are 1.39 standard deviations (the square root of 0.63).
    assert_eq!((first.luck(), second.luck()), (Some(139), None));
    assert_eq!(luck_in_words(139), "lucky");
    let csv = to_csv(&statistics.rows(&state)).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert!(lines[0].starts_with("side,name,role,dealt,taken,healed,felled,moved,rolls,hits"));
    assert!(lines[1].ends_with(",15,0,0,1,0,3,2,0.90,1.39,"), "{}", lines[1]);
    assert!(lines[2].ends_with(",0,15,3,0,2,0,0,0.00,,health 15"), "{}", lines[2]);
}

/// Low-is-good rolls, two dice and opposed rolls count with their exact chances.
#[test]
fn luck_accounts_for_how_a_roll_is_read() {
    let app = app(&two_knights(), 8);
    let test = |target| {
        let mut against = Sum::new();
        against.push("Melee", target, "EV-3");
        let test = Test::of(100, Sum::new(), "Melee", against).under();
        test.by_degrees(Scale { step: 10, first: 0 })
    };
    let of = |rolled: Vec<Rolled>| {
        let told = rolled.into_iter().map(|roll| Event::new(EventKind::Rolled(roll), &[]));
        let told: Vec<Event> = told.collect();
        Statistics::of(&told, &state(&app), &health())
    };
    let by = |who: u32, roll: Rolled| Rolled {
        who: Some(UnitId(who)),
        target: Some(UnitId(1 - who)),
        ..roll
    };
    let stats = |statistics: &Statistics, who: u32| {
        let stats = statistics.units.get(&UnitId(who)).expect("a knight");
        (stats.rolls, stats.hits, stats.expected)
    };
    // EV-2: 45 or less.
    let low = of(vec![by(0, test(45).rolled("attack", vec![45]))]);
    assert_eq!(stats(&low, 0), (1, 1, 450_000));
    // MO-7: 13 or more on the higher of 2d20 is 1 - (12/20)^2.
    let mut evasion = Sum::new();
    evasion.push("Evasion", 13, "MO-3");
    let higher = Test {
        dice: vec![Die::d(20); 2],
        count: Count::Highest,
        ..Test::of(20, Sum::new(), "Evasion", evasion)
    };
    let high = of(vec![by(0, higher.rolled("attack", vec![4, 12]))]);
    assert_eq!(stats(&high, 0), (1, 0, 640_000));
    // EV-13: 50 against 40 wins 40 of 100. Against 2 degrees the defender needs 20 or less.
    let mut attack = by(0, test(50).rolled("attack", vec![25]));
    let mut evasion = by(1, test(40).rolled("evade", vec![25]));
    Rolled::oppose(&mut attack, &mut evasion, Settle::DEGREES);
    let opposed = of(vec![attack, evasion.clone()]);
    assert_eq!(stats(&opposed, 0), (1, 1, 400_000));
    assert_eq!(stats(&opposed, 1), (1, 0, 200_000));
    // A change of the roll by an effect is not luck.
    evasion.shift(Degree::Success, 3, "Fate", rules::RuleId::of("EV-351"));
    assert_eq!(stats(&of(vec![evasion]), 1), (1, 0, 200_000));
}

/// Without a roll, or with certain ones only, there is no luck.
#[test]
fn certain_rolls_are_not_luck() {
    let app = app(&two_knights(), 8);
    let events = [Event::new(roll(5, 1), &[]), Event::new(roll(5, 11), &[])];
    let statistics = Statistics::of(&events, &state(&app), &health());
    let stats = statistics.units.get(&UnitId(0)).unwrap();
    assert_eq!((stats.rolls, stats.expected, stats.luck()), (2, 1_000_000, None));
}

#[test]
fn events_that_a_referee_took_back_do_not_count() {
    let app = app(&two_knights(), 8);
    let state = state(&app);
    let rolls = |next_event: Option<u64>| {
        let before = Moment { scene: state.scene.clone(), units: state.units.clone(), next_event };
        let change = RulingChange::Rewound(Arc::new(before));
        let told = [
            roll(9, 8),
            roll(3, 8),
            hit(6),
            EventKind::Ruling { text: "It is taken back.".to_owned(), change },
            roll(10, 8),
        ];
        let numbered = told.into_iter().zip(40..);
        let events: Vec<Event> =
            numbered.map(|(what, number)| Event { number, ..Event::new(what, &[]) }).collect();
        let stats = Statistics::of(&events, &state, &health()).units[&UnitId(0)].clone();
        (stats.rolls, stats.dealt)
    };
    assert_eq!(rolls(Some(41)), (2, 0), "the first and the last");
    assert_eq!(rolls(Some(43)), (3, 6), "event 43 is not in the log");
    assert_eq!(rolls(None), (3, 6), "the ruling does not say since when");
}
