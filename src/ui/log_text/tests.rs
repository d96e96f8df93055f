//! Tests of event texts.

use grid::{Cell, Hm, Place, SideId, SupportKind, UnitId};
use rules::dice::Die;
use rules::event::{Against, Degree, MoveKind, Packet, Rolled};
use rules::roll::{Band, Scale, Settle, Test};
use rules::state::{ActRecord, Carrier, Condition, Expiry, Link, Slot, Status, Verdict};
use rules::{Key, RuleId, Sum, Term};

use super::*;

fn names() -> Names {
    let mut names = Names::default();
    names.learn(UnitId(1), "Ada");
    names.learn(UnitId(2), "Bo");
    names
}

fn plus(label: &str, value: i32, rule: &'static str) -> Term {
    Term { label: label.to_owned(), value, rule: RuleId::of(rule) }
}

fn step(from: (i16, i16), to: (i16, i16), feet: (i32, i32)) -> Event {
    let what = EventKind::Moved {
        unit: UnitId(1),
        from: Place::Cell(Cell::from(from)),
        to: Place::Cell(Cell::from(to)),
        from_feet: Hm(feet.0),
        to_feet: Hm(feet.1),
        support: SupportKind::Ground,
        manner: MoveKind::Walk,
        cost: 2,
    };
    Event::new(what, &["PR-93"])
}

#[test]
fn a_roll_shows_dice_terms_threshold_and_result() {
    let roll = Rolled {
        who: Some(UnitId(1)),
        purpose: Key::of("precision"),
        target: Some(UnitId(2)),
        dice: vec![Die::d(10)],
        faces: vec![6],
        terms: vec![plus("weapon", 2, "PR-5"), plus("half cover", -1, "PR-223")],
        total: 7,
        against: Some(Against {
            label: "Parry".to_owned(),
            terms: vec![plus("shield", 6, "PR-9")],
            value: 6,
        }),
        degree: Degree::Success,
        needs: Some(5),
        ..Rolled::default()
    };
    let line = line(&Event::new(EventKind::Rolled(roll), &["PR-1"]), &names());
    assert_eq!(line.headline, "Ada rolls precision against Bo: 7 against Parry 6: success.");
    assert_eq!(line.tone, Tone::Good);
    assert_eq!(
        line.details,
        [
            "d10 shows 6",
            "+2 weapon [PR-5]",
            "-1 half cover [PR-223]",
            "Total 7",
            "Against Parry 6",
            "+6 shield [PR-9]",
            "Needed 5 or more on d10: success",
            "Rules: PR-1",
        ]
    );
}

#[test]
fn a_hit_shows_its_terms() {
    let what = EventKind::Hit {
        act: Key::of("sword"),
        by: Some(UnitId(1)),
        target: UnitId(2),
        packets: vec![Packet {
            label: "main".to_owned(),
            terms: vec![plus("damage", 9, "PR-180"), plus("armor", -4, "PR-183")],
            amount: 5,
        }],
        total: 5,
    };
    let line = line(&Event::new(what, &[]), &names());
    assert_eq!(line.headline, "Ada's sword hits Bo for 5.");
    assert_eq!(line.details, ["Main: 5", "+9 damage [PR-180]", "-4 armor [PR-183]"]);
}

/// PR-170: each packet counts separately, none below 0, then the total of all.
#[test]
fn several_packets_show_their_floor_and_their_sum() {
    let packet = |label: &str, terms, amount| Packet { label: label.to_owned(), terms, amount };
    let what = EventKind::Hit {
        act: Key::of("venom_edge"),
        by: Some(UnitId(1)),
        target: UnitId(2),
        packets: vec![
            packet("main", vec![plus("dagger", 12, "PR-158"), plus("armor", -6, "PR-165")], 6),
            packet("extra", vec![plus("venom", 3, "PR-158"), plus("armor", -4, "PR-166")], 0),
        ],
        total: 6,
    };
    let line = line(&Event::new(what, &["PR-158"]), &names());
    assert_eq!(
        line.details,
        [
            "Main: 6",
            "+12 dagger [PR-158]",
            "-6 armor [PR-165]",
            "Extra: 0",
            "+3 venom [PR-158]",
            "-4 armor [PR-166]",
            "Sum -1; a packet is never less than 0",
            "Total 6 + 0 = 6",
            "Rules: PR-158",
        ]
    );
}

