//! What opponents remember of the turn in progress, so that a battle that is loaded in the middle of
//! a turn goes on as it would have.

use serde::{Deserialize, Serialize};

use super::side_plan::SidePlan;
use super::turn::Turn;

/// What an opponent remembers after a command.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Memory {
    pub(super) turn: Turn,
    /// What its side has agreed on for this turn.
    #[serde(default, skip_serializing_if = "SidePlan::is_usual")]
    pub(super) plan: SidePlan,
    /// Effort of this turn.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) spent: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}
