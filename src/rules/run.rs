//! The resolution loop: the steps of a command, automatic consequences, the top step, reactions to
//! events.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use grid::{Field, UnitId};

use super::apply::apply;
use super::command::Command;
use super::conduct;
use super::ctx::Ctx;
use super::effort;
use super::event::{BoardChange, Event, EventKind};
use super::fog;
use super::oracle::{Given, Oracle, Pause, Source};
use super::outcome::Flow;
use super::resolution::{BattleStatus, Fault, MAX_DEPTH, MAX_RUNS, Until};
use super::ruleset::{Next, Plan, Ruleset};
use super::secrets;
use super::sightings::sightings;
use super::standing_orders;
use super::state::{State, Verdict};
use super::step::{Frame, FrameId, Queue, Step};
use super::story;
use super::survey::survey;

/// Whether the result of [`Ruleset::settle_between_steps`] is compared with that of
/// [`Ruleset::settle`].
static WATCHED: AtomicBool = AtomicBool::new(cfg!(test));

/// From now on, resolving fails if [`Ruleset::settle_between_steps`] overlooks a consequence. For
/// tests only, because it is slow.
pub fn watch_consequences() {
    WATCHED.store(true, Ordering::Relaxed);
}

/// A running resolution.
pub(super) struct Run {
    until: Until,
    /// Number of runs so far.
    count: u32,
    /// The phase whose reactions are still to come.
    happened: Option<Happened>,
    /// The last moment at which nothing followed automatically.
    quiet: Option<BattleMark>,
}

/// A fingerprint of a battle: unchanged as long as only the phase of the top step has changed.
struct BattleMark {
    events: usize,
    next_frame: u64,
    frames: usize,
    top: Option<Step>,
}

impl BattleMark {
    fn of(queue: &Queue, events: &[Event]) -> Self {
        let top = queue.frames.last().map(|f| f.step.clone());
        let (next_frame, frames) = (queue.next_frame, queue.frames.len());
        Self { events: events.len(), next_frame, frames, top }
    }

    fn kind(&self) -> Option<&str> {
        self.top.as_ref().map(Step::name)
    }
}

impl PartialEq for BattleMark {
    fn eq(&self, other: &Self) -> bool {
        (self.events, self.next_frame, self.frames)
            == (other.events, other.next_frame, other.frames)
            && self.kind() == other.kind()
    }
}

impl Run {
    /// A resolution that has not begun.
    pub(super) const fn new(until: Until) -> Self {
        Self { until, count: 0, happened: None, quiet: None }
    }

    /// Runs until it has to wait, and appends events as they are applied. `field` is the current
    /// geometry, if the caller already has it.
    ///
    /// # Errors
    /// If the ruleset does not finish.
    pub(super) fn go_on(
        &mut self,
        rules: &dyn Ruleset,
        state: &mut State,
        field: Option<Field<'_>>,
        source: &mut dyn Source,
        events: &mut Vec<Event>,
    ) -> Result<BattleStatus, Fault> {
        if let Some(field) = field
            && let Some(status) = self.go_on_with(rules, state, field, source, events)?
        {
            return Ok(status);
        }
        loop {
            // The board is shared: a change creates a new one, while this field keeps the old one.
            let board = Arc::clone(&state.scene.board);
            let field = survey(rules, &board, state);
            if let Some(status) = self.go_on_with(rules, state, field, source, events)? {
                return Ok(status);
            }
        }
    }

    /// Runs until it has to wait, or until the geometry has to be computed again.
    fn go_on_with(
        &mut self,
        rules: &dyn Ruleset,
        state: &mut State,
        mut field: Field<'_>,
        source: &mut dyn Source,
        events: &mut Vec<Event>,
    ) -> Result<Option<BattleStatus>, Fault> {
        loop {
            // Reactions come before everything else.
            if let Some(Happened { frame, step, first }) = self.happened.take() {
                let fresh = events.get(first..).unwrap_or_default();
                let reactions = rules.window(Ctx { state, field: &field, frame }, &step, fresh);
                push_all(state, reactions, Some(frame))?;
            }
            self.count += 1;
            if self.count > MAX_RUNS {
                let last = state.queue.frames.last();
                return Err(Fault::Endless(
                    last.map_or_else(String::new, |f| f.step.name().to_owned()),
                ));
            }
            let before = events.len();
            match self.run_one(rules, state, &field, source, events)? {
                Ran::Waits(status) => return Ok(Some(status)),
                Ran::On(what) => self.happened = what,
            }
            for event in events.get(before..).unwrap_or_default() {
                match changed_facts(&event.what) {
                    Facts::Same => {}
                    Facts::Of(unit) => field = renewed(rules, field, state, unit),
                    Facts::All => return Ok(None),
                }
            }
        }
    }

