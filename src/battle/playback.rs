//! A recorded battle that can be looked at from any of its moments.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::rules::engine::{self, BattleStatus, CommandError};
use crate::rules::oracle::Play;
use crate::rules::state::State;
use crate::rules::{Command, Event, SharedRuleset};

use super::ledger::restore;
use super::record::{Record, ReplayError, follow};
use super::resources::{BattleStatusRes, EventLog, Inbox, Rewound, Snapshot};
use super::undo::Pasts;

/// So many commands lie between two states that are kept; those between are worked out again.
const STRIDE: usize = 16;

/// A battle from its beginning to its end, or to where it stops being the one that was recorded.
#[derive(Clone)]
pub struct Playback {
    record: Record,
    rules: SharedRuleset,
    kept: Vec<Moment>,
    events: Vec<Event>,
    /// So many events had happened after so many commands.
    told: Vec<usize>,
    /// Each round, and after how many commands it began.
    rounds: Vec<(u32, usize)>,
    differs: Option<ReplayError>,
}

/// The battle as it stood after some command.
#[derive(Clone)]
struct Moment {
    state: Arc<State>,
    rest: BattleStatus,
}

impl Playback {
    /// Plays a record through and keeps what is needed to get back to any of its moments.
    ///
    /// # Errors
    /// When the battle cannot even begin as it did. A difference further on ends the playback
    /// there: [`Self::differs`].
    pub fn open(record: Record, rules: SharedRuleset) -> Result<Self, ReplayError> {
        let mut playback = Self {
            record,
            rules,
            kept: Vec::new(),
            events: Vec::new(),
            told: Vec::new(),
            rounds: Vec::new(),
            differs: None,
        };
        let Self { record, rules, kept, events, told, rounds, differs } = &mut playback;
        let followed = follow(record, Arc::clone(rules), |done, state, rest, fresh| {
            if done % STRIDE == 0 {
                kept.push(Moment { state: Arc::new(state.clone()), rest: rest.clone() });
            }
            let round = state.scene.clock.round;
            if rounds.last().is_none_or(|(last, _)| *last != round) {
                rounds.push((round, done));
            }
            events.extend_from_slice(fresh);
            told.push(events.len());
        });
        if let Err(error) = followed {
            if told.is_empty() {
                return Err(error);
            }
            *differs = Some(error);
        }
        record.commands.truncate(told.len().saturating_sub(1));
        Ok(playback)
    }

    /// The record, as far as it leads to what was recorded.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The ruleset.
    pub const fn rules(&self) -> &SharedRuleset {
        &self.rules
    }

    /// Everything that happens, from beginning to end.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// So many commands there are.
    pub fn len(&self) -> usize {
        self.record.commands.len()
    }

    /// True for a battle in which nothing was ordered.
    pub fn is_empty(&self) -> bool {
        self.record.commands.is_empty()
    }

    /// Why the record is not followed to its end.
    pub const fn differs(&self) -> Option<&ReplayError> {
        self.differs.as_ref()
    }

    /// The command that comes after so many.
    pub fn command(&self, done: usize) -> Option<&Command> {
        self.record.commands.get(done).map(|entry| &entry.command)
    }

    /// Each round, and after how many commands it began.
    pub fn rounds(&self) -> &[(u32, usize)] {
        &self.rounds
    }

    /// So many events have happened after so many commands.
    pub fn told(&self, done: usize) -> usize {
        let last = self.told.last().copied().unwrap_or_default();
        self.told.get(done).copied().unwrap_or(last)
    }

    /// After how many commands an event has happened, by its place among [`Self::events`].
    pub fn after(&self, event: usize) -> usize {
        self.told.partition_point(|told| *told <= event).min(self.len())
    }

    /// The state after so many commands, and where the battle stands then. `None` behind the end.
    pub fn at(&self, done: usize) -> Option<(State, BattleStatus)> {
        if done > self.len() {
            return None;
        }
        let kept = self.kept.get(done / STRIDE)?;
        let (mut state, mut rest) = (State::clone(&kept.state), kept.rest.clone());
        for entry in self.record.commands.get(done - done % STRIDE..done)? {
            // It was possible when the record was followed.
            let done = engine::submit(&*self.rules, &mut state, &entry.command, &mut Play);
            rest = done.map_err(|_: CommandError| ()).ok()?.1;
        }
        Some((state, rest))
    }

    /// Puts the battle of a world to where it stood after so many commands, as if it had been
    /// played up to there and no further. False, without a change, behind the end and in a world
    /// without a battle.
    pub fn place(&self, world: &mut World, done: usize) -> bool {
        let Some((state, rest)) = self.at(done) else { return false };
        if !world.contains_resource::<Snapshot>() {
            return false;
        }
        restore(world, &state);
        world.insert_resource(Snapshot(Arc::new(state)));
        world.insert_resource(BattleStatusRes(Some(rest)));
        world.insert_resource(Inbox::default());
        world.insert_resource(Pasts::default());
        let commands = self.record.commands.get(..done).unwrap_or_default().to_vec();
        world.insert_resource(Record { commands, ..self.record.clone() });
        let events = self.events.get(..self.told(done)).unwrap_or_default().to_vec();
        world.insert_resource(EventLog(events));
        world.write_message(Rewound);
        true
    }
}
