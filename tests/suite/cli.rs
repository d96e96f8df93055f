//! The command line from outside: exit codes, one clear message for bad input, JSON as a single
//! object.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use highground::battle::Record;
use highground::registry::RulesetId;
use serde_json::Value;

/// A temporary folder for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("highground-cli-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_highground"));
    // No test here opens a window.
    for display in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(display);
    }
    command.stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Message of a command for bad input: exit code 1, empty standard output, no panic.
fn refusal(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    assert_eq!(text(&output.stdout), "", "{arguments:?}");
    message
}

/// The single JSON object that a command prints.
fn json(arguments: &[&str], code: i32) -> Value {
    let output = run(arguments);
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{arguments:?}: {message}");
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(value.is_object(), "{arguments:?}");
    assert_eq!(value["ok"], Value::Bool(code == 0), "{arguments:?}");
    value
}

/// Text of a shipped level.
fn shipped(level: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels").join(level);
    fs::read_to_string(path).unwrap()
}

#[test]
fn unknown_names_suggest_the_nearest_match() {
    assert!(refusal(&["rules", "precison"]).contains("did you mean `precision`?"));
    assert!(refusal(&["simulate", "brigde"]).contains("did you mean `bridge`?"));
    let both = refusal(&["simulate", "bridge", "--ruleset", "precison"]);
    assert!(both.contains("did you mean `precision`?"));
    assert!(refusal(&["play", "brigde"]).contains("did you mean `bridge`?"));
    assert!(refusal(&["play", "bridge", "--ruleset", "chess"]).contains("no such ruleset"));
    assert!(refusal(&["rules", "--data", "/no/such/folder"]).contains("/no/such/folder"));
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    for arguments in [&["fight"][..], &["simulate"], &["simulate", "bridge", "--battles", "0"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains("error:"), "{arguments:?}");
    }
    let report = json(&["picture", "bridge", "--json", "-o", "bridge.jpg"], 2);
    let message = report["problems"][0]["message"].as_str().unwrap();
    assert!(message.contains("ends in .png"), "{message}");
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    for command in ["play", "simulate", "scenario", "odds", "replay", "import", "check", "rules"] {
        assert!(text(&help.stdout).contains(command), "{command}");
    }
}

#[test]
fn damaged_levels_are_refused_with_their_place() {
    let folder = Folder::new("levels");
    let level = shipped("bridge.ron");
    let knight = "(role: knight, at: (5, 10), facing: E";
    assert!(level.contains(knight), "the test needs the knight on the bridge");
    let damaged = |name: &str, from: &str, to: &str| {
        assert!(level.contains(from), "the bridge has no `{from}`");
        folder.file(name, level.replace(from, to))
    };
    // File, and text that the message must contain.
    let cases = [
        (folder.file("empty.ron", ""), "empty"),
        (folder.file("binary.ron", [0u8, 159, 146, 150, 0, 1, 2]), "UTF-8"),
        (folder.file("cut.ron", &level[..level.len() / 2]), "cut.ron:"),
        (folder.file("word.ron", "hello"), "word.ron:1:1"),
        (damaged("type.ron", "name: \"The Bridge\"", "name: 5"), "type.ron:4:"),
        (damaged("role.ron", "role: knight", "role: knigth"), "did you mean `knight`?"),
        (damaged("water.ron", "depth: 2.0", "depth: 900.0"), "water.ron:"),
        (damaged("height.ron", "elevation: -2.5", "elevation: 1e300"), "height.ron:"),
        (damaged("outside.ron", knight, "(role: knight, at: (500, 10), facing: E"), "(500, 10)"),
        (damaged("in_a_tree.ron", knight, "(role: knight, at: (1, 1), facing: E"), "tree"),
        (damaged("format.ron", "format: 1", "format: 99"), "99"),
        (folder.0.display().to_string(), "folder"),
        (folder.0.join("missing.ron").display().to_string(), "missing.ron"),
    ];
    for (file, word) in &cases {
        let message = refusal(&["simulate", file, "--rounds", "1"]);
        assert!(message.contains(word), "{file}: {message}");
    }
    let deep = folder.file("deep.ron", format!("Level(name: {}", "[".repeat(200_000)));
    refusal(&["simulate", &deep]);
}

