//! Steps of acts: Bursts, blows at objects, acts of the hands, analyses, delays, charges, authority.

use serde::{Deserialize, Serialize};

use grid::{FloorAt, UnitId};
use rules::Key;
use rules::command::{Target, Waypoint};
use rules::step::Task;

use super::{AttackMode, Land};

/// Extra wounds of a Burst (EV-142 to EV-146).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// The attacker.
    pub unit: UnitId,
    /// The target: the first one, or a further one.
    pub target: UnitId,
    /// The weapon.
    pub arm: Key,
    /// How the attack is made.
    pub way: AttackMode,
    /// The result of the attack roll.
    pub face: u16,
    /// The part of the roll's bonuses that the attack used up.
    #[serde(default)]
    pub eased: i32,
    /// The current stage.
    pub deal: Deal,
}

/// The stages of a Burst.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deal {
    /// The first target is hit, and wounds are distributed.
    Allot {
        /// The hit on the first target.
        land: Land,
        /// Extra wounds not dealt yet.
        left: i32,
        /// Wounds assigned to further targets.
        others: Vec<(UnitId, i32)>,
    },
    /// A further target evades this many wounds.
    Further(i32),
    /// A further target evades this many wounds, after a few steps.
    Spread(i32),
    /// Finished; these enemies may have been staggered by it.
    Over(Vec<UnitId>),
}

/// A blow at an object (EV-280).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Batter {
    /// The attacker.
    pub unit: UnitId,
    /// The object.
    pub object: Target,
    /// The weapon.
    pub arm: Key,
    /// How the attack is made.
    #[serde(default)]
    pub way: AttackMode,
    /// True once it is declared and paid for.
    pub paid: bool,
}

/// An act of the hands (EV-163, EV-214 to EV-218).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handle {
    /// Uses an item up.
    Consume {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// The target.
        on: UnitId,
    },
    /// Throws an item that fills a place.
    Throw {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// The destination.
        #[serde(rename = "cell")]
        at: FloorAt,
    },
    /// Takes an item in hand.
    Equip {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// True if it costs an action point.
        paid: bool,
    },
    /// Loads a weapon (EV-216, EV-217).
    Load {
        /// The unit.
        unit: UnitId,
        /// The weapon in this slot.
        arm: Key,
        /// True if it tries to be faster, with a test.
        hurries: bool,
    },
    /// Tips furniture over (EV-163).
    Tip {
        /// The unit.
        unit: UnitId,
        /// The object.
        object: Target,
    },
    /// Uses a skill for something that the referee judges (EV-213).
    Skill {
        /// The unit.
        unit: UnitId,
        /// The skill.
        skill: Key,
    },
    /// Picks a lock (EV-213).
    Pick {
        /// The unit.
        unit: UnitId,
        /// The locked edge.
        object: Target,
    },
    /// Opens or closes something, or moves a lever (EV-86).
    Open {
        /// The unit.
        unit: UnitId,
        /// The door, window, gate, hatch or lever.
        object: Target,
    },
}

impl Task for Handle {
    fn unit(&self) -> Option<UnitId> {
        let (Self::Consume { unit, .. }
        | Self::Throw { unit, .. }
        | Self::Equip { unit, .. }
        | Self::Load { unit, .. }
        | Self::Tip { unit, .. }
        | Self::Skill { unit, .. }
        | Self::Pick { unit, .. }
        | Self::Open { unit, .. }) = self;
        Some(*unit)
    }
}

/// Analysing an enemy (EV-200, EV-201).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Analyse {
    /// The observer.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// True for a deep analysis (EV-201).
    pub deep: bool,
}

/// Delaying one act (EV-204 to EV-207).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wait {
    /// It begins to wait.
    Begin {
        /// The unit.
        unit: UnitId,
        /// The delayed act.
        act: Key,
    },
    /// The trigger may have occurred.
    Moment {
        /// The waiting unit.
        unit: UnitId,
        /// The readied act.
        armed: u32,
        /// The target.
        target: UnitId,
    },
}

impl Task for Wait {
    fn unit(&self) -> Option<UnitId> {
        let (Self::Begin { unit, .. } | Self::Moment { unit, .. }) = self;
        Some(*unit)
    }
}

/// A charge (EV-166).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rush {
    /// Declared and paid for; the run-up begins.
    Declare {
        /// The charging unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
        /// The weapon.
        arm: Key,
        /// The run-up.
        path: Vec<Waypoint>,
        /// True if it deals extra wounds.
        burst: bool,
    },
    /// The run-up is over.
    Strike {
        /// The charging unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
        /// The weapon.
        arm: Key,
        /// Metres kept of the ordinary Move.
        kept: i32,
        /// True if it deals extra wounds.
        burst: bool,
    },
    /// The blow has fallen.
    Over {
        /// The unit that has charged.
        unit: UnitId,
        /// Enemies that it may have staggered.
        #[serde(rename = "fresh")]
        staggerable: Vec<UnitId>,
    },
}

impl Rush {
    /// The charging unit.
    pub const fn unit(&self) -> UnitId {
        let (Self::Declare { unit, .. } | Self::Strike { unit, .. } | Self::Over { unit, .. }) =
            self;
        *unit
    }
}

impl Task for Rush {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit())
    }
}

/// An act of authority, with its target (EV-197 to EV-199).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AuthorityUse {
    /// Cultivate Efficacy (EV-197).
    Cultivate,
    /// Inspire (EV-198).
    Inspire,
    /// Incite Fury at an enemy (EV-199).
    Incite(UnitId),
}

/// A test of authority in front of friends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rouse {
    /// The speaker.
    pub unit: UnitId,
    /// The act.
    #[serde(rename = "cheer")]
    pub act: AuthorityUse,
}
