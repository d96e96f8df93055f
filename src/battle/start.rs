//! Beginning a battle, resuming a saved state, and leaving a battle.

use std::sync::Arc;

use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;

use rules::engine::{self, BattleStatus, Fault};
use rules::oracle::Play;
use rules::revive::{ReviveError, revive};
use rules::state::State;
use rules::{Event, SharedRuleset};

use super::apply::commit;
use super::mirror::{clear, set_state};
use super::record::Record;
use super::resources::{
    BattleState, Controllers, CurrentStatus, EventLog, Inbox, Motive, Order, Resolution, Resolved,
    Rules,
};
use super::save::Save;
use super::setup::Setup;
use super::undo::UndoHistory;

/// Begins a battle in a world, replacing any existing one, and runs it until a unit has to act or
/// answer. Returns that status.
///
/// # Errors
/// If the ruleset does not finish. The world is then without a battle.
pub fn begin(world: &mut World, setup: Setup) -> Result<BattleStatus, Fault> {
    leave(world);
    let Setup { rules, scene, units, seed, record } = setup;
    let mut state = State::new(scene, units, seed);
    let mut events = Vec::new();
    let rest = engine::advance(&*rules, &mut state, &mut Play, &mut events)?;
    install(world, rules, record, Vec::new());
    commit(world, Resolved { command: None, events, state, rest: rest.clone() });
    Ok(rest)
}

/// Why a saved battle cannot be resumed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResumeError {
    /// The state refers to something that the ruleset does not have, or no longer has.
    #[error(transparent)]
    Unknown(#[from] ReviveError),
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

/// Resumes a saved battle, replacing any existing one.
///
/// # Errors
/// If the state refers to something that the ruleset does not have, or the ruleset does not finish.
/// An existing battle then stays.
pub fn resume(
    world: &mut World,
    rules: SharedRuleset,
    save: Save,
) -> Result<BattleStatus, ResumeError> {
    let Save { record, mut state, events } = save;
    revive(&*rules, &mut state)?;
    let rest = match state.queue.waiting.clone() {
        // It stays open, even if a standing order given since would answer it.
        Some(prompt) => BattleStatus::Asked(prompt),
        // The saved state was already resolved, so advancing a copy only yields its status.
        None => engine::advance(&*rules, &mut state.clone(), &mut Play, &mut Vec::new())?,
    };
    leave(world);
    install(world, rules, record, events);
    set_state(world, Arc::new(state), rest.clone());
    Ok(rest)
}

/// Shows a battle that has not begun: its units stand on the board, and nothing happens.
pub fn lay_out(world: &mut World, rules: Rules, state: State) {
    world.insert_resource(rules);
    world.insert_resource(Inbox::default());
    world.insert_resource(Resolution::default());
    set_state(world, Arc::new(state), BattleStatus::Idle);
}

fn install(world: &mut World, rules: SharedRuleset, record: Record, events: Vec<Event>) {
    // Orders given in another battle do not apply to this one.
    if let Some(mut orders) = world.get_resource_mut::<Messages<Order>>() {
        orders.clear();
    }
    world.insert_resource(Rules(rules));
    world.insert_resource(Controllers(record.controllers.clone()));
    world.insert_resource(record);
    world.insert_resource(EventLog(events));
    world.insert_resource(Inbox::default());
    world.insert_resource(Motive::default());
    world.insert_resource(Resolution::default());
    world.insert_resource(UndoHistory::default());
}

/// Removes the battle from a world.
pub fn leave(world: &mut World) {
    clear(world);
    world.remove_resource::<Rules>();
    world.remove_resource::<Controllers>();
    world.remove_resource::<Record>();
    world.remove_resource::<EventLog>();
    world.remove_resource::<BattleState>();
    world.remove_resource::<CurrentStatus>();
    world.remove_resource::<Inbox>();
    world.remove_resource::<Motive>();
    world.remove_resource::<Resolution>();
    world.remove_resource::<UndoHistory>();
}
