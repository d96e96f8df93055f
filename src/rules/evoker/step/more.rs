//! Steps of charges, authority, Bursts, handling, delays and loss of control, and the effects on
//! units.

use serde::{Deserialize, Serialize};

use grid::{Cell, UnitId};
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
    /// In what way.
    pub way: AttackMode,
    /// The result of the attack roll.
    pub face: u16,
    /// The part of that roll's bonuses that is used up with it.
    #[serde(default)]
    pub eased: i32,
    /// How far it is.
    pub deal: Deal,
}

/// How far a Burst is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Deal {
    /// The first target is hit, and wounds are distributed.
    Allot {
        /// The hit on the first target.
        land: Land,
        /// Wounds not dealt out yet.
        left: i32,
        /// Those of further targets.
        others: Vec<(UnitId, i32)>,
    },
    /// A further target evades these.
    Further(i32),
    /// A further target evades these, after a few steps.
    Spread(i32),
    /// Everything is settled; these foes may have been staggered by it.
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
    /// It is declared and paid.
    pub paid: bool,
}

/// An act of the hands (EV-163, EV-214 to EV-218).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handle {
    /// It uses something up.
    Consume {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// The target.
        on: UnitId,
    },
    /// It throws something that fills a place.
    Throw {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// The destination.
        cell: Cell,
    },
    /// It takes an item in hand.
    Equip {
        /// The unit.
        unit: UnitId,
        /// The item.
        item: Key,
        /// For an action point.
        paid: bool,
    },
    /// It loads in haste (EV-217).
    Load {
        /// The unit.
        unit: UnitId,
        /// The weapon in this slot.
        arm: Key,
        /// By a test.
        hurries: bool,
    },
    /// It tips furniture (EV-163).
    Tip {
        /// The unit.
        unit: UnitId,
        /// The object.
        object: Target,
    },
    /// It uses a skill for something that the referee judges (EV-213).
    Skill {
        /// The unit.
        unit: UnitId,
        /// The skill.
        skill: Key,
    },
    /// It picks a lock (EV-213).
    Pick {
        /// The unit.
        unit: UnitId,
        /// The locked edge.
        object: Target,
    },
    /// It opens or closes something, or moves a lever (EV-86).
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

/// Analysing a foe (EV-200, EV-201).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Analyse {
    /// The observer.
    pub unit: UnitId,
    /// The target.
    pub target: UnitId,
    /// Deeply (EV-201).
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
    /// The moment may have come.
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

/// What drives a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Compulsion {
    /// Rage (EV-381).
    Rage,
    /// Flight from the source of its panic (EV-383).
    Flight,
    /// The control of another unit (EV-374).
    Thrall,
    /// Another unit's order is carried out: its index in the list of orders.
    Ordered(u16),
    /// Confusion: an attack on the nearest unit (EV-376).
    Nearest(UnitId),
}

/// It is driven.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Drive {
    /// The unit.
    pub unit: UnitId,
    /// The cause.
    pub urge: Compulsion,
    /// It has moved.
    pub moved: bool,
}

/// The aftermath for one unit (EV-422 to EV-426).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dusk {
    /// The unit.
    pub unit: UnitId,
}

/// A charge (EV-166).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Rush {
    /// It is declared and paid for, and the run-up begins.
    Declare {
        /// The charging unit.
        unit: UnitId,
        /// The target.
        target: UnitId,
        /// The weapon.
        arm: Key,
        /// The run-up.
        path: Vec<Waypoint>,
        /// With extra wounds.
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
        /// Metres of the ordinary Move.
        kept: i32,
        /// With extra wounds.
        burst: bool,
    },
    /// The blow has fallen.
    Over {
        /// The unit that has charged.
        unit: UnitId,
        /// Foes that it may have staggered.
        fresh: Vec<UnitId>,
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

/// An effect of authority on friends (EV-197, EV-199).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cheer {
    /// Cultivate Efficacy (EV-197).
    Cultivate,
    /// Inspire (EV-198).
    Inspire,
    /// Incite Fury at a foe (EV-199).
    Incite(UnitId),
}

/// A test of authority in front of friends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rouse {
    /// The speaker.
    pub unit: UnitId,
    /// To what end.
    pub cheer: Cheer,
}

/// An effect on a unit, or its attempt to end one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EffectMoment {
    /// Blood Loss (EV-390).
    Bleeds,
    /// Despair brings Stress (EV-378).
    Despairs,
    /// A test to shake off despair (EV-378).
    Rallies,
    /// Confusion (EV-375).
    Wonders,
    /// A test against the grip of another (EV-408).
    Struggles,
    /// A try to break a spell's bonds (EV-410).
    Strains,
    /// A test against the ice (EV-369).
    Thaws,
    /// The fire at the end of a round (EV-362).
    Burns,
    /// A test to put it out (EV-365).
    Douses,
    /// Stress overcomes the exhausted (EV-397).
    Faints,
    /// Lightning passes on to the attacker (EV-370).
    Sparks,
    /// The grip on it is loose (EV-172).
    Frees,
    /// Toughness at 0 wastes the body (EV-393).
    Wastes,
    /// Another staunches its Blood Loss (EV-394).
    Staunches(UnitId),
    /// A failed test costs a unit with cracked ribs Stress (EV-302).
    Cracks(i32),
    /// Stress reopens the wounds of a punctured body (EV-303).
    Reopens,
    /// It loses a test badly to what it panics at (EV-383).
    Panics,
    /// The use of broken fingers costs Stress (EV-305).
    Aches,
    /// A broken hand lets go (EV-306).
    LetsGo(bool),
    /// Its turn is over, and with it effects that end then (EV-51).
    Closes,
}

/// A unit suffers an effect or tries to end one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Suffer {
    /// The unit.
    pub unit: UnitId,
    /// The effect or attempt.
    #[serde(rename = "woe")]
    pub moment: EffectMoment,
}
