//! Parses RON text into a tree that keeps the position of every value.
//!
//! Deserialising into types loses positions, but a message such as "this unit
//! stands inside a wall" must give line and column long after parsing. This
//! parser keeps the byte offset of every value. It reads the text once with an
//! explicit stack, so that hostile nesting costs neither time nor call stack.

mod text;

use files::MAX_DEPTH;

use text::next_char;
pub(super) use text::{Lines, Text};

/// An error at one position of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Byte offset.
    pub at: usize,
    /// What was found and what is allowed.
    pub message: String,
}

/// A value and the byte offset of its start.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub at: usize,
    pub value: Value<'t>,
}

/// A value. Numbers stay text, so that heights are read without rounding.
#[derive(Debug)]
pub(super) enum Value<'t> {
    /// A bare word: `true`, `grass`, `NE`.
    Word(&'t str),
    /// A number as written.
    Number(&'t str),
    /// A character in single quotes.
    Char(char),
    /// Text in double quotes.
    Text(Text<'t>),
    /// A group in brackets.
    Group(Group<'t>),
}

/// The three kinds of brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// `( )`
    Round,
    /// `[ ]`
    Square,
    /// `{ }`
    Curly,
}

impl Bracket {
    const fn opening(self) -> char {
        match self {
            Self::Round => '(',
            Self::Square => '[',
            Self::Curly => '{',
        }
    }

    const fn closing(self) -> char {
        match self {
            Self::Round => ')',
            Self::Square => ']',
            Self::Curly => '}',
        }
    }
}

/// Values in brackets, with optional keys.
#[derive(Debug)]
pub(super) struct Group<'t> {
    pub bracket: Bracket,
    /// The word directly before the bracket.
    pub name: Option<&'t str>,
    pub entries: Vec<FieldEntry<'t>>,
}

/// One value of a group.
#[derive(Debug)]
pub(super) struct FieldEntry<'t> {
    pub key: Option<Node<'t>>,
    pub value: Node<'t>,
}

/// Parses a text as a single value.
///
/// # Errors
/// If brackets, commas, quotes or comments are malformed,
/// or brackets are nested deeper than [`MAX_DEPTH`].
pub(super) fn read(text: &str) -> Result<Node<'_>, Fault> {
    Parser { text, pos: 0, open: Vec::new(), done: None }.run()
}

/// A bracket that is still open.
struct Frame<'t> {
    /// Start of the group: its name, if it has one.
    at: usize,
    /// Position of the bracket.
    bracket_at: usize,
    group: Group<'t>,
    key: Option<Node<'t>>,
    /// A value was read, so a comma or the end must follow.
    filled: bool,
}

struct Parser<'t> {
    text: &'t str,
    pos: usize,
    open: Vec<Frame<'t>>,
    done: Option<Node<'t>>,
}

