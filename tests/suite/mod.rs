//! Promises about the whole: layering, command line, scenarios, random play, replays.

mod cli;
mod layering;
mod random_play;
mod replays;
mod scenarios;
mod shipped;
