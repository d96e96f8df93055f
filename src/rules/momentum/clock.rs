//! Rounds, turns and held turns (MO-28 to MO-44, MO-54 to MO-59).

mod expiry;
mod start;
mod things;

use std::cmp::Reverse;

use crate::step::{
    BurnThings, Instinct, Next, Outcome, Ran, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase,
    Step, StepIn, TendBleeding, TurnEnd, TurnLoss, TurnStart, TurnStartPhase, of,
};
use grid::UnitId;
use rules::event::{Event, EventKind, SlotChange};
use rules::kit::events;
use rules::kit::turns::{self, Due, END, OVER, TURNS};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Slot, SlotKind, SlotState, State, Status, Unit};
use rules::{Key, Refusal, RuleId, goals};

use super::data::{Content, RpRefresh};
use super::health::{self, pool};
use super::marks::{self, BURNED, RP_GIVEN, STEPPED_IN, have_burned};
use super::numbers::Numbers;
use super::position::Position;
use super::sheet::{AP, NM, RP};
use super::{abilities, afflict, cinematic, decider, objects, order, party, summon, surprise};
use expiry::{count_down, end_mark, last_of_turn, pass_mark};
use start::{acting, start_effect};
use things::{burn_before, turn_of};

/// Prompt kind and standing order: whether to take a held turn.
pub const STEP_IN: &str = "step_in";

/// The phase before the turn order is fixed.
const START: &str = "start";

/// What comes next when no step is running.
pub fn next(content: &Content, ctx: Ctx<'_>) -> Next {
    let clock = &ctx.state.scene.clock;
    let due = turns::due(ctx.state);
    let decided = clock.round > 0 && party::verdict(ctx.state, false).is_some();
    Next::Run(match due {
        Due::Over(verdict) => return Next::Over(verdict),
        _ if decided => TendBleeding::default().into(),
        Due::Await(active) => return awaited(content, ctx, active),
        Due::Turn(_) => {
            let slot = clock.next_waiting().unwrap_or_default();
            match burn_before(ctx.state, slot) {
                true => BurnThings.into(),
                false => TurnStart { slot, phase: TurnStartPhase::Begin }.into(),
            }
        }
        Due::RoundEnd => match held(ctx.state).first() {
            Some(_) if clock.phase == *TURNS && !have_burned(ctx.state) => BurnThings.into(),
            // Units that still hold act in Initiative order (MO-57).
            Some(slot) if clock.phase == *TURNS => StepIn { slot: *slot, last: true }.into(),
            _ => RoundEnd::default().into(),
        },
        Due::RoundStart => RoundStart::default().into(),
    })
}

/// The active units that take commands. Uncommanded summons act on their own after all the others
/// (MO-118).
fn awaited(content: &Content, ctx: Ctx<'_>, active: Vec<UnitId>) -> Next {
    let wild = |id: &UnitId| ctx.unit(*id).is_some_and(|u| summon::is_wild(content, ctx.state, u));
    let led: Vec<UnitId> = active.iter().copied().filter(|id| !wild(id)).collect();
    match active.first() {
        Some(first) if led.is_empty() => {
            Next::Run(Instinct { unit: *first, moves: 0, stood: false }.into())
        }
        _ => Next::Await(led),
    }
}

/// The held slots, from high to low Initiative, equals in turn order (MO-57).
fn held(state: &State) -> Vec<usize> {
    let slots = state.scene.clock.slots.iter().enumerate();
    let mut held: Vec<(usize, &Slot)> =
        slots.filter(|(_, slot)| slot.state == SlotState::Held).collect();
    held.sort_by_key(|(_, slot)| Reverse(slot.value));
    held.into_iter().map(|(at, _)| at).collect()
}

/// Ends the turn of a unit that can no longer act (MO-380).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let changes = |step: &Step| matches!(step, Step::TurnStart(_) | Step::TurnEnd(_));
    if ctx.state.queue.frames.iter().filter_map(of).any(changes) {
        return Vec::new();
    }
    let forced = |id| TurnEnd { loss: Some(TurnLoss::Forced), ..TurnEnd::new(id) };
    turns::unable(ctx.state).map(forced).into_iter().map(Into::into).collect()
}

fn phase(round: u32, name: &'static str) -> Event {
    turns::phase(round, name, &["MO-28", "MO-38"])
}