/// PR-3, PR-4, PR-8: a face that overrides the sum says why.
#[test]
fn faces_that_always_succeed_are_explained() {
    let roll = |value, needs, face: u16| {
        let total = i32::from(face) + 4;
        let success = i32::from(face) >= needs;
        let roll = Rolled {
            who: Some(UnitId(1)),
            purpose: Key::of("precision"),
            target: Some(UnitId(2)),
            dice: vec![Die::d(10)],
            faces: vec![face],
            terms: vec![plus("weapon", 4, "PR-9")],
            total,
            against: Some(Against { label: "Parry".to_owned(), terms: Vec::new(), value }),
            degree: if success { Degree::Success } else { Degree::Failure },
            needs: Some(needs),
            ..Rolled::default()
        };
        line(&Event::new(EventKind::Rolled(roll), &[]), &names()).details
    };
    let high = roll(19, 10, 10);
    assert!(high.contains(&"19 - 4 = 15; 10 on the die always succeeds".to_owned()), "{high:?}");
    let low = roll(4, 1, 1);
    assert!(low.contains(&"4 - 4 = 0; every face succeeds".to_owned()), "{low:?}");
    let fumbled = roll(5, 2, 1);
    let never = "5 - 4 = 1; less than 2 on the die always fails".to_owned();
    assert!(fumbled.contains(&never), "{fumbled:?}");
    assert!(roll(9, 5, 5).iter().all(|text| !text.contains("; ")));
}

/// A test of d100 at or under a target, by degrees of 10 (EV-2, EV-5).
fn under(who: u32, target: i32, face: u16) -> Rolled {
    let mut against = Sum::new();
    against.push("Melee", target, "EV-3");
    let test = Test::of(100, Sum::new(), "Melee", against).under();
    let test = test.by_degrees(Scale { step: 10, first: 0 });
    let other = UnitId(3 - who);
    Rolled { who: Some(UnitId(who)), target: Some(other), ..test.rolled("attack", vec![face]) }
}

fn told(roll: Rolled) -> LogLine {
    line(&Event::new(EventKind::Rolled(roll), &["EV-1"]), &names())
}

#[test]
fn roll_under_tests_show_degrees() {
    let mut passed = under(1, 45, 12);
    let why = rules::event::Reroll {
        faces: vec![88],
        why: "Fate".to_owned(),
        rule: RuleId::of("EV-349"),
    };
    passed.rerolls.push(why);
    let passed = told(passed);
    assert_eq!(
        passed.headline,
        "Ada rolls attack against Bo: 12 against Melee 45: 3 degrees of success."
    );
    assert_eq!(
        passed.details,
        [
            "Rerolled from 88: Fate [EV-349]",
            "d100 shows 12",
            "Total 12",
            "Against Melee 45",
            "+45 Melee [EV-3]",
            "Needed 45 or less on d100: 3 degrees of success",
            "3 degrees of success",
            "Rules: EV-1",
        ]
    );
    let failed = told(under(1, -5, 1));
    assert!(failed.headline.ends_with("against Melee -5: 0 degrees of failure."), "{failed:?}");
    assert!(failed.details.contains(&"-5 - 0 = -5; no face succeeds".to_owned()), "{failed:?}");
}

/// EV-7, EV-12: both rolls, and the margin.
#[test]
fn opposed_rolls_show_both_rolls() {
    let (mut attack, mut evasion) = (under(1, 50, 25), under(2, 40, 25));
    Rolled::oppose(&mut attack, &mut evasion, Settle::DEGREES);
    let mut shifted = evasion.clone();
    let (attack, evasion) = (told(attack), told(evasion));
    assert_eq!(attack.headline, "Ada rolls attack against Bo: 25 against Melee 50: success, +1.");
    let other = attack.details.iter().position(|d| d == "Opposed by Bo").expect("the other side");
    assert_eq!(
        attack.details[other..],
        [
            "Opposed by Bo",
            "d100 shows 25",
            "Total 25",
            "Against Melee 40",
            "+40 Melee [EV-3]",
            "1 degree of success",
            "Wins by 1",
            "Rules: EV-1",
        ]
    );
    assert!(evasion.headline.ends_with("25 against Melee 40: failure, -1."), "{evasion:?}");
    assert!(evasion.details.contains(&"Loses by 1".to_owned()), "{evasion:?}");
    // A changed result is shown together with the previous one.
    shifted.shift(Degree::Success, 3, "lucky charm", RuleId::of("EV-351"));
    let shifted = told(shifted);
    let before = "Before: 1 degree of failure; lucky charm [EV-351]".to_owned();
    assert!(shifted.details.contains(&before), "{shifted:?}");
}

