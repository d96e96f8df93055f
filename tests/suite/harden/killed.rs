//! A program killed while saving leaves a complete save behind, and no save that it reported as
//! written is lost.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use highground::battle::{Save, SaveSummary};

use super::battles;
use super::child;
use super::folder::Folder;
use super::wild::Wild;
use super::{seeds, tell};

/// Environment variable with the folder in which a child saves.
const FOLDER: &str = "HIGHGROUND_HARDEN_FOLDER";

/// Environment variable that makes a child overwrite its file in place, as the game must not.
const IN_PLACE: &str = "HIGHGROUND_HARDEN_IN_PLACE";

/// The child's initial save, and the save that it writes.
const FILES: [&str; 2] = ["first.save", "battle.save"];

/// Maximum delay before a child is killed, in microseconds after its first save.
const LONGEST: usize = 60_000;

#[test]
fn no_save_is_torn_or_lost_when_the_game_is_killed_while_saving() {
    let (tries, folder) = (seeds(12, 300), Folder::new("killed"));
    let save = battles::saved(0, 2).unwrap();
    save.write(&folder.0.join(FILES[0]), &SaveSummary::default()).unwrap();
    let mut saves = 0;
    for seed in tries.clone() {
        let told = end_while_saving(seed, &folder.0, false);
        let path = folder.0.join(FILES[1]);
        let found = number(&path).unwrap_or_else(|e| panic!("seed {seed}: torn: {e}"));
        assert!(found >= told, "seed {seed}: save {told} was reported, found {found}");
        if let Err(e) = Save::read(&path.with_extension("save.old")) {
            assert!(!path.with_extension("save.old").exists(), "seed {seed}: before it: {e}");
        }
        saves += told;
    }
    // Remains of unfinished saves are removed by the next save.
    save.write(&folder.0.join(FILES[1]), &SaveSummary::default()).unwrap();
    assert_eq!(folder.names(), ["battle.save", "battle.save.old", "first.save"]);
    // A control with a writer that must be detected; otherwise this test proves nothing.
    let torn = tries.clone().filter(|seed| {
        end_while_saving(*seed, &folder.0, true);
        number(&folder.0.join(FILES[1])).is_err()
    });
    let torn = torn.count();
    let ended = tries.end - tries.start;
    tell(&format!("ended while saving: {ended} times, {saves} saves reported, none lost or torn"));
    tell(&format!("ended while writing in place: {torn} of {ended} torn"));
    assert!(torn > 0 || ended < 10, "the control was never caught");
}

/// Number of a save, stored as the name on its card.
fn number(path: &Path) -> Result<u64, String> {
    Save::read(path).map_err(|e| e.to_string())?;
    let card = highground::battle::save::card(path).map_err(|e| e.to_string())?;
    card.name.parse().map_err(|_| format!("the card says {}", card.name))
}

/// Lets a child save repeatedly and kills it some time after its first save. Returns the number of
/// the last save that it reported.
fn end_while_saving(seed: u64, folder: &Path, in_place: bool) -> u64 {
    let mut command = child::of(module_path!(), "save_again_and_again", None);
    command.env(FOLDER, folder).stdout(Stdio::null()).stderr(Stdio::piped());
    if in_place {
        command.env(IN_PLACE, "yes");
    }
    let mut child = command.spawn().expect("a test can run its own program");
    let mut told = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    let mut last = 0;
    let mut note = |line: &str| {
        if let Some(n) = line.strip_prefix("saved ").and_then(|n| n.parse().ok()) {
            last = n;
        }
    };
    note(&told.next().expect("it saves").expect("it says so in words"));
    let wait = Wild::seeded(seed).below(LONGEST) as u64;
    std::thread::sleep(Duration::from_micros(wait));
    child.kill().expect("it saves for ever");
    told.map_while(Result::ok).for_each(|line| note(&line));
    let _ = child.wait();
    last
}

/// Runs in the child process.
#[test]
#[ignore = "run in a process of its own, which is ended from outside"]
fn save_again_and_again() {
    let folder = std::env::var_os(FOLDER).expect("the folder is told");
    let path = Path::new(&folder).join(FILES[1]);
    let save = Save::read(&Path::new(&folder).join(FILES[0])).unwrap();
    let bytes = |n: u64| {
        let card = SaveSummary { name: n.to_string(), ..SaveSummary::default() };
        save.to_bytes(&path, &card).unwrap()
    };
    let in_place = std::env::var_os(IN_PLACE).map(|_| bytes(1));
    for n in 1u64.. {
        match &in_place {
            None => highground::files::write_safely(&path, &bytes(n)).unwrap(),
            Some(bytes) => {
                let mut file = File::create(&path).unwrap();
                for part in bytes.chunks(1024) {
                    file.write_all(part).unwrap();
                }
            }
        }
        writeln!(std::io::stderr(), "saved {n}").unwrap();
    }
}
