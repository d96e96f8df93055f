//! From keys to wishes.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::state::state::State as InState;

use crate::keyboard::{Chord, Held, is_modifier};
use crate::settings::{Action, KeyMap};

use super::Screen;
use super::board::{BoardArea, Busy, Skip, Turned};
use super::dispatch::{UiAction, UiActions};
use super::hud::{Page, Tool, Watch};
use super::intent::Intent;
use super::interaction::Input;
use super::lens::Lens;
use super::table::BattleUiState;

/// What an action means in a battle; nothing for those of camera and window.
fn meaning(action: Action) -> Option<UiAction> {
    let input = match action {
        Action::Slot(n) => Input::Slot(n.into()),
        Action::Confirm => Input::Confirm,
        Action::Cancel => Input::Cancel,
        Action::Next => Input::Next,
        Action::Previous => Input::Previous,
        Action::EndTurn => Input::EndTurn,
        Action::Move => Input::Move,
        Action::NextGroup => Input::NextGroup(false),
        Action::PreviousGroup => Input::NextGroup(true),
        Action::NextWay => Input::NextWay(false),
        Action::PreviousWay => Input::NextWay(true),
        Action::NextField => Input::NextField,
        Action::Face => Input::Face,
        Action::Waypoint => Input::Waypoint(None),
        Action::DropWaypoint => Input::DropWaypoint,
        Action::Hold => Input::Hold,
        Action::Up => Input::Cursor(0, -1),
        Action::Down => Input::Cursor(0, 1),
        Action::Left => Input::Cursor(-1, 0),
        Action::Right => Input::Cursor(1, 0),
        Action::Higher => Input::Higher(true),
        Action::Lower => Input::Higher(false),
        Action::Heights
        | Action::Ground
        | Action::Cover
        | Action::Sight
        | Action::Sound
        | Action::Threat => {
            let lens = Lens::ALL.into_iter().find(|lens| lens.action() == action);
            return lens.map(|lens| UiAction::Ask(Intent::Lens(lens)));
        }
        Action::Orders => return Some(UiAction::Ask(Intent::Toggle(Tool::Orders))),
        Action::Referee => return Some(UiAction::Ask(Intent::Toggle(Tool::Referee))),
        Action::Bookkeeping => return Some(UiAction::Ask(Intent::ToggleBookkeeping)),
        Action::Speed => return Some(UiAction::Ask(Intent::Speed)),
        Action::Calm => return Some(UiAction::Ask(Intent::Calm)),
        Action::Mute => return Some(UiAction::Ask(Intent::Mute)),
        Action::TakeBack => return Some(UiAction::Ask(Intent::TakeBack)),
        Action::QuickSave => return Some(UiAction::Ask(Intent::QuickSave)),
        Action::QuickLoad => return Some(UiAction::Ask(Intent::QuickLoad)),
        _ => return page_of(action).map(|page| UiAction::Ask(Intent::Open(page))),
    };
    Some(UiAction::Hand(input))
}

/// What an action means while a battle is watched again.
fn watched(action: Action) -> Option<UiAction> {
    let watch = match action {
        Action::Confirm | Action::EndTurn => Watch::Play,
        Action::Left => Watch::Step(-1),
        Action::Right => Watch::Step(1),
        Action::Higher => Watch::Round { on: true },
        Action::Lower => Watch::Round { on: false },
        // Nothing is decided, so nothing can be taken back.
        Action::TakeBack | Action::Orders | Action::Referee => return None,
        _ => return meaning(action).filter(is_looking),
    };
    Some(UiAction::Ask(Intent::Watch(watch)))
}

/// True for what changes nothing but the view.
fn is_looking(wish: &UiAction) -> bool {
    match wish {
        UiAction::Hand(input) => matches!(input, Input::Cancel | Input::Next | Input::Previous),
        UiAction::Ask(_) => true,
    }
}

/// The page that an action opens.
const fn page_of(action: Action) -> Option<Page> {
    match action {
        Action::Help => Some(Page::Controls),
        Action::Rules => Some(Page::Rules),
        Action::Battles => Some(Page::Saves),
        Action::Settings => Some(Page::Settings),
        _ => None,
    }
}

/// What an action means while a page is open: another page, or back.
fn over_page(action: Action, open: Page) -> Option<UiAction> {
    let page = page_of(action);
    let closes = action == Action::Cancel || page == Some(open);
    let intent = if closes { Some(Intent::ClosePages) } else { page.map(Intent::Open) };
    intent.map(UiAction::Ask)
}

/// What a key means while the player is to press the one that shall do something.
fn bound(action: Action, chord: Chord) -> Option<UiAction> {
    if chord.code == KeyCode::Escape {
        return Some(UiAction::Ask(Intent::AwaitKey(None)));
    }
    // A modifier alone is the beginning of a longer press, but for what is held.
    let fits = !is_modifier(chord.code) || action == Action::Names;
    fits.then_some(UiAction::Ask(Intent::Bind(action, chord)))
}

/// The same wish with the cursor moving as the player sees the board.
fn as_seen(wish: UiAction, quarters: u8) -> UiAction {
    match wish {
        UiAction::Hand(Input::Cursor(dx, dy)) => {
            let (dx, dy) = (0..quarters % 4).fold((dx, dy), |(dx, dy), _| (dy, -dx));
            UiAction::Hand(Input::Cursor(dx, dy))
        }
        other => other,
    }
}

