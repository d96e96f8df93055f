//! Key names, as used by scripts, settings, help and buttons.

use std::fmt;

use bevy::input::keyboard::{Key, KeyCode};

/// A key name that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// There is no key of this name.
    #[error("there is no key `{0}`; allowed: letters, digits, {names}", names = key_names())]
    Unknown(String),
    /// This is not a modifier.
    #[error("`{0}` is not a modifier; allowed: Shift, Ctrl, Alt")]
    NotAModifier(String),
}

/// The names of keys that are neither letters nor digits.
fn key_names() -> String {
    NAMED.map(|(name, ..)| name).join(", ")
}

/// A key together with the modifiers held down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The held ones of Shift, Ctrl and Alt, in this order.
    pub modifiers: Vec<(KeyCode, Key)>,
    /// The key.
    pub code: KeyCode,
    /// Its logical meaning.
    pub logical: Key,
}

impl Default for Stroke {
    /// The space bar.
    fn default() -> Self {
        Self { modifiers: Vec::new(), code: KeyCode::Space, logical: Key::Space }
    }
}

/// Keys that are neither letters nor digits. If a key has two names, the first is shown.
const NAMED: [(&str, KeyCode, Key); 35] = [
    ("Space", KeyCode::Space, Key::Space),
    ("Enter", KeyCode::Enter, Key::Enter),
    ("Esc", KeyCode::Escape, Key::Escape),
    ("Escape", KeyCode::Escape, Key::Escape),
    ("Tab", KeyCode::Tab, Key::Tab),
    ("Backspace", KeyCode::Backspace, Key::Backspace),
    ("Delete", KeyCode::Delete, Key::Delete),
    ("Home", KeyCode::Home, Key::Home),
    ("End", KeyCode::End, Key::End),
    ("PageUp", KeyCode::PageUp, Key::PageUp),
    ("PageDown", KeyCode::PageDown, Key::PageDown),
    ("Up", KeyCode::ArrowUp, Key::ArrowUp),
    ("Down", KeyCode::ArrowDown, Key::ArrowDown),
    ("Left", KeyCode::ArrowLeft, Key::ArrowLeft),
    ("Right", KeyCode::ArrowRight, Key::ArrowRight),
    ("Insert", KeyCode::Insert, Key::Insert),
    ("Alt", KeyCode::AltLeft, Key::Alt),
    ("AltRight", KeyCode::AltRight, Key::Alt),
    ("Shift", KeyCode::ShiftLeft, Key::Shift),
    ("ShiftRight", KeyCode::ShiftRight, Key::Shift),
    ("Ctrl", KeyCode::ControlLeft, Key::Control),
    ("CtrlRight", KeyCode::ControlRight, Key::Control),
    ("NumEnter", KeyCode::NumpadEnter, Key::Enter),
    ("F1", KeyCode::F1, Key::F1),
    ("F2", KeyCode::F2, Key::F2),
    ("F3", KeyCode::F3, Key::F3),
    ("F4", KeyCode::F4, Key::F4),
    ("F5", KeyCode::F5, Key::F5),
    ("F6", KeyCode::F6, Key::F6),
    ("F7", KeyCode::F7, Key::F7),
    ("F8", KeyCode::F8, Key::F8),
    ("F9", KeyCode::F9, Key::F9),
    ("F10", KeyCode::F10, Key::F10),
    ("F11", KeyCode::F11, Key::F11),
    ("F12", KeyCode::F12, Key::F12),
];

const LETTERS: [KeyCode; 26] = [
    KeyCode::KeyA,
    KeyCode::KeyB,
    KeyCode::KeyC,
    KeyCode::KeyD,
    KeyCode::KeyE,
    KeyCode::KeyF,
    KeyCode::KeyG,
    KeyCode::KeyH,
    KeyCode::KeyI,
    KeyCode::KeyJ,
    KeyCode::KeyK,
    KeyCode::KeyL,
    KeyCode::KeyM,
    KeyCode::KeyN,
    KeyCode::KeyO,
    KeyCode::KeyP,
    KeyCode::KeyQ,
    KeyCode::KeyR,
    KeyCode::KeyS,
    KeyCode::KeyT,
    KeyCode::KeyU,
    KeyCode::KeyV,
    KeyCode::KeyW,
    KeyCode::KeyX,
    KeyCode::KeyY,
    KeyCode::KeyZ,
];

const DIGITS: [KeyCode; 10] = [
    KeyCode::Digit0,
    KeyCode::Digit1,
    KeyCode::Digit2,
    KeyCode::Digit3,
    KeyCode::Digit4,
    KeyCode::Digit5,
    KeyCode::Digit6,
    KeyCode::Digit7,
    KeyCode::Digit8,
    KeyCode::Digit9,
];

/// Numpad digits, equivalent to those of the upper row.
const NUMBER_BLOCK: [KeyCode; 10] = [
    KeyCode::Numpad0,
    KeyCode::Numpad1,
    KeyCode::Numpad2,
    KeyCode::Numpad3,
    KeyCode::Numpad4,
    KeyCode::Numpad5,
    KeyCode::Numpad6,
    KeyCode::Numpad7,
    KeyCode::Numpad8,
    KeyCode::Numpad9,
];

/// Modifiers that are held down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Held {
    /// Control.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Shift.
    pub shift: bool,
}

/// A key binding: a key with an exact set of modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chord {
    /// The key.
    pub code: KeyCode,
    /// The modifiers.
    pub held: Held,
}

