//! What the panels are drawn from.

use crate::editor::Spot;
use crate::settings::KeyMap;
use crate::ui::editor::action::EditorAction;
use crate::ui::editor::balance::Balance;
use crate::ui::editor::dialogs::EditorDialogs;
use crate::ui::editor::palette::Palette;
use crate::ui::editor::state::EditorState;
use crate::ui::library::Library;

/// What the panels show.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The editor state.
    pub editor: &'a EditorState,
    /// Dialogs and files.
    pub papers: &'a EditorDialogs,
    /// The balance estimate.
    pub balance: &'a Balance,
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
