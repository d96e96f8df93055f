//! Opponents against each other: pairings, results and ratings.
//!
//! The unit is a pair: two battles with the same seed on the same level, with the players' sides
//! swapped. Everything here is plain values; `highground arena` fights the battles and keeps the
//! files.

mod entry;
mod ledger;
mod plan;
mod ratings;
mod tally;
mod times;

pub use entry::{Bout, FoughtBattle, Outcome, ResultError, fingerprint};
pub use ledger::{Conflict, Ledger};
pub use plan::{Pair, Plan, round_robin};
pub use ratings::{Rating, ratings};
pub use tally::{Scope, Tally, tallies};
pub use times::{Clocks, Times};
