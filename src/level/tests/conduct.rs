//! Conduct, gear and starting conditions: read, written, and checked.

use crate::{Build, Conduct, Level, Severity, StartCondition};
use grid::Cell;
use rules::Key;

/// A field with a pool, a pillar and a walled-off yard. Red has one knight with these fields.
fn text(fields: &str) -> String {
    format!(
        r#"Level(
    format: 1,
    name: "Post",
    palette: {{ '.': (terrain: grass), '#': (terrain: solid) }},
    rows: ["......#.", "......#.", "......#.", "......#."],
    things: [(kind: pillar, at: (2, 2))],
    regions: {{ "gate": rect((4, 0), (5, 1)), "yard": rect((7, 0), (7, 3)) }},
    sides: [
        (name: "Blue", units: [(role: archer, at: (0, 0))]),
        (name: "Red", units: [(role: knight, at: (5, 3){fields})]),
    ],
)"#
    )
}

fn conduct(fields: &str) -> Conduct {
    let level = Level::parse("post.ron", &text(fields)).unwrap_or_else(|e| panic!("{e:#?}"));
    level.sides[1].units[0].conduct.clone()
}

#[test]
fn every_conduct_is_read_and_written() {
    let stops = vec![Cell::new(4, 0), Cell::new(5, 3)];
    for (field, wanted) in [
        ("", Conduct::Free),
        (", conduct: free", Conduct::Free),
        (", conduct: hold", Conduct::Hold),
        (", conduct: guard(region: \"gate\")", Conduct::Guard { region: "gate".to_owned() }),
        (", conduct: patrol([(4, 0), (5, 3)])", Conduct::Patrol { stops }),
    ] {
        assert_eq!(conduct(field), wanted, "{field}");
        let level = Level::parse("post.ron", &text(field)).unwrap();
        let written = level.to_text();
        assert_eq!(written.contains("conduct"), wanted != Conduct::Free, "{written}");
        assert_eq!(Level::parse("post.ron", &written).unwrap(), level);
    }
}

#[test]
fn gear_and_conditions_are_read_and_written() {
    let fields = r#", conditions: { "momentum": ["dazed", (name: "bleeding", size: 2, rounds: 3)] },
        gear: { "precision": { "main": "longbow", "off": "" }, "vigor": {} }"#;
    let level = Level::parse("post.ron", &text(fields)).unwrap();
    let unit = &level.sides[1].units[0];
    let dazed = StartCondition::new(Key::of("dazed"));
    let bleeding = StartCondition { name: Key::of("bleeding"), size: 2, rounds: 3 };
    assert_eq!(unit.conditions[&Key::of("momentum")], [dazed, bleeding]);
    let gear = &unit.gear[&Key::of("precision")];
    assert_eq!(gear[&Key::of("main")].as_str(), "longbow");
    assert_eq!(gear[&Key::of("off")].as_str(), "");
    let written = level.to_text();
    assert_eq!(Level::parse("post.ron", &written).unwrap(), level, "{written}");
}

/// The messages about a unit with these fields, with their severity.
fn findings(fields: &str) -> Vec<(Severity, String)> {
    let report = Level::check("post.ron", &text(fields), Build::usual);
    let about = report.problems.into_iter().filter(|(_, p)| p.at.is_some_and(|at| at.line >= 10));
    about.map(|(severity, problem)| (severity, problem.message)).collect()
}

#[test]
fn what_cannot_be_is_refused_with_what_is_allowed() {
    for (fields, message) in [
        (", conduct: sleep", "unknown conduct: `sleep`; allowed: free, hold, guard, patrol"),
        (", conduct: 3", "unknown conduct: a value; allowed: free, hold, guard, patrol"),
        (", conduct: hold(1)", "`hold` takes nothing in parentheses"),
        (", conduct: patrol", "`patrol` needs its cells: `patrol([(x, y), (x, y)])`"),
        (", conduct: patrol([])", "a patrol needs 1 to 32 cells"),
        (
            ", conduct: guard(region: \"gat\")",
            "no region is called \"gat\"; allowed: \"gate\", \"yard\"",
        ),
        (", conduct: guard(zone: \"gate\")", "`guard` has no `zone`; allowed: region"),
        (", gear: { \"precison\": {} }", "no ruleset is called \"precison\""),
        (", conditions: { \"chess\": [\"check\"] }", "no ruleset is called \"chess\""),
        (", conditions: { \"vigor\": [(size: 1)] }", "a condition needs `name`"),
        (", conditions: { \"vigor\": [(name: \"x\", size: 100)] }", "as `size`; allowed"),
    ] {
        let found = findings(fields);
        let is_it = |(severity, text): &(Severity, String)| {
            *severity == Severity::Error && text.contains(message)
        };
        assert!(found.iter().any(is_it), "{fields}: {found:#?}");
    }
    let found = findings(", conduct: patrol([(99, 0)])");
    assert_eq!(found.len(), 1, "a wrong cell is the only fault: {found:#?}");
    let many = "(1, 1), ".repeat(33);
    let found = findings(&format!(", conduct: patrol([{many}])"));
    assert!(found.iter().any(|(_, text)| text.contains("33 entries, allowed: 32")), "{found:#?}");
}

#[test]
fn places_that_the_unit_cannot_stand_in_or_walk_to_are_reported() {
    for (fields, message) in [
        ("guard(region: \"yard\")", "the knight cannot walk to \"yard\", which it guards"),
        ("patrol([(4, 0), (7, 2)])", "the knight cannot walk to (7,2) on its patrol"),
        ("patrol([(2, 2)])", "the knight cannot stand on its patrol at (2,2): a pillar fills"),
        ("patrol([(6, 0)])", "the knight cannot stand on its patrol at (6,0): cell (6,0) is solid"),
    ] {
        let found = findings(&format!(", conduct: {fields}"));
        let is_it = |(severity, text): &(Severity, String)| {
            *severity == Severity::Warning && text.contains(message)
        };
        assert!(found.iter().any(is_it), "{fields}: {found:#?}");
    }
    assert_eq!(findings(", conduct: guard(region: \"gate\")"), []);
    assert_eq!(findings(", conduct: patrol([(4, 0), (5, 3)])"), []);
}
