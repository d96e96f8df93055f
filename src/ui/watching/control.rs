//! Starting, steering and leaving replays.

use std::path::Path;

use bevy::ecs::prelude::*;

use crate::editor::come_back;
use crate::intent::Watch;
use crate::library::Library;
use crate::notices::{change, mark_stale};
use crate::saving;
use crate::seat::{clear_table, sit_down};
use crate::seating::{Seating, Seats};
use crate::session::to_menu;
use battle::replay::ReplayError;
use battle::save::shelf;
use battle::undo::UndoHistory;
use battle::{self, Controller, Controllers, Order, Playback, Record};
use files::{Problem, first};
use grid::SideId;
use registry::RulesetId;
use rules::engine::Fault;

use super::{Replay, Watching, set_replay};

/// Why a battle cannot be watched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WatchError {
    /// There is no battle.
    #[error("There is no battle to watch.")]
    NothingToWatch,
    /// The replay has no battle to continue.
    #[error("No battle running.")]
    NoBattle,
    /// The battle is of an unknown ruleset.
    #[error("Unknown ruleset `{0}`.")]
    UnknownRuleset(String),
    /// The ruleset does not allow the battle's house rules.
    #[error("Cannot watch this battle: house rules: {}", first(.0))]
    HouseRules(Vec<Problem>),
    /// The record cannot be replayed.
    #[error("Cannot watch this battle: {0}")]
    Replay(#[from] ReplayError),
    /// The ruleset failed.
    #[error("Cannot watch this battle: {0}")]
    Ruleset(#[from] Fault),
    /// The saved game cannot be read.
    #[error(transparent)]
    File(#[from] Problem),
}

/// Starts a replay from the beginning, in place of the current battle.
///
/// # Errors
/// Why it cannot be watched, for the player.
pub(crate) fn begin(world: &mut World, record: Record) -> Result<(), WatchError> {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let name = record.ruleset.to_string();
    let rules = RulesetId::from_name(&name).and_then(|id| library.0.get(&id)).cloned();
    let rules = rules.ok_or(WatchError::UnknownRuleset(name))?;
    let rules = record.rules(&rules).map_err(WatchError::HouseRules)?;
    let playback = Playback::open(record, rules.clone())?;
    let setup = playback.record().setup(rules)?;
    battle::begin(world, setup)?;
    playback.place(world, 0);
    set_replay(world, Replay::On);
    sit_down(world, spectator(&playback, None));
    world.insert_resource(Watching {
        playback,
        playing: false,
        view: None,
        since: None,
        given: None,
    });
    Ok(())
}

/// Watches a saved game.
///
/// # Errors
/// Why it cannot be watched, for the player.
pub(crate) fn begin_kept(world: &mut World, path: &Path) -> Result<(), WatchError> {
    saving::finish(world);
    let save = shelf::read(path)?;
    let ground = saving::ground_of(world, &save.record);
    begin(world, save.record)?;
    saving::lay(world, ground);
    Ok(())
}

/// Watches the battle that was just fought.
///
/// # Errors
/// There is none, or why it cannot be watched.
pub(crate) fn begin_this(world: &mut World) -> Result<(), WatchError> {
    let record = world.get_resource::<Record>().cloned();
    begin(world, record.ok_or(WatchError::NothingToWatch)?)
}

/// A spectator's seating: sees what a side sees, and decides for none.
fn spectator(playback: &Playback, view: Option<SideId>) -> Seating {
    let sides = playback.record().controllers.len();
    let mut seating = Seating::new(vec![Controller::COMPUTER; sides.max(1)]);
    if let Some(side) = view {
        seating.sit(side);
    }
    seating
}

/// Carries out a replay action.
///
/// # Errors
/// Why it failed, for the player.
pub(crate) fn carry_out(world: &mut World, watch: Watch) -> Result<(), WatchError> {
    let at = done(world);
    let Some(mut watching) = world.get_resource_mut::<Watching>() else { return Ok(()) };
    let last = watching.playback.len();
    let to = match watch {
        Watch::Play => {
            watching.playing = !watching.playing && at < last;
            watching.since = None;
            mark_stale(world);
            return Ok(());
        }
        Watch::As(view) => {
            watching.view = view;
            let seating = spectator(&watching.playback, view);
            change(world, |seats: &mut Seats| seats.seating = seating);
            return Ok(());
        }
        Watch::PlayOn => return play_on(world),
        Watch::Close => {
            leave(world);
            return Ok(());
        }
        // A single step forward is animated as in play.
        Watch::Step(1) => {
            watching.playing = false;
            if let Some(command) = watching.playback.command(at).cloned() {
                watching.given = Some(at);
                world.write_message(Order(command));
            }
            mark_stale(world);
            return Ok(());
        }
        Watch::Step(by) => at.saturating_add_signed(by as isize).min(last),
        Watch::To(to) => to.min(last),
        Watch::Event(event) => watching.playback.after(event),
        Watch::Round { on: true } => {
            let next = watching.playback.rounds().iter().find(|(_, begins)| *begins > at);
            next.map_or(last, |(_, begins)| *begins)
        }
        Watch::Round { on: false } => {
            let before = watching.playback.rounds().iter().rev().find(|(_, begins)| *begins < at);
            before.map_or(0, |(_, begins)| *begins)
        }
    };
    (watching.playing, watching.since, watching.given) = (false, None, None);
    world.resource_scope(|world, watching: Mut<Watching>| watching.playback.place(world, to));
    mark_stale(world);
    Ok(())
}

/// Number of commands carried out in the current battle.
fn done(world: &World) -> usize {
    world.get_resource::<Record>().map_or(0, |record| record.commands.len())
}

/// Turns the replay into a battle from this moment. The original controllers
/// decide again; if no side was human, a player takes the first.
fn play_on(world: &mut World) -> Result<(), WatchError> {
    let record = world.get_resource::<Record>().ok_or(WatchError::NoBattle)?;
    let mut seats = record.controllers.clone();
    if !seats.contains(&Controller::Human)
        && let Some(first) = seats.first_mut()
    {
        *first = Controller::Human;
    }
    set_replay(world, Replay::Off);
    world.insert_resource(Controllers(seats.clone()));
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        record.controllers.clone_from(&seats);
    }
    world.insert_resource(UndoHistory::default());
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// Ends the replay and removes its battle from the world.
pub(crate) fn leave(world: &mut World) {
    if world.contains_resource::<Watching>() {
        set_replay(world, Replay::Off);
        battle::leave(world);
        clear_table(world);
        if !come_back(world) {
            to_menu(world);
        }
    }
}
