//! Damaged and hostile files: levels, rulesets, saves, scenarios and replays. None may make the
//! game panic, exit or use more memory than allowed.
//!
//! Child processes read the files. A child that exits or hangs fails its current file, and another
//! child continues with the next.

mod change;
mod files;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::{ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::child::{self, Limit};
use super::{seeds, tell, with_kept};
use files::{Files, KINDS};

/// Environment variable with a child's seeds: `FIRST..END`.
const RANGE: &str = "HIGHGROUND_HARDEN_RANGE";

/// Maximum memory while a file is read, in KiB (256 MiB).
const MEMORY: u64 = 256 * 1024;

/// Address space of a child in MiB: a safety net against taking all memory at once.
const ADDRESSES: u64 = 8 * 1024;

/// Silence after which a child counts as hanging. Reading a file is quick; this allows for a busy
/// computer.
const HANGS: Duration = Duration::from_secs(120);

/// Number of files per child.
const A_CHILD: u64 = 300;

/// Memory use, in KiB, after which a child ends with its current file: the memory it keeps would
/// count for later files.
const FILLED: u64 = 128 * 1024;

/// Seeds with numbers that once overflowed in the rules: a skill level, the height of the ground,
/// the Narrative Momentum gained in a round, the cost of a climb.
const KEPT: [u64; 5] = [582, 856, 1_998, 4_202, 5_582];

/// Prefix of lines from a child to its parent.
const MARK: &str = "mutant";

#[test]
fn no_file_breaks_the_game() {
    let all = seeds(600, 20_000);
    let mut parts: Vec<Range<u64>> = all
        .clone()
        .step_by(A_CHILD as usize)
        .map(|start| start..(start + A_CHILD).min(all.end))
        .collect();
    parts.extend(with_kept(0..0, &KEPT).into_iter().map(|seed| seed..seed + 1));
    let parts = parts.into_par_iter().map(read_in_children);
    let read = parts.reduce(Read::default, Read::join);
    assert!(read.failures.is_empty(), "{:#?}", read.failures);
    let Read { refused, good, slowest, largest, .. } = read;
    tell(&format!(
        "changed files: {} from seed {} on, refused {refused:?}, good {good:?}, slowest {} ms (seed {}), \
         at most {} MiB (seed {})",
        refused.values().sum::<u64>() + good.values().sum::<u64>(),
        all.start,
        slowest.0,
        slowest.1,
        largest.0 / 1024,
        largest.1,
    ));
    let tried = |kind: &str| refused.get(kind).or(good.get(kind)).is_some();
    assert!(all.end - all.start < 100 || KINDS.iter().all(|kind| tried(kind)));
}

/// Results for some files.
#[derive(Default)]
struct Read {
    failures: Vec<String>,
    refused: BTreeMap<String, u64>,
    good: BTreeMap<String, u64>,
    /// Longest time in milliseconds, and the seed of that file.
    slowest: (u64, u64),
    /// Most memory in KiB, and the seed of that file.
    largest: (u64, u64),
}

impl Read {
    fn join(mut self, other: Self) -> Self {
        self.failures.extend(other.failures);
        for (all, more) in [(&mut self.refused, other.refused), (&mut self.good, other.good)] {
            for (kind, n) in more {
                *all.entry(kind).or_default() += n;
            }
        }
        self.slowest = self.slowest.max(other.slowest);
        self.largest = self.largest.max(other.largest);
        self
    }

