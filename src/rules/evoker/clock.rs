//! Rounds: the order made once, turns with a Move and action points, extra acts behind them, the end
//! (EV-25 to EV-53, EV-328).

use std::cmp::Reverse;

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{Event, EventKind, Rolled};
use crate::rules::goals;
use crate::rules::kit::book::Rounds;
use crate::rules::kit::events;
use crate::rules::kit::turns::{self, Due};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::{Ctx, Next};
use crate::rules::state::{Slot, SlotKind, State, Unit};

use super::chance;
use super::conditions::{self, DESPAIRED, FOCUSED, FROZEN, SURPRISED};
use super::data::{Content, Moment};
use super::numbers::{AP, BONUS, METRES, Numbers, ONE_MORE};
use super::step::{Ending, Outcome, RoundEnd, RoundStart, Step, Suffer, TurnEnd, TurnStart, Woe};
use super::{hurrying, stealth, suffering, surroundings};

/// So often a tie is rolled again; then numbers decide.
const MOST_TIES: usize = 20;

impl Rounds for Content {
    fn next(&self, ctx: Ctx<'_>) -> Next<Step> {
        let state = ctx.state;
        let begun = state.scene.clock.round > 0 && state.scene.verdict.is_none();
        if begun && goals::verdict(state, false).is_some() {
            return Next::Run(Ending.into());
        }
        if let Some(unit) = turns::unable(state) {
            return Next::Run(TurnEnd { unit, forced: true }.into());
        }
        if let Due::Await(units) = turns::due(state)
            && let Some(unit) = units.into_iter().find(|id| has_had_it(state, *id))
        {
            return Next::Run(TurnEnd { unit, forced: false }.into());
        }
        turns::next(state, RoundStart, |unit| TurnStart { unit }.into(), RoundEnd)
    }
}

/// An extra act is over with the one thing done in it (EV-328).
fn has_had_it(state: &State, id: UnitId) -> bool {
    let left = |unit: &Unit| unit.pools.0.value(AP) + unit.pools.0.value(METRES);
    state.scene.clock.extra_of(id).is_some() && state.unit(id).is_none_or(|u| left(u) == 0)
}

/// Begins a round; the order of the first holds for the battle (EV-36).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn round_start(moment: Moment<'_>, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let (clock, mut events) = (&ctx.state.scene.clock, Vec::new());
    let slots = if clock.slots.is_empty() {
        order(content, ctx, oracle, &mut events)?
    } else {
        let lives = |id: &UnitId| ctx.unit(*id).is_some_and(Unit::is_active);
        let mut slots = turns::again(clock);
        slots.retain(|s| s.kind == SlotKind::Turn && s.members.iter().all(lives));
        slots
    };
    events.push(Event::new(EventKind::Slots(slots), &["EV-36"]));
    events.push(turns::phase(clock.round + 1, turns::TURNS, &["EV-25"]));
    Ok(Outcome::done(events))
}

/// From the highest initiative down; of equals the higher Agility, the more Fate, then whoever wins a
/// test of Agility (EV-35 to EV-40).
fn order(
    content: &Content,
    ctx: Ctx<'_>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let of = |unit| Numbers::of(content, unit);
    let value = |n: &Numbers<'_>| {
        let bonus = i32::try_from(n.unit.flags.get(BONUS)).unwrap_or_default();
        n.bonus("agility") + n.sheet.quick + bonus
    };
    let key = |n: &Numbers<'_>| {
        (Reverse(value(n)), Reverse(n.score("agility")), Reverse(n.bonus("realisation")))
    };
    let mut all: Vec<_> = ctx.state.units.iter().filter(|u| u.is_active()).filter_map(of).collect();
    all.sort_by_key(|n| (key(n), n.unit.id()));
    let mut open: Vec<Vec<_>> = all.chunk_by(|a, b| key(a) == key(b)).map(<[_]>::to_vec).collect();
    open.reverse();
    let (mut slots, mut tries) = (Vec::new(), 0);
    while let Some(group) = open.pop() {
        if group.len() < 2 || tries >= MOST_TIES {
            slots.extend(group.iter().map(|n| Slot::turn(vec![n.unit.id()], value(n))));
            continue;
        }
        tries += 1;
        let mut rolled = Vec::new();
        for numbers in group {
            let test = numbers.test("Agility", numbers.mark(ctx, "agility", None));
            let (faces, score) = test.roll(oracle)?;
            let who = Some(numbers.unit.id());
            let roll = Rolled { who, ..test.rolled("order_tie", faces) };
            events.push(Event::new(EventKind::Rolled(roll), &["EV-39", "EV-40"]));
            rolled.push(((Reverse(score.passed()), Reverse(score.degrees)), numbers));
        }
        rolled.sort_by_key(|(result, _)| *result);
        // The first group is resolved next; units that are equal again roll again.
        let equals = rolled.chunk_by(|a, b| a.0 == b.0).rev();
        open.extend(equals.map(|part| part.iter().map(|(_, n)| *n).collect()));
    }
    Ok(slots)
}

