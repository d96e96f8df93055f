//! Turns mouse input over the board into UI actions.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window};

use battle::BattleState;

use super::board::{BoardArea, Busy, Pointed, Skip};
use super::intent::Intent;
use super::interaction::Input;
use super::selection::Selection;

/// A press that moves less than this before its release is a click, in logical pixels.
pub(super) const STILL: f32 = 5.0;

/// Where the buttons went down over the board.
#[derive(Default)]
pub(super) struct Presses {
    left: Option<Vec2>,
    right: Option<Vec2>,
}

/// Reads the pointer: the cell under it, left clicks (with Shift
/// for waypoints), and right clicks that do not drag the view.
pub(super) fn read_pointer(
    (buttons, keys): (Res<ButtonInput<MouseButton>>, Res<ButtonInput<KeyCode>>),
    window: Query<&Window, With<PrimaryWindow>>,
    pointed: Res<Pointed>,
    area: Res<BoardArea>,
    selection: Res<Selection>,
    snapshot: Option<Res<BattleState>>,
    busy: Res<Busy>,
    mut skip: MessageWriter<Skip>,
    mut presses: Local<Presses>,
    mut actions: MessageWriter<Intent>,
) {
    let Some(snapshot) = snapshot else { return };
    let over_board = area.has_pointer;
    // The miniature under the pointer takes precedence over the cell behind it.
    let body = pointed.unit.and_then(|id| snapshot.0.unit(id)?.placement.at.cell());
    let cell = body.or(pointed.cell).filter(|_| over_board);
    let feet = pointed.unit.and_then(|id| Some(snapshot.0.unit(id)?.placement.feet));
    let floor = match (body, feet) {
        (Some(cell), Some(feet)) => {
            let mut floors = snapshot.0.scene.board.upper_floors(cell);
            floors.any(|at| at.floor == Some(feet)).then_some(feet)
        }
        _ => pointed.floor,
    };
    let floor = floor.filter(|_| cell.is_some());
    // Ground that the pointer reaches below a deck is meant itself.
    let open = cell.filter(|_| pointed.ground && body.is_none());
    let below = open.and_then(|cell| snapshot.0.scene.board.upper_floors(cell).next()?.floor);
    if below != selection.hand.below {
        actions.write(Intent::Input(Input::HoverBelow(below)));
    }
    if floor != selection.hand.pointed_floor {
        actions.write(Intent::Input(Input::HoverFloor(floor)));
    }
    if cell != selection.hand.hovered {
        actions.write(Intent::Input(Input::Hover(cell)));
    }
    let Some(at) = window.single().ok().and_then(Window::cursor_position) else { return };
    let still = |from: Option<Vec2>| from.is_some_and(|from| from.distance(at) < STILL);
    if busy.0 {
        // During an animation a click only skips it.
        if buttons.just_pressed(MouseButton::Left) && over_board {
            skip.write(Skip);
        }
        (presses.left, presses.right) = (None, None);
        return;
    }
    if buttons.just_pressed(MouseButton::Left) {
        presses.left = over_board.then_some(at);
    }
    if buttons.just_pressed(MouseButton::Right) {
        presses.right = over_board.then_some(at);
    }
    if buttons.just_released(MouseButton::Left)
        && still(presses.left.take())
        && let Some(cell) = cell
    {
        let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
        let click = if shift { Input::Waypoint(Some(cell)) } else { Input::Click(cell) };
        actions.write(Intent::Input(click));
    }
    if buttons.just_released(MouseButton::Right) && still(presses.right.take()) {
        actions.write(Intent::Input(Input::Cancel));
    }
}
