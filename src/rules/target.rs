//! Waypoints and targets of commands: plain data that commands, steps and the state share.

use serde::{Deserialize, Serialize};

use grid::{Cell, Dir, EdgeAt, FloorAt, Hm, Place, ThingId, UnitId};

use super::Part;

/// One step of a move's path, with the absolute height of the feet there. Walkers may omit the
/// height; it then follows from the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Waypoint {
    /// The place; for larger footprints the north-west cell.
    pub at: Place,
    /// Absolute height of the feet, for flyers and climbers.
    #[serde(default)]
    pub feet: Option<Hm>,
}

impl Waypoint {
    /// A waypoint in a cell. `feet` is given where the height does not follow from the ground.
    pub fn new(at: impl Into<Place>, feet: Option<Hm>) -> Self {
        Self { at: at.into(), feet }
    }

    /// The cell, on a square board.
    #[inline]
    pub const fn cell(&self) -> Option<Cell> {
        self.at.cell()
    }
}

impl From<Cell> for Waypoint {
    fn from(cell: Cell) -> Self {
        Self { at: cell.into(), feet: None }
    }
}

/// A target of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Target {
    /// A combatant.
    Unit(UnitId),
    /// A place: the centre of an area, a cell to step to.
    Place(Place),
    /// An edge of a cell, on the ground or on a floor above it: a door, a wall.
    Edge(EdgeAt),
    /// An object on the board.
    Thing(ThingId),
    /// One of the eight directions from the actor: a cone, a line, a sector.
    Direction(Dir),
    /// A part of a combatant's body.
    Part(UnitId, Part),
    /// A floor of a cell by its height, for cells with several floors. [`Self::Place`] means the
    /// ground, or the floor chosen by the act's own rules.
    Floor(FloorAt),
}

impl From<FloorAt> for Target {
    fn from(at: FloorAt) -> Self {
        match at.floor {
            Some(_) => Self::Floor(at),
            None => Self::Place(at.cell.into()),
        }
    }
}

impl Target {
    /// The targeted combatant, including the owner of a targeted body part.
    pub const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Unit(id) | Self::Part(id, _) => Some(*id),
            Self::Place(_)
            | Self::Floor(_)
            | Self::Edge(..)
            | Self::Thing(_)
            | Self::Direction(_) => None,
        }
    }

    /// The targeted cell with its floor; `None` for all other kinds of targets.
    pub const fn floor(&self) -> Option<FloorAt> {
        match self {
            Self::Place(Place::Cell(cell)) => Some(FloorAt { cell: *cell, floor: None }),
            Self::Floor(at) => Some(*at),
            _ => None,
        }
    }

    /// The targeted cell, on whichever floor.
    pub const fn cell(&self) -> Option<Cell> {
        match self.floor() {
            Some(at) => Some(at.cell),
            None => None,
        }
    }
}
