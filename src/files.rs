//! Reading and writing files that people made: bounded, with errors that say where and what, and
//! never leaving half a file behind.

use std::fmt;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use serde::de::DeserializeOwned;

/// The largest text file that is read, in bytes (4 MiB).
pub const MAX_TEXT: u64 = 4 * 1024 * 1024;

/// How deep lists and structures may nest in a file.
pub const MAX_DEPTH: usize = 64;

/// What is wrong with a file, in a form that a person can act on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The file, as the person named it.
    pub file: String,
    /// Where in the file, if it is about one place.
    pub at: Option<At>,
    /// What was found and what is allowed.
    pub message: String,
    /// What to do about it, if that can be guessed.
    pub help: Option<String>,
}

/// A place in a text file, both counted from 1.
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

    /// The same problem at a place.
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

/// Reads a text file of at most [`MAX_TEXT`] bytes.
///
/// # Errors
/// When the file is missing, is no file, cannot be read, is too large or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, Problem> {
    let name = path.display().to_string();
    let bytes = read_bytes(path, MAX_TEXT)?;
    String::from_utf8(bytes).map_err(|e| {
        Problem::new(name, format!("byte {} is not UTF-8 text", e.utf8_error().valid_up_to() + 1))
    })
}

/// Reads a file of at most so many bytes.
///
/// # Errors
/// When the file is missing, is no file, cannot be read or is larger.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    open(path)?.take(most + 1).read_to_end(&mut bytes).map_err(|e| failed(path, &e))?;
    if bytes.len() as u64 > most {
        let name = path.display().to_string();
        let mib = most >> 20;
        return Err(Problem::new(
            name,
            format!("the file is too large: at most {mib} MiB are read"),
        ));
    }
    Ok(bytes)
}

/// Opens a file to read it.
///
/// # Errors
/// When it is missing, is no file, or cannot be read.
pub fn open(path: &Path) -> Result<fs::File, Problem> {
    let fail = |e: std::io::Error| failed(path, &e);
    // Looked at before it is opened: opening a pipe waits for somebody who writes into it.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        let name = path.display().to_string();
        return Err(Problem::new(name, "this is a folder or device, a file is needed"));
    }
    fs::File::open(path).map_err(fail)
}

/// The problem of a file or folder that could not be read or written, in words.
pub fn failed(path: &Path, e: &std::io::Error) -> Problem {
    Problem::new(path.display().to_string(), describe_io(e))
}

fn describe_io(e: &std::io::Error) -> String {
    match e.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "not allowed to read or write it".to_owned(),
        std::io::ErrorKind::StorageFull
        | std::io::ErrorKind::FileTooLarge
        | std::io::ErrorKind::QuotaExceeded => {
            "there is no room left for it on the disk".to_owned()
        }
        std::io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".to_owned(),
        std::io::ErrorKind::NotADirectory | std::io::ErrorKind::AlreadyExists => {
            "there is a file where a folder is needed".to_owned()
        }
        _ => e.to_string(),
    }
}

/// The options under which every RON file of the game is read.
pub fn ron_options() -> ron::Options {
    ron::Options::default()
        .with_recursion_limit(MAX_DEPTH)
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
}

/// Reads a value from RON text. `file` is the name for messages.
///
/// # Errors
/// With line and column when the text is not RON or has other fields or types than `T`; unknown
/// names come with the nearest allowed one.
pub fn parse_ron<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    ron_options().from_str(text).map_err(|e| {
        let place = e.span.start;
        let column = word_from(text, place.line, place.col);
        let problem = Problem::new(file, e.code.to_string()).at(place.line, column);
        match unknown_name(&e.code) {
            Some((found, allowed)) => match nearest(found, allowed.iter().copied()) {
                Some(name) => problem.help(format!("did you mean `{name}`?")),
                None => problem,
            },
            None => problem,
        }
    })
}

/// The column of the first word at or after a place; the place itself if its line has none. The
/// reader of RON stops before the blanks in front of a wrong value.
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

