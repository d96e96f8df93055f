//! The tools of the editor by name: what each is for, and its icon.

use egui_phosphor::regular as icon;

use crate::settings::EditorKey;
pub use crate::settings::{EditorForm as Form, EditorTool as Kind};

/// What a tool works on. Each has its own palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Everything, as it is.
    Select,
    /// Terrain, water, roofs, light, marks.
    #[default]
    Ground,
    /// Heights of floors.
    Heights,
    /// Things in cells.
    Things,
    /// Walls and doors.
    Walls,
    /// Regions.
    Zones,
    /// Units.
    Units,
    /// The picture to trace.
    Picture,
}

impl Mode {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 8] = [
        Self::Select,
        Self::Ground,
        Self::Heights,
        Self::Things,
        Self::Walls,
        Self::Zones,
        Self::Units,
        Self::Picture,
    ];

    /// Its name and icon.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Select => ("Select", icon::SELECTION),
            Self::Ground => ("Ground", icon::PAINT_BRUSH),
            Self::Heights => ("Heights", icon::MOUNTAINS),
            Self::Things => ("Things", icon::TREE),
            Self::Walls => ("Walls", icon::WALL),
            Self::Zones => ("Zones", icon::FLAG),
            Self::Units => ("Units", icon::USERS),
            Self::Picture => ("Picture", icon::IMAGE),
        }
    }

    /// Its tools.
    pub fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| kind.mode() == self)
    }

    /// The tool that comes with it.
    pub fn first(self) -> Kind {
        self.kinds().next().unwrap_or_default()
    }
}

impl Kind {
    /// What it works on.
    pub const fn mode(self) -> Mode {
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
            Self::Wall | Self::Room | Self::Door | Self::RemoveWalls => Mode::Walls,
            Self::IntoZone | Self::OutOfZone => Mode::Zones,
            Self::Unit => Mode::Units,
            Self::Picture => Mode::Picture,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
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
            Self::RemoveThings | Self::RemoveWalls => "Remove",
            Self::Wall => "Wall",
            Self::Room => "Room",
            Self::Door => "Opening",
            Self::IntoZone => "Add",
            Self::OutOfZone => "Take out",
            Self::Unit => "Unit",
            Self::Picture => "Fit",
        }
    }

    /// What it does, for the tooltip.
    pub const fn help(self) -> &'static str {
        match self {
            Self::Select => {
                "Drag a rectangle to select cells, with Shift to add to them. Drag what is \
                 selected to move it with everything in it."
            }
            Self::Lasso => "Draw around cells to select them, with Shift to add to them.",
            Self::Terrain => "Paint terrain. The heights stay, unless you paint with a height.",
            Self::Depth => "Water so deep over the floor; 0 dries it.",
            Self::Ceiling => "A clear height over the floor; nothing above for the open sky.",
            Self::Light => "How bright a cell is without lamps.",
            Self::Marks => {
                "How rough ground is and how its faces are climbed, haze over it, rough water, no air."
            }
            Self::SetHeight => "Give the floors this height.",
            Self::Raise => "Raise the floors by a step, once with each stroke.",
            Self::Lower => "Lower the floors by a step, once with each stroke.",
            Self::Smooth => "Bring heights nearer to those around them.",
            Self::Flatten => "Make floors as high as the one where you press.",
            Self::Flood => "Water up to one level over every lower floor: shallows at its edge.",
            Self::Ramp => "Drag from one height to another: the floor rises evenly between them.",
            Self::Place => "Put a thing into each cell that you paint.",
            Self::Scatter => "Strew things by chance, the same for the same seed.",
            Self::RemoveThings => "Clear cells of things.",
            Self::Wall => "Drag along the edges of cells, from corner to corner.",
            Self::Room => "Drag a rectangle: walls all around it.",
            Self::Door => "Click on an edge to put a door, a window or a gate there.",
            Self::RemoveWalls => "Drag along edges to take away what stands there.",
            Self::IntoZone => "Add cells to the chosen zone.",
            Self::OutOfZone => "Take cells out of the chosen zone.",
            Self::Unit => {
                "Press where it stands and drag to where it looks. Press on a unit to choose it, \
                 drag to move it."
            }
            Self::Picture => "Click on two points of the picture whose distance you know.",
        }
    }

    /// The key that chooses it.
    pub const fn key(self) -> EditorKey {
        EditorKey::Tool(self)
    }

    /// True if it covers cells in one of the shapes.
    pub const fn has_shape(self) -> bool {
        matches!(self.mode(), Mode::Ground | Mode::Heights | Mode::Things | Mode::Zones)
            && !matches!(self, Self::Ramp)
    }
}

impl Form {
    /// The key that chooses it.
    pub const fn key(self) -> EditorKey {
        EditorKey::Form(self)
    }

    /// Its name, its icon and what it does.
    pub const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Free => ("Brush", icon::PAINT_BRUSH, "Paint freely."),
            Self::Line => ("Line", icon::LINE_SEGMENT, "A straight line."),
            Self::Rectangle => ("Box", icon::RECTANGLE, "A rectangle, or its rim."),
            Self::Ellipse => ("Oval", icon::CIRCLE, "An ellipse, or its rim."),
            Self::Fill => ("Fill", icon::PAINT_BUCKET, "Connected cells that are alike."),
            Self::Alike => ("All alike", icon::SWAP, "Every cell that is alike: replace all."),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_has_its_place_and_words() {
        for mode in Mode::ALL {
            assert_eq!(mode.first().mode(), mode);
            let names: BTreeSet<&str> = mode.kinds().map(Kind::name).collect();
            assert_eq!(names.len(), mode.kinds().count(), "{mode:?}");
        }
        assert!(Kind::ALL.iter().all(|kind| !kind.help().is_empty()));
    }
}
