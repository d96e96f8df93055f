//! A line of the log.

use std::ops::Range;

use grid::UnitId;

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Bookkeeping; shown on demand.
    Bookkeeping,
    /// A consequence of the lines before it.
    Detail,
    /// An action, or something that happens to a unit.
    Main,
    /// Starts a section: a round, a turn, the end.
    Heading,
}

/// The tone of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Neutral.
    Plain,
    /// A successful roll, or a gain.
    Good,
    /// A failed roll, or harm.
    Bad,
}

/// An event as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// What happened, in one sentence.
    pub headline: String,
    /// How it came about: dice, terms with rules, thresholds.
    pub details: Vec<String>,
    /// Its importance.
    pub weight: Weight,
    /// Its tone.
    pub tone: Tone,
    /// The unit it is about, to show on the board.
    pub about: Option<UnitId>,
    /// The names of units in the headline, each with its byte range, in order.
    pub links: Vec<(Range<usize>, UnitId)>,
    /// Index of the event among the given events; of the first event if several became one line.
    pub event: usize,
}

impl LogLine {
    pub(super) fn new(weight: Weight, headline: impl Into<String>) -> Self {
        Self {
            headline: headline.into(),
            details: Vec::new(),
            weight,
            tone: Tone::Plain,
            about: None,
            links: Vec::new(),
            event: 0,
        }
    }

    pub(super) fn about(mut self, unit: UnitId) -> Self {
        self.about = Some(unit);
        self
    }

    pub(super) fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    pub(super) fn detail(mut self, text: impl Into<String>) -> Self {
        self.details.push(text.into());
        self
    }
}
