//! What keys do in the level editor. The keys of the view, of help and settings are the same there
//! as in a battle; all others mean something else.

/// A tool of the editor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditorTool {
    /// Selects a rectangle, and moves what is selected.
    Select,
    /// Selects what is drawn around.
    Lasso,
    /// Paints terrain.
    #[default]
    Terrain,
    /// Water so deep.
    Depth,
    /// Roofs.
    Ceiling,
    /// Brightness.
    Light,
    /// Marks of the ground: roughness, climbing, haze, rough water, no air.
    Marks,
    /// Sets heights.
    SetHeight,
    /// Raises.
    Raise,
    /// Lowers.
    Lower,
    /// Smooths.
    Smooth,
    /// Flattens.
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
    /// Builds walls along edges.
    Wall,
    /// Builds walls around a rectangle.
    Room,
    /// Puts doors and windows in.
    Door,
    /// Removes walls and doors.
    RemoveWalls,
    /// Adds cells to a zone.
    IntoZone,
    /// Takes cells out of it.
    OutOfZone,
    /// Places and moves units.
    Unit,
    /// Fits the picture to the grid.
    Picture,
}

impl EditorTool {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 25] = [
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
        Self::Wall,
        Self::Room,
        Self::Door,
        Self::RemoveWalls,
        Self::IntoZone,
        Self::OutOfZone,
        Self::Unit,
        Self::Picture,
    ];
}

/// The shape in which a tool covers cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EditorForm {
    /// Everything that the pointer goes over.
    #[default]
    Free,
    /// A straight line.
    Line,
    /// A rectangle.
    Rectangle,
    /// An ellipse.
    Ellipse,
    /// Connected cells that are alike.
    Fill,
    /// All cells that are alike.
    Alike,
}

impl EditorForm {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 6] =
        [Self::Free, Self::Line, Self::Rectangle, Self::Ellipse, Self::Fill, Self::Alike];
}

