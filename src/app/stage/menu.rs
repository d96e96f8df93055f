//! Shows the level chosen in the menu on the board behind it.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::app::{App, Plugin, Update};
use bevy::ecs::prelude::*;
use bevy::math::Vec3;
use bevy::state::condition::in_state;
use bevy::state::state::OnEnter;
use bevy::state::state_scoped::DespawnOnExit;
use bevy::time::Time;
use bevy::window::RequestRedraw;

use level::Level;
use settings::Motion;
use ui::board::GroundPicture;
use ui::menu::MenuModel;
use ui::{Screen, UiSet};
use view::{BuildBoard, CameraRig, Diorama, Overlay, Quality, SidePalette, ViewSystems};

use super::editor::figure;
use super::figures::MiniEntities;

/// How fast the board turns, in radians a second.
const TURNING: f32 = 0.04;

/// Shows the chosen level.
pub(super) struct MenuStage;

/// The level on the board, and its miniatures.
#[derive(Resource, Debug, Default)]
pub(super) struct ShownLevel {
    /// Its file.
    file: Option<PathBuf>,
    minis: Vec<Entity>,
    /// Its ground image, as in a battle.
    pub picture: GroundPicture,
}

impl Plugin for MenuStage {
    fn build(&self, app: &mut App) {
        app.init_resource::<ShownLevel>().add_systems(OnEnter(Screen::Menu), enter).add_systems(
            Update,
            (show, turn)
                .run_if(in_state(Screen::Menu))
                .after(UiSet::Computer)
                .before(ViewSystems::Build),
        );
    }
}

/// Clears the table for the chosen level.
fn enter(
    mut cast: ResMut<MiniEntities>,
    mut overlay: ResMut<Overlay>,
    mut shown: ResMut<ShownLevel>,
    mut commands: Commands,
) {
    for entity in std::mem::take(&mut cast.0).into_values() {
        commands.entity(entity).despawn();
    }
    overlay.set_if_neq(Overlay::default());
    *shown = ShownLevel::default();
}

/// Shows the chosen level when it changes. If it cannot be read, the last one stays.
pub(super) fn show(
    menu: Res<MenuModel>,
    mut shown: ResMut<ShownLevel>,
    mut build: MessageWriter<BuildBoard>,
    mut side_palette: ResMut<SidePalette>,
    mut commands: Commands,
) {
    let chosen = menu.levels.get(menu.level).map(|entry| &entry.path);
    if chosen == shown.file.as_ref() {
        return;
    }
    shown.file = chosen.cloned();
    let Some(level) = chosen.and_then(|path| Level::load(path).ok()) else { return };
    for mini in std::mem::take(&mut shown.minis) {
        commands.entity(mini).despawn();
    }
    shown.picture = GroundPicture::of(&level, shown.file.as_deref());
    side_palette.set_if_neq(SidePalette(level.side_colours()));
    let (board, _) = level.board_in_play();
    for (side, list) in level.sides.iter().enumerate() {
        for unit in &list.units {
            let mini = (figure(&board, side, unit), DespawnOnExit(Screen::Menu));
            shown.minis.push(commands.spawn(mini).id());
        }
    }
    build.write(BuildBoard(Arc::new(board)));
}

/// Turns the board slowly about its middle, if frames are cheap and motion is not reduced.
fn turn(
    (time, motion, quality): (Res<Time>, Res<Motion>, Res<Quality>),
    diorama: Res<Diorama>,
    mut rig: ResMut<CameraRig>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if *quality == Quality::High && !motion.reduced {
        let Some(board) = diorama.board() else { return };
        // The middle of the free part differs from the middle of the window: panels cover a part of
        // it.
        let (wide, deep) = (f32::from(board.width()), f32::from(board.height()));
        let middle = Vec3::new(wide / 2.0, rig.focus.y, deep / 2.0);
        *rig = rig.turned_round(middle, TURNING * time.delta_secs());
        redraw.write(RequestRedraw);
    }
}
