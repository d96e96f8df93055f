//! Module dependencies point one way, and rulesets are independent of each other.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of rulesets, existing or planned.
const RULESETS: [&str; 5] = ["precision", "momentum", "vigor", "turnside", "evoker"];

/// Modules from the bottom up. A module may name only the modules listed in its row.
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

/// Source text without comments, which may mention other modules.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn src() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

#[test]
fn modules_name_only_modules_below_them() {
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
fn the_pure_layers_do_not_use_the_engine() {
    for module in ["grid", "rules", "level", "scenario", "editor"] {
        for path in sources(&src().join(module)) {
            assert!(!code(&path).contains("bevy"), "{} names the engine", path.display());
        }
    }
}

#[test]
fn rulesets_are_independent_and_only_the_registry_tells_them_apart() {
    let names = RULESETS;
    for path in sources(&src()) {
        let code = code(&path);
        let inside = names.iter().find(|n| path.starts_with(src().join("rules").join(n)));
        let registry = path.ends_with("rules/registry.rs") || path.ends_with("rules/mod.rs");
        for name in names.iter().filter(|n| Some(*n) != inside) {
            let named = code.contains(&format!("{name}::")) && !registry;
            assert!(!named, "{} reaches into the ruleset {name}", path.display());
        }
        // Comparing ruleset IDs is reserved for the registry.
        let asks = ["== RulesetId::", "!= RulesetId::", "match ruleset_id", "matches!(ruleset"];
        for ask in asks {
            assert!(registry || !code.contains(ask), "{}: {ask}", path.display());
        }
    }
}

/// Largest allowed dependency cycle of files in a ruleset's folder.
const LARGEST_CIRCLE: usize = 4;

#[test]
fn dependency_cycles_within_a_ruleset_are_small() {
    for name in RULESETS {
        let folder = src().join("rules").join(name);
        if !folder.exists() {
            continue;
        }
        let files = sources(&folder);
        let modules: Vec<Vec<String>> = files.iter().map(|path| module(&folder, path)).collect();
        let needs: Vec<BTreeSet<usize>> = files
            .iter()
            .zip(&modules)
            .map(|(path, own)| needed(name, &modules, own, &code(path)))
            .collect();
        let largest = circles(&needs).into_iter().max_by_key(BTreeSet::len).unwrap_or_default();
        let named: Vec<String> = largest.iter().map(|i| modules[*i].join("::")).collect();
        assert!(largest.len() <= LARGEST_CIRCLE, "{name}: {} files: {named:?}", largest.len());
    }
}

#[test]
fn cycles_are_found() {
    let graph: [&[usize]; 6] = [&[1], &[2, 3], &[0], &[4], &[3], &[]];
    let needs: Vec<BTreeSet<usize>> =
        graph.iter().map(|list| list.iter().copied().collect()).collect();
    let found: BTreeSet<Vec<usize>> =
        circles(&needs).into_iter().map(|circle| circle.into_iter().collect()).collect();
    assert_eq!(found, BTreeSet::from([vec![0, 1, 2], vec![3, 4]]));
    let modules: Vec<Vec<String>> = ["", "walk", "walk prices", "strike", "clock", "form"]
        .iter()
        .map(|name| name.split_whitespace().map(str::to_owned).collect())
        .collect();
    let code = "use super::{strike::{self, Roll}, walk::Far};\nuse prices::Prices;\nfn f() {\n    \
                crate::rules::short::clock::next(super::super::g())\n}\n#[cfg(test)]\nmod tests {\n    \
                use super::super::form::take;\n}\n";
    let own = modules[1].clone();
    assert_eq!(needed("short", &modules, &own, code), BTreeSet::from([2, 3, 4]));
}

/// Module path of a file, relative to the folder.
fn module(folder: &Path, path: &Path) -> Vec<String> {
    let path = path.strip_prefix(folder).unwrap().with_extension("");
    let names = path.iter().map(|part| part.to_str().unwrap().to_owned());
    names.filter(|name| name != "mod").collect()
}

/// Files that a file names in its imports or elsewhere, except in its tests.
fn needed(ruleset: &str, modules: &[Vec<String>], own: &[String], code: &str) -> BTreeSet<usize> {
    let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (imports, rest) = imports(code);
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let named =
        rest.split(|c: char| !is_part(c)).filter(|path| path.contains("::")).map(str::to_owned);
    let paths = imports.into_iter().chain(named);
    let files = paths.filter_map(|path| leads_to(ruleset, modules, own, &path));
    files.filter(|file| modules[*file] != own).collect()
}

/// Paths of all imports, and the code without them.
fn imports(code: &str) -> (Vec<String>, String) {
    let (mut paths, mut rest, mut open) = (Vec::new(), String::new(), String::new());
    for line in code.lines() {
        let bare = line.trim_start().trim_start_matches("pub(super) ").trim_start_matches("pub ");
        if open.is_empty() && !bare.starts_with("use ") {
            rest.push_str(line);
            rest.push('\n');
            continue;
        }
        open.push_str(bare.strip_prefix("use ").unwrap_or(bare));
        if let Some(tree) = open.strip_suffix(';') {
            paths.extend(taken_apart(tree));
            open.clear();
        }
    }
    (paths, rest)
}

/// Expands an import with braces.
fn taken_apart(tree: &str) -> Vec<String> {
    let Some((before, inner)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap_or_default().trim().to_owned()];
    };
    let inner = inner.rsplit_once('}').map_or(inner, |(inner, _)| inner);
    let mut depth = 0;
    let parts = inner.split(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    let parts = parts.filter(|part| !part.trim().is_empty()).flat_map(taken_apart);
    parts.map(|part| format!("{}{part}", before.trim())).collect()
}

/// File in the folder that a path in file `own` refers to.
fn leads_to(ruleset: &str, modules: &[Vec<String>], own: &[String], path: &str) -> Option<usize> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let mut at = own.to_vec();
    if parts.starts_with(&["crate", "rules", ruleset]) {
        at.clear();
        parts.drain(..3);
    } else if parts.first() == Some(&"super") {
        while parts.first() == Some(&"super") {
            at.pop()?;
            parts.remove(0);
        }
    } else if parts.first() == Some(&"self") {
        parts.remove(0);
    } else {
        at.push((*parts.first()?).to_owned());
        parts.remove(0);
        modules.iter().position(|module| *module == at)?;
    }
    for part in parts {
        at.push(part.to_owned());
        if !modules.contains(&at) {
            at.pop();
            break;
        }
    }
    modules.iter().position(|module| *module == at)
}

/// Files that depend on each other, directly or indirectly.
fn circles(needs: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let reached = |from: usize| {
        let (mut found, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            open.extend(needs[at].iter().filter(|next| found.insert(**next)));
        }
        found
    };
    let reached: Vec<BTreeSet<usize>> = (0..needs.len()).map(reached).collect();
    let circle = |i: usize| -> BTreeSet<usize> {
        reached[i].iter().copied().filter(|j| reached[*j].contains(&i)).collect()
    };
    (0..needs.len()).map(circle).filter(|circle| !circle.is_empty()).collect()
}
