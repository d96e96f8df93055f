//! Damaged and hostile files: levels, rulesets, saves, scenarios and replays. None of them makes the
//! game panic, end or take more memory than it may.
//!
//! The files are read in processes of their own. One that ends, or hangs, fails the file that it was
//! at, and another goes on with the next.

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

/// The variable with the seeds for a child: `FIRST..END`.
const RANGE: &str = "HIGHGROUND_HARDEN_RANGE";

/// So much memory may be in use while a file is read, in KiB (256 MiB).
const MEMORY: u64 = 256 * 1024;

/// The address space of a child in MiB: a net for what would take all memory at once.
const ADDRESSES: u64 = 8 * 1024;

/// A child that says nothing for so long hangs. Reading a file takes a moment; this is for a
/// computer that has much else to do.
const HANGS: Duration = Duration::from_secs(120);

/// So many files a child reads before the next one begins.
const A_CHILD: u64 = 300;

/// A child that has once used so much memory ends after that file: what it keeps of it would count
/// with those that come after. In KiB.
const FILLED: u64 = 128 * 1024;

/// Numbers that rules calculated with until they did not fit: of a level of skill, of the height of
/// the ground, of what a round adds to Narrative Momentum, of what a climb costs.
const KEPT: [u64; 5] = [582, 856, 1_998, 4_202, 5_582];

/// What begins a line that a child writes for its parent.
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

/// What came of some files.
#[derive(Default)]
struct Read {
    failures: Vec<String>,
    refused: BTreeMap<String, u64>,
    good: BTreeMap<String, u64>,
    /// The longest time in milliseconds, and the seed of that file.
    slowest: (u64, u64),
    /// The most memory in KiB, and the seed of that file.
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

    /// Takes a line of a child down: `end SEED KIND OUTCOME MILLISECONDS KIBIBYTES`.
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

/// Has the files of these seeds read, by one child after the other if one ends before the last.
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

/// The file that a child was at, and why it came to no good end, if it did not.
fn one_child(range: Range<u64>, read: &mut Read) -> (Option<u64>, Option<String>) {
    let mut command =
        child::of(module_path!(), "read_changed_files", Some(Limit::Memory(ADDRESSES)));
    command.env(RANGE, format!("{}..{}", range.start, range.end));
    // Of a core that fails, the others go on in other children.
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

/// Follows what a child says until it ends or falls silent: the file it was at last, what else it
/// said since, and whether it hangs.
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

/// What a child does: it reads changed files one after the other and tells how each went.
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

/// A sentence as one word of a line.
fn one_word(text: &str) -> String {
    let text: String = text.chars().take(2_000).collect();
    text.split_whitespace().collect::<Vec<_>>().join("_")
}