/// Begins a turn: what lasts until then ends, a Move and the action points are there (EV-26, EV-49,
/// EV-50); or an extra act: one action or one Move (EV-328).
pub fn turn_start(content: &Content, ctx: Ctx<'_>, step: &TurnStart) -> Outcome {
    let numbers = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    let Some(numbers) = numbers else { return Outcome::done(Vec::new()) };
    let (unit, clock) = (numbers.unit, &ctx.state.scene.clock);
    let slot = clock.next_waiting().and_then(|at| clock.slots.get(at));
    let is_turn = slot.is_none_or(|slot| slot.kind == SlotKind::Turn);
    let rule = if is_turn { "EV-26" } else { "EV-328" };
    let mut events = turns::begin(ctx, unit.id(), rule);
    // Units that can do nothing have a turn all the same, and despairing units one thing to do.
    let still = numbers.stilled().is_some() || numbers.has(SURPRISED);
    let (ap, metres) = match (is_turn, still) {
        (false, true) => (0, 0),
        (false, false) => (1, 0),
        (true, true) => (i32::from(numbers.has(DESPAIRED)), 0),
        (true, false) => (content.rules.turn_ap, numbers.basic_move()),
    };
    let mut woes = Vec::new();
    if is_turn {
        events.extend(conditions::begin_turn(unit));
        events.extend(conditions::ended_by_turn(ctx, unit.id()));
        events.extend(chance::forgotten(ctx, unit));
        woes = suffering::at_turn_start(numbers);
    }
    if !is_turn {
        let (unit, what) = (unit.id(), Key::of(ONE_MORE));
        events.push(Event::new(EventKind::Grant { unit, what, amount: 1 }, &[rule]));
    }
    events.extend(events::pool(unit, AP, ap, "it begins", rule));
    events.extend(events::pool(unit, METRES, metres, "it begins", rule));
    match woes.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, woes, Some(last)),
    }
}

/// Ends a turn or an extra act; what is left of it is lost (EV-34). Focus lasts to the end of the next
/// turn (EV-202).
pub fn turn_end(ctx: Ctx<'_>, step: &TurnEnd) -> Outcome {
    let why = step.forced.then(|| "it can no longer act".to_owned());
    let mut events = turns::end(ctx, step.unit, why, "EV-34");
    let is_turn = ctx.state.scene.clock.extra_of(step.unit).is_none();
    events.extend(ctx.unit(step.unit).into_iter().flat_map(hurrying::over));
    let unit = ctx.unit(step.unit).filter(|_| is_turn);
    let old = |unit: &&Unit| {
        let since = unit.conditions.get(FOCUSED).map(|c| c.data.get("turn"));
        since.is_some_and(|turn| turn < i64::from(unit.turn.number))
    };
    events.extend(unit.filter(old).and_then(|u| events::relieved(u, FOCUSED, "unused", "EV-202")));
    events.extend(unit.into_iter().flat_map(|unit| stealth::at_turn_end(ctx, unit)));
    events.extend(unit.into_iter().flat_map(conditions::end_turn));
    let frozen = unit.filter(|u| u.is_active() && u.conditions.has(FROZEN));
    match frozen {
        Some(unit) => Outcome::then(events, Suffer { unit: unit.id(), woe: Woe::Thaws }.into()),
        None => Outcome::done(events),
    }
}

/// Ends a round: whether there is a next one (EV-53).
pub fn round_end(content: &Content, ctx: Ctx<'_>) -> Outcome {
    let clock = &ctx.state.scene.clock;
    let round = clock.round;
    let mut events = Vec::new();
    if clock.phase == *turns::TURNS {
        events.push(turns::phase(round, turns::END, &["EV-52"]));
        let woes = surroundings::at_round_end(content, ctx);
        if !woes.is_empty() {
            return Outcome::after(events, woes, Some(RoundEnd.into()));
        }
    }
    // Surprise lasts to the end of the first round (EV-44).
    let surprised = ctx.state.units.iter();
    events.extend(
        surprised.filter_map(|unit| {
            events::relieved(unit, SURPRISED, "the first round is over", "EV-44")
        }),
    );
    let verdict = goals::verdict(ctx.state, true);
    events.extend(goals::tally(ctx.state));
    events.push(turns::phase(round, turns::OVER, &["EV-52"]));
    events.extend(verdict.map(|v| Event::new(EventKind::Over(v), &["EV-53"])));
    Outcome::done(events)
}

/// Ends the battle in the middle of a round (EV-53).
pub fn ending(ctx: Ctx<'_>) -> Outcome {
    let verdict = goals::verdict(ctx.state, false);
    Outcome::done(verdict.map(|v| Event::new(EventKind::Over(v), &["EV-53"])).into_iter().collect())
}