impl Chord {
    /// A key that was pressed with these modifiers held. Numpad digits count as those of the upper
    /// row; a modifier itself has no modifiers. `None` for keys without a name.
    pub fn pressed(code: KeyCode, held: Held) -> Option<Self> {
        let block = NUMBER_BLOCK.iter().position(|c| *c == code);
        let code = block.and_then(|digit| DIGITS.get(digit)).copied().unwrap_or(code);
        name_of(code)?;
        let held = if is_modifier(code) { Held::default() } else { held };
        Some(Self { code, held })
    }

    /// Parses a key name like [`Stroke::parse`].
    ///
    /// # Errors
    /// If there is no such key or modifier; the message lists the valid ones.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let stroke = Stroke::parse(text)?;
        let holds = |code: KeyCode| stroke.modifiers.iter().any(|(held, _)| *held == code);
        let held = Held {
            ctrl: holds(KeyCode::ControlLeft),
            alt: holds(KeyCode::AltLeft),
            shift: holds(KeyCode::ShiftLeft),
        };
        Ok(Self { code: stroke.code, held })
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Held { ctrl, alt, shift } = self.held;
        for (held, name) in [(ctrl, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")] {
            if held {
                f.write_str(name)?;
            }
        }
        f.write_str(&name_of(self.code).unwrap_or_default())
    }
}

/// Whether a key is a modifier.
pub const fn is_modifier(code: KeyCode) -> bool {
    matches!(
        code,
        KeyCode::AltLeft
            | KeyCode::AltRight
            | KeyCode::ShiftLeft
            | KeyCode::ShiftRight
            | KeyCode::ControlLeft
            | KeyCode::ControlRight
    )
}

/// The name of a key, if it has one.
fn name_of(code: KeyCode) -> Option<String> {
    if let Some((name, ..)) = NAMED.iter().find(|(_, known, _)| *known == code) {
        return Some((*name).to_owned());
    }
    if let Some(digit) = DIGITS.iter().position(|known| *known == code) {
        return Some(digit.to_string());
    }
    let letter = LETTERS.iter().position(|known| *known == code)?;
    u8::try_from(letter).ok().map(|n| char::from(b'A' + n).to_string())
}

impl Stroke {
    /// Parses a key name: `Space`, `a`, `7`, `Shift+Tab`, `Ctrl+Z`.
    ///
    /// # Errors
    /// If there is no such key or modifier; the message lists the valid ones.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let mut parts: Vec<&str> = text.split('+').collect();
        let name = parts.pop().unwrap_or_default();
        let modifiers = parts.into_iter().map(modifier).collect::<Result<Vec<_>, _>>()?;
        let (code, logical) = key(name).ok_or_else(|| KeyError::Unknown(name.to_owned()))?;
        Ok(Self { modifiers, code, logical })
    }
}

fn modifier(name: &str) -> Result<(KeyCode, Key), KeyError> {
    match name {
        "Shift" => Ok((KeyCode::ShiftLeft, Key::Shift)),
        "Ctrl" => Ok((KeyCode::ControlLeft, Key::Control)),
        "Alt" => Ok((KeyCode::AltLeft, Key::Alt)),
        _ => Err(KeyError::NotAModifier(name.to_owned())),
    }
}

/// The key with this name; letters in either case.
pub fn key(name: &str) -> Option<(KeyCode, Key)> {
    if let Some((_, code, logical)) = NAMED.iter().find(|(n, ..)| *n == name) {
        return Some((*code, logical.clone()));
    }
    let mut letters = name.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let code = if letter.is_ascii_digit() {
        DIGITS.get(usize::try_from(letter.to_digit(10)?).ok()?)
    } else if letter.is_ascii_alphabetic() {
        LETTERS.get(usize::from(letter.to_ascii_uppercase() as u8 - b'A'))
    } else {
        None
    };
    code.map(|code| (*code, Key::Character(letter.to_lowercase().collect::<String>().into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_names_are_parsed() {
        assert_eq!(key("Q").map(|k| k.0), Some(KeyCode::KeyQ));
        assert_eq!(key("9").map(|k| k.0), Some(KeyCode::Digit9));
        assert_eq!(key("?"), None);
        assert_eq!(key("Q1"), None);
        let stroke = Stroke::parse("Ctrl+Shift+z").unwrap_or_default();
        assert_eq!(stroke.code, KeyCode::KeyZ);
        let held: Vec<_> = stroke.modifiers.iter().map(|m| m.0).collect();
        assert_eq!(held, [KeyCode::ControlLeft, KeyCode::ShiftLeft]);
        assert_eq!(Stroke::parse("Shift+"), Err(KeyError::Unknown(String::new())));
        let why = |name: &str| Stroke::parse(name).map_err(|error| error.to_string());
        let message = why("Qq").unwrap_err();
        assert!(message.starts_with("there is no key `Qq`; allowed: letters, digits, Space, "));
        let message = "`Hyper` is not a modifier; allowed: Shift, Ctrl, Alt".to_owned();
        assert_eq!(why("Hyper+Q"), Err(message));
    }

    #[test]
    fn chords_round_trip() {
        for name in ["Ctrl+Z", "Ctrl+Alt+Shift+F4", "Tab", "7", "Alt", "NumEnter", "Esc"] {
            assert_eq!(Chord::parse(name).map(|c| c.to_string()).as_deref(), Ok(name));
        }
        let seven = Chord::parse("7").ok();
        assert_eq!(Chord::pressed(KeyCode::Numpad7, Held::default()), seven);
        let alt = Held { alt: true, ..Held::default() };
        assert_eq!(Chord::pressed(KeyCode::AltLeft, alt), Chord::parse("Alt").ok());
        assert_eq!(Chord::pressed(KeyCode::MediaStop, alt), None, "it has no name");
    }
}
