//! What rulesets share lies in the kit: no run of lines stands to the letter in the folders of two.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const RULESETS: [&str; 5] = ["precision", "momentum", "vigor", "turnside", "evoker"];

/// Number of equal lines that count as a repetition.
const RUN: usize = 6;

/// A line with its number in the file, from 1.
type Line = (usize, String);

/// The lines that count: no comments, imports, attributes and lone punctuation. Declarations do not
/// count either (fields, variants, associated types): data formats of rulesets may be alike. A
/// signature counts as one line, as its layout depends on its length.
fn lines(text: &str) -> Vec<Line> {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let (mut found, mut signature): (Vec<Line>, Option<Line>) = (Vec::new(), None);
    for (line, number) in text.lines().zip(1..) {
        let line = line.split("//").next().unwrap_or_default().trim();
        if !line.contains(char::is_alphanumeric) {
            continue;
        }
        if let Some((_, begun)) = &mut signature {
            begun.push_str(line);
            if line.ends_with(['{', ';']) {
                found.extend(signature.take());
            }
        } else if line.contains("fn ") && line.ends_with('(') {
            signature = Some((number, line.to_owned()));
        } else if !is_declaration(line) {
            found.push((number, line.to_owned()));
        }
    }
    found
}

fn is_declaration(line: &str) -> bool {
    let bare = line.strip_prefix("pub ").unwrap_or(line);
    let is_name = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let field = bare.split_once(": ").is_some_and(|(name, of)| is_name(name) && of.ends_with(','));
    let variant = bare.starts_with(char::is_uppercase)
        && (bare.strip_suffix(',').is_some_and(is_name) || bare.contains(") = \""));
    let other = ["#[", "use ", "mod ", "type "].iter().any(|start| bare.starts_with(start));
    field && line.starts_with("pub ") || variant || other
}

/// Runs of lines by their text: where each begins.
fn runs(files: &[(usize, PathBuf)]) -> BTreeMap<String, Vec<(usize, String)>> {
    let mut found: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for (ruleset, file) in files {
        let lines = lines(&fs::read_to_string(file).unwrap());
        for run in lines.windows(RUN) {
            let text = run.iter().map(|(_, line)| line.as_str()).collect::<Vec<_>>().join("\n");
            let place = format!("{}:{}", file.display(), run[0].0);
            found.entry(text).or_default().push((*ruleset, place));
        }
    }
    found
}

/// The source files of a folder, tests left out.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![folder.to_path_buf()]);
    while let Some(folder) = open.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let is_test = path.file_stem().is_some_and(|stem| stem == "tests");
            if path.is_dir() && !is_test {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !is_test {
                found.push(path);
            }
        }
    }
    found
}

#[test]
fn rulesets_do_not_repeat_each_other() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let of = |(i, name): (usize, &&str)| {
        sources(&rules.join(name)).into_iter().map(move |file| (i, file)).collect::<Vec<_>>()
    };
    let files: Vec<(usize, PathBuf)> = RULESETS.iter().enumerate().flat_map(of).collect();
    assert!(files.len() > 300, "{} files", files.len());
    let shared: Vec<String> = runs(&files)
        .into_iter()
        .filter(|(_, places)| places.iter().any(|(ruleset, _)| *ruleset != places[0].0))
        .map(|(text, places)| {
            let places: Vec<String> = places.into_iter().map(|(_, place)| place).collect();
            format!("{}\n{text}", places.join(" and "))
        })
        .collect();
    assert!(shared.is_empty(), "{} runs:\n{}", shared.len(), shared.join("\n\n"));
}

#[test]
fn statements_count_and_declarations_do_not() {
    let text = "use a::b;\n/// Doc.\n#[derive(Clone)]\npub struct A {\n    pub b: C,\n}\n\
                fn long(\n    a: u8,\n) -> u8 {\n    let b = a; // why\n    b\n}\n";
    let found: Vec<Line> = lines(text);
    let expected =
        [(4, "pub struct A {"), (7, "fn long(a: u8,) -> u8 {"), (10, "let b = a;"), (11, "b")];
    assert_eq!(found, expected.map(|(number, line)| (number, line.to_owned())));
    for declared in ["Tiny,", "RoundEnd(RoundEnd) = \"round_end\",", "type Key = i32;"] {
        assert!(is_declaration(declared), "{declared}");
    }
    for counted in ["Tiny => 1,", "moved: \"MO-1\",", "unit.status,"] {
        assert!(!is_declaration(counted), "{counted}");
    }
}
