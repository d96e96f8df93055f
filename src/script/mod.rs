//! Scripts that drive the real window: clicks, keys, waits, screenshots and expectations, from a
//! text file with one step per line.
//!
//! A script produces the same input as a player: it moves the pointer in the window and presses
//! keys. All code behind that is the code players use.
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
mod error;
mod input;
mod parse;
mod still;
mod widgets;

use std::path::{Path, PathBuf};

use files::{self, Problem};
use grid::Cell;
use keyboard::Stroke;
use settings::Speed;

pub use drive::{Outcome, ScriptPlugin, go_on_with};
pub use error::{ScriptError, ScriptFault, StepError, SyntaxError};

/// What a script points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A cell on the board.
    Cell(Cell),
    /// A point on the board in centimetres, east and south of its north-western corner. A cell is
    /// 100 wide.
    Point(i32, i32),
    /// A widget by its name: the text of a button, or its accessibility label.
    Widget(String),
}

/// One step of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Wait for a number of frames.
    Wait(u32),
    /// Wait until a player can act and everything has been shown.
    WaitIdle,
    /// Press and release a key with its modifiers.
    Key(Stroke),
    /// Left-click a spot.
    Click(Spot),
    /// Press the left button at the first spot, move to the second, and release.
    Drag(Spot, Spot),
    /// Click a widget if it exists and is enabled; otherwise continue.
    TryClick(String),
    /// Left-click a spot while Shift is held.
    ShiftClick(Spot),
    /// Right-click a spot.
    RightClick(Spot),
    /// Point at a spot.
    Hover(Spot),
    /// Turn the wheel by a number of lines, up if positive.
    Wheel(i32),
    /// Type a text into the focused field.
    Type(String),
    /// Save a screenshot of the window to this file.
    Screenshot(PathBuf),
    /// Expect the named screen: `menu`, `deployment`, `battle`, `result` or `editor`.
    ExpectScreen(String),
    /// Expect a text in a panel or in the log.
    ExpectText(String),
    /// Expect a text to appear nowhere.
    ExpectNoText(String),
    /// Expect nothing to be rebuilt, moved or redrawn while there is no input.
    ExpectStill,
    /// Expect fewer drawn entities than this number.
    ExpectEntitiesBelow(usize),
    /// Repeat steps a number of times, or until the named screen appears. It is an error if the
    /// named screen does not appear.
    Repeat(u32, Option<String>, Vec<(usize, Step)>),
    /// Set the seed of the next battle.
    SetSeed(u64),
    /// Set the window size, in pixels.
    SetSize(u32, u32),
    /// Set the interface size, in percent.
    SetScale(u16),
    /// Set the playback speed; instant by default.
    SetSpeed(Speed),
    /// True (the default) to draw every frame. False to draw only the frames of screenshots;
    /// everything else runs as usual, so that long scripts are fast with software rendering.
    SetDraw(bool),
    /// Close the window and ignore the rest of the script.
    Quit,
}

/// A script: steps with their line numbers, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// The steps, in order.
    pub steps: Vec<(usize, Step)>,
}

impl Script {
    /// Loads a script file.
    ///
    /// # Errors
    /// If the file cannot be read, or at the first invalid line.
    pub fn load(path: &Path) -> Result<Self, Problem> {
        let text = files::read_text(path)?;
        Self::parse(&text)
            .map_err(|error| Problem::new(path.display().to_string(), error.to_string()))
    }

    /// Parses a script.
    ///
    /// # Errors
    /// At the first invalid line.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        parse::parse(text)
    }
}