/// TU-40 to TU-42: the band's name and rule.
#[test]
fn bands_and_bursts_are_shown() {
    let bands = vec![
        Band::new("miss", (1, 20), Degree::Failure, "TU-40"),
        Band::new("hit", (21, 100), Degree::Success, "TU-41"),
    ];
    let test = Test::of(100, Sum::new(), "ACC over DOD", Sum::new());
    let test = test.in_bands(bands);
    let missed = told(Rolled { who: Some(UnitId(1)), ..test.rolled("arrow", vec![20]) });
    assert_eq!(missed.headline, "Ada rolls arrow: 20 against ACC over DOD 0: miss.");
    assert!(missed.details.contains(&"This roll: 1-20 miss [TU-40]".to_owned()), "{missed:?}");
    assert!(missed.details.contains(&"21-100 hit [TU-41]".to_owned()), "{missed:?}");
    let mut guard = Sum::new();
    guard.push("Guard", 16, "VG-2");
    let mut test = Test::of(20, Sum::new(), "Guard", guard).above();
    test.dice.push(Die::bursting(10));
    let burst = told(Rolled { who: Some(UnitId(1)), ..test.rolled("attack", vec![2, 24]) });
    assert_eq!(burst.headline, "Ada rolls attack: 26 against Guard 16: success.");
    assert!(burst.details.contains(&"Burst 2 times".to_owned()), "{burst:?}");
    let needed = "Needed 17 or more on d20 + d10 (bursting): success".to_owned();
    assert!(burst.details.contains(&needed), "{burst:?}");
}

/// "Wardens" and "River Guard" take different verbs, so a side has none.
#[test]
fn a_roll_of_a_side_has_no_verb() {
    let test = Test::of(20, Sum::new(), Against::NOTHING, Sum::new());
    let roll = test.rolled("order_tie", vec![14]);
    let side = Rolled { side: Some(SideId(0)), ..roll.clone() };
    assert_eq!(told(side).headline, "Order tie, Side A: 14.");
    let unit = Rolled { who: Some(UnitId(1)), ..roll };
    assert_eq!(told(unit).headline, "Ada rolls to break the order tie: 14.");
}

#[test]
fn steps_of_one_move_become_one_line() {
    let record = EventKind::ActRecorded {
        unit: UnitId(1),
        record: ActRecord { class: Key::of("move"), act: Key::of("walk"), amount: 4 },
        replaces: None,
    };
    let events = [
        step((0, 0), (1, 0), (0, 1)),
        Event::new(record, &[]),
        step((1, 0), (2, 0), (1, 2)),
        step((5, 5), (6, 5), (0, 0)),
    ];
    let lines = lines(&events, &mut names());
    let main: Vec<_> =
        lines.iter().filter(|l| l.weight == Weight::Main).map(|l| l.headline.as_str()).collect();
    assert_eq!(
        main,
        [
            "Ada moves from (0,0) to (2,0) in 2 steps, 1 m up, cost 4.",
            "Ada moves from (5,5) to (6,5), cost 2.",
        ]
    );
    assert_eq!(lines.len(), 3, "the bookkeeping stays");
}

#[test]
fn prepared_acts_keep_their_secrets() {
    let (act, trigger) = (Key::of("bow"), Key::of("enters_area"));
    let armed = rules::state::Armed {
        area: vec![Cell::new(1, 1).into()],
        target: Some(UnitId(2)),
        targets: vec![rules::Target::Unit(UnitId(2))],
        choice: Key::of("enters_slowly"),
        ..rules::state::Armed::new(1, UnitId(1), act, trigger, Expiry::Battle)
    };
    let line = line(&Event::new(EventKind::Armed(armed), &[]), &names());
    let all = format!("{} {}", line.headline, line.details.join(" "));
    assert_eq!(line.headline, "Ada prepares bow.");
    assert!(!all.contains("enters") && !all.contains("Bo"), "{all}");
}

#[test]
fn harm_healing_and_the_end_read_as_sentences() {
    let track = |from, to| {
        let (id, why) = (Key::of("health"), "short_sword".to_owned());
        line(&Event::new(EventKind::Track { unit: UnitId(2), id, from, to, why }, &[]), &names())
    };
    assert_eq!(track(9, 4).headline, "Bo loses 5 health (9 to 4): short sword.");
    assert_eq!(track(9, 4).tone, Tone::Bad);
    assert_eq!(track(-1, 4).headline, "Bo gains 5 health (-1 to 4): short sword.");
    let over = |winner| {
        let verdict = Verdict { winner, why: "only one side is left".to_owned() };
        line(&Event::new(EventKind::Over(verdict), &[]), &names()).headline
    };
    assert_eq!(over(Some(SideId(0))), "Winner: Side A. Only one side is left.");
    assert_eq!(over(None), "The battle ends in a draw: only one side is left.");
}

