//! Tests of editing.

mod events;
mod tools;
mod undo;
