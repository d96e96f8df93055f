//! Shows a battle on the board: the board, a miniature for each unit, events step by step, marks,
//! and what is under the pointer.
//!
//! The view knows nothing about battles and the panels know nothing about cameras; this module
//! connects them.

mod camera;
mod cues;
mod editor;
mod figures;
mod labels;
mod marks;
mod meant;
mod menu;
mod minis;
mod noises;
mod picture;
mod play;
mod pointer;
mod pose;
mod unit_status;

use std::sync::Arc;

use bevy::app::{App, Plugin, PostUpdate, Update};
use bevy::ecs::prelude::*;
use bevy::ecs::schedule::common_conditions::not;
use bevy::state::condition::in_state;
use bevy::state::state::State as InState;
use bevy::transform::TransformSystems;
use bevy_egui::EguiPostUpdateSet;

use battle::facts::FactSystems;
use battle::{Ground, Record};
use level::Level;
use settings::Motion;
use sound::SoundSystems;
use ui::editor::state::EditorState;
use ui::{Screen, UiSet};
use view::{BuildBoard, Diorama, FallingWeather, FlickeringLights, SidePalette, ViewSystems};

/// Connects battle, panels and board.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StagePlugin;

impl Plugin for StagePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<play::Play>()
            .init_resource::<figures::MiniEntities>()
            .init_resource::<unit_status::UnitVitals>()
            .add_plugins((editor::EditorStage, menu::MenuStage))
            .add_systems(
                Update,
                (
                    (play::receive_events, play::advance, board, minis::follow)
                        .chain()
                        .run_if(not(in_state(Screen::Editor)))
                        .run_if(not(in_state(Screen::Menu)))
                        .after(FactSystems::Everyone)
                        .before(UiSet::Refresh),
                    (camera::accept_input, labels::turn, pointer::point.run_if(on_the_board))
                        .chain()
                        .after(minis::follow)
                        .before(UiSet::Read),
                    (
                        (marks::lay, marks::ghost).run_if(not(in_state(Screen::Editor))),
                        camera::frame_acting_unit,
                        camera::frame_targets,
                        camera::look,
                        camera::frame_question,
                    )
                        .chain()
                        .after(UiSet::Computer)
                        .before(ViewSystems::Build),
                ),
            )
            .configure_sets(
                PostUpdate,
                labels::Placing
                    .after(TransformSystems::Propagate)
                    .before(EguiPostUpdateSet::EndPass),
            )
            .add_systems(
                PostUpdate,
                (labels::place, labels::answer, labels::annotate, meant::place, unit_status::place)
                    .run_if(not(in_state(Screen::Editor)))
                    .in_set(labels::Placing),
            )
            .add_systems(Update, (noises::click.before(SoundSystems), apply_reduced_motion))
            .add_systems(Update, labels::fetch.after(UiSet::Computer))
            .add_systems(Update, side_palette.after(UiSet::Computer).before(ViewSystems::Build))
            .add_systems(
                Update,
                picture::lay.after(UiSet::Computer).after(menu::show).before(ViewSystems::Build),
            )
            .configure_sets(Update, SoundSystems.after(UiSet::Computer))
            .add_systems(Update, camera::fit.after(ViewSystems::Build).before(ViewSystems::Show))
            .configure_sets(Update, ViewSystems::Steer.after(UiSet::Computer));
    }
}

/// True on the screens on which players point at the board.
fn on_the_board(screen: Res<InState<Screen>>) -> bool {
    matches!(screen.get(), Screen::Battle | Screen::Deployment)
}

/// Stops falling rain and snow and flickering lights when the player wants reduced motion.
fn apply_reduced_motion(
    motion: Res<Motion>,
    mut falling: ResMut<FallingWeather>,
    mut flickering: ResMut<FlickeringLights>,
) {
    falling.set_if_neq(FallingWeather(!motion.reduced));
    flickering.set_if_neq(FlickeringLights(!motion.reduced));
}

/// Gives the sides the colours of the level being played or edited. The menu does this for the
/// level that it shows.
fn side_palette(
    screen: Res<InState<Screen>>,
    record: Option<Res<Record>>,
    editor: Option<Res<EditorState>>,
    mut side_palette: ResMut<SidePalette>,
) {
    let colours = match screen.get() {
        Screen::Menu | Screen::Deployment => None,
        Screen::Editor => editor.map(|editor| editor.level().side_colours()),
        Screen::Battle | Screen::Result => record
            .filter(|record| record.is_added() || screen.is_changed())
            .and_then(|record| Level::parse("level", &record.level).ok())
            .map(|level| level.side_colours()),
    };
    if let Some(colours) = colours {
        side_palette.set_if_neq(SidePalette(colours));
    }
}

/// Updates the board whenever the battle changes it.
fn board(
    ground: Query<&Ground>,
    play: Res<play::Play>,
    diorama: Res<Diorama>,
    mut build: MessageWriter<BuildBoard>,
) {
    // A wall stands until the blow that breaks it has been shown.
    let Some(Ground(board)) = ground.single().ok().filter(|_| !play.is_on()) else { return };
    if !diorama.is_showing(board) {
        build.write(BuildBoard(Arc::clone(board)));
    }
}
