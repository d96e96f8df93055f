//! What a player asks for through a panel. Panels return intents and change nothing themselves.

use std::path::PathBuf;

use grid::{Cell, SideId, UnitId};
use keyboard::Chord;
use rules::policy::Policy;
use rules::referee::Ruling;
use rules::{Key, Part, Value};
use settings::{Action, Settings};

use super::lens::Lens;
use super::menu::SetUp;

/// A request of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Select an act of the action bar.
    Act(Key),
    /// Show the acts of this group.
    Group(Key),
    /// Open the list of all acts, or close it.
    More,
    /// Choose a variant of the act being aimed; empty for the plain one.
    PathOption(Key),
    /// Set a parameter of the act being aimed.
    Adjust(Key, Value),
    /// Aim the act at this body part.
    Part(Part),
    /// Select turning on the spot.
    Face,
    /// Select movement.
    Move,
    /// Carry out the previewed command.
    Confirm,
    /// Step back.
    Cancel,
    /// Hold the turn until later.
    Hold,
    /// End the turn.
    EndTurn,
    /// Answer the question with the choice at that index.
    Answer(u16),
    /// The next player takes the seat.
    TakeSeat,
    /// Undo the last command.
    TakeBack,
    /// Suggest a command for the active unit.
    Hint,
    /// Save the battle under a name.
    SaveAs(String),
    /// Load a saved game.
    Load(PathBuf),
    /// Delete a saved game.
    Forget(PathBuf),
    /// Watch a saved game from the start.
    WatchKept(PathBuf),
    /// Watch the current battle from the start.
    WatchThis,
    /// Choose a level file to play, from any folder.
    OpenLevel,
    /// Control the replay.
    Watch(Watch),
    /// Export the statistics.
    Export(TableFormat),
    /// Quick save.
    QuickSave,
    /// Quick load.
    QuickLoad,
    /// Show that step of the recap; `None` closes it.
    Recap(Option<usize>),
    /// Select a unit.
    Look(UnitId),
    /// Look at the board from straight above, or at a slant again.
    FromAbove,
    /// Open or close a panel.
    Toggle(Tool),
    /// Fold a panel away, or show it again.
    Fold(Fold),
    /// Give the keyboard to the whole log.
    ReadLog,
    /// Give a standing order.
    Policy {
        /// The side.
        side: SideId,
        /// What it is about.
        about: Key,
        /// The policy.
        policy: Policy,
    },
    /// Issue a referee's ruling.
    Rule(Ruling),
    /// Turn a lens on, or off if it is on.
    Lens(Lens),
    /// Open a page over the board; the game pauses.
    Open(Page),
    /// Close the page and resume.
    ClosePages,
    /// Apply and save the settings.
    Set(Box<Settings>),
    /// Bind the next key pressed to this action; `None` cancels.
    AwaitKey(Option<Action>),
    /// Bind a key to this action, replacing its keys.
    Bind(Action, Chord),
    /// Show or hide bookkeeping lines in the log.
    ToggleBookkeeping,
    /// Next animation speed; after the fastest comes the slowest.
    Speed,
    /// Toggle reduced motion.
    Calm,
    /// Toggle sound.
    Mute,
    /// Start the lesson with this ID.
    Learn(String),
    /// Leave the lesson for the list of lessons.
    Lessons,
    /// Go on with the lesson, or back, or let it show how.
    Guide(Guide),
    /// Take the tip away.
    CloseTip {
        /// True if it was shown long enough to be read: it does not come again.
        read: bool,
    },
    /// Show on the board what a name in the log means; `None` for nothing.
    Point(Option<UnitId>),
    /// Start a battle.
    Start(SetUp),
    /// Continue the interrupted battle.
    Continue,
    /// Place units before the battle.
    Deploy(Deploy),
    /// Start the same battle again.
    Rematch,
    /// Go to the main menu; in a playtest, to the editor.
    ToMenu,
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
    /// Read the step before again.
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
