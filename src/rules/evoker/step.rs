//! The steps of this ruleset.

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, UnitId};
use crate::rules::Key;
use crate::rules::kit::tasks::tasks;
use crate::rules::kit::walk::Walk;
use crate::rules::step::steps;

pub use crate::rules::kit::turns::{RoundStart, TurnEnd};

steps! {
    /// What can happen under this ruleset.
    pub enum Step {
        /// A round begins.
        RoundStart(RoundStart) = "round_start",
        /// A turn or an extra act begins.
        TurnStart(TurnStart) = "turn_start",
        /// It ends.
        TurnEnd(TurnEnd) = "turn_end",
        /// A round ends.
        RoundEnd(RoundEnd) = "round_end",
        /// The battle ends.
        Ending(Ending) = "ending",
        /// A unit walks along a path.
        Walk(Walk) = "walk",
        /// A unit falls.
        Fall(Fall) = "fall",
        /// A unit does an unopposed act.
        Deed(Deed) = "deed",
        /// A unit attacks with one or more weapons.
        Assault(Assault) = "assault",
        /// One of these attacks.
        Strike(Strike) = "strike",
        /// A unit attacks all in an area.
        Blast(Blast) = "blast",
        /// A hit takes effect.
        Land(Land) = "land",
    }
}

tasks!(Step; of_unit: TurnStart, Fall, Deed, Assault, Strike, Blast, Land;
    of_battle: RoundEnd, Ending);

/// The slot of a combatant comes up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnStart {
    /// Whose.
    pub unit: UnitId,
}

/// The end of a round (EV-53).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundEnd;

/// The fight is decided in the middle of a round (EV-53).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ending;

/// A fall (EV-104).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// Who falls.
    pub unit: UnitId,
    /// Metres fallen; set while the harm of the landing is still to come.
    pub fell: Option<i32>,
}

/// The kinds of unopposed acts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Doing {
    /// Getting up (EV-210).
    Rise,
    /// Focus (EV-202).
    Focus,
    /// Loading the weapon in a slot (EV-216).
    Reload(Key),
    /// Another Persona comes forward (EV-219).
    Swap(Key),
    /// The One More is passed to another unit (EV-334).
    Pass(UnitId),
}

/// An unopposed act.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deed {
    /// Who does it.
    pub unit: UnitId,
    /// What.
    pub doing: Doing,
}

/// Attacks one after the other: one, or one with each weapon held (EV-165, EV-173).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Assault {
    /// Who attacks.
    pub unit: UnitId,
    /// What it still strikes with, and whom.
    pub left: Vec<(Key, UnitId)>,
    /// With all that it holds.
    pub all: bool,
    /// Foes whom it may stagger (EV-325); `None` before it is declared.
    pub fresh: Option<Vec<UnitId>>,
}

/// One attack on one target.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strike {
    /// Who attacks.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// With what.
    pub arm: Key,
    /// Disadvantages by the act.
    pub off: i32,
}

/// How far an attack on an area is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Burst {
    /// It is declared and paid.
    Declare,
    /// The one roll for all is made.
    Roll,
    /// Everybody there evades it.
    Evade {
        /// What was rolled.
        face: u16,
        /// It has missed its square and come down here: a bare pass (EV-155).
        strays: bool,
        /// Who has still to evade.
        left: Vec<UnitId>,
        /// Foes whom it may stagger.
        fresh: Vec<UnitId>,
    },
}

/// One attack on all in an area (EV-137).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Blast {
    /// Who attacks.
    pub unit: UnitId,
    /// With what.
    pub arm: Key,
    /// The middle of the area.
    pub cell: Cell,
    /// How far it is.
    pub burst: Burst,
}

/// A hit that takes effect.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Land {
    /// Who is hit.
    pub unit: UnitId,
    /// Who struck.
    pub by: UnitId,
    /// With what.
    pub arm: Key,
    /// The margin of the attack (EV-12).
    pub margin: i32,
    /// It is a critical hit (EV-156).
    pub critical: bool,
}