#[test]
fn absurd_sizes_are_refused_before_work() {
    let folder = Folder::new("sizes");
    let rows = format!("rows: [{}", format!("\"{}\",", ".".repeat(300)).repeat(200));
    let wide = shipped("bridge.ron").replace("rows: [", &rows);
    assert!(refusal(&["simulate", &folder.file("wide.ron", wide)]).contains("4 to 256"));
    let huge = folder.file("huge.ron", vec![b' '; 5 * 1024 * 1024]);
    assert!(refusal(&["simulate", &huge]).contains("4 MiB"));
    assert!(refusal(&["replay", &huge]).contains("4 MiB"));
}

#[test]
fn a_level_with_a_unit_inside_rock_is_refused() {
    let folder = Folder::new("rock");
    let level = shipped("bridge.ron").replace("':': (terrain: path)", "':': (terrain: solid)");
    let file = folder.file("rock.ron", level);
    let message = refusal(&["simulate", &file]);
    // The captain stands on the path, at (4, 9).
    assert!(message.contains("(4, 9)") || message.contains("(4,9)"), "{message}");
    let report = json(&["check", &file, "--json"], 1);
    let problems = report["problems"].as_array().unwrap();
    assert!(problems.iter().any(|p| p["severity"] == "error" && p["line"].is_u64()), "{report}");
}

#[test]
fn failures_are_a_single_json_object_too() {
    let value = json(&["rules", "precison", "--json"], 1);
    assert_eq!(value["problems"][0]["help"], "did you mean `precision`?");
    let value = json(&["simulate", "brigde", "--json"], 1);
    assert_eq!(value["problems"].as_array().map(Vec::len), Some(1));
    json(&["replay", "missing.record", "--json"], 1);
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn without_a_display_the_window_is_refused_with_a_message() {
    for arguments in [&["play", "bridge"][..], &[]] {
        assert!(refusal(arguments).contains("no display"), "{arguments:?}");
    }
}

#[test]
fn a_display_that_leads_nowhere_is_named() {
    for (name, value) in [("DISPLAY", ":3999"), ("WAYLAND_DISPLAY", "wayland-3999")] {
        let output = program().args(["edit", "bridge"]).env(name, value).output().unwrap();
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(&format!("no display answers: {name}={value}")), "{message}");
    }
}

#[test]
fn only_levels_are_edited() {
    for wrong in [std::env::temp_dir().display().to_string(), "/dev/null".to_owned()] {
        let message = refusal(&["edit", &wrong]);
        assert!(message.contains("a file is needed"), "{message}");
    }
}

#[test]
fn a_named_settings_file_that_cannot_be_read_is_refused_and_left_alone() {
    let folder = Folder::new("settings");
    let level = folder.file("level.ron", shipped("bridge.ron"));
    let place = folder.0.display().to_string();
    for (file, told) in [(&level, "level.ron:"), (&place, "a file is needed")] {
        for command in ["play", "edit"] {
            let message = refusal(&[command, "bridge", "--settings", file]);
            assert!(message.contains(told), "{message}");
        }
        assert!(Path::new(file).exists(), "{file}");
    }
    assert_eq!(fs::read_to_string(&level).unwrap(), shipped("bridge.ron"));
}

