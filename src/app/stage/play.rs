//! Plays the cues: shows events on the board one after the other. The battle itself is always
//! ahead; nothing here can change it.

use std::collections::BTreeMap;
use std::time::Duration;

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::math::Vec3;
use bevy::time::{Real, Time};
use bevy::transform::components::{GlobalTransform, Transform};
use bevy::window::RequestRedraw;

use battle::{BattleState, EventMessage, Record, Rules, StateRestored};
use grid::{Cell, Dir, FloorAt, Hm, UnitId};
use rules::Event;
use settings::Motion;
use sound::Sound;
use ui::board::{BoardArea, Busy, Float, Floats, Rolling, Show, Skip};
use ui::egui::{Pos2, Rect};
use ui::names::Names;
use ui::{Pause, Screen, Seats, available_actions};
use view::relief::metres;
use view::{BoardCamera, Diorama, Gesture, Mini, Pose, Prop, PropKind, stand_height};

use super::cues::{Anchor, Cue, CueKind, Memory, ROLLING, View, compose};
use super::figures::{Figures, MiniEntities};
use super::pose;

/// Maximum time step. After a longer gap between frames playback resumes where it stopped: it is
/// slower then, but skips nothing.
const LONGEST: Duration = Duration::from_millis(200);
/// Height above its foot at which a unit shoots and is shot at, in metres for size 1.
const CHEST: f32 = 0.8;
/// How far words rise, in metres.
const RISE: f32 = 0.45;
/// Margin at the edge of the board's part of the window, in logical pixels. Anything closer to the
/// edge counts as out of view.
const EDGE: f32 = 30.0;
/// Time between faces of rolling dice, in milliseconds.
const TUMBLE: f32 = 70.0;

/// A cue that is waiting or playing.
#[derive(Clone, Debug)]
struct Running {
    cue: Cue,
    begun: bool,
    /// Entities that it spawned; bursts with the position of the ground.
    props: Vec<(Entity, Vec3)>,
    /// Start and end of a projectile's flight.
    way: (Vec3, Vec3),
}

/// Pending cues.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Play {
    running: Vec<Running>,
    /// Playback time, in milliseconds at normal speed.
    clock: f32,
    /// The battle waits until this time.
    until: f32,
    pub(super) memory: Memory,
}

impl Play {
    /// True while the battle must wait for playback.
    pub(super) fn is_on(&self) -> bool {
        self.clock < self.until
    }

    fn clear(&mut self, commands: &mut Commands) {
        for (entity, _) in self.running.drain(..).flat_map(|running| running.props) {
            commands.entity(entity).try_despawn();
        }
        (self.clock, self.until) = (0.0, 0.0);
    }
}

/// Receives new events.
pub(super) fn receive_events(
    mut happened: MessageReader<EventMessage>,
    mut rewound: MessageReader<StateRestored>,
    (battle, record): (Option<(Res<Rules>, Res<BattleState>)>, Option<Res<Record>>),
    (seats, names): (Res<Seats>, Res<Names>),
    motion: Res<Motion>,
    screen: Res<bevy::state::state::State<Screen>>,
    cast: Res<MiniEntities>,
    mut play: ResMut<Play>,
    mut commands: Commands,
) {
    let events: Vec<Event> = happened.read().map(|EventMessage(event)| event.clone()).collect();
    // Undone events, and events from before the battle was first shown, are not played.
    let afresh = rewound.read().count() > 0 || events.first().is_some_and(|e| e.number == 0);
    let Some((rules, snapshot)) = battle else { return };
    if afresh || motion.speed.factor().is_none() || *screen.get() == Screen::Menu {
        if !play.running.is_empty() {
            play.clear(&mut commands);
        }
        return;
    }
    if events.is_empty() || cast.0.is_empty() {
        return;
    }
    let state = &*snapshot.0;
    let viewer = seats.seating.viewer();
    let unseen = available_actions::unseen(&*rules.0, state, viewer);
    let shown = cast.0.keys().copied().collect();
    let view = View {
        rules: &*rules.0,
        state,
        order: record.as_ref().and_then(|record| record.commands.last()).map(|e| &e.command),
        names: &names,
        viewer,
        shown: &shown,
        unseen: &unseen,
        reduced: motion.reduced,
    };
    let play = &mut *play;
    let score = compose(&events, &view, &mut play.memory);
    let start = play.clock.max(play.until);
    let base = start.round() as u32;
    play.running.extend(score.cues.into_iter().map(|cue| Running {
        cue: Cue { at: cue.at.saturating_add(base), ..cue },
        begun: false,
        props: Vec::new(),
        way: (Vec3::ZERO, Vec3::ZERO),
    }));
    play.until = start + score.length as f32;
}

