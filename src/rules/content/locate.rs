//! Finding the position of a name in RON text, for errors found only after parsing.

use files::At;

/// A word or quoted string in a RON file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Token<'a> {
    text: &'a str,
    quoted: bool,
    at: At,
}

/// The words of one file with their positions.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    tokens: Vec<Token<'a>>,
}

impl<'a> Words<'a> {
    /// Reads the words and quoted strings of RON text, skipping comments.
    pub fn new(text: &'a str) -> Self {
        let mut tokens = Vec::new();
        let mut reader = Reader { rest: text, at: At { line: 1, column: 1 } };
        while let Some(c) = reader.peek() {
            let at = reader.at;
            if reader.rest.starts_with("//") {
                reader.take_while(|c| c != '\n');
            } else if reader.rest.starts_with("/*") {
                reader.skip_block_comment();
            } else if c == '"' {
                let text = reader.quoted();
                tokens.push(Token { text, quoted: true, at });
            } else if c.is_alphanumeric() || c == '_' || c == '-' {
                let text = reader.take_while(|c| c.is_alphanumeric() || "_-.".contains(c));
                tokens.push(Token { text, quoted: false, at });
            } else {
                reader.take_char();
            }
        }
        Self { tokens }
    }

    /// The position of `name` in the entry `id: <entry>`: its first occurrence after that id. If
    /// there is no such id, its first occurrence in the file; if there is no such name, the id of
    /// the entry.
    pub fn find(&self, entry: &str, name: &str) -> Option<At> {
        let start = self.nth_entry(entry, 0);
        let from = start.unwrap_or(0);
        let found = self.tokens.iter().skip(from).find(|t| t.text == name);
        found.or_else(|| start.and_then(|s| self.tokens.get(s))).map(|t| t.at)
    }

    /// The position of the `n`-th id (from 0) with that name.
    pub fn entry(&self, entry: &str, n: usize) -> Option<At> {
        self.nth_entry(entry, n).and_then(|i| self.tokens.get(i)).map(|t| t.at)
    }

    /// The position of the first field `name` in the file.
    pub fn field(&self, name: &str) -> Option<At> {
        self.tokens.iter().find(|t| !t.quoted && t.text == name).map(|t| t.at)
    }

    /// The index of the value of the `n`-th `id: <entry>`.
    fn nth_entry(&self, entry: &str, n: usize) -> Option<usize> {
        let pairs = self.tokens.iter().zip(self.tokens.iter().skip(1)).enumerate();
        let mut ids = pairs.filter(|(_, (a, b))| !a.quoted && a.text == "id" && b.text == entry);
        ids.nth(n).map(|(i, _)| i + 1)
    }
}

struct Reader<'a> {
    rest: &'a str,
    at: At,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn take_char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let c = chars.next()?;
        self.rest = chars.as_str();
        if c == '\n' {
            self.at = At { line: self.at.line + 1, column: 1 };
        } else {
            self.at.column += 1;
        }
        Some(c)
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.peek().is_some_and(&keep) {
            self.take_char();
        }
        start.get(..start.len() - self.rest.len()).unwrap_or_default()
    }

    fn quoted(&mut self) -> &'a str {
        self.take_char();
        let start = self.rest;
        let mut escaped = false;
        while let Some(c) = self.peek() {
            if c == '"' && !escaped {
                break;
            }
            escaped = c == '\\' && !escaped;
            self.take_char();
        }
        let text = start.get(..start.len() - self.rest.len()).unwrap_or_default();
        self.take_char();
        text
    }

    /// RON block comments nest.
    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        while !self.rest.is_empty() {
            if self.rest.starts_with("/*") {
                depth += 1;
                self.take_char();
            } else if self.rest.starts_with("*/") {
                depth -= 1;
                self.take_char();
            }
            self.take_char();
            if depth == 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// id: \"a\" sword\n[\n  (id: \"a\", w: \"axe\"),\n  /* id: \"b\" /* */ \"sword\" */\n  (id: \"b\", w: \"sword\"),\n]";

    #[test]
    fn names_are_found_after_their_entry() {
        let words = Words::new(TEXT);
        assert_eq!(words.find("b", "sword"), Some(At { line: 5, column: 16 }));
        assert_eq!(words.find("a", "axe"), Some(At { line: 3, column: 16 }));
        assert_eq!(words.find("a", "missing"), Some(At { line: 3, column: 8 }));
        assert_eq!(words.entry("a", 1), None);
    }

    #[test]
    fn broken_text_ends() {
        for text in ["\"open", "/* open", "\"a\\", "é\"é", "*/", ""] {
            assert!(Words::new(text).tokens.len() <= 2, "{text}");
        }
    }
}
