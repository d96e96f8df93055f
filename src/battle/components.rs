//! Components of a battle's entities.
//!
//! The components of a combatant hold structs of [`rules::state`], plain data without engine types:
//! [`Mirrored`] makes each a component. They are the ones that systems query; pools, gear, links
//! and the rest are read from the state where needed. Only [`super::mirror`] writes them. The
//! systems of [`super::facts`] keep the facts derived from them.

use std::sync::Arc;

use bevy::ecs::prelude::*;
use bevy::prelude::Deref;

use grid::{Board, Cell, Hm, Material, ThingId};
use rules::state::{
    Carriers, Conditions, Form, Identity, Placement, Status, Tracks, Undertakings, Unit,
};

/// A part of a combatant as the battle's state holds it: `Mirrored<Placement>`. Reads like the part
/// itself.
#[derive(Component, Clone, Debug, PartialEq, Eq, Deref)]
pub struct Mirrored<T: Send + Sync + 'static>(pub(super) T);

/// Marks entities of the current battle; they are despawned when it is left.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct BattleEntity;

/// The mirrored components of one combatant, read-only.
pub(super) type UnitParts = (
    &'static Mirrored<Identity>,
    &'static Mirrored<Placement>,
    &'static Mirrored<Status>,
    &'static Mirrored<Form>,
    &'static Mirrored<Tracks>,
    &'static Mirrored<Conditions>,
    &'static Mirrored<Carriers>,
    &'static Mirrored<Undertakings>,
);

/// The components that a combatant's entity is spawned with.
#[derive(Bundle)]
pub(super) struct Combatant {
    identity: Mirrored<Identity>,
    placement: Mirrored<Placement>,
    status: Mirrored<Status>,
    form: Mirrored<Form>,
    tracks: Mirrored<Tracks>,
    conditions: Mirrored<Conditions>,
    carriers: Mirrored<Carriers>,
    undertakings: Mirrored<Undertakings>,
    of_battle: BattleEntity,
}

impl From<&Unit> for Combatant {
    fn from(unit: &Unit) -> Self {
        let unit = unit.clone();
        Self {
            of_battle: BattleEntity,
            identity: Mirrored(unit.identity),
            placement: Mirrored(unit.placement),
            status: Mirrored(unit.status),
            form: Mirrored(unit.form),
            tracks: Mirrored(unit.tracks),
            conditions: Mirrored(unit.conditions),
            carriers: Mirrored(unit.carriers),
            undertakings: Mirrored(unit.undertakings),
        }
    }
}

/// The terrain: the board of the battle, on one entity.
///
/// A board has up to 65,536 cells, and every geometric query asks for neighbours by position. As
/// entities they would be looked up one by one through an index, so the terrain is one component
/// with a dense board. It shares the state's allocation: nothing is copied, and a changed board is
/// recognised by its pointer.
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
        let material = thing.material();
        Some(Self { thing: id, material, height: thing.height, cell: thing.cell })
    }
}
