//! Module dependencies point one way, and rulesets are independent of each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of rulesets.
const RULESETS: [&str; 5] = ["precision", "momentum", "vigor", "turnside", "evoker"];

/// The packages and modules of the program from the bottom up, each with those it may import.
/// Packages are folders of `src` with a `Cargo.toml`, so the compiler enforces this for them; the
/// others are modules of the topmost package.
const MAY_NAME: &[(&str, &[&str])] = &[
    ("files", &[]),
    ("keyboard", &[]),
    ("grid", &[]),
    ("rules", &["grid", "files"]),
    ("precision", &["grid", "rules", "files"]),
    ("momentum", &["grid", "rules", "files"]),
    ("vigor", &["grid", "rules", "files"]),
    ("turnside", &["grid", "rules", "files"]),
    ("evoker", &["grid", "rules", "files"]),
    ("registry", &["rules", "files", "precision", "momentum", "vigor", "turnside", "evoker"]),
    ("data", &["rules", "registry", "files"]),
    ("level", &["grid", "rules", "registry", "files"]),
    ("scenario", &["grid", "rules", "registry", "level", "files"]),
    ("picture", &["grid", "rules", "level"]),
    ("import", &["grid", "level", "files"]),
    ("battle", &["grid", "rules", "level", "files"]),
    ("crash", &["battle", "files"]),
    ("lesson", &["grid", "rules", "registry", "level", "scenario", "battle", "files"]),
    ("editor", &["grid", "level", "battle", "files"]),
    ("sound", &["grid", "rules"]),
    ("view", &["grid", "rules", "level"]),
    ("settings", &["files", "keyboard", "sound", "view"]),
    (
        "ui",
        &[
            "grid", "rules", "registry", "level", "scenario", "battle", "lesson", "editor", "view",
            "files", "keyboard", "settings", "picture", "import", "crash",
        ],
    ),
    ("script", &["grid", "rules", "editor", "view", "ui", "files", "keyboard", "settings"]),
    (
        "app",
        &[
            "grid", "rules", "registry", "level", "battle", "lesson", "editor", "sound", "view",
            "ui", "script", "files", "settings", "crash",
        ],
    ),
    (
        "cli",
        &[
            "grid", "rules", "registry", "level", "scenario", "battle", "lesson", "editor",
            "picture", "import", "ui", "app", "data", "files", "settings", "crash",
        ],
    ),
];

/// The folder of a package or module in `src`.
fn place(module: &str) -> String {
    if RULESETS.contains(&module) { format!("rules/{module}") } else { module.to_owned() }
}

/// The manifest of a package; none for a module of the topmost package.
fn manifest(folder: &str) -> Option<String> {
    fs::read_to_string(src().join(folder).join("Cargo.toml")).ok()
}

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
fn packages_depend_only_on_packages_below_them() {
    for (module, allowed) in MAY_NAME {
        let Some(manifest) = manifest(&place(module)) else { continue };
        let listed = |section: &str| -> BTreeSet<String> {
            let (_, lines) = manifest.split_once(section).unwrap_or_default();
            let names = lines.lines().take_while(|line| !line.starts_with('['));
            let names = names.filter_map(|line| line.strip_suffix(".workspace = true"));
            let own = names.filter(|name| MAY_NAME.iter().any(|(known, _)| known == name));
            own.map(str::to_owned).collect()
        };
        let allowed: BTreeSet<String> = allowed.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(listed("\n[dependencies]\n"), allowed, "{module}");
    }
}

#[test]
fn modules_name_only_modules_below_them() {
    let modules = MAY_NAME.iter().filter(|(module, _)| manifest(&place(module)).is_none());
    for (module, allowed) in modules {
        let (folder, file) = (src().join(module), src().join(module).with_extension("rs"));
        let inside = if folder.is_dir() { sources(&folder) } else { Vec::new() };
        for path in inside.into_iter().chain(file.is_file().then_some(file)) {
            let code = code(&path);
            let imports = imports(&code);
            for (other, _) in MAY_NAME.iter().filter(|(o, _)| o != module && !allowed.contains(o)) {
                let roots = ["", "::", "crate::"].map(|root| format!("{root}{other}::"));
                let is_named = |path: &str| roots.iter().any(|root| path.starts_with(root));
                let named = imports.iter().any(|import| is_named(&import.path))
                    || code.contains(&format!("crate::{other}::"));
                assert!(!named, "{} names {other}", path.display());
            }
        }
    }
}

#[test]
fn the_layers_are_in_order() {
    for (i, (module, allowed)) in MAY_NAME.iter().enumerate() {
        for below in *allowed {
            let place = MAY_NAME.iter().position(|(other, _)| other == below);
            assert!(place.is_some_and(|place| place < i), "{module} names {below}");
        }
    }
}

