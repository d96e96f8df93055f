//! Edits of a level, as values.

use std::fmt;

use super::clipboard::Clipboard;
use super::layers::{Layer, LayerSet};
use super::transform::{EdgeAt, GridTransform};
use grid::{Atmosphere, Cell, Climb, Edge, Haze, Hm, Light, Rough, Tile};
use level::{Daylight, DeckItem, Goal, Item, Label, Level, LevelEvent, SideColour, Underlay, Unit};

/// A change to the ground of a cell. `None` fields stay unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// The terrain with all its attributes except elevation.
    pub terrain: Option<Tile>,
    /// The elevation of the floor.
    pub elevation: Option<Hm>,
    /// The depth of water above the floor.
    pub depth: Option<Hm>,
    /// The clear height above the floor; `Some(None)` opens it to the sky.
    pub ceiling: Option<Option<Hm>>,
    /// Light level without lamps.
    pub light: Option<Light>,
    /// Ground attributes.
    pub marks: Marks,
}

/// A change to the ground attributes of a cell. `None` fields stay unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// How hard the ground is to cross.
    pub rough: Option<Rough>,
    /// How its cliff faces are climbed.
    pub climb: Option<Climb>,
    /// Haze above the ground.
    pub haze: Option<Haze>,
    /// Rough water.
    pub rough_water: Option<bool>,
    /// No air to breathe.
    pub airless: Option<bool>,
}

impl Marks {
    /// Changes nothing.
    pub const NONE: Self =
        Self { rough: None, climb: None, haze: None, rough_water: None, airless: None };

    /// The attributes of a tile.
    pub const fn of(tile: &Tile) -> Self {
        Self {
            rough: Some(tile.rough),
            climb: Some(tile.climb),
            haze: Some(tile.haze),
            rough_water: Some(tile.rough_water),
            airless: Some(tile.airless),
        }
    }

    fn put(&self, tile: &mut Tile) {
        tile.rough = self.rough.unwrap_or(tile.rough);
        tile.climb = self.climb.unwrap_or(tile.climb);
        tile.haze = self.haze.unwrap_or(tile.haze);
        tile.rough_water = self.rough_water.unwrap_or(tile.rough_water);
        tile.airless = self.airless.unwrap_or(tile.airless);
    }
}

impl Patch {
    /// Sets the whole tile, including elevation.
    pub const fn tile(tile: Tile) -> Self {
        Self { elevation: Some(tile.elevation), ..Self::terrain(tile) }
    }

    /// Sets the tile except its elevation.
    pub const fn terrain(tile: Tile) -> Self {
        Self {
            terrain: Some(tile),
            elevation: None,
            depth: None,
            ceiling: None,
            light: None,
            marks: Marks::NONE,
        }
    }

    /// Sets only the elevation.
    pub fn height(elevation: Hm) -> Self {
        Self { elevation: Some(elevation), ..Self::default() }
    }

    /// True if only the elevation would change.
    pub fn is_height_only(&self) -> bool {
        *self == Self { elevation: self.elevation, ..Self::default() }
    }

    /// Applies the patch to a tile.
    pub fn on(&self, old: Tile) -> Tile {
        let mut tile = self.terrain.map_or(old, |t| Tile { elevation: old.elevation, ..t });
        tile.elevation = self.elevation.unwrap_or(old.elevation);
        tile.depth = self.depth.unwrap_or(tile.depth);
        tile.ceiling = self.ceiling.unwrap_or(tile.ceiling);
        tile.light = self.light.unwrap_or(tile.light);
        self.marks.put(&mut tile);
        tile.exit = old.exit;
        tile
    }
}

/// A unit, by the index of its side and its index in that side's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitAt {
    /// Index of the side.
    pub side: usize,
    /// Index in the side's list.
    pub unit: usize,
}

/// A use of a zone, apart from goals that refer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneUse {
    /// Deployment zone: a side may reposition its units here before the battle.
    Start(usize),
    /// Hidden entry: a side's units may enter here unseen, if the ruleset supports that.
    Hidden(usize),
    /// Units may leave the battle here.
    Exit,
}

