//! Crashes of the program: the battle is saved first, and a report says where it is.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use highground::battle::record::Record;
use highground::battle::replay::replay;
use highground::battle::{Save, save};
use highground::crash;

use super::battles;
use super::child;
use super::folder::Folder;

/// Environment variable with the folder for a child's reports.
const FOLDER: &str = "HIGHGROUND_HARDEN_FOLDER";

/// Seed of the battle in progress when the child crashes: a battle with a referee.
const BATTLE: u64 = 2;

#[test]
fn a_failure_leaves_the_battle_and_a_report_behind() {
    let folder = Folder::new("crash");
    let reports = folder.0.join("not/there/yet");
    let mut child = child::of(module_path!(), "fail", None);
    let output = child.env(FOLDER, &reports).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    let names = super::folder::names(&reports);
    let ending = |ending: &str| {
        let mut found = names.iter().filter(|name| name.ends_with(ending));
        let name = found.next().unwrap_or_else(|| panic!("{ending}: {names:?}, {said}"));
        assert_eq!(found.next(), None, "only the first failure is reported");
        reports.join(name)
    };
    let (report, kept, record) = (ending(".txt"), ending(".save"), ending(".ron"));
    assert!(said.contains(&report.display().to_string()), "{said}");
    let text = fs::read_to_string(report).unwrap();
    let expected = battles::saved(BATTLE, 1).unwrap();
    for words in [
        "the first failure, on purpose",
        "crash.rs:",
        "painter",
        "during    a test of reports",
        env!("CARGO_PKG_VERSION"),
        &format!("seed      {BATTLE}"),
        battles::ruleset(BATTLE).name(),
        &kept.display().to_string(),
        &record.display().to_string(),
        "rust_begin_unwind",
    ] {
        assert!(text.contains(words), "`{words}` is missing in\n{text}");
    }
    assert!(text.contains(&save::card(&kept).unwrap().level), "{text}");
    assert_eq!(Save::read(&kept).unwrap(), expected);
    let record = Record::load(&record).unwrap();
    let again = replay(&record, battles::ruleset(BATTLE).built_in()).unwrap();
    assert_eq!(again.state.hash(), expected.state.hash());
}

/// Runs in the child process: it panics twice.
#[test]
#[ignore = "run in a process of its own, which fails"]
fn fail() {
    let folder = std::env::var_os(FOLDER).expect("the folder is told");
    crash::install(Some(Path::new(&folder).to_owned()));
    crash::keep(Some(Arc::new(battles::saved(BATTLE, 1).unwrap())));
    let painter = std::thread::Builder::new().name("painter".to_owned());
    let painter = painter.spawn(|| {
        crash::doing("a test of reports");
        panic!("the first failure, on purpose");
    });
    assert!(painter.unwrap().join().is_err());
    panic!("the second failure, on purpose");
}
