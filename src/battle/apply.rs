//! The second half of an order: apply its events to the world.

use std::sync::Arc;

use bevy::ecs::component::Mutable;
use bevy::ecs::prelude::*;

use crate::rules::Event;
use crate::rules::apply::apply;
use crate::rules::event::{EventKind, RulingChange};

use super::ledger::{WorldLedger, capture};
use super::record::Record;
use super::resources::{
    BattleStatusRes, DiceRes, EventLog, Happened, LastActRes, QueueRes, Resolution, Resolved,
    Rewound, Snapshot, Unattended,
};
use super::undo::remember;

/// Applies a resolved order. The only system that changes the combat state of a world.
///
/// The events were already applied to a copy while the rules ran. Here the same code
/// ([`crate::rules::apply`]) applies the same events to the components, so the log always explains
/// what the components say.
pub(super) fn apply_events(world: &mut World) {
    let resolved = world.get_resource_mut::<Resolution>().and_then(|mut r| r.0.take());
    if let Some(resolved) = resolved {
        commit(world, resolved);
    }
}

/// Puts a resolved order into the world, the log and the record.
pub(super) fn commit(world: &mut World, resolved: Resolved) {
    let Resolved { command, events, state, rest } = resolved;
    let unattended = world.get_resource::<Unattended>().copied();
    let watched = unattended.is_none();
    if command.is_some() && watched {
        let rolled = world.get_resource::<DiceRes>().is_some_and(|d| d.0 != state.dice);
        remember(world, &events, rolled);
    }
    set(world, BattleStatusRes(Some(rest)));
    let logged = unattended.is_none_or(|u| u.logged);
    if unattended.is_some_and(|u| !u.recorded) {
        set(world, Snapshot(Arc::new(state)));
        log(world, events, logged);
        return;
    }
    WorldLedger::with(world, |ledger| {
        for event in &events {
            apply(ledger, event);
        }
    });
    set(world, QueueRes(state.queue.clone()));
    set(world, DiceRes(state.dice.clone()));
    set(world, LastActRes(state.last.clone()));
    // The snapshot and the record take what the world says now, not what the copy said: if the two
    // ever differed, the next replay would name the command.
    let now = capture(world).unwrap_or_else(|| state.clone());
    debug_assert_eq!(now, state, "the events told less than the rules changed");
    let hash = now.hash();
    set(world, Snapshot(Arc::new(now)));
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        match command {
            Some(command) => record.note(command, hash),
            None => record.start = hash,
        }
    }
    if watched {
        let rewound = |e: &Event| {
            matches!(e.what, EventKind::Ruling { change: RulingChange::Rewound(_), .. })
        };
        if events.iter().any(rewound) {
            world.write_message(Rewound);
        }
        world.write_message_batch(events.iter().cloned().map(Happened));
    }
    log(world, events, logged);
}

/// Adds events to the log, if there is one.
fn log(world: &mut World, events: Vec<Event>, logged: bool) {
    if let Some(mut chronicle) = world.get_resource_mut::<EventLog>().filter(|_| logged) {
        chronicle.0.extend(events);
    }
}

/// Replaces an existing resource.
fn set<R: Resource<Mutability = Mutable>>(world: &mut World, value: R) {
    match world.get_resource_mut::<R>() {
        Some(mut known) => *known = value,
        None => world.insert_resource(value),
    }
}
