//! Steps of movement, voluntary and forced.

use serde::{Deserialize, Serialize};

use grid::{Cell, Dir, FloorAt, Hm, SideId, UnitId};
use rules::command::Waypoint;
use rules::step::FrameId;

of_unit!(Walk, Stride, Fall, Jump, LeanOut, LeanBack, Push, Teleport, Displace);

/// A place on the board with its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// North-west cell of the body.
    pub cell: Cell,
    /// Height of its feet.
    pub feet: Hm,
}

/// How a walk goes down edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Descent {
    /// The best way at each edge.
    #[default]
    Usual,
    /// Jumps, however deep.
    Jump,
    /// Climbs.
    Climb,
}

impl Descent {
    /// The descent that a command names; `Usual` for any other word.
    pub fn from_name(name: &str) -> Self {
        match name {
            "jump" => Self::Jump,
            "climb" => Self::Climb,
            _ => Self::Usual,
        }
    }
}

/// Following a path, one square per run (MO-32).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Walk {
    /// The mover.
    pub unit: UnitId,
    /// How it goes down edges.
    pub descent: Descent,
    /// The remaining path.
    pub path: Vec<Waypoint>,
    /// The units that its side did not know of at the start.
    pub unknown: Vec<UnitId>,
    /// True if it crawls: it was prone at the start.
    pub crawls: bool,
    /// True once reactions to its next step have been offered.
    pub warned: bool,
    /// The cell where it must be standing to continue; `None` before the first step.
    pub stands: Option<Cell>,
    /// The last place on its path where it could stop (MO-294).
    pub free: Option<Spot>,
    /// The enemies already passed (MO-295).
    pub passed: Vec<UnitId>,
    /// Who decided for the mover when it set out (MO-446).
    #[serde(default)]
    pub decider: Decider,
}

/// The party that decides for a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decider {
    /// Not recorded: before the first step, and in older records.
    #[default]
    Unknown,
    /// No side: an uncontrolled summon.
    NoSide,
    /// A side.
    Side(SideId),
}

impl Walk {
    /// A walk on foot.
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
            decider: Decider::Unknown,
        }
    }
}

/// Gaining movement: a Move or a Sprint (MO-92 to MO-94).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stride {
    /// The unit.
    pub unit: UnitId,
    /// Multiple of Basic Movement.
    pub count: i32,
    /// Cost in AP.
    pub ap: i32,
    /// True for a Sprint.
    pub sprint: bool,
}

/// A fall (MO-303).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// The falling unit.
    pub unit: UnitId,
    /// The unit it falls together with, and so not onto (MO-373).
    pub with: Option<UnitId>,
    /// The current phase.
    pub phase: FallPhase,
}

impl Fall {
    /// A unit falls alone.
    pub const fn new(unit: UnitId) -> Self {
        Self { unit, with: None, phase: FallPhase::Down }
    }
}

/// Phases of a fall.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FallPhase {
    /// The unit drops.
    #[default]
    Down,
    /// Damages it and the units it lands on.
    Hurt {
        /// Depth of the fall.
        drop: Hm,
        /// The units it lands on (MO-421).
        onto: Vec<UnitId>,
    },
    /// Effects of the ground where it lands.
    Ground,
}

/// A jump (MO-292).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Jump {
    /// The mover.
    pub unit: UnitId,
    /// The destination.
    pub to: FloorAt,
    /// True once reactions to it have been offered.
    pub warned: bool,
}

/// Leaning out (MO-322).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeanOut {
    /// The unit.
    pub unit: UnitId,
    /// The cell it leans into.
    pub to: Cell,
}

/// Coming back from leaning out (MO-324).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LeanBack {
    /// The unit.
    pub unit: UnitId,
}

/// Being pushed (MO-332 to MO-344).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Push {
    /// The pushed unit.
    pub unit: UnitId,
    /// The pusher.
    pub by: UnitId,
    /// Distance, metres.
    pub metres: u16,
    /// DR Power against the units it runs into.
    pub power: i32,
    /// The direction, if not straight away from the pusher.
    pub dir: Option<Dir>,
    /// The attack that caused it. The attack's step applies the collision damage to the pushed
    /// unit, with its own damage or separately (MO-338).
    pub joins: Option<FrameId>,
    /// The current phase.
    pub phase: PushPhase,
}

/// Phases of a push.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PushPhase {
    /// Along the path.
    #[default]
    Move,
    /// Into obstacles.
    Collide {
        /// Where it began.
        from: Spot,
        /// The units it ran into (MO-340).
        met: Vec<UnitId>,
        /// True if a wall, an object or a rise in the ground stopped it (MO-337, MO-344).
        hard: bool,
        /// The cell of the room in front of which it stopped.
        wall: Option<Cell>,
    },
    /// The push and its collision are over: the held actions it triggers follow (MO-377).
    Over {
        /// Where it began.
        from: Spot,
    },
}

/// A teleport (MO-345 to MO-351).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Teleport {
    /// The unit.
    pub unit: UnitId,
    /// The destination.
    pub to: FloorAt,
    /// The unit that causes it; `None` if it teleports itself.
    pub by: Option<UnitId>,
}

/// One unit chooses where another is placed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Displace {
    /// The choosing unit.
    pub unit: UnitId,
    /// The unit that is placed.
    pub target: UnitId,
    /// Maximum distance, metres.
    pub metres: u16,
}