/// Begins a round: RP are restored, Narrative Momentum grows, the turn order is fixed (MO-38).
///
/// # Errors
/// [`Pause`] while dice for the order are missing.
pub fn round_start(position: Position<'_>, step: &RoundStart, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let clock = &ctx.state.scene.clock;
    let then = |events, phase| Ok(Outcome::then(events, RoundStart { phase }.into()));
    match step.phase {
        RoundStartPhase::Count => {
            return then(vec![phase(clock.round + 1, START)], RoundStartPhase::Surprise);
        }
        RoundStartPhase::Surprise => {
            let position = Position { content, ctx };
            let first = clock.round == 1;
            let events = if first { surprise::test(position, oracle)? } else { Vec::new() };
            return then(events, RoundStartPhase::Order);
        }
        RoundStartPhase::Order => {}
    }
    let mut events = Vec::new();
    for unit in &ctx.state.units {
        if !unit.is_active() {
            events.extend(forget_spent_rp(unit));
            continue;
        }
        if content.rules.rp_refresh == RpRefresh::RoundStart || clock.round == 1 {
            events.extend(refresh_rp(content, unit));
        }
        if clock.round > 1 {
            let now = unit.pools.0.value(NM);
            let to = now.saturating_add(content.rules.momentum.round);
            events.extend(pool(unit, NM, to, "a new round", "MO-136"));
        }
    }
    events.extend(order::set(content, ctx, oracle)?);
    events.push(phase(clock.round, TURNS));
    Ok(Outcome::done(events))
}

/// Restores RP, up to the maximum that conditions allow (MO-34).
fn refresh_rp(content: &Content, unit: &Unit) -> Vec<Event> {
    let most = Numbers::of(content, unit).map_or(0, |n| n.most_rp());
    let mut events = pool(unit, RP, most, "RP restored", "MO-34");
    events.extend(events::flag(unit, RP_GIVEN, i64::from(most), "MO-158"));
    events
}

/// A unit that gets no RP in a new round has not used any in it either.
fn forget_spent_rp(unit: &Unit) -> Option<Event> {
    let left = i64::from(unit.pools.0.value(RP));
    events::flag(unit, RP_GIVEN, left.min(unit.flags.get(RP_GIVEN)), "MO-158")
}

fn slot_state(at: usize, state: SlotState) -> Event {
    events::slot(SlotChange::State(at, state), "MO-28")
}

/// Starts the turn of a slot: expiries, effects at the start of a turn, then its members may act
/// (MO-39, MO-41).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn turn_start(position: Position<'_>, step: &TurnStart, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let at = step.slot;
    let Some(slot) = ctx.state.scene.clock.slots.get(at) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let next = |phase| Step::from(TurnStart { slot: at, phase });
    match step.phase {
        TurnStartPhase::Begin => {
            let mut events = vec![slot_state(at, SlotState::Running)];
            events.extend(count_down(ctx.state, &|of| slot.members.contains(&of)));
            if slot.kind == SlotKind::Mark {
                return Ok(pass_mark(ctx, at, slot, events));
            }
            let effects = TurnStartPhase::Effects { member: 0, index: 0, count: 0 };
            Ok(Outcome::then(events, next(effects)))
        }
        TurnStartPhase::Effects { member, index, count } => {
            // One member and one effect at a time, because one effect may end the next.
            let Some(unit) = slot.members.get(member) else {
                return Ok(Outcome::then(Vec::new(), next(TurnStartPhase::Act)));
            };
            let following = TurnStartPhase::Effects { member: member + 1, index: 0, count: 0 };
            let Some(unit) = ctx.unit(*unit).filter(|_| index <= count || index == 0) else {
                return Ok(Outcome::then(Vec::new(), next(following)));
            };
            // Conditions gained during these effects act from the next turn on.
            let count = match index {
                0 => {
                    let position = Position { content, ctx };
                    acting(content, unit).count() + abilities::inside(position, unit).count()
                }
                _ => count,
            };
            let (events, steps) = start_effect(content, ctx, unit, index, oracle)?;
            let more = TurnStartPhase::Effects { member, index: index + 1, count };
            Ok(Outcome::after(events, steps, Some(next(more))))
        }
        TurnStartPhase::Act if slot.kind == SlotKind::Mark => Ok(end_mark(ctx, at, slot)),
        TurnStartPhase::Act => Ok(begin(content, ctx, at, slot)),
    }
}

