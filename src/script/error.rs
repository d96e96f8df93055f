//! What is wrong with a script, or went wrong while it ran.

use std::path::PathBuf;

use grid::Cell;
use keyboard::KeyError;

/// Maximum number of lines in a script.
pub(super) const MAX_LINES: usize = 10_000;
/// Maximum length of one wait, in frames.
pub(super) const MAX_WAIT: u32 = 100_000;
/// Maximum number of iterations of a `repeat`.
pub(super) const MAX_TIMES: u32 = 10_000;
/// The names of all steps.
pub(super) const STEPS: &str = "wait, key, click, try, shift-click, right-click, drag, hover, wheel, type, screenshot, expect, repeat, end, \
                     set, quit";

/// An invalid script, or a step that failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: ScriptFault,
}

/// What is wrong with a line of a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// It cannot be read.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The window did not perform it.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Why a line of a script cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SyntaxError {
    /// The script is too long.
    #[error("a script has at most {limit} lines", limit = MAX_LINES)]
    TooLong,
    /// A `repeat` inside another.
    #[error("a `repeat` cannot be nested")]
    NestedRepeat,
    /// A `repeat` without an `end`.
    #[error("missing `end` of this `repeat`")]
    OpenRepeat,
    /// An `end` without a `repeat`, or with arguments.
    #[error("`end` needs a `repeat` before it, and no arguments")]
    LoneEnd,
    /// A text without its end.
    #[error("missing closing quotation mark")]
    OpenQuote,
    /// The line is empty.
    #[error("the line is empty")]
    Empty,
    /// No such step.
    #[error("unknown step `{0}`; allowed are {steps}", steps = STEPS)]
    UnknownStep(String),
    /// No such screen.
    #[error("unknown screen `{0}`; allowed are menu, deployment, battle, result and editor")]
    UnknownScreen(String),
    /// No such speed.
    #[error("unknown speed `{0}`; allowed are x1, x2, x4 and instant")]
    UnknownSpeed(String),
    /// No such key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A step with invalid arguments.
    #[error("`{step}` takes {takes}")]
    Arguments {
        /// The step.
        step: &'static str,
        /// The valid arguments.
        takes: &'static str,
    },
    /// Too few or too many iterations.
    #[error("`repeat` takes a number from 1 to {limit}, not {0}", limit = MAX_TIMES)]
    Times(u32),
    /// A wait of too many frames.
    #[error("`wait` takes at most {limit} frames, not {0}", limit = MAX_WAIT)]
    Frames(u32),
    /// Too many lines of the wheel.
    #[error("`wheel` takes -100 to 100 lines, not {0}")]
    Lines(i32),
    /// Not a number.
    #[error("`{word}` is not a valid number for {what}")]
    Number {
        /// The word.
        word: String,
        /// Its purpose.
        what: &'static str,
    },
    /// Not a place on the board.
    #[error("`{word}` is not a valid {what}; expected a number such as 3.25")]
    Coordinate {
        /// The word.
        word: String,
        /// Column or row.
        what: &'static str,
    },
    /// A screenshot outside its folder.
    #[error("`{0}` is not inside the screenshot folder")]
    Outside(String),
    /// A screenshot in another format.
    #[error("`{0}` is not a screenshot name: it must end in .png")]
    NotPng(String),
}

/// Why a step failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// Something else lies in front of the cell: the board, a figure or a panel.
    #[error("the pointer cannot reach cell {0}: it is hidden")]
    Hidden(Cell),
    /// The camera does not show the cell.
    #[error("cell {0} is outside the visible part of the board")]
    OutOfView(Cell),
    /// There is no board.
    #[error("no board on screen")]
    NoBoard,
    /// The board is smaller.
    #[error("the board has no cell {0}")]
    NoCell(Cell),
    /// There is no camera.
    #[error("no board camera")]
    NoCamera,
    /// Another screen is shown.
    #[error("expected the screen `{expected}`, found `{found}`")]
    Screen {
        /// The expected one.
        expected: String,
        /// The one shown.
        found: &'static str,
    },
    /// The computer does not finish its turn.
    #[error("no player's turn after {0} frames")]
    NoTurn(u32),
    /// There is no such widget.
    #[error("no widget \"{name}\"; found {found}")]
    NoWidget {
        /// Its name.
        name: String,
        /// The names of the widgets on screen.
        found: String,
    },
    /// The widget cannot be seen.
    #[error("the widget \"{0}\" is outside the window")]
    WidgetOutside(String),
    /// The widget cannot be clicked.
    #[error("the widget \"{0}\" is disabled")]
    WidgetDisabled(String),
    /// Something keeps changing; what, as text.
    #[error("the screen does not become still: {0}")]
    NotStill(String),
    /// A screenshot's file is missing.
    #[error("the screenshot {} could not be written", .0.display())]
    NotWritten(PathBuf),
    /// No screenshot is taken.
    #[error("the window does not return a screenshot")]
    NoScreenshot,
    /// An expected text is missing.
    #[error("no text \"{0}\" on screen")]
    NoText(String),
    /// An unexpected text is shown.
    #[error("text \"{0}\" is still on screen")]
    StillText(String),
    /// Too much is drawn.
    #[error("expected fewer than {limit} drawn entities, found {found}")]
    Entities {
        /// The limit.
        limit: usize,
        /// How many there are.
        found: usize,
    },
}
