//! Refusals of steps and acts without formatted text: searches create thousands of them and show
//! none.

use crate::Refusal;

/// The ruleset's refusal texts that contain numbers.
pub trait Wording: Copy {
    /// The formatted text.
    fn text(self) -> String;
}

/// A refusal that is formatted only when it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LazyRefusal<W> {
    code: &'static str,
    words: Words<W>,
    rule: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Words<W> {
    Plain(&'static str),
    Counted(W),
}

impl<W> LazyRefusal<W> {
    /// A refusal with a fixed text.
    pub const fn new(code: &'static str, text: &'static str, rule: &'static str) -> Self {
        Self { code, words: Words::Plain(text), rule }
    }

    /// A refusal with numbers in its text.
    pub const fn counted(code: &'static str, words: W, rule: &'static str) -> Self {
        Self { code, words: Words::Counted(words), rule }
    }
}

impl<W: Wording> From<LazyRefusal<W>> for Refusal {
    fn from(bar: LazyRefusal<W>) -> Self {
        let text = match bar.words {
            Words::Plain(text) => text.to_owned(),
            Words::Counted(words) => words.text(),
        };
        Self::new(bar.code, text, bar.rule)
    }
}