/// A property of the level as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The title.
    Name(String),
    /// The author.
    Author(String),
    /// The description for players.
    Description(String),
    /// The author's notes.
    Notes(String),
    /// The time of day.
    Light(Daylight),
    /// Weather and air.
    Atmosphere(Atmosphere),
    /// Sides see only what their units see.
    HiddenInformation(bool),
    /// The picture under the board.
    Underlay(Option<Underlay>),
}

/// An edit by the author, applied by [`super::Draft::apply`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Changes the ground of cells. Cells off the board are ignored, here and below.
    Ground(Vec<(Cell, Patch)>),
    /// Places things in cells, replacing what is there, or clears the cells.
    Things(Vec<(Cell, Option<Item>)>),
    /// Lays decks over cells, each with its top at a height, or removes those that are there.
    Decks(Vec<((Cell, Hm), Option<DeckItem>)>),
    /// Places walls and doors on edges, or clears them.
    Edges(Vec<(EdgeAt, Option<Edge>)>),
    /// Adds a zone without cells.
    AddZone(String),
    /// Renames a zone everywhere it is used.
    RenameZone {
        /// The old name.
        from: String,
        /// The new name.
        to: String,
    },
    /// Removes a zone, its uses, and goals and events about it.
    RemoveZone(String),
    /// Adds cells to a zone, or removes them.
    ZoneCells {
        /// The zone.
        zone: String,
        /// Its cells.
        cells: Vec<Cell>,
        /// True to add, false to remove.
        inside: bool,
    },
    /// Turns a use of a zone on or off.
    UseZone {
        /// The zone.
        zone: String,
        /// The use.
        what: ZoneUse,
        /// On or off.
        on: bool,
    },
    /// Adds a side without units.
    AddSide {
        /// Its name.
        name: String,
        /// Its colour.
        colour: SideColour,
    },
    /// Changes a side, but not its units.
    ChangeSide {
        /// Index of the side.
        side: usize,
        /// Its name.
        name: String,
        /// Its colour.
        colour: SideColour,
        /// Whether it plans an ambush.
        ambush: bool,
    },
    /// Removes a side, its units, and goals and events about it.
    RemoveSide(usize),
    /// Adds a unit to the end of a side's list.
    AddUnit {
        /// Index of the side.
        side: usize,
        /// The unit.
        unit: Unit,
    },
    /// Replaces a unit: moves, turns or renames it. Goals and events that refer to it are updated.
    ChangeUnit {
        /// The unit to replace.
        at: UnitAt,
        /// The new unit.
        unit: Unit,
    },
    /// Moves a unit to the end of another side's list.
    GiveUnit {
        /// The unit.
        at: UnitAt,
        /// Index of its new side.
        side: usize,
    },
    /// Removes units, and goals and events about them.
    RemoveUnits(Vec<UnitAt>),
    /// Writes labels in cells, or removes them.
    Labels(Vec<(Cell, Option<Label>)>),
    /// Adds a goal.
    AddGoal(Goal),
    /// Replaces a goal.
    ChangeGoal(usize, Goal),
    /// Removes a goal.
    RemoveGoal(usize),
    /// Adds an event.
    AddEvent(Box<LevelEvent>),
    /// Replaces an event.
    ChangeEvent(usize, Box<LevelEvent>),
    /// Removes an event, and others that wait only for it.
    RemoveEvent(usize),
    /// Moves an event to another place in the list.
    MoveEvent {
        /// Its index.
        from: usize,
        /// Its new index.
        to: usize,
    },
    /// Changes a property of the level as a whole.
    Fact(Fact),
    /// Removes palette entries that no cell uses.
    TidyPalette,
    /// Grows or cuts the level on each side. Units, things and walls outside the new size are
    /// removed.
    Resize {
        /// Columns to add in the west; negative to cut.
        west: i16,
        /// Rows to add in the north; negative to cut.
        north: i16,
        /// Columns to add in the east; negative to cut.
        east: i16,
        /// Rows to add in the south; negative to cut.
        south: i16,
        /// The ground of the new cells.
        fill: Tile,
    },
    /// Turns or mirrors the whole level.
    Turn(GridTransform),
    /// Pastes a clip with its north-western corner at a cell.
    Paste {
        /// The content to paste.
        clip: Clipboard,
        /// Where.
        at: Cell,
    },
    /// Clears cells of things, decks, walls around them, zones, and units entirely inside them.
    /// Their ground becomes `fill`, if given.
    Clear {
        /// The cells.
        cells: Vec<Cell>,
        /// The layers to clear, except locked ones.
        layers: LayerSet,
        /// The new ground.
        fill: Option<Tile>,
    },
    /// Puts another level in place of this one.
    Import(Box<Level>),
}

