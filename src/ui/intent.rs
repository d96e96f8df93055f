//! What a player asks for with mouse, keyboard and panels. Panels return intents and change nothing
//! themselves.

use std::path::PathBuf;

use bevy::ecs::prelude::*;

use grid::{Cell, SideId, UnitId};
use keyboard::Chord;
use rules::Command;
use settings::{Action, Settings};

use super::interaction::Input;
use super::lens::Lens;
use super::menu::SetUp;

/// A request of the player, by the feature that carries it out.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Input for the interaction with the board.
    Input(Input),
    /// Give a command that is not about one unit.
    Order(Command),
    /// The next player takes the seat.
    TakeSeat,
    /// Undo the last command.
    TakeBack,
    /// Suggest a command for the active unit.
    Hint,
    /// Place units before the battle.
    Deploy(Deploy),
    /// Change what the window shows of the battle.
    Panel(Panel),
    /// Open or close a page over the board.
    PageAction(PageAction),
    /// Change the settings.
    Preference(Preference),
    /// Save, load, export.
    Saves(Saves),
    /// Watch a saved game from the start; `None` for the current battle.
    WatchFromStart(Option<PathBuf>),
    /// Control the replay.
    Watch(Watch),
    /// Continue the lesson, go back, or let it show the step.
    Guide(Guide),
    /// Start or leave a battle, a lesson, the editor or the game.
    Go(Go),
}

impl Intent {
    /// True for what advances the battle.
    pub(super) const fn plays(&self) -> bool {
        match self {
            Self::Input(input) => {
                !input.is_hover() && !matches!(input, Input::Look(_) | Input::More)
            }
            Self::Order(_) | Self::TakeSeat | Self::Guide(Guide::Show) => true,
            _ => false,
        }
    }
}

/// What the window shows of the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// Open or close a tool panel.
    Toggle(Tool),
    /// Fold a panel away, or show it again.
    Fold(Fold),
    /// Give the keyboard to the whole log.
    ReadLog,
    /// Show or hide bookkeeping lines in the log.
    Bookkeeping,
    /// Show that step of the recap; `None` closes it.
    Recap(Option<usize>),
    /// Turn a lens on, or off if it is on.
    Lens(Lens),
    /// Look at the board from straight above, or at a slant again.
    FromAbove,
    /// Show on the board what a name in the log means; `None` for nothing.
    Point(Option<UnitId>),
    /// Close the tip.
    CloseTip {
        /// True if it was shown long enough to be read: it does not appear again.
        read: bool,
    },
}

/// A request about pages; the game pauses while one is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageAction {
    /// Open a page over the board.
    Open(Page),
    /// Close the page and resume.
    Close,
    /// Bind the next key pressed to this action; `None` cancels.
    AwaitKey(Option<Action>),
}

/// A change of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Apply and save these settings.
    Set(Box<Settings>),
    /// Bind a key to this action, replacing its keys.
    Bind(Action, Chord),
    /// Next animation speed; after the fastest comes the slowest.
    Speed,
    /// Toggle reduced motion.
    Calm,
    /// Toggle sound.
    Mute,
}

/// A request about saved games and exports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saves {
    /// Save the battle under a name.
    Save(String),
    /// Load a saved game.
    Load(PathBuf),
    /// Delete a saved game.
    Forget(PathBuf),
    /// Quick save.
    QuickSave,
    /// Quick load.
    QuickLoad,
    /// Export the statistics.
    Export(TableFormat),
}

/// Where to go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Go {
    /// Start a battle.
    Start(SetUp),
    /// Continue the interrupted battle.
    Continue,
    /// Start the same battle again.
    Rematch,
    /// Choose a level file to play, from any folder.
    OpenLevel,
    /// Start the lesson with this ID.
    Lesson(String),
    /// Leave the lesson for the list of lessons.
    Lessons,
    /// To the main menu; in a playtest, to the editor.
    Menu,
    /// Open the editor with a level, or with the level already open there.
    Editor(Option<PathBuf>),
    /// Close the game.
    Quit,
}

/// A request while units are placed before a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deploy {
    /// Choose the next unit.
    Next,
    /// Choose the previous unit.
    Previous,
    /// Choose this unit.
    Choose(UnitId),
    /// Point at a cell, or at none.
    Hover(Option<Cell>),
    /// Move the cursor by columns and rows.
    Cursor(i16, i16),
    /// Choose the unit there, or put the chosen one there.
    Click(Cell),
    /// Put the chosen unit there after dragging it.
    Drop(Cell),
    /// Click at the cursor; sit down.
    Confirm,
    /// Let go of the chosen unit.
    Cancel,
    /// Turn the chosen unit by an eighth.
    Turn {
        /// True for clockwise.
        clockwise: bool,
    },
    /// Put all units back to the level's places.
    Reset,
    /// All units stand where they should.
    Ready,
}

/// A page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Lessons.
    Learn,
    /// Keys and mouse.
    #[default]
    Controls,
    /// Rule lookup.
    Rules,
    /// Saved games.
    Saves,
    /// Settings.
    Settings,
    /// Credits.
    Credits,
}

/// A request to the lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// Go on to the next step.
    Next,
    /// Show the previous step.
    Back,
    /// Do what the step asks for.
    Show,
}

/// A tool panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Standing orders.
    Orders,
    /// Rulings of the referee.
    Referee,
}

/// A panel that folds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fold {
    /// The log: its last lines, or the whole.
    Log,
    /// The sheet of the active unit: in short, or the whole.
    Sheet,
    /// All panels but the buttons that end the turn.
    All,
}

/// A replay action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watch {
    /// Play or pause.
    Play,
    /// Move forward by this number of commands; negative for back.
    Step(i32),
    /// Go to the state after this number of commands.
    To(usize),
    /// Go to just after an event, by its index in the log.
    Event(usize),
    /// Go to the start of the next round; or back to the start of this round or the one before.
    Round {
        /// True for forward.
        on: bool,
    },
    /// Show what a side sees; `None` for everything.
    As(Option<SideId>),
    /// Play on from here as a new battle.
    PlayOn,
    /// Leave the replay.
    Close,
}

/// Export file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma-separated values.
    Csv,
    /// JSON.
    Json,
}

impl TableFormat {
    /// Its file extension.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}
