//! What the loaders of all rulesets share: lists that are looked up by name, texts with their
//! places, options that scenarios change, the reference, and problems that say where they are.

mod locate;
mod options;
mod reference;
mod report;
mod scalar;
mod shelf;
mod source;

pub use locate::Words;
pub use options::replace as replace_option;
pub use reference::{Reference, Row, Section};
pub use report::{Reporter, check_ids, check_texts};
pub use scalar::{metres, metres_or_none};
pub(crate) use shelf::entries;
pub use shelf::{Entry, Shelf};
pub use source::{Source, read_one};
