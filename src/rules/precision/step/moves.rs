//! Steps of bodies that move, hold on to each other and let go.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Hm, UnitId};
use crate::rules::Key;
use crate::rules::command::Waypoint;
use crate::rules::state::Posture;

/// How steps down are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Down {
    /// Jumped where that is harmless, else climbed.
    #[default]
    Easiest,
    /// Always climbed.
    Climb,
    /// Always jumped, however deep it is.
    Jump,
}

impl Down {
    /// As the manner of a command says it.
    pub fn of(manner: &str) -> Self {
        match manner {
            "climb" => Self::Climb,
            "jump" => Self::Jump,
            _ => Self::Easiest,
        }
    }

    /// As a command says it.
    pub const fn manner(self) -> &'static str {
        match self {
            Self::Easiest => "",
            Self::Climb => "climb",
            Self::Jump => "jump",
        }
    }
}

/// Movement that an ability grants, apart from the budget of the turn (PR-369, PR-404).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grant {
    /// Points in all.
    pub points: u16,
    /// How many of them are spent.
    pub spent: u16,
}

/// Where a body stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// The cell; for larger footprints the north-west one.
    pub cell: Cell,
    /// Absolute height of the feet.
    pub feet: Hm,
}

/// What a walk keeps of the squares gone so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stride {
    /// Where the last of them led.
    pub to: Cell,
    /// The last square left that nobody else was in: where the walker goes back to if it is stopped
    /// in somebody's square.
    pub free: Option<Spot>,
    /// Where the one it drags was then.
    pub behind: Option<Spot>,
    /// It was the walker's own turn.
    pub own_turn: bool,
}

/// Somebody goes a path, one square a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// Who.
    pub unit: UnitId,
    /// The way still to go.
    pub path: Vec<Waypoint>,
    /// How steps down are taken.
    pub down: Down,
    /// It lay on the ground when it set out.
    pub crawls: bool,
    /// The movement that an ability grants, if it is one.
    pub grant: Option<Grant>,
    /// What came of the squares gone so far; nothing before the first.
    pub last: Option<Stride>,
}

/// Somebody falls: down first, then the ground it ends on (PR-450).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// Who.
    pub unit: UnitId,
    /// It is down.
    pub down: bool,
}

/// Somebody lies down or gets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChangePosture {
    /// Who.
    pub unit: UnitId,
    /// How it is then.
    pub to: Posture,
}

/// Somebody leaps over a gap.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Leap {
    /// Who.
    pub unit: UnitId,
    /// By which ability.
    pub ability: Key,
    /// Where to.
    pub to: Cell,
}

/// Somebody takes a careful step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CarefulStep {
    /// Who.
    pub unit: UnitId,
    /// By which ability.
    pub ability: Key,
    /// Where to.
    pub to: Cell,
}

/// Somebody may move at once because another lets it (PR-404).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveNow {
    /// Who.
    pub unit: UnitId,
    /// Up to so many points.
    pub points: u8,
}

/// Somebody takes another in tow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drag {
    /// Who.
    pub unit: UnitId,
    /// By which ability.
    pub ability: Key,
    /// Whom.
    pub target: UnitId,
}

/// One who drags lets go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LetGo {
    /// Who.
    pub unit: UnitId,
}

/// The holds of one who can hold no longer end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LoseGrip {
    /// The holder.
    pub unit: UnitId,
}
