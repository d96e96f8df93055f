//! Rounds of turns: one slot after the other, from the first to the last. What a ruleset does when a
//! round or a turn begins or ends stays with it.

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::event::{Event, Happening, SlotChange};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Clock, Slot, SlotState, State, Status, Verdict};

/// The phase in which combatants take their turns.
pub const TURNS: &str = "turns";
/// The phase after all turns.
pub const END: &str = "end";
/// Between two rounds.
pub const OVER: &str = "over";

/// What comes next in the order of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// The battle is over.
    Over(Verdict),
    /// One of these may act.
    Await(Vec<UnitId>),
    /// The turn of this slot's members begins.
    Turn(Vec<UnitId>),
    /// All have had their turns, or the end of the round goes on.
    RoundEnd,
    /// The next round begins.
    RoundStart,
}

/// What comes next when nothing is under way.
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

/// A part of a round begins.
pub fn phase(round: u32, name: &'static str, rules: &[&'static str]) -> Event {
    Event::new(Happening::Phase { round, name: Key::of(name) }, rules)
}

/// The order of the round before, all still to come.
pub fn again(clock: &Clock) -> Vec<Slot> {
    let waiting = |slot: &Slot| Slot { state: SlotState::Waiting, ..slot.clone() };
    clock.slots.iter().map(waiting).collect()
}

/// A combatant's slot comes up and goes by without a turn.
pub fn pass_over(ctx: Ctx<'_>, unit: UnitId, rule: &'static str) -> Option<Event> {
    let own = |s: &Slot| s.state == SlotState::Waiting && s.members.contains(&unit);
    let at = ctx.state.scene.clock.slots.iter().position(own)?;
    Some(Event::new(Happening::Slot(SlotChange::State(at, SlotState::Done)), &[rule]))
}

/// A combatant's slot comes up and its turn begins.
pub fn begin(ctx: Ctx<'_>, unit: UnitId, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    let own = |s: &Slot| s.state != SlotState::Done && s.members.contains(&unit);
    let slot = clock.slots.iter().position(own);
    let running = slot.map(|at| Happening::Slot(SlotChange::State(at, SlotState::Running)));
    let began = Happening::TurnBegan { unit, round: clock.round };
    let active = Happening::Slot(SlotChange::Active(vec![unit]));
    running.into_iter().chain([began, active]).map(|what| Event::new(what, &[rule])).collect()
}

/// A turn ends, and with it the slot that runs; nothing if it has ended before.
pub fn end(ctx: Ctx<'_>, unit: UnitId, why: Option<String>, rule: &'static str) -> Vec<Event> {
    let clock = &ctx.state.scene.clock;
    if !clock.active.contains(&unit) {
        return Vec::new();
    }
    let done = clock.running().map(|at| Happening::Slot(SlotChange::State(at, SlotState::Done)));
    let ended = Happening::TurnEnded { unit, why };
    let nobody = Happening::Slot(SlotChange::Active(Vec::new()));
    done.into_iter().chain([ended, nobody]).map(|what| Event::new(what, &[rule])).collect()
}

/// Somebody whose turn it is and who can no longer act.
pub fn unable(state: &State) -> Option<UnitId> {
    let out = |id: &&UnitId| state.unit(**id).is_none_or(|u| u.status != Status::Active);
    state.scene.clock.active.iter().find(out).copied()
}