/// Why an edit was refused; the level is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The layer is locked.
    #[error("the {} layer is locked", .0.name())]
    Locked(Layer),
    /// No zone with that name.
    #[error("no zone is named {0:?}")]
    NoSuchZone(String),
    /// Another zone, side or unit has that name.
    #[error("another {what} is already named {name:?}")]
    Taken {
        /// The kind of object.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// No side with that index.
    #[error("no side {0}")]
    NoSuchSide(usize),
    /// No unit with that index.
    #[error("side {} has no unit {}", .0.side, .0.unit)]
    NoSuchUnit(UnitAt),
    /// No goal with that index.
    #[error("no goal {0}")]
    NoSuchGoal(usize),
    /// No event with that index.
    #[error("no event {0}")]
    NoSuchEvent(usize),
    /// No other event with that name.
    #[error("no other event is named {0:?}")]
    NoSuchEventName(String),
    /// The level would exceed a limit.
    #[error("a level has at most {most} {what}")]
    TooMany {
        /// The kind of object.
        what: &'static str,
        /// The limit.
        most: usize,
    },
    /// A text is too long, empty where it must not be, or contains unprintable characters.
    #[error("{what} needs {least} to {most} printable characters")]
    Text {
        /// The text.
        what: &'static str,
        /// Minimum number of characters.
        least: usize,
        /// Maximum number of characters.
        most: usize,
    },
    /// A number is out of range.
    #[error("{what} out of range (allowed: {allowed})")]
    Range {
        /// The value.
        what: &'static str,
        /// The allowed range.
        allowed: &'static str,
    },
    /// The cell is off the board.
    #[error("{0} is off the board")]
    OffBoard(Cell),
    /// The palette has no symbol left for another kind of ground.
    #[error("the level has the maximum number of ground kinds; paint with one it already uses")]
    PaletteFull,
}

