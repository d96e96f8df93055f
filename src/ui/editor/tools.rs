//! The tools of the editor: names, help texts and icons.

use egui_phosphor::regular as icon;

pub use settings::{EditorForm as Form, EditorTool as Kind};

/// A group of tools. Each has its own palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Selections.
    Select,
    /// Terrain, water, roofs, light and ground attributes.
    #[default]
    Ground,
    /// Heights of floors.
    Heights,
    /// Things in cells.
    Things,
    /// Decks.
    Decks,
    /// Walls and doors.
    Walls,
    /// Zones.
    Zones,
    /// Units.
    Units,
    /// The tracing picture.
    Picture,
    /// Built-in and the player's own parts.
    Parts,
    /// Labels and pins.
    Labels,
}

impl Mode {
    /// All modes, in button order.
    pub const ALL: [Self; 11] = [
        Self::Select,
        Self::Ground,
        Self::Heights,
        Self::Things,
        Self::Decks,
        Self::Walls,
        Self::Zones,
        Self::Units,
        Self::Picture,
        Self::Parts,
        Self::Labels,
    ];

    /// The name and the icon.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Select => ("Select", icon::SELECTION),
            Self::Ground => ("Ground", icon::PAINT_BRUSH),
            Self::Heights => ("Heights", icon::MOUNTAINS),
            Self::Things => ("Things", icon::TREE),
            Self::Decks => ("Decks", icon::STACK),
            Self::Walls => ("Walls", icon::WALL),
            Self::Zones => ("Zones", icon::FLAG),
            Self::Units => ("Units", icon::USERS),
            Self::Picture => ("Picture", icon::IMAGE),
            Self::Parts => ("Parts", icon::PUZZLE_PIECE),
            Self::Labels => ("Labels", icon::MAP_PIN),
        }
    }

    /// The tools of the mode.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| kind.mode() == self)
    }

    /// The default tool.
    pub fn first(self) -> Kind {
        self.kinds().next().unwrap_or_default()
    }
}

/// Names, help texts and groups of the tools.
pub trait ToolExt: Copy {
    /// The mode of the tool.
    fn mode(self) -> Mode;

    /// The name.
    fn name(self) -> &'static str;

    /// The help text for tooltips.
    fn help(self) -> &'static str;

    /// True if the tool covers cells in one of the shapes.
    fn has_shape(self) -> bool;
}

