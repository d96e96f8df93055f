//! From keys to wishes.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::state::state::State as InState;

use super::Screen;
use super::board::{BoardArea, Busy, Skip, Turned};
use super::hud::Tool;
use super::intent::Intent;
use super::interaction::Input;
use super::obey::{Wish, Wishes};
use super::table::Table;

/// What a key means in a battle; none for keys of the camera and those without a meaning.
fn meaning(key: KeyCode, shift: bool) -> Option<Wish> {
    let digit = match key {
        KeyCode::Digit1 | KeyCode::Numpad1 => 1,
        KeyCode::Digit2 | KeyCode::Numpad2 => 2,
        KeyCode::Digit3 | KeyCode::Numpad3 => 3,
        KeyCode::Digit4 | KeyCode::Numpad4 => 4,
        KeyCode::Digit5 | KeyCode::Numpad5 => 5,
        KeyCode::Digit6 | KeyCode::Numpad6 => 6,
        KeyCode::Digit7 | KeyCode::Numpad7 => 7,
        KeyCode::Digit8 | KeyCode::Numpad8 => 8,
        KeyCode::Digit9 | KeyCode::Numpad9 => 9,
        _ => 0,
    };
    if digit > 0 {
        return Some(Wish::Hand(Input::Slot(digit)));
    }
    let input = match key {
        KeyCode::Enter | KeyCode::NumpadEnter => Input::Confirm,
        KeyCode::Escape => Input::Cancel,
        KeyCode::Tab if shift => Input::Previous,
        KeyCode::Tab => Input::Next,
        KeyCode::Space => Input::EndTurn,
        KeyCode::KeyM => Input::Move,
        KeyCode::KeyG => Input::NextGroup(shift),
        KeyCode::KeyV => Input::NextWay(shift),
        KeyCode::KeyH => Input::Hold,
        KeyCode::ArrowUp => Input::Cursor(0, -1),
        KeyCode::ArrowDown => Input::Cursor(0, 1),
        KeyCode::ArrowLeft => Input::Cursor(-1, 0),
        KeyCode::ArrowRight => Input::Cursor(1, 0),
        KeyCode::PageUp => Input::Higher(true),
        KeyCode::PageDown => Input::Higher(false),
        KeyCode::F1 => return Some(Wish::Ask(Intent::ToggleHelp)),
        KeyCode::KeyO => return Some(Wish::Ask(Intent::Toggle(Tool::Orders))),
        KeyCode::F2 => return Some(Wish::Ask(Intent::Toggle(Tool::Referee))),
        KeyCode::KeyL => return Some(Wish::Ask(Intent::ToggleBookkeeping)),
        KeyCode::KeyF if shift => return Some(Wish::Ask(Intent::Calm)),
        KeyCode::KeyF => return Some(Wish::Ask(Intent::Speed)),
        KeyCode::KeyN => return Some(Wish::Ask(Intent::Mute)),
        _ => return None,
    };
    Some(Wish::Hand(input))
}

/// The same wish with the cursor moving as the player sees the board.
fn as_seen(wish: Wish, quarters: u8) -> Wish {
    match wish {
        Wish::Hand(Input::Cursor(dx, dy)) => {
            let (dx, dy) = (0..quarters % 4).fold((dx, dy), |(dx, dy), _| (dy, -dx));
            Wish::Hand(Input::Cursor(dx, dy))
        }
        other => other,
    }
}

/// Reads the keys that were pressed in this frame. While the game is paused only the keys that
/// end the pause count; in the menu and in text fields the keyboard belongs to the panels.
pub(super) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    screen: Res<InState<Screen>>,
    area: Res<BoardArea>,
    table: Res<Table>,
    turned: Res<Turned>,
    busy: Res<Busy>,
    mut skip: MessageWriter<Skip>,
    mut wishes: ResMut<Wishes>,
) {
    if *screen.get() == Screen::Menu || area.typing {
        return;
    }
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]);
    for key in keys.get_just_pressed() {
        let wish = if table.paused {
            matches!(key, KeyCode::Escape | KeyCode::F1).then_some(Wish::Ask(Intent::ToggleHelp))
        } else if let (KeyCode::Escape, Some(tool)) = (key, table.tools().shown()) {
            Some(Wish::Ask(Intent::Toggle(tool)))
        } else if *screen.get() == Screen::Result {
            match key {
                KeyCode::Enter => Some(Wish::Ask(Intent::Rematch)),
                KeyCode::Escape => Some(Wish::Ask(Intent::ToMenu)),
                KeyCode::F2 => meaning(*key, shift),
                _ => None,
            }
        } else {
            meaning(*key, shift).map(|wish| as_seen(wish, turned.0))
        };
        // A key that would do something on the board first ends what is still being shown there.
        if busy.0 && matches!(wish, Some(Wish::Hand(_))) {
            skip.write(Skip);
        } else {
            wishes.0.extend(wish);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_the_help_says() {
        let hand = |input| Some(Wish::Hand(input));
        assert_eq!(meaning(KeyCode::Tab, false), hand(Input::Next));
        assert_eq!(meaning(KeyCode::Tab, true), hand(Input::Previous));
        assert_eq!(meaning(KeyCode::Digit9, false), hand(Input::Slot(9)));
        assert_eq!(meaning(KeyCode::ArrowUp, false), hand(Input::Cursor(0, -1)));
        let orders = Some(Wish::Ask(Intent::Toggle(Tool::Orders)));
        assert_eq!(meaning(KeyCode::KeyO, false), orders);
        assert_eq!(meaning(KeyCode::KeyF, false), Some(Wish::Ask(Intent::Speed)));
        assert_eq!(meaning(KeyCode::KeyF, true), Some(Wish::Ask(Intent::Calm)));
        assert_eq!(meaning(KeyCode::KeyQ, false), None, "that key turns the view");
    }

    #[test]
    fn the_cursor_goes_as_the_player_sees_the_board() {
        let up = |quarters| as_seen(Wish::Hand(Input::Cursor(0, -1)), quarters);
        assert_eq!(up(0), Wish::Hand(Input::Cursor(0, -1)), "north is up");
        assert_eq!(up(1), Wish::Hand(Input::Cursor(-1, 0)), "west is up");
        assert_eq!(up(2), Wish::Hand(Input::Cursor(0, 1)), "south is up");
        assert_eq!(up(3), Wish::Hand(Input::Cursor(1, 0)), "east is up");
    }
}
