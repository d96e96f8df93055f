//! The versions of the format. Each has a reader of its own that builds today's level, so a file
//! never has to be rewritten to stay readable.

use super::decode::{self, Decoded, Marks};
use super::reader::{Fault, round};
use super::syntax::{Node, Value};

/// The version that is written.
pub const FORMAT: u32 = 1;

/// Reads the tree of a file of any version.
pub(super) fn decode(root: &Node<'_>) -> Decoded {
    let refuse = |at: usize, message: String, help: Option<&str>| Decoded {
        level: None,
        faults: vec![Fault { at, message, help: help.map(str::to_owned) }],
        marks: Marks::default(),
    };
    let Some(group) = round(root).filter(|g| matches!(g.name, None | Some("Level"))) else {
        return refuse(root.at, "this is no level; a level begins with `Level(`".to_owned(), None);
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
            refuse(format.at, message, Some("a newer version of High Ground made it"))
        }
        _ => {
            let message = format!("unknown `format`; allowed: whole numbers from 1 to {FORMAT}");
            refuse(format.at, message, None)
        }
    }
}
