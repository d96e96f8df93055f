//! Scripts that play the real window: clicks, keys, waits, pictures and expectations from a plain
//! text file, one step a line.
//!
//! A script gives the same input that a player would give: it moves the pointer in the window and
//! presses keys, and everything behind that is the code that serves players.
//!
//! ```text
//! # a comment
//! click widget "Start"
//! wait idle
//! expect screen battle
//! hover cell 4 7
//! drag cell 4 7 to point 6.25 7
//! click cell 4 7
//! key Shift+Tab
//! screenshot after-the-move.png
//! repeat 40 until screen result
//!   key Space
//!   wait idle
//! end
//! quit
//! ```

mod aim;
mod drive;
mod input;
mod parse;
mod still;
mod widgets;

use std::path::{Path, PathBuf};

use crate::files::{self, Problem};
use crate::grid::Cell;
use crate::keyboard::Stroke;
use crate::settings::Speed;

pub use drive::{Outcome, ScriptPlugin};

/// So many lines a script may have.
const MAX_LINES: usize = 10_000;

/// What a script points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell of the board.
    Cell(Cell),
    /// A point of the board in centimetres, east and south of its north-western corner. A cell is 100
    /// wide.
    Point(i32, i32),
    /// A widget by its name: the words on a button, or the name that it gives to those who listen.
    Widget(String),
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Let so many frames pass.
    Wait(u32),
    /// Wait until it is a player's turn to do something and everything has been shown.
    WaitIdle,
    /// Press and release a key with its modifiers.
    Key(Stroke),
    /// Point there and click with the left button.
    Click(Spot),
    /// Press the left button at the first place, move to the second, and let go.
    Drag(Spot, Spot),
    /// Click on a widget if it is there and enabled; else go on.
    TryClick(String),
    /// Point there and click with the left button while Shift is held.
    ShiftClick(Spot),
    /// Point there and click with the right button.
    RightClick(Spot),
    /// Point there.
    Hover(Spot),
    /// Turn the wheel by so many lines, up if it is positive.
    Wheel(i32),
    /// Type a text into the field that has the keyboard.
    Type(String),
    /// Write a picture of the window to this file.
    Screenshot(PathBuf),
    /// The named screen fills the window: `menu`, `battle`, `result` or `editor`.
    ExpectScreen(String),
    /// These words can be read in a panel or in the log.
    ExpectText(String),
    /// These words can be read nowhere.
    ExpectNoText(String),
    /// Nothing is built, moved or drawn again while nobody does anything.
    ExpectStill,
    /// Fewer than so many entities are drawn.
    ExpectEntitiesBelow(usize),
    /// Play these steps so many times, or until the named screen fills the window. It is a fault if
    /// a screen is named and does not come.
    Repeat(u32, Option<String>, Vec<(usize, Step)>),
    /// The next battle begins with this seed.
    SetSeed(u64),
    /// The window takes this size, in logical pixels.
    SetSize(u32, u32),
    /// What happens is shown at this speed; at once if a script does not say.
    SetSpeed(Speed),
    /// True to draw every frame, which is what happens if a script does not say; false to draw only
    /// those of which a picture is taken. Everything else goes on as ever, so that a long script is
    /// quick where a processor draws.
    SetDraw(bool),
    /// Close the window; the rest of the script is not read.
    Quit,
}

/// A script: its steps with their line numbers, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The steps, in order.
    pub steps: Vec<(usize, Step)>,
}

impl Script {
    /// Reads a script file.
    ///
    /// # Errors
    /// When the file cannot be read, and the first line that is not a step.
    pub fn load(path: &Path) -> Result<Self, Problem> {
        let text = files::read_text(path)?;
        Self::parse(&text)
            .map_err(|error| Problem::new(path.display().to_string(), error.to_string()))
    }

    /// Reads a script.
    ///
    /// # Errors
    /// The first line that is not a step.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        parse::parse(text)
    }
}

/// What is wrong with a script, or went wrong while it was played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, what was found and what is allowed.
    pub message: String,
}
