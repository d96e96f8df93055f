//! A battle in the engine's world: combatants as entities, orders in, events out.
//!
//! ```text
//! Order ──▶ Resolve: the rules run on a copy ──▶ Apply: the same events change the components
//!                    │                                      │
//!                    └──▶ Refused                           ├──▶ Happened, EventLog, Record
//!                                                           └──▶ Derive: reach, flanking, sight ...
//! ```
//!
//! The rules know nothing of entities ([`crate::rules`]); this module connects them to the world. A
//! battle runs with the same plugin with and without a window, and gives the same states, event by
//! event.

pub mod ai;
pub mod apply;
pub mod autoplay;
pub mod batch;
mod components;
mod derive;
mod ledger;
pub mod playback;
pub mod record;
mod resolve;
mod resources;
pub mod save;
pub mod setup;
mod start;
pub mod statistics;
#[cfg(test)]
mod tests;
pub mod undo;

use bevy::app::{App, MainScheduleOrder, Plugin, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

pub use components::{
    Acting, Airborne, Concealed, Cover, CoverFrom, Flanked, Ground, OfBattle, Prone, Reachable,
    SeenBy, Supported, UnitParts,
};
pub use ledger::{capture, restore};
pub use playback::Playback;
pub use record::Record;
pub use resources::{
    BattleStatusRes, Controller, Controllers, DiceRes, EventLog, Happened, LastActRes, Order,
    QueueRes, Refused, Rewound, Rules, SceneRes, Snapshot, Unattended, UnitEntities,
};
pub use save::{Card, Save};
pub use setup::{Setup, SetupError};
pub use start::{ResumeError, begin, leave, resume};

/// The schedule that advances a battle. Runs once per frame, after input was read and before
/// anything reads the outcome; each run resolves at most one order.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BattleSchedule;

/// The stages of the battle schedule, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSet {
    /// The rules resolve one order.
    Resolve,
    /// Its events change the components.
    Apply,
    /// Derived components are updated.
    Derive,
}

/// Adds everything needed to begin, control and watch a battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<Order>()
            .add_message::<Refused>()
            .add_message::<Happened>()
            .add_message::<Rewound>();
        app.add_schedule(schedule());
        app.world_mut()
            .get_resource_or_init::<MainScheduleOrder>()
            .insert_after(PreUpdate, BattleSchedule);
    }
}

/// The schedule with all its systems. Systems whose order is ambiguous are an error when it is
/// built; none run in parallel.
fn schedule() -> Schedule {
    let mut schedule = Schedule::new(BattleSchedule);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        hierarchy_detection: LogLevel::Error,
        ..Default::default()
    });
    schedule.configure_sets((
        (BattleSet::Resolve, BattleSet::Apply, BattleSet::Derive)
            .chain()
            .run_if(resource_exists::<Snapshot>),
        BattleSet::Derive
            .run_if(resource_exists_and_changed::<Snapshot>)
            .run_if(not(resource_exists::<Unattended>)),
    ));
    schedule.add_systems((
        (resolve::take_orders, resolve::resolve).chain().in_set(BattleSet::Resolve),
        apply::apply_events.in_set(BattleSet::Apply),
        (
            derive::terrain,
            derive::reach,
            derive::posture,
            derive::support,
            derive::flanking,
            derive::sight,
        )
            .in_set(BattleSet::Derive),
    ));
    schedule
}