#[test]
fn harm_without_an_attacker_names_its_source_in_words() {
    let told = |what| line(&Event::new(what, &[]), &names()).headline;
    let hit = |source: &'static str| {
        let (act, by, target) = (Key::of(source), None, UnitId(2));
        told(EventKind::Hit { act, by, target, packets: Vec::new(), total: 4 })
    };
    assert_eq!(hit("ground"), "Harmful ground hits Bo for 4.");
    assert_eq!(hit("fall"), "A fall hits Bo for 4.");
    assert_eq!(hit("burning"), "Burning hits Bo for 4.");
    let (unit, id, why) = (UnitId(2), Key::of("health"), "ground".to_owned());
    let lost = told(EventKind::Track { unit, id, from: 9, to: 5, why });
    assert_eq!(lost, "Bo loses 4 health (9 to 5): harmful ground.");
}

#[test]
fn conditions_say_when_they_end() {
    let expiry = Expiry::TurnEnds { of: UnitId(1), left: 1 };
    let condition = Condition::new(Key::of("slowed"), 2, Some(UnitId(1)), expiry);
    let broken = Condition::new(Key::of("broken"), 0, None, Expiry::Battle);
    let broken = broken.of_part(Key::of("left_arm"));
    let what = EventKind::Afflicted { unit: UnitId(2), condition, replaces: None };
    let line = line(&Event::new(what, &[]), &names());
    assert_eq!(line.headline, "Bo is now slowed 2.");
    assert_eq!(line.details, ["Ends at the end of Ada's turn.", "Caused by Ada."]);
    let arm = condition_text(&broken, &names());
    assert_eq!(arm, "broken, left arm");
}

#[test]
fn dice_are_grouped() {
    let list = [Die::d(20), Die::bursting(6), Die::bursting(6)];
    assert_eq!(dice(&list), "d20 + 2d6 (bursting)");
}

/// The events of all test scenarios.
fn events_of_scenarios() -> Vec<Event> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scenarios");
    let mut events = Vec::new();
    for file in scenario::files(&folder).unwrap() {
        for scenario in scenario::load(&file).unwrap() {
            events.extend(scenario::run(&scenario, &scenario::built_in).events);
        }
    }
    events
}

/// In every scenario, each visible roll and hit shows all of its
/// arithmetic, each term with its rule, and the arithmetic adds up.
#[test]
fn rolls_and_hits_of_every_scenario_open_to_their_arithmetic() {
    let events = events_of_scenarios();
    let sum = |terms: &[Term]| terms.iter().map(|t| t.value).sum::<i32>();
    let (mut rolls, mut hits) = (0, 0);
    for event in &events {
        let line = line(event, &names());
        let shows = |text: &str| line.details.iter().any(|d| d == text);
        let shows_all = |terms: &[Term]| {
            terms.iter().all(|t| !t.rule.as_str().is_empty() && shows(&t.to_string()))
        };
        match &event.what {
            EventKind::Rolled(roll) => {
                rolls += 1;
                let all: i32 = roll.faces.iter().map(|f| i32::from(*f)).sum();
                // Either all dice count, or one of several is kept.
                let faces = roll.total - sum(&roll.terms);
                let kept = roll.faces.iter().any(|f| i32::from(*f) == faces);
                assert!(faces == all || kept && shows(&format!("Keeps {faces}")), "{line:?}");
                assert!(shows_all(&roll.terms) && shows(&format!("Total {}", roll.total)));
                assert!(line.details.iter().any(|d| d.contains("shows")), "{line:?}");
                if let Some(against) = &roll.against {
                    assert_eq!(against.value, sum(&against.terms), "{line:?}");
                    assert!(shows_all(&against.terms), "{line:?}");
                    let needed = roll.needed().expect("a threshold");
                    assert_eq!(roll.alone().succeeded(), needed.is_met_by(faces), "{line:?}");
                }
            }
            EventKind::Hit { packets, total, .. } => {
                hits += 1;
                assert_eq!(*total, packets.iter().map(|p| p.amount).sum::<i32>(), "{line:?}");
                for packet in packets {
                    assert!(packet.amount >= sum(&packet.terms), "{line:?}");
                    let floored = packet.amount > sum(&packet.terms);
                    let said = line.details.iter().any(|d| d.contains("never less than"));
                    assert!(!floored || said, "{line:?}");
                    assert!(!packet.terms.is_empty() && shows_all(&packet.terms), "{line:?}");
                }
            }
            _ => {}
        }
        assert!(!line.headline.is_empty());
    }
    assert!(rolls > 50 && hits > 50, "{rolls} rolls, {hits} hits");
}

