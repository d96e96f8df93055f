//! Components of a battle's entities.
//!
//! The components of a combatant are the structs of [`rules::state`]: plain data without an
//! engine in them, made components here. Only [`super::mirror`] writes them. What follows from them
//! is kept by the systems of [`super::facts`].

use std::sync::Arc;

use bevy::ecs::component::{Mutable, StorageType};
use bevy::ecs::prelude::*;

use grid::{Board, Cell, Hm, Material, ThingId};
use rules::state::{
    Carriers, Conditions, Flags, Form, Gear, Identity, Links, Placement, Pools, Status, Tracks,
    TurnLog, Undertakings, Unit,
};

macro_rules! components {
    ($($name:ty),* $(,)?) => {
        $(impl Component for $name {
            const STORAGE_TYPE: StorageType = StorageType::Table;
            type Mutability = Mutable;
        })*
    };
}

components!(
    Identity,
    Placement,
    Status,
    Form,
    Tracks,
    Pools,
    Conditions,
    TurnLog,
    Gear,
    Links,
    Flags,
    Carriers,
    Undertakings,
);

/// Marks entities of the current battle; they are despawned when it is left.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BattleEntity;

/// All components of one combatant, read-only.
pub type UnitParts = (
    &'static Identity,
    &'static Placement,
    &'static Status,
    &'static Form,
    &'static Tracks,
    &'static Pools,
    &'static Conditions,
    &'static TurnLog,
    &'static Gear,
    &'static Links,
    &'static Flags,
    &'static Carriers,
    &'static Undertakings,
);

/// The components that a combatant's entity is spawned with.
#[derive(Bundle)]
pub(super) struct Combatant {
    identity: Identity,
    placement: Placement,
    status: Status,
    form: Form,
    tracks: Tracks,
    pools: Pools,
    conditions: Conditions,
    turn: TurnLog,
    gear: Gear,
    links: Links,
    flags: Flags,
    carriers: Carriers,
    undertakings: Undertakings,
    of_battle: BattleEntity,
}

impl From<Unit> for Combatant {
    fn from(unit: Unit) -> Self {
        Self {
            of_battle: BattleEntity,
            identity: unit.identity,
            placement: unit.placement,
            status: unit.status,
            form: unit.form,
            tracks: unit.tracks,
            pools: unit.pools,
            conditions: unit.conditions,
            turn: unit.turn,
            gear: unit.gear,
            links: unit.links,
            flags: unit.flags,
            carriers: unit.carriers,
            undertakings: unit.undertakings,
        }
    }
}

/// The terrain: the board of the battle, on one entity.
///
/// A board has up to 65,536 cells, and every question of geometry asks for neighbours by position.
/// As entities they would be looked up one by one through an index, so the terrain is one component
/// with a dense board. It is the allocation that the state holds: nothing is copied, and a changed
/// board is recognised by its pointer.
#[derive(Component, Clone, Debug)]
pub struct Ground(pub Arc<Board>);

/// A thing on the board that may give cover: one entity each, despawned with the thing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its number on the board.
    pub thing: ThingId,
    /// Its material.
    pub material: Material,
    /// Its height above the floor.
    pub height: Hm,
    /// Where it stands.
    pub cell: Cell,
}

impl Cover {
    /// The cover that a thing gives; none if the board has no such thing.
    pub fn of(board: &Board, id: ThingId) -> Option<Self> {
        let thing = board.thing(id)?;
        let material = thing.kind.spec().material;
        Some(Self { thing: id, material, height: thing.height, cell: thing.cell })
    }
}