/// Begins the turn of a slot's members: AP and free movement are set (MO-31, MO-39, MO-55).
fn begin(content: &Content, ctx: Ctx<'_>, at: usize, slot: &Slot) -> Outcome {
    let round = ctx.state.scene.clock.round;
    let able = |id: &&UnitId| ctx.unit(**id).is_some_and(Unit::is_active);
    let members: Vec<UnitId> = slot.members.iter().filter(able).copied().collect();
    let mut events = vec![slot_state(at, SlotState::Running)];
    let active = SlotChange::Active(members.clone());
    for unit in members.iter().filter_map(|id| ctx.unit(*id)) {
        events.push(Event::new(EventKind::TurnBegan { unit: unit.id(), round }, &["MO-28"]));
        let most = Numbers::of(content, unit).map_or(0, |n| n.most_ap());
        events.extend(health::fill(unit, AP, most, "a new turn", "MO-31"));
        if content.rules.rp_refresh == RpRefresh::OwnTurnStart {
            events.extend(refresh_rp(content, unit));
        }
    }
    // The turns of unconscious units pass, in a shared turn, too (MO-75, MO-247).
    let passes = |id: &UnitId| TurnEnd { loss: Some(TurnLoss::Passes), ..TurnEnd::new(*id) };
    let unable = slot.members.iter().filter(|id| !members.contains(id));
    let mut steps: Vec<Step> = unable.map(|id| passes(id).into()).collect();
    if !members.is_empty() {
        events.push(events::slot(active, "MO-28"));
        steps.extend(turn_of(Position { content, ctx }, &members));
    }
    Outcome::after(events, steps, None)
}

/// Ends a combatant's turn: first the Defense Rolls against its conditions, one by one (MO-40,
/// MO-265).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn turn_end(position: Position<'_>, step: &TurnEnd, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    // Ended conditions leave the list; `stayed` counts those that remain.
    let next = afflict::repeated(content, unit).nth(step.stayed);
    match next.filter(|_| matches!(unit.status, Status::Active | Status::Down)) {
        Some(repeat) => {
            let position = Position { content, ctx };
            let events = afflict::repeat(position, unit, repeat, oracle)?;
            let over = events.iter().any(|e| matches!(e.what, EventKind::Relieved { .. }));
            let stayed = step.stayed + usize::from(!over);
            Ok(Outcome::then(events, TurnEnd { stayed, ..*step }.into()))
        }
        None => Ok(end_turn(ctx, unit, step.loss)),
    }
}

/// Ends a combatant's turn: expiries, AP are lost. After the last member the slot is done, and
/// holders may step in (MO-31, MO-40, MO-54, MO-70).
fn end_turn(ctx: Ctx<'_>, unit: &Unit, loss: Option<TurnLoss>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    let mut events = last_of_turn(unit);
    events.extend(cinematic::turn_ends(ctx, unit));
    let why = loss.map(|loss| match loss {
        TurnLoss::Passes => "it cannot act".to_owned(),
        TurnLoss::Forced => "it can no longer act".to_owned(),
    });
    events.push(Event::new(EventKind::TurnEnded { unit: unit.id(), why }, &["MO-31"]));
    let left: Vec<UnitId> = clock.active.iter().copied().filter(|id| *id != unit.id()).collect();
    let over = left.is_empty();
    events.push(events::slot(SlotChange::Active(left), "MO-28"));
    if !over {
        return Outcome::done(events);
    }
    if let Some(slot) = clock.running() {
        events.push(slot_state(slot, SlotState::Done));
    }
    let mut asks = Vec::new();
    if clock.next_waiting().is_some() {
        for slot in held(ctx.state) {
            asks.push(StepIn { slot, last: false }.into());
        }
    }
    Outcome::after(events, asks, None)
}

/// Whether a turn can be held: before anything was done in it (MO-54).
///
/// # Errors
/// Why not.
pub fn check_hold(ctx: Ctx<'_>, unit: UnitId) -> Result<(), Refusal> {
    let clock = &ctx.state.scene.clock;
    let slot = clock.running().and_then(|i| clock.slots.get(i));
    let members = slot.map_or(&[][..], |s| &s.members[..]);
    let begun = |id: &UnitId| ctx.unit(*id).is_some_and(|u| !u.turn.acts.is_empty());
    // A member of a union that has ended its turn does not get another (MO-73).
    let ended =
        |id: &UnitId| !clock.active.contains(id) && ctx.unit(*id).is_some_and(Unit::is_active);
    if members.iter().any(|id| begun(id) || ended(id)) {
        let text = "a turn can only be held before acting in it";
        return Err(Refusal::new("turn_begun", text, "MO-54"));
    }
    if ctx.unit(unit).is_some_and(|u| u.flags.get(STEPPED_IN) == i64::from(clock.round)) {
        return Err(Refusal::new(
            "held_already",
            "it has already held its turn this round",
            "MO-58",
        ));
    }
    Ok(())
}