/// The board and what is on it.
#[derive(SystemParam)]
pub(super) struct Board<'w, 's> {
    cast: ResMut<'w, MiniEntities>,
    minis: Query<'w, 's, (&'static mut Mini, &'static mut Gesture)>,
    props: Query<'w, 's, &'static mut Transform, With<Prop>>,
    diorama: Res<'w, Diorama>,
    figures: Figures<'w, 's>,
    camera: Query<'w, 's, (&'static Camera, &'static GlobalTransform), With<BoardCamera>>,
    area: Res<'w, BoardArea>,
    commands: Commands<'w, 's>,
}

/// Output for other systems.
#[derive(SystemParam)]
pub(super) struct Output<'w> {
    busy: ResMut<'w, Busy>,
    floats: ResMut<'w, Floats>,
    rolling: ResMut<'w, Rolling>,
    sounds: MessageWriter<'w, Sound>,
    show: MessageWriter<'w, Show>,
    redraw: MessageWriter<'w, RequestRedraw>,
}

/// Advances playback by the elapsed time.
pub(super) fn advance(
    time: Res<Time<Real>>,
    pause: Res<bevy::state::state::State<Pause>>,
    motion: Res<Motion>,
    mut skips: MessageReader<Skip>,
    mut play: ResMut<Play>,
    mut board: Board,
    mut told: Output,
) {
    let skipped = skips.read().count() > 0;
    if play.running.is_empty() && !play.is_on() {
        told.busy.set_if_neq(Busy(false));
        told.floats.set_if_neq(Floats::default());
        told.rolling.set_if_neq(Rolling::default());
        return;
    }
    told.redraw.write(RequestRedraw);
    let play = &mut *play;
    match motion.speed.factor().filter(|_| !skipped) {
        None => play.clear(&mut board.commands),
        Some(_) if *pause.get() == Pause::Paused => {}
        Some(factor) => {
            let step = time.delta().min(LONGEST).as_secs_f32() * 1000.0;
            play.clock += step * factor;
        }
    }
    let mut held: BTreeMap<UnitId, Gesture> = BTreeMap::new();
    let mut floats = Floats::default();
    let mut rolling = Rolling::default();
    let clock = play.clock;
    for running in play.running.iter_mut().filter(|r| r.cue.at as f32 <= clock) {
        if !running.begun {
            running.begun = true;
            if let Some(sound) = running.cue.sound {
                told.sounds.write(sound);
            }
            board.begin(running, &mut told.show);
        }
        let gone = clock - running.cue.at as f32;
        let takes = running.cue.takes as f32;
        let share = if takes > 0.0 { (gone / takes).clamp(0.0, 1.0) } else { 1.0 };
        if let Some(unit) = running.cue.kind.unit() {
            board.hold(held.entry(unit).or_default(), &running.cue.kind, share, motion.reduced);
        }
        match &running.cue.kind {
            CueKind::Word { over, text, tone } => {
                let rise = if motion.reduced { 0.0 } else { RISE * share };
                let strength = ((1.0 - share) / 0.3).min(1.0);
                floats.0.extend(board.in_window(*over, rise).map(|at| Float {
                    at,
                    text: text.clone(),
                    tone: *tone,
                    strength,
                }));
            }
            CueKind::Roll(model) => {
                let tumbling = gone < ROLLING as f32;
                let tick = (gone / TUMBLE) as u32;
                rolling = Rolling(Some((model.clone(), tumbling.then_some(tick))));
            }
            _ => board.move_props(running, share),
        }
        if share >= 1.0 {
            board.end(running);
        }
    }
    play.running.retain(|r| !r.begun || clock < r.cue.end() as f32);
    if play.running.is_empty() && !play.is_on() {
        (play.clock, play.until) = (0.0, 0.0);
    }
    board.apply_gestures(&held);
    told.floats.set_if_neq(floats);
    told.rolling.set_if_neq(rolling);
    told.busy.set_if_neq(Busy(play.is_on()));
}

impl Board<'_, '_> {
    fn mini(&self, unit: UnitId) -> Option<(&Mini, &Gesture)> {
        self.minis.get(*self.cast.0.get(&unit)?).ok()
    }

    fn change(&mut self, unit: UnitId, change: impl FnOnce(&mut Mini)) {
        let entity = self.cast.0.get(&unit).copied();
        if let Some((mut mini, _)) = entity.and_then(|entity| self.minis.get_mut(entity).ok()) {
            change(&mut mini);
        }
    }

    /// The middle of a floor.
    fn ground(&self, FloorAt { cell, floor }: FloorAt) -> Vec3 {
        let board = self.diorama.board().zip(self.diorama.relief());
        let ground = || board.map_or(0.0, |(board, relief)| stand_height(board, relief, cell));
        let height = floor.map_or_else(ground, metres);
        Vec3::new(f32::from(cell.x) + 0.5, height, f32::from(cell.y) + 0.5)
    }

