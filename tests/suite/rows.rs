//! Every row of a rule text is covered: in the code, in the data or in a scenario.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use highground::registry::RulesetId;

/// Rows that the game cannot show, and why.
const ELSEWHERE: [(&str, &str); 6] = [
    ("PR-395", "no prepared action of the content that comes with the game knocks a unit down"),
    ("EV-403", "no content decays another score than Toughness, which lost blood takes down to 0"),
    ("EV-407", "about the hours outside a battle"),
    ("MO-369", "about scenes without a battle"),
    ("MO-371", "about play without a map"),
    ("VG-27", "about scenes that become a battle"),
];

/// Rulings not implemented yet. Their rule texts come with them.
const PENDING: [&str; 0] = [];

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found
}

/// Rows that a text names. `PR-3 to PR-6` and `PR-3..PR-6` include those between.
fn rows(text: &str, prefix: &str) -> BTreeSet<u32> {
    let mut named = BTreeSet::new();
    let mut range_from = None;
    for (at, _) in text.match_indices(prefix) {
        let rest = &text[at + prefix.len()..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(row) = rest[..digits].parse::<u32>() else { continue };
        named.insert(row);
        if let Some(from) = range_from.take() {
            named.extend(from..=row);
        }
        let after = &rest[digits..];
        if [" to ", ".."].iter().any(|mark| after.starts_with(&format!("{mark}{prefix}"))) {
            range_from = Some(row);
        }
    }
    named
}

#[test]
fn rows_are_found_alone_and_in_ranges() {
    let text = "(PR-2, PR-5 to PR-7; PR-10..PR-12) MO-3";
    assert_eq!(rows(text, "PR-"), [2, 5, 6, 7, 10, 11, 12].into());
    assert_eq!(rows(text, "MO-"), [3].into());
}

#[test]
fn every_row_is_named_in_code_data_or_a_scenario() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for ruleset in RulesetId::ALL {
        let name = ruleset.name();
        let rules = ruleset.built_in();
        let reference = &rules.describe().reference;
        let own = reference.first().and_then(|row| row.id.split_once('-'));
        let prefix = format!("{}-", own.map(|(prefix, _)| prefix).unwrap_or_default());
        let mut named = BTreeSet::new();
        for folder in ["src", "assets/rulesets", "tests/scenarios"] {
            for file in files(&root.join(folder)) {
                if file.file_name().is_none_or(|file| file != "reference.ron") {
                    named.extend(rows(&fs::read_to_string(&file).unwrap_or_default(), &prefix));
                }
            }
        }
        let all: BTreeSet<u32> = reference
            .iter()
            .filter_map(|row| row.id.strip_prefix(&prefix).and_then(|row| row.parse().ok()))
            .collect();
        // Rulings on how rules interact have their own numbers: EV-X1.
        let together = format!("{prefix}X");
        let together = reference.iter().filter(|row| row.id.starts_with(&together)).count();
        let numbered = all.len() + together;
        assert_eq!(numbered, reference.len(), "{name} has rows of other names");
        let last = all.last().copied().unwrap_or_default();
        let pending = |row: &u32| PENDING.contains(&format!("{prefix}{row}").as_str());
        let missing: Vec<u32> =
            (1..=last).filter(|row| all.contains(row) == pending(row)).collect();
        assert!(missing.is_empty(), "{name}: missing, or no longer pending: {missing:?}");
        let elsewhere = |row: u32| ELSEWHERE.iter().any(|(id, _)| *id == format!("{prefix}{row}"));
        let lost: Vec<u32> =
            all.iter().copied().filter(|row| !named.contains(row) && !elsewhere(*row)).collect();
        assert!(lost.is_empty(), "{name}: nothing names {prefix}{lost:?}");
        let shown = all.iter().filter(|row| named.contains(row) && elsewhere(**row));
        assert_eq!(shown.count(), 0, "{name}: a row that is excused is named after all");
    }
}
