//! What a player asks for through a panel. Panels return these and change nothing themselves.

use std::path::PathBuf;

use crate::grid::{SideId, UnitId};
use crate::keyboard::Chord;
use crate::rules::policy::Policy;
use crate::rules::referee::Ruling;
use crate::rules::{Key, Part, Value};
use crate::settings::{Action, Settings};

use super::hud::{Page, TableFormat, Tool, Watch};
use super::lens::Lens;
use super::menu::SetUp;

/// One wish of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// Choose an act of the action bar.
    Act(Key),
    /// Show the acts of this part of the turn.
    Group(Key),
    /// Do the act being aimed in this way; empty for the plain one.
    Way(Key),
    /// Set a parameter of the act being aimed.
    Adjust(Key, Value),
    /// Aim the act at this part of the body.
    Part(Part),
    /// Choose to turn on the spot.
    Face,
    /// Choose to move.
    Move,
    /// Do what is previewed.
    Confirm,
    /// Go back one layer.
    Cancel,
    /// Put the turn off to later.
    Hold,
    /// End the turn.
    EndTurn,
    /// Answer the question with the choice at that position.
    Answer(u16),
    /// The next player sits down at the table.
    TakeSeat,
    /// Take the last command back.
    TakeBack,
    /// Save the battle under a name.
    SaveAs(String),
    /// Go on with a kept battle.
    Load(PathBuf),
    /// Take a kept battle away.
    Forget(PathBuf),
    /// Watch a kept battle from its beginning.
    WatchKept(PathBuf),
    /// Watch the battle at hand from its beginning.
    WatchThis,
    /// For the battle that is watched.
    Watch(Watch),
    /// Write what everybody did into a file that other programs read.
    Export(TableFormat),
    /// Save the battle by the quick key.
    QuickSave,
    /// Go on with the battle saved by the quick key.
    QuickLoad,
    /// Look at that step of what happened since the last turn; none to close the panel.
    Recap(Option<usize>),
    /// Look at a combatant.
    Look(UnitId),
    /// Open or close a panel.
    Toggle(Tool),
    /// Give a standing order.
    Policy {
        /// Whose.
        side: SideId,
        /// What about.
        about: Key,
        /// What is to be done.
        policy: Policy,
    },
    /// Rule as the referee.
    Rule(Ruling),
    /// Look at the board through a lens, or without it if it is on.
    Lens(Lens),
    /// Open a page over the board; the game pauses.
    Open(Page),
    /// Close the page, and go on.
    ClosePages,
    /// Set something for good.
    Set(Box<Settings>),
    /// The next key that is pressed is to do this; none to leave the keys as they are.
    AwaitKey(Option<Action>),
    /// A key is to do this, in place of those that did.
    Bind(Action, Chord),
    /// Show or hide lines that only keep the books.
    ToggleBookkeeping,
    /// Show what happens faster; after the fastest comes the slowest again.
    Speed,
    /// Show what happens with less motion, or with all of it again.
    Calm,
    /// Be silent, or make sounds again.
    Mute,
    /// Begin a battle.
    Start(SetUp),
    /// Go on with the battle that was left.
    Continue,
    /// Begin the same battle again.
    Rematch,
    /// Leave for the main menu; in a trial of a level being edited, for the editor.
    ToMenu,
    /// Open the editor: with a level, or with what is on its desk.
    Editor(Option<PathBuf>),
    /// Close the game.
    Quit,
}
