//! Tests of the editor state and panels, without a window.

mod files;
mod panels;
mod parts;
mod state;
mod units;