#[test]
fn a_file_of_another_kind_is_named_for_what_it_is() {
    let folder = Folder::new("kinds");
    let level = folder.file("level.ron", shipped("bridge.ron"));
    let scenario = folder.file("scenario.ron", "(title: \"A\", rules: [], rows: [\"A\"])");
    for (command, needed) in [("replay", "the record of a battle"), ("odds", "a scenario")] {
        let message = refusal(&[command, &level]);
        assert!(message.contains(&format!("this is a level; needed: {needed}")), "{message}");
    }
    let report = json(&["scenario", &level, "--json"], 1);
    let message = report["problems"][0]["message"].as_str().unwrap();
    assert_eq!(message, "this is a level; needed: a scenario");
    assert!(refusal(&["simulate", &scenario]).contains("this is a scenario; needed: a level"));
    let picture = folder.file("picture.ron", b"\x89PNG\r\n\x1a\n\0\0");
    assert!(refusal(&["simulate", &picture]).contains("this is a PNG picture"));
    let json = folder.file("json.ron", "{\"format\": 1, \"rows\": []}");
    assert!(refusal(&["simulate", &json]).contains("this is a JSON file; needed: a level"));
    let save = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/precision-2.save");
    assert!(refusal(&["simulate", &save.display().to_string()]).contains("this is a saved game"));
}

#[test]
fn overrides_that_no_ruleset_reads_are_refused_in_their_place() {
    let folder = Folder::new("overrides");
    for (given, line, told) in [
        ("{ \"vigour\": { \"draughts\": 1 } }", 2, "no ruleset is called"),
        ("{ \"vigor\": { \"draughtz\": 1 } }", 2, "`draughtz` cannot be overridden"),
        ("{ \"vigor\": { \"draughts\": 9999 } }", 2, "`draughts` is 9999"),
        ("{ \"precision\": { \"health\": 0 } }", 2, "`health` is 0"),
    ] {
        let text = shipped("cliff.ron");
        let (before, rest) = text.split_once("overrides: ").unwrap();
        let (_, after) = rest.split_once(" }),").unwrap();
        let text = format!("{before}overrides:\n{given}),{after}");
        let first = before.lines().count();
        let level = folder.file("level.ron", text);
        let report = json(&["check", &level, "--json"], 1);
        let problems = report["problems"].as_array().unwrap();
        let problem = problems.iter().find(|p| p["message"].as_str().unwrap().contains(told));
        let problem = problem.unwrap_or_else(|| panic!("{report}"));
        assert_eq!(problem["line"], first + line - 1, "{problem}");
        assert!(problem["column"].as_u64().is_some_and(|column| column > 1), "{problem}");
    }
}

