//! Rounds: the order, determined once; turns with a Move and action points; extra acts after them;
//! the end (EV-25 to EV-53, EV-328).

use std::cmp::Reverse;

use grid::UnitId;
use rules::event::{Event, EventKind, Rolled, SlotChange};
use rules::kit::book::Rounds;
use rules::kit::events;
use rules::kit::turns::{self, Due};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::{Ctx, Next};
use rules::state::{Expiry, Slot, SlotKind, SlotState, State, Unit};
use rules::{Key, goals, start};

use super::conditions;
use super::data::{Content, Moment};
use super::names::{
    AP, BARRED, BONUS, BROKEN_INTO, CLOSING, FROZEN, LIMPED, METRES, ONE_MORE, RISEN, RUN_UP,
    SURPRISED, TIE,
};
use super::numbers::Numbers;
use super::rolling::asked;
use super::step::{
    EffectMoment, Ending, Outcome, RoundEnd, RoundStart, Step, Suffer, TurnEnd, TurnStart,
};
use super::{
    allowance, ambush, chance, closing, delaying, effects, hurrying, smoke, suffering, summoning,
    surroundings,
};

/// Maximum number of rerolls of a tie; then unit numbers decide.
const MAX_TIE_REROLLS: usize = 20;

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

/// Whether the single action of an extra act is used up (EV-328).
fn has_had_it(state: &State, id: UnitId) -> bool {
    let left = |unit: &Unit| unit.pools.0.value(AP) + unit.pools.0.value(METRES);
    state.scene.clock.extra_of(id).is_some() && state.unit(id).is_none_or(|u| left(u) == 0)
}

/// Begins a round; the order of the first round holds for the battle (EV-36).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn round_start(moment: Moment<'_>, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let (clock, mut events) = (&ctx.state.scene.clock, Vec::new());
    let slots = if clock.slots.is_empty() {
        events.extend(ambush::sprung(content, ctx, oracle)?);
        order(content, ctx, oracle, &mut events)?
    } else {
        let lives = |id: &UnitId| ctx.unit(*id).is_some_and(Unit::is_active);
        let mut slots = turns::again(clock);
        slots.retain(|s| s.kind == SlotKind::Turn && s.members.iter().all(lives));
        joined(content, ctx, &mut slots);
        slots
    };
    // Late arrivals act from the next round on (EV-36).
    let arrivals = start::due(ctx.state, clock.round.saturating_add(1));
    events.extend(arrivals.map(|unit| start::join(unit.clone(), &["EV-36"])));
    events.push(Event::new(EventKind::Slots(slots), &["EV-36"]));
    events.push(turns::phase(clock.round + 1, turns::TURNS, &["EV-25"]));
    Ok(Outcome::done(events))
}

/// Late arrivals are inserted by their initiative (EV-36).
fn joined(content: &Content, ctx: Ctx<'_>, slots: &mut Vec<Slot>) {
    for unit in ctx.state.units.iter().filter(|u| u.is_active()) {
        let Some(numbers) = Numbers::of(content, unit) else { continue };
        if slots.iter().any(|slot| slot.members.contains(&unit.id())) {
            continue;
        }
        let key = rank(&numbers);
        let earlier = |slot: &&Slot| {
            let first = slot.members.first().and_then(|id| ctx.unit(*id));
            first.and_then(|unit| Numbers::of(content, unit)).is_some_and(|n| rank(&n) <= key)
        };
        let behind = slots.iter().take_while(earlier).count();
        slots.insert(behind, Slot::turn(vec![unit.id()], initiative(&numbers)));
    }
}

/// Agility Bonus, talents, and the level's bonus (EV-35).
fn initiative(n: &Numbers<'_>) -> i32 {
    let bonus = i32::try_from(n.unit.flags.get(BONUS)).unwrap_or_default();
    n.bonus("agility") + n.sheet.quick + bonus
}

/// Sort key of the order: initiative, Agility, Fate (EV-36 to EV-38).
fn rank(n: &Numbers<'_>) -> (Reverse<i32>, Reverse<i32>, Reverse<i32>) {
    (Reverse(initiative(n)), Reverse(n.score("agility")), Reverse(n.bonus("realisation")))
}

/// Whether the winner of a tie chooses to go second (EV-39); it is asked only by standing order.
fn yields(
    ctx: Ctx<'_>,
    (winner, other): (&Unit, &Unit),
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let Some(side) = asked(ctx, winner, TIE) else { return Ok(false) };
    let text = format!("{} goes before {}.", winner.identity.name, other.identity.name);
    let prompt = Prompt::yes_no("tie", side, Some(winner.id()), text, true, "EV-39");
    Ok(oracle.ask(prompt.about(Key::of(TIE)))? == Answer::NO)
}