/// True for keys that answer a question.
const fn answers(action: Action) -> bool {
    matches!(action, Action::Confirm | Action::Slot(_))
}

/// Which modifiers are held.
pub(super) fn held(keys: &ButtonInput<KeyCode>) -> Held {
    Held {
        ctrl: keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]),
        alt: keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]),
        shift: keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
    }
}

/// Reads the keys that were pressed in this frame. While a page is open only the keys of pages
/// count; in the rest of the menu and in text fields the keyboard belongs to the panels.
pub(super) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    screen: Res<InState<Screen>>,
    area: Res<BoardArea>,
    table: Res<BattleUiState>,
    turned: Res<Turned>,
    busy: Res<Busy>,
    mut skip: MessageWriter<Skip>,
    mut wishes: ResMut<UiActions>,
) {
    if area.typing && table.binding.is_none() {
        return;
    }
    let held = held(&keys);
    for chord in keys.get_just_pressed().filter_map(|key| Chord::pressed(*key, held)) {
        if let Some(action) = table.binding {
            wishes.0.extend(bound(action, chord));
            continue;
        }
        let Some(action) = map.action(chord) else { continue };
        let wish = if table.paused {
            over_page(action, table.page)
        } else if let (Action::Cancel, Some(tool)) = (action, table.tools().shown()) {
            Some(UiAction::Ask(Intent::Toggle(tool)))
        } else {
            match screen.get() {
                Screen::Battle if table.panels.playback.is_some() => watched(action),
                Screen::Menu => page_of(action).map(|page| UiAction::Ask(Intent::Open(page))),
                Screen::Result if table.panels.prompt.is_some() && answers(action) => {
                    meaning(action)
                }
                Screen::Result => match action {
                    Action::Confirm => Some(UiAction::Ask(Intent::Rematch)),
                    Action::Cancel => Some(UiAction::Ask(Intent::ToMenu)),
                    Action::Referee => meaning(action),
                    _ => page_of(action).map(|page| UiAction::Ask(Intent::Open(page))),
                },
                Screen::Battle => meaning(action).map(|wish| as_seen(wish, turned.0)),
                // The editor reads its own keys.
                Screen::Editor => None,
            }
        };
        // A key that would do something on the board first ends what is still being shown there.
        if busy.0 && matches!(wish, Some(UiAction::Hand(_))) {
            skip.write(Skip);
        } else {
            wishes.0.extend(wish);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(name: &str) -> Chord {
        Chord::parse(name).unwrap()
    }

    #[test]
    fn keys_mean_what_the_help_says() {
        let map = KeyMap::default();
        let of = |name: &str| map.action(chord(name)).and_then(meaning);
        let hand = |input| Some(UiAction::Hand(input));
        assert_eq!(of("Tab"), hand(Input::Next));
        assert_eq!(of("Shift+Tab"), hand(Input::Previous));
        assert_eq!(of("9"), hand(Input::Slot(9)));
        assert_eq!(of("P"), hand(Input::Waypoint(None)));
        assert_eq!(of("Backspace"), hand(Input::DropWaypoint));
        assert_eq!(of("Up"), hand(Input::Cursor(0, -1)));
        assert_eq!(of("O"), Some(UiAction::Ask(Intent::Toggle(Tool::Orders))));
        assert_eq!(of("F10"), Some(UiAction::Ask(Intent::Open(Page::Settings))));
        assert_eq!(of("Q"), None, "that key turns the view");
    }

    #[test]
    fn a_page_is_closed_by_its_own_key_and_left_for_another() {
        let close = Some(UiAction::Ask(Intent::ClosePages));
        assert_eq!(over_page(Action::Help, Page::Controls), close);
        assert_eq!(over_page(Action::Cancel, Page::Rules), close);
        let other = Some(UiAction::Ask(Intent::Open(Page::Controls)));
        assert_eq!(over_page(Action::Help, Page::Rules), other);
        assert_eq!(over_page(Action::EndTurn, Page::Rules), None);
    }

    #[test]
    fn the_next_key_is_bound_but_for_escape_and_modifiers() {
        let bind = |action, name: &str| Some(UiAction::Ask(Intent::Bind(action, chord(name))));
        assert_eq!(bound(Action::Move, chord("Ctrl+B")), bind(Action::Move, "Ctrl+B"));
        assert_eq!(bound(Action::Move, chord("Shift")), None);
        assert_eq!(bound(Action::Names, chord("Shift")), bind(Action::Names, "Shift"));
        assert_eq!(bound(Action::Move, chord("Esc")), Some(UiAction::Ask(Intent::AwaitKey(None))));
    }

    #[test]
    fn the_cursor_goes_as_the_player_sees_the_board() {
        let up = |quarters| as_seen(UiAction::Hand(Input::Cursor(0, -1)), quarters);
        assert_eq!(up(0), UiAction::Hand(Input::Cursor(0, -1)), "north is up");
        assert_eq!(up(1), UiAction::Hand(Input::Cursor(-1, 0)), "west is up");
        assert_eq!(up(2), UiAction::Hand(Input::Cursor(0, 1)), "south is up");
        assert_eq!(up(3), UiAction::Hand(Input::Cursor(1, 0)), "east is up");
    }
}