#[test]
fn scenarios_run_and_report_odds() {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/tests/scenarios/precision/dice.ron");
    let report = json(&["scenario", &file, "--json"], 0);
    assert!(report["passed"].as_u64().is_some_and(|n| n > 0));
    assert_eq!(report["failed"], 0);
    let all = json(&["scenario", &format!("{root}/tests/scenarios/precision"), "--json"], 0);
    assert!(all["passed"].as_u64() > report["passed"].as_u64());
    let odds = json(&["odds", &file, "--json"], 0);
    assert!(odds["targets"].as_array().is_some_and(|t| !t.is_empty()));
    let folder = Folder::new("scenario");
    let empty = folder.0.display().to_string();
    assert!(text(&run(&["scenario", &empty]).stderr).contains("no scenario file in this folder"));
    let wrong = folder.file("wrong.ron", "(title: 5)");
    assert!(refusal(&["odds", &wrong]).contains("wrong.ron:1:"));
    let output = run(&["scenario", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("wrong.ron:1:"));
}

#[test]
fn every_ruleset_lists_its_roles() {
    for id in RulesetId::ALL.map(RulesetId::name) {
        let value = json(&["rules", id, "--json"], 0);
        let roles = value["roles"].as_array().unwrap();
        let ids: Vec<&str> = roles.iter().filter_map(|r| r["id"].as_str()).collect();
        // The eighth, the beast, has another name where it is a drake.
        let expected = ["knight", "archer", "mage", "healer", "scout", "brute", "captain"];
        assert!(ids.len() > expected.len());
        assert!(expected.iter().all(|role| ids.contains(role)), "{ids:?}");
        assert!(value["rules"].as_u64().is_some_and(|n| n > 0));
        let shown = run(&["rules", id]);
        assert!(text(&shown.stdout).contains(&format!("Roles ({})", ids.len())));
    }
    let list = json(&["rules", "--json"], 0);
    assert_eq!(list["rulesets"][0]["id"], "precision");
}

#[test]
fn the_same_seed_gives_the_same_battle_on_any_number_of_threads() {
    let arguments =
        ["simulate", "bridge", "--seed", "5", "--battles", "3", "--rounds", "4", "--json"];
    let with = |threads: &str| {
        let output = program().args(arguments).args(["--threads", threads]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let one = with("1");
    assert_eq!(one, with("4"));
    let value: Value = serde_json::from_str(&one).unwrap();
    let fights = value["fights"].as_array().unwrap();
    assert_eq!(fights.len(), 3);
    // The second battle of seed 5 is the first of seed 6.
    let next = json(&["simulate", "bridge", "--seed", "6", "--rounds", "4", "--json"], 0);
    assert_eq!(fights[1], next["fights"][0]);
    assert_ne!(fights[0]["hash"], fights[1]["hash"]);
    let wins = value["sides"].as_array().unwrap().iter().map(|s| s["wins"].as_u64().unwrap());
    assert_eq!(wins.sum::<u64>() + value["draws"].as_u64().unwrap(), 3);
    for side in value["sides"].as_array().unwrap() {
        let [low, share, high] = ["low", "share", "high"].map(|key| side[key].as_f64().unwrap());
        assert!((0.0..=share).contains(&low) && (share..=1.0).contains(&high), "{side}");
    }
    // Damage dealt equals damage taken: in a few rounds only units damage each other.
    let roles = value["roles"].as_array().unwrap();
    let sum = |key: &str| roles.iter().map(|role| role[key].as_i64().unwrap()).sum::<i64>();
    assert!(sum("dealt") > 0 && sum("dealt") <= sum("taken"), "{roles:?}");
    assert!(sum("combatants") >= 3 * 8, "{roles:?}");
}

#[test]
fn the_battle_lab_writes_tables() {
    let table = |lines: &str| {
        let csv = format!("--csv{lines}");
        let arguments =
            ["simulate", "bridge", "--seed", "5", "--battles", "2", "--rounds", "3", &csv];
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let battles = table("");
    let mut lines = battles.lines();
    assert!(lines.next().is_some_and(|head| head.starts_with("seed,winner,why,rounds")));
    let seeds: Vec<&str> = lines.filter_map(|line| line.split(',').next()).collect();
    assert_eq!(seeds, ["5", "6"]);
    assert_eq!(battles, table("=battles"));
    assert!(table("=roles").starts_with("side,name,role,dealt,taken"));
    let both = run(&["simulate", "bridge", "--csv", "--json"]);
    assert_eq!(both.status.code(), Some(2));
}

/// A result that cannot be written is an error.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["rules", "precision"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("could not be written"), "{}", text(&output.stderr));
}

/// The program reports its own failures next to the player's saves.
#[cfg(target_os = "linux")]
#[test]
fn a_crash_of_the_program_is_reported() {
    let folder = Folder::new("failure");
    let mut program = program();
    program.args(["rules"]).env("HIGHGROUND_FAIL", "yes").env("XDG_DATA_HOME", &folder.0);
    let output = program.output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(101), "{said}");
    let path = said.lines().find_map(|line| line.split_once("The report is in ")).unwrap().1;
    assert!(Path::new(path).starts_with(&folder.0), "{path}");
    assert!(fs::read_to_string(path).unwrap().contains("requested by HIGHGROUND_FAIL"));
}

#[test]
fn a_recorded_battle_is_replayed_and_a_damaged_record_is_refused() {
    let folder = Folder::new("record");
    let record = folder.0.join("battle.ron").display().to_string();
    let fought = json(
        &["simulate", "bridge", "--seed", "3", "--rounds", "2", "--record", &record, "--json"],
        0,
    );
    let again = json(&["replay", &record, "--verify", "--json"], 0);
    assert_eq!(again["hash"], fought["fights"][0]["hash"]);
    assert_eq!(again["commands"], fought["fights"][0]["commands"]);

    let told = json(&["replay", &record, "--statistics", "--json"], 0);
    let rows = told["statistics"].as_array().unwrap();
    assert!(rows.iter().any(|row| row["rolls"].as_u64().is_some_and(|n| n > 0)), "{rows:?}");
    assert!(again["statistics"].is_null());
    let csv = text(&run(&["replay", &record, "--statistics", "--csv"]).stdout);
    assert_eq!(csv.lines().count(), rows.len() + 1, "{csv}");
    let table = text(&run(&["replay", &record, "--statistics"]).stdout);
    assert!(table.contains("River Guard") && table.contains("expected"), "{table}");

    let written = fs::read_to_string(&record).unwrap();
    let cut = folder.file("cut.ron", &written[..written.len() * 2 / 3]);
    assert!(refusal(&["replay", &cut]).contains("cut.ron"));
    // Another seed: the battle starts differently from the record.
    assert!(written.contains("seed: 3,"));
    let other = folder.file("other.ron", written.replacen("seed: 3,", "seed: 4,", 1));
    assert!(refusal(&["replay", &other, "--verify"]).contains("hash"));
    let mut tampered = Record::parse("record", &written).unwrap();
    tampered.commands[1].hash ^= 1;
    let tampered = folder.file("tampered.ron", tampered.to_text().unwrap());
    let message = refusal(&["replay", &tampered, "--verify"]);
    assert!(message.contains("command 2 has another outcome"), "{message}");
    let ruleset = folder.file("ruleset.ron", written.replacen("precision", "precison", 1));
    assert!(refusal(&["replay", &ruleset]).contains("precison"));
    assert!(refusal(&["replay", &folder.file("empty.ron", "")]).contains("empty.ron"));
    assert!(refusal(&["replay", &folder.file("binary.ron", [0u8, 255, 1])]).contains("UTF-8"));
}

/// House rules change a battle, and its record keeps them.
#[test]
fn house_rules_are_checked_and_recorded() {
    let folder = Folder::new("house");
    let record = folder.file("house.record", "");
    let rule = "--house-rule";
    let given = ["simulate", "bridge", "--seed", "3", rule, "health_base=25", "--record", &record];
    let changed = run(&given);
    assert!(changed.status.success(), "{}", text(&changed.stderr));
    let usual = run(&["simulate", "bridge", "--seed", "3"]);
    assert_ne!(text(&changed.stdout), text(&usual.stdout));
    let replayed = run(&["replay", &record, "--verify"]);
    assert!(text(&replayed.stdout).contains("all states match"), "{}", text(&replayed.stderr));
    let kept = Record::load(Path::new(&record)).unwrap().house_rules;
    assert_eq!(kept, [("health_base".to_owned(), "25".to_owned())].into());
    let unknown = refusal(&["simulate", "bridge", rule, "flank_bonos=2"]);
    assert!(unknown.contains("did you mean `flank_bonus`?"), "{unknown}");
    let range = refusal(&["simulate", "bridge", rule, "flank_bonus=444"]);
    assert!(range.contains("-99 to 99"), "{range}");
    // The option is to blame, not the ruleset's own file.
    for (value, told) in [("abc", "allowed: a number"), ("999999999999", "-99 to 99")] {
        let given = format!("flank_bonus={value}");
        let message = refusal(&["simulate", "bridge", rule, &given]);
        assert!(message.contains(&format!("house rule `{given}`: ")), "{message}");
        assert!(message.contains(told) && !message.contains("rules.ron"), "{message}");
    }
    let text = fs::read_to_string(&record).unwrap();
    let wrong = folder.file("wrong.ron", text.replacen("\"25\"", "\"abc\"", 1));
    let message = refusal(&["replay", &wrong]);
    assert!(message.contains("wrong.ron") && message.contains("`health_base=abc`"), "{message}");
}

#[test]
fn a_battle_can_be_watched_and_drawn_from_any_folder() {
    let folder = Folder::new("elsewhere");
    let output = program()
        .args(["simulate", "levels/bridge.ron", "--rounds", "2", "--show", "--picture", "end.png"])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    for words in ["Round 1", "Captain", "River Guard", "The Bridge under precision"] {
        assert!(told.contains(words), "{words}");
    }
    let picture = tiny_skia::Pixmap::load_png(folder.0.join("end.png")).unwrap();
    assert!(picture.width() > 500 && picture.height() > 300);
}

#[test]
fn unwritable_pictures_and_records_are_reported() {
    for option in ["--picture", "--record"] {
        let message =
            refusal(&["simulate", "bridge", "--rounds", "1", option, "/no/such/folder/file.png"]);
        assert!(message.contains("there is no folder `/no/such/folder`"), "{message}");
    }
}

#[test]
fn files_to_write_are_checked_before_the_first_battle() {
    let folder = Folder::new("targets");
    let record = folder.0.join("battle.ron").display().to_string();
    let picture = folder.0.join("folder.png");
    fs::create_dir(&picture).unwrap();
    let picture = picture.display().to_string();
    let both = ["simulate", "bridge", "--rounds", "1", "--record", &record, "--picture", &picture];
    assert!(refusal(&both).contains("a file is needed"));
    assert!(!Path::new(&record).exists(), "nothing was fought, so nothing was recorded");
    assert!(refusal(&["picture", "bridge", "-o", &picture]).contains("a file is needed"));
}

#[test]
fn a_closed_output_pipe_is_no_failure() {
    let mut child = program()
        .args(["rules", "precision"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0), "{message}");
    assert_eq!(message, "");
}

#[test]
fn the_shipped_levels_and_data_pass_their_check() {
    let root = env!("CARGO_MANIFEST_DIR");
    let (levels, assets) = (format!("{root}/levels"), format!("{root}/assets"));
    let report = json(&["check", &levels, &assets, "--json"], 0);
    let looked = report["looked_at"].as_array().unwrap();
    let count = |kind: &str| looked.iter().filter(|l| l["kind"] == kind).count();
    let files = |folder: &str| {
        let files = fs::read_dir(folder).unwrap().flatten();
        files.filter(|f| f.path().extension().is_some_and(|e| e == "ron")).count()
    };
    let lessons = format!("{assets}/lessons");
    let boards = files(&format!("{lessons}/boards"));
    let counted = (count("level"), count("lesson"), count("ruleset"));
    assert_eq!(counted, (files(&levels) + boards, files(&lessons), RulesetId::ALL.len()));
}

#[test]
fn weights_in_a_named_data_folder_are_checked() {
    let folder = Folder::new("weights");
    fs::create_dir_all(folder.0.join("assets")).unwrap();
    fs::create_dir_all(folder.0.join("levels")).unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/opponent.ron");
    let shipped = fs::read_to_string(shipped).unwrap();
    let data = folder.0.display().to_string();
    let rules = ["rules", "precision", "--data", &data];
    let told = |text_of_file: &str| {
        folder.file("assets/opponent.ron", text_of_file);
        let output = run(&rules);
        assert!(output.status.success());
        text(&output.stderr)
    };
    assert_eq!(told(&shipped), "");
    assert!(told(&shipped.replacen("felled: 400", "felled: 401", 1)).contains("opponent.ron"));
    folder.file("assets/opponent.ron", "Opponent(acts: 1)");
    assert!(refusal(&rules).contains("opponent.ron:1"));
}

#[test]
fn damaged_ruleset_data_fails_its_check() {
    let folder = Folder::new("data");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/rulesets/precision");
    let copy = folder.0.join("assets/rulesets/precision");
    fs::create_dir_all(&copy).unwrap();
    for file in fs::read_dir(source).unwrap().flatten() {
        fs::copy(file.path(), copy.join(file.file_name())).unwrap();
    }
    let (data, path) = (folder.0.display().to_string(), copy.display().to_string());
    json(&["check", &path, "--json"], 0);
    json(&["check", "bridge", "--json"], 0);
    assert!(refusal(&["check", "bridgge"]).contains("did you mean `bridge`?"));
    fs::write(copy.join("roster.ron"), "[(").unwrap();
    let report = json(&["check", &path, "--json"], 1);
    assert!(report["problems"][0]["file"].as_str().is_some_and(|f| f.ends_with("roster.ron")));
    assert!(refusal(&["rules", "precision", "--data", &data]).contains("roster.ron"));
    let nothing = Folder::new("nothing");
    assert!(refusal(&["check", &nothing.0.display().to_string()]).contains("no level"));
}

#[test]
fn pictures_that_cannot_be_shown_are_warned_of() {
    let folder = Folder::new("traced");
    let picture = "picture: (file: \"plan.png\", size: (8.0, 4.0)),\n    palette: {";
    let text = shipped("bridge.ron").replacen("palette: {", picture, 1);
    let line = text.lines().position(|line| line.contains("plan.png")).unwrap() + 1;
    let level = folder.file("level.ron", text);
    let warned = || {
        let report = json(&["check", &level, "--json"], 0);
        let problems = report["problems"].as_array().unwrap().clone();
        let about = |p: &Value| p["message"].as_str().is_some_and(|m| m.contains("plan.png"));
        let found: Vec<Value> = problems.into_iter().filter(about).collect();
        assert!(found.iter().all(|p| p["severity"] == "warning" && p["line"] == line), "{found:?}");
        found.len()
    };
    assert_eq!(warned(), 1, "no such file");
    image::RgbaImage::new(80, 40).save(folder.0.join("plan.png")).unwrap();
    assert_eq!(warned(), 0);
    let whole = fs::read(folder.0.join("plan.png")).unwrap();
    for length in [0, 20, whole.len() / 2] {
        folder.file("plan.png", &whole[..length]);
        assert_eq!(warned(), 1, "{length} bytes");
    }
}

/// A Universal VTT map of 10 x 8 cells: a wall beside the grid with a door, and a lamp.
const MAP: &str = r#"{"format": 0.3,
    "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 10, "y": 8},
    "pixels_per_grid": 64}, "environment": {"ambient_light": "ff101010"},
    "line_of_sight": [[{"x": 4.4, "y": 0}, {"x": 4.4, "y": 3}], [{"x": 4.4, "y": 4}, {"x": 4.4, "y": 8}]],
    "portals": [{"bounds": [{"x": 4.4, "y": 3}, {"x": 4.4, "y": 4}], "closed": true}],
    "lights": [{"position": {"x": 2.5, "y": 2.5}, "range": 4, "color": "ffeccd8b"}]}"#;

