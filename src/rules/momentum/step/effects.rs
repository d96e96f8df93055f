//! Steps of what comes over somebody, and of what follows by itself from how things stand.

use serde::{Deserialize, Serialize};

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::step::Task;

of_unit!(
    Bump, Hazard, Land, Reshape, Release, ComeOff, Unpin, SavePlace, Obey, Disenchant, Quench,
    Vanish, DropOut, Wake, Called,
);

/// A collision comes over one of those in it (MO-334).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bump {
    /// Over whom.
    pub unit: UnitId,
    /// How far the push went.
    pub metres: i32,
    /// What it takes.
    pub amount: i32,
    /// Who caused it.
    pub mover: Option<UnitId>,
}

/// Ground hurts somebody (MO-306).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hazard {
    /// Whom.
    pub unit: UnitId,
    /// How much.
    pub harm: i32,
}

/// What was thrown comes to lie where it was thrown at (MO-99).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Land {
    /// Who threw it.
    pub unit: UnitId,
    /// What.
    pub item: Key,
    /// At what.
    pub at: Target,
}

/// A body shrinks or grows (MO-280).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reshape {
    /// Whose.
    pub unit: UnitId,
}

/// A grab ends (MO-271).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Release {
    /// Who holds.
    pub unit: UnitId,
    /// Whom.
    pub victim: UnitId,
}

/// A climb on somebody ends (MO-111).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ComeOff {
    /// Who comes off.
    pub unit: UnitId,
}

/// A pin ends (MO-145).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unpin {
    /// Who pins.
    pub unit: UnitId,
    /// Whom.
    pub victim: UnitId,
}

/// Where one who has saved a friend ends (MO-149).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavePlace {
    /// Who has saved.
    pub unit: UnitId,
    /// Whom.
    pub friend: UnitId,
}

/// Hiding changes by what happened (MO-126 to MO-128).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reveal {
    /// Who hides.
    pub unit: UnitId,
    /// An act has given it away.
    pub gives_away: bool,
}

impl Task for Reveal {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }

    fn part(&self) -> Key {
        if self.gives_away { Key::of("gives_away") } else { Key::default() }
    }
}

/// Who decides for somebody changes (MO-278).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Obey {
    /// For whom.
    pub unit: UnitId,
}

/// A charm is broken by a hit (MO-277).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Disenchant {
    /// Who was charmed.
    pub unit: UnitId,
    /// Who has hurt it.
    pub by: UnitId,
}

/// Water puts out a fire (MO-283).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quench {
    /// Who burns.
    pub unit: UnitId,
}

/// A summon vanishes (MO-360).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vanish {
    /// Which.
    pub unit: UnitId,
}

/// Falling unconscious, and worse (MO-247 to MO-250).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DropOut {
    /// Who.
    pub unit: UnitId,
}

/// Waking up (MO-252).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wake {
    /// Who.
    pub unit: UnitId,
}

/// The referee's word sets off what somebody holds (MO-67).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Called {
    /// Who holds it.
    pub unit: UnitId,
}
