//! The tokens of RON text with their positions, for messages about problems that are found only
//! after parsing.

use super::At;

/// A piece of RON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token<'a> {
    /// An opening bracket.
    Open(char),
    /// A closing bracket.
    Close,
    /// A bare word or number.
    Word(&'a str),
    /// Text in quotes, as written.
    Quoted(&'a str),
    /// Any other character.
    Other,
}

/// The tokens of a text in order, without comments. Text that is not RON has tokens too.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    rest: &'a str,
    at: At,
    depth: usize,
}

impl<'a> Tokens<'a> {
    /// The tokens of a text.
    pub const fn new(text: &'a str) -> Self {
        Self { rest: text, at: At { line: 1, column: 1 }, depth: 0 }
    }

    /// Number of brackets that are open after the last token.
    pub const fn depth(&self) -> usize {
        self.depth
    }

    /// True if a colon comes next.
    pub fn is_before_colon(&self) -> bool {
        self.rest.trim_start().starts_with(':')
    }

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
        self.taken_from(start)
    }

    /// The text between an earlier position and this one.
    fn taken_from(&self, start: &'a str) -> &'a str {
        start.get(..start.len() - self.rest.len()).unwrap_or_default()
    }

    fn skip_blanks(&mut self) {
        loop {
            self.take_while(char::is_whitespace);
            if self.rest.starts_with("//") {
                self.take_while(|c| c != '\n');
            } else if self.rest.starts_with("/*") {
                self.skip_block_comment();
            } else {
                return;
            }
        }
    }

    /// Block comments nest.
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

    fn quoted(&mut self, quote: char) -> &'a str {
        self.take_char();
        let start = self.rest;
        let mut escaped = false;
        while let Some(c) = self.peek().filter(|c| *c != quote || escaped) {
            escaped = c == '\\' && !escaped;
            self.take_char();
        }
        let text = self.taken_from(start);
        self.take_char();
        text
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (Token<'a>, At);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_blanks();
        let at = self.at;
        let token = match self.peek()? {
            c @ ('(' | '[' | '{') => {
                self.take_char();
                self.depth += 1;
                Token::Open(c)
            }
            ')' | ']' | '}' => {
                self.take_char();
                self.depth = self.depth.saturating_sub(1);
                Token::Close
            }
            quote @ ('"' | '\'') => Token::Quoted(self.quoted(quote)),
            c if c.is_alphanumeric() || "_-".contains(c) => {
                Token::Word(self.take_while(|c| c.is_alphanumeric() || "_-.".contains(c)))
            }
            _ => {
                self.take_char();
                Token::Other
            }
        };
        Some((token, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_texts_have_their_positions() {
        let text = "a: [\"b\\\"\",\n // c\n /* d /* */ e */ -1.5 '(']";
        let at = |line, column| At { line, column };
        let all: Vec<_> = Tokens::new(text).filter(|(token, _)| *token != Token::Other).collect();
        let expected = [
            (Token::Word("a"), at(1, 1)),
            (Token::Open('['), at(1, 4)),
            (Token::Quoted("b\\\""), at(1, 5)),
            (Token::Word("-1.5"), at(3, 18)),
            (Token::Quoted("("), at(3, 23)),
            (Token::Close, at(3, 26)),
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn depth_and_colons_are_known_after_a_token() {
        let mut tokens = Tokens::new("(a : (b))");
        let mut seen = Vec::new();
        while let Some((token, _)) = tokens.next() {
            seen.push((token, tokens.depth(), tokens.is_before_colon()));
        }
        assert_eq!(seen[1], (Token::Word("a"), 1, true));
        assert_eq!(seen[4], (Token::Word("b"), 2, false));
        assert_eq!(seen.last(), Some(&(Token::Close, 0, false)));
    }

    #[test]
    fn broken_text_ends() {
        for text in ["\"open", "/* open", "\"a\\", "é\"é", "*/", "", "(((", ")", "'"] {
            assert!(Tokens::new(text).count() <= 3, "{text}");
        }
    }
}