    /// Parses a line of a child: `end SEED KIND OUTCOME MILLISECONDS KIBIBYTES`.
    fn note(&mut self, line: &[&str]) {
        let number = |i: usize| line.get(i).and_then(|w| w.parse().ok()).unwrap_or(0);
        let (Some(kind), Some(outcome)) = (line.get(2), line.get(3)) else { return };
        let (seed, milliseconds, kib) = (number(1), number(4), number(5));
        match *outcome {
            "refused" => *self.refused.entry((*kind).to_owned()).or_default() += 1,
            "good" => *self.good.entry((*kind).to_owned()).or_default() += 1,
            other => self.failures.push(format!("seed {seed}, {kind}: {other}")),
        }
        if kib > MEMORY {
            self.failures.push(format!("seed {seed}, {kind}: {} MiB", kib / 1024));
        }
        self.slowest = self.slowest.max((milliseconds, seed));
        self.largest = self.largest.max((kib, seed));
    }
}

/// Reads the files of these seeds in children, starting another child whenever one ends early.
fn read_in_children(range: Range<u64>) -> Read {
    let mut read = Read::default();
    let mut next = range.start;
    while next < range.end {
        let (at, end) = one_child(next..range.end, &mut read);
        match (at, end) {
            (Some(seed), None) => next = seed + 1,
            (None, None) => break,
            (Some(seed), Some(why)) => {
                let kind = KINDS[seed as usize % KINDS.len()];
                read.failures.push(format!("seed {seed}, {kind}: {why}"));
                next = seed + 1;
            }
            (None, Some(why)) => {
                read.failures.push(format!("the child for {range:?} read nothing: {why}"));
                break;
            }
        }
    }
    read
}

/// Runs a child. Returns its current file when it ended, and why it failed, if it did.
fn one_child(range: Range<u64>, read: &mut Read) -> (Option<u64>, Option<String>) {
    let mut command =
        child::of(module_path!(), "read_changed_files", Some(Limit::Memory(ADDRESSES)));
    command.env(RANGE, format!("{}..{}", range.start, range.end));
    // One thread per child: if it fails, the other cores continue in other children.
    command.env("RAYON_NUM_THREADS", "1");
    let mut child = command
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a test can run its own program");
    let (sender, lines) = channel();
    let reader = child.stderr.take().map(|err| {
        std::thread::spawn(move || {
            for line in BufReader::new(err).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        })
    });
    let (at, said, hangs) = follow(&lines, read);
    if hangs {
        let _ = child.kill();
    }
    let status = child.wait();
    if let Some(reader) = reader {
        let _ = reader.join();
    }
    let fine = !hangs && status.as_ref().is_ok_and(ExitStatus::success);
    let how = if hangs { "hangs".to_owned() } else { format!("{status:?}") };
    (at, (!fine).then(|| format!("{how}; {}", said.join(" | "))))
}

/// Follows a child's output until it ends or falls silent. Returns its last file, its other output
/// since then, and whether it hangs.
fn follow(lines: &Receiver<String>, read: &mut Read) -> (Option<u64>, Vec<String>, bool) {
    let mut at = None;
    let mut said = Vec::new();
    loop {
        match lines.recv_timeout(HANGS) {
            Ok(line) => {
                let words: Vec<&str> = line.split_whitespace().collect();
                match words.split_first() {
                    Some((&MARK, rest)) if rest.first() == Some(&"begin") => {
                        at = rest.get(1).and_then(|w| w.parse().ok());
                        said.clear();
                    }
                    Some((&MARK, rest)) => read.note(rest),
                    _ => said.push(line),
                }
            }
            Err(RecvTimeoutError::Timeout) => return (at, said, true),
            Err(RecvTimeoutError::Disconnected) => return (at, said, false),
        }
    }
}

/// Runs in the child process: reads mutated files one after the other and reports each.
#[test]
#[ignore = "run by `no_file_breaks_the_game` in a process of its own"]
fn read_changed_files() {
    let range = std::env::var(RANGE).unwrap_or_else(|_| "0..5".to_owned());
    let (first, end) = range.split_once("..").expect("a range");
    let (first, end): (u64, u64) = (first.parse().unwrap(), end.parse().unwrap());
    let files = Files::new().unwrap();
    static PANIC: Mutex<String> = Mutex::new(String::new());
    std::panic::set_hook(Box::new(|info| {
        *PANIC.lock().unwrap() = info.to_string();
    }));
    let mut say = std::io::stderr();
    for seed in first..end {
        writeln!(say, "{MARK} begin {seed}").unwrap();
        child::forget_peak();
        let began = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| files.read(seed)));
        let milliseconds = began.elapsed().saturating_sub(files.time_of_changes()).as_millis();
        let outcome = match outcome {
            Ok(Ok(None)) => "good".to_owned(),
            Ok(Ok(Some(_))) => "refused".to_owned(),
            Ok(Err(e)) => one_word(&e),
            Err(_) => one_word(&PANIC.lock().unwrap()),
        };
        let kind = KINDS[seed as usize % KINDS.len()];
        let peak = child::peak();
        writeln!(say, "{MARK} end {seed} {kind} {outcome} {milliseconds} {peak}").unwrap();
        if peak > FILLED {
            return;
        }
    }
}

/// Turns a sentence into a single word of a line.
fn one_word(text: &str) -> String {
    let text: String = text.chars().take(2_000).collect();
    text.split_whitespace().collect::<Vec<_>>().join("_")
}
