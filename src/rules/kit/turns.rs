//! Rounds of turns: one slot after the other, from first to last. What a ruleset does at the
//! beginning or end of a round or turn is up to the ruleset.

use serde::{Deserialize, Serialize};

use crate::dice::{Die, Throw};
use crate::event::{Degree, Event, EventKind, Rolled, SlotChange};
use crate::oracle::{Oracle, Pause};
use crate::roll::Test;
use crate::ruleset::{Ctx, Next};
use crate::state::{Clock, Extra, Slot, SlotKind, SlotState, State, Status, Unit, Verdict};
use crate::step::Task;
use crate::{Key, Sum};
use grid::UnitId;

use super::events;

/// The step that begins a round, for a ruleset's step type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RoundStart;

/// The step that ends the turn of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnEnd {
    /// The combatant.
    pub unit: UnitId,
    /// True if it can no longer act.
    pub forced: bool,
}

impl Task for RoundStart {
    fn unit(&self) -> Option<UnitId> {
        None
    }
}

impl Task for TurnEnd {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

/// The phase in which combatants take their turns.
pub const TURNS: &str = "turns";
/// The phase after all turns.
pub const END: &str = "end";
/// Between two rounds.
pub const OVER: &str = "over";

/// What comes next in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// The battle is over.
    Over(Verdict),
    /// One of these combatants may act.
    Await(Vec<UnitId>),
    /// The turn of this slot's members begins.
    Turn(Vec<UnitId>),
    /// All turns are over, or the end of the round continues.
    RoundEnd,
    /// The next round begins.
    RoundStart,
}

/// What comes next when nothing is pending.
pub fn due(state: &State) -> Due {
    let scene = &state.scene;
    let clock = &scene.clock;
    if let Some(verdict) = &scene.verdict {
        return Due::Over(verdict.clone());
    }
    if !clock.active.is_empty() {
        return Due::Await(clock.active.clone());
    }
    match clock.phase.as_str() {
        TURNS => match clock.next_waiting().and_then(|i| clock.slots.get(i)) {
            Some(slot) => Due::Turn(slot.members.clone()),
            None => Due::RoundEnd,
        },
        END => Due::RoundEnd,
        _ => Due::RoundStart,
    }
}

/// What comes next when nothing is pending, for rulesets in which the first member of a slot takes
/// the turn. `turn` begins it; the other steps begin and end a round.
pub fn next<S>(
    state: &State,
    round_start: impl Into<S>,
    turn: impl FnOnce(UnitId) -> S,
    round_end: impl Into<S>,
) -> Next<S> {
    match due(state) {
        Due::Over(verdict) => Next::Over(verdict),
        Due::Await(units) => Next::Await(units),
        Due::Turn(members) => Next::Run(turn(members.first().copied().unwrap_or_default())),
        Due::RoundEnd => Next::Run(round_end.into()),
        Due::RoundStart => Next::Run(round_start.into()),
    }
}

/// A phase of a round begins.
pub fn phase(round: u32, name: &'static str, rules: &[&'static str]) -> Event {
    Event::new(EventKind::Phase { round, name: Key::of(name) }, rules)
}

/// The slots of the previous round, all waiting again.
pub fn again(clock: &Clock) -> Vec<Slot> {
    let waiting = |slot: &Slot| Slot { state: SlotState::Waiting, ..slot.clone() };
    clock.slots.iter().map(waiting).collect()
}

/// A combatant's slot comes up and passes without a turn.
pub fn pass_over(ctx: Ctx<'_>, unit: UnitId, rule: &'static str) -> Option<Event> {
    let own = |s: &Slot| s.state == SlotState::Waiting && s.members.contains(&unit);
    let at = ctx.state.scene.clock.slots.iter().position(own)?;
    Some(Event::new(EventKind::Slot(SlotChange::State(at, SlotState::Done)), &[rule]))
}

