//! Why a step or an act is not possible, without the words: searches meet thousands of such steps and
//! show none of them.

use crate::rules::Refusal;

/// What a ruleset has to say with numbers of the moment in it.
pub trait Wording: Copy {
    /// In words.
    fn text(self) -> String;
}

/// A refusal that is put into words only when somebody reads it.
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
    /// A bar that is the same for everybody.
    pub const fn new(code: &'static str, text: &'static str, rule: &'static str) -> Self {
        Self { code, words: Words::Plain(text), rule }
    }

    /// One with numbers of the moment.
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
