//! Shows what happens, one after the other: steps glide, blows shake. The battle itself is always
//! ahead; nothing here can change it.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::ecs::prelude::*;
use bevy::math::Vec3;
use bevy::time::{Real, Time};
use bevy::window::RequestRedraw;

use crate::battle::Happened;
use crate::grid::{Cell, Dir, Hm, UnitId};
use crate::rules::event::{Happening, Manner};
use crate::ui::Table;
use crate::ui::board::Busy;
use crate::view::{CameraInput, Mini};

use super::minis::Cast;

/// So long one step of a walk takes.
const STEP: Duration = Duration::from_millis(130);
/// So long a fall or a leap takes.
const LEAP: Duration = Duration::from_millis(320);
/// So long a blow shakes the one it meets.
const SHAKE: Duration = Duration::from_millis(280);
/// After a longer time without a picture the show goes on from where it was. Where pictures take
/// long, several steps go into one.
const LONGEST: Duration = Duration::from_millis(600);
/// How far a blow shakes, in metres.
const SHAKEN: f32 = 0.09;

/// Something to be shown.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Scene {
    /// A body gets from one cell to another.
    Glide { unit: UnitId, from: (Cell, Hm), to: (Cell, Hm), takes: Duration },
    /// A blow meets a body.
    Shake { unit: UnitId },
}

impl Scene {
    const fn takes(&self) -> Duration {
        match self {
            Self::Glide { takes, .. } => *takes,
            Self::Shake { .. } => SHAKE,
        }
    }

    const fn unit(&self) -> UnitId {
        match self {
            Self::Glide { unit, .. } | Self::Shake { unit } => *unit,
        }
    }
}

/// What is still to be shown.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Show {
    scenes: VecDeque<Scene>,
    /// How long the first one has been going on.
    gone: Duration,
}

impl Show {
    /// True while something is being shown.
    pub(super) fn is_on(&self) -> bool {
        !self.scenes.is_empty()
    }
}

/// Takes in what has happened.
pub(super) fn take_news(
    mut happened: MessageReader<Happened>,
    table: Res<Table>,
    camera: Res<CameraInput>,
    cast: Res<Cast>,
    mut show: ResMut<Show>,
) {
    let still = table.hurry || camera.reduced_motion;
    let viewer = table.seating.viewer();
    let seen = happened.read().filter(|Happened(event)| event.is_seen_by(viewer));
    let scenes = seen.filter_map(|Happened(event)| scene(&event.what));
    // Those who are not on the board yet come to stand where they are when all has been shown.
    let scenes: Vec<Scene> =
        scenes.filter(|scene| !still && cast.0.contains_key(&scene.unit())).collect();
    if !scenes.is_empty() {
        show.scenes.extend(scenes);
    }
}

fn scene(what: &Happening) -> Option<Scene> {
    match what {
        Happening::Moved { unit, from, to, from_feet, to_feet, manner, .. } => {
            let takes = match manner {
                Manner::Walk | Manner::Fly | Manner::Forced | Manner::Carried => STEP,
                Manner::Leap | Manner::Fall => LEAP,
                Manner::Teleport | Manner::Placed => Duration::ZERO,
            };
            let (from, to) = ((from.cell()?, *from_feet), (to.cell()?, *to_feet));
            Some(Scene::Glide { unit: *unit, from, to, takes })
        }
        Happening::Hit { target, .. } => Some(Scene::Shake { unit: *target }),
        _ => None,
    }
}

/// Carries the first scene on by the time that has passed.
pub(super) fn play(
    time: Res<Time<Real>>,
    table: Res<Table>,
    cast: Res<Cast>,
    mut show: ResMut<Show>,
    mut busy: ResMut<Busy>,
    mut minis: Query<&mut Mini>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    busy.set_if_neq(Busy(show.is_on()));
    if !show.is_on() || table.paused {
        return;
    }
    redraw.write(RequestRedraw);
    let show = &mut *show;
    show.gone += time.delta().min(LONGEST);
    while let Some(scene) = show.scenes.front().copied() {
        let mini = cast.0.get(&scene.unit()).and_then(|entity| minis.get_mut(*entity).ok());
        let over = show.gone >= scene.takes() || table.hurry;
        if let Some(mut mini) = mini {
            let share = share(show.gone, scene.takes());
            draw(&mut mini, &scene, if over { 1.0 } else { share });
        }
        if !over {
            return;
        }
        show.gone = show.gone.saturating_sub(scene.takes());
        show.scenes.pop_front();
    }
    show.gone = Duration::ZERO;
}

fn share(gone: Duration, of: Duration) -> f32 {
    if of.is_zero() { 1.0 } else { (gone.as_secs_f32() / of.as_secs_f32()).clamp(0.0, 1.0) }
}

fn draw(mini: &mut Mini, scene: &Scene, share: f32) {
    match scene {
        Scene::Glide { from, to, .. } => {
            let point = |(cell, feet): (Cell, Hm)| {
                Vec3::new(f32::from(cell.x), feet.0 as f32 * 0.5, f32::from(cell.y))
            };
            let (dx, dy) = (i32::from(to.0.x - from.0.x), i32::from(to.0.y - from.0.y));
            mini.facing = Dir::towards(dx, dy).unwrap_or(mini.facing);
            mini.cell = to.0;
            mini.feet = to.1;
            // A small hop, as a hand sets a piece down.
            let hop = Vec3::Y * (0.12 * (share * std::f32::consts::PI).sin());
            mini.shift = (point(*from) - point(*to)) * (1.0 - share) + hop * (1.0 - share);
        }
        Scene::Shake { .. } => {
            let fade = 1.0 - share;
            mini.shift = Vec3::new((share * 34.0).sin() * SHAKEN * fade, 0.0, 0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glide_begins_where_it_came_from_and_ends_where_it_goes() {
        let scene = Scene::Glide {
            unit: UnitId(1),
            from: (Cell::new(1, 1), Hm(0)),
            to: (Cell::new(2, 1), Hm(2)),
            takes: STEP,
        };
        let mut mini = Mini::new("knight", 0, 1, Cell::new(1, 1), Hm(0), Dir::N);
        let start = mini.foot();
        draw(&mut mini, &scene, 0.0);
        assert!(mini.foot().distance(start) < 1e-4);
        assert_eq!(mini.facing, Dir::E);
        draw(&mut mini, &scene, 1.0);
        assert!(mini.shift.length() < 1e-4);
        assert_eq!((mini.cell, mini.feet), (Cell::new(2, 1), Hm(2)));
    }

    #[test]
    fn bookkeeping_is_not_shown() {
        assert_eq!(scene(&Happening::Note { unit: None, text: String::new() }), None);
    }
}
