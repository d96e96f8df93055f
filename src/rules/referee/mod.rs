//! Rulings: changes that a referee may make to a battle set up with one.
//!
//! A ruling is a command like any other: checked, recorded, logged and replayed. Values are changed
//! by the same events that the rules use; facts about pairs of combatants are stored in the state
//! ([`crate::state::Referee`]), where the rules look before they look at the board; the last
//! act is undone or replayed from the moment before it.

mod again;
mod beside;
mod common;
mod conditions;
mod course;
mod values;

use super::ctx::Ctx;
use super::event::Event;
use super::oracle::{Play, Source};
use super::refusal::Refusal;
use super::resolution::{BattleStatus, CommandError, Until};
use super::ruleset::{Plan, Ruleset};
use super::run;
use super::state::State;
use super::survey::with_ctx;

use common::refuse;

pub use super::ruling::{Lasts, MAX_ALTITUDE, MAX_REASON, MOST, Ruling};
pub(super) use again::noted;

/// Checks whether a ruling is possible at the moment.
///
/// # Errors
/// Why not: there is no referee, a value is out of range, a name is unknown.
pub fn check(rules: &dyn Ruleset, ctx: Ctx<'_>, ruling: &Ruling) -> Result<Plan, Refusal> {
    if !ctx.state.scene.referee.on {
        return Err(refuse("no_referee", "this battle was set up without a referee"));
    }
    match ruling {
        Ruling::Cancel => again::last_act(ctx.state).map(|_| ())?,
        Ruling::Force { roll, faces } => {
            // Only a trial run tells whether the roll comes up and can show these faces.
            let mut trial = ctx.state.clone();
            match again::force(rules, &mut trial, *roll, faces, &mut Play) {
                Err(CommandError::Refused(refusal)) => return Err(refusal),
                // Reported when it is executed.
                Ok(_) | Err(CommandError::Fault(_)) => {}
            }
        }
        other => values::events(rules, ctx, other).map(|_| ())?,
    }
    Ok(Plan { steps: Vec::new(), warnings: Vec::new() })
}

/// Executes a ruling and continues from there.
///
/// # Errors
/// [`CommandError::Refused`] leaves the state unchanged.
pub(super) fn carry_out(
    rules: &dyn Ruleset,
    state: &mut State,
    ruling: &Ruling,
    source: &mut dyn Source,
    until: Until,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    let mut events = Vec::new();
    match ruling {
        Ruling::Cancel => again::cancel(rules, state, &mut events)?,
        Ruling::Force { roll, faces } => {
            let mut trial = state.clone();
            let done = again::force(rules, &mut trial, *roll, faces, source)?;
            *state = trial;
            return Ok(done);
        }
        other => {
            let fresh = with_ctx(rules, state, |ctx| values::events(rules, ctx, other))?;
            run::put(state, fresh, None, &mut events);
            if let Some(last) = state.last.as_mut().filter(|_| ruling.is_about_a_pair()) {
                last.rulings.push(ruling.clone());
            }
        }
    }
    let rest = run::advance_until(rules, state, source, &mut events, until)?;
    Ok((events, rest))
}
