//! What entities of a battle carry.
//!
//! The combat state of a combatant is exactly the structs of [`crate::rules::state`]: they are
//! plain data without an engine in them, and are made components here. Only
//! [`apply_events`](super::apply::apply_events) changes them. Everything else in this file is
//! derived from them and kept up to date by the systems of [`super::derive`].

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

/// Belongs to the battle under way and goes when it is left.
#[derive(Component, Clone, Copy, Debug, Default)]
pub struct OfBattle;

/// Everything of one combatant, to read.
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

/// A combatant's entity as it is spawned.
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

/// Derived: its feet are over what it would land on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Airborne {
    /// How far, in half metres; more than 0.
    pub altitude: Hm,
}

/// Derived: what carries a combatant, and how deep it would fall without it.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Supported {
    /// What carries it.
    pub by: SupportKind,
    /// Height of the feet over the landing below, 0 for those who stand. Nobody lands in solid
    /// matter: there it is 0 too.
    pub drop: Hm,
}

/// Derived: the enemies that press a combatant. Facts of the board, before any ruleset's prices.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct Flanked {
    /// Adjacent enemies that threaten with a melee weapon, by number. Feet less than 2 m apart.
    pub by: Vec<UnitId>,
    /// The pairs among them that stand opposite each other about it.
    pub opposite: Vec<(UnitId, UnitId)>,
}

impl Flanked {
    /// True when at least two enemies press it, wherever they stand.
    pub fn is_pressed(&self) -> bool {
        self.by.len() >= 2
    }
}

/// Derived: the enemies in the fight to which a line of sight is open, by number. Light, smoke and
/// senses are for the rulesets.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenBy(pub Vec<UnitId>);

/// Derived: how much of a combatant is hidden from each enemy in the fight that sees it.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverFrom(pub BTreeMap<UnitId, Concealed>);

/// How much of a body is hidden, in hundredths, rounded down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Concealed {
    /// By hard matter: walls, crates, the ground.
    pub hard: u32,
    /// By foliage alone.
    pub soft: u32,
}

/// The terrain: the board of the battle, on one entity.
///
/// A board has up to 65,536 cells, and every question of geometry wants neighbours by position; as
/// entities they would be looked up one by one through an index. So the terrain is one component
/// with a dense board, and it is the very allocation that the [`Scene`](crate::rules::state::Scene)
/// holds: nothing is copied, and a changed board is told by its pointer.
#[derive(Component, Clone, Debug)]
pub struct Ground(pub Arc<Board>);

/// A thing on the board that may give cover: one entity each, gone with the thing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Its number on the board.
    pub thing: ThingId,
    /// What it is made of.
    pub material: Material,
    /// How high it is over the floor.
    pub height: Hm,
    /// Where it stands.
    pub cell: Cell,
}
