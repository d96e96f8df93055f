//! The choices that make a battle.

use std::path::PathBuf;

use crate::battle::Controller;

/// The settings of a new battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetUp {
    /// The level's file.
    pub level: PathBuf,
    /// The ruleset's id in the registry.
    pub ruleset: String,
    /// The controller of each side, by number.
    pub seats: Vec<Controller>,
    /// The dice seed.
    pub seed: u64,
    /// True if a referee may rule.
    pub referee: bool,
}