#[test]
fn an_act_is_one_line_with_its_outcome() {
    let declared = EventKind::Declared {
        act: Key::of("mark"),
        name: "Mark".to_owned(),
        unit: UnitId(1),
        targets: vec![UnitId(2)],
        place: None,
    };
    let against = |value| Against { label: "Will".to_owned(), terms: Vec::new(), value };
    let roll = |total, degree| {
        EventKind::Rolled(Rolled {
            who: Some(UnitId(1)),
            purpose: Key::of("precision"),
            target: Some(UnitId(2)),
            dice: vec![Die::d(10)],
            faces: vec![total],
            total: total.into(),
            against: Some(against(8)),
            degree,
            ..Rolled::default()
        })
    };
    let told = |roll: EventKind, more: Vec<EventKind>, is_friend: bool| {
        let events: Vec<Event> = [declared.clone(), roll]
            .into_iter()
            .chain(more)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|what| Event::new(what, &["PR-1"]))
            .collect();
        let mut names = names();
        let mut lines = lines(&events, &mut names);
        summarise(&mut lines, &events, &names, |_| is_friend);
        lines
    };
    let missed = told(roll(6, Degree::Failure), Vec::new(), true);
    assert_eq!(missed[0].headline, "Ada uses Mark on Bo: missed, 6 against 8.");
    assert_eq!((missed[0].tone, missed[1].weight), (Tone::Bad, Weight::Bookkeeping));
    assert!(missed[0].details.iter().any(|line| line.starts_with("Ada rolls precision")));
    let hit = EventKind::Hit {
        act: Key::of("mark"),
        by: Some(UnitId(1)),
        target: UnitId(2),
        packets: Vec::new(),
        total: 9,
    };
    let struck = told(roll(9, Degree::Success), vec![hit.clone()], true);
    assert_eq!(struck[0].headline, "Ada uses Mark on Bo: hit, 9 against 8, 9 damage.");
    assert_eq!(struck[0].tone, Tone::Good);
    let by_foe = told(roll(9, Degree::Success), vec![hit], false);
    assert_eq!(by_foe[0].tone, Tone::Bad, "bad for the side that looks");
}

#[test]
fn moves_in_a_row_are_one_line() {
    let events = [step((1, 1), (2, 1), (0, 0)), step((4, 1), (5, 1), (0, 0))];
    let mut names = names();
    let mut lines = lines(&events, &mut names);
    summarise(&mut lines, &events, &names, |_| true);
    assert_eq!(shown(&lines), ["Ada moves 2 steps."]);
    assert_eq!(lines[0].details.iter().filter(|text| text.contains(" from ")).count(), 2);
}

#[test]
fn a_fall_says_how_deep_it_is() {
    let mut fall = step((2, 2), (2, 2), (4, 0));
    if let EventKind::Moved { manner, cost, .. } = &mut fall.what {
        (*manner, *cost) = (MoveKind::Fall, 0);
    }
    let (events, mut names) = ([fall], names());
    let mut lines = lines(&events, &mut names);
    assert_eq!(lines[0].headline, "Ada falls at (2,2), 2 m down.");
    summarise(&mut lines, &events, &names, |_| true);
    assert_eq!(lines[0].headline, "Ada falls 2 m.");
}

#[test]
fn moves_are_told_without_cells() {
    let events = [step((1, 1), (2, 1), (0, 0)), step((2, 1), (3, 1), (0, 5))];
    let mut names = names();
    let mut lines = lines(&events, &mut names);
    let long = lines[0].headline.clone();
    summarise(&mut lines, &events, &names, |_| true);
    assert_eq!(lines[0].headline, "Ada moves 2 steps.");
    assert_eq!(lines[0].details.first(), Some(&long), "the cells stand in the details");
}

/// Lines as a friend of the actors reads them.
fn summary(kinds: Vec<EventKind>) -> Vec<LogLine> {
    let events: Vec<Event> = kinds.into_iter().map(|what| Event::new(what, &[])).collect();
    let mut names = names();
    let mut lines = lines(&events, &mut names);
    summarise(&mut lines, &events, &names, |id| id == UnitId(1));
    lines
}

