//! The second half of an order: its outcome becomes the state of the battle.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use rules::event::{EventKind, RulingChange};
use rules::{Command, Event};

use super::decision::Decision;
use super::mirror::set_state;
use super::record::{Record, Why};
use super::resources::{
    BattleState, EventLog, EventMessage, Headless, Motive, Resolution, Resolved, StateRestored,
};
use super::undo::remember;

/// Applies a resolved order. The only system that changes the state of a battle.
pub(super) fn apply_events(world: &mut World) {
    let resolved = world.get_resource_mut::<Resolution>().and_then(|mut r| r.0.take());
    if let Some(resolved) = resolved {
        commit(world, resolved);
    }
}

/// Commits a resolved order: to the state and the entities that mirror it, the log and the record.
pub(super) fn commit(world: &mut World, resolved: Resolved) {
    let Resolved { command, events, state, rest } = resolved;
    let why = command.as_ref().and_then(|command| take_why(world, command, events.len()));
    let unattended = world.get_resource::<Headless>().copied();
    let watched = unattended.is_none();
    if command.is_some() && watched {
        let rolled = world.get_resource::<BattleState>().is_some_and(|s| s.0.dice != state.dice);
        remember(world, &events, rolled);
    }
    if unattended.is_none_or(|u| u.recorded)
        && let Some(mut record) = world.get_resource_mut::<Record>()
    {
        match command {
            Some(command) => record.note(command, state.hash(), why),
            None => record.start = state.hash(),
        }
    }
    set_state(world, Arc::new(state), rest);
    if watched {
        let rewound = |e: &Event| {
            matches!(e.what, EventKind::Ruling { change: RulingChange::Rewound(_), .. })
        };
        if events.iter().any(rewound) {
            world.write_message(StateRestored);
        }
        world.write_message_batch(events.iter().cloned().map(EventMessage));
    }
    if unattended.is_none_or(|u| u.logged)
        && let Some(mut log) = world.get_resource_mut::<EventLog>()
    {
        log.0.extend(events);
    }
}

/// Why the computer gave a command, if it did.
fn take_why(world: &mut World, command: &Command, events: usize) -> Option<Box<Why>> {
    let motive = world.get_resource_mut::<Motive>().and_then(|mut motive| motive.0.take());
    let (side, Decision { plans, memory, .. }) =
        motive.filter(|(_, decision)| decision.command == *command)?;
    if plans.is_empty() && memory.is_none() {
        return None;
    }
    let before = world.get_resource::<EventLog>().map_or(0, |log| log.0.len());
    Some(Box::new(Why { events: (before, before + events), side, plans, memory }))
}
