//! Keys that are pressed together, such as Ctrl and S, where they come down and up again between two
//! frames.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::prelude::*;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::window::RequestRedraw;

/// Passes the keyboard on so that the modifiers of every frame are those with which its keys were
/// pressed: what comes after is kept for the next frame.
///
/// Everything else looks once a frame at which modifiers are held. Where a frame takes its time, a
/// whole Ctrl+S may lie between two of them, of which a text field would take an S.
pub(crate) fn pass_on(
    mut keyboard: ResMut<Messages<KeyboardInput>>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut seen: Local<MessageCursor<KeyboardInput>>,
    mut kept: Local<VecDeque<KeyboardInput>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let waited = !kept.is_empty();
    kept.extend(seen.read(&keyboard).cloned());
    // With the window's focus all keys are let go of.
    let is_lost = lost.read().count() > 0;
    let now = if is_lost { kept.len() } else { together(kept.iter()) };
    if !waited && now == kept.len() {
        kept.clear();
        return;
    }
    // What was there before this frame has been read by everybody.
    keyboard.clear();
    for key in kept.drain(..now) {
        keyboard.write(key);
    }
    seen.clear(&keyboard);
    if !kept.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// How many of these belong to one frame: those before a modifier that changes after a key was
/// pressed.
fn together<'a>(keys: impl Iterator<Item = &'a KeyboardInput>) -> usize {
    let mut pressed = false;
    keys.take_while(|key| {
        let modifier = matches!(
            key.logical_key,
            Key::Control | Key::Shift | Key::Alt | Key::AltGraph | Key::Super | Key::Meta
        );
        pressed |= !modifier && key.state.is_pressed();
        !(modifier && pressed)
    })
    .count()
}

#[cfg(test)]
mod tests {
    use bevy::app::{App, PreUpdate};
    use bevy::input::keyboard::KeyCode;
    use bevy::input::{ButtonInput, ButtonState, InputPlugin, InputSystems};

    use super::*;

    /// What everybody reads of the keyboard, over all frames.
    #[derive(Resource, Default)]
    struct Read(Vec<(KeyCode, bool)>);

    fn note(mut keyboard: MessageReader<KeyboardInput>, mut read: ResMut<Read>) {
        read.0.extend(keyboard.read().map(|key| (key.key_code, key.state.is_pressed())));
    }

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins(InputPlugin)
            .add_message::<RequestRedraw>()
            .init_resource::<Read>()
            .add_systems(PreUpdate, (pass_on.before(InputSystems), note.after(InputSystems)));
        app
    }

    fn key(app: &mut App, key_code: KeyCode, logical_key: Key, down: bool) {
        let state = if down { ButtonState::Pressed } else { ButtonState::Released };
        let text = None;
        let window = Entity::PLACEHOLDER;
        let repeat = false;
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text,
            repeat,
            window,
        });
    }

    fn chord(app: &mut App) {
        let (ctrl, s) = (Key::Control, Key::Character("s".into()));
        key(app, KeyCode::ControlLeft, ctrl.clone(), true);
        key(app, KeyCode::KeyS, s.clone(), true);
        key(app, KeyCode::KeyS, s, false);
        key(app, KeyCode::ControlLeft, ctrl, false);
    }

    const CHORD: [(KeyCode, bool); 4] = [
        (KeyCode::ControlLeft, true),
        (KeyCode::KeyS, true),
        (KeyCode::KeyS, false),
        (KeyCode::ControlLeft, false),
    ];

    #[test]
    fn a_whole_chord_between_two_frames_is_still_a_chord() {
        let mut app = app();
        chord(&mut app);
        key(&mut app, KeyCode::KeyA, Key::Character("a".into()), true);
        app.update();
        let keys = app.world().resource::<ButtonInput<KeyCode>>();
        assert!(keys.just_pressed(KeyCode::KeyS) && keys.pressed(KeyCode::ControlLeft));
        assert!(!keys.pressed(KeyCode::KeyA), "it came without Ctrl");
        app.update();
        let keys = app.world().resource::<ButtonInput<KeyCode>>();
        assert!(keys.just_pressed(KeyCode::KeyA) && !keys.pressed(KeyCode::ControlLeft));
        app.update();
        let all = CHORD.into_iter().chain([(KeyCode::KeyA, true)]).collect::<Vec<_>>();
        assert_eq!(app.world().resource::<Read>().0, all, "each once, and in order");
    }

    #[test]
    fn what_was_kept_comes_before_what_is_new() {
        let mut app = app();
        chord(&mut app);
        app.update();
        chord(&mut app);
        app.update();
        let keys = app.world().resource::<ButtonInput<KeyCode>>();
        assert!(keys.just_pressed(KeyCode::KeyS) && keys.pressed(KeyCode::ControlLeft));
        (0..3).for_each(|_| app.update());
        assert_eq!(app.world().resource::<Read>().0, [CHORD, CHORD].concat());
    }

    #[test]
    fn letters_alone_are_passed_on_as_they_come_and_nothing_is_kept_without_the_focus() {
        let mut app = app();
        for letter in [KeyCode::KeyA, KeyCode::KeyB] {
            key(&mut app, letter, Key::Character("x".into()), true);
            key(&mut app, letter, Key::Character("x".into()), false);
        }
        app.update();
        assert_eq!(app.world().resource::<Read>().0.len(), 4);
        chord(&mut app);
        app.world_mut().write_message(KeyboardFocusLost);
        app.update();
        assert_eq!(app.world().resource::<Read>().0.len(), 8);
        assert_eq!(app.world().resource::<ButtonInput<KeyCode>>().get_pressed().count(), 0);
    }
}
