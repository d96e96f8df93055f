//! No space on the disk, or no folder to write to: the player gets a message, earlier saves stay,
//! and the battle continues.

use std::fs;
use std::path::{Path, PathBuf};

use highground::battle::save::shelf::SaveFolder;
use highground::battle::{Save, SaveSummary};
use highground::files::Problem;
use highground::rules::SharedRuleset;
use highground::rules::engine::{self, BattleStatus};
use highground::rules::oracle::Play;
use highground::rules::state::State;

use super::battles::{self, Battle, Players};
use super::child;
use super::folder::Folder;

/// Environment variable with the folder in which a child saves.
const FOLDER: &str = "HIGHGROUND_HARDEN_FOLDER";

/// File size limit in KiB that simulates a full disk.
#[cfg(unix)]
const ROOM: u64 = 4;

/// Saves a battle under a fixed name.
fn keep(shelf: &SaveFolder, save: &Save, written: Option<u64>) -> Result<PathBuf, Problem> {
    shelf.keep(save, &SaveSummary::of(save, "battle", written))
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported_and_the_previous_save_stays() {
    let folder = Folder::new("full");
    let shelf = SaveFolder(Some(folder.0.clone()));
    let path = keep(&shelf, &battles::saved(0, 1).unwrap(), Some(7)).unwrap();
    let before = fs::read(&path).unwrap();
    assert!(before.len() as u64 > ROOM * 1024, "the save must exceed the limit");
    let limit = Some(child::Limit::File(ROOM));
    let mut child = child::of(module_path!(), "saves_on_a_full_disk", limit);
    let output = child.env(FOLDER, &folder.0).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("1 passed"), "{said}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(folder.names(), ["battle.save"]);
}

/// Runs in the child process: it plays, cannot save, and plays on.
#[test]
#[ignore = "run in a process of its own, which may write only small files"]
fn saves_on_a_full_disk() {
    let folder = std::env::var_os(FOLDER).expect("the folder is told");
    let shelf = SaveFolder(Some(folder.into()));
    let save = battles::saved(0, 2).unwrap();
    let message = keep(&shelf, &save, Some(8)).unwrap_err().to_string();
    assert!(message.contains("the disk is full"), "{message}");
    let (rules, state) = (battles::ruleset(0).built_in(), save.state);
    assert!(goes_on(rules, state) > 0);
    let record = Path::new("record.ron");
    let record = shelf.0.as_ref().unwrap().join(record);
    let message = save.record.save(&record).unwrap_err().to_string();
    assert!(message.contains("the disk is full"), "{message}");
}

#[test]
fn a_file_in_place_of_the_folder_is_reported() {
    let folder = Folder::new("no-folder");
    let file = folder.file("saves", "this is no folder");
    for place in [file.clone(), file.join("below")] {
        let save = battles::saved(1, 1).unwrap();
        let shelf = SaveFolder(Some(place));
        let message = keep(&shelf, &save, None).unwrap_err().to_string();
        assert!(message.contains("a file exists where a folder is needed"), "{message}");
        assert!(shelf.list().is_empty());
        assert!(goes_on(battles::ruleset(1).built_in(), save.state) > 0);
    }
    assert_eq!(fs::read(file).unwrap(), b"this is no folder");
}

/// Plays a few more commands; returns their number.
fn goes_on(rules: SharedRuleset, mut state: State) -> usize {
    let rest = engine::advance(&*rules, &mut state, &mut Play, &mut Vec::new()).unwrap();
    assert!(!matches!(rest, BattleStatus::Over(_)));
    let mut battle = Battle { rules, state, rest, commands: 0 };
    let mut players = Players::seeded(4);
    while let Some(command) = battle.order(&mut players).unwrap().filter(|_| battle.commands < 5) {
        battle.give(&command).unwrap();
    }
    battle.commands
}