    /// Foot of a unit, or the ground of a cell.
    fn foot(&self, anchor: Anchor) -> Option<Vec3> {
        match anchor {
            Anchor::Unit(unit) => {
                self.mini(unit).map(|(m, g)| m.foot() + g.shift + Vec3::Y * g.lift)
            }
            Anchor::Floor(at) => Some(self.ground(at)),
        }
    }

    /// Height of a unit, measured from its foot.
    fn height(&self, anchor: Anchor) -> f32 {
        match anchor {
            Anchor::Unit(unit) => self.mini(unit).map_or(1.0, |(m, _)| m.pick_body(0).height),
            Anchor::Floor(_) => 0.6,
        }
    }

    fn chest(&self, anchor: Anchor) -> Option<Vec3> {
        let share = CHEST / 1.65;
        Some(self.foot(anchor)? + Vec3::Y * self.height(anchor) * share)
    }

    /// Position in the window of a word that has risen `rise` metres over its anchor.
    fn in_window(&self, anchor: Anchor, rise: f32) -> Option<Pos2> {
        let over = self.foot(anchor)? + Vec3::Y * (self.height(anchor) + 0.1 + rise);
        let (camera, place) = self.camera.single().ok()?;
        let at = camera.world_to_viewport(place, over).ok()?;
        Some(Pos2::new(at.x, at.y))
    }

    /// True if an anchor lies within a part of the window.
    fn is_within(&self, anchor: Anchor, part: Rect) -> bool {
        self.in_window(anchor, 0.0).is_some_and(|at| part.contains(at))
    }

    /// Scrolls a unit into view if it is outside or at the edge.
    fn show(&self, unit: UnitId, show: &mut MessageWriter<Show>) {
        let inner = self.area.rect.shrink(EDGE);
        if self.mini(unit).is_some() && !self.is_within(Anchor::Unit(unit), inner) {
            show.write(Show::Unit(unit));
        }
    }

    /// Brings an actor and its target into view together, unless both are.
    fn show_both(&self, unit: UnitId, target: Anchor, show: &mut MessageWriter<Show>) {
        let free = self.area.free;
        let seen = [Anchor::Unit(unit), target].iter().all(|at| self.is_within(*at, free));
        if seen {
            return;
        }
        match target {
            Anchor::Unit(other) => show.write(Show::Both(unit, other)),
            Anchor::Floor(at) => show.write(Show::Aimed(unit, at.cell)),
        };
    }

    fn face(&mut self, unit: UnitId, at: Anchor) {
        let to = match at {
            Anchor::Unit(other) => self.mini(other).map(|(mini, _)| mini.cell),
            Anchor::Floor(at) => Some(at.cell),
        };
        let Some(to) = to else { return };
        self.change(unit, |mini| {
            let (dx, dy) = (i32::from(to.x - mini.cell.x), i32::from(to.y - mini.cell.y));
            mini.facing = Dir::towards(dx, dy).unwrap_or(mini.facing);
        });
    }

    /// Applies the start of a cue.
    fn begin(&mut self, running: &mut Running, show: &mut MessageWriter<Show>) {
        match &running.cue.kind {
            CueKind::Turn(unit) => {
                show.write(Show::Turn(*unit));
            }
            CueKind::Step { unit, from, to, .. } => {
                self.show(*unit, show);
                let tile = self.diorama.board().and_then(|board| board.tile(to.0));
                let ground = tile.map_or(to.1, |tile| tile.surface());
                let (dx, dy) = (i32::from(to.0.x - from.0.x), i32::from(to.0.y - from.0.y));
                self.change(*unit, |mini| {
                    mini.facing = Dir::towards(dx, dy).unwrap_or(mini.facing);
                    (mini.cell, mini.feet) = *to;
                    if mini.altitude > Hm::ZERO {
                        mini.altitude = (to.1 - ground).max(Hm::ZERO);
                    }
                });
            }
            CueKind::Face { unit, facing } => self.change(*unit, |mini| mini.facing = *facing),
            CueKind::Lunge { unit, at } | CueKind::Loose { unit, at } => {
                self.show_both(*unit, *at, show);
                self.face(*unit, *at);
            }
            CueKind::GetUp(unit) => self.change(*unit, |mini| mini.pose = Pose::Standing),
            CueKind::Drop { unit, out: true } => self.change(*unit, |mini| {
                if mini.pose != Pose::Standing {
                    mini.pose = Pose::Down;
                }
            }),
            CueKind::Appear { unit, at } => self.appear(*unit, *at),
            CueKind::Fly { missile, from, to, missed } => {
                self.show_both(*from, *to, show);
                let from = self.chest(Anchor::Unit(*from));
                let Some((from, to)) = from.zip(self.chest(*to)) else { return };
                let way = Vec3::new(to.x - from.x, 0.0, to.z - from.z).normalize_or_zero();
                let past = way * 0.9 + Vec3::Y.cross(way) * -0.5 + Vec3::NEG_Y * 0.3;
                let to = if *missed { to + past } else { to };
                let place = pose::flight(*missile, from, to, 0.0);
                let prop = self.commands.spawn((Prop(pose::model(*missile)), place)).id();
                running.props.push((prop, Vec3::ZERO));
                running.way = (from, to);
            }
            CueKind::Burst { force, cells, kindly } => {
                let colour = pose::colour(*force);
                let kind = if *kindly { PropKind::Ring(colour) } else { PropKind::Burst(colour) };
                for cell in cells {
                    let ground = self.ground(*cell);
                    let place = pose::burst(ground, 0.0, *kindly);
                    let prop = self.commands.spawn((Prop(kind), place)).id();
                    running.props.push((prop, ground));
                }
            }
            _ => {}
        }
    }

