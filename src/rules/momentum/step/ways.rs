//! Steps of movement, by one's own will and by others'.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Dir, Hm, UnitId};
use crate::rules::command::Waypoint;
use crate::rules::step::FrameId;

of_unit!(Walk, Stride, Fall, Jump, LeanOut, LeanBack, Push, Teleport, Displace);

/// A place on the board, with the height of the feet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// The north-west cell of the body.
    pub cell: Cell,
    /// The height of its feet.
    pub feet: Hm,
}

/// How a walk goes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Descent {
    /// As is best at each edge.
    #[default]
    Usual,
    /// By jumping, however deep it is.
    Jump,
    /// By climbing.
    Climb,
}

impl Descent {
    /// The one that a command names as its manner; the usual one for every other word.
    pub fn from_name(name: &str) -> Self {
        match name {
            "jump" => Self::Jump,
            "climb" => Self::Climb,
            _ => Self::Usual,
        }
    }
}

/// Going a path, one square in each run (MO-32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// Who goes.
    pub unit: UnitId,
    /// How it goes down.
    pub descent: Descent,
    /// The way still to go.
    pub path: Vec<Waypoint>,
    /// Those of whom its side did not know when it began.
    pub unknown: Vec<UnitId>,
    /// It crawls: it lay when it set out.
    pub crawls: bool,
    /// Those who may strike before its next step have been asked.
    pub warned: bool,
    /// Where it has to be to go on; none before the first step.
    pub stands: Option<Cell>,
    /// The last place on its way where it could stop (MO-294).
    pub free: Option<Spot>,
    /// The enemies that were got past already (MO-295).
    pub passed: Vec<UnitId>,
}

impl Walk {
    /// A walk of one on its feet.
    pub const fn new(unit: UnitId, path: Vec<Waypoint>) -> Self {
        Self {
            unit,
            descent: Descent::Usual,
            path,
            unknown: Vec::new(),
            crawls: false,
            warned: false,
            stands: None,
            free: None,
            passed: Vec::new(),
        }
    }
}

/// Gaining movement: a Move or a Sprint (MO-92 to MO-94).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stride {
    /// Who.
    pub unit: UnitId,
    /// How many times Basic Movement.
    pub count: i32,
    /// AP.
    pub ap: i32,
    /// It is a Sprint.
    pub sprint: bool,
}

/// A fall (MO-303).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// Who falls.
    pub unit: UnitId,
    /// Whom it falls together with, and does not fall on (MO-373).
    pub with: Option<UnitId>,
    /// How far it is.
    pub phase: FallPhase,
}

impl Fall {
    /// A fall of one alone.
    pub const fn new(unit: UnitId) -> Self {
        Self { unit, with: None, phase: FallPhase::Down }
    }
}

/// How far a fall is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FallPhase {
    /// Down.
    #[default]
    Down,
    /// It is hurt, and those it falls on.
    Hurt {
        /// How deep it fell.
        drop: Hm,
        /// Those it falls on (MO-421).
        onto: Vec<UnitId>,
    },
    /// What the ground does that it ends on.
    Ground,
}

/// A jump (MO-292).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Jump {
    /// Who.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// Those who may strike before it have been asked.
    pub warned: bool,
}

/// Leaning out (MO-322).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeanOut {
    /// Who.
    pub unit: UnitId,
    /// Into which cell.
    pub to: Cell,
}

/// Coming back from leaning out (MO-324).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeanBack {
    /// Who.
    pub unit: UnitId,
}

/// Being pushed (MO-332 to MO-344).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Push {
    /// Who is pushed.
    pub unit: UnitId,
    /// Who pushes.
    pub by: UnitId,
    /// How far.
    pub metres: u16,
    /// The DR Power against those who are run into.
    pub power: i32,
    /// In which direction, if not straight away from the one who pushes.
    pub dir: Option<Dir>,
    /// The attack that it is part of: what the collision takes from the one pushed is not dealt at
    /// once but told to that step, which joins it to its own damage or deals it apart (MO-338).
    pub joins: Option<FrameId>,
    /// How far it is.
    pub phase: PushPhase,
}

/// How far a push is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PushPhase {
    /// Along the way.
    #[default]
    Move,
    /// Into what is there.
    Collide {
        /// Where it began.
        from: Spot,
        /// Those who are run into (MO-340).
        met: Vec<UnitId>,
        /// A wall, a thing or a face of the ground ended it (MO-337, MO-344).
        hard: bool,
        /// The cell of the wall or thing.
        wall: Option<Cell>,
    },
    /// It is over, collision and all: what was made ready for it is set off (MO-377).
    Over {
        /// Where it began.
        from: Spot,
    },
}

/// A teleport (MO-345 to MO-351).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Teleport {
    /// Who.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// By whom, if not by itself.
    pub by: Option<UnitId>,
}

/// Somebody is put where another picks.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Displace {
    /// Who picks.
    pub unit: UnitId,
    /// Who is put there.
    pub target: UnitId,
    /// How far off at most.
    pub metres: u16,
}
