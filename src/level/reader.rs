//! Extracts typed values from the tree and collects errors, so that a single run reports all of an
//! author's mistakes instead of only the first.

mod decimal;

use std::fmt::Display;
use std::ops::RangeInclusive;

use super::syntax::{Bracket, FieldEntry, Group, Node, Text, Value};
use files::nearest;
use grid::{Cell, Hm, MAX_SIDE};

use decimal::Decimal;

/// Maximum number of faults kept while reading. More than are shown, because they are sorted by
/// position only at the end.
const MAX_KEPT: usize = 1_000;

/// Maximum number of cells in all lists and rectangles of a file.
const MAX_NAMED_CELLS: usize = 500_000;

/// An error and its byte offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub at: usize,
    pub message: String,
    pub help: Option<String>,
}

/// Collects faults. Knows the size of the board once the rows are read.
pub(super) struct Reader {
    pub faults: Vec<Fault>,
    /// Columns and rows; the maximum board size until they are known.
    pub size: (u16, u16),
    cells_left: usize,
}

/// The named values of a group.
pub(super) struct Fields<'n, 't> {
    /// Start of the group.
    pub at: usize,
    what: &'static str,
    values: Vec<(&'t str, &'n Node<'t>)>,
}

impl<'n, 't> Fields<'n, 't> {
    /// The value with this name, if given.
    pub fn get(&self, name: &str) -> Option<&'n Node<'t>> {
        self.values.iter().find(|(n, _)| *n == name).map(|(_, node)| *node)
    }
}

impl Reader {
    pub fn new() -> Self {
        Self { faults: Vec::new(), size: (MAX_SIDE, MAX_SIDE), cells_left: MAX_NAMED_CELLS + 1 }
    }

    /// Records a fault.
    pub fn wrong(&mut self, at: usize, message: impl Into<String>) {
        self.wrong_with_help(at, message, None);
    }

    /// Records a fault with optional advice.
    pub fn wrong_with_help(&mut self, at: usize, message: impl Into<String>, help: Option<String>) {
        if self.faults.len() < MAX_KEPT {
            self.faults.push(Fault { at, message: message.into(), help });
        }
    }

    fn needed(&mut self, node: &Node<'_>, what: &str, allowed: &str) {
        let found = describe(node);
        self.wrong(node.at, format!("found {found} as {what}; allowed: {allowed}"));
    }

