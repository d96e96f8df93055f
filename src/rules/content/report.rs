//! Collecting what is wrong with the content of a file, each problem with its place.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::locate::Words;
use super::piece::Piece;
use super::reference::Reference;
use super::shelf::Shelf;
use super::source::Source;
use crate::files::{At, Problem, nearest};
use crate::grid::Hm;
use crate::rules::Key;

/// Collects the problems of one file and finds their places.
pub struct Reporter<'a> {
    source: &'a Source,
    /// The words of the file with their places.
    pub words: Words<'a>,
    /// What was found so far.
    pub found: Vec<Problem>,
}

impl<'a> Reporter<'a> {
    /// A reporter that has found nothing in a file yet.
    pub fn new(source: &'a Source) -> Self {
        Self { source, words: Words::new(&source.text), found: Vec::new() }
    }

    /// A problem at a place, with advice.
    pub fn push(&mut self, at: Option<At>, message: String, help: Option<String>) {
        let mut problem = Problem::new(&self.source.name, message);
        problem.at = at;
        problem.help = help;
        self.found.push(problem);
    }

    /// A problem with an entry as a whole.
    pub fn at_entry(&mut self, entry: &Key, message: &str) {
        let at = self.words.entry(entry.as_str(), 0);
        self.push(at, format!("`{entry}`: {message}"), None);
    }

    /// A problem with a name or field within an entry.
    pub fn at_word(&mut self, entry: &Key, word: &str, message: String) {
        let at = self.words.find(entry.as_str(), word);
        self.push(at, message, None);
    }

    /// Reports a number outside `allowed`.
    pub fn range(&mut self, entry: &Key, field: &str, value: i32, allowed: RangeInclusive<i32>) {
        if !allowed.contains(&value) {
            let (low, high) = (allowed.start(), allowed.end());
            let message = format!("`{entry}`: {field} is {value}, allowed is {low} to {high}");
            self.at_word(entry, field, message);
        }
    }

    /// Reports options of a file outside what is allowed, each with its name in the file.
    pub fn options<const N: usize>(&mut self, options: [(&str, i32, RangeInclusive<i32>); N]) {
        for (field, value, allowed) in options {
            if !allowed.contains(&value) {
                let (low, high) = (allowed.start(), allowed.end());
                let message = format!("`{field}` is {value}, allowed is {low} to {high}");
                let at = self.words.field(field);
                self.push(at, message, None);
            }
        }
    }

    /// As [`Self::options`] for heights; the bounds are half metres.
    pub fn heights<const N: usize>(&mut self, options: [(&str, Hm, RangeInclusive<i32>); N]) {
        for (field, value, allowed) in options {
            if !allowed.contains(&value.0) {
                let (low, high) = (Hm(*allowed.start()), Hm(*allowed.end()));
                let message = format!("`{field}` is {value}, allowed is {low} to {high}");
                let at = self.words.field(field);
                self.push(at, message, None);
            }
        }
    }

    /// Reports names that are none of `known`.
    pub fn names<'n, 'k, K: Iterator<Item = &'k Key>>(
        &mut self,
        entry: &Key,
        what: &str,
        names: impl IntoIterator<Item = &'n Key>,
        known: impl Fn() -> K,
    ) {
        for name in names {
            self.name(entry, what, name.as_str(), known().map(Key::as_str));
        }
    }

    /// Reports a name that is none of `known`.
    pub fn name<'k>(
        &mut self,
        entry: &Key,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'k str>,
    ) {
        let known: Vec<_> = known.collect();
        if known.contains(&name) {
            return;
        }
        let at = self.words.find(entry.as_str(), name);
        let help = nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        self.push(at, format!("`{entry}`: there is no {what} `{name}`"), help);
    }
}

/// Checks content file by file: each with what is looked at in it. All problems, in that order.
pub fn check_all(checks: &[(&Source, &dyn Fn(&mut Reporter<'_>))]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (source, check) in checks {
        let mut reporter = Reporter::new(source);
        check(&mut reporter);
        problems.append(&mut reporter.found);
    }
    problems
}

/// The rules in words: IDs that do not repeat, each with a title and a text.
pub fn check_reference(r: &mut Reporter<'_>, reference: &Reference) {
    check_ids(r, reference.rows().map(|row| &row.id));
    for row in reference.rows() {
        check_texts(r, &row.id, &row.title, &row.text);
    }
}

/// Names must be plain and must not repeat.
pub fn check_ids<'k>(r: &mut Reporter<'_>, ids: impl Iterator<Item = &'k Key>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if id.as_str().is_empty() || id.as_str().len() > 40 || !id.as_str().chars().all(plain) {
            r.at_entry(id, "names are 1 to 40 letters, digits and underscores");
        }
        if !seen.insert(id) {
            let at = r.words.entry(id.as_str(), 1);
            r.push(at, format!("`{id}` is there already"), None);
        }
    }
}

/// Checks the IDs and texts of a file's pieces, then each piece with `check`.
pub fn check_pieces<'p, T: Piece>(
    r: &mut Reporter<'_>,
    pieces: &'p Shelf<T>,
    check: impl Fn(&mut Reporter<'_>, &'p T),
) {
    check_ids(r, pieces.ids());
    for piece in pieces {
        check_texts(r, piece.id(), piece.name(), piece.text());
        check(r, piece);
    }
}

/// Entries need a name and a text for players.
pub fn check_texts(r: &mut Reporter<'_>, id: &Key, name: &str, text: &str) {
    if name.trim().is_empty() || text.trim().is_empty() {
        r.at_entry(id, "name and text must not be empty");
    }
}
