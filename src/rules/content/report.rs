//! Collecting the problems of a content file, each with its location.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::locate::Words;
use super::piece::Piece;
use super::reference::Reference;
use super::shelf::Shelf;
use super::source::Source;
use crate::Key;
use files::{At, Problem, nearest};
use grid::Hm;

/// Maximum number of characters of a name shown to players.
const MAX_NAME: usize = 60;

/// Maximum number of characters of a text shown to players.
const MAX_TEXT: usize = 1_000;

/// Collects the problems of one file and finds their locations.
pub struct Reporter<'a> {
    source: &'a Source,
    /// The words of the file with their positions.
    pub words: Words<'a>,
    /// The problems found so far.
    pub found: Vec<Problem>,
}

impl<'a> Reporter<'a> {
    /// A reporter for a file, without problems yet.
    pub fn new(source: &'a Source) -> Self {
        Self { source, words: Words::new(&source.text), found: Vec::new() }
    }

    /// Adds a problem at a location, with advice.
    pub fn push(&mut self, at: Option<At>, message: String, help: Option<String>) {
        let mut problem = Problem::new(&self.source.name, message);
        problem.at = at;
        problem.help = help;
        self.found.push(problem);
    }

    /// Adds a problem with an entry as a whole.
    pub fn at_entry(&mut self, entry: &Key, message: &str) {
        let at = self.words.entry(entry.as_str(), 0);
        self.push(at, format!("`{entry}`: {message}"), None);
    }

    /// Adds a problem with a name or field of an entry.
    pub fn at_word(&mut self, entry: &Key, word: &str, message: String) {
        let at = self.words.find(entry.as_str(), word);
        self.push(at, message, None);
    }

    /// Reports a number outside the allowed range.
    pub fn range(&mut self, entry: &Key, field: &str, value: i32, allowed: RangeInclusive<i32>) {
        if !allowed.contains(&value) {
            let (low, high) = (allowed.start(), allowed.end());
            let message = format!("`{entry}`: {field} is {value}; allowed: {low} to {high}");
            self.at_word(entry, field, message);
        }
    }

    /// Reports options of a file outside their allowed ranges, each by its name in the file.
    pub fn options<const N: usize>(&mut self, options: [(&str, i32, RangeInclusive<i32>); N]) {
        for (field, value, allowed) in options {
            if !allowed.contains(&value) {
                let (low, high) = (allowed.start(), allowed.end());
                let message = format!("`{field}` is {value}; allowed: {low} to {high}");
                let at = self.words.field(field);
                self.push(at, message, None);
            }
        }
    }

    /// Like [`Self::options`], for heights; the bounds are in half metres.
    pub fn heights<const N: usize>(&mut self, options: [(&str, Hm, RangeInclusive<i32>); N]) {
        for (field, value, allowed) in options {
            if !allowed.contains(&value.0) {
                let (low, high) = (Hm(*allowed.start()), Hm(*allowed.end()));
                let message = format!("`{field}` is {value}; allowed: {low} to {high}");
                let at = self.words.field(field);
                self.push(at, message, None);
            }
        }
    }

    /// Reports names that are not among `known`.
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

    /// Reports a name that is not among `known`.
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

/// Runs the checks of each file and returns all problems, in that order.
pub fn check_all(checks: &[(&Source, &dyn Fn(&mut Reporter<'_>))]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (source, check) in checks {
        let mut reporter = Reporter::new(source);
        check(&mut reporter);
        problems.append(&mut reporter.found);
    }
    problems
}

/// Checks the rules reference: unique IDs, each with a title and a text.
pub fn check_reference(r: &mut Reporter<'_>, reference: &Reference) {
    check_ids(r, reference.rows().map(|row| &row.id));
    for row in reference.rows() {
        check_texts(r, &row.id, &row.title, &row.text);
    }
}

/// Checks that names are well-formed and unique.
pub fn check_ids<'k>(r: &mut Reporter<'_>, ids: impl Iterator<Item = &'k Key>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if id.as_str().is_empty() || id.as_str().len() > 40 || !id.as_str().chars().all(plain) {
            r.at_entry(id, "names are 1 to 40 letters, digits, underscores and hyphens");
        }
        if !seen.insert(id) {
            let at = r.words.entry(id.as_str(), 1);
            r.push(at, format!("`{id}` is defined twice"), None);
        }
    }
}

/// Checks the IDs and texts of all entries of a file, then each entry with `check`.
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

/// Checks that an entry has a name and a text for players, neither too long to be shown.
pub fn check_texts(r: &mut Reporter<'_>, id: &Key, name: &str, text: &str) {
    if name.trim().is_empty() || text.trim().is_empty() {
        r.at_entry(id, "name and text must not be empty");
    }
    for (what, words, most) in [("name", name, MAX_NAME), ("text", text, MAX_TEXT)] {
        let length = words.chars().count();
        if length > most {
            let message = format!("the {what} has {length} characters; allowed: 1 to {most}");
            r.at_entry(id, &message);
        }
        if words.chars().any(char::is_control) {
            let message = format!("the {what} has a control character; allowed: one line of text");
            r.at_entry(id, &message);
        }
    }
}