/// The headlines shown without bookkeeping.
fn shown(lines: &[LogLine]) -> Vec<&str> {
    let shown = lines.iter().filter(|line| line.weight > Weight::Bookkeeping);
    shown.map(|line| line.headline.as_str()).collect()
}

fn declares(unit: u32, name: &str, targets: &[u32]) -> EventKind {
    EventKind::Declared {
        act: Key::of("act"),
        name: name.to_owned(),
        unit: UnitId(unit),
        targets: targets.iter().copied().map(UnitId).collect(),
        place: None,
    }
}

fn hits(by: u32, target: u32, total: i32) -> EventKind {
    let (act, by, target) = (Key::of("sword"), Some(UnitId(by)), UnitId(target));
    EventKind::Hit { act, by, target, packets: Vec::new(), total }
}

fn loses(unit: u32, id: &'static str, from: i32, to: i32) -> EventKind {
    EventKind::Track { unit: UnitId(unit), id: Key::of(id), from, to, why: "damage".to_owned() }
}

/// TU-39 to TU-42: one d100, whose bands determine the outcome.
#[test]
fn a_strike_in_bands_and_the_loss_it_causes_are_one_line() {
    let roll = |face: u16| {
        let bands = vec![
            Band::new("miss", (1, 30), Degree::Failure, "TU-40"),
            Band::new("hit", (31, 90), Degree::Success, "TU-41"),
            Band::new("critical hit", (91, 100), Degree::Critical, "TU-42"),
        ];
        let test = Test::of(100, Sum::new(), "ACC over DOD", Sum::new()).in_bands(bands);
        let (who, target) = (Some(UnitId(1)), Some(UnitId(2)));
        EventKind::Rolled(Rolled { who, target, ..test.rolled("strike", vec![face]) })
    };
    let struck = |face, more: Vec<EventKind>| {
        summary([declares(1, "Longsword", &[2]), roll(face)].into_iter().chain(more).collect())
    };
    let hit = struck(43, vec![hits(1, 2, 9), loses(2, "health", 20, 11)]);
    assert_eq!(shown(&hit), ["Ada uses Longsword on Bo: hit, 43 on the die, 9 damage."]);
    assert!(hit[0].details.iter().any(|line| line.contains("20 to 11")), "{:?}", hit[0].details);
    let critical = struck(95, vec![hits(1, 2, 18), loses(2, "wounds", 0, 1)]);
    let said = "Ada uses Longsword on Bo: critical hit, 95 on the die, 18 damage, gains 1 wounds.";
    assert_eq!(shown(&critical), [said], "a loss other than the damage is said");
    let missed = struck(12, Vec::new());
    assert_eq!(shown(&missed), ["Ada uses Longsword on Bo: missed, 12 on the die."]);
    assert_eq!((hit[0].tone, missed[0].tone), (Tone::Good, Tone::Bad));
}

/// An act that hits one of its targets has not failed because it misses the last one.
#[test]
fn an_act_succeeds_if_it_hits_anyone() {
    let roll = |target: u32, total: i32, degree| {
        let against = Against { label: "Guard".to_owned(), terms: Vec::new(), value: 10 };
        EventKind::Rolled(Rolled {
            who: Some(UnitId(1)),
            purpose: Key::of("attack"),
            target: Some(UnitId(target)),
            total,
            against: Some(against),
            degree,
            ..Rolled::default()
        })
    };
    let rolls = [roll(2, 14, Degree::Success), roll(3, 6, Degree::Failure)];
    let told = summary([declares(1, "Volley", &[2, 3])].into_iter().chain(rolls).collect());
    assert_eq!(told[0].tone, Tone::Good);
}

/// VG-99: the target answers with an act of its own in between.
#[test]
fn an_act_goes_on_in_its_line_after_the_answer_to_it() {
    let against = |value| Some(Against { label: "Guard".to_owned(), terms: Vec::new(), value });
    let roll = |who: u32, total: i32, degree, averts: Option<u32>| {
        EventKind::Rolled(Rolled {
            who: Some(UnitId(who)),
            purpose: Key::of(if averts.is_some() { "dodge" } else { "attack" }),
            target: Some(UnitId(3 - who)).filter(|_| averts.is_none()),
            total,
            against: against(10),
            degree,
            averts: averts.map(UnitId),
            ..Rolled::default()
        })
    };
    let dodged = summary(vec![
        declares(1, "Mace", &[2]),
        roll(1, 14, Degree::Success, None),
        roll(2, 15, Degree::Success, Some(2)),
    ]);
    let said = "Ada uses Mace on Bo: hit, 14 against 10, dodge succeeds, 15 against 10.";
    assert_eq!(shown(&dodged), [said]);
    assert_eq!(dodged[0].tone, Tone::Bad, "the attack failed after all");
    let countered = summary(vec![
        declares(1, "Mace", &[2]),
        declares(2, "Riposte", &[1]),
        roll(2, 5, Degree::Failure, None),
        roll(1, 14, Degree::Success, None),
        hits(1, 2, 3),
    ]);
    let said = [
        "Ada uses Mace on Bo: hit, 14 against 10, 3 damage.",
        "Bo uses Riposte on Ada: missed, 5 against 10.",
    ];
    assert_eq!(shown(&countered), said);
}

