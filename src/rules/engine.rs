//! Resolves a battle: commands become steps, steps become events, events change the state.
//!
//! It works on a plain [`State`] with any [`Source`] of dice and decisions, so play, replay, odds,
//! look-ahead and tests all run the same code.

use std::sync::Arc;

use super::check;
use super::command::Command;
use super::ctx::Ctx;
use super::event::Event;
use super::oracle::Source;
use super::prompt::{Answer, Prompt};
use super::referee;
use super::refusal::Refusal;
use super::ruleset::{Plan, Ruleset};
use super::run::{Run, take_up};
use super::state::State;
use super::step::FrameId;

pub use super::resolution::{BattleStatus, CommandError, Fault, Until};
pub use super::run::{advance, advance_until, give, watch_consequences};
pub use super::survey::{survey, with_ctx};

/// Checks whether a command is allowed now; returns the steps it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(rules: &dyn Ruleset, state: &State, command: &Command) -> Result<Plan, Refusal> {
    with_ctx(rules, state, |ctx| check_in(rules, ctx, command))
}

/// Like [`check()`], with the context already at hand.
///
/// # Errors
/// Why it is not allowed.
pub fn check_in(rules: &dyn Ruleset, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    match command {
        Command::Ruling(ruling) => {
            command.check_bounds()?;
            referee::check(rules, ctx, ruling)
        }
        _ => check::command(rules, ctx, command),
    }
}

/// Executes a command and resolves everything that follows from it.
///
/// # Errors
/// [`CommandError::Refused`] leaves the state unchanged. [`CommandError::Fault`] means that the
/// ruleset did not finish; the state is then unusable.
pub fn submit(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    source: &mut dyn Source,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    submit_until(rules, state, command, source, Until::Wanted)
}

/// Like [`submit`], stopping as `until` specifies.
///
/// # Errors
/// As [`submit`].
pub fn submit_until(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    source: &mut dyn Source,
    until: Until,
) -> Result<(Vec<Event>, BattleStatus), CommandError> {
    let board = Arc::clone(&state.scene.board);
    let field = survey(rules, &board, state);
    let plan = check_in(rules, Ctx { state, field: &field, frame: FrameId::default() }, command)?;
    if let Command::Ruling(ruling) = command {
        return referee::carry_out(rules, state, ruling, source, until);
    }
    let mut events = Vec::new();
    // An order given beside an open question leaves it open.
    if matches!(command, Command::Policy { .. })
        && let Some(prompt) = state.queue.waiting.clone()
    {
        take_up(state, command, plan, &mut events);
        return Ok((events, BattleStatus::Asked(prompt)));
    }
    // Look-ahead is not an act that the referee could undo.
    if state.scene.referee.on && until != Until::Idle {
        return referee::noted(rules, state, command, plan, source, until);
    }
    take_up(state, command, plan, &mut events);
    let rest = Run::new(until).go_on(rules, state, Some(field), source, &mut events)?;
    Ok((events, rest))
}

/// The answer for a player who does not want to be asked.
pub fn policy_answer(rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
    with_ctx(rules, state, |ctx| rules.policy(ctx, prompt))
}
