//! Reading and writing user files: bounded in size, with errors that say where and what, and never
//! leaving a file half written.

mod kind;
mod messages;
pub mod tokens;

use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::DeserializeOwned;

pub use kind::FileKind;
pub use messages::without_types;

/// Maximum size of a text file that is read, in bytes (4 MiB).
pub const MAX_TEXT: u64 = 4 * 1024 * 1024;

/// Maximum nesting depth of lists and structures in a file.
pub const MAX_DEPTH: usize = 64;

/// Maximum number of folder entries examined.
const MAX_LISTED: usize = 10_000;

/// A problem with a file that the user can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The file, as the user named it.
    pub file: String,
    /// The position in the file, if the problem has one.
    pub at: Option<At>,
    /// What was found and what is allowed.
    pub message: String,
    /// A suggested fix, if there is one.
    pub help: Option<String>,
}

/// A position in a text file; line and column count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// Line.
    pub line: usize,
    /// Column in characters.
    pub column: usize,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(at) = self.at {
            write!(f, ":{}:{}", at.line, at.column)?;
        }
        write!(f, ": {}", self.message)?;
        if let Some(help) = &self.help {
            write!(f, " ({help})")?;
        }
        Ok(())
    }
}

impl Problem {
    /// A problem with a file as a whole.
    pub fn new(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self { file: file.into(), at: None, message: message.into(), help: None }
    }

    /// The same problem with a position.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> Self {
        self.at = Some(At { line, column });
        self
    }

    /// The same problem with advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// The first of several problems as text.
pub fn first<T: ToString>(problems: &[T]) -> String {
    problems.first().map(ToString::to_string).unwrap_or_default()
}

/// Reads a text file of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// If the file is missing, is not a regular file, cannot be read, is too large or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Problem> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, MAX_TEXT)?;
    String::from_utf8(bytes).map_err(|e| {
        let message = match kind::other_format(e.as_bytes()) {
            Some(format) => format!("this is {format}; needed: a text file"),
            None => format!("byte {} is not UTF-8 text", e.utf8_error().valid_up_to() + 1),
        };
        Problem::new(name, message)
    })
}

/// Reads a file of at most `most` bytes.
///
/// # Errors
/// If the file is missing, is not a regular file, cannot be read or is too large.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|e| failed(path, &e))?;
    if bytes.len() as u64 > most {
        let name = path.display().to_string();
        let mib = most >> 20;
        return Err(Problem::new(name, format!("the file is too large (limit: {mib} MiB)")));
    }
    Ok(bytes)
}

/// Opens a file for reading.
///
/// # Errors
/// If it is missing, is not a regular file, or cannot be read.
pub fn open(path: &Path) -> Result<fs::File, Problem> {
    let fail = |e: std::io::Error| failed(path, &e);
    // Check before opening, because opening a pipe blocks until there is a writer.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Err(no_file(path));
    }
    fs::File::open(path).map_err(fail)
}

fn no_file(path: &Path) -> Problem {
    Problem::new(path.display().to_string(), "this is a folder or device; a file is needed")
}

/// Describes why a file or folder could not be read or written.
pub fn failed(path: &Path, e: &std::io::Error) -> Problem {
    Problem::new(path.display().to_string(), describe_io(e))
}

fn describe_io(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        std::io::ErrorKind::StorageFull
        | std::io::ErrorKind::FileTooLarge
        | std::io::ErrorKind::QuotaExceeded => "the disk is full".to_owned(),
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "a file exists where a folder is needed".to_owned()
        }
        _ => e.to_string(),
    }
}

/// RON options for every file of the game.
pub fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_recursion_limit(MAX_DEPTH)
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Parses a value from RON text. `file` is the name used in messages.
///
/// # Errors
/// With line and column if the text is not valid RON or its fields or types do not match `T`;
/// unknown names suggest the closest allowed one.
pub fn parse_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    ron_options().from_str(text).map_err(|e| {
        let place = e.span.start;
        let column = word_from(text, place.line, place.col);
        let problem = Problem::new(file, messages::told(&e.code)).at(place.line, column);
        match unknown_name(&e.code) {
            Some((found, allowed)) => match nearest(found, allowed.iter().copied()) {
                Some(name) => problem.help(format!("did you mean `{name}`?")),
                None => problem,
            },
            None => problem,
        }
    })
}

