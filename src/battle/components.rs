//! Components of a battle's entities.
//!
//! The combat state of a combatant is exactly the structs of [`crate::rules::state`]: plain
//! engine-free data, made components here. Only [`apply_events`](super::apply::apply_events)
//! changes them. Everything else in this file is derived from them and kept up to date by the
//! systems of [`super::derive`].

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::component::{Mutable, StorageType};
use bevy::ecs::prelude::*;

use crate::grid::{Board, Cell, Hm, Material, SupportKind, ThingId, UnitId};
use crate::rules::reach::ReachMap;
use crate::rules::state::{
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
pub struct OfBattle;

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
    derived: (OfBattle, Supported, Flanked, SeenBy, CoverFrom),
}

impl From<Unit> for Combatant {
    fn from(unit: Unit) -> Self {
        Self {
            derived: (
                OfBattle,
                Supported { by: unit.placement.support, drop: Hm::ZERO },
                Flanked::default(),
                SeenBy::default(),
                CoverFrom::default(),
            ),
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

/// Derived: may act now. On the members of the turn while the battle waits for one of them.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Acting;

/// Derived: where a combatant that may act now can go, and at what cost.
#[derive(Component, Clone)]
pub struct Reachable(pub ReachMap);

/// Derived: lies on the ground.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prone;

/// Derived: in the air, with its feet above the surface it would land on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Airborne {
    /// Height above that surface, in half metres; more than 0.
    pub altitude: Hm,
}

/// Derived: what supports a combatant, and how far it would fall without it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supported {
    /// What supports it.
    pub by: SupportKind,
    /// Height of the feet over the landing surface below; 0 for standing units and in solid matter.
    pub drop: Hm,
}

/// Derived: the enemies that press a combatant. Facts of the board, before any ruleset applies its
/// modifiers.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Flanked {
    /// Adjacent enemies that threaten with a melee weapon, by number. Their feet are less than 2 m
    /// apart in height.
    pub by: Vec<UnitId>,
    /// The pairs among them that stand on opposite sides of it.
    pub opposite: Vec<(UnitId, UnitId)>,
}

impl Flanked {
    /// True if at least two enemies press it, wherever they stand.
    pub fn is_pressed(&self) -> bool {
        self.by.len() >= 2
    }
}

/// Derived: the enemies in the fight with an open line of sight to it, by number. Light, smoke and
/// senses are up to the rulesets.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenBy(pub Vec<UnitId>);

/// Derived: how much of a combatant is hidden from each enemy in the fight that sees it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverFrom(pub BTreeMap<UnitId, Concealed>);

/// Hidden fraction of a body, in hundredths, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concealed {
    /// By hard matter: walls, crates, the ground.
    pub hard: u32,
    /// By foliage alone.
    pub soft: u32,
}

/// The terrain: the board of the battle, on one entity.
///
/// A board has up to 65,536 cells, and every question of geometry needs neighbours by position; as
/// entities they would be looked up one by one through an index. So the terrain is one component
/// with a dense board. It shares its allocation with the [`Scene`](crate::rules::state::Scene):
/// nothing is copied, and a pointer comparison tells a changed board.
#[derive(Component, Clone, Debug)]
pub struct Ground(pub Arc<Board>);

/// An object on the board that may give cover. One entity each, despawned with the object.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its number on the board.
    pub thing: ThingId,
    /// What it is made of.
    pub material: Material,
    /// Its height above the floor.
    pub height: Hm,
    /// Where it stands.
    pub cell: Cell,
}
