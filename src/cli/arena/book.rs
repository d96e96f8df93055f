//! Result files: one JSON object per line, appended while battles are fought.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::data::ruleset_id;
use battle::arena::{Bout, FoughtBattle, Ledger};
use files::Problem;

/// Maximum size of a result file.
const MAX_BYTES: u64 = 1 << 30;

/// The beginning of every result.
const BEGINNING: &str = "{\"level\":";

/// The results so far, and the file to which new ones are appended.
pub(super) struct Book {
    ledger: Ledger,
    file: Option<(PathBuf, File)>,
}

impl Book {
    /// Reads the results of a file, if there is one; new results are appended to it. A last line
    /// that was cut off by an interruption is removed.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, Problem> {
        let mut ledger = Ledger::default();
        let Some(path) = path else { return Ok(Self { ledger, file: None }) };
        if path.exists() {
            let text = text_of(path)?;
            let whole = whole_lines(&text);
            let left = text.get(whole..).unwrap_or_default();
            let keep = read_line(left).is_ok();
            // Nothing may be removed from any other file.
            let end = if keep || !is_beginning(left) { text.len() } else { whole };
            collect(path, text.get(..end).unwrap_or_default(), &mut ledger)?;
            if !left.is_empty() {
                mend(path, whole, keep)?;
            }
        }
        files::check_target(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        let file = file.map_err(|e| files::failed(path, &e))?;
        Ok(Self { ledger, file: Some((path.to_owned(), file)) })
    }

    /// True if the battle has a result.
    pub(super) fn knows(&self, bout: &Bout) -> bool {
        self.ledger.knows(bout)
    }

    /// Number of results.
    pub(super) fn len(&self) -> usize {
        self.ledger.len()
    }

    /// Adds a result, also to the file.
    pub(super) fn note(&mut self, entry: &FoughtBattle) -> Result<(), Problem> {
        self.ledger
            .add(entry, || "this run".to_owned())
            .map_err(|conflict| Problem::new("arena", conflict.to_string()))?;
        if let Some((path, file)) = &mut self.file {
            // The line is written in one call, so that it may be cut off but never interleaved.
            file.write_all(line(entry)?.as_bytes()).map_err(|e| files::failed(path, &e))?;
        }
        Ok(())
    }

    /// All results.
    pub(super) fn into_ledger(self) -> Ledger {
        self.ledger
    }
}

/// True for the beginning of a result, however short.
fn is_beginning(text: &str) -> bool {
    text.starts_with(BEGINNING) || BEGINNING.starts_with(text)
}

/// Ends the last line of a file if it is a result, or removes it.
fn mend(path: &Path, whole: usize, keep: bool) -> Result<(), Problem> {
    let failed = |e: std::io::Error| files::failed(path, &e);
    let mut file = OpenOptions::new().append(true).open(path).map_err(failed)?;
    match keep {
        true => file.write_all(b"\n").map_err(failed),
        false => file.set_len(whole as u64).map_err(failed),
    }
}

/// Adds the results of a file.
///
/// # Errors
/// When it cannot be read, a line is not a result, or a result contradicts another.
pub(super) fn read(path: &Path, ledger: &mut Ledger) -> Result<(), Problem> {
    let text = text_of(path)?;
    // The last line of an interrupted run may be cut off.
    let whole = whole_lines(&text);
    let left = text.get(whole..).unwrap_or_default();
    let end = if read_line(left).is_ok() || !is_beginning(left) { text.len() } else { whole };
    collect(path, text.get(..end).unwrap_or_default(), ledger)
}

/// Writes results to a file, sorted.
pub(super) fn write(path: &Path, ledger: &Ledger) -> Result<(), Problem> {
    let lines: Result<Vec<String>, Problem> = ledger.entries().map(|entry| line(&entry)).collect();
    files::write_output(path, lines?.concat().as_bytes())
}

fn text_of(path: &Path) -> Result<String, Problem> {
    let bytes = files::read_bytes(path, MAX_BYTES)?;
    let name = path.display().to_string();
    String::from_utf8(bytes).map_err(|_| Problem::new(name, "this is not a file of arena results"))
}

/// The start of the last line without a line break.
fn whole_lines(text: &str) -> usize {
    text.rfind('\n').map_or(0, |at| at + 1)
}

fn collect(path: &Path, text: &str, ledger: &mut Ledger) -> Result<(), Problem> {
    let name = || path.display().to_string();
    for (text, number) in text.lines().zip(1usize..).filter(|(text, _)| !text.trim().is_empty()) {
        let entry = read_line(text).map_err(|e| {
            let message = format!("this is not an arena result: {}", reason(&e));
            Problem::new(name(), message).at(number, e.column().max(1))
        })?;
        let wrong = |message: String| Problem::new(name(), message).at(number, 1);
        entry.check().map_err(|e| wrong(e.to_string()))?;
        ruleset_id(entry.ruleset()).map_err(|Problem { file, message, help, .. }| Problem {
            help,
            ..wrong(format!("ruleset `{file}`: {message}"))
        })?;
        let added = ledger.add(&entry, || format!("{}:{number}", path.display()));
        added.map_err(|conflict| wrong(conflict.to_string()))?;
    }
    Ok(())
}

/// The message of a JSON error without its place, which is told anyway.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    files::without_types(message)
}

fn read_line(text: &str) -> Result<FoughtBattle, serde_json::Error> {
    serde_json::from_str(text)
}

fn line(entry: &FoughtBattle) -> Result<String, Problem> {
    let text = serde_json::to_string(entry);
    text.map(|text| text + "\n").map_err(|e| Problem::new("arena", e.to_string()))
}
