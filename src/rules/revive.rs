//! Makes a state that was read from a file one that its ruleset can go on with.

use std::sync::Arc;

use super::ruleset::{Ruleset, SetUpError};
use super::state::{State, Units};
use super::step::StepError;

/// Why a battle that was read cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviveError {
    /// The state names content that the ruleset does not have (any more).
    #[error("{unit}: {source}")]
    Content {
        /// The combatant's name.
        unit: String,
        /// What is missing.
        source: SetUpError,
    },
    /// A step under way is unknown.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Makes the typed sheets and steps of a state that was read. Done again it changes nothing.
///
/// # Errors
/// When the state names something that the ruleset does not have.
pub fn revive(rules: &dyn Ruleset, state: &mut State) -> Result<(), ReviveError> {
    let before = state.last.as_mut().map(|last| &mut Arc::make_mut(&mut last.before).units);
    let before = before.into_iter().flat_map(Units::iter_mut);
    let late = state.scene.arrivals.iter_mut().map(|arrival| &mut arrival.unit);
    for unit in state.units.iter_mut().chain(before).chain(late) {
        rules
            .revive(unit)
            .map_err(|source| ReviveError::Content { unit: unit.identity.name.clone(), source })?;
    }
    for frame in &mut state.queue.frames {
        rules.revive_step(&mut frame.step)?;
    }
    Ok(())
}