    /// One iteration of the loop: settles consequences, runs the top step, or asks the ruleset what
    /// comes next.
    fn run_one(
        &mut self,
        rules: &dyn Ruleset,
        state: &mut State,
        field: &Field<'_>,
        source: &mut dyn Source,
        events: &mut Vec<Event>,
    ) -> Result<Ran, Fault> {
        effort::add(effort::STEP);
        if let Some(verdict) = state.scene.verdict.clone() {
            return self.run_after(verdict, rules, state, field, source, events);
        }
        let top = state.queue.frames.last().map(|f| f.id);
        let ctx = Ctx { state, field, frame: top.unwrap_or_default() };
        // Automatic consequences come first. A step that waits for an answer is in the middle of a
        // phase: nothing has happened since it began.
        let quiet = BattleMark::of(&state.queue, events);
        let asks = state.queue.frames.last().is_none_or(|f| f.transcript.is_empty());
        if asks && self.quiet.as_ref() != Some(&quiet) {
            let happened = self.quiet.as_ref().is_none_or(|q| q.events != quiet.events);
            let news = if happened { sightings(rules, ctx) } else { Vec::new() };
            if !news.is_empty() {
                put(state, news, top, events);
                return Ok(Ran::On(None));
            }
            let mut follows =
                if happened { rules.settle(ctx) } else { rules.settle_between_steps(ctx) };
            if !happened && WATCHED.load(Ordering::Relaxed) {
                assert!(follows == rules.settle(ctx), "a consequence was overlooked");
            }
            self.quiet = follows.is_empty().then_some(quiet);
            follows.retain(|step| !is_under_way(&state.queue, step));
            if !follows.is_empty() {
                push_all(state, follows, top)?;
                return Ok(Ran::On(None));
            }
        }
        let Some(frame) = state.queue.frames.last() else {
            if self.until == Until::Idle {
                return Ok(Ran::Waits(BattleStatus::Idle));
            }
            let mut news = story::due(rules, ctx);
            if news.is_empty() {
                news = secrets::due(ctx);
            }
            news.extend(conduct::due(rules, ctx));
            if !news.is_empty() {
                put(state, news, None, events);
                return Ok(Ran::On(None));
            }
            return Ok(match rules.next(ctx) {
                Next::Run(step) => {
                    state.queue.push(step, None);
                    Ran::On(None)
                }
                Next::Await(units) => Ran::Waits(BattleStatus::Await(units)),
                Next::Over(verdict) => {
                    put(state, vec![Event::new(EventKind::Over(verdict), &[])], None, events);
                    Ran::On(None)
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
                return Ok(Ran::On(None));
            }
        }
        run_one_frame(rules, state, field, source, events)
    }
}

impl Run {
    /// One iteration of the loop after the battle: only the steps of the aftermath, without
    /// consequences or reactions.
    fn run_after(
        &self,
        verdict: Verdict,
        rules: &dyn Ruleset,
        state: &mut State,
        field: &Field<'_>,
        source: &mut dyn Source,
        events: &mut Vec<Event>,
    ) -> Result<Ran, Fault> {
        if !state.scene.aftermath {
            // Pending steps end with the battle.
            state.queue.frames.clear();
            state.queue.waiting = None;
            let ctx = Ctx { state, field, frame: FrameId::default() };
            let begins = self.until == Until::Wanted;
            let steps = if begins { rules.aftermath_steps(ctx) } else { Vec::new() };
            if steps.is_empty() {
                return Ok(Ran::Waits(BattleStatus::Over(verdict)));
            }
            put(state, vec![Event::new(EventKind::Aftermath, &[])], None, events);
            push_all(state, steps, None)?;
            return Ok(Ran::On(None));
        }
        if state.queue.frames.is_empty() {
            return Ok(Ran::Waits(BattleStatus::Over(verdict)));
        }
        Ok(match run_one_frame(rules, state, field, source, events)? {
            Ran::On(_) => Ran::On(None),
            waits @ Ran::Waits(_) => waits,
        })
    }
}

/// The geometry after a change of one combatant.
fn renewed<'a>(rules: &dyn Ruleset, field: Field<'a>, state: &State, unit: UnitId) -> Field<'a> {
    match state.unit(unit).filter(|u| u.status.is_present()).map(|u| rules.body(u)) {
        Some(body) if field.body(unit) == Some(&body) => field,
        Some(body) => field.with_body(body),
        None => field.without(unit),
    }
}

/// The result of one iteration.
enum Ran {
    /// Nothing follows automatically.
    Waits(BattleStatus),
    /// It continues, after reactions to the given phase, if any.
    On(Option<Happened>),
}

/// A phase of a step whose events have been applied; the reactions to them are still to come.
struct Happened {
    frame: FrameId,
    step: Step,
    /// Index of the first of its events.
    first: usize,
}