    /// The named values of a group in parentheses. Unknown and repeated names are faults.
    pub fn fields<'n, 't>(
        &mut self,
        node: &'n Node<'t>,
        what: &'static str,
        names: &[&'static str],
    ) -> Option<Fields<'n, 't>> {
        let Some(group) = round(node).filter(|g| g.entries.iter().all(|e| e.key.is_some())) else {
            self.needed(node, what, &format!("`(name: value, ...)` with {}", join(names)));
            return None;
        };
        let mut values: Vec<(&str, &Node<'_>)> = Vec::new();
        for entry in &group.entries {
            let Some(Node { at, value: Value::Word(name) }) = &entry.key else { continue };
            if !names.contains(name) {
                let message = format!("{what} has no `{name}`; allowed: {}", join(names));
                self.wrong_with_help(*at, message, suggestion(name, names.iter().copied()));
            } else if values.iter().any(|(n, _)| n == name) {
                self.wrong(*at, format!("`{name}` is given twice"));
            } else {
                values.push((name, &entry.value));
            }
        }
        Some(Fields { at: node.at, what, values })
    }

    /// A required value.
    pub fn need<'n, 't>(&mut self, fields: &Fields<'n, 't>, name: &str) -> Option<&'n Node<'t>> {
        let node = fields.get(name);
        if node.is_none() {
            self.wrong(fields.at, format!("{} needs `{name}`", fields.what));
        }
        node
    }

    /// The entries of a map in braces.
    pub fn map<'n, 't>(&mut self, node: &'n Node<'t>, what: &str) -> &'n [FieldEntry<'t>] {
        match &node.value {
            Value::Group(g)
                if g.bracket == Bracket::Curly && g.entries.iter().all(|e| e.key.is_some()) =>
            {
                &g.entries
            }
            _ => {
                self.needed(node, what, "`{ key: value, ... }`");
                &[]
            }
        }
    }

    /// The entries of a list in square brackets, at most `max`.
    pub fn list<'n, 't>(
        &mut self,
        node: &'n Node<'t>,
        what: &str,
        max: usize,
    ) -> impl Iterator<Item = &'n Node<'t>> + use<'n, 't> {
        let entries = match &node.value {
            Value::Group(g) if g.bracket == Bracket::Square => g.entries.as_slice(),
            _ => {
                self.needed(node, what, "a list `[ ... ]`");
                &[]
            }
        };
        if let Some(surplus) = entries.get(max) {
            let count = entries.len();
            self.wrong(surplus.value.at, format!("{what}: {count} entries, allowed: {max}"));
        }
        entries.iter().take(max).map(|e| &e.value)
    }

    /// A word from a list of choices.
    pub fn word<T: Copy>(
        &mut self,
        node: &Node<'_>,
        what: &str,
        choices: &[T],
        name: impl Fn(T) -> &'static str,
    ) -> Option<T> {
        let names = || choices.iter().map(|c| name(*c));
        let (found, help) = match &node.value {
            Value::Word(word) => {
                if let Some(choice) = choices.iter().find(|c| name(**c) == *word) {
                    return Some(*choice);
                }
                (format!("unknown {what} `{word}`"), suggestion(word, names()))
            }
            Value::Text(text) => {
                let text = text.value();
                let known = names().any(|n| n == text);
                let help = known.then(|| format!("write {text} without quotes"));
                (format!("found {} as {what}", describe(node)), help)
            }
            _ => (format!("found {} as {what}", describe(node)), None),
        };
        let allowed: Vec<_> = names().collect();
        self.wrong_with_help(node.at, format!("{found}; allowed: {}", allowed.join(", ")), help);
        None
    }

    /// `true` or `false`.
    pub fn flag(&mut self, node: &Node<'_>, what: &str) -> Option<bool> {
        self.word(node, what, &[true, false], |b| if b { "true" } else { "false" })
    }

    /// A whole number.
    pub fn whole(
        &mut self,
        node: &Node<'_>,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let number = match &node.value {
            Value::Number(text) => Decimal::read(text).and_then(Decimal::whole),
            _ => None,
        };
        self.in_range(node, what, number, range, "whole numbers from")
    }

    /// A height in metres, in steps of half a metre.
    pub fn height(&mut self, node: &Node<'_>, what: &str, range: RangeInclusive<Hm>) -> Option<Hm> {
        let number = match &node.value {
            Value::Number(text) => Decimal::read(text).and_then(Decimal::half_metres),
            _ => None,
        };
        self.in_range(node, what, number.map(Hm), range, "multiples of 0.5 m from")
    }

    /// A length in millimetres, written in metres.
    pub fn millimetres(
        &mut self,
        node: &Node<'_>,
        what: &str,
        range: RangeInclusive<i32>,
    ) -> Option<i32> {
        self.length(node, what, range, (1, "three"))
    }

    /// A length in centimetres, written in metres.
    pub fn centimetres(
        &mut self,
        node: &Node<'_>,
        what: &str,
        range: RangeInclusive<i16>,
    ) -> Option<i16> {
        let range = i32::from(*range.start()) * 10..=i32::from(*range.end()) * 10;
        let found = self.length(node, what, range, (10, "two"))?;
        i16::try_from(found / 10).ok()
    }

    /// A length in steps of some millimetres, which leave it that many decimals in metres.
    fn length(
        &mut self,
        node: &Node<'_>,
        what: &str,
        range: RangeInclusive<i32>,
        (step, decimals): (i32, &str),
    ) -> Option<i32> {
        let inside = thousandths(node).filter(|n| n % step == 0 && range.contains(n));
        if inside.is_none() {
            let allowed = format!(
                "metres with at most {decimals} decimals from {} to {}",
                f64::from(*range.start()) / 1000.0,
                f64::from(*range.end()) / 1000.0
            );
            self.needed(node, what, &allowed);
        }
        inside
    }

