//! The second half of an order: its events change the world.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::rules::Event;
use crate::rules::apply::apply;
use crate::rules::event::{Happening, RulingChange};

use super::ledger::{WorldLedger, capture};
use super::record::Record;
use super::resources::{
    Chronicle, DiceRes, Happened, LastActRes, QueueRes, Resolution, Resolved, Rewound, Snapshot,
    Standing, Unattended,
};
use super::undo::remember;

/// Applies what has been resolved. The only system that changes the combat state of a world.
///
/// The events were applied to a copy already while the rules ran; here the very same events go to
/// the components by the same lines ([`crate::rules::apply`]), so that what the components say can
/// always be told from the log.
pub(super) fn apply_events(world: &mut World) {
    let resolved = world.get_resource_mut::<Resolution>().and_then(|mut r| r.0.take());
    if let Some(resolved) = resolved {
        commit(world, resolved);
    }
}

/// Puts a resolved order into the world, the log and the record.
pub(super) fn commit(world: &mut World, resolved: Resolved) {
    let Resolved { command, events, state, rest } = resolved;
    let watched = !world.contains_resource::<Unattended>();
    if command.is_some() && watched {
        let rolled = world.get_resource::<DiceRes>().is_some_and(|d| d.0 != state.dice);
        remember(world, &events, rolled);
    }
    WorldLedger::with(world, |ledger| {
        for event in &events {
            apply(ledger, event);
        }
    });
    world.insert_resource(QueueRes(state.queue.clone()));
    world.insert_resource(DiceRes(state.dice.clone()));
    world.insert_resource(LastActRes(state.last.clone()));
    // What the world says now, not what the copy said, goes into snapshot and record: if the two
    // ever differed, the next replay would name the command.
    let now = capture(world).unwrap_or_else(|| state.clone());
    debug_assert_eq!(now, state, "the events told less than the rules changed");
    let hash = now.hash();
    world.insert_resource(Snapshot(Arc::new(now)));
    world.insert_resource(Standing(Some(rest)));
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        match command {
            Some(command) => record.note(command, hash),
            None => record.start = hash,
        }
    }
    if watched {
        let rewound = |e: &Event| {
            matches!(e.what, Happening::Ruling { change: RulingChange::Rewound(_), .. })
        };
        if events.iter().any(rewound) {
            world.write_message(Rewound);
        }
        world.write_message_batch(events.iter().cloned().map(Happened));
    }
    if let Some(mut chronicle) = world.get_resource_mut::<Chronicle>() {
        chronicle.0.extend(events);
    }
}