/// The column of the first word at or after a position; the given column if the line has none. The
/// RON parser stops before the whitespace in front of a wrong value.
fn word_from(text: &str, line: usize, column: usize) -> usize {
    let line = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
    let mut rest = line.chars().skip(column.saturating_sub(1));
    rest.position(|c| !c.is_whitespace()).map_or(column, |blanks| column + blanks)
}

fn unknown_name(error: &ron::Error) -> Option<(&str, &'static [&'static str])> {
    match error {
        ron::Error::NoSuchStructField { found, expected, .. }
        | ron::Error::NoSuchEnumVariant { found, expected, .. } => Some((found, expected)),
        _ => None,
    }
}

/// The allowed name closest to `found`, if at most a third of its letters differ.
pub fn nearest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    allowed
        .into_iter()
        .map(|name| (edit_distance(&found, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= name.chars().count().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Edit distance between two words (letters to change, add or drop). Compares at most 40 letters.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().take(40).enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (slot, cb) in row.iter_mut().skip(1).zip(&b) {
            let above = *slot;
            let changed = diagonal + usize::from(ca != *cb);
            let next = changed.min(above + 1).min(left + 1);
            diagonal = above;
            left = next;
            *slot = next;
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

/// Checks that a file can have this path: its folder exists, and nothing but a file is there.
///
/// # Errors
/// If the folder is missing, which the error names, or a folder, device or pipe has the path.
pub fn check_target(path: &Path) -> Result<(), Problem> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(missing) = folder.filter(|folder| !folder.exists()) {
        let message = format!("there is no folder `{}`", missing.display());
        return Err(Problem::new(path.display().to_string(), message));
    }
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => Err(no_file(path)),
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(failed(path, &e)),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Writes a file atomically, so that either the old or the new version is always intact: to a
/// temporary file in the same folder, which is flushed and renamed. The previous version stays as
/// `NAME.old`. Concurrent writers do not disturb each other; the last one wins.
///
/// # Errors
/// If the folder is missing or not writable, the disk is full, or the path is that of a folder,
/// device or pipe; what was there is then unchanged and the temporary file removed.
pub fn write_safely(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    write(path, bytes, Previous::Kept)
}

/// Like [`write_safely`], for what can be made again, such as pictures and tables: the previous
/// version is kept only if it begins differently. Then it is something else, whose name was given by
/// mistake.
///
/// # Errors
/// As [`write_safely`].
pub fn write_output(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    let previous = if begins_alike(path, bytes) { Previous::Replaced } else { Previous::Kept };
    write(path, bytes, previous)
}

/// True if a file begins with the same bytes, as files of one kind do.
fn begins_alike(path: &Path, bytes: &[u8]) -> bool {
    let mut beginning = Vec::new();
    let read = fs::File::open(path).and_then(|file| file.take(8).read_to_end(&mut beginning));
    read.is_ok() && bytes.starts_with(&beginning)
}

/// What happens to the previous version of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Previous {
    Kept,
    Replaced,
}

fn write(path: &Path, bytes: &[u8], previous: Previous) -> Result<(), Problem> {
    check_target(path)?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    sweep(path);
    let temporary = sibling(path, &format!(".{}", temporary_ending()));
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| put_in_place(&temporary, path, previous));
    if written.is_err() {
        // There may be no temporary file.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(|e| failed(path, &e))?;
    if let Some(folder) = folder {
        // Makes the rename itself durable where folders can be flushed.
        if let Ok(folder) = fs::File::open(folder) {
            let _ = folder.sync_all();
        }
    }
    Ok(())
}

/// Moves a complete new file into place.
fn put_in_place(new: &Path, path: &Path, previous: Previous) -> std::io::Result<()> {
    if previous == Previous::Kept && path.exists() {
        let old = sibling(path, ".old");
        // A hard link keeps the old file under its own name until the rename replaces it.
        let _ = fs::remove_file(&old);
        if fs::hard_link(path, &old).is_err() {
            fs::copy(path, &old)?;
        }
    }
    fs::rename(new, path)
}

/// A file in the same folder, with `ending` appended to its name.
fn sibling(path: &Path, ending: &str) -> PathBuf {
    let mut file = path.file_name().unwrap_or_default().to_os_string();
    file.push(ending);
    path.with_file_name(file)
}

/// A unique ending for a temporary file: process ID and a counter.
fn temporary_ending() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}.tmp", std::process::id())
}

/// Removes temporary files left by processes that ended while writing, on systems where running
/// processes can be listed.
fn sweep(path: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let start = sibling(path, ".").file_name().unwrap_or_default().to_os_string();
    let Some(start) = start.to_str() else { return };
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(start));
        let owner = rest.and_then(|rest| rest.strip_suffix(".tmp")?.split_once('-'));
        let Some((process, number)) = owner else { continue };
        let numbers = [process, number].iter().all(|n| n.parse::<u64>().is_ok());
        if numbers && !processes.join(process).exists() {
            // Another process may have removed it first.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// The RON files in a folder as sorted short names with their paths.
pub fn listed(folder: &Path) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(folder).into_iter().flatten().take(MAX_LISTED).flatten();
    let mut listed: Vec<(String, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "ron") && path.is_file())
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .collect();
    listed.sort();
    listed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[allow(dead_code)]
        height: i32,
    }

    #[test]
    fn unknown_fields_are_reported_with_position_and_advice() {
        let error = parse_ron::<Sample>("a.ron", "(\n  heigth: 3,\n)").unwrap_err();
        assert_eq!(error.at.map(|a| a.line), Some(2));
        assert_eq!(error.help.as_deref(), Some("did you mean `height`?"));
    }

    #[test]
    fn messages_name_nothing_of_the_program() {
        let told = |text| parse_ron::<Sample>("a.ron", text).unwrap_err().message;
        assert_eq!(told("(width: 1)"), "there is no field `width` here; allowed: `height`");
        assert_eq!(told("()"), "the field `height` is missing");
        assert_eq!(told("(height: 1, height: 2)"), "the field `height` is given twice");
        assert_eq!(told("Other(height: 1)"), "`Other(` is not allowed here; allowed: `(`");
        assert_eq!(told("5"), "round brackets are needed here: `( ... )`");
        let large = "this number is too large, or negative where that is not allowed";
        assert_eq!(told("(height: 999999999999)"), large);
        let deep = "[".repeat(100_000);
        let deep = parse_ron::<ron::Value>("a.ron", &deep).unwrap_err().message;
        assert_eq!(deep, "lists and structures are nested too deeply; allowed: 64 levels");
    }

    #[test]
    fn a_missing_folder_is_named() {
        let problem = write_safely(Path::new("no such folder/a.ron"), b"").unwrap_err();
        assert_eq!(problem.message, "there is no folder `no such folder`");
    }

    #[test]
    fn wrong_values_are_reported_with_their_position() {
        let error = parse_ron::<Sample>("a.ron", "(\n  height:   \"3\",\n)").unwrap_err();
        assert_eq!(error.at, Some(At { line: 2, column: 13 }));
        assert_eq!(
            [word_from("a  b", 1, 2), word_from("a  ", 1, 2), word_from("", 9, 4)],
            [4, 2, 4]
        );
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = "[".repeat(100_000);
        assert!(parse_ron::<ron::Value>("a.ron", &deep).is_err());
    }

    #[test]
    fn edit_distance_counts_letters() {
        assert_eq!(edit_distance("knigth", "knight"), 2);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(nearest("knigth", ["mage", "knight"]), Some("knight"));
        assert_eq!(nearest("zzzzzz", ["mage", "knight"]), None);
    }

    #[test]
    fn writing_keeps_the_previous_version() {
        let folder = std::env::temp_dir().join(format!("highground-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.ron");
        write_safely(&path, b"one").unwrap();
        write_safely(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read(folder.join("a.ron.old")).unwrap(), b"one");
        // Files left by other processes are removed, unrelated files stay.
        fs::write(folder.join("a.ron.4294967295-3.tmp"), b"half").unwrap();
        fs::write(folder.join("a.ron.mine.tmp"), b"mine").unwrap();
        write_output(&path, b"two and a half").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.ron", "a.ron.mine.tmp", "a.ron.old"]);
        assert_eq!(fs::read(&path).unwrap(), b"two and a half");
        assert_eq!(fs::read(folder.join("a.ron.old")).unwrap(), b"one", "not of an output");
        write_output(&path, b"three").unwrap();
        assert_eq!(
            fs::read(folder.join("a.ron.old")).unwrap(),
            b"two and a half",
            "it was another"
        );
        fs::remove_dir_all(&folder).unwrap();
    }
}