    /// A factor in thousandths, with at most three decimals.
    pub fn factor(
        &mut self,
        node: &Node<'_>,
        what: &str,
        range: RangeInclusive<i32>,
    ) -> Option<i32> {
        let inside = thousandths(node).filter(|n| range.contains(n));
        if inside.is_none() {
            let (low, high) = (f64::from(*range.start()), f64::from(*range.end()));
            self.needed(node, what, &format!("{} to {}", low / 1000.0, high / 1000.0));
        }
        inside
    }

    fn in_range<T: PartialOrd + Display>(
        &mut self,
        node: &Node<'_>,
        what: &str,
        number: Option<T>,
        range: RangeInclusive<T>,
        kind: &str,
    ) -> Option<T> {
        let inside = number.filter(|n| range.contains(n));
        if inside.is_none() {
            self.needed(node, what, &format!("{kind} {} to {}", range.start(), range.end()));
        }
        inside
    }

    /// A text in double quotes.
    pub fn text<'t>(&mut self, node: &Node<'t>, what: &str) -> Option<Text<'t>> {
        if let Value::Text(text) = &node.value {
            return Some(*text);
        }
        self.needed(node, what, "a text in double quotes");
        None
    }

    /// A cell `(x, y)` on the board.
    pub fn cell(&mut self, node: &Node<'_>, what: &str) -> Option<Cell> {
        let (width, height) = self.size;
        let (x, y) = self.pair(node, what)?;
        if x < i32::from(width) && y < i32::from(height) && x >= 0 && y >= 0 {
            return Some(Cell::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?));
        }
        let (right, bottom) = (width.saturating_sub(1), height.saturating_sub(1));
        let message = format!(
            "{what}: cell ({x},{y}) is off the board; allowed: x from 0 to {right}, y from 0 to \
             {bottom}"
        );
        self.wrong(node.at, message);
        None
    }

    /// A corner `(x, y)` of the grid; corner (0, 0) is the north-western corner of cell (0, 0).
    pub fn corner(&mut self, node: &Node<'_>, what: &str) -> Option<Cell> {
        let (width, height) = self.size;
        let (x, y) = self.pair(node, what)?;
        if x <= i32::from(width) && y <= i32::from(height) && x >= 0 && y >= 0 {
            return Some(Cell::new(i16::try_from(x).ok()?, i16::try_from(y).ok()?));
        }
        let message = format!(
            "{what}: corner ({x},{y}) is off the board; allowed: x from 0 to {width}, y from 0 to \
             {height}"
        );
        self.wrong(node.at, message);
        None
    }

    fn pair(&mut self, node: &Node<'_>, what: &str) -> Option<(i32, i32)> {
        let entries = round(node).filter(|g| g.name.is_none()).map(|g| g.entries.as_slice());
        let Some([FieldEntry { key: None, value: x }, FieldEntry { key: None, value: y }]) =
            entries
        else {
            self.needed(node, what, "`(x, y)`");
            return None;
        };
        let range = -1_000_000..=1_000_000;
        let x = self.whole(x, what, range.clone())?;
        let y = self.whole(y, what, range)?;
        Some((i32::try_from(x).ok()?, i32::try_from(y).ok()?))
    }

    /// Cells: `(x, y)`, `rect((x, y), (x, y))` including both corners, or a list of these. Each
    /// comes with its byte offset.
    pub fn cells(&mut self, node: &Node<'_>, what: &str) -> Vec<(Cell, usize)> {
        let mut cells = Vec::new();
        match &node.value {
            Value::Group(g) if g.bracket == Bracket::Square => {
                for entry in &g.entries {
                    self.some_cells(&entry.value, what, &mut cells);
                }
            }
            _ => self.some_cells(node, what, &mut cells),
        }
        cells
    }

    /// Like [`Self::cells`], for what must be somewhere: an empty list is a fault.
    pub fn places(&mut self, node: &Node<'_>, what: &str) -> Vec<(Cell, usize)> {
        if is_empty_list(node) {
            self.wrong(node.at, format!("{what} needs at least one cell"));
        }
        self.cells(node, what)
    }

    fn some_cells(&mut self, node: &Node<'_>, what: &str, cells: &mut Vec<(Cell, usize)>) {
        let group = round(node);
        let (a, b) = match group.map(|g| (g.name, g.entries.as_slice())) {
            Some((None, [_, _])) => (node, node),
            Some((Some("rect"), [a, b])) if a.key.is_none() && b.key.is_none() => {
                (&a.value, &b.value)
            }
            _ => {
                self.needed(node, what, "`(x, y)`, `rect((x, y), (x, y))` or a list of these");
                return;
            }
        };
        let Some(from) = self.cell(a, what) else { return };
        let Some(to) = (if std::ptr::eq(a, b) { Some(from) } else { self.cell(b, what) }) else {
            return;
        };
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        for y in top..=bottom {
            for x in left..=right {
                if !self.spend_cell(node.at) {
                    return;
                }
                cells.push((Cell::new(x, y), node.at));
            }
        }
    }

    /// Counts a named cell or edge. Returns false when
    /// there are too many, with a fault the first time.
    pub fn spend_cell(&mut self, at: usize) -> bool {
        match self.cells_left.checked_sub(1) {
            Some(left) => {
                self.cells_left = left;
                if left == 0 {
                    let message = format!("more than {MAX_NAMED_CELLS} cells are named in all");
                    self.wrong(at, message);
                }
                left > 0
            }
            None => false,
        }
    }
}

