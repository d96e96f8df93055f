//! Tests: what is thrown for what, how the throw is counted, and what a result is worth.
//!
//! A [`Test`] is a roll before its dice fall. It names the throw with no more than is read from it,
//! scores faces, and knows the exact chance of every result. Two tests are settled against each
//! other by a [`Settle`]; a [`Table`] turns a throw into one of several entries.

mod contest;
mod count;
mod table;
mod test;
pub mod words;

pub use contest::{BothFail, Contest, Settle, SettleBy, Tie, Winner};
pub use count::{Compare, Count, Needs, bursts};
pub use table::{Row, Table, TableError};
pub use test::{Band, Scale, Score, Test};
