//! How two opposed rolls are compared.

use serde::{Deserialize, Serialize};

/// What a contest compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SettleBy {
    /// The totals; neither side has its own target number (MO-4, TU-129).
    #[default]
    Totals,
    /// First whether each side passes its own test, then the degrees (EV-7).
    Degrees,
}

/// Who wins a tie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The passive side wins: nothing changes.
    #[default]
    Passive,
    /// The acting side.
    Active,
    /// The side with the higher target number; if equal, the passive side.
    HigherMark,
    /// Neither side wins: both roll again (EV-10).
    Again,
}

/// Who wins if both fail their own tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BothFail {
    /// Nothing changes (EV-9).
    #[default]
    StatusQuo,
    /// The side that fails by fewer degrees.
    LesserFailure,
}

/// How two opposed rolls are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settle {
    /// What is compared.
    pub by: SettleBy,
    /// Who wins a tie.
    #[serde(default)]
    pub tie: Tie,
    /// Who wins if both fail; only used with degrees.
    #[serde(default)]
    pub both_fail: BothFail,
}