#[test]
fn maps_of_other_programs_become_levels() {
    let folder = Folder::new("import");
    let map = folder.file("old_mill.dd2vtt", MAP);
    let level = folder.0.join("mill.ron").display().to_string();
    let report = json(&["import", &map, "-o", &level, "--json"], 0);
    assert_eq!(report["name"], "Old mill");
    for (what, count) in [("walls", 7), ("openings", 1), ("things", 0), ("lights", 1)] {
        assert_eq!(report[what], count, "{what}");
    }
    assert!(report["notes"].to_string().contains("2 walls off the grid moved to it"), "{report}");
    json(&["check", &level, "--json"], 0);
    json(&["simulate", &level, "--rounds", "2", "--json"], 0);
    let output = run(&["import", &map, "-o", &level, "--name", "The Mill"]);
    let printed = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(printed.contains("\"The Mill\", 10 x 8 cells"), "{printed}");
    assert!(printed.contains("note: 2 walls"), "{printed}");
    assert!(fs::read_to_string(&level).unwrap().contains("name: \"The Mill\""));
}

#[test]
fn an_import_replaces_nothing_but_levels() {
    let folder = Folder::new("import-over");
    let map = folder.file("mill.uvtt", MAP);
    let other = folder.file("notes.ron", "(my: \"notes\")");
    assert!(refusal(&["import", &map, "-o", &other]).contains("is no level"));
    assert_eq!(fs::read_to_string(&other).unwrap(), "(my: \"notes\")");
    let level = folder.0.join("mill.ron").display().to_string();
    let damaged = folder.file("cut.uvtt", &MAP[..200]);
    assert!(refusal(&["import", &damaged, "-o", &level]).contains("cut.uvtt:"));
    let wide = folder.file("wide.uvtt", MAP.replace("\"x\": 10", "\"x\": 300"));
    assert!(refusal(&["import", &wide, "-o", &level]).contains("to 256 x 256"));
    assert!(refusal(&["import", &level, "-o", &level]).contains("no such file"));
    assert!(!Path::new(&level).exists());
    json(&["import", &map, "-o", "mill.txt", "--json"], 2);
}

