//! What a map builder asks for through a panel or a key. Panels return these and change nothing
//! themselves.

use std::path::PathBuf;

use crate::editor::{Edit, GridTransform, Layers, Recipe, Symmetry, UnitAt, Where};
use crate::rules::registry::RulesetId;

use super::palette::Palette;
use super::state::Tab;
use super::tools::Kind;

/// One wish of the map builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Take a tool.
    Tool(Kind),
    /// Choose other colours, brushes, numbers for the tools.
    Palette(Box<Palette>),
    /// Change the level.
    Edit(Box<Edit>),
    /// Tell why something that was typed is not taken.
    Refuse(String),
    /// Take the last thing back.
    Undo,
    /// Do it again.
    Redo,
    /// Go to the moment at which so many entries of the history held.
    GoTo(usize),
    /// Hide and lock layers.
    Layers(Layers),
    /// Paint symmetrically.
    Symmetry(Symmetry),
    /// Copy what is selected.
    Copy,
    /// Copy it and take it away.
    Cut,
    /// Lay down what was copied.
    Paste,
    /// Remove what is selected.
    Delete,
    /// Select the whole level.
    SelectAll,
    /// Turn or mirror what hangs on the pointer or is selected.
    GridTransform(GridTransform),
    /// Turn clockwise what is selected, held or under the pointer.
    Turn,
    /// Take up what is under the pointer.
    Pick,
    /// Back one layer.
    Cancel,
    /// Show a page of the panel at the right.
    Tab(Tab),
    /// Show a place.
    Look(Where),
    /// Show the details of a unit.
    Choose(Option<UnitAt>),
    /// Write heights over the cells, or not.
    Numbers,
    /// Draw walls cut low, or whole.
    LowWalls,
    /// Show or hide the list of keys.
    Help,
    /// Ask for a template for a new level.
    New,
    /// Make a new level.
    Create(Box<Recipe>),
    /// Open a level: the file if one is named, else ask which.
    Open(Option<PathBuf>),
    /// Go on with a draft that was kept: its file, and the level that it is of.
    Recover {
        /// The file of the draft.
        kept: PathBuf,
        /// The level.
        of: Option<PathBuf>,
    },
    /// Throw a kept draft away.
    Discard {
        /// The file of the draft.
        kept: PathBuf,
    },
    /// Save.
    Save,
    /// Save under another name.
    SaveAs,
    /// Save, then do what waits for it.
    SaveFirst,
    /// Do what waits, without saving.
    DropChanges,
    /// Close the question or the window that is open.
    Dismiss,
    /// Choose a picture to trace.
    ChoosePicture,
    /// Fit the picture by the two points, which lie so many metres apart.
    Fit(u32),
    /// Play the level under a ruleset.
    Play(RulesetId),
    /// Ask under which ruleset, if there are several, and play.
    TestPlay,
    /// Let the computer fight so many battles.
    Estimate(RulesetId, u32),
    /// Stop that.
    StopEstimate,
    /// Open the settings.
    Settings,
    /// Leave for the main menu.
    Leave,
    /// Close the game.
    Quit,
}
