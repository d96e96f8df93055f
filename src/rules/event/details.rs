//! Parts of events: damage packets, and changes of the board, the turn order and rulings.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Key;
use crate::Term;
use crate::state::{
    Clock, Expiry, Extra, Judgement, Layer, LayerState, Lying, Moment, Permit, Slot, SlotState,
};
use grid::{
    Atmosphere, Cell, Dir, Edge, EdgeAt, Hm, Light, Thing, ThingId, UnitId, Volume, VolumeId,
};

/// How a body moved from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// On foot, including swimming and climbing.
    Walk,
    /// Flying by its own power.
    Fly,
    /// In a single leap.
    Leap,
    /// Pushed, thrown or pulled.
    Forced,
    /// With the combatant that carries or drags it.
    Carried,
    /// Instantly.
    Teleport,
    /// Falling.
    Fall,
    /// Placed by the referee or at set-up.
    Placed,
}

impl MoveKind {
    /// True if the body moves voluntarily, by its own power.
    pub const fn is_own(self) -> bool {
        matches!(self, Self::Walk | Self::Fly | Self::Leap)
    }
}

/// One part of a hit, with its calculation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Packet {
    /// Its label: "main", "extra".
    pub label: String,
    /// Its terms; armor is negative.
    pub terms: Vec<Term>,
    /// The resulting damage, at least 0.
    pub amount: i32,
}

/// A change of the turn order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SlotChange {
    /// A new slot at this index.
    Insert(usize, Slot),
    /// The slot at this index changes state.
    State(usize, SlotState),
    /// The combatants that may act now.
    Active(Vec<UnitId>),
    /// The slot at this index is removed.
    Remove(usize, Slot),
    /// A slot moves, with a new value and waiting again.
    Move {
        /// The old index.
        from: usize,
        /// The new index, in the order without this slot.
        to: usize,
        /// The new value it is sorted by.
        value: i32,
        /// The combatants that act in it.
        members: Vec<UnitId>,
    },
    /// A combatant passes a slot to another.
    Pass {
        /// Index of the slot.
        at: usize,
        /// The combatant that passes it.
        from: UnitId,
        /// The combatant that acts in it now.
        to: UnitId,
        /// The extra act of the slot, if any, with its chain of previous holders.
        extra: Option<Extra>,
    },
}

impl SlotChange {
    /// Passes a slot's extra act from one combatant to another; `None` if there is no such slot.
    pub fn pass(clock: &Clock, at: usize, from: UnitId, to: UnitId) -> Option<Self> {
        let slot = clock.slots.get(at).filter(|slot| slot.members.contains(&from))?;
        let extra = slot.extra.clone().map(|mut extra| {
            extra.chain.push(from);
            extra
        });
        Some(Self::Pass { at, from, to, extra })
    }

    /// Removes the slot at an index; `None` if there is no such slot.
    pub fn remove(clock: &Clock, at: usize) -> Option<Self> {
        clock.slots.get(at).map(|slot| Self::Remove(at, slot.clone()))
    }

    /// Moves the slot at an index, waiting again; `to` is clamped to the end of the order. `None`
    /// if there is no such slot.
    pub fn put(clock: &Clock, from: usize, to: usize, value: i32) -> Option<Self> {
        let slot = clock.slots.get(from)?;
        let to = to.min(clock.slots.len() - 1);
        Some(Self::Move { from, to, value, members: slot.members.clone() })
    }
}

/// A change of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardChange {
    /// An edge changes: a door opens, a wall breaks.
    Edge {
        /// The cell.
        cell: Cell,
        /// The side of the cell.
        side: Dir,
        /// Height of the floor on which the edge stands; `None` for the ground.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        floor: Option<Hm>,
        /// The old edge.
        from: Option<Edge>,
        /// The new edge.
        to: Option<Edge>,
    },
    /// The weather or atmosphere of the whole board changes.
    Atmosphere {
        /// The old atmosphere.
        from: Atmosphere,
        /// The new atmosphere.
        to: Atmosphere,
    },
    /// The time of day changes.
    Light {
        /// The old ambient brightness.
        from: Light,
        /// The new ambient brightness.
        to: Light,
    },
    /// A thing is removed.
    ThingGone(ThingId),
    /// A volume is added.
    VolumeAdded {
        /// The volume.
        volume: Volume,
        /// The combatant that created it.
        owner: Option<UnitId>,
        /// The act it comes from.
        act: Key,
        /// When it ends.
        expiry: Expiry,
    },
    /// A volume is removed.
    VolumeGone(VolumeId),
    /// An item now lies on the ground.
    Laid(Lying),
    /// An item on the ground was picked up.
    Taken(Lying),
    /// An object was moved or turned; it is now on the board under a new ID.
    ThingMoved {
        /// The old ID.
        id: ThingId,
        /// The object in its new place.
        thing: Thing,
    },
}

impl BoardChange {
    /// The matter on an edge becomes something else, or nothing.
    pub const fn edge(at: EdgeAt, from: Option<Edge>, to: Option<Edge>) -> Self {
        let EdgeAt { cell, side, floor } = at;
        Self::Edge { cell, side, floor, from, to }
    }
}

/// The changes of a ruling that have no event of their own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RulingChange {
    /// None: the events that follow contain everything.
    Values,
    /// A judgement about a pair of combatants, replacing any earlier one on the same fact.
    Judged(Judgement),
    /// A judgement about a pair of combatants is withdrawn.
    Revoked {
        /// The fact.
        fact: Key,
        /// The first combatant.
        from: UnitId,
        /// The second combatant.
        to: UnitId,
        /// True for both directions.
        mutual: bool,
    },
    /// The battle continues; before this round neither sides nor goals end it.
    Extended {
        /// The round.
        goals_from: u32,
    },
    /// The battle is reset to an earlier moment. IDs assigned since are not reused.
    Rewound(Arc<Moment>),
    /// A ruling about an act of a combatant, replacing any earlier one on the same act.
    Permitted(Permit),
}

/// Something with its own timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ticking {
    /// A readied act, by ID.
    Armed(u32),
    /// A volume on the board.
    Volume(VolumeId),
    /// A condition of a unit, by index in the unit's list.
    Condition(UnitId, usize),
    /// A layer over a unit, by index among the unit's layers.
    Layer(UnitId, usize),
    /// A condition of an object or edge, by index in the list of object conditions.
    ObjectCondition(usize),
}

/// A change in how a side sees a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// It comes into view.
    Appears,
    /// It moves within view.
    Moves,
    /// It leaves the view.
    Vanishes,
    /// The side searches its last place, and it is not there.
    Missed,
}

/// A change of a layer over a body.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LayerChange {
    /// It is put on, replacing a layer with the same name.
    Laid(Layer),
    /// It breaks, is put aside or is restored.
    State(LayerState),
    /// It is removed.
    Gone,
}

/// What happens to the form that a combatant leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormChange {
    /// It is stored, to be restored later.
    Store,
    /// It is discarded; the stored form stays stored.
    Replace,
    /// It is discarded; the stored form is restored and no longer stored.
    Restore,
}
