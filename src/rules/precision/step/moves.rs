//! Steps of bodies that move, hold each other and let go.

use serde::{Deserialize, Serialize};

use grid::{Cell, FloorAt, Hm, UnitId};
use rules::Key;
use rules::command::Waypoint;
use rules::state::Posture;

/// How steps downwards are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Down {
    /// Jumped if harmless, otherwise climbed.
    #[default]
    Easiest,
    /// Always climbed.
    Climb,
    /// Always jumped, at any depth.
    Jump,
}

impl Down {
    /// From the movement variant of a command.
    pub fn of(manner: &str) -> Self {
        match manner {
            "climb" => Self::Climb,
            "jump" => Self::Jump,
            _ => Self::Easiest,
        }
    }

    /// As the movement variant of a command.
    pub const fn manner(self) -> &'static str {
        match self {
            Self::Easiest => "",
            Self::Climb => "climb",
            Self::Jump => "jump",
        }
    }
}

/// Movement granted by an ability, apart from the turn's budget (PR-369, PR-404).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grant {
    /// Total points.
    pub points: u16,
    /// Points spent.
    pub spent: u16,
}

/// The position of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// Its cell; the north-west one for larger footprints.
    pub cell: Cell,
    /// Absolute height of the feet.
    pub feet: Hm,
}

/// State that a walk keeps between squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LastSquare {
    /// The square it last entered.
    pub to: Cell,
    /// The last square it left that no other unit was in: the walker returns there if it is stopped
    /// in another unit's square.
    pub free: Option<Spot>,
    /// Where the dragged unit was then.
    pub behind: Option<Spot>,
    /// True in the walker's own turn.
    pub own_turn: bool,
}

/// A unit walks along a path, one square per run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// The unit.
    pub unit: UnitId,
    /// The path still ahead.
    pub path: Vec<Waypoint>,
    /// How steps down are taken.
    pub down: Down,
    /// True if it was prone when it set out.
    pub crawls: bool,
    /// The movement granted by an ability, if any.
    pub grant: Option<Grant>,
    /// State after the squares walked so far; `None` before the first.
    pub last: Option<LastSquare>,
}

/// A unit falls: first down, then the effects of the ground it ends on (PR-450).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// The unit.
    pub unit: UnitId,
    /// True once it is down.
    pub down: bool,
}

/// A unit lies down or stands up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChangePosture {
    /// The unit.
    pub unit: UnitId,
    /// Its new posture.
    pub to: Posture,
}

/// A unit leaps over a gap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leap {
    /// The unit.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The destination.
    pub to: FloorAt,
}

/// A unit takes a careful step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarefulStep {
    /// The unit.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The destination.
    pub to: Cell,
}

/// A unit may move at once, granted by another (PR-404).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveNow {
    /// The unit.
    pub unit: UnitId,
    /// Maximum points.
    pub points: u8,
}

/// A unit starts dragging another.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drag {
    /// The dragger.
    pub unit: UnitId,
    /// The ability.
    pub ability: Key,
    /// The unit to drag.
    pub target: UnitId,
}

/// A dragger lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LetGo {
    /// The dragger.
    pub unit: UnitId,
}

/// Ends the holds of a unit that can no longer hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LoseGrip {
    /// The holder.
    pub unit: UnitId,
}
