//! Replays: a record is played on screen and can jump to any moment.
//!
//! The battle in the world is a real one, set to a moment of the record. A step forward
//! sends the recorded order just as a player would, so that it is shown as in play.

use std::time::Duration;

use bevy::ecs::prelude::*;
use bevy::time::{Real, Time};
use bevy::window::RequestRedraw;

use crate::battle::record::ReplayError;
use crate::battle::save::shelf;
use crate::battle::undo::UndoHistory;
use crate::battle::{self, BattleState, Controller, Controllers, Order, Playback, Record};
use crate::grid::SideId;
use crate::rules::registry::RulesetId;
use crate::settings::Motion;

use super::board::Busy;
use super::editor;
use super::hud::{PlaybackModel, Seating, Watch};
use super::library::Library;
use super::names::Names;
use super::saving;
use super::seat::sit_down;
use super::session::to_menu;
use super::table::BattleUiState;

/// Pause between two commands at normal speed.
const PAUSE: Duration = Duration::from_millis(450);

/// The battle being replayed. While it exists, no player or computer decides.
#[derive(Resource)]
pub struct Watching {
    playback: Playback,
    /// True while it plays automatically.
    playing: bool,
    view: Option<SideId>,
    /// When it began to wait before the next command.
    since: Option<Duration>,
    /// Number of commands carried out when the last one was sent.
    given: Option<usize>,
}

impl Watching {
    /// True while it plays automatically.
    pub const fn is_playing(&self) -> bool {
        self.playing
    }

    /// The playback.
    pub(super) const fn playback(&self) -> &Playback {
        &self.playback
    }

    /// The contents of the controls after this number of commands.
    pub(super) fn model(&self, at: usize, snapshot: &BattleState, names: &Names) -> PlaybackModel {
        let scene = &snapshot.0.scene;
        let sides = (0u8..).map(SideId).take(scene.sides.len());
        let over = scene.verdict.as_ref().map(|verdict| match verdict.winner {
            Some(side) => format!("{} wins.", names.side(side)),
            None => "Draw.".to_owned(),
        });
        PlaybackModel {
            at,
            len: self.playback.len(),
            round: scene.clock.round,
            rounds: self.playback.rounds().to_vec(),
            playing: self.playing,
            sides: sides.map(|side| (side, names.side(side))).collect(),
            view: self.view,
            differs: self.playback.differs().map(ReplayError::to_string),
            over,
        }
    }
}

/// Starts a replay from the beginning, in place of the current battle.
///
/// # Errors
/// Why it cannot be watched, for the player.
pub(super) fn begin(world: &mut World, record: Record) -> Result<(), String> {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let name = record.ruleset.to_string();
    let rules = RulesetId::from_name(&name).and_then(|id| library.0.get(&id)).cloned();
    let rules = rules.ok_or_else(|| format!("Unknown ruleset `{name}`."))?;
    let failed = |e: ReplayError| format!("Cannot watch this battle: {e}");
    let playback = Playback::open(record, rules.clone()).map_err(failed)?;
    let setup = playback.record().setup(rules).map_err(failed)?;
    battle::begin(world, setup).map_err(|e| format!("Cannot watch this battle: {e}"))?;
    playback.place(world, 0);
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
pub(super) fn begin_kept(world: &mut World, path: &std::path::Path) -> Result<(), String> {
    saving::finish(world);
    let save = shelf::read(path).map_err(|problem| problem.to_string())?;
    let ground = saving::ground_of(world, &save.record);
    begin(world, save.record)?;
    saving::lay(world, ground);
    Ok(())
}

/// A spectator's seating: sees what a side sees, and decides for none.
fn spectator(playback: &Playback, view: Option<SideId>) -> Seating {
    let sides = playback.record().controllers.len();
    let mut seating = Seating::new(vec![Controller::Computer; sides.max(1)]);
    if let Some(side) = view {
        seating.sit(side);
    }
    seating
}

/// Carries out a replay action.
///
/// # Errors
/// Why it failed, for the player.
pub(super) fn obey(world: &mut World, watch: Watch) -> Result<(), String> {
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
            if let Some(mut table) = world.get_resource_mut::<BattleUiState>() {
                table.seating = seating;
                table.stale = true;
            }
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

fn mark_stale(world: &mut World) {
    if let Some(mut table) = world.get_resource_mut::<BattleUiState>() {
        table.stale = true;
    }
}

/// Turns the replay into a battle from this moment. The original controllers
/// decide again; if no side was human, a player takes the first.
fn play_on(world: &mut World) -> Result<(), String> {
    let record = world.get_resource::<Record>().ok_or("No battle running.")?;
    let mut seats = record.controllers.clone();
    if !seats.contains(&Controller::Human)
        && let Some(first) = seats.first_mut()
    {
        *first = Controller::Human;
    }
    world.remove_resource::<Watching>();
    world.insert_resource(Controllers(seats.clone()));
    if let Some(mut record) = world.get_resource_mut::<Record>() {
        record.controllers.clone_from(&seats);
    }
    world.insert_resource(UndoHistory::default());
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// Ends the replay and removes its battle from the world.
pub(super) fn leave(world: &mut World) {
    if world.remove_resource::<Watching>().is_some() {
        battle::leave(world);
        world.insert_resource(BattleUiState::default());
        if !editor::come_back(world) {
            to_menu(world);
        }
    }
}

/// Sends the next recorded order when it is due.
pub(super) fn go_on(
    mut watching: ResMut<Watching>,
    record: Option<Res<Record>>,
    mut table: ResMut<BattleUiState>,
    (busy, motion, time): (Res<Busy>, Res<Motion>, Res<Time<Real>>),
    mut orders: MessageWriter<Order>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(record) = record.filter(|_| watching.playing) else { return };
    redraw.write(RequestRedraw);
    let at = record.commands.len();
    let now = time.elapsed();
    let since = *watching.since.get_or_insert(now);
    let pause = motion.speed.factor().map_or(Duration::ZERO, |factor| PAUSE.div_f32(factor));
    if table.paused || busy.0 || watching.given == Some(at) || now.saturating_sub(since) < pause {
        return;
    }
    watching.since = None;
    match watching.playback.command(at).cloned() {
        Some(command) => {
            watching.given = Some(at);
            orders.write(Order(command));
        }
        None => {
            watching.playing = false;
            table.stale = true;
        }
    }
}
