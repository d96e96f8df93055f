//! Key chords such as Ctrl+S that are pressed and released between two frames.

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::ecs::prelude::*;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::window::RequestRedraw;

/// Passes keyboard input on so that the modifiers of each frame are those held when its keys were
/// pressed. Later input waits for the next frame.
///
/// All other code reads the modifiers once per frame. In a slow frame a whole
/// Ctrl+S may fall between two reads, and a text field would then type an S.
pub fn pass_on(
    mut keyboard: ResMut<Messages<KeyboardInput>>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut seen: Local<MessageCursor<KeyboardInput>>,
    mut kept: Local<VecDeque<KeyboardInput>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let waited = !kept.is_empty();
    kept.extend(seen.read(&keyboard).cloned());
    // All keys are released when the window loses focus.
    let is_lost = lost.read().count() > 0;
    let now = if is_lost { kept.len() } else { together(kept.iter()) };
    if !waited && now == kept.len() {
        kept.clear();
        return;
    }
    // Every reader has seen the messages from before this frame.
    keyboard.clear();
    for key in kept.drain(..now) {
        keyboard.write(key);
    }
    seen.clear(&keyboard);
    if !kept.is_empty() {
        redraw.write(RequestRedraw);
    }
}

/// The number of inputs that belong to one frame: those before a modifier changes after a key
/// press.
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

    /// What a reader sees of the keyboard, over all frames.
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
        assert!(!keys.pressed(KeyCode::KeyA), "A was pressed without Ctrl");
        app.update();
        let keys = app.world().resource::<ButtonInput<KeyCode>>();
        assert!(keys.just_pressed(KeyCode::KeyA) && !keys.pressed(KeyCode::ControlLeft));
        app.update();
        let all = CHORD.into_iter().chain([(KeyCode::KeyA, true)]).collect::<Vec<_>>();
        assert_eq!(app.world().resource::<Read>().0, all, "each once, and in order");
    }

    #[test]
    fn held_back_keys_come_before_new_ones() {
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
    fn plain_letters_pass_at_once_and_nothing_is_held_back_without_focus() {
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
