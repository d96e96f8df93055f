//! Keys of the level editor. View, help and settings keys work as in a battle; all others have
//! their own meaning in the editor.

/// A tool of the editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditorTool {
    /// Selects a rectangle, and moves the selection.
    Select,
    /// Selects a freehand area.
    Lasso,
    /// Paints terrain.
    #[default]
    Terrain,
    /// Sets the depth of water.
    Depth,
    /// Sets roofs and ceilings.
    Ceiling,
    /// Sets brightness.
    Light,
    /// Sets ground attributes: roughness, climbing, haze, rough water, no air.
    Marks,
    /// Sets heights.
    SetHeight,
    /// Raises the ground.
    Raise,
    /// Lowers the ground.
    Lower,
    /// Smooths the ground.
    Smooth,
    /// Flattens the ground.
    Flatten,
    /// Floods lower ground.
    Flood,
    /// Builds a ramp.
    Ramp,
    /// Places things.
    Place,
    /// Scatters things.
    Scatter,
    /// Removes things.
    RemoveThings,
    /// Lays decks: floors above the ground.
    Deck,
    /// Removes decks.
    RemoveDecks,
    /// Builds walls along edges.
    Wall,
    /// Builds walls around a rectangle.
    Room,
    /// Places doors, windows and gates in walls.
    Door,
    /// Removes walls and doors.
    RemoveWalls,
    /// Adds cells to a zone.
    IntoZone,
    /// Takes cells out of a zone.
    OutOfZone,
    /// Places and moves units.
    Unit,
    /// Fits the tracing picture to the grid.
    Picture,
    /// Lays down parts.
    Part,
    /// Writes labels and sets pins.
    Label,
}

impl EditorTool {
    /// All tools, in button order.
    pub const ALL: [Self; 29] = [
        Self::Select,
        Self::Lasso,
        Self::Terrain,
        Self::Depth,
        Self::Ceiling,
        Self::Light,
        Self::Marks,
        Self::SetHeight,
        Self::Raise,
        Self::Lower,
        Self::Smooth,
        Self::Flatten,
        Self::Flood,
        Self::Ramp,
        Self::Place,
        Self::Scatter,
        Self::RemoveThings,
        Self::Deck,
        Self::RemoveDecks,
        Self::Wall,
        Self::Room,
        Self::Door,
        Self::RemoveWalls,
        Self::IntoZone,
        Self::OutOfZone,
        Self::Unit,
        Self::Picture,
        Self::Part,
        Self::Label,
    ];

    /// The key that selects it.
    pub const fn key(self) -> EditorKey {
        EditorKey::Tool(self)
    }
}

/// How a tool covers cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditorForm {
    /// Every cell that the pointer passes over.
    #[default]
    Free,
    /// A straight line.
    Line,
    /// A rectangle.
    Rectangle,
    /// An ellipse.
    Ellipse,
    /// Connected cells of the same kind.
    Fill,
    /// All cells of the same kind.
    Alike,
}

impl EditorForm {
    /// All shapes, in button order.
    pub const ALL: [Self; 6] =
        [Self::Free, Self::Line, Self::Rectangle, Self::Ellipse, Self::Fill, Self::Alike];

    /// The key that selects it.
    pub const fn key(self) -> EditorKey {
        EditorKey::Form(self)
    }
}

/// An action of the level editor that a key can trigger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the table below describes each of them")]
pub enum EditorKey {
    Tool(EditorTool),
    Form(EditorForm),
    Pick,
    Round,
    Outline,
    Wider,
    Narrower,
    StoreyUp,
    StoreyDown,
    More,
    Less,
    NextKind,
    PreviousKind,
    Turn,
    Flip,
    MirrorWestEast,
    MirrorNorthSouth,
    MirrorHalf,
    Numbers,
    LowWalls,
    Roofs,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    PasteHeights,
    KeepPart,
    SelectAll,
    Delete,
    Cancel,
    NextTab,
    New,
    Open,
    Save,
    SaveAs,
    TestPlay,
    Balance,
}

