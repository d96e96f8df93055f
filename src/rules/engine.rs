//! The loop that resolves: commands become steps, steps become events, events change the state.
//!
//! It works on a plain [`State`] with any [`Source`] of chance and choice, so play, replay, odds,
//! look-ahead and tests are the same lines.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Board, Field, UnitId};

use super::apply::apply;
use super::command::{Command, Refusal};
use super::dice::Throw;
use super::event::{Event, Happening};
use super::oracle::{Given, Oracle, Pause, Source};
use super::policy;
use super::prompt::{Answer, Prompt};
use super::referee;
use super::ruleset::{Ctx, Next, Plan, Ruleset};
use super::state::{State, Verdict};
use super::step::{Flow, Frame, FrameId, Queue, Step};

/// So many runs of steps may follow one command; more is a fault in a ruleset.
const MAX_RUNS: u32 = 20_000;

/// So deep may steps nest.
const MAX_DEPTH: usize = 200;

/// Where a battle stands when nothing more follows by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rest {
    /// One of these combatants may act.
    Await(Vec<UnitId>),
    /// A player is asked.
    Asked(Prompt),
    /// Dice are needed that the source did not throw.
    Dice(Throw),
    /// It is over.
    Over(Verdict),
    /// What was ordered is carried out; the ruleset was not asked what comes next. Only where that
    /// was wished: see [`Until::Idle`].
    Idle,
}

/// How far a battle is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until somebody has to act or answer, or the battle is over.
    Wanted,
    /// Until what was ordered, and what follows from it, is carried out: the turns of others and
    /// the next round are not begun.
    Idle,
}

/// A ruleset that does not come to an end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Too many steps after one command.
    #[error("more than {MAX_RUNS} steps followed one command; the last was `{0}`")]
    Endless(String),
    /// Too many steps inside each other.
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

/// The facts of a state's present moment: the board and everybody on it.
pub fn survey<'a>(rules: &dyn Ruleset, board: &'a Board, state: &State) -> Field<'a> {
    let bodies = state
        .units
        .iter()
        .filter(|u| u.status.is_present())
        .map(|u| rules.body(u))
        .collect::<Vec<_>>();
    Field::new(board, bodies).with_hazard_height(rules.hazard_height())
}

/// Calls `read` with the facts of the present moment.
pub fn with_ctx<R>(rules: &dyn Ruleset, state: &State, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let board = Arc::clone(&state.scene.board);
    let field = survey(rules, &board, state);
    read(Ctx { state, field: &field, frame: FrameId::default() })
}

/// Whether a command is allowed at the moment, and what it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(rules: &dyn Ruleset, state: &State, command: &Command) -> Result<Plan, Refusal> {
    with_ctx(rules, state, |ctx| check_in(rules, ctx, command))
}

