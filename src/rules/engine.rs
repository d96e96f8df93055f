//! Resolves a battle: commands become steps, steps become events, events change the state.
//!
//! It works on a plain [`State`] with any [`Source`] of dice and decisions, so play, replay, odds,
//! look-ahead and tests all run the same code.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Board, Field, UnitId};

use super::Key;
use super::command::{Command, Refusal, Target};
use super::dice::Throw;
use super::event::Event;
use super::oracle::{Given, Source};
use super::parameter::{self, Values};
use super::policy;
use super::prompt::{Answer, Prompt};
use super::referee;
use super::ruleset::{Ctx, Plan, Ruleset};
use super::run::{MAX_DEPTH, MAX_RUNS, Run, put};
use super::state::{State, Verdict};
use super::step::{FrameId, StepError};

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

/// The geometry of the current state: the board and everyone on it.
pub fn survey<'a>(rules: &dyn Ruleset, board: &'a Board, state: &State) -> Field<'a> {
    let mut bodies = Vec::with_capacity(state.units.len());
    bodies.extend(state.units.iter().filter(|u| u.status.is_present()).map(|u| rules.body(u)));
    Field::new(board, bodies).with_hazard_height(rules.hazard_height())
}

/// Calls `read` with the context of the current state.
pub fn with_ctx<R>(rules: &dyn Ruleset, state: &State, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let board = Arc::clone(&state.scene.board);
    let field = survey(rules, &board, state);
    read(Ctx { state, field: &field, frame: FrameId::default() })
}

/// Checks whether a command is allowed now; returns the steps it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(rules: &dyn Ruleset, state: &State, command: &Command) -> Result<Plan, Refusal> {
    with_ctx(rules, state, |ctx| check_in(rules, ctx, command))
}

/// Like [`check`], with the context already at hand.
///
/// # Errors
/// Why it is not allowed.
pub fn check_in(rules: &dyn Ruleset, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    let state = ctx.state;
    command.check_bounds()?;
    if let Command::Ruling(ruling) = command {
        return referee::check(rules, ctx, ruling);
    }
    let answering = matches!(command, Command::Answer(_));
    // Only the aftermath can still ask questions.
    if state.scene.verdict.is_some() && !(answering && state.queue.waiting.is_some()) {
        return Err(Refusal::new("over", "the battle is over", "HG-1"));
    }
    match (&state.queue.waiting, answering) {
        (Some(prompt), false) => {
            // The question itself is visible only to the side that is asked.
            let side = state.scene.sides.get(usize::from(prompt.side.0));
            let name = side.map_or_else(String::new, |s| s.name.clone());
            let text = format!("{name} must answer a question first");
            return Err(Refusal::new("asked", text, "HG-2"));
        }
        (None, true) => {
            return Err(Refusal::new("not_asked", "there is no question to answer", "HG-2"));
        }
        (Some(prompt), true) => {
            let Command::Answer(answer) = command else {
                return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
            };
            if usize::from(answer.0) >= prompt.choices.len() {
                let n = prompt.choices.len();
                let text = format!("there is no choice {} among {n}", answer.0);
                return Err(Refusal::new("no_such_choice", text, "HG-2"));
            }
            return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
        }
        (None, false) => {}
    }
    if let Command::Policy { side, about, .. } = command {
        policy::check(rules, ctx, *side, about)?;
        return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
    }
    let unit = command.unit().unwrap_or_default();
    let Some(actor) = state.unit(unit) else {
        let text = format!("there is no combatant {unit}");
        return Err(Refusal::new("no_such_unit", text, "HG-3"));
    };
    if !state.scene.clock.active.contains(&unit) {
        let text = format!("it is not {}'s turn", actor.identity.name);
        return Err(Refusal::new("not_your_turn", text, "HG-3"));
    }
    match command {
        Command::Face { .. } if !rules.describe().facing => {
            let text = "these rules do not use facing";
            return Err(Refusal::new("no_facing", text, "HG-11"));
        }
        Command::Face { facing, .. } if actor.placement.facing == *facing => {
            let text = format!("{} already faces {facing:?}", actor.identity.name);
            return Err(Refusal::new("faces_there", text, "HG-11"));
        }
        Command::Act { act, targets, with, .. } => {
            check_declared(rules, ctx, unit, act, targets, with)?
        }
        _ => {}
    }
    rules.check(ctx, command)
}

/// Checks the parameters of a command, and its directions and body parts, against what the act's
/// offer declares.
fn check_declared(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: UnitId,
    act: &Key,
    targets: &[Target],
    with: &Values,
) -> Result<(), Refusal> {
    let declared = |target: &Target| matches!(target, Target::Direction(_) | Target::Part(..));
    let aims = targets.iter().any(declared);
    if with.is_empty() && !aims {
        return Ok(());
    }
    let Some(offer) = rules.offer(ctx, unit, act, with) else {
        return Err(Refusal::new("no_such_act", format!("`{act}` is not available now"), "HG-10"));
    };
    parameter::check(&offer.parameters, with)?;
    if aims { offer.aim.check(targets) } else { Ok(()) }
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

/// Like [`submit`], running as far as `until` says.
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
    // Look-ahead is not an act that the referee could undo.
    if state.scene.referee.on && until != Until::Idle {
        return referee::noted(rules, state, command, plan, source, until);
    }
    let mut events = Vec::new();
    take_up(state, command, plan, &mut events);
    let rest = Run::new(until).go_on(rules, state, Some(field), source, &mut events)?;
    Ok((events, rest))
}

/// Executes a command that was already checked, with the plan from that check.
pub(super) fn run_plan(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    plan: Plan,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
    until: Until,
) -> Result<BattleStatus, Fault> {
    take_up(state, command, plan, events);
    advance_until(rules, state, source, events, until)
}

/// Pushes the steps of a command on top of the pending ones. Does not change the board.
fn take_up(state: &mut State, command: &Command, plan: Plan, events: &mut Vec<Event>) {
    if let Command::Answer(answer) = command {
        give(state, Given::Answer(*answer));
    }
    for step in plan.steps.into_iter().rev() {
        state.queue.push(step, None);
    }
    if let Command::Policy { side, about, policy } = command {
        put(state, vec![policy::given(*side, about, *policy)], None, events);
    }
}

/// Gives the running step the dice or answer it waits for.
pub fn give(state: &mut State, given: Given) {
    state.queue.waiting = None;
    if let Some(frame) = state.queue.frames.last_mut() {
        frame.transcript.push(given);
    }
}

/// Resolves pending steps and their consequences until a combatant must act, a player must answer,
/// dice are needed or the battle is over. Appends events to `events` as they are applied.
///
/// # Errors
/// If the ruleset does not finish.
pub fn advance(
    rules: &dyn Ruleset,
    state: &mut State,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
) -> Result<BattleStatus, Fault> {
    advance_until(rules, state, source, events, Until::Wanted)
}

/// Like [`advance`], running as far as `until` says.
///
/// # Errors
/// As [`advance`].
pub fn advance_until(
    rules: &dyn Ruleset,
    state: &mut State,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
    until: Until,
) -> Result<BattleStatus, Fault> {
    Run::new(until).go_on(rules, state, None, source, events)
}

/// The answer for a player who does not want to be asked.
pub fn policy_answer(rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
    with_ctx(rules, state, |ctx| rules.policy(ctx, prompt))
}
