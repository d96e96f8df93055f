//! Mouse and keyboard input as a window reports it.

use bevy::ecs::prelude::*;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyCode, KeyboardInput, NativeKeyCode};
use bevy::input::mouse::{MouseButton, MouseButtonInput, MouseScrollUnit, MouseWheel};
use bevy::input::touch::TouchPhase;
use bevy::math::Vec2;
use bevy::window::{CursorMoved, PrimaryWindow, Window, WindowEvent};

use keyboard::{Stroke, key};

/// One mouse or keyboard input.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Input {
    /// Moves the pointer, in logical pixels from the top left of the window.
    Point(Vec2),
    /// Presses (true) or releases a mouse button.
    Button(MouseButton, bool),
    /// Turns the wheel by a number of lines.
    Wheel(f32),
    /// Presses (true) or releases a key.
    Key(KeyCode, Key, bool),
    /// Does nothing for one frame.
    Rest,
}

/// The inputs that press a key with its modifiers and release it.
pub(super) fn stroke(stroke: &Stroke) -> Vec<Input> {
    let held = stroke.modifiers.iter().cloned();
    let key = || (stroke.code, stroke.logical.clone());
    let mut inputs: Vec<Input> =
        held.map(|(code, logical)| Input::Key(code, logical, true)).collect();
    let (code, logical) = key();
    inputs.push(Input::Key(code, logical, true));
    let (code, logical) = key();
    inputs.push(Input::Key(code, logical, false));
    let held = stroke.modifiers.iter().rev().cloned();
    inputs.extend(held.map(|(code, logical)| Input::Key(code, logical, false)));
    inputs.push(Input::Rest);
    inputs
}

/// The inputs that type a text, letter by letter.
pub(super) fn typing(text: &str) -> Vec<Input> {
    let mut inputs = Vec::new();
    for letter in text.chars() {
        let written = letter.to_string();
        let code = key(&written).map(|(code, _)| code);
        let code = code.unwrap_or(KeyCode::Unidentified(NativeKeyCode::Unidentified));
        let logical = if letter == ' ' { Key::Space } else { Key::Character(written.into()) };
        inputs.push(Input::Key(code, logical.clone(), true));
        inputs.push(Input::Key(code, logical, false));
    }
    inputs.push(Input::Rest);
    inputs
}

/// Sends an input as the window would report it.
pub(super) fn send(world: &mut World, input: &Input) {
    let mut windows = world.query_filtered::<(Entity, &mut Window), With<PrimaryWindow>>();
    let Ok((window, mut shown)) = windows.single_mut(world) else { return };
    match input {
        Input::Point(position) => {
            let before = shown.cursor_position();
            shown.set_cursor_position(Some(*position));
            let delta = before.map(|before| *position - before);
            let moved = CursorMoved { window, position: *position, delta };
            world.write_message(moved.clone());
            world.write_message(WindowEvent::CursorMoved(moved));
        }
        Input::Button(button, down) => {
            // A clicked window gets the keyboard focus; text fields ignore keys without it.
            if *down && !shown.focused {
                shown.focused = true;
            }
            let pressed = MouseButtonInput { button: *button, state: state(*down), window };
            world.write_message(pressed);
            world.write_message(WindowEvent::MouseButtonInput(pressed));
        }
        Input::Wheel(y) => {
            let (unit, x, phase) = (MouseScrollUnit::Line, 0.0, TouchPhase::Moved);
            let turned = MouseWheel { unit, x, y: *y, window, phase };
            world.write_message(turned);
            world.write_message(WindowEvent::MouseWheel(turned));
        }
        Input::Key(code, logical, down) => {
            let text = match logical {
                Key::Character(text) if *down => Some(text.clone()),
                Key::Space if *down => Some(" ".into()),
                _ => None,
            };
            let pressed = KeyboardInput {
                key_code: *code,
                logical_key: logical.clone(),
                state: state(*down),
                text,
                repeat: false,
                window,
            };
            world.write_message(pressed.clone());
            world.write_message(WindowEvent::KeyboardInput(pressed));
        }
        Input::Rest => {}
    }
}

const fn state(down: bool) -> ButtonState {
    if down { ButtonState::Pressed } else { ButtonState::Released }
}
