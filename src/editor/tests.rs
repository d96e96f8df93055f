//! Tests of editing.

mod tools;
mod undo;
