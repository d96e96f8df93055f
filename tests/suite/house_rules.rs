//! `docs/house-rules.md`: a table of all options, made from the data.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use highground::registry::RulesetId;
use highground::rules::house::{Allowed, RuleOption};
use highground::rules::ruleset::ReferenceRow;

/// If set to `renew`, the document is written instead of compared.
const VARIABLE: &str = "HIGHGROUND_DOCS";

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The titles of the rules that an option changes, with their IDs.
fn meaning(option: &RuleOption, reference: &[ReferenceRow]) -> String {
    let titles = option.rules.iter().filter_map(|id| {
        let row = reference.iter().find(|row| row.id == id.as_str())?;
        Some(format!("{} ({id})", row.title))
    });
    titles.collect::<Vec<_>>().join("; ")
}

/// The possible values of a switch; for others, their meaning.
fn values(option: &RuleOption) -> &str {
    match option.allowed {
        Allowed::Switch => "true or false",
        _ => &option.note,
    }
}

fn document() -> String {
    let mut text = String::from(
        "# House rules\n\nEvery number and option of the five rulesets, from \
         `assets/rulesets/<ruleset>/rules.ron`. A\nbattle changes them in its set-up or with \
         `--house-rule OPTION=VALUE`, and keeps them in its saves and\nrecords; a scenario changes them \
         with `options`. Values outside the allowed range are refused with a\nmessage that names it. \
         Heights are in metres. A copy of the `assets` folder with other values is used\nwith \
         `--data DIR`.\n\nThis file is made \
         from the data by `tests/suite/house_rules.rs`.\n",
    );
    for id in RulesetId::ALL {
        let rules = id.built_in();
        let reference = &rules.describe().reference;
        writeln!(text, "\n## {}", rules.describe().name).expect("text");
        let options = &rules.house_rules().options;
        for section in options.chunk_by(|a, b| a.section == b.section) {
            writeln!(text, "\n### {}\n", section[0].section).expect("text");
            text.push_str("| option | default | values | rule |\n| --- | --- | --- | --- |\n");
            for option in section {
                let (name, default) = (&option.name, option.value.replace('|', "\\|"));
                let (values, rule) = (values(option), meaning(option, reference));
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
    // At least as many as the test that changes each of them finds.
    assert!(made.matches("\n| `").count() > 150, "{}", made.matches("\n| `").count());
}
