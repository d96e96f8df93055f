//! Brings a battle to the board on screen: the board, a miniature for each combatant, what happens
//! step by step, the marks, and what the pointer is over.
//!
//! The board knows nothing of battles and the panels know nothing of cameras; this is where they
//! meet.

mod camera;
mod cues;
mod labels;
mod marks;
mod minis;
mod noises;
mod play;
mod pointer;
mod pose;

use std::sync::Arc;

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::*;
use bevy::state::condition::in_state;

use crate::battle::SceneRes;
use crate::grid::Board;
use crate::sound::SoundSystems;
use crate::ui::{Screen, UiSet};
use crate::view::{BuildBoard, ViewSystems};

/// Joins battle, panels and board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StagePlugin;

impl Plugin for StagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<play::Play>()
            .init_resource::<minis::Cast>()
            .add_systems(
                Update,
                (
                    (play::take_news, play::advance, board, minis::follow)
                        .chain()
                        .before(UiSet::Refresh),
                    (
                        camera::listen,
                        labels::turn,
                        labels::place,
                        pointer::point.run_if(in_state(Screen::Battle)),
                    )
                        .chain()
                        .after(minis::follow)
                        .before(UiSet::Read),
                    (marks::lay, marks::ghost, camera::look)
                        .chain()
                        .after(UiSet::Computer)
                        .before(ViewSystems::Build),
                ),
            )
            .add_systems(Update, (labels::answer, labels::jot).after(ViewSystems::Show))
            .add_systems(Update, noises::click.before(SoundSystems))
            .configure_sets(Update, SoundSystems.after(UiSet::Computer))
            .add_systems(Update, camera::fit.after(ViewSystems::Build).before(ViewSystems::Show))
            .configure_sets(Update, ViewSystems::Steer.after(UiSet::Computer));
    }
}

/// Shows the board of the battle whenever it has become another.
fn board(
    scene: Option<Res<SceneRes>>,
    play: Res<play::Play>,
    mut shown: Local<Option<Arc<Board>>>,
    mut build: MessageWriter<BuildBoard>,
) {
    // A wall stands until the blow that breaks it has been shown.
    let Some(scene) = scene.filter(|_| !play.is_on()) else { return };
    let board = &scene.0.board;
    if shown.as_ref().is_none_or(|shown| !Arc::ptr_eq(shown, board)) {
        *shown = Some(Arc::clone(board));
        build.write(BuildBoard(Arc::clone(board)));
    }
}