/// True for `[]`.
pub(super) fn is_empty_list(node: &Node<'_>) -> bool {
    matches!(&node.value, Value::Group(g) if g.bracket == Bracket::Square && g.entries.is_empty())
}

/// The group, if the value is one in parentheses.
pub(super) fn round<'n, 't>(node: &'n Node<'t>) -> Option<&'n Group<'t>> {
    match &node.value {
        Value::Group(g) if g.bracket == Bracket::Round => Some(g),
        _ => None,
    }
}

/// "did you mean" with the closest name.
pub(super) fn suggestion<'a>(
    found: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(found, names).map(|name| format!("did you mean `{name}`?"))
}

fn join(names: &[&str]) -> String {
    names.join(", ")
}

fn describe(node: &Node<'_>) -> String {
    match &node.value {
        Value::Word(word) => format!("`{}`", shorten(word)),
        Value::Number(number) => shorten(number),
        Value::Char(c) => format!("the character {c:?}"),
        Value::Text(text) => format!("the text {:?}", shorten(&text.value())),
        Value::Group(Group { bracket, name, .. }) => match (bracket, name) {
            (Bracket::Square, _) => "a list".to_owned(),
            (Bracket::Curly, _) => "a map".to_owned(),
            (Bracket::Round, Some(name)) => format!("`{}(...)`", shorten(name)),
            (Bracket::Round, None) => "`(...)`".to_owned(),
        },
    }
}

fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short: String = text.chars().take(LONGEST).collect();
    if text.chars().nth(LONGEST).is_some() {
        short.push_str("...");
    }
    short
}

/// A number with at most three decimals, times a thousand.
fn thousandths(node: &Node<'_>) -> Option<i32> {
    match &node.value {
        Value::Number(text) => Decimal::read(text).and_then(Decimal::thousandths),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_name_exactly_the_allowed_number_of_cells() {
        let mut reader = Reader::new();
        assert!((0..MAX_NAMED_CELLS).all(|at| reader.spend_cell(at)));
        assert_eq!(reader.faults, []);
        assert!(!reader.spend_cell(7) && !reader.spend_cell(8));
        let places: Vec<usize> = reader.faults.iter().map(|fault| fault.at).collect();
        assert_eq!(places, [7], "one fault, at the first cell too many");
    }
}
