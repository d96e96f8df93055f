//! What an author does to a level, as values.

use std::fmt;

use super::clipboard::Clipboard;
use super::layers::{Layer, LayerSet};
use super::transform::{EdgeAt, GridTransform};
use crate::grid::{Atmosphere, Cell, Climb, Edge, Haze, Hm, Light, Rough, Tile};
use crate::level::{Daylight, Goal, Item, Level, SideColour, Underlay, Unit};

/// What becomes of the ground of a cell. What is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// The terrain with everything that belongs to it but the height of its floor.
    pub terrain: Option<Tile>,
    /// The height of the floor.
    pub elevation: Option<Hm>,
    /// The depth of water over the floor.
    pub depth: Option<Hm>,
    /// The clear height over the floor; `Some(None)` opens it to the sky.
    pub ceiling: Option<Option<Hm>>,
    /// Brightness without lamps.
    pub light: Option<Light>,
    /// Marks of the ground.
    pub marks: Marks,
}

/// What becomes of the marks of the ground of a cell. What is left out stays as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// How hard it is to cross.
    pub rough: Option<Rough>,
    /// How its faces are climbed.
    pub climb: Option<Climb>,
    /// Haze over it.
    pub haze: Option<Haze>,
    /// Whether its water is rough.
    pub rough_water: Option<bool>,
    /// Whether it has no air.
    pub airless: Option<bool>,
}

impl Marks {
    /// Nothing changes.
    pub const NONE: Self =
        Self { rough: None, climb: None, haze: None, rough_water: None, airless: None };

    /// Those of a tile.
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
    /// The whole tile, height included.
    pub const fn tile(tile: Tile) -> Self {
        Self { elevation: Some(tile.elevation), ..Self::terrain(tile) }
    }

    /// The tile, with the height of the floor left as it is.
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

    /// The height of the floor alone.
    pub fn height(elevation: Hm) -> Self {
        Self { elevation: Some(elevation), ..Self::default() }
    }

    /// True if nothing would change but the height of the floor.
    pub fn is_height_only(&self) -> bool {
        *self == Self { elevation: self.elevation, ..Self::default() }
    }

    /// The tile after the patch.
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

/// A unit by the number of its side and its place in the list of that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitAt {
    /// Its side.
    pub side: usize,
    /// Its place in the side's list.
    pub unit: usize,
}

/// What a region is for beside its name. Goals name the regions that are to be held or reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ZoneUse {
    /// The units of a side may be placed anew in it before the battle.
    Start(usize),
    /// The units of a side may enter from it unseen, where the ruleset knows that.
    Hidden(usize),
    /// Combatants may leave the battle from it.
    Exit,
}

/// The facts about a level as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Its title.
    Name(String),
    /// Who made it.
    Author(String),
    /// What players are told.
    Description(String),
    /// What the author wants to remember.
    Notes(String),
    /// The time of day.
    Light(Daylight),
    /// Weather and what else fills the air.
    Atmosphere(Atmosphere),
    /// Sides see only what their units see.
    HiddenInformation(bool),
    /// The picture under the board.
    Underlay(Option<Underlay>),
}

/// One thing that an author does. [`super::Draft::apply`] carries it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Changes the ground of cells. Cells off the board are left out, here and below.
    Ground(Vec<(Cell, Patch)>),
    /// Puts things into cells, in place of those that are there, or clears the cells.
    Things(Vec<(Cell, Option<Item>)>),
    /// Puts walls and doors on edges, or clears them.
    Edges(Vec<(EdgeAt, Option<Edge>)>),
    /// Adds a region without cells.
    AddZone(String),
    /// Gives a region another name, wherever it is named.
    RenameZone {
        /// The name so far.
        from: String,
        /// The new name.
        to: String,
    },
    /// Removes a region, with its uses and the goals about it.
    RemoveZone(String),
    /// Adds cells to a region, or takes them out.
    ZoneCells {
        /// The region.
        zone: String,
        /// Its cells.
        cells: Vec<Cell>,
        /// They are added; taken out otherwise.
        inside: bool,
    },
    /// Says what a region is for, or that it is not for that.
    UseZone {
        /// The region.
        zone: String,
        /// What for.
        what: ZoneUse,
        /// Yes or no.
        on: bool,
    },
    /// Adds a side without units.
    AddSide {
        /// Its name.
        name: String,
        /// Its colour.
        colour: SideColour,
    },
    /// Changes a side itself, not its units.
    ChangeSide {
        /// Which.
        side: usize,
        /// Its name.
        name: String,
        /// Its colour.
        colour: SideColour,
        /// Whether it means to ambush.
        ambush: bool,
    },
    /// Removes a side with its units and its goals.
    RemoveSide(usize),
    /// Adds a unit at the end of its side's list.
    AddUnit {
        /// Its side.
        side: usize,
        /// What it is.
        unit: Unit,
    },
    /// Puts another unit in place of one: moved, turned, renamed. Goals that name it follow.
    ChangeUnit {
        /// Which.
        at: UnitAt,
        /// What it is from now on.
        unit: Unit,
    },
    /// Moves a unit to the end of another side's list.
    GiveUnit {
        /// Which.
        at: UnitAt,
        /// Its new side.
        side: usize,
    },
    /// Removes units, and the goals to defeat them.
    RemoveUnits(Vec<UnitAt>),
    /// Adds a goal.
    AddGoal(Goal),
    /// Puts another goal in place of one.
    ChangeGoal(usize, Goal),
    /// Removes a goal.
    RemoveGoal(usize),
    /// Changes a fact about the level as a whole.
    Fact(Fact),
    /// Drops entries of the palette that no cell uses.
    TidyPalette,
    /// Grows the level, or cuts it, on each side. Units, things and walls that fall off are gone.
    Resize {
        /// Columns added in the west; fewer if it is below zero.
        west: i16,
        /// Rows added in the north.
        north: i16,
        /// Columns added in the east.
        east: i16,
        /// Rows added in the south.
        south: i16,
        /// The ground of new cells.
        fill: Tile,
    },
    /// Turns or mirrors the whole level.
    Turn(GridTransform),
    /// Lays the content of a clip over the level, its north-western corner at a cell.
    Paste {
        /// What is pasted.
        clip: Clipboard,
        /// Where.
        at: Cell,
    },
    /// Empties cells: things, walls on their sides, units that stand in them alone and zones go,
    /// and the ground becomes `fill`, if one is given.
    Clear {
        /// The cells.
        cells: Vec<Cell>,
        /// The layers that are emptied, as far as they are not locked.
        layers: LayerSet,
        /// The new ground.
        fill: Option<Tile>,
    },
    /// Puts another level in place of this one.
    Import(Box<Level>),
}

