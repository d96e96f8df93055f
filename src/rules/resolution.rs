//! How far a battle is resolved, what it waits for, and possible faults.

use serde::{Deserialize, Serialize};

use grid::UnitId;

use super::dice::Throw;
use super::prompt::Prompt;
use super::refusal::Refusal;
use super::state::Verdict;
use super::step::StepError;

/// Maximum number of step runs after one command; more is a fault in a ruleset.
pub(super) const MAX_RUNS: u32 = 20_000;

/// Maximum nesting depth of steps.
pub(super) const MAX_DEPTH: usize = 200;

/// What a battle waits for once nothing more can be resolved automatically.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleStatus {
    /// One of these combatants may act.
    Await(Vec<UnitId>),
    /// A player must answer a prompt.
    Asked(Prompt),
    /// Dice are needed that the source did not roll.
    Dice(Throw),
    /// The battle is over.
    Over(Verdict),
    /// The command is resolved; the ruleset was not asked what comes next. Only with
    /// [`Until::Idle`].
    Idle,
}

/// How far to run a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until a combatant must act, a player must answer, or the battle and its aftermath are over.
    Wanted,
    /// Like [`Self::Wanted`], but stops before the aftermath begins, so that the end of the battle
    /// can be shown first.
    Verdict,
    /// Until the command and its consequences are resolved. Other turns and the next round do not
    /// begin.
    Idle,
}

/// A fault in a ruleset: its steps do not end, or are not its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Too many steps after one command.
    #[error("more than {MAX_RUNS} steps followed one command; the last was `{0}`")]
    Endless(String),
    /// A pending step does not belong to the ruleset.
    #[error(transparent)]
    Step(#[from] StepError),
    /// Steps are nested too deeply.
    #[error("more than {MAX_DEPTH} steps nest; the last was `{0}`")]
    TooDeep(String),
}

/// Why a command had no effect.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CommandError {
    /// The rules do not allow it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}