impl ToolExt for Kind {
    fn mode(self) -> Mode {
        match self {
            Self::Select | Self::Lasso => Mode::Select,
            Self::Terrain | Self::Depth | Self::Ceiling | Self::Light | Self::Marks => Mode::Ground,
            Self::SetHeight
            | Self::Raise
            | Self::Lower
            | Self::Smooth
            | Self::Flatten
            | Self::Flood
            | Self::Ramp => Mode::Heights,
            Self::Place | Self::Scatter | Self::RemoveThings => Mode::Things,
            Self::Deck | Self::RemoveDecks => Mode::Decks,
            Self::Wall | Self::Room | Self::Door | Self::RemoveWalls => Mode::Walls,
            Self::IntoZone | Self::OutOfZone => Mode::Zones,
            Self::Unit => Mode::Units,
            Self::Picture => Mode::Picture,
            Self::Part => Mode::Parts,
            Self::Label => Mode::Labels,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Select => "Rectangle",
            Self::Lasso => "Lasso",
            Self::Terrain => "Terrain",
            Self::Depth => "Water",
            Self::Ceiling => "Roof",
            Self::Light => "Light",
            Self::Marks => "Marks",
            Self::SetHeight => "Set",
            Self::Raise => "Raise",
            Self::Lower => "Lower",
            Self::Smooth => "Smooth",
            Self::Flatten => "Flatten",
            Self::Flood => "Flood",
            Self::Ramp => "Ramp",
            Self::Place => "Place",
            Self::Scatter => "Scatter",
            Self::Deck => "Lay",
            Self::RemoveThings | Self::RemoveWalls | Self::RemoveDecks => "Remove",
            Self::Wall => "Wall",
            Self::Room => "Room",
            Self::Door => "Opening",
            Self::IntoZone => "Add",
            Self::OutOfZone => "Remove",
            Self::Unit => "Unit",
            Self::Picture => "Fit",
            Self::Part => "Lay down",
            Self::Label => "Write",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Select => {
                "Drag a rectangle to select cells; hold Shift to add. Drag the selection to move \
                 it with everything in it."
            }
            Self::Lasso => "Draw around cells to select them; hold Shift to add.",
            Self::Terrain => "Paint terrain. Heights stay unless you turn on \"Set height\".",
            Self::Depth => "Set the water depth; 0 removes water.",
            Self::Ceiling => "Set the height of roofs, or open the sky.",
            Self::Light => "Set the light without lamps.",
            Self::Marks => "Set rough ground, climbing, haze, rough water and missing air.",
            Self::SetHeight => "Set the floor to this height.",
            Self::Raise => "Raise the floor by a step, once per stroke.",
            Self::Lower => "Lower the floor by a step, once per stroke.",
            Self::Smooth => "Smooth out height differences.",
            Self::Flatten => "Flatten the floor to the height where you press.",
            Self::Flood => "Flood lower floors up to this level, with shallows at the edge.",
            Self::Ramp => "Drag from one height to another to build an even slope.",
            Self::Place => "Place a thing in each cell you paint.",
            Self::Scatter => "Scatter things at random; the same seed gives the same result.",
            Self::RemoveThings => "Remove things from cells.",
            Self::Deck => "Lay decks at this height over lower ground: floors, galleries, bridges.",
            Self::RemoveDecks => "Remove the decks at this height.",
            Self::Wall => "Drag along the edges of cells, from corner to corner.",
            Self::Room => "Drag a rectangle to build walls around it.",
            Self::Door => "Click an edge to place a door, a window or a gate.",
            Self::RemoveWalls => "Drag along edges to remove walls and doors.",
            Self::IntoZone => "Add cells to the selected zone.",
            Self::OutOfZone => "Remove cells from the selected zone.",
            Self::Unit => {
                "Press to place a unit and drag to set its facing. Press on a unit to select it; \
                 drag it to move it."
            }
            Self::Picture => "Click two points of the picture with a known distance.",
            Self::Label => {
                "Click a cell to write there, or a label to change it; drag it to move it."
            }
            Self::Part => "Choose a part on the left, then click where it should stand.",
        }
    }

    fn has_shape(self) -> bool {
        matches!(
            self.mode(),
            Mode::Ground | Mode::Heights | Mode::Things | Mode::Decks | Mode::Zones
        ) && !matches!(self, Self::Ramp)
    }
}

/// Names and icons of the shapes.
pub trait FormExt: Copy {
    /// The name, the icon and the help text.
    fn words(self) -> (&'static str, &'static str, &'static str);
}

impl FormExt for Form {
    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Free => ("Brush", icon::PAINT_BRUSH, "Paint freely."),
            Self::Line => ("Line", icon::LINE_SEGMENT, "A straight line."),
            Self::Rectangle => ("Box", icon::RECTANGLE, "A rectangle, or its outline."),
            Self::Ellipse => ("Oval", icon::CIRCLE, "An ellipse, or its outline."),
            Self::Fill => ("Fill", icon::PAINT_BUCKET, "Connected cells of the same kind."),
            Self::Alike => ("Replace", icon::SWAP, "All cells of the same kind."),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_has_a_mode_and_texts() {
        for mode in Mode::ALL {
            assert_eq!(mode.first().mode(), mode);
            let names: BTreeSet<&str> = mode.kinds().map(Kind::name).collect();
            assert_eq!(names.len(), mode.kinds().count(), "{mode:?}");
        }
        assert!(Kind::ALL.iter().all(|kind| !kind.help().is_empty()));
    }
}