/// The allowed name nearest to what was found, if any is near enough to be meant: at most a third
/// of its letters differ.
pub fn nearest<'a>(found: &str, allowed: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let found = found.to_lowercase();
    allowed
        .into_iter()
        .map(|name| (edit_distance(&found, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= name.chars().count().div_ceil(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Letters to change, add or drop to make one word of the other. Looks at 40 letters at most.
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

/// Writes a file so that at any moment either the old or the new one is whole: to a temporary name
/// beside it, flushed, then renamed. The previous generation stays as `NAME.old`. Several who write
/// the same file at once do not disturb each other; the last one stays.
///
/// # Errors
/// When the folder cannot be written, or the disk is full; the old file is then untouched, and
/// nothing is left of the new one.
pub fn write_safely(path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    sweep(path);
    let temporary = beside(path, &format!(".{}", temporary_ending()));
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| put_in_place(&temporary, path));
    if written.is_err() {
        // There may be none.
        let _ = fs::remove_file(&temporary);
    }
    written.map_err(|e| failed(path, &e))?;
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        // Makes the rename itself durable where folders can be flushed.
        if let Ok(folder) = fs::File::open(folder) {
            let _ = folder.sync_all();
        }
    }
    Ok(())
}

/// Gives a whole new file its name; what had the name stays as the previous generation.
fn put_in_place(new: &Path, path: &Path) -> std::io::Result<()> {
    if path.exists() {
        let old = beside(path, ".old");
        // A hard link keeps the old file under its own name until the rename replaces it.
        let _ = fs::remove_file(&old);
        if fs::hard_link(path, &old).is_err() {
            fs::copy(path, &old)?;
        }
    }
    fs::rename(new, path)
}

/// A file in the same folder with more at the end of its name.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut file = path.file_name().unwrap_or_default().to_os_string();
    file.push(ending);
    path.with_file_name(file)
}

/// The ending of a temporary file that nobody else uses: the process and a number.
fn temporary_ending() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{}-{number}.tmp", std::process::id())
}

/// Removes what processes that were ended in the middle of writing a file have left, where the system
/// tells which processes there are.
fn sweep(path: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    let start = beside(path, ".").file_name().unwrap_or_default().to_os_string();
    let Some(start) = start.to_str() else { return };
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(start));
        let owner = rest.and_then(|rest| rest.strip_suffix(".tmp")?.split_once('-'));
        let Some((process, number)) = owner else { continue };
        let numbers = [process, number].iter().all(|n| n.parse::<u64>().is_ok());
        if numbers && !processes.join(process).exists() {
            // Another who sweeps may have been quicker.
            let _ = fs::remove_file(entry.path());
        }
    }
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
    fn unknown_fields_are_named_with_place_and_advice() {
        let error = parse_ron::<Sample>("a.ron", "(\n  heigth: 3,\n)").unwrap_err();
        assert_eq!(error.at.map(|a| a.line), Some(2));
        assert_eq!(error.help.as_deref(), Some("did you mean `height`?"));
    }

    #[test]
    fn wrong_values_are_pointed_at() {
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
    fn distances_count_letters() {
        assert_eq!(edit_distance("knigth", "knight"), 2);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(nearest("knigth", ["mage", "knight"]), Some("knight"));
        assert_eq!(nearest("zzzzzz", ["mage", "knight"]), None);
    }

    #[test]
    fn writing_keeps_the_previous_generation() {
        let folder = std::env::temp_dir().join(format!("highground-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.ron");
        write_safely(&path, b"one").unwrap();
        write_safely(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read(folder.join("a.ron.old")).unwrap(), b"one");
        // What another process has left goes, what is not of that kind stays.
        fs::write(folder.join("a.ron.4294967295-3.tmp"), b"half").unwrap();
        fs::write(folder.join("a.ron.mine.tmp"), b"mine").unwrap();
        write_safely(&path, b"three").unwrap();
        let mut names: Vec<_> =
            fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["a.ron", "a.ron.mine.tmp", "a.ron.old"]);
        fs::remove_dir_all(&folder).unwrap();
    }
}
