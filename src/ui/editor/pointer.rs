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

/// Where the left button was pressed or released since the last frame, written by the board's
/// picking. With slow frames the pointer is elsewhere by now.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftButton {
    /// Where it was pressed.
    pub pressed: Option<Pointed>,
    /// Where it was released.
    pub released: Option<Pointed>,
}

/// What a point of the window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// The point on the map.
    pub spot: Option<Spot>,
    /// The unit whose figure is there.
    pub figure: Option<UnitAt>,
}

/// Reads the pointer: left button for strokes, Alt + click to pick, right click to go back. A right
/// drag belongs to the camera.
pub(super) fn read_pointer(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    window: Query<&Window, With<PrimaryWindow>>,
    (pointing, figure, left): (Res<Pointing>, Res<PointedFigure>, Res<LeftButton>),
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
    let now = Pointed { spot: pointing.0, figure: figure.0 };
    let (pressed, released) = (left.pressed.unwrap_or(now), left.released.unwrap_or(now));
    // A figure may be in front of the sky.
    let spot_of = |editor: &EditorState, at: Pointed| {
        at.spot.or_else(|| at.figure.and_then(|figure| editor.spot_of(figure)))
    };
    if buttons.just_pressed(MouseButton::Left)
        && free
        && let Some(spot) = spot_of(&editor, pressed)
    {
        if keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
            editor.pick_on(pressed.figure, spot);
        } else {
            let add = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
            editor.press_on(pressed.figure, spot, add);
        }
    }
    let moved = !buttons.just_pressed(MouseButton::Left) || released != pressed;
    if editor.is_pressed()
        && moved
        && let Some(spot) = spot_of(&editor, released)
    {
        editor.drag(spot);
    }
    if !buttons.pressed(MouseButton::Left) && editor.is_pressed() {
        editor.release();
    }
}
