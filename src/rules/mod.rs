//! The rules core: what a ruleset is, the state it reads, the events it answers with, and the
//! oracle that gives it dice and decisions. Pure: no engine, no clock, no global chance.

mod key;
pub mod precision;

pub use key::Key;
