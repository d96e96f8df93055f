//! Restores the typed parts of a state read from a file.

use std::sync::Arc;

use super::ruleset::{Ruleset, SetUpError};
use super::state::{State, Units};
use super::step::StepError;

/// Why a saved battle cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReviveError {
    /// The state refers to content that the ruleset does not have, or no longer has.
    #[error("{unit}: {source}")]
    Content {
        /// The combatant's name.
        unit: String,
        /// What is missing.
        source: SetUpError,
    },
    /// A pending step is unknown.
    #[error(transparent)]
    Step(#[from] StepError),
}

/// Restores the typed sheets and steps of a state read from a file. Idempotent.
///
/// # Errors
/// If the state refers to something that the ruleset does not have.
pub fn revive(rules: &dyn Ruleset, state: &mut State) -> Result<(), ReviveError> {
    let before = state.last.as_mut().map(|last| &mut Arc::make_mut(&mut last.before).units);
    let before = before.into_iter().flat_map(Units::iter_mut);
    let scene = &mut *state.scene;
    let late = scene.arrivals.iter_mut().map(|arrival| &mut arrival.unit);
    let late = late.chain(scene.story.units_mut());
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