/// Holds a turn until later in the round. It has neither begun nor ended (MO-42, MO-54).
pub fn hold(ctx: Ctx<'_>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    let Some(slot) = clock.running() else { return Outcome::done(Vec::new()) };
    let none_active = events::slot(SlotChange::Active(Vec::new()), "MO-54");
    let mut events = vec![slot_state(slot, SlotState::Held), none_active];
    for unit in clock.active.iter().filter_map(|id| ctx.unit(*id)) {
        events.extend(pool(unit, AP, 0, "the turn is held", "MO-55"));
    }
    Outcome::done(events)
}

/// Asks whether to take a held turn now. At the end of the round it is taken or lost (MO-54, MO-57,
/// MO-58).
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn step_in(
    content: &Content,
    ctx: Ctx<'_>,
    &StepIn { slot: at, last }: &StepIn,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let clock = &ctx.state.scene.clock;
    let Some(slot) = clock.slots.get(at) else { return Ok(Outcome::done(Vec::new())) };
    let able = slot.members.iter().filter_map(|id| ctx.unit(*id)).find(|u| u.is_active());
    if slot.state != SlotState::Held || !clock.active.is_empty() {
        return Ok(Outcome::done(Vec::new()));
    }
    let acts = match able {
        None if last => false,
        None => return Ok(Outcome::done(Vec::new())),
        Some(unit) => {
            // A standing order can postpone a turn, but never lose it.
            let (choices, about) = if last {
                let choices = [("act", "Act"), ("refuse", "Lose the turn")];
                (choices, Key::default())
            } else {
                ([("yes", "Act now"), ("no", "Wait")], Key::of(STEP_IN))
            };
            let answer = oracle.ask(Prompt {
                kind: Key::of(STEP_IN),
                about,
                side: decider::of(ctx.state, unit),
                unit: Some(unit.id()),
                text: format!("{} holds its turn. Take it now?", unit.identity.name),
                choices: choices.map(|(id, label)| Choice::new(id, label)).to_vec(),
                default: u16::from(!last),
                rule: RuleId::of("MO-54"),
            })?;
            answer == Answer(0)
        }
    };
    if acts {
        let mut outcome = begin(content, ctx, at, slot);
        for unit in slot.members.iter().filter_map(|id| ctx.unit(*id)) {
            let round = i64::from(clock.round);
            outcome.events.extend(events::flag(unit, STEPPED_IN, round, "MO-58"));
        }
        return Ok(outcome);
    }
    if !last {
        return Ok(Outcome::done(Vec::new()));
    }
    let mut events = Vec::new();
    for unit in slot.members.iter().filter_map(|id| ctx.unit(*id)) {
        events.extend(last_of_turn(unit));
        events.extend(cinematic::turn_ends(ctx, unit));
        let why = Some("the held turn is lost".to_owned());
        events.push(Event::new(EventKind::TurnEnded { unit: unit.id(), why }, &["MO-58"]));
    }
    events.push(slot_state(at, SlotState::Done));
    Ok(Outcome::done(events))
}

/// Burns things at Initiative 0, before the rest of the turn order (MO-444).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn burn_things(position: Position<'_>, oracle: &mut Oracle<'_>) -> Ran {
    let state = position.ctx.state;
    let mut events = objects::burn(position, oracle)?;
    events.extend(marks::set(state, BURNED, i64::from(state.scene.clock.round), "MO-444"));
    Ok(Outcome::done(events))
}

/// Ends a round: things burn (MO-444), goals are judged (MO-25) and the elapsed time is noted
/// (MO-29).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn round_end(position: Position<'_>, step: &RoundEnd, oracle: &mut Oracle<'_>) -> Ran {
    let then = |events, phase| Ok(Outcome::then(events, RoundEnd { phase }.into()));
    let round = position.ctx.state.scene.clock.round;
    match step.phase {
        RoundEndPhase::End => then(vec![phase(round, END)], RoundEndPhase::Burn),
        RoundEndPhase::Burn if have_burned(position.ctx.state) => {
            then(Vec::new(), RoundEndPhase::Judge)
        }
        RoundEndPhase::Burn => then(objects::burn(position, oracle)?, RoundEndPhase::Judge),
        RoundEndPhase::Judge => Ok(judge(position.content, position.ctx)),
    }
}

/// Judges the goals; without a verdict the round is over.
fn judge(content: &Content, ctx: Ctx<'_>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    if party::verdict(ctx.state, true).is_some() {
        let tend = TendBleeding { round_ends: true, helped: Vec::new() };
        return Outcome::after(Vec::new(), vec![tend.into()], None);
    }
    let seconds = clock.round.saturating_mul(content.rules.round_seconds);
    let text = format!("{seconds} s have passed since the battle began.");
    let mut events = vec![events::remark(text, "MO-29")];
    events.extend(goals::tally(ctx.state));
    events.push(phase(clock.round, OVER));
    Outcome::done(events)
}
