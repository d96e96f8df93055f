//! The second half of an order: what it led to becomes the state of the battle.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use rules::Event;
use rules::event::{EventKind, RulingChange};

use super::mirror::set_state;
use super::record::Record;
use super::resources::{
    BattleState, EventLog, EventMessage, Headless, Resolution, Resolved, StateRestored,
};
use super::undo::remember;

/// Applies what has been resolved. The only system that changes the state of a battle.
pub(super) fn apply_events(world: &mut World) {
    let resolved = world.get_resource_mut::<Resolution>().and_then(|mut r| r.0.take());
    if let Some(resolved) = resolved {
        commit(world, resolved);
    }
}

/// Commits a resolved order: to the state and the entities that mirror it, the log and the record.
pub(super) fn commit(world: &mut World, resolved: Resolved) {
    let Resolved { command, events, state, rest } = resolved;
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
            Some(command) => record.note(command, state.hash()),
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