/// All editor actions with their name in files, help text and default keys.
pub(super) const EDITOR: [(EditorKey, &str, &str, &[&str]); 71] = {
    use {EditorForm as F, EditorKey as K, EditorTool as T};
    [
        (K::Tool(T::Select), "editor_select", "Select a rectangle; drag the selection", &["1"]),
        (K::Tool(T::Lasso), "editor_lasso", "Select a freehand area", &["Shift+1"]),
        (K::Tool(T::Terrain), "editor_terrain", "Paint terrain", &["2"]),
        (K::Tool(T::Depth), "editor_depth", "Water depth", &["Shift+2"]),
        (K::Tool(T::Ceiling), "editor_ceiling", "Roofs", &["Shift+U"]),
        (K::Tool(T::Light), "editor_light", "Light", &["Shift+I"]),
        (
            K::Tool(T::Marks),
            "editor_marks",
            "Marks: rough ground, climbing, haze, no air",
            &["Shift+M"],
        ),
        (K::Tool(T::SetHeight), "editor_set_height", "Set heights", &["3", "H"]),
        (K::Tool(T::Raise), "editor_raise", "Raise the ground", &["U"]),
        (K::Tool(T::Lower), "editor_lower", "Lower the ground", &["J"]),
        (K::Tool(T::Smooth), "editor_smooth", "Smooth the ground", &["M"]),
        (K::Tool(T::Flatten), "editor_flatten", "Flatten to the height where you press", &["N"]),
        (K::Tool(T::Flood), "editor_flood", "Flood ground below a level", &["P"]),
        (K::Tool(T::Ramp), "editor_ramp", "Build a ramp between two points", &["Y"]),
        (K::Tool(T::Place), "editor_place", "Place things", &["4"]),
        (K::Tool(T::Scatter), "editor_scatter", "Scatter things", &["Shift+4"]),
        (K::Tool(T::RemoveThings), "editor_remove_things", "Remove things", &["Shift+X"]),
        (K::Tool(T::Deck), "editor_deck", "Lay decks: floors above the ground", &["0"]),
        (K::Tool(T::RemoveDecks), "editor_remove_decks", "Remove decks", &["Shift+0"]),
        (K::Tool(T::Wall), "editor_wall", "Draw walls and fences along edges", &["5"]),
        (K::Tool(T::Room), "editor_room", "Build a room", &["Shift+5"]),
        (K::Tool(T::Door), "editor_door", "Place doors, windows and gates", &["Shift+O"]),
        (K::Tool(T::RemoveWalls), "editor_remove_walls", "Remove walls and doors", &["Shift+J"]),
        (K::Tool(T::IntoZone), "editor_into_zone", "Add cells to the zone", &["6"]),
        (K::Tool(T::OutOfZone), "editor_out_of_zone", "Remove cells from the zone", &["Shift+6"]),
        (K::Tool(T::Unit), "editor_unit", "Place and move units", &["7"]),
        (K::Tool(T::Picture), "editor_picture", "Fit the tracing picture", &["8"]),
        (K::Tool(T::Part), "editor_part", "Lay down parts", &["9"]),
        (K::Tool(T::Label), "editor_label", "Write labels and set pins", &["Shift+L"]),
        (K::Pick, "editor_pick", "Pick what is under the pointer; also Alt + click", &["I"]),
        (K::Form(F::Free), "editor_brush", "Brush", &["B"]),
        (K::Form(F::Line), "editor_line", "Line", &["L"]),
        (K::Form(F::Rectangle), "editor_rectangle", "Rectangle", &["R"]),
        (K::Form(F::Ellipse), "editor_ellipse", "Ellipse", &["O"]),
        (K::Form(F::Fill), "editor_fill", "Fill connected cells of the same kind", &["F"]),
        (K::Form(F::Alike), "editor_alike", "Replace all cells of the same kind", &["G"]),
        (K::Round, "editor_round", "Switch between round and square brush", &["K"]),
        (K::Outline, "editor_rim", "Switch between filled shapes and outlines", &["Shift+K"]),
        (K::Wider, "editor_wider", "Wider brush", &["Shift+PageUp"]),
        (K::Narrower, "editor_narrower", "Narrower brush", &["Shift+PageDown"]),
        (K::StoreyUp, "editor_storey_up", "Show and edit the next storey up", &["PageUp"]),
        (K::StoreyDown, "editor_storey_down", "Show and edit the next storey down", &["PageDown"]),
        (K::More, "editor_more", "Increase the tool's value: height, depth, density", &["Up"]),
        (K::Less, "editor_less", "Decrease the tool's value", &["Down"]),
        (K::NextKind, "editor_next_kind", "Next terrain, thing, wall, zone or role", &["Right"]),
        (
            K::PreviousKind,
            "editor_previous_kind",
            "Previous terrain, thing, wall, zone or role",
            &["Left"],
        ),
        (
            K::Turn,
            "editor_turn",
            "Turn the selection, or what is under the pointer, clockwise",
            &["C"],
        ),
        (K::Flip, "editor_flip", "Mirror the selection", &["X"]),
        (K::MirrorWestEast, "editor_mirror_west_east", "West-east symmetry", &["Shift+H"]),
        (K::MirrorNorthSouth, "editor_mirror_north_south", "North-south symmetry", &["Shift+V"]),
        (K::MirrorHalf, "editor_mirror_half", "Half-turn symmetry", &["Shift+C"]),
        (K::Numbers, "editor_numbers", "Show heights as numbers", &["Z"]),
        (K::LowWalls, "editor_low_walls", "Show low walls", &["V"]),
        (K::Roofs, "editor_roofs", "Show roofs", &["Shift+R"]),
        (K::Undo, "editor_undo", "Undo", &["Ctrl+Z"]),
        (K::Redo, "editor_redo", "Redo", &["Ctrl+Y", "Ctrl+Shift+Z"]),
        (K::Cut, "editor_cut", "Cut", &["Ctrl+X"]),
        (K::Copy, "editor_copy", "Copy", &["Ctrl+C"]),
        (K::Paste, "editor_paste", "Paste", &["Ctrl+V"]),
        (
            K::PasteHeights,
            "editor_paste_heights",
            "Paste heights relative to the ground, or as copied",
            &["Shift+P"],
        ),
        (K::KeepPart, "editor_keep_part", "Save the selection as a part", &["Ctrl+B"]),
        (K::SelectAll, "editor_select_all", "Select everything", &["Ctrl+A"]),
        (K::Delete, "editor_delete", "Delete the selection", &["Delete"]),
        (K::Cancel, "editor_cancel", "Cancel the stroke, the paste or the selection", &["Esc"]),
        (K::NextTab, "editor_next_tab", "Next page in the right panel", &["Tab"]),
        (K::New, "editor_new", "New level", &["Ctrl+N"]),
        (K::Open, "editor_open", "Open a level", &["Ctrl+O"]),
        (K::Save, "editor_save", "Save", &["Ctrl+S"]),
        (K::SaveAs, "editor_save_as", "Save as", &["Ctrl+Shift+S"]),
        (K::TestPlay, "editor_test_play", "Test the level", &["F5"]),
        (K::Balance, "editor_balance", "Estimate balance with computer battles", &["F6"]),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_and_shape_has_a_key() {
        let tools = EditorTool::ALL.map(EditorKey::Tool);
        for key in tools.into_iter().chain(EditorForm::ALL.map(EditorKey::Form)) {
            let rows = EDITOR.iter().filter(|row| row.0 == key);
            assert_eq!(rows.map(|row| row.3.len()).filter(|keys| *keys > 0).count(), 1, "{key:?}");
        }
    }
}
