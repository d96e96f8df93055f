//! Undoing commands.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::rules::Event;
use crate::rules::engine::BattleStatus;
use crate::rules::event::EventKind;
use crate::rules::state::State;

use super::apply::set_state;
use super::record::Record;
use super::resources::{BattleStatusRes, EventLog, Inbox, Rewound, Snapshot};

/// Maximum number of commands that can be undone.
pub const MAX_PASTS: usize = 100;

/// The battle before each of the last commands.
#[derive(Resource, Clone, Debug, Default)]
pub struct Pasts(VecDeque<Past>);

/// The battle before one command.
#[derive(Clone, Debug)]
pub(super) struct Past {
    state: Arc<State>,
    rest: BattleStatus,
    events: usize,
    /// The command revealed nothing to its player.
    free: bool,
}

/// On what grounds a command is undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grounds {
    /// It revealed nothing: no die was rolled and nothing hidden was shown.
    NothingLearnt,
    /// The players agree, or the referee says so.
    Agreed,
}

/// Why nothing was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// There is no command to undo.
    #[error("there is nothing to undo")]
    Nothing,
    /// The last command revealed something.
    #[error("dice were rolled or something hidden was shown since: all players have to agree")]
    Learnt,
}

impl Pasts {
    /// Whether the last command could be undone.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, grounds: Grounds) -> Result<(), UndoError> {
        match self.0.back() {
            None => Err(UndoError::Nothing),
            Some(past) if !past.free && grounds == Grounds::NothingLearnt => Err(UndoError::Learnt),
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
        grounds: Grounds,
        own: impl Fn(&State, &BattleStatus) -> bool,
    ) -> Result<usize, UndoError> {
        self.check(grounds)?;
        let owned = |past: &Past| own(&past.state, &past.rest);
        let last = self.0.iter().rev().position(owned).ok_or(UndoError::Nothing)?;
        // The computer's commands reveal something too.
        if last > 0 && grounds == Grounds::NothingLearnt {
            return Err(UndoError::Learnt);
        }
        Ok(last + 1)
    }

    /// The number of events before the earliest command that can still be undone, going back step
    /// by step; `None` if there is no such command. `own` as in [`Self::back`].
    pub fn since(
        &self,
        grounds: Grounds,
        own: impl Fn(&State, &BattleStatus) -> bool,
    ) -> Option<usize> {
        let owned = |past: &&Past| own(&past.state, &past.rest);
        match grounds {
            Grounds::Agreed => self.0.iter().find(owned).map(|past| past.events),
            Grounds::NothingLearnt => {
                let free = self.0.iter().rev().take_while(|past| past.free && owned(past));
                free.last().map(|past| past.events)
            }
        }
    }
}

/// Keeps the current battle before the events of a command are applied.
pub(super) fn remember(world: &mut World, events: &[Event], dice_rolled: bool) {
    let Some(state) = world.get_resource::<Snapshot>().map(|s| Arc::clone(&s.0)) else { return };
    let rest = world.get_resource::<BattleStatusRes>().and_then(|s| s.0.clone());
    let Some(rest) = rest else { return };
    let told = world.get_resource::<EventLog>().map_or(0, |c| c.0.len());
    let shown = |e: &Event| match e.what {
        // Its side knew it before giving it.
        EventKind::Policy { .. } => false,
        // Nor may a player undo what the referee ruled.
        EventKind::Rolled(_) | EventKind::Ruling { .. } => true,
        _ => e.seen_by.is_some(),
    };
    let free = !dice_rolled && !events.iter().any(shown);
    if let Some(mut pasts) = world.get_resource_mut::<Pasts>() {
        if pasts.0.len() >= MAX_PASTS {
            pasts.0.pop_front();
        }
        pasts.0.push_back(Past { state, rest, events: told, free });
    }
}

/// Undoes the last command in the world, the log and the record. [`Rewound`] tells observers that
/// the state changed without events.
///
/// # Errors
/// When there is no command to undo, or not on these grounds. Nothing has changed then.
pub fn undo(world: &mut World, grounds: Grounds) -> Result<(), UndoError> {
    let mut pasts = world.get_resource_mut::<Pasts>().ok_or(UndoError::Nothing)?;
    pasts.check(grounds)?;
    let past = pasts.0.pop_back().ok_or(UndoError::Nothing)?;
    set_state(world, past.state, past.rest);
    world.insert_resource(Inbox::default());
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        record.commands.pop();
    }
    if let Some(mut chronicle) = world.get_resource_mut::<EventLog>() {
        chronicle.0.truncate(past.events);
    }
    world.write_message(Rewound);
    Ok(())
}
