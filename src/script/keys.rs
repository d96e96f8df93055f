//! The keys that scripts can press, by name.

use bevy::input::keyboard::{Key, KeyCode};

/// A key with the modifiers held down with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Shift, Ctrl and Alt as far as they are held, in this order.
    pub modifiers: Vec<(KeyCode, Key)>,
    /// The key.
    pub code: KeyCode,
    /// What it stands for.
    pub logical: Key,
}

impl Default for Stroke {
    /// The space bar.
    fn default() -> Self {
        Self { modifiers: Vec::new(), code: KeyCode::Space, logical: Key::Space }
    }
}

/// The keys that are neither letters nor digits.
const NAMED: [(&str, KeyCode, Key); 28] = [
    ("Space", KeyCode::Space, Key::Space),
    ("Enter", KeyCode::Enter, Key::Enter),
    ("Escape", KeyCode::Escape, Key::Escape),
    ("Esc", KeyCode::Escape, Key::Escape),
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
    ("Alt", KeyCode::AltLeft, Key::Alt),
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

impl Stroke {
    /// Reads a key by name: `Space`, `a`, `7`, `Shift+Tab`, `Ctrl+Z`.
    ///
    /// # Errors
    /// When there is no such key or modifier; the message lists what there is.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parts: Vec<&str> = text.split('+').collect();
        let name = parts.pop().unwrap_or_default();
        let modifiers = parts.into_iter().map(modifier).collect::<Result<Vec<_>, _>>()?;
        let (code, logical) = key(name).ok_or_else(|| {
            let named: Vec<&str> = NAMED.iter().map(|k| k.0).collect();
            format!("there is no key `{name}`; allowed are letters, digits, {}", named.join(", "))
        })?;
        Ok(Self { modifiers, code, logical })
    }
}

fn modifier(name: &str) -> Result<(KeyCode, Key), String> {
    match name {
        "Shift" => Ok((KeyCode::ShiftLeft, Key::Shift)),
        "Ctrl" => Ok((KeyCode::ControlLeft, Key::Control)),
        "Alt" => Ok((KeyCode::AltLeft, Key::Alt)),
        _ => Err(format!("`{name}` is not a modifier; allowed are Shift, Ctrl, Alt")),
    }
}

/// The key of a name; for letters in either case.
pub(super) fn key(name: &str) -> Option<(KeyCode, Key)> {
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
    fn names_lead_to_keys() {
        assert_eq!(key("Q").map(|k| k.0), Some(KeyCode::KeyQ));
        assert_eq!(key("9").map(|k| k.0), Some(KeyCode::Digit9));
        assert_eq!(key("?"), None);
        assert_eq!(key("Q1"), None);
        let stroke = Stroke::parse("Ctrl+Shift+z").unwrap_or_default();
        assert_eq!(stroke.code, KeyCode::KeyZ);
        let held: Vec<_> = stroke.modifiers.iter().map(|m| m.0).collect();
        assert_eq!(held, [KeyCode::ControlLeft, KeyCode::ShiftLeft]);
        assert!(Stroke::parse("Shift+").is_err_and(|e| e.contains("no key")));
    }
}
