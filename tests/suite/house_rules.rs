//! `docs/house-rules.md`: a table of all options, made from the data.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use highground::rules::registry::RulesetId;
use highground::rules::ruleset::ReferenceRow;

/// Renews the document instead of comparing it, if set to `renew`.
const VARIABLE: &str = "HIGHGROUND_DOCS";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// One line of a `rules.ron`: an option, its default, and the comment with its rules and values.
struct Entry<'a> {
    /// The name, with that of its group: `prices.attack`.
    name: String,
    default: &'a str,
    comment: &'a str,
}

/// The options of a file, under their headings.
fn entries(text: &str) -> Vec<(&str, Vec<Entry<'_>>)> {
    let mut sections: Vec<(&str, Vec<Entry<'_>>)> = Vec::new();
    let mut group = None;
    for line in text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let (code, comment) = (code.trim_end(), comment.trim());
        let indent = code.len() - code.trim_start().len();
        if code.trim().is_empty() {
            if !comment.is_empty() && line.starts_with(' ') {
                sections.push((comment, Vec::new()));
            }
            continue;
        }
        if indent == 4 {
            group = None;
        }
        let Some((key, value)) = code.split_once(':').filter(|_| indent == 4 || indent == 8) else {
            continue;
        };
        let key = key.trim();
        // Entries of a list of records are texts, not options.
        let is_name = key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
        if !is_name {
            continue;
        }
        let value = value.trim().trim_end_matches(',');
        if value == "(" || value == "[" {
            group = Some(key);
            continue;
        }
        let name = match group {
            Some(group) if indent == 8 => format!("{group}.{key}"),
            _ => key.to_owned(),
        };
        if let Some((_, all)) = sections.last_mut() {
            all.push(Entry { name, default: value, comment });
        }
    }
    sections
}

/// The titles of the rules that a comment names, with their IDs.
fn meaning(comment: &str, reference: &[ReferenceRow]) -> String {
    let is_id = |word: &&str| reference.iter().any(|row| row.id == **word);
    let ids = comment.split(|c: char| !(c.is_alphanumeric() || c == '-')).filter(is_id);
    let titles = ids.filter_map(|id| {
        let row = reference.iter().find(|row| row.id == id)?;
        Some(format!("{} ({id})", row.title))
    });
    titles.collect::<Vec<_>>().join("; ")
}

/// The possible values of a switch; of others, what the comment says besides the rules.
fn values<'a>(entry: &Entry<'a>) -> &'a str {
    match entry.default {
        "true" | "false" => "true or false",
        _ => entry.comment.split_once(": ").map_or("", |(_, rest)| rest),
    }
}

fn document() -> String {
    let mut text = String::from(
        "# House rules\n\nEvery number and option of *precision* and *momentum*, from \
         `assets/rulesets/<ruleset>/rules.ron`. A\ncopy of the `assets` folder with changed values is \
         used with `--data DIR`; a scenario changes them\nwith `options`. Values outside the allowed \
         range are refused with a message that names it. Heights\nare in metres.\n\nThis file is made \
         from the data by `tests/suite/house_rules.rs`.\n",
    );
    for id in RulesetId::ALL {
        let source = fs::read_to_string(path("assets/rulesets").join(id.name()).join("rules.ron"));
        let source = source.expect("rules");
        let rules = id.built_in();
        let reference = &rules.describe().reference;
        writeln!(text, "\n## {}", rules.describe().name).expect("text");
        for (section, all) in entries(&source).into_iter().filter(|(_, all)| !all.is_empty()) {
            writeln!(text, "\n### {section}\n").expect("text");
            text.push_str("| option | default | values | rule |\n| --- | --- | --- | --- |\n");
            for entry in all {
                let (name, default) = (&entry.name, entry.default.replace('|', "\\|"));
                let (values, rule) = (values(&entry), meaning(entry.comment, reference));
                assert!(!rule.is_empty(), "{name} names no rule");
                writeln!(text, "| `{name}` | `{default}` | {values} | {rule} |").expect("text");
            }
        }
    }
    text
}

#[test]
fn the_table_of_house_rules_is_up_to_date() {
    let (file, made) = (path("docs/house-rules.md"), document());
    if std::env::var(VARIABLE).is_ok_and(|wish| wish == "renew") {
        fs::write(&file, &made).expect("written");
    }
    let known = fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(known, made, "run this again with {VARIABLE}=renew");
    // As many as the test that changes each of them finds, at least.
    assert!(made.matches("\n| `").count() > 150, "{}", made.matches("\n| `").count());
}
