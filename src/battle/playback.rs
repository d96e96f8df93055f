//! A recorded battle that can be viewed at any moment.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use rules::engine::{self, BattleStatus, CommandError};
use rules::oracle::Play;
use rules::state::State;
use rules::{Command, Event, SharedRuleset};

use super::mirror::set_state;
use super::record::Record;
use super::replay::{ReplayError, follow};
use super::resources::{BattleState, EventLog, Inbox, StateRestored};
use super::undo::UndoHistory;

/// Number of commands between two stored states; states in between are recomputed.
const STRIDE: usize = 16;

/// A battle from its beginning to its end, or to where it deviates from the recording.
#[derive(Clone)]
pub struct Playback {
    record: Record,
    rules: SharedRuleset,
    kept: Vec<Moment>,
    events: Vec<Event>,
    /// Number of events after each number of commands.
    told: Vec<usize>,
    /// Each round, and the number of commands before it.
    rounds: Vec<(u32, usize)>,
    differs: Option<ReplayError>,
}

/// The battle after some command.
#[derive(Clone)]
struct Moment {
    state: Arc<State>,
    status: BattleStatus,
}

impl Playback {
    /// Plays a record through and stores what is needed to return to any moment.
    ///
    /// # Errors
    /// When the battle does not begin as it was recorded. A later difference ends the playback
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
        let followed = follow(record, Arc::clone(rules), |done, state, status, fresh| {
            if done % STRIDE == 0 {
                kept.push(Moment { state: Arc::new(state.clone()), status: status.clone() });
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

    /// The record, as far as the battle could be replayed.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The ruleset.
    pub const fn rules(&self) -> &SharedRuleset {
        &self.rules
    }

    /// All events, in order.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Number of commands.
    pub fn len(&self) -> usize {
        self.record.commands.len()
    }

    /// True if no command was given.
    pub fn is_empty(&self) -> bool {
        self.record.commands.is_empty()
    }

    /// Why the playback ends before the record does.
    pub const fn differs(&self) -> Option<&ReplayError> {
        self.differs.as_ref()
    }

    /// The command that follows the first `done` commands.
    pub fn command(&self, done: usize) -> Option<&Command> {
        self.record.commands.get(done).map(|entry| &entry.command)
    }

    /// Each round, and the number of commands before it.
    pub fn rounds(&self) -> &[(u32, usize)] {
        &self.rounds
    }

    /// Number of events after `done` commands.
    pub fn told(&self, done: usize) -> usize {
        let last = self.told.last().copied().unwrap_or_default();
        self.told.get(done).copied().unwrap_or(last)
    }

    /// Number of commands after which an event has happened, by its index in [`Self::events`].
    pub fn after(&self, event: usize) -> usize {
        self.told.partition_point(|told| *told <= event).min(self.len())
    }

    /// The state and status after `done` commands. `None` past the end.
    pub fn at(&self, done: usize) -> Option<(State, BattleStatus)> {
        if done > self.len() {
            return None;
        }
        let kept = self.kept.get(done / STRIDE)?;
        let (mut state, mut status) = (State::clone(&kept.state), kept.status.clone());
        for entry in self.record.commands.get(done - done % STRIDE..done)? {
            // The command was valid when the record was followed.
            let done = engine::submit(&*self.rules, &mut state, &entry.command, &mut Play);
            status = done.map_err(|_: CommandError| ()).ok()?.1;
        }
        Some((state, status))
    }

    /// Puts the battle of a world at the moment after `done` commands, as if it had been played
    /// exactly that far. Returns false and changes nothing past the end and in a world without a
    /// battle.
    pub fn place(&self, world: &mut World, done: usize) -> bool {
        let Some((state, status)) = self.at(done) else { return false };
        if !world.contains_resource::<BattleState>() {
            return false;
        }
        set_state(world, Arc::new(state), status);
        world.insert_resource(Inbox::default());
        world.insert_resource(UndoHistory::default());
        let commands = self.record.commands.get(..done).unwrap_or_default().to_vec();
        world.insert_resource(Record { commands, ..self.record.clone() });
        let events = self.events.get(..self.told(done)).unwrap_or_default().to_vec();
        world.insert_resource(EventLog(events));
        world.write_message(StateRestored);
        true
    }
}
