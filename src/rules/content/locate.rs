//! Finding the position of a name in RON text, for errors found only after parsing.

use files::At;
use files::tokens::{Token, Tokens};

/// The words of one file with their positions.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    tokens: Vec<(Token<'a>, At)>,
}

impl<'a> Words<'a> {
    /// Reads the words and quoted strings of RON text, skipping comments.
    pub fn new(text: &'a str) -> Self {
        let is_word = |token: &Token<'_>| matches!(token, Token::Word(_) | Token::Quoted(_));
        Self { tokens: Tokens::new(text).filter(|(token, _)| is_word(token)).collect() }
    }

    /// The position of `name` in the entry `id: <entry>`: its first occurrence after that id. If
    /// there is no such id, its first occurrence in the file; if there is no such name, the id of
    /// the entry.
    pub fn find(&self, entry: &str, name: &str) -> Option<At> {
        let start = self.nth_entry(entry, 0);
        let from = start.unwrap_or(0);
        let found = self.tokens.iter().skip(from).find(|(token, _)| text(token) == name);
        found.or_else(|| start.and_then(|s| self.tokens.get(s))).map(|(_, at)| *at)
    }

    /// The position of the `n`-th id (from 0) with this name.
    pub fn entry(&self, entry: &str, n: usize) -> Option<At> {
        self.nth_entry(entry, n).and_then(|i| self.tokens.get(i)).map(|(_, at)| *at)
    }

    /// The position of the first field `name` in the file.
    pub fn field(&self, name: &str) -> Option<At> {
        self.tokens.iter().find(|(token, _)| *token == Token::Word(name)).map(|(_, at)| *at)
    }

    /// The index of the value of the `n`-th `id: <entry>`.
    fn nth_entry(&self, entry: &str, n: usize) -> Option<usize> {
        let pairs = self.tokens.iter().zip(self.tokens.iter().skip(1)).enumerate();
        let mut ids =
            pairs.filter(|(_, ((a, _), (b, _)))| *a == Token::Word("id") && text(b) == entry);
        ids.nth(n).map(|(i, _)| i + 1)
    }
}

/// The text of a word or quoted string.
const fn text<'a>(token: &Token<'a>) -> &'a str {
    match *token {
        Token::Word(text) | Token::Quoted(text) => text,
        Token::Open(_) | Token::Close | Token::Other => "",
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
