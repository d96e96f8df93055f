//! Slots of the turn order that are added, removed, moved and passed on.

use super::passes;

/// Four units on two sides, from the highest initiative down: A 12, B 10, C 8, D 6.
fn scenario(title: &str, more: &str, steps: &str) -> String {
    format!(
        r#"(
    title: "{title}",
    rules: ["RE-1"],
    rows: ["ABCD.."],
    units: {{
        "A": (role: "runner", side: "blue", numbers: {{ "initiative": 12 }}),
        "B": (role: "runner", side: "red", numbers: {{ "initiative": 10 }}, flags: {{ "weak": 1 }}),
        "C": (role: "runner", side: "blue", numbers: {{ "initiative": 8 }}),
        "D": (role: "runner", side: "red", numbers: {{ "initiative": 6 }}, flags: {{ "weak": 1 }}),
        {more}
    }},
    steps: [{steps}],
)"#
    )
}

/// EV-325 to EV-336, EV-339: an earned act comes directly after the turn, allows one thing, may
/// earn another and may be passed on, but never to a unit that already had it.
#[test]
fn an_earned_act_follows_the_turn_and_can_be_passed_on() {
    passes(&scenario(
        "One more, passed on",
        "\"E\": (role: \"runner\", side: \"blue\", at: (5, 0), numbers: { \"initiative\": 2 }),",
        r#"
        (
            do: act("A", "strike", "B"),
            expect: [slot(change: "added", who: ["A"], act: "one_more", at: 2)],
            check: [
                slots([turn("A"), act("A", "one_more"), turn("B"), turn("C"), turn("D"), turn("E")]),
                extra("A", "", []),
            ],
        ),
        (do: act("A", "strike", "B"), check: [health("B", 4), order(["A", "A", "B", "C", "D", "E"])]),
        (
            do: end("A"), expect: [turn_over(of: "A")],
            check: [active("A"), extra("A", "one_more", ["strike", "run"]),
                cannot("A", "hide", "not_in_this_slot"), can("A", "run"),
                targets("A", "pass", ["C", "E"])],
        ),
        (do: use("A", "hide"), refused: "not_in_this_slot", rule: "RE-1"),
        (
            do: act("A", "pass", "C"),
            expect: [slot(change: "passed", from: "A", who: ["C"], act: "one_more", at: 2)],
            never: [turn(of: "C")],
            check: [active("C"), slots([turn("A"), passed("C", "one_more", ["A"]), turn("B"),
                turn("C"), turn("D"), turn("E")]), targets("C", "pass", ["E"])],
        ),
        (do: act("C", "pass", "A"), refused: "wrong_target"),
        (
            do: act("C", "strike", "D"),
            check: [active("C"), health("D", 7), slots([turn("A"), passed("C", "one_more", ["A"]),
                passed("C", "one_more", ["A"]), turn("B"), turn("C"), turn("D"), turn("E")])],
        ),
        (
            do: act("C", "pass", "E"),
            check: [active("E"), targets("E", "pass", []), slots([turn("A"),
                passed("C", "one_more", ["A"]), passed("E", "one_more", ["A", "C"]), turn("B"),
                turn("C"), turn("D"), turn("E")])],
        ),
        (do: use("E", "run"), expect: [turn(of: "B")], check: [active("B")]),
        (do: until("C"), expect: [turn(of: "C")], check: [active("C"), extra("C", "", [])]),
        (do: until("E"), check: [round(1)]),
        "#,
    ));
}

/// A waiting unit gets a second turn at the end of the round; the mark of a removed unit stays.
#[test]
fn a_slot_is_moved_to_the_end_and_marks_stay() {
    passes(&scenario(
        "Waiting",
        "\"E\": (role: \"runner\", side: \"red\", at: (5, 0), status: down, numbers: { \"initiative\": 9 }),",
        r#"
        (check: [slots([turn("A"), turn("B"), mark("E"), turn("C"), turn("D")])]),
        (
            do: use("A", "wait"), expect: [slot(change: "moved", who: ["A"], at: 5)],
            check: [active("B"),
                slots([turn("B"), mark("E"), turn("C"), turn("D"), turn("A")]), slot("A", 0)],
        ),
        (do: until("A"), check: [round(1), active("A")]),
        (do: end("A"), check: [round(2), active("A"), slot("A", 12)]),
        "#,
    ));
}

/// VG-45: a joining unit acts at its number if that has not passed, otherwise from the next round
/// on.
#[test]
fn a_joining_unit_acts_at_its_number() {
    let sleeper = |n: i32| {
        format!(
            "\"E\": (role: \"runner\", side: \"red\", at: (5, 0), status: down, numbers: {{ \"initiative\": {n} }}),"
        )
    };
    passes(&scenario(
        "Joins at 7",
        &sleeper(7),
        r#"
        (do: end("A")),
        (
            do: act("B", "wake", "E"),
            expect: [slot(change: "removed", who: ["E"]), slot(change: "added", who: ["E"], at: 4)],
            check: [slots([turn("A"), turn("B"), turn("C"), turn("E"), turn("D")])],
        ),
        "#,
    ));
    passes(&scenario(
        "Joins at 11, which has passed",
        &sleeper(11),
        r#"
        (do: end("A")),
        (
            do: act("B", "wake", "E"), never: [slot(change: "added")],
            check: [slots([turn("A"), turn("B"), turn("C"), turn("D")])],
        ),
        (do: until("A"), check: [round(2), order(["A", "E", "B", "C", "D"])]),
        "#,
    ));
}

/// TU-27: a hidden unit keeps its turn; the other side is shown a blank turn.
#[test]
fn the_turn_of_a_hidden_unit_is_blank_for_the_others() {
    passes(&scenario(
        "Hides",
        "",
        r#"
        (do: use("A", "hide"), check: [
            order_for("blue", ["A", "B", "C", "D"]), order_for("red", ["", "B", "C", "D"]),
            unknown("red", "A"),
        ]),
        "#,
    ));
}