#[test]
fn what_does_not_belong_to_an_act_keeps_its_own_line() {
    let lines = summary(vec![
        declares(1, "Mace", &[2]),
        hits(1, 2, 3),
        EventKind::Status {
            unit: UnitId(2),
            from: Status::Active,
            to: Status::Down,
            why: "0 health".to_owned(),
        },
        loses(2, "courage", 5, 4),
        loses(1, "health", 9, 8),
    ]);
    assert_eq!(
        shown(&lines),
        [
            "Ada uses Mace on Bo: 3 damage.",
            "Bo is down: 0 health.",
            "Bo loses 1 courage (5 to 4): damage.",
            "Ada loses 1 health (9 to 8): damage.",
        ]
    );
}

#[test]
fn an_act_on_oneself_says_what_it_does() {
    let (unit, condition) =
        (UnitId(1), Condition::new(Key::of("guarding"), 0, None, Expiry::Battle));
    let guards = EventKind::Afflicted { unit, condition, replaces: None };
    let lines = summary(vec![declares(1, "Mend", &[1]), loses(1, "health", 4, 9), guards]);
    assert_eq!(shown(&lines), ["Ada uses Mend: gains 5 health, guarding."]);
    let both = summary(vec![
        declares(1, "Rend", &[2]),
        hits(1, 2, 3),
        loses(1, "health", 9, 8),
        loses(2, "health", 5, 2),
    ]);
    let said = ["Ada uses Rend on Bo: 3 damage.", "Ada loses 1 health (9 to 8): damage."];
    assert_eq!(shown(&both), said, "what it costs the actor is a line of its own");
    let (on, id) = (Carrier::Item(Key::of("main")), Key::of("ammo"));
    let arrow = EventKind::Wear { unit, on, id, from: 12, to: 11, why: "bow".to_owned() };
    let shot = summary(vec![declares(1, "Loose", &[2]), hits(1, 2, 3), arrow]);
    assert_eq!(shown(&shot), ["Ada uses Loose on Bo: 3 damage."], "arrows are not counted aloud");
    assert!(shot.iter().any(|line| line.headline.contains("12 to 11")), "{shot:?}");
}

/// The first lines of a battle are about the battle, not its turn order.
#[test]
fn rolls_for_the_turn_order_are_one_line_that_opens_to_them() {
    let rolled = |unit: u32, total: i32| {
        EventKind::Rolled(Rolled {
            who: Some(UnitId(unit)),
            purpose: Key::of("initiative"),
            dice: vec![Die::d(20)],
            faces: vec![3],
            total,
            degree: Degree::Success,
            ..Rolled::default()
        })
    };
    let slots = vec![Slot::turn(vec![UnitId(2)], 17), Slot::turn(vec![UnitId(1)], 3)];
    let lines = summary(vec![rolled(1, 3), rolled(2, 17), EventKind::Slots(slots.clone())]);
    assert_eq!(shown(&lines), ["Initiative is rolled for the turn order."]);
    let details = &lines[2].details;
    assert!(lines[2].weight < Weight::Main, "the last lines beside the board leave it out");
    for told in ["1. Bo (17)", "Ada rolls initiative: 3.", "   d20 shows 3"] {
        assert!(details.iter().any(|line| line == told), "{told}: {details:?}");
    }
    let set = summary(vec![EventKind::Slots(slots)]);
    assert_eq!(shown(&set), ["The turn order of this round is set."], "nothing was rolled");
}

