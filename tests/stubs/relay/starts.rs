//! Starting states of units: watching, surprised, with a bonus, joining later, hidden.

use super::passes;

/// VG-47 to VG-53, EV-35, EV-41, TU-196: each fact of a placement has its effect.
#[test]
fn every_fact_of_a_start_is_read() {
    passes(
        r#"(
    title: "Starts",
    rules: ["RE-1"],
    rows: ["A...B.", "C..D.E", "F....."],
    units: {
        "A": (role: "runner", side: "blue", start: (watch: E)),
        "B": (role: "runner", side: "red", start: (initiative: 2)),
        "C": (role: "runner", side: "blue", numbers: { "initiative": 30 }, start: (surprised: true)),
        "D": (role: "runner", side: "red", start: (hidden: true)),
        "E": (role: "runner", side: "red", numbers: { "initiative": 20 }, start: (joins: 2)),
        "F": (role: "runner", side: "blue", numbers: { "initiative": 8 }, start: (watch: W)),
    },
    steps: [
        (check: [
            order(["A", "B", "D", "F", "C"]), slot("A", 15), slot("B", 12), slot("F", 8),
            slot("C", 0), unknown("blue", "D"), order_for("blue", ["A", "B", "", "F", "C"]),
        ]),
        (
            do: until("C"), never: [spawned(who: "E")], check: [round(1)],
        ),
        (
            do: end("C"), expect: [spawned(who: "E", at: (5, 1)), turn(of: "C", round: 2)],
            check: [round(2), order(["C", "E", "B", "A", "D", "F"])],
        ),
        (do: act("C", "push", "E"), check: [health("E", 9)]),
    ],
)"#,
    );
}

#[test]
fn a_start_out_of_bounds_is_refused_with_its_place() {
    let text = r#"(
    title: "Too late",
    rules: ["RE-1"],
    rows: ["A..B"],
    units: {
        "A": (role: "runner", side: "blue"),
        "B": (role: "runner", side: "red", start: (joins: 1000)),
    },
    steps: [],
)"#;
    let problems = highground::scenario::parse_with("relay.ron", text, &super::factory);
    let problems: Vec<String> =
        problems.err().unwrap_or_default().iter().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].starts_with("relay.ron:7:") && problems[0].contains("0 to 999"));
}