/// As [`check`], with the facts already at hand.
///
/// # Errors
/// Why it is not allowed.
pub fn check_in(rules: &dyn Ruleset, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    let state = ctx.state;
    if let Command::Ruling(ruling) = command {
        return referee::check(rules, ctx, ruling);
    }
    if state.scene.verdict.is_some() {
        return Err(Refusal::new("over", "the battle is over", "HG-1"));
    }
    let answering = matches!(command, Command::Answer(_));
    match (&state.queue.waiting, answering) {
        (Some(prompt), false) => {
            // The question itself is only for the side that is asked.
            let side = state.scene.sides.get(usize::from(prompt.side.0));
            let name = side.map_or_else(String::new, |s| s.name.clone());
            let text = format!("{name} has to answer a question first");
            return Err(Refusal::new("asked", text, "HG-2"));
        }
        (None, true) => {
            return Err(Refusal::new("not_asked", "nobody is asked at the moment", "HG-2"));
        }
        (Some(prompt), true) => {
            let Command::Answer(answer) = command else {
                return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
            };
            if usize::from(answer.0) >= prompt.choices.len() {
                let n = prompt.choices.len();
                let text = format!("choice {} of {n} does not exist", answer.0);
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
        let text = format!("it is not the turn of {}", actor.identity.name);
        return Err(Refusal::new("not_your_turn", text, "HG-3"));
    }
    rules.check(ctx, command)
}

/// Carries a command out as far as it goes.
///
/// # Errors
/// [`CommandError::Refused`] leaves the state unchanged. [`CommandError::Fault`] means that the
/// ruleset does not come to an end; the state is then not usable any more.
pub fn submit(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    source: &mut dyn Source,
) -> Result<(Vec<Event>, Rest), CommandError> {
    submit_until(rules, state, command, source, Until::Wanted)
}

/// As [`submit`], run as far as asked.
///
/// # Errors
/// As [`submit`].
pub fn submit_until(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    source: &mut dyn Source,
    until: Until,
) -> Result<(Vec<Event>, Rest), CommandError> {
    let plan = check(rules, state, command)?;
    if let Command::Ruling(ruling) = command {
        return referee::carry_out(rules, state, ruling, source, until);
    }
    // What is only looked ahead at is no act that could be taken back.
    if state.scene.referee.on && until == Until::Wanted {
        return referee::noted(rules, state, command, plan, source);
    }
    let mut events = Vec::new();
    let rest = run_plan(rules, state, command, plan, source, &mut events, until)?;
    Ok((events, rest))
}

/// Carries out a command that was checked, with what the check gave.
pub(super) fn run_plan(
    rules: &dyn Ruleset,
    state: &mut State,
    command: &Command,
    plan: Plan,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
    until: Until,
) -> Result<Rest, Fault> {
    if let Command::Answer(answer) = command {
        give(state, Given::Answer(*answer));
    }
    for step in plan.steps.into_iter().rev() {
        state.queue.push(step, None);
    }
    if let Command::Policy { side, about, policy } = command {
        put(state, vec![policy::given(*side, about, *policy)], None, events);
    }
    advance_until(rules, state, source, events, until)
}

/// Gives the running step what it waits for.
pub fn give(state: &mut State, given: Given) {
    state.queue.waiting = None;
    if let Some(frame) = state.queue.frames.last_mut() {
        frame.transcript.push(given);
    }
}

/// Runs what is under way, and what follows by itself, until somebody has to act, to answer or to
/// throw dice, or the battle is over. Events are added to `events` as they are applied.
///
/// # Errors
/// When the ruleset does not come to an end.
pub fn advance(
    rules: &dyn Ruleset,
    state: &mut State,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
) -> Result<Rest, Fault> {
    advance_until(rules, state, source, events, Until::Wanted)
}

/// As [`advance`], run as far as asked.
///
/// # Errors
/// As [`advance`].
pub fn advance_until(
    rules: &dyn Ruleset,
    state: &mut State,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
    until: Until,
) -> Result<Rest, Fault> {
    let mut board = Arc::clone(&state.scene.board);
    let mut runs = 0;
    'survey: loop {
        // The board is shared: a change to it makes a new one, and this field keeps the old.
        if !Arc::ptr_eq(&board, &state.scene.board) {
            board = Arc::clone(&state.scene.board);
        }
        let field = survey(rules, &board, state);
        loop {
            runs += 1;
            if runs > MAX_RUNS {
                let last = state.queue.frames.last();
                return Err(Fault::Endless(
                    last.map_or_else(String::new, |f| f.step.kind.to_string()),
                ));
            }
            let before = events.len();
            match run_one(rules, state, &field, source, events, until)? {
                Some(rest) => return Ok(rest),
                None => {
                    let fresh = events.get(before..).unwrap_or_default();
                    if fresh.iter().any(|e| changes_facts(&e.what)) {
                        continue 'survey;
                    }
                }
            }
        }
    }
}

/// True for events after which the facts of the board have to be taken anew.
const fn changes_facts(what: &Happening) -> bool {
    matches!(
        what,
        Happening::Moved { .. }
            | Happening::Stance { .. }
            | Happening::Status { .. }
            | Happening::Form { .. }
            | Happening::Spawned(_)
            | Happening::Gear { .. }
            | Happening::Afflicted { .. }
            | Happening::Relieved { .. }
            | Happening::Linked { .. }
            | Happening::Unlinked { .. }
            | Happening::Flag { .. }
            | Happening::Board(_)
    )
}

/// One turn of the loop: settle, or run the step on top, or ask the ruleset what comes next.
fn run_one(
    rules: &dyn Ruleset,
    state: &mut State,
    field: &Field<'_>,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
    until: Until,
) -> Result<Option<Rest>, Fault> {
    if let Some(verdict) = &state.scene.verdict {
        state.queue.frames.clear();
        state.queue.waiting = None;
        return Ok(Some(Rest::Over(verdict.clone())));
    }
    let top = state.queue.frames.last().map(|f| f.id);
    let ctx = Ctx { state, field, frame: top.unwrap_or_default() };
    // What follows by itself comes before everything else. A step that waits for an answer is in
    // the middle of a phase: nothing has happened since it began.
    if state.queue.frames.last().is_none_or(|f| f.transcript.is_empty()) {
        let mut follows = rules.settle(ctx);
        follows.retain(|step| !is_under_way(&state.queue, step));
        if !follows.is_empty() {
            push_all(state, follows, top)?;
            return Ok(None);
        }
    }
    let Some(frame) = state.queue.frames.last() else {
        if until == Until::Idle {
            return Ok(Some(Rest::Idle));
        }
        return Ok(match rules.next(ctx) {
            Next::Run(step) => {
                state.queue.push(step, None);
                None
            }
            Next::Await(units) => Some(Rest::Await(units)),
            Next::Over(verdict) => {
                put(state, vec![Event::new(Happening::Over(verdict), &[])], None, events);
                None
            }
        });
    };
    if !frame.opened {
        let children = rules.before(ctx, &frame.step);
        if let Some(frame) = state.queue.frames.last_mut() {
            frame.opened = true;
        }
        if !children.is_empty() {
            push_all(state, children, top)?;
            return Ok(None);
        }
    }
    run_one_frame(rules, state, field, source, events)
}

/// True if a step of the same kind and act of the same combatant has not ended yet: what it is to
/// set right is still as it was, and needs no second one.
fn is_under_way(queue: &Queue, step: &Step) -> bool {
    queue
        .frames
        .iter()
        .any(|f| f.step.kind == step.kind && f.step.act == step.act && f.step.unit == step.unit)
}

/// Runs one phase of the step on top.
fn run_one_frame(
    rules: &dyn Ruleset,
    state: &mut State,
    field: &Field<'_>,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
) -> Result<Option<Rest>, Fault> {
    let Some(mut frame) = state.queue.frames.pop() else { return Ok(None) };
    frame.opened = true;
    state.queue.waiting = None;
    let mut dice = state.dice.clone();
    let (ran, ordered) = {
        let ctx = Ctx { state, field, frame: frame.id };
        let policies = &ctx.state.scene.policies;
        let mut oracle = Oracle::new(&mut frame.transcript, &mut dice, source, policies);
        let ran = rules.run(ctx, &frame.step, &mut oracle);
        (ran, oracle.into_ordered())
    };
    state.dice = dice;
    let outcome = match ran {
        Ok(outcome) => outcome,
        Err(pause) => {
            state.queue.frames.push(frame);
            return Ok(Some(match pause {
                Pause::Ask(prompt) => {
                    state.queue.waiting = Some((*prompt).clone());
                    Rest::Asked(*prompt)
                }
                Pause::Dice(throw) => Rest::Dice(throw),
            }));
        }
    };
    let ordered = ordered.iter().map(|(prompt, answer)| policy::followed(prompt, *answer));
    put(state, ordered.collect(), Some(frame.id), events);
    let first = events.len();
    put(state, outcome.events, Some(frame.id), events);
    for word in outcome.words {
        if let Some(other) = state.queue.frames.iter_mut().find(|f| f.id == word.to) {
            other.step.scratch.set(word.name, word.value);
        }
    }
    let Frame { id, parent, step, .. } = frame;
    let children = match outcome.flow {
        Flow::Done => Vec::new(),
        Flow::Then(next) => {
            resume(state, next, id, parent);
            Vec::new()
        }
        Flow::After { children, resume: next } => {
            if let Some(next) = next {
                resume(state, next, id, parent);
            }
            children
        }
    };
    push_all(state, children, Some(id))?;
    let fresh = events.get(first..).unwrap_or_default();
    if !fresh.is_empty() {
        let board = Arc::clone(&state.scene.board);
        let reactions = if fresh.iter().any(|e| changes_facts(&e.what)) {
            let field = survey(rules, &board, state);
            rules.window(Ctx { state, field: &field, frame: id }, &step, fresh)
        } else {
            rules.window(Ctx { state, field, frame: id }, &step, fresh)
        };
        push_all(state, reactions, Some(id))?;
    }
    Ok(None)
}

fn resume(state: &mut State, step: Step, id: FrameId, parent: Option<FrameId>) {
    state.queue.frames.push(Frame { id, parent, step, opened: true, transcript: Vec::new() });
}

/// How many steps under way lead to this one, itself included. Steps beside each other, such as the
/// falls of a whole company, are not inside each other.
fn depth(queue: &Queue, id: Option<FrameId>) -> usize {
    let up = |id: FrameId| queue.frame(id).and_then(|f| f.parent);
    std::iter::successors(id, |id| up(*id)).take(MAX_DEPTH).count()
}

/// Puts steps on top so that the first runs first.
fn push_all(state: &mut State, steps: Vec<Step>, parent: Option<FrameId>) -> Result<(), Fault> {
    if !steps.is_empty() && depth(&state.queue, parent) >= MAX_DEPTH {
        let last = steps.first().map_or_else(String::new, |s| s.kind.to_string());
        return Err(Fault::TooDeep(last));
    }
    for step in steps.into_iter().rev() {
        state.queue.push(step, parent);
    }
    Ok(())
}

/// Numbers events, applies them and keeps them.
pub(super) fn put(
    state: &mut State,
    fresh: Vec<Event>,
    cause: Option<FrameId>,
    events: &mut Vec<Event>,
) {
    for mut event in fresh {
        event.number = state.queue.next_event;
        event.cause = event.cause.or(cause);
        state.queue.next_event += 1;
        apply(state, &event);
        events.push(event);
    }
}

/// The answer of one who does not want to be asked.
pub fn policy_answer(rules: &dyn Ruleset, state: &State, prompt: &Prompt) -> Answer {
    with_ctx(rules, state, |ctx| rules.policy(ctx, prompt))
}
