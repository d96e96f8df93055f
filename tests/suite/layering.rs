//! Dependencies between the modules run one way, and rulesets stay apart.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules from the bottom up. A module may name those before it in its row's list only.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("grid", &[]),
    ("rules", &["grid", "files"]),
    ("level", &["grid", "rules", "files"]),
    ("scenario", &["grid", "rules", "level", "files"]),
    ("battle", &["grid", "rules", "level", "files"]),
    ("editor", &["grid", "rules", "level", "battle", "files"]),
    ("sound", &["grid", "rules"]),
    ("settings", &["files", "keyboard", "sound", "view"]),
    ("view", &["grid", "rules", "level", "battle", "files"]),
    (
        "ui",
        &[
            "grid", "rules", "level", "scenario", "battle", "editor", "view", "sound", "files",
            "keyboard", "settings", "picture", "crash",
        ],
    ),
];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The text without comments, in which a module may speak of others.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn modules_name_only_those_below_them() {
    let all: Vec<&str> = MAY_NAME.iter().map(|(m, _)| *m).chain(["app", "cli", "crash"]).collect();
    for (module, allowed) in MAY_NAME {
        for path in sources(&src().join(module)) {
            let code = code(&path);
            for other in all.iter().filter(|o| *o != module && !allowed.contains(o)) {
                let named = code.contains(&format!("crate::{other}::"));
                assert!(!named, "{} names crate::{other}", path.display());
            }
        }
    }
}

#[test]
fn the_pure_layers_do_not_know_the_engine() {
    for module in ["grid", "rules", "level", "scenario", "editor"] {
        for path in sources(&src().join(module)) {
            assert!(!code(&path).contains("bevy"), "{} names the engine", path.display());
        }
    }
}

#[test]
fn rulesets_do_not_know_each_other_and_nobody_else_tells_them_apart() {
    let names = ["precision", "momentum", "vigor", "turnside", "evoker"];
    for path in sources(&src()) {
        let code = code(&path);
        let inside = names.iter().find(|n| path.starts_with(src().join("rules").join(n)));
        let registry = path.ends_with("rules/registry.rs") || path.ends_with("rules/mod.rs");
        for name in names.iter().filter(|n| Some(*n) != inside) {
            let named = code.contains(&format!("{name}::")) && !registry;
            assert!(!named, "{} reaches into the ruleset {name}", path.display());
        }
        // Asking which ruleset it is belongs into the registry.
        let asks = ["== RulesetId::", "!= RulesetId::", "match ruleset_id", "matches!(ruleset"];
        for ask in asks {
            assert!(registry || !code.contains(ask), "{}: {ask}", path.display());
        }
    }
}