/// A round without news has one heading, and the lines from its end are details of the next.
#[test]
fn a_round_that_ends_quietly_has_no_lines_of_its_own() {
    let phase = |round: u32, name: &'static str| EventKind::Phase { round, name: Key::of(name) };
    let note = || EventKind::Note { unit: None, text: "10 s have passed.".to_owned() };
    let slots = || EventKind::Slots(vec![Slot::turn(vec![UnitId(2)], 17)]);
    let next = || [note(), phase(1, "over"), slots(), phase(2, "turns")];
    let quiet = summary([phase(1, "end")].into_iter().chain(next()).collect());
    assert_eq!(shown(&quiet), ["The turn order of this round is set.", "Round 2"]);
    assert!(quiet.last().unwrap().details.contains(&"10 s have passed.".to_owned()));
    let burns = [phase(1, "end"), loses(1, "health", 9, 8)];
    let lines = summary(burns.into_iter().chain(next()).collect());
    let said = ["End of round 1", "Ada loses 1 health (9 to 8): damage."];
    assert_eq!(shown(&lines)[..2], said);
    assert_eq!(shown(&lines).len(), 4, "{lines:?}");
}

#[test]
fn preparing_an_act_is_one_line() {
    let (act, trigger) = (Key::of("guard_strike"), Key::of("near"));
    let armed = rules::state::Armed::new(1, UnitId(1), act, trigger, Expiry::Rounds(1));
    let lines = summary(vec![declares(1, "a prepared action", &[]), EventKind::Armed(armed)]);
    assert_eq!(shown(&lines), ["Ada prepares guard strike."]);
    assert!(lines[0].details.contains(&"Lapses at the end of this round.".to_owned()));
}

#[test]
fn things_and_doors_have_the_right_article() {
    assert_eq!(words::with_article("oak door"), "an oak door");
    assert_eq!(words::with_article("crate"), "a crate");
}

/// Steps that are paid for one by one are still one move.
#[test]
fn steps_that_cost_something_each_are_one_move() {
    let pays = |from: i32| {
        let id = Key::of("metres");
        EventKind::Pool { unit: UnitId(1), id, from, to: from - 1, why: "move".to_owned() }
    };
    let moves = |from: i16| step((from, 1), (from + 1, 1), (0, 0)).what;
    let lines = summary(vec![pays(9), moves(1), pays(8), moves(2), pays(7), moves(3)]);
    assert_eq!(shown(&lines), ["Ada moves 3 steps."]);
    let paid = lines.iter().flat_map(|line| &line.details).filter(|text| text.contains("metres"));
    assert_eq!(paid.count(), 2, "{lines:?}");
}

#[test]
fn an_area_act_that_misses_says_so() {
    let thrown = |degree| {
        EventKind::Rolled(Rolled {
            who: Some(UnitId(1)),
            purpose: Key::of("throw"),
            total: 3,
            against: Some(Against { label: "Throw".to_owned(), terms: Vec::new(), value: 11 }),
            degree,
            ..Rolled::default()
        })
    };
    let pays = || {
        let id = Key::of("vigor");
        EventKind::Pool { unit: UnitId(1), id, from: 5, to: 2, why: "core_flare".to_owned() }
    };
    let missed = summary(vec![declares(1, "Core Flare", &[2]), pays(), thrown(Degree::Failure)]);
    assert_eq!(shown(&missed), ["Ada uses Core Flare: failure, 3 against 11 on Bo."]);
    assert_eq!(missed[0].tone, Tone::Bad);
    let burnt = vec![declares(1, "Core Flare", &[2]), thrown(Degree::Success), hits(1, 2, 5)];
    assert_eq!(shown(&summary(burnt)), ["Ada uses Core Flare on Bo: 5 damage."]);
}

#[test]
fn links_are_sentences_and_gear_in_the_belt_is_bookkeeping() {
    let link = |kind: &'static str| Link { kind: Key::of(kind), to: UnitId(2), data: 0 };
    let told = |what| line(&Event::new(what, &[]), &names()).headline;
    let begins = |kind| told(EventKind::Linked { unit: UnitId(1), link: link(kind) });
    let ends = |kind| told(EventKind::Unlinked { unit: UnitId(1), link: link(kind) });
    assert_eq!(begins("hidden"), "Ada is hidden from Bo.");
    assert_eq!(ends("hidden"), "Ada is no longer hidden from Bo.");
    assert_eq!(begins("hold"), "Ada holds Bo.");
    assert_eq!(ends("ride"), "Ada no longer rides Bo.");
    assert_eq!(begins("oath"), "Ada is now linked to Bo: oath.");
    let gear = |slot: &'static str, to: &'static str| EventKind::Gear {
        unit: UnitId(1),
        slot: Key::of(slot),
        from: Key::of("dagger"),
        to: Key::new(to),
        meters: Default::default(),
    };
    let lines = summary(vec![gear("main", "javelin"), gear("spare", ""), gear("main", "")]);
    assert_eq!(shown(&lines), ["Ada now holds the javelin."]);
}
