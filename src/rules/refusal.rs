//! Refusals: why a command is not allowed.

use serde::{Deserialize, Serialize};

use super::{Key, RuleId};

/// Why a command is not allowed. A refused command leaves the state unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, thiserror::Error)]
#[error("{text} [{rule}]")]
pub struct Refusal {
    /// A stable name for tests and scripts: `out_of_range`, `no_energy`, ...
    pub code: Key,
    /// The reason, as shown to players.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
}

impl Refusal {
    /// A refusal with its code, its text and its rule.
    pub fn new(code: &'static str, text: impl Into<String>, rule: &'static str) -> Self {
        Self { code: Key::of(code), text: text.into(), rule: RuleId::of(rule) }
    }
}
