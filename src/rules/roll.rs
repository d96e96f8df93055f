//! Tests: which dice are rolled, how they are counted, and what a result means.
//!
//! A [`Test`] describes a roll before it is made. It distinguishes no more of the dice than it
//! needs, scores their faces, and knows the exact chance of every result. A [`Settle`] decides
//! between two opposed tests; a [`Table`] maps a roll to one of several entries.

mod contest;
mod count;
mod known;
mod result;
mod settle;
mod table;
mod test;
#[cfg(test)]
mod tests;
pub mod words;

pub use contest::{Contest, Margins, Winner};
pub use count::{Compare, Count, Needs, bursts};
pub use result::{Band, Degree, Scale};
pub use settle::{BothFail, Settle, SettleBy, Tie};
pub use table::{Row, Table, TableError};
pub use test::{Score, Test};