impl fmt::Display for Edit {
    /// A short label for the history.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |n: usize, one: &str, many: &str| match n {
            1 => format!("1 {one}"),
            _ => format!("{n} {many}"),
        };
        match self {
            Self::Ground(cells) => {
                let heights = cells.iter().all(|(_, patch)| patch.is_height_only());
                let what = if heights { "Set height of" } else { "Set ground of" };
                write!(f, "{what} {}", counted(cells.len(), "cell", "cells"))
            }
            Self::Things(cells) => {
                let placed = cells.iter().filter_map(|(_, item)| item.as_ref());
                let kind = |item: &Item| match &item.prop {
                    Some(prop) => prop.name.clone(),
                    None => item.kind.spec().name.replace('_', " "),
                };
                let kinds: std::collections::BTreeSet<String> = placed.map(kind).collect();
                match (kinds.len(), kinds.first()) {
                    (0, _) => write!(f, "Remove {}", counted(cells.len(), "thing", "things")),
                    (1, Some(name)) => write!(f, "Place {} {name}", cells.len()),
                    _ => write!(f, "Place {}", counted(cells.len(), "thing", "things")),
                }
            }
            Self::Decks(decks) => {
                let verb = if decks.iter().any(|(_, d)| d.is_some()) { "Lay" } else { "Remove" };
                write!(f, "{verb} {}", counted(decks.len(), "cell of deck", "cells of deck"))
            }
            Self::Edges(edges) => {
                let kind = edges.iter().find_map(|(_, edge)| *edge).map(|e| e.kind.spec().name);
                let name = kind.map(|k| k.replace('_', " "));
                match name {
                    Some(name) => write!(f, "Build {name} on {}", edge_count(edges.len())),
                    None => write!(f, "Clear {}", edge_count(edges.len())),
                }
            }
            Self::AddZone(name) => write!(f, "Add zone {name:?}"),
            Self::RenameZone { from, to } => write!(f, "Rename zone {from:?} to {to:?}"),
            Self::RemoveZone(name) => write!(f, "Remove zone {name:?}"),
            Self::ZoneCells { zone, cells, inside } => {
                let verb = if *inside { "Add" } else { "Remove" };
                let to = if *inside { "to" } else { "from" };
                let cells = counted(cells.len(), "cell", "cells");
                write!(f, "{verb} {cells} {to} zone {zone:?}")
            }
            Self::UseZone { zone, .. } => write!(f, "Change use of zone {zone:?}"),
            Self::AddSide { name, .. } => write!(f, "Add side {name:?}"),
            Self::ChangeSide { name, .. } => write!(f, "Change side {name:?}"),
            Self::RemoveSide(_) => f.write_str("Remove side"),
            Self::AddUnit { unit, .. } => write!(f, "Add {}", unit.role.name()),
            Self::ChangeUnit { unit, .. } => write!(f, "Change {}", unit.role.name()),
            Self::GiveUnit { .. } => f.write_str("Move unit to another side"),
            Self::RemoveUnits(units) => {
                write!(f, "Remove {}", counted(units.len(), "unit", "units"))
            }
            Self::Labels(cells) => {
                let written = cells.iter().find_map(|(_, label)| label.as_ref());
                match (written, cells.len()) {
                    (Some(label), 1) => write!(f, "Write {:?}", label.text),
                    (Some(_), _) => f.write_str("Move label"),
                    (None, n) => write!(f, "Remove {}", counted(n, "label", "labels")),
                }
            }
            Self::AddGoal(goal) => write!(f, "Add goal {}", goal.kind.name().replace('_', " ")),
            Self::ChangeGoal(..) => f.write_str("Change goal"),
            Self::RemoveGoal(_) => f.write_str("Remove goal"),
            Self::AddEvent(_) => f.write_str("Add event"),
            Self::ChangeEvent(n, _) => write!(f, "Change event {}", n + 1),
            Self::RemoveEvent(n) => write!(f, "Remove event {}", n + 1),
            Self::MoveEvent { from, .. } => write!(f, "Move event {}", from + 1),
            Self::Fact(fact) => f.write_str(match fact {
                Fact::Name(_) => "Change title",
                Fact::Author(_) => "Change author",
                Fact::Description(_) => "Change description",
                Fact::Notes(_) => "Change notes",
                Fact::Light(_) => "Change light",
                Fact::Atmosphere(_) => "Change weather and air",
                Fact::HiddenInformation(_) => "Change hidden information",
                Fact::Underlay(_) => "Change picture",
            }),
            Self::TidyPalette => f.write_str("Tidy palette"),
            Self::Resize { .. } => f.write_str("Resize"),
            Self::Turn(transform) => f.write_str(match *transform {
                GridTransform::CLOCKWISE => "Turn clockwise",
                GridTransform::HALF => "Turn upside down",
                GridTransform::COUNTER => "Turn counter-clockwise",
                GridTransform::WEST_EAST => "Flip west-east",
                GridTransform::NORTH_SOUTH => "Flip north-south",
                _ => "Flip diagonally",
            }),
            Self::Paste { .. } => f.write_str("Paste"),
            Self::Clear { cells, .. } => {
                write!(f, "Clear {}", counted(cells.len(), "cell", "cells"))
            }
            Self::Import(level) => write!(f, "Import {:?}", level.name),
        }
    }
}

fn edge_count(n: usize) -> String {
    if n == 1 { "1 edge".to_owned() } else { format!("{n} edges") }
}
