//! The settings of a new battle.

use std::path::PathBuf;

use battle::Controller;
use rules::house::Changes;

/// Why the settings do not make a battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// There is no level.
    #[error("No level to play.")]
    NoLevel,
    /// The level cannot be played; the text says why.
    #[error("The level cannot be played: {0}")]
    Unplayable(String),
    /// There is no ruleset.
    #[error("No ruleset.")]
    NoRuleset,
    /// The entered seed is not a number.
    #[error("The seed must be a whole number up to {limit}, not {0:?}.", limit = u64::MAX)]
    Seed(String),
}

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
    /// True if the players get no hints.
    pub unaided: bool,
    /// True if the players place their units before the battle.
    pub deploy: bool,
    /// Options of the ruleset that differ from its data.
    pub house_rules: Changes,
}
