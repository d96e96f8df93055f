//! A battle in the engine's world: combatants as entities, commands in, events out.
//!
//! ```text
//! Order ──▶ Resolve: the rules run on a copy of the state ──▶ Apply: the copy becomes the state
//!                    │                                           │
//!                    └──▶ Refused                                ├──▶ EventMessage, EventLog, Record
//!                                                                └──▶ mirror: entities, then facts
//! ```
//!
//! The truth is one [`State`](rules::state::State), held by [`BattleState`]. Entities mirror it
//! (`mirror`), and systems derive facts from it ([`facts`]) for display. The rules know nothing of
//! entities ([`rules`]). A battle runs with the same plugin in a window and without one, and gives
//! the same states, event by event.

pub mod ai;
pub mod apply;
pub mod arena;
pub mod autoplay;
pub mod batch;
mod components;
mod decision;
pub mod deployment;
pub mod facts;
mod mirror;
pub mod playback;
pub mod record;
pub mod replay;
mod resolve;
mod resources;
pub mod save;
pub mod setup;
mod skill;
mod start;
pub mod statistics;
mod story;
#[cfg(test)]
mod tests;
pub mod undo;

use bevy::app::{App, MainScheduleOrder, Plugin, PreUpdate};
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::{LogLevel, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor};

pub use components::{BattleEntity, Cover, Ground, Mirrored};
pub use decision::{Decision, Question};
pub use mirror::agrees;
pub use playback::Playback;
pub use record::Record;
pub use resources::{
    BattleState, Controller, Controllers, CurrentStatus, EventLog, EventMessage, Headless, Motive,
    Order, Refused, Rules, StateRestored, UnitEntities,
};
pub use save::{Save, SaveSummary};
pub use setup::{Setup, SetupError};
pub use skill::Skill;
pub use start::{ResumeError, begin, lay_out, leave, resume};

/// The schedule that advances a battle. Runs once per frame, after input was read and before
/// anything reads the outcome; each run resolves at most one order.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BattleSchedule;

/// The stages of the battle schedule, in order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BattleSet {
    /// The rules resolve one order.
    Resolve,
    /// Its outcome becomes the state, and entities follow.
    Apply,
}

/// Adds everything needed to begin, control and watch a battle.
#[derive(Clone, Copy, Debug, Default)]
pub struct BattlePlugin;

impl Plugin for BattlePlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<Order>()
            .add_message::<Refused>()
            .add_message::<EventMessage>()
            .add_message::<StateRestored>();
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
    schedule.configure_sets(
        (BattleSet::Resolve, BattleSet::Apply).chain().run_if(resource_exists::<BattleState>),
    );
    schedule.add_systems((
        (resolve::take_orders, resolve::resolve).chain().in_set(BattleSet::Resolve),
        apply::apply_events.in_set(BattleSet::Apply),
    ));
    schedule
}
