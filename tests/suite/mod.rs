//! Promises about the whole: layering, command line, scenarios, random play, replays.

mod cli;
mod layering;
