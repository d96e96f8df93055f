//! `highground arena` from outside: the same results on any number of threads, in one go or in
//! parts, after an interruption, and from several files.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A temporary folder for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("highground-arena-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn arena(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_highground"));
    command.arg("arena").args(arguments).stdin(Stdio::null()).output().unwrap()
}

/// The report of a run that succeeds, without the times, which differ from run to run.
fn report(arguments: &[&str]) -> Value {
    let output = arena(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    let mut report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let times = report.as_object_mut().unwrap().remove("times").unwrap();
    assert_eq!(times.as_array().unwrap().len(), 2);
    report
}

/// A small run with this seed and number of pairs, of battles that end after two rounds.
fn small(seed: &str, pairs: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["--levels", "bridge", "--rulesets", "precision,momentum"];
    arguments.extend([
        "--players",
        "soldier,recruit",
        "--rounds",
        "2",
        "--build",
        "test",
        "--json",
    ]);
    arguments.extend(["--seed", seed, "--pairs", pairs]);
    arguments.extend(more);
    report(&arguments)
}

/// The results in a file, without their times.
fn results(file: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.ends_with('\n'));
    let lines = text.lines().map(|line| {
        let mut entry: Value = serde_json::from_str(line).unwrap();
        assert_eq!(entry["times"].as_array().unwrap().len(), 2, "{line}");
        entry.as_object_mut().unwrap().remove("times");
        entry.to_string()
    });
    let all: Vec<String> = lines.collect();
    let apart: BTreeSet<String> = all.iter().cloned().collect();
    assert_eq!(all.len(), apart.len(), "each battle once");
    apart
}

#[test]
fn results_do_not_depend_on_threads_interruptions_and_parts() {
    let folder = Folder::new("parts");
    let (one, eight) = (folder.file("one.jsonl"), folder.file("eight.jsonl"));
    let whole = small("5", "2", &["--threads", "1", "--into", &one]);
    // Two rulesets, two seeds, two seatings.
    assert_eq!(whole["battles"], 8);
    assert_eq!(whole["pairings"][0]["battles"], 8);
    assert_eq!(whole["pairings"].as_array().unwrap().len(), 1 + 2 + 1);
    assert_eq!(whole, small("5", "2", &["--threads", "8", "--into", &eight]));
    assert_eq!(results(&one), results(&eight));
    assert_eq!(whole, small("5", "2", &["--threads", "2"]), "without a file");

    // Interrupted in the middle of the last line but two.
    let text = fs::read_to_string(&one).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (kept, cut) = (lines[..6].join("\n") + "\n", &lines[6][..lines[6].len() / 2]);
    fs::write(&one, format!("{kept}{cut}")).unwrap();
    let halves = report(&["merge", &one, "--json"]);
    assert_eq!((&halves["battles"], &halves["ok"]), (&Value::from(6), &Value::from(true)));
    assert_eq!(whole, small("5", "2", &["--into", &one]));
    assert_eq!(results(&one), results(&eight));
    let mended = fs::read_to_string(&one).unwrap();
    assert!(mended.starts_with(&kept), "what was there is not fought again");

    // A last line that is whole but for its end stays.
    fs::write(&one, text.trim_end()).unwrap();
    assert_eq!(whole, small("5", "2", &["--into", &one]));
    assert_eq!(fs::read_to_string(&one).unwrap(), text);

    // Two parts, which overlap, are the whole.
    let (first, second) = (folder.file("first.jsonl"), folder.file("second.jsonl"));
    small("5", "1", &["--into", &first]);
    small("5", "2", &["--into", &second]);
    let all = folder.file("all.jsonl");
    assert_eq!(whole, report(&["merge", &first, &second, "--json", "--into", &all]));
    assert_eq!(results(&all), results(&eight));
}

#[test]
fn contradictions_and_other_files_are_refused() {
    let folder = Folder::new("refused");
    let (one, other) = (folder.file("one.jsonl"), folder.file("other.jsonl"));
    small("7", "1", &["--into", &one]);
    let text = fs::read_to_string(&one).unwrap();
    let hash = text.split("\"hash\":\"").nth(1).and_then(|rest| rest.get(..16)).unwrap();
    fs::write(&other, text.replace(hash, "0123456789abcdef")).unwrap();
    let refusal = |arguments: &[&str]| {
        let output = arena(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let message = refusal(&["merge", &one, &other]);
    for part in ["one.jsonl:1", "other.jsonl:1", "seed 7", hash, "0123456789abcdef"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    for (from, to, told) in [
        ("\"ruleset\":\"precision\"", "\"ruleset\":\"chess\"", "no such ruleset"),
        ("\"winner\":null", "\"winner\":99", "allowed: null, or 0 to 1"),
        (hash, "xyz", "16 of the digits"),
        ("{\"level\":", "[]\n{\"level\":", "expected structure"),
    ] {
        assert!(text.contains(from), "{from}: {text}");
        fs::write(&other, text.replacen(from, to, 1)).unwrap();
        let message = refusal(&["merge", &other]);
        assert!(message.contains("other.jsonl:") && message.contains(told), "{message}");
        assert!(!message.contains("FoughtBattle") && !message.contains(" at line "), "{message}");
    }
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/bridge.ron");
    let level = level.display().to_string();
    assert!(refusal(&["merge", &level]).contains("not an arena result"));
    let before = fs::read(&level).unwrap();
    let mut into = vec!["--levels", "bridge", "--rulesets", "precision"];
    into.extend(["--players", "soldier,recruit", "--into", &level]);
    assert!(refusal(&into).contains("not an arena result"));
    assert_eq!(fs::read(&level).unwrap(), before, "another file stays as it is");
    let short = folder.file("short.txt");
    fs::write(&short, "no line break").unwrap();
    into.pop();
    into.push(&short);
    assert!(refusal(&into).contains("not an arena result"));
    assert_eq!(fs::read(&short).unwrap(), b"no line break");
    let bare = Folder::new("bare");
    fs::create_dir(bare.0.join("levels")).unwrap();
    let message = refusal(&["--data", &bare.0.display().to_string()]);
    assert!(message.contains("there are no levels"), "{message}");
    assert!(refusal(&["--players", "soldier"]).contains("at least two"));
    assert_eq!(arena(&["--players", "general"]).status.code(), Some(2));
}