#[test]
fn maps_of_other_programs_are_no_levels() {
    let folder = Folder::new("foreign");
    let map = folder.file("mill.dd2vtt", MAP);
    let png = folder.0.join("mill.png").display().to_string();
    for command in [
        &["check", &map][..],
        &["play", &map],
        &["edit", &map],
        &["simulate", &map],
        &["picture", &map, "-o", &png],
    ] {
        let message = refusal(command);
        assert!(message.contains("this is a Universal VTT map; needed: a level"), "{message}");
        assert!(message.contains("highground import"), "{message}");
    }
}

#[test]
fn what_is_named_twice_is_checked_once() {
    let folder = Folder::new("twice");
    let level = folder.file("level.ron", shipped("bridge.ron"));
    let place = folder.0.display().to_string();
    for paths in [[&place, &level], [&level, &level], [&place, &place]] {
        let report = json(&["check", paths[0], paths[1], "--json"], 0);
        assert_eq!(report["looked_at"].as_array().map(Vec::len), Some(1), "{paths:?}");
    }
}

#[test]
fn pictures_can_end_with_a_storey() {
    let folder = Folder::new("storeys");
    let decks = "decks: [(at: rect((18, 12), (21, 14)), top: 4.0)],\n    walls: [\n        \
                 (kind: wall, line: [(18, 12), (22, 12), (22, 15)], floor: 4.0),";
    let level = shipped("bridge.ron").replacen("walls: [", decks, 1);
    let file = folder.file("house.ron", &level);
    let draw = |level: &str, storey: Option<&str>| {
        let png = folder.0.join("house.png").display().to_string();
        let mut command = vec!["picture", level, "--json", "-o", &png];
        command.extend(storey.iter().flat_map(|storey| ["--storey", storey]));
        json(&command, 0);
        fs::read(&png).unwrap()
    };
    let [ground, first, all] = [Some("0"), Some("1"), None].map(|storey| draw(&file, storey));
    assert!(ground != first && first == all);
    let plain = folder.file("plain.ron", shipped("bridge.ron"));
    assert_eq!(draw(&plain, None), ground, "below the deck all is as without it");
    let png = folder.0.join("none.png").display().to_string();
    let message = refusal(&["picture", &file, "--storey", "2", "-o", &png]);
    assert!(message.contains("there is no storey 2"), "{message}");
}

#[test]
fn levels_are_drawn_without_a_window() {
    let folder = Folder::new("picture");
    let file = folder.0.join("bridge.png").display().to_string();
    let report = json(&["picture", "bridge", "--json", "-o", &file], 0);
    assert_eq!(report["bytes"], fs::metadata(&file).unwrap().len());
    let drawn = image::open(&file).unwrap();
    assert!(drawn.width() > 200 && drawn.height() > 100);
    let message = refusal(&["picture", "bridgge", "-o", &file]);
    assert!(message.contains("did you mean `bridge`?"), "{message}");
    let broken = folder.file("broken.save", "High Ground save 2\nnothing else");
    let message = refusal(&["picture", &broken, "-o", &file]);
    assert!(message.contains("damaged"), "{message}");
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/precision-2.save");
    fs::copy(kept, folder.0.join("broken.save.old")).unwrap();
    for command in [&["picture", &broken, "-o", &file][..], &["replay", &broken]] {
        let message = refusal(command);
        assert!(message.contains("the previous save is intact"), "{message}");
    }
}
