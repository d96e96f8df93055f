//! Tests of editing.

mod conduct;
mod events;
mod storeys;
mod tools;
mod undo;