/// From the highest initiative down; ties are resolved by Agility, then Fate, then a test of
/// Agility (EV-35 to EV-40).
fn order(
    content: &Content,
    ctx: Ctx<'_>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let of = |unit| Numbers::of(content, unit);
    let value = initiative;
    let key = rank;
    let mut all: Vec<_> = ctx.state.units.iter().filter(|u| u.is_active()).filter_map(of).collect();
    all.sort_by_key(|n| (key(n), n.unit.id()));
    let mut open: Vec<Vec<_>> = all.chunk_by(|a, b| key(a) == key(b)).map(<[_]>::to_vec).collect();
    open.reverse();
    let (mut slots, mut tries) = (Vec::new(), 0);
    while let Some(group) = open.pop() {
        if group.len() < 2 || tries >= MAX_TIE_REROLLS {
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
        if let [(first, winner), (second, other)] = rolled.as_slice()
            && first != second
            && yields(ctx, (winner.unit, other.unit), oracle)?
        {
            let (first, second) = (*first, *second);
            rolled.reverse();
            for (result, own) in rolled.iter_mut().zip([first, second]) {
                result.0 = own;
            }
        }
        // The first group is resolved next; units that tie again reroll.
        let equals = rolled.chunk_by(|a, b| a.0 == b.0).rev();
        open.extend(equals.map(|part| part.iter().map(|(_, n)| *n).collect()));
    }
    Ok(slots)
}

/// Begins a turn: effects that last until then end, and a Move and action points become available
/// (EV-26, EV-49, EV-50). Or begins an extra act: one action or one Move (EV-328).
pub fn turn_start(content: &Content, ctx: Ctx<'_>, step: &TurnStart) -> Outcome {
    let numbers = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit));
    let Some(numbers) = numbers else { return Outcome::done(Vec::new()) };
    let (unit, clock) = (numbers.unit, &ctx.state.scene.clock);
    if unit.flags.get(BROKEN_INTO) != 0 {
        return Outcome::done(resumed(ctx, unit));
    }
    let slot = clock.next_waiting().and_then(|at| clock.slots.get(at));
    let is_turn = slot.is_none_or(|slot| slot.kind == SlotKind::Turn);
    let rule = if is_turn { "EV-26" } else { "EV-328" };
    let mut events = turns::begin(ctx, unit.id(), rule);
    let (ap, metres) = allowance::of(numbers, is_turn);
    let mut woes = Vec::new();
    if is_turn {
        events.extend(conditions::begin_turn(unit));
        events.extend(effects::gives_way(numbers));
        events.extend(conditions::ended_by_turn(ctx, unit.id()));
        events.extend(chance::forgotten(ctx, unit));
        events.extend(delaying::lapse(ctx.state, unit));
        // What a charge out of turn has left, too.
        let over = [CLOSING, RISEN, RUN_UP, LIMPED[0], LIMPED[1]].into_iter();
        events.extend(over.filter_map(|id| events::flag(unit, id, 0, "EV-51")));
        woes = suffering::at_turn_start(numbers);
    }
    if !is_turn {
        let (unit, what) = (unit.id(), Key::of(ONE_MORE));
        events.push(Event::new(EventKind::Grant { unit, what, amount: 1 }, &[rule]));
    }
    let barred = if numbers.stilled().is_some() { i64::from(ap) + 1 } else { 0 };
    events.extend(events::flag(unit, BARRED, barred, rule));
    events.extend(events::pool(unit, AP, ap, "its turn begins", rule));
    events.extend(events::pool(unit, METRES, metres, "its turn begins", rule));
    match woes.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, woes, Some(last)),
    }
}

/// Resumes an interrupted turn (EV-332).
fn resumed(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let change = |what| Event::new(EventKind::Slot(what), &["EV-332"]);
    let running = clock.next_waiting().map(|at| SlotChange::State(at, SlotState::Running));
    let mut events: Vec<Event> = running.map(change).into_iter().collect();
    events.push(change(SlotChange::Active(vec![unit.id()])));
    events.extend(events::flag(unit, BROKEN_INTO, 0, "EV-332"));
    events
}

/// Ends a turn or an extra act; unused actions are lost (EV-34). Effects that end with a turn do so
/// after its extra acts (EV-51).
pub fn turn_end(content: &Content, ctx: Ctx<'_>, step: &TurnEnd) -> Outcome {
    let why = step.forced.then(|| "it can no longer act".to_owned());
    let mut events = turns::end(ctx, step.unit, why, "EV-34");
    let clock = &ctx.state.scene.clock;
    let is_turn = clock.extra_of(step.unit).is_none();
    events.extend(ctx.unit(step.unit).into_iter().flat_map(hurrying::over));
    let closing = || ctx.state.units.iter().find(|unit| unit.flags.get(CLOSING) != 0);
    let owner = if is_turn { ctx.unit(step.unit) } else { closing() };
    let more = clock.running().is_some_and(|at| clock.behind(at) > at + 1);
    if more {
        let waits = owner.and_then(|unit| events::flag(unit, CLOSING, 1, "EV-51"));
        events.extend(waits);
        return Outcome::done(events);
    }
    // Ice breaks before other effects run out (EV-51).
    let Some(unit) = owner else { return Outcome::done(events) };
    if unit.is_active() && unit.conditions.has(FROZEN) {
        let suffer = |moment| Step::Suffer(Suffer { unit: unit.id(), moment });
        return Outcome::after(
            events,
            vec![suffer(EffectMoment::Thaws)],
            Some(suffer(EffectMoment::Closes)),
        );
    }
    events.extend(closing::closes(content, ctx, unit));
    Outcome::done(events)
}

/// Ends a round and determines whether there is a next one (EV-53).
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
    // Effects lasting until the turn of a unit that has no more turns (EV-49).
    for unit in &ctx.state.units {
        let lost = unit.conditions.0.iter().filter(|c| {
            let of = if let Expiry::Slots { of, .. } = c.expiry { Some(of) } else { None };
            of.is_some_and(|of| !ctx.unit(of).is_some_and(Unit::is_active))
        });
        events.extend(lost.map(|c| events::relieved_of(unit, c, "its source is gone", "EV-49")));
    }
    events.extend(summoning::at_round_end(ctx));
    events.extend(smoke::at_round_end(ctx));
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
