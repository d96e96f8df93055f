//! Turns mouse input over the map into tool strokes.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::state::state::State as InState;
use bevy::window::{PrimaryWindow, Window};

use crate::board::BoardArea;
use crate::pages::Pause;
use crate::pointer::STILL;
use editor::{Spot, UnitAt};

use super::dialogs::EditorDialogs;
use super::state::EditorState;

/// The point on the map under the pointer, written by the board's picking.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointing(pub Option<Spot>);

/// The unit whose figure is under the pointer, from any angle.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointedFigure(pub Option<UnitAt>);

/// Reads the pointer: left button for strokes, Alt + click to pick, right click to go back. A right
/// drag belongs to the camera.
pub(super) fn read_pointer(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    window: Query<&Window, With<PrimaryWindow>>,
    (pointing, figure): (Res<Pointing>, Res<PointedFigure>),
    (area, papers): (Res<BoardArea>, Res<EditorDialogs>),
    pause: Res<InState<Pause>>,
    editor: Option<ResMut<EditorState>>,
    mut right: Local<Option<Vec2>>,
) {
    let Some(mut editor) = editor else { return };
    let free = area.has_pointer && *pause.get() == Pause::Running && !papers.is_open();
    let at = window.single().ok().and_then(Window::cursor_position);
    if buttons.just_pressed(MouseButton::Right) {
        *right = at.filter(|_| free);
    }
    if buttons.just_released(MouseButton::Right)
        && right.take().zip(at).is_some_and(|(from, to)| from.distance(to) < STILL)
    {
        editor.cancel();
    }
    // A figure may be in front of the sky.
    if let Some(spot) = pointing.0.or_else(|| figure.0.and_then(|at| editor.spot_of(at))) {
        if buttons.just_pressed(MouseButton::Left) && free {
            if keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
                editor.pick_on(figure.0, spot);
            } else {
                let add = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
                editor.press_on(figure.0, spot, add);
            }
        } else if editor.is_pressed() {
            editor.drag(spot);
        }
    }
    if !buttons.pressed(MouseButton::Left) && editor.is_pressed() {
        editor.release();
    }
}
