//! From the mouse over the map to strokes of the tool.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window};

use crate::editor::Spot;
use crate::ui::BattleUiState;
use crate::ui::board::BoardArea;
use crate::ui::pointer::STILL;

use super::files::Papers;
use super::state::EditorState;

/// The point of the map under the pointer. Written by the board's picking.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointing(pub Option<Spot>);

/// Reads the pointer: strokes with the left button, Alt and a click to take up what is there, a
/// right click that is no drag of the view to go back.
pub(super) fn read_pointer(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    window: Query<&Window, With<PrimaryWindow>>,
    pointing: Res<Pointing>,
    (area, table, papers): (Res<BoardArea>, Res<BattleUiState>, Res<Papers>),
    desk: Option<ResMut<EditorState>>,
    mut right: Local<Option<Vec2>>,
) {
    let Some(mut desk) = desk else { return };
    let free = area.has_pointer && !table.paused && !papers.is_open();
    let at = window.single().ok().and_then(Window::cursor_position);
    if buttons.just_pressed(MouseButton::Right) {
        *right = at.filter(|_| free);
    }
    if buttons.just_released(MouseButton::Right)
        && right.take().zip(at).is_some_and(|(from, to)| from.distance(to) < STILL)
    {
        desk.cancel();
    }
    if let Some(spot) = pointing.0 {
        if buttons.just_pressed(MouseButton::Left) && free {
            if keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
                desk.pick(spot.cell());
            } else {
                let add = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
                desk.press(spot, add);
            }
        } else if desk.is_pressed() {
            desk.drag(spot);
        }
    }
    if !buttons.pressed(MouseButton::Left) && desk.is_pressed() {
        desk.release();
    }
}
