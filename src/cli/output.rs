//! The only module that writes to the terminal: results go to standard output, messages to standard
//! error. A closed pipe (`| head`) is not an error: further output is dropped.

use std::io::{self, ErrorKind, IsTerminal, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

/// Output stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
}

/// The terminal, or the files that it is redirected to.
#[derive(Debug)]
pub struct Output {
    colours: bool,
    closed: bool,
    failure: Option<String>,
}

impl Output {
    /// Uses colours if standard error is a terminal and `NO_COLOR` is not set.
    pub fn new() -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        Self { colours: io::stderr().is_terminal() && !plain, closed: false, failure: None }
    }

    /// True if messages may be coloured.
    pub const fn colours(&self) -> bool {
        self.colours
    }

    /// Prints one line of a result.
    pub fn line(&mut self, text: impl AsRef<str>) {
        self.write(Stream::Out, &printable(text.as_ref()));
    }

    /// Prints the result as a single JSON object.
    pub fn json(&mut self, value: &impl Serialize) {
        match serde_json::to_string_pretty(value) {
            Ok(text) => self.write(Stream::Out, &text),
            Err(e) => self.failure = Some(e.to_string()),
        }
    }

    /// Prints a message that is not part of the result.
    pub fn message(&mut self, text: impl AsRef<str>) {
        self.write(Stream::Err, text.as_ref());
    }

    /// Why a result could not be written. A closed pipe does not count.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn write(&mut self, stream: Stream, text: &str) {
        if stream == Stream::Err {
            // A failure here cannot be reported.
            let _ = writeln!(io::stderr().lock(), "{text}");
            return;
        }
        if self.closed {
            return;
        }
        let mut out = io::stdout().lock();
        if let Err(e) = writeln!(out, "{text}").and_then(|()| out.flush()) {
            self.closed = true;
            if e.kind() != ErrorKind::BrokenPipe {
                self.failure = Some(e.to_string());
            }
        }
    }
}

/// A progress bar, hidden if standard error is not a terminal.
pub fn progress(battles: u64) -> ProgressBar {
    if battles == 0 || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(battles);
    let style = ProgressStyle::with_template("{wide_bar} {pos} of {len} battles, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Replaces control characters that could affect the terminal. Names in files are untrusted.
pub fn printable(text: &str) -> String {
    let shown = |c: char| match c {
        '\n' => c,
        '\t' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(shown).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[31mb\tc\nd\u{7}"), "a\u{fffd}[31mb c\nd\u{fffd}");
    }
}
