//! Versions of the format. Each has its own reader that builds a current level, so files stay
//! readable without being rewritten.

use super::decode::{self, Decoded, Marks};
use super::reader::{Fault, round};
use super::syntax::{Node, Value};

/// The version written by this program.
pub const FORMAT: u32 = 1;

/// Decodes the tree of a file of any version.
pub(super) fn decode(root: &Node<'_>) -> Decoded {
    let refuse = |at: usize, message: String, help: Option<&str>| Decoded {
        level: None,
        faults: vec![Fault { at, message, help: help.map(str::to_owned) }],
        marks: Marks::default(),
    };
    let Some(group) = round(root).filter(|g| matches!(g.name, None | Some("Level"))) else {
        return refuse(root.at, "not a level: a level begins with `Level(`".to_owned(), None);
    };
    let format = group
        .entries
        .iter()
        .find(|e| e.key.as_ref().is_some_and(|key| matches!(key.value, Value::Word("format"))));
    let Some(format) = format.map(|e| &e.value) else {
        let help = format!("add `format: {FORMAT},` as the first line");
        return refuse(root.at, "the level needs `format`".to_owned(), Some(&help));
    };
    let number = match &format.value {
        Value::Number(text) => text.parse::<u32>().ok(),
        _ => None,
    };
    match number {
        Some(1) => decode::decode(root),
        Some(newer) if newer > FORMAT => {
            let message =
                format!("the level has format {newer}; this program reads formats up to {FORMAT}");
            refuse(format.at, message, Some("it was made by a newer version of High Ground"))
        }
        _ => {
            let message = format!("unknown `format`; allowed: whole numbers from 1 to {FORMAT}");
            refuse(format.at, message, None)
        }
    }
}
