//! Undoing commands.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::ecs::prelude::*;

use rules::Event;
use rules::engine::BattleStatus;
use rules::event::EventKind;
use rules::state::State;

use super::mirror::set_state;
use super::record::Record;
use super::resources::{BattleState, CurrentStatus, EventLog, Inbox, StateRestored};

/// Maximum number of commands that can be undone.
pub const MAX_PASTS: usize = 100;

/// The battle before each of the last commands.
#[derive(Resource, Clone, Debug, Default)]
pub struct UndoHistory(VecDeque<UndoEntry>);

/// The battle before one command.
#[derive(Clone, Debug)]
pub(super) struct UndoEntry {
    state: Arc<State>,
    status: BattleStatus,
    events: usize,
    /// The command revealed nothing to its player.
    free: bool,
}

/// Grounds for undoing a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UndoGrounds {
    /// It revealed nothing: no die was rolled and nothing hidden was shown.
    NothingLearnt,
    /// The players agree, or the referee decides so.
    Agreed,
}

/// Why nothing was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// There is no command to undo.
    #[error("there is nothing to undo")]
    Nothing,
    /// The last command revealed something.
    #[error("dice were rolled or something hidden was revealed since: all players must agree")]
    Learnt,
}

impl UndoHistory {
    /// Whether the last command could be undone.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, grounds: UndoGrounds) -> Result<(), UndoError> {
        match self.0.back() {
            None => Err(UndoError::Nothing),
            Some(past) if !past.free && grounds == UndoGrounds::NothingLearnt => {
                Err(UndoError::Learnt)
            }
            Some(_) => Ok(()),
        }
    }

    /// The number of commands to undo for the player: one if it revealed nothing, or, by agreement,
    /// all back to the last command for which `own` returns true, meaning that a player gave it.
    ///
    /// # Errors
    /// Why nothing can be undone.
    pub fn back(
        &self,
        grounds: UndoGrounds,
        own: impl Fn(&State, &BattleStatus) -> bool,
    ) -> Result<usize, UndoError> {
        self.check(grounds)?;
        let owned = |past: &UndoEntry| own(&past.state, &past.status);
        let last = self.0.iter().rev().position(owned).ok_or(UndoError::Nothing)?;
        // The computer's commands reveal something too.
        if last > 0 && grounds == UndoGrounds::NothingLearnt {
            return Err(UndoError::Learnt);
        }
        Ok(last + 1)
    }

    /// The number of events before the earliest command that can still be undone, going back step
    /// by step; `None` if there is no such command. `own` as in [`Self::back`].
    pub fn since(
        &self,
        grounds: UndoGrounds,
        own: impl Fn(&State, &BattleStatus) -> bool,
    ) -> Option<usize> {
        let owned = |past: &&UndoEntry| own(&past.state, &past.status);
        match grounds {
            UndoGrounds::Agreed => self.0.iter().find(owned).map(|past| past.events),
            UndoGrounds::NothingLearnt => {
                let free = self.0.iter().rev().take_while(|past| past.free && owned(past));
                free.last().map(|past| past.events)
            }
        }
    }
}

/// Keeps the current battle before the events of a command are applied.
pub(super) fn remember(world: &mut World, events: &[Event], dice_rolled: bool) {
    let Some(state) = world.get_resource::<BattleState>().map(|s| Arc::clone(&s.0)) else { return };
    let status = world.get_resource::<CurrentStatus>().and_then(|s| s.0.clone());
    let Some(status) = status else { return };
    let told = world.get_resource::<EventLog>().map_or(0, |c| c.0.len());
    let shown = |e: &Event| match e.what {
        // The player's side knew it before giving the command.
        EventKind::Policy { .. } => false,
        // Nor may a player undo a referee's ruling.
        EventKind::Rolled(_) | EventKind::Ruling { .. } => true,
        _ => e.seen_by.is_some(),
    };
    let free = !dice_rolled && !events.iter().any(shown);
    if let Some(mut history) = world.get_resource_mut::<UndoHistory>() {
        if history.0.len() >= MAX_PASTS {
            history.0.pop_front();
        }
        history.0.push_back(UndoEntry { state, status, events: told, free });
    }
}

/// Undoes the last command in the world, the log and the record. [`StateRestored`] tells observers
/// that the state changed without events.
///
/// # Errors
/// When there is no command to undo, or not on these grounds. Nothing has changed then.
pub fn undo(world: &mut World, grounds: UndoGrounds) -> Result<(), UndoError> {
    let mut history = world.get_resource_mut::<UndoHistory>().ok_or(UndoError::Nothing)?;
    history.check(grounds)?;
    let past = history.0.pop_back().ok_or(UndoError::Nothing)?;
    set_state(world, past.state, past.status);
    world.insert_resource(Inbox::default());
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        record.commands.pop();
    }
    if let Some(mut log) = world.get_resource_mut::<EventLog>() {
        log.0.truncate(past.events);
    }
    world.write_message(StateRestored);
    Ok(())
}