/// Something that a key does in the level editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the table below says what each does")]
pub enum EditorKey {
    Tool(EditorTool),
    Form(EditorForm),
    Pick,
    Round,
    Rim,
    Wider,
    Narrower,
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
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
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

/// Every one of them with its name in files, what the help says of it, and its usual keys.
pub(super) const EDITOR: [(EditorKey, &str, &str, &[&str]); 62] = {
    use {EditorForm as F, EditorKey as K, EditorTool as T};
    [
        (K::Tool(T::Select), "editor_select", "Select a rectangle; drag what is selected", &["1"]),
        (K::Tool(T::Lasso), "editor_lasso", "Select by drawing around", &["Shift+1"]),
        (K::Tool(T::Terrain), "editor_terrain", "Paint terrain", &["2"]),
        (K::Tool(T::Depth), "editor_depth", "Water so deep over the floor", &["Shift+2"]),
        (K::Tool(T::Ceiling), "editor_ceiling", "Roofs and ceilings", &["Shift+U"]),
        (K::Tool(T::Light), "editor_light", "Brightness of cells", &["Shift+I"]),
        (K::Tool(T::Marks), "editor_marks", "Marks: climbing, haze, rough water", &["Shift+M"]),
        (K::Tool(T::SetHeight), "editor_set_height", "Set heights", &["3", "H"]),
        (K::Tool(T::Raise), "editor_raise", "Raise the ground", &["U"]),
        (K::Tool(T::Lower), "editor_lower", "Lower the ground", &["J"]),
        (K::Tool(T::Smooth), "editor_smooth", "Smooth the ground", &["M"]),
        (K::Tool(T::Flatten), "editor_flatten", "Flatten to where you press", &["N"]),
        (K::Tool(T::Flood), "editor_flood", "Flood lower ground up to a level", &["P"]),
        (K::Tool(T::Ramp), "editor_ramp", "Ramp between two points", &["Y"]),
        (K::Tool(T::Place), "editor_place", "Place things", &["4"]),
        (K::Tool(T::Scatter), "editor_scatter", "Scatter things by chance", &["Shift+4"]),
        (K::Tool(T::RemoveThings), "editor_remove_things", "Remove things", &["Shift+X"]),
        (K::Tool(T::Wall), "editor_wall", "Walls and fences along edges", &["5"]),
        (K::Tool(T::Room), "editor_room", "Walls around a rectangle", &["Shift+5"]),
        (K::Tool(T::Door), "editor_door", "Doors, windows and gates in edges", &["Shift+O"]),
        (K::Tool(T::RemoveWalls), "editor_remove_walls", "Remove walls and doors", &["Shift+J"]),
        (K::Tool(T::IntoZone), "editor_into_zone", "Add cells to the zone", &["6"]),
        (K::Tool(T::OutOfZone), "editor_out_of_zone", "Take cells out of the zone", &["Shift+6"]),
        (K::Tool(T::Unit), "editor_unit", "Place and move units", &["7"]),
        (K::Tool(T::Picture), "editor_picture", "Picture to trace: fit by two clicks", &["8"]),
        (
            K::Pick,
            "editor_pick",
            "Take up what is under the pointer; by mouse Alt and a click",
            &["I"],
        ),
        (K::Form(F::Free), "editor_brush", "Brush", &["B"]),
        (K::Form(F::Line), "editor_line", "Line", &["L"]),
        (K::Form(F::Rectangle), "editor_rectangle", "Rectangle", &["R"]),
        (K::Form(F::Ellipse), "editor_ellipse", "Ellipse", &["O"]),
        (K::Form(F::Fill), "editor_fill", "Fill connected cells that are alike", &["F"]),
        (K::Form(F::Alike), "editor_alike", "Replace all cells that are alike", &["G"]),
        (K::Round, "editor_round", "Round or square brush", &["K"]),
        (K::Rim, "editor_rim", "Rectangles and ellipses filled, or their rim", &["Shift+K"]),
        (K::Wider, "editor_wider", "Wider brush", &["PageUp"]),
        (K::Narrower, "editor_narrower", "Narrower brush", &["PageDown"]),
        (K::More, "editor_more", "The tool's number up: height, depth, density", &["Up"]),
        (K::Less, "editor_less", "The tool's number down", &["Down"]),
        (K::NextKind, "editor_next_kind", "Next terrain, thing, wall, zone or role", &["Right"]),
        (K::PreviousKind, "editor_previous_kind", "The one before", &["Left"]),
        (
            K::Turn,
            "editor_turn",
            "Turn clockwise what is selected, held or under the pointer",
            &["C"],
        ),
        (K::Flip, "editor_flip", "Mirror what is selected or held", &["X"]),
        (K::MirrorWestEast, "editor_mirror_west_east", "Symmetry of west and east", &["Shift+H"]),
        (
            K::MirrorNorthSouth,
            "editor_mirror_north_south",
            "Symmetry of north and south",
            &["Shift+V"],
        ),
        (K::MirrorHalf, "editor_mirror_half", "Symmetry by half a turn", &["Shift+C"]),
        (K::Numbers, "editor_numbers", "Heights in numbers", &["Z"]),
        (K::LowWalls, "editor_low_walls", "Show walls cut low", &["V"]),
        (K::Undo, "editor_undo", "Undo", &["Ctrl+Z"]),
        (K::Redo, "editor_redo", "Redo", &["Ctrl+Y", "Ctrl+Shift+Z"]),
        (K::Cut, "editor_cut", "Cut", &["Ctrl+X"]),
        (K::Copy, "editor_copy", "Copy", &["Ctrl+C"]),
        (K::Paste, "editor_paste", "Paste", &["Ctrl+V"]),
        (K::SelectAll, "editor_select_all", "Select everything", &["Ctrl+A"]),
        (K::Delete, "editor_delete", "Remove what is selected", &["Delete"]),
        (K::Cancel, "editor_cancel", "Back: end the stroke, the paste, the selection", &["Esc"]),
        (K::NextTab, "editor_next_tab", "Next page of the panel at the right", &["Tab"]),
        (K::New, "editor_new", "New level", &["Ctrl+N"]),
        (K::Open, "editor_open", "Open a level", &["Ctrl+O"]),
        (K::Save, "editor_save", "Save", &["Ctrl+S"]),
        (K::SaveAs, "editor_save_as", "Save under another name", &["Ctrl+Shift+S"]),
        (K::TestPlay, "editor_test_play", "Play it at once, and come back here", &["F5"]),
        (K::Balance, "editor_balance", "Who would win: battles of the computer", &["F6"]),
    ]
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_and_form_has_a_key() {
        let tools = EditorTool::ALL.map(EditorKey::Tool);
        for key in tools.into_iter().chain(EditorForm::ALL.map(EditorKey::Form)) {
            let rows = EDITOR.iter().filter(|row| row.0 == key);
            assert_eq!(rows.map(|row| row.3.len()).filter(|keys| *keys > 0).count(), 1, "{key:?}");
        }
    }
}
