//! Maps keys to UI actions.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::state::state::State as InState;

use keyboard::{Chord, Held, is_modifier};
use settings::{Action, KeyMap};

use super::board::{BoardArea, Busy, Skip, ViewRotation};
use super::intent::{
    Deploy, Fold, Go, Intent, Page, PageAction, Panel, Preference, Saves, Tool, Watch,
};
use super::interaction::Input;
use super::learning::Learning;
use super::lens::Lens;
use super::pages::{Pages, Pause};
use super::panels::Panels;
use super::screen::Screen;
use super::selection::Selection;
use super::thinking::Thinking;

/// The UI action for a key action in a battle; `None` for camera and window actions.
fn meaning(action: Action) -> Option<Intent> {
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
            return lens.map(|lens| Intent::Panel(Panel::Lens(lens)));
        }
        Action::Orders => return Some(Intent::Panel(Panel::Toggle(Tool::Orders))),
        Action::Referee => return Some(Intent::Panel(Panel::Toggle(Tool::Referee))),
        Action::Log => return Some(Intent::Panel(Panel::Fold(Fold::Log))),
        Action::ReadLog => return Some(Intent::Panel(Panel::ReadLog)),
        Action::Sheet => return Some(Intent::Panel(Panel::Fold(Fold::Sheet))),
        Action::Panels => return Some(Intent::Panel(Panel::Fold(Fold::All))),
        Action::Bookkeeping => return Some(Intent::Panel(Panel::Bookkeeping)),
        Action::Speed => return Some(Intent::Preference(Preference::Speed)),
        Action::Calm => return Some(Intent::Preference(Preference::Calm)),
        Action::Mute => return Some(Intent::Preference(Preference::Mute)),
        Action::TakeBack => return Some(Intent::TakeBack),
        Action::Hint => return Some(Intent::Hint),
        Action::QuickSave => return Some(Intent::Saves(Saves::QuickSave)),
        Action::QuickLoad => return Some(Intent::Saves(Saves::QuickLoad)),
        _ => return page_of(action).map(|page| Intent::PageAction(PageAction::Open(page))),
    };
    Some(Intent::Input(input))
}

/// The UI action for a key action while units are placed before a battle.
fn placed(action: Action, quarters: u8) -> Option<Intent> {
    let cursor = |dx, dy| match as_seen(Intent::Input(Input::Cursor(dx, dy)), quarters) {
        Intent::Input(Input::Cursor(dx, dy)) => Deploy::Cursor(dx, dy),
        _ => Deploy::Cursor(dx, dy),
    };
    let input = match action {
        Action::Confirm => Deploy::Confirm,
        Action::Cancel => Deploy::Cancel,
        Action::Next => Deploy::Next,
        Action::Previous => Deploy::Previous,
        Action::Up => cursor(0, -1),
        Action::Down => cursor(0, 1),
        Action::Left => cursor(-1, 0),
        Action::Right => cursor(1, 0),
        Action::Face | Action::Higher => Deploy::Turn { clockwise: true },
        Action::Lower => Deploy::Turn { clockwise: false },
        Action::DropWaypoint => Deploy::Reset,
        Action::EndTurn => Deploy::Ready,
        Action::Calm | Action::Mute => return meaning(action),
        _ => return page_of(action).map(|page| Intent::PageAction(PageAction::Open(page))),
    };
    Some(Intent::Deploy(input))
}

/// The UI action for a key action during a replay.
fn watched(action: Action) -> Option<Intent> {
    let watch = match action {
        Action::Confirm | Action::EndTurn => Watch::Play,
        Action::Left => Watch::Step(-1),
        Action::Right => Watch::Step(1),
        Action::Higher => Watch::Round { on: true },
        Action::Lower => Watch::Round { on: false },
        // A replay makes no decisions, so there is nothing to undo.
        Action::TakeBack | Action::Hint | Action::Orders | Action::Referee => return None,
        _ => return meaning(action).filter(is_looking),
    };
    Some(Intent::Watch(watch))
}

/// True for UI actions that only change the view.
fn is_looking(intent: &Intent) -> bool {
    match intent {
        Intent::Input(input) => matches!(input, Input::Cancel | Input::Next | Input::Previous),
        _ => true,
    }
}

/// The page that a key action opens.
const fn page_of(action: Action) -> Option<Page> {
    match action {
        Action::Help => Some(Page::Controls),
        Action::Rules => Some(Page::Rules),
        Action::Battles => Some(Page::Saves),
        Action::Settings => Some(Page::Settings),
        _ => None,
    }
}

/// The UI action for a key action while a page is open: another page, or back.
fn over_page(action: Action, open: Page) -> Option<Intent> {
    let page = page_of(action);
    let closes = action == Action::Cancel || page == Some(open);
    if closes {
        Some(Intent::PageAction(PageAction::Close))
    } else {
        page.map(|page| Intent::PageAction(PageAction::Open(page)))
    }
}

/// The UI action for a key pressed while the player rebinds an action.
fn bound(action: Action, chord: Chord) -> Option<Intent> {
    if chord.code == KeyCode::Escape {
        return Some(Intent::PageAction(PageAction::AwaitKey(None)));
    }
    // A modifier alone starts a chord, except for actions that are held.
    let fits = !is_modifier(chord.code) || action == Action::Names;
    fits.then_some(Intent::Preference(Preference::Bind(action, chord)))
}

/// Rotates cursor movement to match the view.
fn as_seen(intent: Intent, quarters: u8) -> Intent {
    match intent {
        Intent::Input(Input::Cursor(dx, dy)) => {
            let (dx, dy) = (0..quarters % 4).fold((dx, dy), |(dx, dy), _| (dy, -dx));
            Intent::Input(Input::Cursor(dx, dy))
        }
        other => other,
    }
}

