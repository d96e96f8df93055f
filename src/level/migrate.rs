//! Versions of the format. Each has its own reader that builds a current level, so files stay
//! readable without being rewritten.

use super::decode::{self, Decoded, Marks};
use super::reader::{Fault, round};
use super::syntax::{Node, Value};

/// The version written by this program.
pub const FORMAT: u32 = 1;

/// Decodes the tree of a level file of any version.
pub(super) fn decode(root: &Node<'_>) -> Decoded {
    decode_as(root, "Level", decode::decode)
}

/// Decodes the tree of a part's file of any version.
pub(super) fn decode_part(root: &Node<'_>) -> Decoded {
    decode_as(root, "Part", decode::decode_part)
}

/// Decodes the tree of a file of any version that begins with this word.
fn decode_as(
    root: &Node<'_>,
    word: &'static str,
    current: impl FnOnce(&Node<'_>) -> Decoded,
) -> Decoded {
    let refuse = |at: usize, message: String, help: Option<&str>| Decoded {
        level: None,
        faults: vec![Fault { at, message, help: help.map(str::to_owned) }],
        marks: Marks::default(),
        extent: None,
    };
    let what = word.to_lowercase();
    // A level may omit its word.
    let named = |name: Option<&str>| name == Some(word) || (name.is_none() && word == "Level");
    let Some(group) = round(root).filter(|g| named(g.name)) else {
        return refuse(root.at, format!("not a {what}: a {what} begins with `{word}(`"), None);
    };
    let format = group
        .entries
        .iter()
        .find(|e| e.key.as_ref().is_some_and(|key| matches!(key.value, Value::Word("format"))));
    let Some(format) = format.map(|e| &e.value) else {
        let help = format!("add `format: {FORMAT},` as the first line");
        return refuse(root.at, format!("the {what} needs `format`"), Some(&help));
    };
    let number = match &format.value {
        Value::Number(text) => text.parse::<u32>().ok(),
        _ => None,
    };
    match number {
        Some(1) => current(root),
        Some(newer) if newer > FORMAT => {
            let message =
                format!("the {what} has format {newer}; this program reads formats up to {FORMAT}");
            refuse(format.at, message, Some("it was made by a newer version of High Ground"))
        }
        _ => {
            let message = format!("unknown `format`; allowed: whole numbers from 1 to {FORMAT}");
            refuse(format.at, message, None)
        }
    }
}
