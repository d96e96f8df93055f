//! Tests of the words for events.

use crate::grid::{Cell, Hm, Place, SideId, SupportKind};
use crate::rules::dice::Die;
use crate::rules::event::{Against, Degree, Manner, Packet, Rolled};
use crate::rules::state::{Condition, Deed, Expiry, Verdict};
use crate::rules::{RuleId, Term};

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
    let what = Happening::Moved {
        unit: UnitId(1),
        from: Place::Cell(Cell::from(from)),
        to: Place::Cell(Cell::from(to)),
        from_feet: Hm(feet.0),
        to_feet: Hm(feet.1),
        support: SupportKind::Ground,
        manner: Manner::Walk,
        cost: 2,
    };
    Event::new(what, &["PR-93"])
}

#[test]
fn a_roll_shows_dice_terms_threshold_and_result() {
    let roll = Rolled {
        who: Some(UnitId(1)),
        side: None,
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
    };
    let line = line(&Event::new(Happening::Rolled(roll), &["PR-1"]), &names());
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
fn a_hit_shows_its_parts() {
    let what = Happening::Hit {
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
    assert_eq!(line.headline, "Sword of Ada hits Bo for 5.");
    assert_eq!(line.details, ["Main: 5", "+9 damage [PR-180]", "-4 armor [PR-183]"]);
}

/// PR-170: every packet for itself, none below 0, and the total of all.
#[test]
fn several_packets_show_their_floor_and_their_sum() {
    let packet = |label: &str, terms, amount| Packet { label: label.to_owned(), terms, amount };
    let what = Happening::Hit {
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
            "-1 in all; a packet is never less than 0",
            "Together 6 + 0 = 6",
            "Rules: PR-158",
        ]
    );
}

/// PR-3, PR-4, PR-8: a face that decides against the sum says why.
#[test]
fn faces_that_always_succeed_are_explained() {
    let roll = |value, needs, face: u16| {
        let total = i32::from(face) + 4;
        let success = i32::from(face) >= needs;
        let roll = Rolled {
            who: Some(UnitId(1)),
            side: None,
            purpose: Key::of("precision"),
            target: Some(UnitId(2)),
            dice: vec![Die::d(10)],
            faces: vec![face],
            terms: vec![plus("weapon", 4, "PR-9")],
            total,
            against: Some(Against { label: "Parry".to_owned(), terms: Vec::new(), value }),
            degree: if success { Degree::Success } else { Degree::Failure },
            needs: Some(needs),
        };
        line(&Event::new(Happening::Rolled(roll), &[]), &names()).details
    };
    let high = roll(19, 10, 10);
    assert!(high.contains(&"19 - 4 = 15; 10 on the die is always enough".to_owned()), "{high:?}");
    let low = roll(4, 1, 1);
    assert!(low.contains(&"4 - 4 = 0; every face is enough".to_owned()), "{low:?}");
    let fumbled = roll(5, 2, 1);
    let never = "5 - 4 = 1; less than 2 on the die is never enough".to_owned();
    assert!(fumbled.contains(&never), "{fumbled:?}");
    assert!(roll(9, 5, 5).iter().all(|text| !text.contains("enough")));
}

#[test]
fn steps_of_one_walk_become_one_line() {
    let deed = Happening::Deed {
        unit: UnitId(1),
        deed: Deed { class: Key::of("move"), act: Key::of("walk"), amount: 4 },
        replaces: None,
    };
    let events = [
        step((0, 0), (1, 0), (0, 1)),
        Event::new(deed, &[]),
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
fn secrets_of_prepared_acts_are_kept() {
    let armed = crate::rules::state::Armed {
        id: 1,
        owner: UnitId(1),
        act: Key::of("bow"),
        trigger: Key::of("enters_area"),
        area: vec![Cell::new(1, 1).into()],
        target: Some(UnitId(2)),
        uses: 1,
        expiry: Expiry::Battle,
    };
    let line = line(&Event::new(Happening::Armed(armed), &[]), &names());
    let all = format!("{} {}", line.headline, line.details.join(" "));
    assert_eq!(line.headline, "Ada prepares bow.");
    assert!(!all.contains("enters") && !all.contains("Bo"), "{all}");
}

#[test]
fn harm_healing_and_the_end_read_as_sentences() {
    let track = |from, to| {
        let (id, why) = (Key::of("health"), "short_sword".to_owned());
        line(&Event::new(Happening::Track { unit: UnitId(2), id, from, to, why }, &[]), &names())
    };
    assert_eq!(track(9, 4).headline, "Bo loses 5 health (9 to 4): short sword.");
    assert_eq!(track(9, 4).tone, Tone::Bad);
    assert_eq!(track(-1, 4).headline, "Bo gains 5 health (-1 to 4): short sword.");
    let over = |winner| {
        let verdict = Verdict { winner, why: "nobody else stands".to_owned() };
        line(&Event::new(Happening::Over(verdict), &[]), &names()).headline
    };
    assert_eq!(over(Some(SideId(0))), "Side A wins. Nobody else stands.");
    assert_eq!(over(None), "The battle ends in a draw: nobody else stands.");
}

#[test]
fn conditions_say_when_they_end() {
    let condition = Condition {
        id: Key::of("slowed"),
        size: 2,
        source: Some(UnitId(1)),
        expiry: Expiry::TurnEnds { of: UnitId(1), left: 1 },
    };
    let what = Happening::Afflicted { unit: UnitId(2), condition, replaces: None };
    let line = line(&Event::new(what, &[]), &names());
    assert_eq!(line.headline, "Bo is now slowed 2.");
    assert_eq!(line.details, ["Ends at the end of the turn of Ada.", "Caused by Ada."]);
}

#[test]
fn dice_are_grouped() {
    let list = [Die::d(20), Die::bursting(6), Die::bursting(6)];
    assert_eq!(dice(&list), "d20 + 2d6 (bursting)");
}

/// The events of every scenario that is shipped with the tests.
fn events_of_scenarios() -> Vec<Event> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios");
    let mut events = Vec::new();
    for file in crate::scenario::files(&folder).unwrap() {
        for scenario in crate::scenario::load(&file).unwrap() {
            events.extend(crate::scenario::run(&scenario, &crate::scenario::built_in).events);
        }
    }
    events
}

/// Every roll and every hit that can be seen in a scenario opens to all of its arithmetic, each
/// part with its rule, and the arithmetic is right.
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
            Happening::Rolled(roll) => {
                rolls += 1;
                let all: i32 = roll.faces.iter().map(|f| i32::from(*f)).sum();
                // All dice count, or one of several is kept.
                let faces = roll.total - sum(&roll.terms);
                let kept = roll.faces.iter().any(|f| i32::from(*f) == faces);
                assert!(faces == all || kept && shows(&format!("Keeps {faces}")), "{line:?}");
                assert!(shows_all(&roll.terms) && shows(&format!("Total {}", roll.total)));
                assert!(line.details.iter().any(|d| d.contains("shows")), "{line:?}");
                if let Some(against) = &roll.against {
                    assert_eq!(against.value, sum(&against.terms), "{line:?}");
                    assert!(shows_all(&against.terms), "{line:?}");
                    let needs = roll.needs.expect("a threshold");
                    assert_eq!(roll.degree.succeeded(), faces >= needs, "{line:?}");
                }
            }
            Happening::Hit { packets, total, .. } => {
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
