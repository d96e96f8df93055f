//! The tools of the editor by name: what each is for, its icon and its key.

use egui_phosphor::regular as icon;

use crate::settings::EditorKey;

/// What a tool works on. Each has its own palette.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Everything, as it is.
    Select,
    /// Terrain, water, roofs, light.
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

/// A tool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
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

impl Kind {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 24] = [
        Self::Select,
        Self::Lasso,
        Self::Terrain,
        Self::Depth,
        Self::Ceiling,
        Self::Light,
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

    /// What it works on.
    pub const fn mode(self) -> Mode {
        match self {
            Self::Select | Self::Lasso => Mode::Select,
            Self::Terrain | Self::Depth | Self::Ceiling | Self::Light => Mode::Ground,
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
        match self {
            Self::Select => EditorKey::Select,
            Self::Lasso => EditorKey::Lasso,
            Self::Terrain => EditorKey::Terrain,
            Self::Depth => EditorKey::Depth,
            Self::Ceiling => EditorKey::Ceiling,
            Self::Light => EditorKey::Light,
            Self::SetHeight => EditorKey::SetHeight,
            Self::Raise => EditorKey::Raise,
            Self::Lower => EditorKey::Lower,
            Self::Smooth => EditorKey::Smooth,
            Self::Flatten => EditorKey::Flatten,
            Self::Flood => EditorKey::Flood,
            Self::Ramp => EditorKey::Ramp,
            Self::Place => EditorKey::Place,
            Self::Scatter => EditorKey::Scatter,
            Self::RemoveThings => EditorKey::RemoveThings,
            Self::Wall => EditorKey::Wall,
            Self::Room => EditorKey::Room,
            Self::Door => EditorKey::Door,
            Self::RemoveWalls => EditorKey::RemoveWalls,
            Self::IntoZone => EditorKey::IntoZone,
            Self::OutOfZone => EditorKey::OutOfZone,
            Self::Unit => EditorKey::Unit,
            Self::Picture => EditorKey::Picture,
        }
    }

    /// True if it covers cells in one of the shapes.
    pub const fn has_shape(self) -> bool {
        matches!(self.mode(), Mode::Ground | Mode::Heights | Mode::Things | Mode::Zones)
            && !matches!(self, Self::Ramp)
    }
}

/// The shape in which a tool covers cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Form {
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

impl Form {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 6] =
        [Self::Free, Self::Line, Self::Rectangle, Self::Ellipse, Self::Fill, Self::Alike];

    /// Its name, its icon, its key and what it does.
    pub const fn words(self) -> (&'static str, &'static str, EditorKey, &'static str) {
        match self {
            Self::Free => ("Brush", icon::PAINT_BRUSH, EditorKey::Brush, "Paint freely."),
            Self::Line => ("Line", icon::LINE_SEGMENT, EditorKey::Line, "A straight line."),
            Self::Rectangle => {
                ("Box", icon::RECTANGLE, EditorKey::Rectangle, "A rectangle, or its rim.")
            }
            Self::Ellipse => ("Oval", icon::CIRCLE, EditorKey::Ellipse, "An ellipse, or its rim."),
            Self::Fill => {
                ("Fill", icon::PAINT_BUCKET, EditorKey::Fill, "Connected cells that are alike.")
            }
            Self::Alike => (
                "All alike",
                icon::SWAP,
                EditorKey::Alike,
                "Every cell that is alike: replace all.",
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_tool_has_its_place_a_key_and_words() {
        let keys: BTreeSet<EditorKey> = Kind::ALL.iter().map(|kind| kind.key()).collect();
        assert_eq!(keys.len(), Kind::ALL.len());
        for mode in Mode::ALL {
            assert_eq!(mode.first().mode(), mode);
            let names: BTreeSet<&str> = mode.kinds().map(Kind::name).collect();
            assert_eq!(names.len(), mode.kinds().count(), "{mode:?}");
        }
        assert!(Kind::ALL.iter().all(|kind| !kind.help().is_empty()));
    }
}