/// The documents that list the modules, and how each marks one.
#[test]
fn every_module_is_in_the_table_and_in_the_documents() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    let (library, architecture) = (read("src/lib.rs"), read("docs/architecture.md"));
    let (_, shown) = library.split_once("\npub use {").unwrap();
    let (packages, _) = shown.split_once("};").unwrap();
    let packages = packages.split(',').map(str::trim).filter(|name| !name.is_empty());
    let modules =
        library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let modules: BTreeSet<&str> = modules.chain(packages).collect();
    assert_eq!(modules, MAY_NAME.iter().map(|(module, _)| *module).collect());
    let front: String = library.lines().filter(|line| line.starts_with("//!")).collect();
    let (_, layers) = architecture.split_once("## Layers").unwrap();
    let table: String = layers.lines().filter(|line| line.starts_with("| `")).collect();
    for module in modules {
        assert!(front.contains(&format!("[`{module}`]")), "src/lib.rs leaves out {module}");
        assert!(table.contains(&format!("`{module}`")), "architecture.md leaves out {module}");
    }
}

#[test]
fn the_pure_layers_do_not_use_the_engine() {
    for module in ["grid", "rules", "level", "import", "scenario", "lesson", "editor"] {
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
        let registry = path.ends_with("registry/lib.rs");
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

/// Panels, board and opponent draw and decide by descriptors, never by the rule of a ruleset.
#[test]
fn only_rulesets_know_the_ids_of_their_rules() {
    let ids = ["\"PR-", "\"MO-", "\"VG-", "\"TU-", "\"EV-"];
    let folders = ["app", "battle", "editor", "lesson", "script", "ui", "view"];
    for path in folders.iter().flat_map(|folder| sources(&src().join(folder))) {
        let code = code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let is_test = path.iter().any(|part| part == "tests" || part == "tests.rs");
        let found = ids.into_iter().find(|id| !is_test && code.contains(id));
        assert_eq!(found, None, "{}", path.display());
    }
}

/// Largest allowed dependency cycle of files within a folder.
const LARGEST_CYCLE: usize = 4;

/// Folders whose files are checked for cycles, besides the rulesets. `rules` means the core without
/// the rulesets.
const FOLDERS: [&str; 21] = [
    "app",
    "battle",
    "cli",
    "crash",
    "editor",
    "files",
    "grid",
    "import",
    "keyboard",
    "lesson",
    "level",
    "picture",
    "registry",
    "rules",
    "rules/kit",
    "scenario",
    "script",
    "settings",
    "sound",
    "ui",
    "view",
];

/// Folders whose files have no cycles at all.
const WITHOUT_CYCLES: [&str; 7] = ["battle", "cli", "level", "rules", "rules/kit", "sound", "ui"];

#[test]
fn dependency_cycles_within_a_folder_are_small() {
    let rulesets = RULESETS.map(|name| format!("rules/{name}"));
    for name in FOLDERS.iter().copied().chain(rulesets.iter().map(String::as_str)) {
        let largest = cycles(name).into_iter().max_by_key(Vec::len).unwrap_or_default();
        let limit = if WITHOUT_CYCLES.contains(&name) { 0 } else { LARGEST_CYCLE };
        assert!(largest.len() <= limit, "{name}: {} files: {largest:?}", largest.len());
    }
}

/// The modules of a folder that depend on each other. An import of an item that a module only
/// re-exports counts as an import of the file that defines it.
fn cycles(name: &str) -> Vec<Vec<String>> {
    let folder = src().join(name);
    let is_apart = |path: &Path| {
        let path = path.strip_prefix(&folder).unwrap().with_extension("");
        let is_ruleset = RULESETS.iter().any(|ruleset| path.starts_with(ruleset));
        name == "rules" && is_ruleset || path.iter().any(|part| part == "tests")
    };
    let files: Vec<PathBuf> = sources(&folder).into_iter().filter(|path| !is_apart(path)).collect();
    let codes: Vec<String> = files.iter().map(|path| code(path)).collect();
    let modules = files.iter().map(|path| module(&folder, path)).collect();
    let folder = Folder::of(&path_of(name), modules, &codes);
    let needs: Vec<BTreeSet<usize>> =
        codes.iter().enumerate().map(|(own, code)| folder.needs(own, code)).collect();
    let name =
        |cycle: BTreeSet<usize>| cycle.iter().map(|i| folder.modules[*i].join("::")).collect();
    circles(&needs).into_iter().map(name).collect()
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
    let code = "use super::{strike::{self, Roll}, walk::Far, Hour};\nuse prices::Prices;\n\
                fn f() {\n    crate::short::clock::next(super::super::g())\n}\n\
                #[cfg(test)]\nmod tests {\n    use super::super::form::take;\n}\n";
    let mut codes = vec![String::new(); modules.len()];
    codes[0] = "mod clock;\npub use form::Hour;\n".to_owned();
    codes[1] = code.to_owned();
    let folder = Folder::of("crate/short", modules, &codes);
    assert_eq!(folder.needs(1, code), BTreeSet::from([2, 3, 4, 5]));
    assert_eq!(folder.needs(0, &codes[0]), BTreeSet::new());
}

/// The path of a folder in its package.
fn path_of(name: &str) -> String {
    match name.split_once('/') {
        _ if manifest(name).is_some() => "crate".to_owned(),
        Some((package, inside)) if manifest(package).is_some() => format!("crate/{inside}"),
        _ => format!("crate/{name}"),
    }
}

/// Module path of a file, relative to the folder.
fn module(folder: &Path, path: &Path) -> Vec<String> {
    let path = path.strip_prefix(folder).unwrap().with_extension("");
    let names = path.iter().map(|part| part.to_str().unwrap().to_owned());
    names.filter(|name| name != "mod" && name != "lib").collect()
}

/// The modules of a folder, and the re-exports of each.
struct Folder {
    /// The path of the folder: `crate`, `kit`.
    path: Vec<String>,
    modules: Vec<Vec<String>>,
    /// For each module, names that it re-exports and the module they come from.
    exports: Vec<BTreeMap<String, usize>>,
}

impl Folder {
    fn of(path: &str, modules: Vec<Vec<String>>, codes: &[String]) -> Self {
        let path = path.split('/').map(str::to_owned).collect();
        let exports = vec![BTreeMap::new(); modules.len()];
        let mut folder = Self { path, modules, exports };
        // Re-exports may be re-exported in turn.
        for _ in 0..3 {
            for (own, code) in codes.iter().enumerate() {
                for import in imports(code).into_iter().filter(|import| import.passed_on) {
                    let from = folder.leads_to(own, &import.path).filter(|from| *from != own);
                    let name = import.path.rsplit("::").next().unwrap_or_default().to_owned();
                    folder.exports[own].extend(from.map(|from| (name, from)));
                }
            }
        }
        folder
    }

    /// Files that a file names in its imports or elsewhere, except in its tests and its re-exports.
    fn needs(&self, own: usize, code: &str) -> BTreeSet<usize> {
        let code = code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let rest = rest(code).replace("pub(in crate::", "");
        let named =
            rest.split(|c: char| !is_part(c)).filter(|path| path.contains("::")).map(str::to_owned);
        let imported = imports(code).into_iter().filter(|import| !import.passed_on);
        let paths = imported.map(|import| import.path).chain(named);
        let files = paths.filter_map(|path| self.leads_to(own, &path));
        files.filter(|file| *file != own).collect()
    }

    /// File in the folder that a path in file `own` refers to.
    fn leads_to(&self, own: usize, path: &str) -> Option<usize> {
        let mut parts: Vec<&str> = path.split("::").collect();
        let mut at = self.modules[own].clone();
        if parts.iter().zip(&self.path).filter(|(a, b)| a == b).count() == self.path.len() {
            at.clear();
            parts.drain(..self.path.len());
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
            self.modules.iter().position(|module| *module == at)?;
        }
        for part in parts.into_iter().filter(|part| *part != "self") {
            at.push(part.to_owned());
            if !self.modules.contains(&at) {
                at.pop();
                let here = self.modules.iter().position(|module| *module == at)?;
                return Some(self.exports[here].get(part).copied().unwrap_or(here));
            }
        }
        self.modules.iter().position(|module| *module == at)
    }
}

/// A path that a file imports.
struct Import {
    path: String,
    /// It is re-exported.
    passed_on: bool,
}

/// The code without its imports.
fn rest(code: &str) -> String {
    split(code).1
}

/// The paths of all imports.
fn imports(code: &str) -> Vec<Import> {
    split(code).0
}

/// The paths of all imports, and the code without them.
fn split(code: &str) -> (Vec<Import>, String) {
    let (mut found, mut rest, mut open) = (Vec::new(), String::new(), String::new());
    let mut passed_on = false;
    for line in code.lines() {
        let bare = line.trim_start();
        let private = bare.split_once("use ").map(|(before, _)| before.trim());
        let starts = private.is_some_and(|v| v.is_empty() || v == "pub" || v.starts_with("pub("));
        if open.is_empty() && !starts {
            rest.push_str(line);
            rest.push('\n');
            continue;
        }
        if open.is_empty() {
            passed_on = private != Some("");
            open.push_str(bare.split_once("use ").map_or("", |(_, tree)| tree));
        } else {
            open.push_str(bare);
        }
        if let Some(tree) = open.strip_suffix(';') {
            let paths = taken_apart(tree).into_iter();
            found.extend(paths.map(|path| Import { path, passed_on }));
            open.clear();
        }
    }
    (found, rest)
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
