//! What a list shows of a save, and how large it may be.

use serde::{Deserialize, Serialize};

/// The largest save that is read, in bytes (64 MiB).
pub const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// The summary of a save for lists, readable without the battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SaveSummary {
    /// The name that the player gave it.
    pub name: String,
    /// The name of the level.
    pub level: String,
    /// The name of the ruleset in the registry.
    pub ruleset: String,
    /// The round in which it was saved.
    pub round: u32,
    /// When it was saved, in seconds since 1970; `None` if unknown.
    pub written: Option<u64>,
    /// The battle is over.
    pub over: bool,
    /// A small picture of the board as a PNG file; empty if there is none.
    pub picture: Vec<u8>,
}