/// The facts that have to be computed again.
enum Facts {
    /// None.
    Same,
    /// One combatant's body.
    Of(UnitId),
    /// All.
    All,
}

/// The facts that have to be computed again after an event.
const fn changed_facts(what: &EventKind) -> Facts {
    match what {
        EventKind::Moved { unit, .. }
        | EventKind::Stance { unit, .. }
        | EventKind::Status { unit, .. }
        | EventKind::Form { unit, .. }
        | EventKind::Gear { unit, .. }
        | EventKind::Wear { unit, .. }
        | EventKind::Layer { unit, .. }
        | EventKind::Afflicted { unit, .. }
        | EventKind::Relieved { unit, .. }
        | EventKind::Linked { unit, .. }
        | EventKind::Unlinked { unit, .. }
        | EventKind::Flag { unit: Some(unit), .. } => Facts::Of(*unit),
        EventKind::Spawned(_) | EventKind::Board(_) => Facts::All,
        _ => Facts::Same,
    }
}

/// True if a step with the same task is still pending: its problem is not solved yet, so a second
/// step would be redundant.
fn is_under_way(queue: &Queue, step: &Step) -> bool {
    queue.frames.iter().any(|f| f.step.is_same_task(step))
}

/// Runs one phase of the top step.
fn run_one_frame(
    rules: &dyn Ruleset,
    state: &mut State,
    field: &Field<'_>,
    source: &mut dyn Source,
    events: &mut Vec<Event>,
) -> Result<Ran, Fault> {
    let Some(mut frame) = state.queue.frames.pop() else { return Ok(Ran::On(None)) };
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
            return Ok(Ran::Waits(match pause {
                Pause::Ask(prompt) => {
                    state.queue.waiting = Some((*prompt).clone());
                    BattleStatus::Asked(*prompt)
                }
                Pause::Dice(throw) => BattleStatus::Dice(throw),
                Pause::Fault(error) => return Err(error.into()),
            }));
        }
    };
    let ordered = ordered.iter().map(|(prompt, answer)| standing_orders::followed(prompt, *answer));
    put(state, ordered.collect(), Some(frame.id), events);
    let first = events.len();
    put(state, outcome.events, Some(frame.id), events);
    for (id, step) in outcome.amended {
        if let Some(other) = state.queue.frames.iter_mut().find(|f| f.id == id) {
            other.step = step;
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
    let happened = (events.len() > first).then_some(Happened { frame: id, step, first });
    Ok(Ran::On(happened))
}

fn resume(state: &mut State, step: Step, id: FrameId, parent: Option<FrameId>) {
    state.queue.frames.push(Frame { id, parent, step, opened: true, transcript: Vec::new() });
}

/// Number of pending steps that lead to this one, including itself. Sibling steps, such as the
/// falls of a whole group, do not nest.
fn depth(queue: &Queue, id: Option<FrameId>) -> usize {
    let up = |id: FrameId| queue.frame(id).and_then(|f| f.parent);
    std::iter::successors(id, |id| up(*id)).take(MAX_DEPTH).count()
}

/// Pushes steps so that the first runs first.
fn push_all(state: &mut State, steps: Vec<Step>, parent: Option<FrameId>) -> Result<(), Fault> {
    if !steps.is_empty() && depth(&state.queue, parent) >= MAX_DEPTH {
        let last = steps.first().map_or_else(String::new, |s| s.name().to_owned());
        return Err(Fault::TooDeep(last));
    }
    for step in steps.into_iter().rev() {
        state.queue.push(step, parent);
    }
    Ok(())
}

/// Numbers, applies and appends events.
pub(super) fn put(
    state: &mut State,
    fresh: Vec<Event>,
    cause: Option<FrameId>,
    events: &mut Vec<Event>,
) {
    for mut event in fresh {
        if let EventKind::Board(BoardChange::Laid(lying) | BoardChange::Taken(lying)) =
            &mut event.what
        {
            lying.settle(&state.scene.board);
        }
        event.number = state.queue.next_event;
        if event.seen_by.is_none() {
            event.seen_by = fog::witnesses(state, &event.what);
        }
        event.cause = event.cause.or(cause);
        state.queue.next_event += 1;
        apply(state, &event);
        events.push(event);
    }
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
pub(super) fn take_up(state: &mut State, command: &Command, plan: Plan, events: &mut Vec<Event>) {
    if let Command::Answer(answer) = command {
        give(state, Given::Answer(*answer));
    }
    for step in plan.steps.into_iter().rev() {
        state.queue.push(step, None);
    }
    if let Command::Policy { side, about, policy } = command {
        put(state, vec![standing_orders::given(*side, about, *policy)], None, events);
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

/// Like [`advance`], stopping as `until` specifies.
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
