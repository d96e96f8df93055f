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
        let (id, why) = (Key::of("health"), "sword".to_owned());
        line(&Event::new(Happening::Track { unit: UnitId(2), id, from, to, why }, &[]), &names())
    };
    assert_eq!(track(9, 4).headline, "Bo loses 5 health (9 to 4): sword.");
    assert_eq!(track(9, 4).tone, Tone::Bad);
    assert_eq!(track(-1, 4).headline, "Bo gains 5 health (-1 to 4): sword.");
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
