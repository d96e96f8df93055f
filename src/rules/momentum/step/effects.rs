//! Steps that happen to combatants, and steps that follow automatically from the state of the
//! battle.

use serde::{Deserialize, Serialize};

use grid::UnitId;
use rules::Key;
use rules::command::Target;
use rules::step::Task;

of_unit!(
    Bump,
    Tear,
    Hazard,
    Land,
    Reshape,
    Release,
    LoseMount,
    Unpin,
    SavePlace,
    TakeControl,
    Disenchant,
    Quench,
    Vanish,
    DropOut,
    Wake,
    Called,
);

/// A collision damages one of the units in it (MO-334).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bump {
    /// The damaged unit.
    pub unit: UnitId,
    /// Length of the push, metres.
    pub metres: i32,
    /// The damage.
    pub amount: i32,
    /// The unit that caused it.
    pub mover: Option<UnitId>,
}

/// A teleport into an occupied place damages one of the units in it (MO-345).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Tear {
    /// The damaged unit.
    pub unit: UnitId,
    /// Length of the teleport, metres.
    pub metres: i32,
    /// The unit that caused it.
    pub mover: Option<UnitId>,
}

/// Damaging ground hurts a unit (MO-306).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hazard {
    /// The damaged unit.
    pub unit: UnitId,
    /// The damage.
    pub harm: i32,
}

/// A thrown item lands at its target (MO-99).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Land {
    /// The thrower.
    pub unit: UnitId,
    /// The item.
    pub item: Key,
    /// The target of the throw.
    pub at: Target,
}

/// A body shrinks or grows (MO-280).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reshape {
    /// The unit whose body changes.
    pub unit: UnitId,
}

/// A grab ends (MO-271).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Release {
    /// The grabbing unit.
    pub unit: UnitId,
    /// The grabbed unit.
    pub victim: UnitId,
}

/// A rider comes off its mount (MO-111).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LoseMount {
    /// The rider.
    pub unit: UnitId,
}

/// A pin ends (MO-145).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Unpin {
    /// The pinning unit.
    pub unit: UnitId,
    /// The pinned unit.
    pub victim: UnitId,
}

/// Where a unit ends up after saving an ally (MO-149).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavePlace {
    /// The saver.
    pub unit: UnitId,
    /// The saved ally.
    pub friend: UnitId,
}

/// A unit starts or stops being hidden after an event (MO-126 to MO-128).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Reveal {
    /// The hiding unit.
    pub unit: UnitId,
    /// True if an act has given it away.
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

/// Another side takes control of a unit (MO-278).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeControl {
    /// The controlled unit.
    pub unit: UnitId,
}

/// A hit breaks a charm (MO-277).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Disenchant {
    /// The charmed unit.
    pub unit: UnitId,
    /// The unit that hit it.
    pub by: UnitId,
}

/// Water puts out a fire (MO-283).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Quench {
    /// The burning unit.
    pub unit: UnitId,
}

/// A summon vanishes (MO-360).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Vanish {
    /// The summon.
    pub unit: UnitId,
}

/// A unit falls unconscious or dies (MO-247 to MO-250).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DropOut {
    /// The unit.
    pub unit: UnitId,
}

/// Waking up (MO-252).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wake {
    /// The unit.
    pub unit: UnitId,
}

/// The referee triggers a held action (MO-67).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Called {
    /// The holder.
    pub unit: UnitId,
}