/// A combatant's slot comes up and its turn begins; an extra act does not count as a turn.
pub fn begin(ctx: Ctx<'_>, unit: UnitId, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let own = |s: &Slot| s.state != SlotState::Done && s.members.contains(&unit);
    let at = clock.slots.iter().position(own);
    let running = at.map(|at| EventKind::Slot(SlotChange::State(at, SlotState::Running)));
    let began = EventKind::TurnBegan { unit, round: clock.round };
    let began = is_turn(clock, at).then_some(began);
    let active = EventKind::Slot(SlotChange::Active(vec![unit]));
    let all = running.into_iter().chain(began).chain([active]);
    all.map(|what| Event::new(what, &[rule])).collect()
}

/// A turn or an extra act ends, and with it the running slot; empty if it has already ended.
pub fn end(ctx: Ctx<'_>, unit: UnitId, why: Option<String>, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    if !clock.active.contains(&unit) {
        return Vec::new();
    }
    let at = clock.running();
    let done = at.map(|at| EventKind::Slot(SlotChange::State(at, SlotState::Done)));
    let ended = is_turn(clock, at).then_some(EventKind::TurnEnded { unit, why });
    let none_active = EventKind::Slot(SlotChange::Active(Vec::new()));
    let all = done.into_iter().chain(ended).chain([none_active]);
    all.map(|what| Event::new(what, &[rule])).collect()
}

/// False for the slot of an extra act.
fn is_turn(clock: &Clock, at: Option<usize>) -> bool {
    at.and_then(|at| clock.slots.get(at)).is_none_or(|slot| slot.kind != SlotKind::Act)
}

/// Inserts an earned extra act after the running slot and any extra acts that follow it. An act
/// earned during an extra act inherits the chain of its previous holders.
pub fn earn(ctx: Ctx<'_>, unit: UnitId, name: Key, rule: &'static str) -> Option<Event> {
    let clock = &ctx.state.scene.clock;
    let running = clock.running()?;
    let value = clock.slots.get(running)?.value;
    let chain = clock.extra_of(unit).map(|extra| extra.chain.clone()).unwrap_or_default();
    let slot = Slot::act(unit, value, Extra { chain, ..Extra::earned(name) });
    let insert = SlotChange::Insert(clock.behind(running), slot);
    Some(Event::new(EventKind::Slot(insert), &[rule]))
}

/// Passes a combatant's current extra act to another combatant, whose slot then waits; empty if it
/// has none.
pub fn pass(ctx: Ctx<'_>, unit: UnitId, to: UnitId, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let running = clock.running().filter(|_| clock.extra_of(unit).is_some());
    let pass = running.and_then(|at| Some((at, SlotChange::pass(clock, at, unit, to)?)));
    let Some((at, pass)) = pass else { return Vec::new() };
    let waits = SlotChange::State(at, SlotState::Waiting);
    let all = [pass, waits, SlotChange::Active(Vec::new())].map(EventKind::Slot);
    all.into_iter().map(|what| Event::new(what, &[rule])).collect()
}

/// Removes a combatant's waiting slots from the order, the last first.
pub fn leave(ctx: Ctx<'_>, unit: UnitId, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let own = |slot: &Slot| slot.state == SlotState::Waiting && slot.members == [unit];
    let places = clock.slots.iter().enumerate().rev().filter(|(_, slot)| own(slot));
    let gone = places.filter_map(|(at, _)| SlotChange::remove(clock, at));
    gone.map(|change| Event::new(EventKind::Slot(change), &[rule])).collect()
}

/// Rolls one die for a place in the turn order and records it; returns the total.
///
/// # Errors
/// [`Pause`] if the die is missing.
pub fn place(
    unit: &Unit,
    (sides, terms): (u16, Sum),
    (purpose, rule): (&'static str, &'static str),
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<i32, Pause> {
    let test = Test { dice: vec![Die::d(sides)], terms, ..Test::default() };
    let rolled = test.rolled(purpose, oracle.roll(Throw::face(sides))?);
    let (who, degree, total) = (Some(unit.id()), Degree::Success, rolled.total);
    events.push(events::rolled(
        Rolled { who, degree, against: None, needs: None, ..rolled },
        &[rule],
    ));
    Ok(total)
}

/// A combatant whose turn it is but that can no longer act.
pub fn unable(state: &State) -> Option<UnitId> {
    let out = |id: &&UnitId| state.unit(**id).is_none_or(|u| u.status != Status::Active);
    state.scene.clock.active.iter().find(out).copied()
}
