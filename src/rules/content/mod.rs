//! Shared parts of the content loaders of all rulesets: lists with lookup by name, source texts,
//! file sets, options changed by scenarios, the rules reference, and problems with their locations.

mod bounds;
mod fields;
mod files;
mod fingerprint;
mod locate;
mod options;
mod piece;
mod reference;
mod report;
mod scalar;
mod shelf;
mod source;

pub use bounds::house_rules;
pub use files::content;
pub use files::{ContentSet, blame_options, change_options};
pub use fingerprint::Fingerprint;
pub use locate::Words;
pub use options::list as list_options;
pub use piece::Piece;
pub use piece::pieces;
pub use reference::{Reference, Row, Section};
pub use report::{Reporter, check_all, check_ids, check_pieces, check_reference, check_texts};
pub use scalar::{Metres, metres, metres_or_none};
pub use shelf::entries;
pub use shelf::{ContentEntry, Shelf};
pub use source::{Origin, Source, read_one};
