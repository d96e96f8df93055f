//! Labels and pins: read, written and refused.

use crate::{Label, Level, MAX_LABELS};
use grid::{Cell, Terrain};

/// A level with these labels.
fn text(labels: &str) -> String {
    let level = Level::blank("Mill", 16, 16, Terrain::Grass).to_text();
    level.replace("    sides: [", &format!("    labels: [{labels}],\n    sides: ["))
}

fn refusal(labels: &str) -> String {
    let problems = Level::parse("mill.ron", &text(labels)).unwrap_err();
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn labels_are_read_back_as_written() {
    let written = r#"(at: (1, 2), text: "Mill", note: "Burnt\nin \"3\".", pin: true),
        (at: (0, 0), text: "Ford", private: true)"#;
    let level = Level::parse("mill.ron", &text(written)).unwrap();
    let mill = Label {
        text: "Mill".to_owned(),
        note: "Burnt\nin \"3\".".to_owned(),
        pin: true,
        private: false,
    };
    assert_eq!(level.labels.get(&Cell::new(1, 2)), Some(&mill));
    assert!(level.labels.get(&Cell::new(0, 0)).is_some_and(|label| label.private && !label.pin));
    assert_eq!(Level::parse("again.ron", &level.to_text()), Ok(level));
}

#[test]
fn wrong_labels_are_told_with_their_place() {
    for (labels, wanted) in [
        ("(at: (1, 2))", "a label needs `text`"),
        (r#"(text: "A")"#, "a label needs `at`"),
        (r#"(at: (1, 2), text: "A", colour: red)"#, "a label has no `colour`"),
        (r#"(at: (16, 2), text: "A")"#, "(16,2)"),
        (r#"(at: (1, 2), text: " ")"#, "the text of a label is blank"),
        (r#"(at: (1, 2), text: "A"), (at: (1, 2), text: "B")"#, "at most one per cell"),
        (r#"(at: (1, 2), text: "A", pin: 1)"#, "`pin`"),
    ] {
        let told = refusal(labels);
        assert!(told.starts_with("mill.ron:") && told.contains(wanted), "{labels}: {told}");
    }
    let long = format!(r#"(at: (1, 2), text: "{}")"#, "x".repeat(41));
    assert!(refusal(&long).contains("41 characters; allowed: 1 to 40"));
    let label = |n: usize| format!(r#"(at: ({}, {}), text: "A"),"#, n % 16, n / 16);
    let many: String = (0..=MAX_LABELS).map(label).collect();
    assert!(refusal(&many).contains("`labels`: 201 entries, allowed: 200"));
}
