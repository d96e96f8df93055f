//! What holds whatever an author does.

mod tools;
mod undo;
