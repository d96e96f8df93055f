//! The data that the panels are drawn from.

use crate::editor::action::EditorAction;
use crate::editor::balance::Balance;
use crate::editor::dialogs::EditorDialogs;
use crate::editor::palette::Palette;
use crate::editor::parts::PartShelf;
use crate::editor::state::EditorState;
use crate::library::Library;
use editor::Spot;
use settings::KeyMap;

/// What the panels show.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The editor state.
    pub editor: &'a EditorState,
    /// Dialogs and files.
    pub papers: &'a EditorDialogs,
    /// The balance estimate.
    pub balance: &'a Balance,
    /// The parts.
    pub parts: &'a PartShelf,
    /// The rulesets.
    pub library: &'a Library,
    /// The key bindings.
    pub keys: &'a KeyMap,
    /// The point on the map under the pointer.
    pub pointing: Option<Spot>,
}

/// The action for a changed palette, if it changed.
pub fn changed(view: &View<'_>, palette: Palette) -> Vec<EditorAction> {
    match palette == view.editor.palette {
        true => Vec::new(),
        false => vec![EditorAction::Palette(Box::new(palette))],
    }
}
