//! What the camera listens to, and what it is asked to show.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::math::Vec3;
use bevy::state::state::State as InState;
use bevy::window::{PrimaryWindow, Window};

use crate::settings::Motion;
use crate::ui::board::{BoardArea, Show};
use crate::ui::editor::files::Papers;
use crate::ui::{Screen, Table};
use crate::view::{CameraInput, CameraKeys, CameraRig, Diorama, Mini};

use super::minis::Cast;

/// The camera follows the mouse over the board and the keys while nobody types.
pub(super) fn listen(
    screen: Res<InState<Screen>>,
    area: Res<BoardArea>,
    (table, papers): (Res<Table>, Res<Papers>),
    motion: Res<Motion>,
    mut input: ResMut<CameraInput>,
) {
    let on_board = *screen.get() != Screen::Menu && !table.paused;
    // While the editor asks something, the board waits.
    let asked = *screen.get() == Screen::Editor && papers.is_open();
    let wanted = CameraInput {
        pointer: on_board && !asked && area.has_pointer,
        keys: on_board && !asked && !area.typing,
        reduced_motion: motion.reduced,
        ..*input
    };
    input.set_if_neq(wanted);
}

/// Brings what was asked for into the middle, without turning the view.
pub(super) fn look(
    mut wishes: MessageReader<Show>,
    cast: Res<Cast>,
    minis: Query<&Mini>,
    diorama: Res<Diorama>,
    mut rig: ResMut<CameraRig>,
) {
    let Some(wish) = wishes.read().last() else { return };
    let focus = match wish {
        Show::Unit(id) => cast.0.get(id).and_then(|entity| minis.get(*entity).ok()).map(Mini::foot),
        Show::Cell(cell) => diorama.relief().map(|relief| {
            let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
            Vec3::new(x, relief.surface(*cell), z)
        }),
    };
    if let Some(focus) = focus {
        rig.focus = Vec3::new(focus.x, rig.focus.y, focus.z);
    }
}

/// The panels cover a part of the window: a view of the whole board has to be taken from further
/// away, when a board comes on the table and when the player asks for it.
pub(super) fn fit(
    keys: Res<ButtonInput<KeyCode>>,
    window: Query<&Window, With<PrimaryWindow>>,
    area: Res<BoardArea>,
    diorama: Res<Diorama>,
    (input, bound): (Res<CameraInput>, Res<CameraKeys>),
    mut fitted: Local<Option<(u16, u16)>>,
    mut rig: ResMut<CameraRig>,
) {
    let size = diorama.board().map(|board| (board.width(), board.height()));
    let free = area.rect;
    let Some(window) = window.single().ok().filter(|_| free.width() > 1.0) else { return };
    let asked = input.keys && keys.any_just_pressed(bound.whole_board.iter().copied());
    if size == *fitted && !asked {
        return;
    }
    *fitted = size;
    let wide = window.width() / free.width();
    let tall = window.height() / free.height().max(1.0);
    rig.distance *= wide.max(tall).clamp(1.0, 2.5);
}