impl<'t> Parser<'t> {
    fn run(mut self) -> Result<Node<'t>, Fault> {
        loop {
            self.skip_space()?;
            let Some(c) = self.peek() else { break };
            match c {
                '(' => self.push(Bracket::Round, self.pos, None)?,
                '[' => self.push(Bracket::Square, self.pos, None)?,
                '{' => self.push(Bracket::Curly, self.pos, None)?,
                ')' => self.close(Bracket::Round)?,
                ']' => self.close(Bracket::Square)?,
                '}' => self.close(Bracket::Curly)?,
                ',' => self.comma()?,
                _ => self.scalar(c)?,
            }
        }
        if let Some(frame) = self.open.last() {
            let bracket = frame.group.bracket.opening();
            return Err(fault(frame.bracket_at, format!("this `{bracket}` is never closed")));
        }
        self.done.ok_or_else(|| fault(0, "the file is empty; a level begins with `Level(`"))
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.pos..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips whitespace, line comments and nested block comments.
    fn skip_space(&mut self) -> Result<(), Fault> {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.pos += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.pos += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.skip_block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_block_comment(&mut self) -> Result<(), Fault> {
        let start = self.pos;
        let mut depth = 0usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                depth += 1;
                self.pos += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                self.pos += 2;
                if depth == 0 {
                    return Ok(());
                }
            } else {
                match rest.chars().next() {
                    Some(c) => self.pos += c.len_utf8(),
                    None => return Err(fault(start, "this comment is never closed with `*/`")),
                }
            }
        }
    }

    /// Rejects a value where none is allowed.
    fn expect_value(&self, at: usize) -> Result<(), Fault> {
        match self.open.last() {
            Some(frame) if frame.filled => Err(fault(at, "a comma is missing before this")),
            None if self.done.is_some() => {
                Err(fault(at, "the level has ended; nothing may follow its last bracket"))
            }
            _ => Ok(()),
        }
    }

    fn push(&mut self, bracket: Bracket, at: usize, name: Option<&'t str>) -> Result<(), Fault> {
        self.expect_value(at)?;
        if self.open.len() >= MAX_DEPTH {
            return Err(fault(at, format!("brackets nest more than {MAX_DEPTH} deep")));
        }
        let bracket_at = self.pos;
        self.pos += 1;
        let group = Group { bracket, name, entries: Vec::new() };
        self.open.push(Frame { at, bracket_at, group, key: None, filled: false });
        Ok(())
    }

    fn close(&mut self, bracket: Bracket) -> Result<(), Fault> {
        let found = bracket.closing();
        let Some(frame) = self.open.pop() else {
            return Err(fault(self.pos, format!("this `{found}` closes nothing")));
        };
        let wanted = frame.group.bracket.closing();
        if frame.group.bracket != bracket {
            return Err(fault(self.pos, format!("found `{found}`, allowed here: `{wanted}`")));
        }
        if frame.key.is_some() {
            return Err(fault(self.pos, "a value is missing after the `:`"));
        }
        self.pos += 1;
        self.take(Node { at: frame.at, value: Value::Group(frame.group) });
        Ok(())
    }

    fn comma(&mut self) -> Result<(), Fault> {
        match self.open.last_mut() {
            Some(frame) if frame.filled => {
                frame.filled = false;
                self.pos += 1;
                Ok(())
            }
            _ => Err(fault(self.pos, "found `,` where a value is needed")),
        }
    }

    /// Stores a finished value in its parent.
    fn take(&mut self, value: Node<'t>) {
        match self.open.last_mut() {
            Some(frame) => {
                let key = frame.key.take();
                frame.group.entries.push(FieldEntry { key, value });
                frame.filled = true;
            }
            None => self.done = Some(value),
        }
    }

    /// Reads a word, number, character or text: a value, or a key if a colon follows.
    fn scalar(&mut self, first: char) -> Result<(), Fault> {
        let at = self.pos;
        self.expect_value(at)?;
        let value = match first {
            '"' => self.quoted()?,
            '\'' => self.character()?,
            'r' if self.at_raw_text() => self.raw_text()?,
            c if c.is_alphabetic() || c == '_' => Value::Word(self.take_while(is_word)),
            c if c.is_ascii_digit() || "+-.".contains(c) => {
                Value::Number(self.take_while(|c| is_word(c) || "+-.".contains(c)))
            }
            c => return Err(fault(at, format!("`{}` is not allowed here", c.escape_debug()))),
        };
        self.skip_space()?;
        match (self.peek(), &value) {
            (Some('('), Value::Word(name)) => self.push(Bracket::Round, at, Some(*name)),
            (Some(':'), _) => self.key(Node { at, value }),
            _ => {
                self.take(Node { at, value });
                Ok(())
            }
        }
    }

    /// Keeps a value as the key of the next one.
    fn key(&mut self, node: Node<'t>) -> Result<(), Fault> {
        let colon = self.pos;
        let message = match self.open.last_mut() {
            Some(frame) => match (frame.group.bracket, &node.value) {
                _ if frame.key.is_some() => "found a second `:`; a name has only one value",
                (Bracket::Square, _) => "a list in `[ ]` has no names; use `( )` or `{ }`",
                (Bracket::Round, Value::Word(_)) | (Bracket::Curly, _) => {
                    frame.key = Some(node);
                    self.pos += 1;
                    return Ok(());
                }
                (Bracket::Round, _) => "names in `( )` are plain words without quotes",
            },
            None => "found `:` outside brackets; a level begins with `Level(`",
        };
        Err(fault(colon, message))
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.pos += end;
        rest.get(..end).unwrap_or_default()
    }

    fn quoted(&mut self) -> Result<Value<'t>, Fault> {
        let opening = self.pos;
        let start = opening + 1;
        let body = self.text.get(start..).unwrap_or_default();
        let mut at = 0;
        loop {
            if body.get(at..).is_some_and(|b| b.starts_with('"')) {
                self.pos = start + at + 1;
                let body = body.get(..at).unwrap_or_default();
                return Ok(Value::Text(Text { start, body, raw: false }));
            }
            match next_char(body, at, false) {
                Ok(Some((_, next))) => at = next,
                Ok(None) => return Err(fault(opening, "this text is never closed with `\"`")),
                Err(message) => return Err(fault(start + at, message)),
            }
        }
    }

    fn at_raw_text(&self) -> bool {
        let behind = self.rest().strip_prefix('r');
        behind.is_some_and(|rest| rest.trim_start_matches('#').starts_with('"'))
    }

    fn raw_text(&mut self) -> Result<Value<'t>, Fault> {
        let opening = self.pos;
        self.pos += 1;
        let hashes = self.take_while(|c| c == '#');
        let start = self.pos + 1;
        let body = self.text.get(start..).unwrap_or_default();
        let end = format!("\"{hashes}");
        match body.find(&end) {
            Some(length) => {
                self.pos = start + length + end.len();
                let body = body.get(..length).unwrap_or_default();
                Ok(Value::Text(Text { start, body, raw: true }))
            }
            None => Err(fault(opening, format!("this text is never closed with `{end}`"))),
        }
    }

    fn character(&mut self) -> Result<Value<'t>, Fault> {
        let opening = self.pos;
        let start = opening + 1;
        let body = self.text.get(start..).unwrap_or_default();
        let first = next_char(body, 0, false).map_err(|message| fault(start, message))?;
        match first {
            Some((c, next)) if body.get(next..).is_some_and(|b| b.starts_with('\'')) => {
                self.pos = start + next + 1;
                Ok(Value::Char(c))
            }
            _ => Err(fault(opening, "single quotes hold exactly one character, such as '.'")),
        }
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn fault(at: usize, message: impl Into<String>) -> Fault {
    Fault { at, message: message.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use files::At;

    fn place_of_fault(text: &str) -> (usize, usize, String) {
        let fault = read(text).unwrap_err();
        let at = Lines::new(text).at(fault.at);
        (at.line, at.column, fault.message)
    }

    #[test]
    fn every_value_has_its_position() {
        let text = "A( // one\n  b: [(1, 2.5), /* x /* y */ */ 'c'], d: { \"e\": r#\"f\"g\"# })";
        let root = read(text).unwrap();
        let Value::Group(group) = root.value else { panic!("a group is needed") };
        assert_eq!((root.at, group.name), (0, Some("A")));
        let [b, d] = group.entries.as_slice() else { panic!("two entries are needed") };
        assert_eq!(Lines::new(text).at(b.value.at), At { line: 2, column: 6 });
        let Value::Group(list) = &b.value.value else { panic!("a list is needed") };
        assert!(matches!(list.entries[1].value.value, Value::Char('c')));
        let Value::Group(map) = &d.value.value else { panic!("a map is needed") };
        let Value::Text(raw) = map.entries[0].value.value else { panic!("a text is needed") };
        assert_eq!(raw.value(), "f\"g");
    }

    #[test]
    fn characters_of_a_text_have_their_position_after_escapes() {
        let text = "\"a\\n\\u{e9}b\"";
        let Value::Text(quoted) = read(text).unwrap().value else { panic!("a text is needed") };
        let chars: Vec<_> = quoted.chars().collect();
        assert_eq!(chars, [(1, 'a'), (2, '\n'), (4, 'é'), (10, 'b')]);
        assert_eq!(quoted.end(), 11);
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let text = "(é, ü: ])";
        assert_eq!(place_of_fault(text), (1, 8, "found `]`, allowed here: `)`".to_owned()));
    }

    #[test]
    fn syntax_errors_report_their_position() {
        for (text, line, column, part) in [
            ("(a: 1\n b: 2)", 2, 2, "comma"),
            ("(a: 1,\n [2, 3)", 2, 7, "allowed here: `]`"),
            ("(a: [1, 2],", 1, 1, "never closed"),
            ("(a: )", 1, 5, "value is missing"),
            ("(a: 1) x", 1, 8, "ended"),
            ("(a: \"b", 1, 5, "never closed"),
            ("(a: \"b\\q\")", 1, 7, "escape"),
            ("(a: 'bc')", 1, 5, "exactly one"),
            ("[a: 1]", 1, 3, "no names"),
            ("/* /* */ (", 1, 1, "comment"),
            ("(,)", 1, 2, "value is needed"),
            ("(a: §)", 1, 5, "not allowed here"),
            ("", 1, 1, "empty"),
        ] {
            let (l, c, message) = place_of_fault(text);
            assert_eq!((l, c), (line, column), "{text}: {message}");
            assert!(message.contains(part), "{text}: {message}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        let deep = "[".repeat(1_000_000);
        let fault = read(&deep).unwrap_err();
        assert_eq!(fault.at, MAX_DEPTH);
        let allowed = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert!(read(&allowed).is_ok());
    }
}
