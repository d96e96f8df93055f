//! Editor actions requested by panels and keys. Panels only return them and change nothing
//! themselves.

use std::path::PathBuf;

use bevy::ecs::prelude::Message;

use editor::{Edit, GridTransform, Layers, Recipe, Symmetry, UnitAt, Where};
use registry::RulesetId;

use super::palette::Palette;
use super::state::Tab;
use super::tools::Kind;

/// An action requested by the author.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Select a tool.
    Tool(Kind),
    /// Change the tool settings.
    Palette(Box<Palette>),
    /// Change the level.
    Edit(Box<Edit>),
    /// Show why an input was refused.
    Refuse(String),
    /// Undo the last edit.
    Undo,
    /// Redo the last undone edit.
    Redo,
    /// Undo or redo until this number of history entries is applied.
    GoTo(usize),
    /// Set which layers are hidden or locked.
    Layers(Layers),
    /// Set the symmetry.
    Symmetry(Symmetry),
    /// Copy the selection.
    Copy,
    /// Cut the selection.
    Cut,
    /// Paste the clipboard.
    Paste,
    /// Attach a part to the pointer, by its place on the shelf.
    TakePart(usize),
    /// Save the selection as a part, under the name in the palette or a free one.
    KeepPart,
    /// Delete the file of one of the player's own parts.
    RemovePart(PathBuf),
    /// Delete the selection.
    Delete,
    /// Select the whole level.
    SelectAll,
    /// Turn or mirror the paste preview or the selection.
    GridTransform(GridTransform),
    /// Turn the paste preview, the selection or whatever is under the pointer clockwise.
    Turn,
    /// Pick what is under the pointer.
    Pick,
    /// Go back one step.
    Cancel,
    /// Show a page of the right panel.
    Tab(Tab),
    /// Show a place on the map.
    Look(Where),
    /// Select a unit to show its details.
    Choose(Option<UnitAt>),
    /// Turn adding cells to the selected unit's patrol by clicking on or off.
    Route(bool),
    /// Toggle height numbers.
    Numbers,
    /// Toggle low walls.
    LowWalls,
    /// Show and edit another storey: 1 for the next one up, -1 for the next one down.
    Storey(isize),
    /// Toggle roofs.
    Roofs,
    /// Toggle the list of keys.
    Help,
    /// Open the new level dialog.
    New,
    /// Make a new level.
    Create(Box<Recipe>),
    /// Open a level file, or ask for one if none is given.
    Open(Option<PathBuf>),
    /// Restore an autosaved draft.
    Recover {
        /// The draft's file.
        kept: PathBuf,
        /// The file of its level.
        of: Option<PathBuf>,
    },
    /// Delete an autosaved draft.
    Discard {
        /// The draft's file.
        kept: PathBuf,
    },
    /// Save.
    Save,
    /// Save under a new name.
    SaveAs,
    /// Save, then perform the pending action.
    SaveFirst,
    /// Perform the pending action without saving.
    DropChanges,
    /// Read the open file again.
    ReadAgain,
    /// Keep the level although its file was changed by another program.
    KeepMine,
    /// Close the open dialog.
    Dismiss,
    /// Choose a tracing picture.
    ChoosePicture,
    /// Fit the picture by its two points, which are this many metres apart.
    Fit(u32),
    /// Play the level under a ruleset.
    Play(RulesetId),
    /// Play the level; asks for the ruleset if there are several.
    TestPlay,
    /// Estimate balance with this number of battles.
    Estimate(RulesetId, u32),
    /// Stop the estimate.
    StopEstimate,
    /// Open the settings.
    Settings,
    /// Return to the main menu.
    Leave,
    /// Close the game.
    Quit,
}
