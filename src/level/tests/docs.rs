//! Checks the level format reference for authors.

use std::path::Path;

use crate::{Build, GoalKind, Level, Role, Severity, SideColour, When};
use grid::{EdgeKind, Terrain, ThingKind};

fn reference() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/level-format.md");
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn its_example_is_a_valid_level() {
    let text = reference();
    let example = text.split("```ron\n").nth(1).and_then(|rest| rest.split("```").next());
    let report = Level::check("docs/level-format.md", example.unwrap(), Build::usual);
    let serious: Vec<_> = report.problems.iter().filter(|(s, _)| *s != Severity::Note).collect();
    assert!(serious.is_empty(), "{serious:#?}");
    assert!(report.level.is_some());
}

#[test]
fn it_lists_everything_that_can_be_placed() {
    let text = reference();
    let words: Vec<&str> = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let names = Terrain::ALL
        .map(Terrain::name)
        .into_iter()
        .chain(ThingKind::ALL.map(|k| k.spec().name))
        .chain(EdgeKind::ALL.map(|k| k.spec().name))
        .chain(Role::ALL.map(Role::name))
        .chain(SideColour::ALL.map(SideColour::name))
        .chain(GoalKind::NAMES)
        .chain(When::NAMES);
    for name in names {
        assert!(words.contains(&name), "{name}");
    }
}
