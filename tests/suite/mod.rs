//! Tests of the whole program: layering, command line, scenarios, random play, replays.

mod advice;
mod arena;
mod cli;
mod conduct;
mod deployment;
mod events;
mod every_level;
mod harden;
mod house_keys;
mod house_rules;
mod keyboard;
mod layering;
mod lessons;
mod level_fields;
mod mouse;
mod odds_agree;
mod opponents;
mod parts;
mod profiles;
mod replays;
mod rows;
mod scenarios;
mod shipped;
mod sizes;
mod wording;