/// Why an edit was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The layer is locked.
    #[error("the layer of {} is locked", .0.name())]
    Locked(Layer),
    /// No region of that name.
    #[error("no zone is called {0:?}")]
    NoSuchZone(String),
    /// A region, side or unit has that name already.
    #[error("there is another {what} called {name:?}")]
    Taken {
        /// What has the name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// No side of that number.
    #[error("there is no side {0}")]
    NoSuchSide(usize),
    /// No unit of that number.
    #[error("side {} has no unit {}", .0.side, .0.unit)]
    NoSuchUnit(UnitAt),
    /// No goal of that number.
    #[error("there is no goal {0}")]
    NoSuchGoal(usize),
    /// The level would have more of something than it may.
    #[error("a level has at most {most} {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// How many are allowed.
        most: usize,
    },
    /// A text is too long, empty where one is needed, or holds signs that do not show.
    #[error("{what} needs {least} to {most} characters that can be shown")]
    Text {
        /// Which.
        what: &'static str,
        /// How many characters it needs.
        least: usize,
        /// How many it may have.
        most: usize,
    },
    /// A number is out of range.
    #[error("{what}: allowed are {allowed}")]
    Range {
        /// Which.
        what: &'static str,
        /// What is allowed.
        allowed: &'static str,
    },
    /// The cell is not on the board.
    #[error("{0} is off the board")]
    OffBoard(Cell),
    /// The palette has no character left for another kind of ground.
    #[error("the level has as many kinds of ground as it may; paint with some that it has")]
    PaletteFull,
}

impl fmt::Display for Edit {
    /// A short text for the list of what was done.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |n: usize, one: &str, many: &str| match n {
            1 => format!("1 {one}"),
            _ => format!("{n} {many}"),
        };
        match self {
            Self::Ground(cells) => {
                let heights = cells.iter().all(|(_, patch)| patch.is_height_only());
                let what = if heights { "Height of" } else { "Ground of" };
                write!(f, "{what} {}", counted(cells.len(), "cell", "cells"))
            }
            Self::Things(cells) => {
                let placed = cells.iter().filter_map(|(_, item)| *item);
                let kinds: std::collections::BTreeSet<_> = placed.map(|i| i.kind).collect();
                match (kinds.len(), kinds.first()) {
                    (0, _) => write!(f, "Remove {}", counted(cells.len(), "thing", "things")),
                    (1, Some(kind)) => {
                        let name = kind.spec().name.replace('_', " ");
                        write!(f, "Place {} {name}", cells.len())
                    }
                    _ => write!(f, "Place {}", counted(cells.len(), "thing", "things")),
                }
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
                let verb = if *inside { "Add" } else { "Take" };
                let to = if *inside { "to" } else { "from" };
                let cells = counted(cells.len(), "cell", "cells");
                write!(f, "{verb} {cells} {to} zone {zone:?}")
            }
            Self::UseZone { zone, .. } => write!(f, "Use of zone {zone:?}"),
            Self::AddSide { name, .. } => write!(f, "Add side {name:?}"),
            Self::ChangeSide { name, .. } => write!(f, "Change side {name:?}"),
            Self::RemoveSide(_) => f.write_str("Remove side"),
            Self::AddUnit { unit, .. } => write!(f, "Add {}", unit.role.name()),
            Self::ChangeUnit { unit, .. } => write!(f, "Change {}", unit.role.name()),
            Self::GiveUnit { .. } => f.write_str("Unit to another side"),
            Self::RemoveUnits(units) => {
                write!(f, "Remove {}", counted(units.len(), "unit", "units"))
            }
            Self::AddGoal(goal) => write!(f, "Add goal {}", goal.kind.name().replace('_', " ")),
            Self::ChangeGoal(..) => f.write_str("Change goal"),
            Self::RemoveGoal(_) => f.write_str("Remove goal"),
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
            Self::Turn(spin) => f.write_str(match *spin {
                GridTransform::CLOCKWISE => "Turn clockwise",
                GridTransform::HALF => "Turn by half",
                GridTransform::COUNTER => "Turn counter-clockwise",
                GridTransform::WEST_EAST => "Flip west and east",
                GridTransform::NORTH_SOUTH => "Flip north and south",
                _ => "Flip at a diagonal",
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
