//! The project's prose is plain English: phrases that read as if translated are kept out of code,
//! documents and data.

use std::fs;
use std::path::{Path, PathBuf};

/// Refused phrases in lower case, each with a better one.
const PHRASES: &[(&str, &str)] = &[
    ("so many", "the number of, a count"),
    ("somebody", "a unit, the attacker, a player"),
    ("nobody", "no unit, none"),
    ("those who", "units that"),
    ("one who", "a unit that"),
    ("anew", "again"),
    ("is looked", "active voice: looks, checks"),
    ("of whom", "of which, whose"),
    ("hangs on", "depends on"),
    ("as one sizes", "estimates"),
    ("thither", "there"),
    ("lest", "so that ... not"),
    ("befalls", "happens to"),
    ("to be had", "available"),
    ("reckon", "compute, count"),
    ("who are not", "units that are not"),
    ("says of", "says about"),
    ("goes by", "uses, follows"),
    ("by the way", "along the path"),
    ("what there is", "the available units, acts"),
    ("with all that", "including"),
    ("how it fares", "its state"),
    ("comes to nothing", "has no effect"),
    ("whoever", "the unit that, no matter who"),
    ("everybody", "every unit, all"),
    ("what becomes of", "what happens to, the fate of"),
];

/// Files and folders that are checked.
const PLACES: [&str; 8] = [
    "src",
    "docs",
    "assets",
    "tests/suite",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "levels",
];

/// Exempt files.
const KEPT: [&str; 1] = ["tests/suite/wording.rs"];

fn texts(at: &Path, found: &mut Vec<PathBuf>) {
    if at.is_dir() {
        let entries = fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path());
        entries.for_each(|path| texts(&path, found));
    } else if at.extension().is_some_and(|e| e == "rs" || e == "md" || e == "ron") {
        found.push(at.to_path_buf());
    }
}

/// The first refused phrase of a line, as whole words. A capitalised one counts only where the
/// sentence continues, and a word alone in quotes does not count: names of variants and keys in
/// files may be such words.
fn refused(line: &str) -> Option<&'static (&'static str, &'static str)> {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let lower = line.to_ascii_lowercase();
    PHRASES.iter().find(|(phrase, _)| {
        lower.match_indices(phrase).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let mut after = line[at + phrase.len()..].chars();
            let next = after.next();
            let whole = !is_letter(before) && !is_letter(next);
            let capital = line[at..].starts_with(|c: char| c.is_ascii_uppercase());
            let goes_on = next == Some(' ') && after.next().is_some_and(|c| c.is_lowercase());
            let key = before == Some('"') && next == Some('"');
            whole && !key && (!capital || goes_on)
        })
    })
}

#[test]
fn prose_is_plain() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    PLACES.iter().for_each(|place| texts(&root.join(place), &mut files));
    assert!(files.len() > 400, "{} files", files.len());
    let mut found = Vec::new();
    for path in files {
        let name = path.strip_prefix(root).unwrap().display().to_string();
        if KEPT.contains(&name.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            if let Some((phrase, better)) = refused(line) {
                found.push(format!("{name}:{number}: \"{phrase}\" ({better})"));
            }
        }
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_as_whole_words() {
    assert!(refused("So many battles are fought.").is_some());
    assert!(refused("Nobody comes, nobody goes.").is_some());
    assert!(refused("Against::Nobody => {}, against: Nobody,").is_none());
    assert!(refused("refused: \"nobody\"").is_none());
    assert!(refused("\"nobody is hit\"").is_some());
    assert!(refused("The wildest renewal: also many.").is_none());
}