    /// Spawns the miniature of a unit at a place.
    fn appear(&mut self, unit: UnitId, (cell, feet): (Cell, Hm)) {
        let Some(mut fresh) = self.figures.mini(unit) else { return };
        (fresh.cell, fresh.feet) = (cell, feet);
        if self.cast.0.contains_key(&unit) {
            return;
        }
        let small = Gesture { size: 0.01, ..Gesture::default() };
        let entity = self.commands.spawn((fresh, small)).id();
        self.cast.0.insert(unit, entity);
    }

    /// Gesture of a piece at a fraction of a cue.
    fn hold(&self, held: &mut Gesture, kind: &CueKind, share: f32, reduced: bool) {
        let foot = |unit: UnitId| self.mini(unit).map(|(mini, _)| mini.foot());
        let anchor = |at: Anchor| match at {
            Anchor::Unit(unit) => foot(unit),
            Anchor::Floor(at) => Some(self.ground(at)),
        };
        match kind {
            CueKind::Turn(_) if !reduced => pose::hop(held, share),
            CueKind::Step { from, to, gait, .. } => {
                pose::step(held, *from, *to, *gait, share, reduced)
            }
            CueKind::Lunge { unit, at } => {
                if let Some((own, other)) = foot(*unit).zip(anchor(*at)) {
                    pose::lunge(held, own, other, share);
                }
            }
            CueKind::Loose { unit, at } => {
                if let Some((own, other)) = foot(*unit).zip(anchor(*at)) {
                    pose::loose(held, own, other, share);
                }
            }
            CueKind::Flinch { unit, by } => {
                if let Some(own) = foot(*unit) {
                    pose::flinch(held, own, by.and_then(foot), share);
                }
            }
            CueKind::Dodge { unit, from } => {
                if let Some((own, from)) = foot(*unit).zip(foot(*from)) {
                    pose::dodge(held, own, from, share);
                }
            }
            CueKind::Drop { unit, .. } => {
                let upright = self.mini(*unit).is_some_and(|(m, _)| m.pose == Pose::Standing);
                held.lie = Some(if upright && !reduced { pose::falling(share) } else { 1.0 });
            }
            CueKind::GetUp(_) => held.lie = Some(if reduced { 0.0 } else { 1.0 - share }),
            CueKind::Appear { .. } => held.size = share.max(0.01),
            CueKind::Vanish(_) => held.size = (1.0 - share).max(0.01),
            _ => {}
        }
    }

    fn move_props(&mut self, running: &Running, share: f32) {
        for (entity, ground) in &running.props {
            let Ok(mut place) = self.props.get_mut(*entity) else { continue };
            match &running.cue.kind {
                CueKind::Fly { missile, .. } => {
                    *place = pose::flight(*missile, running.way.0, running.way.1, share);
                }
                CueKind::Burst { kindly, .. } => *place = pose::burst(*ground, share, *kindly),
                _ => {}
            }
        }
    }

    /// Applies the end of a cue.
    fn end(&mut self, running: &mut Running) {
        for (entity, _) in running.props.drain(..) {
            self.commands.entity(entity).try_despawn();
        }
        match &running.cue.kind {
            CueKind::Drop { unit, out } => {
                let pose = if *out { Pose::Down } else { Pose::Prone };
                self.change(*unit, |mini| mini.pose = pose);
            }
            CueKind::Vanish(unit) => {
                if let Some(entity) = self.cast.0.remove(unit) {
                    self.commands.entity(entity).try_despawn();
                }
            }
            _ => {}
        }
    }

    /// Applies the gestures of the cues and clears all others.
    fn apply_gestures(&mut self, held: &BTreeMap<UnitId, Gesture>) {
        for (unit, entity) in &self.cast.0 {
            if let Ok((_, mut gesture)) = self.minis.get_mut(*entity) {
                gesture.set_if_neq(held.get(unit).copied().unwrap_or_default());
            }
        }
    }
}
