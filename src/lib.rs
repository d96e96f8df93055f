//! High Ground: tactical skirmishes on a square-grid battle map with height, under five tabletop
//! rulesets, with a level editor.
//!
//! A battle is a [`rules::state::State`] that only events change. A [`rules::Command`] is checked
//! and turned into steps, a ruleset turns each step into events, and these same events change the
//! state, the log, the record and the picture:
//!
//! ```text
//! Command ─▶ check ─▶ Steps ─▶ Ruleset ─▶ Events ─▶ State ─▶ window, log, record
//!                              ▲ dice, answers (Oracle)
//! ```
//!
//! From the bottom up; each layer may use those above it in this list. Most are packages, which
//! this package re-exports:
//!
//! - [`grid`]: the board and its geometry: distance, movement, sight, cover, flanking, falls
//! - [`rules`]: state, commands, steps, events, dice, odds
//! - [`precision`], [`momentum`], [`vigor`], [`turnside`], [`evoker`]: the rulesets; [`registry`]:
//!   all of them by name
//! - [`level`]: level files
//! - [`scenario`]: small battles in text files with their expected outcome
//! - [`battle`]: a battle as entities and components, with records, saves and the computer opponent
//! - [`lesson`]: guided battles in steps that wait for the player, and tips for other battles
//! - [`editor`]: editing levels, without a window
//! - [`picture`]: a plan of a board as an image
//! - [`import`]: maps of other programs as levels
//! - [`sound`], [`view`]: audio, the board in 3D
//! - [`keyboard`], [`settings`]: keys by name, the player's settings
//! - [`ui`]: panels, menus, and what clicks and keys mean
//! - [`script`], [`app`], [`cli`]: scripts that drive the window, the window, the command line
//! - [`files`], [`data`], [`crash`]: safe reading and writing, where assets and levels are found,
//!   what is saved when the program fails
//!
//! A level, the odds of a command, a turn, and the rest of the battle between two computer players,
//! with the same code as in the window:
//!
//! ```
//! use std::path::Path;
//!
//! use highground::battle::ai::SimpleAi;
//! use highground::battle::autoplay::{Decider, run_headless};
//! use highground::battle::setup::{Choices, Setup};
//! use highground::level::Level;
//! use highground::rules::dice::Likelihood;
//! use highground::rules::engine::{self, BattleStatus};
//! use highground::rules::oracle::Play;
//! use highground::registry::RulesetId;
//! use highground::rules::state::State;
//! use highground::rules::{Key, odds};
//!
//! let level = Level::load(Path::new("levels/bridge.ron")).expect("a level that can be read");
//! let (id, choices) = (RulesetId::Precision, Choices { seed: 7, ..Choices::default() });
//! let setup = Setup::from_level(&level, Key::new(id.name()), id.built_in(), choices)
//!     .expect("a level that can be played");
//!
//! // The computer chooses a command; its outcomes and their chances sum to 1.
//! let rules = setup.rules.clone();
//! let mut state = State::new(setup.scene.clone(), setup.units.clone(), setup.seed);
//! let status = engine::advance(&*rules, &mut state, &mut Play, &mut Vec::new()).unwrap();
//! let BattleStatus::Await(units) = status else { panic!("no unit may act") };
//! let command = SimpleAi::new().command(&*rules, &state, &units);
//! let courses = odds::courses(&*rules, &state, &command, ()).unwrap();
//! assert_eq!(courses.chance(|_| true), Likelihood::ONE);
//! // Then the dice decide.
//! let (events, _) = engine::submit(&*rules, &mut state, &command, &mut Play).unwrap();
//! assert!(!events.is_empty());
//!
//! let computer = |_| -> Box<dyn Decider> { Box::new(SimpleAi::new()) };
//! let mut deciders: Vec<_> = level.sides.iter().map(computer).collect();
//! let report = run_headless(setup, &mut deciders, 20).expect("a battle that ends");
//! assert!(report.rounds <= 20 && report.commands > 0);
//! ```

pub use {
    battle, crash, editor, evoker, files, grid, import, keyboard, lesson, level, momentum, picture,
    precision, registry, rules, scenario, settings, sound, turnside, ui, view, vigor,
};

pub mod app;
pub mod cli;
pub mod data;
pub mod script;

/// For the package's programs, tests and benchmarks.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