/// True for keys that answer a question.
const fn answers(action: Action) -> bool {
    matches!(action, Action::Confirm | Action::Slot(_))
}

/// The modifiers held.
pub(super) fn held(keys: &ButtonInput<KeyCode>) -> Held {
    Held {
        ctrl: keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]),
        alt: keys.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]),
        shift: keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
    }
}

/// Reads the keys pressed in this frame. While a page is open only page keys count;
/// in the rest of the menu and in text fields the keyboard belongs to the panels.
pub(super) fn read_keys(
    keys: Res<ButtonInput<KeyCode>>,
    map: Res<KeyMap>,
    (screen, pause): (Res<InState<Screen>>, Res<InState<Pause>>),
    area: Res<BoardArea>,
    (pages, panels, selection): (Res<Pages>, Res<Panels>, Res<Selection>),
    learning: Option<Res<Learning>>,
    turned: Res<ViewRotation>,
    (busy, thinking): (Res<Busy>, Option<Res<Thinking>>),
    mut skip: MessageWriter<Skip>,
    mut actions: MessageWriter<Intent>,
) {
    if area.typing && pages.binding.is_none() {
        return;
    }
    let held = held(&keys);
    for chord in keys.get_just_pressed().filter_map(|key| Chord::pressed(*key, held)) {
        if let Some(action) = pages.binding {
            actions.write_batch(bound(action, chord));
            continue;
        }
        let Some(action) = map.action(chord) else { continue };
        let intent = if *pause.get() == Pause::Paused {
            over_page(action, pages.page)
        } else if let (Action::Cancel, Some(tool)) = (action, panels.tools(selection.open).shown())
        {
            Some(Intent::Panel(Panel::Toggle(tool)))
        } else {
            match screen.get() {
                Screen::Battle if panels.playback.is_some() => watched(action),
                Screen::Menu => {
                    page_of(action).map(|page| Intent::PageAction(PageAction::Open(page)))
                }
                Screen::Result if panels.prompt.is_some() && answers(action) => meaning(action),
                Screen::Result => match action {
                    Action::Confirm => {
                        let lesson = learning.as_ref().map(|learning| learning.after());
                        Some(lesson.unwrap_or(Intent::Go(Go::Rematch)))
                    }
                    Action::Cancel => Some(Intent::Go(Go::Menu)),
                    Action::Referee | Action::ReadLog => meaning(action),
                    _ => page_of(action).map(|page| Intent::PageAction(PageAction::Open(page))),
                },
                Screen::Deployment => placed(action, turned.0),
                Screen::Battle => meaning(action).map(|intent| as_seen(intent, turned.0)),
                // The editor reads its own keys.
                Screen::Editor => None,
            }
        };
        // A key that acts on the board first skips the running animation, or hurries the computer.
        let waits = busy.0 || thinking.as_ref().is_some_and(|thinking| thinking.0);
        if waits && matches!(intent, Some(Intent::Input(_))) {
            skip.write(Skip);
        } else {
            actions.write_batch(intent);
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
    fn keys_match_the_help_page() {
        let map = KeyMap::default();
        let of = |name: &str| map.action(chord(name)).and_then(meaning);
        let hand = |input| Some(Intent::Input(input));
        assert_eq!(of("Tab"), hand(Input::Next));
        assert_eq!(of("Shift+Tab"), hand(Input::Previous));
        assert_eq!(of("9"), hand(Input::Slot(9)));
        assert_eq!(of("P"), hand(Input::Waypoint(None)));
        assert_eq!(of("Backspace"), hand(Input::DropWaypoint));
        assert_eq!(of("Up"), hand(Input::Cursor(0, -1)));
        assert_eq!(of("O"), Some(Intent::Panel(Panel::Toggle(Tool::Orders))));
        assert_eq!(of("F10"), Some(Intent::PageAction(PageAction::Open(Page::Settings))));
        assert_eq!(of("Q"), None, "this key rotates the view");
    }

    #[test]
    fn a_page_closes_by_its_own_key_and_switches_by_another() {
        let close = Some(Intent::PageAction(PageAction::Close));
        assert_eq!(over_page(Action::Help, Page::Controls), close);
        assert_eq!(over_page(Action::Cancel, Page::Rules), close);
        let other = Some(Intent::PageAction(PageAction::Open(Page::Controls)));
        assert_eq!(over_page(Action::Help, Page::Rules), other);
        assert_eq!(over_page(Action::EndTurn, Page::Rules), None);
    }

    #[test]
    fn the_next_key_is_bound_except_escape_and_modifiers() {
        let bind =
            |action, name: &str| Some(Intent::Preference(Preference::Bind(action, chord(name))));
        assert_eq!(bound(Action::Move, chord("Ctrl+B")), bind(Action::Move, "Ctrl+B"));
        assert_eq!(bound(Action::Move, chord("Shift")), None);
        assert_eq!(bound(Action::Names, chord("Shift")), bind(Action::Names, "Shift"));
        assert_eq!(
            bound(Action::Move, chord("Esc")),
            Some(Intent::PageAction(PageAction::AwaitKey(None)))
        );
    }

    #[test]
    fn the_cursor_moves_in_screen_directions() {
        let up = |quarters| as_seen(Intent::Input(Input::Cursor(0, -1)), quarters);
        assert_eq!(up(0), Intent::Input(Input::Cursor(0, -1)), "north is up");
        assert_eq!(up(1), Intent::Input(Input::Cursor(-1, 0)), "west is up");
        assert_eq!(up(2), Intent::Input(Input::Cursor(0, 1)), "south is up");
        assert_eq!(up(3), Intent::Input(Input::Cursor(1, 0)), "east is up");
    }
}
