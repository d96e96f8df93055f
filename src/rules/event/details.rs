//! The parts of what happened: packets of damage, changes of the board, the order and the
//! rulings.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Atmosphere, Cell, Dir, Edge, Thing, ThingId, UnitId, Volume, VolumeId};
use crate::rules::Key;
use crate::rules::Term;
use crate::rules::state::{
    Clock, Expiry, Extra, Judgement, Layer, LayerState, Lying, Moment, Permit, Slot, SlotState,
};

/// How a body got from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    /// On foot, swimming and climbing included.
    Walk,
    /// Through the air by its own power.
    Fly,
    /// In one leap.
    Leap,
    /// Pushed, thrown or pulled.
    Forced,
    /// With the one that carries or drags it.
    Carried,
    /// From here to there at once.
    Teleport,
    /// Down.
    Fall,
    /// Put there by the referee or the set-up.
    Placed,
}

impl Manner {
    /// True if a body moves so by its own will and power.
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Walk | Self::Fly | Self::Leap)
    }
}

/// One part of a hit and how it came to its number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Packet {
    /// What it is: "main", "extra".
    pub label: String,
    /// Its parts, armor as negative terms.
    pub terms: Vec<Term>,
    /// What was left, at least 0.
    pub amount: i32,
}

/// What changes on the timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SlotChange {
    /// A new slot at that position.
    Insert(usize, Slot),
    /// The slot at that position is now in that state.
    State(usize, SlotState),
    /// The combatants that may act now.
    Active(Vec<UnitId>),
    /// The slot at that position is gone.
    Remove(usize, Slot),
    /// A slot is put elsewhere, with another number and still to come.
    Move {
        /// The position that it had.
        from: usize,
        /// The position that it has in the order without it.
        to: usize,
        /// The number it is ordered by now.
        value: i32,
        /// Who acts in it.
        members: Vec<UnitId>,
    },
    /// A combatant gives its place in a slot to another.
    Pass {
        /// The position of the slot.
        at: usize,
        /// Who gives it.
        from: UnitId,
        /// Who acts in it now.
        to: UnitId,
        /// The act that goes on to it with all hands it went through, in a slot of one act.
        extra: Option<Extra>,
    },
}

impl SlotChange {
    /// The extra act of a slot goes from one combatant to another; none if there is no such slot.
    pub fn pass(clock: &Clock, at: usize, from: UnitId, to: UnitId) -> Option<Self> {
        let slot = clock.slots.get(at).filter(|slot| slot.members.contains(&from))?;
        let extra = slot.extra.clone().map(|mut extra| {
            extra.chain.push(from);
            extra
        });
        Some(Self::Pass { at, from, to, extra })
    }

    /// The slot at a position goes; none if there is no such slot.
    pub fn remove(clock: &Clock, at: usize) -> Option<Self> {
        clock.slots.get(at).map(|slot| Self::Remove(at, slot.clone()))
    }

    /// The slot at a position is put elsewhere, still to come; behind all others if there are not so
    /// many. None if there is no such slot.
    pub fn put(clock: &Clock, from: usize, to: usize, value: i32) -> Option<Self> {
        let slot = clock.slots.get(from)?;
        let to = to.min(clock.slots.len() - 1);
        Some(Self::Move { from, to, value, members: slot.members.clone() })
    }
}

/// What changes on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardChange {
    /// An edge is now like this: a door opened, a wall broken.
    Edge {
        /// The cell.
        cell: Cell,
        /// Its side.
        side: Dir,
        /// What it was.
        from: Option<Edge>,
        /// What it is.
        to: Option<Edge>,
    },
    /// Weather or what else fills the air over the whole board becomes another.
    Atmosphere {
        /// What it was.
        from: Atmosphere,
        /// What it is.
        to: Atmosphere,
    },
    /// A thing is gone.
    ThingGone(ThingId),
    /// A volume appeared.
    VolumeAdded {
        /// The volume.
        volume: Volume,
        /// Who made it.
        owner: Option<UnitId>,
        /// The act it came from.
        act: Key,
        /// When it ends.
        expiry: Expiry,
    },
    /// A volume ended.
    VolumeGone(VolumeId),
    /// Something now lies on the ground.
    Laid(Lying),
    /// Something that lay on the ground was taken up.
    Taken(Lying),
    /// A thing was moved or turned; what it is now stands on the board under another number.
    ThingMoved {
        /// The number that it had.
        id: ThingId,
        /// What it is now, and where.
        thing: Thing,
    },
}

/// What changes by a ruling itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RulingChange {
    /// Nothing: the events that follow say it.
    Values,
    /// Something holds for a pair of combatants, in place of what was ruled about it before.
    Judged(Judgement),
    /// What was ruled about a pair of combatants holds no longer.
    Revoked {
        /// Which fact.
        fact: Key,
        /// From whom.
        from: UnitId,
        /// To whom.
        to: UnitId,
        /// In both directions.
        mutual: bool,
    },
    /// The battle goes on; before this round neither sides nor goals end it.
    Extended {
        /// The round.
        goals_from: u32,
    },
    /// The battle stands again where it stood then. Numbers given since are not given again.
    Rewound(Arc<Moment>),
    /// Something is ruled about an act of a combatant, in place of what was ruled before.
    Permitted(Permit),
}

/// What has a clock of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ticking {
    /// An armed act, by its number.
    Armed(u32),
    /// A volume on the board.
    Volume(VolumeId),
    /// A condition of a unit, by its position in the unit's list.
    Condition(UnitId, usize),
    /// A layer over a unit, by its position among the unit's layers.
    Layer(UnitId, usize),
}

/// How what a side sees of a combatant changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// It comes into view.
    Appears,
    /// It is elsewhere, still in view.
    Moves,
    /// It goes out of view.
    Vanishes,
}

/// What becomes of a layer over a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LayerChange {
    /// It is laid on as it is here, in place of one of the same name.
    Laid(Layer),
    /// It breaks, is put aside or stands again.
    State(LayerState),
    /// It is gone.
    Gone,
}

/// What becomes of the form that a combatant leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormChange {
    /// Laid aside, to be taken up again.
    Store,
    /// Forgotten; the one laid aside stays.
    Replace,
    /// Forgotten; the one laid aside is taken up again and no longer stored.
    Restore,
}
