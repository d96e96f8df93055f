//! Replays: a record is played on screen and can jump to any moment.
//!
//! The battle in the world is a real one, set to a moment of the record. A step forward sends the
//! recorded command like a player's, so that it is animated as in play.

mod control;

use std::time::Duration;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::state::app::AppExtStates;
use bevy::state::state::{NextState, OnExit, State as InState, StateTransition, States};
use bevy::time::{Real, Time};
use bevy::window::RequestRedraw;

use battle::replay::ReplayError;
use battle::{BattleState, Order, Playback, Record};
use grid::SideId;
use settings::Motion;

use super::board::Busy;
use super::caches::Caches;
use super::hud::PlaybackModel;
use super::names::Names;
use super::pages::Pause;
use super::screen::UiSet;

pub(super) use control::{begin_kept, begin_this, carry_out, leave};

/// Pause between two commands at normal speed.
const PAUSE: Duration = Duration::from_millis(450);

/// Whether the battle on screen is a replay, in which no player or computer decides.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Replay {
    /// It is played normally.
    #[default]
    Off,
    /// It is a replay.
    On,
}

/// Begins or ends a replay immediately: in this frame neither player nor computer decides in a
/// replayed battle.
pub(super) fn set_replay(world: &mut World, replay: Replay) {
    if let Some(mut next) = world.get_resource_mut::<NextState<Replay>>() {
        NextState::set_if_neq(&mut next, replay);
        world.run_schedule(StateTransition);
    }
}

/// Drops the record when the replay ends.
fn end(mut commands: Commands) {
    commands.remove_resource::<Watching>();
}

/// Adds replays.
pub(super) fn plugin(app: &mut App) {
    app.init_state::<Replay>()
        .add_systems(OnExit(Replay::On), end)
        .add_systems(Update, go_on.run_if(resource_exists::<Watching>).in_set(UiSet::Computer));
}

/// The battle being replayed. It exists as long as `Replay::On`.
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
            Some(side) => format!("Winner: {}.", names.side(side)),
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

/// Sends the next recorded command when it is due.
fn go_on(
    mut watching: ResMut<Watching>,
    record: Option<Res<Record>>,
    (pause, mut caches): (Res<InState<Pause>>, ResMut<Caches>),
    (busy, motion, time): (Res<Busy>, Res<Motion>, Res<Time<Real>>),
    mut orders: MessageWriter<Order>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(record) = record.filter(|_| watching.playing) else { return };
    redraw.write(RequestRedraw);
    let at = record.commands.len();
    let now = time.elapsed();
    let since = *watching.since.get_or_insert(now);
    let gap = motion.speed.factor().map_or(Duration::ZERO, |factor| PAUSE.div_f32(factor));
    if *pause.get() == Pause::Paused
        || busy.0
        || watching.given == Some(at)
        || now.saturating_sub(since) < gap
    {
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
            caches.stale = true;
        }
    }
}
