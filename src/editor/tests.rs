//! Tests of editing.

mod events;
mod storeys;
mod tools;
mod undo;
