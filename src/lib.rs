//! High Ground: tactical skirmishes on a square-grid battle map with height, under five tabletop
//! rulesets, with a level editor.
//!
//! Dependencies between the modules run one way:
//! `grid <- rules <- level <- battle <- {sound, view, editor} <- ui <- app, cli`.

pub mod app;
pub mod battle;
pub mod cli;
pub mod crash;
pub mod data;
pub mod editor;
pub mod files;
pub mod grid;
pub mod keyboard;
pub mod level;
pub mod picture;
pub mod rules;
pub mod scenario;
pub mod script;
pub mod settings;
pub mod sound;
pub mod ui;
pub mod view;

/// For the programs, tests and benchmarks of this package alike.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
