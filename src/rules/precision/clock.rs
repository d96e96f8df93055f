//! Rounds, turns and the end phase (PR-26 to PR-35, PR-282 to PR-289).

use crate::step::{
    self, Leave, Outcome, RoundEnd, RoundEndPhase, RoundStart, RoundStartPhase, Step, Talk,
    TurnEnd, TurnEnds, TurnStart, TurnStartPhase,
};
use grid::{SideId, SupportKind, UnitId};
use rules::event::{BoardChange, Event, EventKind, SlotChange, Ticking};
use rules::kit::book::Rounds;
use rules::kit::events;
use rules::kit::turns::{self, END, OVER, TURNS};
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Ctx, Next};
use rules::state::{Expiry, SlotState, State, Status, Unit};
use rules::{Key, goals};

use super::budget::Budget;
use super::conditions;
use super::data::{Content, FifthRoundDeath};
use super::energy;
use super::flags::{AMBUSH_COMING, AMBUSHED, DOWN_ROUNDS};
use super::ground;
use super::health;
use super::order;
use super::position::Position;
use super::prepared;

/// The phase of a round in which the order is set.
const START: &str = "start";

impl Rounds for Content {
    fn next(&self, ctx: Ctx<'_>) -> Next<Step> {
        let turn = |unit| TurnStart { unit, phase: TurnStartPhase::Begin }.into();
        turns::next(ctx.state, RoundStart::default(), turn, RoundEnd::default())
    }
}

/// Ends the turn of a combatant that can no longer act (PR-66).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    // While a turn is starting, its own step handles this.
    let turns = |step: &Step| matches!(step, Step::TurnStart(_) | Step::TurnEnd(_));
    if ctx.state.queue.frames.iter().filter_map(step::of).any(turns) {
        return Vec::new();
    }
    let unable = turns::unable(ctx.state);
    unable.map(|unit| TurnEnd { unit, why: TurnEnds::Unable }.into()).into_iter().collect()
}

fn phase(round: u32, name: &'static str) -> Event {
    turns::phase(round, name, &["PR-26", "PR-29"])
}

/// Starts a round and sets its order, which holds for this round only (PR-27).
///
/// # Errors
/// [`Pause`] while the die for a tie is missing.
pub fn round_start(
    content: &Content,
    ctx: Ctx<'_>,
    step: &RoundStart,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let clock = &ctx.state.scene.clock;
    let then = |phase| RoundStart { phase }.into();
    match step.phase {
        RoundStartPhase::Announce => {
            let round = clock.round + 1;
            let mut events = vec![phase(round, START)];
            if round == 1 {
                events.extend(opening_ambush(content, ctx));
            }
            events.extend(sprung_ambush(ctx.state));
            Ok(Outcome::then(events, then(RoundStartPhase::Deaths)))
        }
        RoundStartPhase::Deaths
            if content.rules.fifth_round_death == FifthRoundDeath::StartPhase =>
        {
            let last = i64::try_from(content.rules.death_thresholds.len()).unwrap_or(i64::MAX);
            let mut events = Vec::new();
            for unit in ctx.state.units.iter().filter(|u| u.status == Status::Down) {
                if unit.flags.get(DOWN_ROUNDS) >= last {
                    let why = "unconscious for too many rounds".to_owned();
                    events.extend(health::drop_out(unit, Status::Dead, why, "PR-192"));
                }
            }
            Ok(Outcome::then(events, then(RoundStartPhase::Order)))
        }
        RoundStartPhase::Deaths | RoundStartPhase::Order => {
            let mut events = order::set(content, ctx, oracle)?;
            events.push(phase(clock.round, TURNS));
            Ok(Outcome::done(events))
        }
    }
}

/// Checks for an ambush that opens the battle: a side in ambush of which no member of another side
/// can see anyone; the dead do not count (PR-297 to PR-305).
fn opening_ambush(content: &Content, ctx: Ctx<'_>) -> Vec<Event> {
    let position = Position { content, ctx };
    let state = ctx.state;
    let unseen = |hidden: usize, viewers: usize| {
        let of = |side: usize| {
            let is_one =
                move |u: &&Unit| usize::from(u.side().0) == side && position.is_target(u.id());
            state.units.iter().filter(is_one)
        };
        !of(viewers).any(|v| of(hidden).any(|h| position.sees(v.id(), h.id())))
    };
    let sides = &state.scene.sides;
    let ambushes =
        |a: usize, b: usize| a != b && sides.get(a).is_some_and(|s| s.ambush) && unseen(a, b);
    let mut events = Vec::new();
    for (victim, side) in sides.iter().enumerate() {
        let ambushed = (0..sides.len()).any(|by| ambushes(by, victim) && !ambushes(victim, by));
        if ambushed {
            let id = SideId(u8::try_from(victim).unwrap_or(u8::MAX));
            events.push(events::side_flag((id, side), AMBUSHED, 1, &["PR-297", "PR-304"]));
        }
    }
    events
}

/// An ambush sprung during the last round counts from this one on (PR-303). A trigger of the level
/// or the referee springs it by setting the side's [`AMBUSH_COMING`].
fn sprung_ambush(state: &State) -> Vec<Event> {
    let mut events = Vec::new();
    for (side, id) in state.scene.sides.iter().zip(0..) {
        let mut change = |flag: &'static str, to: i64| {
            events.push(events::side_flag((SideId(id), side), flag, to, &["PR-297", "PR-303"]));
        };
        if side.flags.get(AMBUSH_COMING) != 0 {
            change(AMBUSH_COMING, 0);
            change(AMBUSHED, 1);
        }
    }
    events
}

fn slot_of(state: &State, unit: UnitId) -> Option<usize> {
    let slots = &state.scene.clock.slots;
    slots.iter().position(|s| s.state != SlotState::Done && s.members.contains(&unit))
}

/// Starts a turn in the order of PR-289: count down the effects this creature owns, apply the hits
/// on it one by one, then regain energy if it is conscious after them (PR-457).
pub fn turn_start(content: &Content, ctx: Ctx<'_>, step: &TurnStart) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let then = |events, phase| Outcome::then(events, TurnStart { phase, ..*step }.into());
    let lives = matches!(unit.status, Status::Active | Status::Down);
    match step.phase {
        // The dead and gone have no turn; their effects are counted down in the end phase (PR-288).
        TurnStartPhase::Begin if !lives => {
            let slot = slot_of(ctx.state, unit.id());
            let skip = |slot| events::slot(SlotChange::State(slot, SlotState::Done), "PR-451");
            Outcome::done(slot.map(skip).into_iter().collect())
        }
        TurnStartPhase::Begin => {
            let mut events = turns::begin(ctx, unit.id(), "PR-26");
            events.extend(count_down_owned(ctx.state, unit.id()));
            then(events, TurnStartPhase::Hits { next: 0 })
        }
        TurnStartPhase::Hits { next: index } => {
            // In the order gained; when a condition ends, the next one takes its index. The dead
            // neither suffer nor heal any more.
            let Some(condition) = unit.conditions.0.get(index).filter(|_| lives) else {
                return then(Vec::new(), TurnStartPhase::Ground);
            };
            let events = conditions::trigger(content, unit, index);
            let ended = events.iter().any(
                |e| matches!(&e.what, EventKind::Relieved { condition: c, .. } if c == condition),
            );
            then(events, TurnStartPhase::Hits { next: if ended { index } else { index + 1 } })
        }
        TurnStartPhase::Ground => {
            let room = ctx.field.body(unit.id()).and_then(grid::Body::room);
            let ground = room.map(|r| ctx.field.ground(r, unit.id()));
            let events = match ground {
                Some(Ok(ground)) => ground::hazard(unit, &ground),
                _ => Vec::new(),
            };
            then(events, TurnStartPhase::Ready)
        }
        TurnStartPhase::Ready => {
            if unit.status != Status::Active {
                let end = TurnEnd { unit: unit.id(), why: TurnEnds::Unable };
                return Outcome::after(Vec::new(), vec![end.into()], None);
            }
            let regained = energy::regain(unit, content.rules.energy_regain, "PR-350");
            Outcome::done(regained.into_iter().collect())
        }
    }
}

/// Counts down everything made by `owner` that ends by its slots (PR-286, PR-287).
fn count_down_owned(state: &State, owner: UnitId) -> Vec<Event> {
    let mut events = count_down_slots(state, &|of| of == owner);
    for armed in &state.scene.armed {
        let Some(left) = slots_left(&armed.expiry, &|of| of == owner) else { continue };
        events.push(if left == 0 {
            prepared::over(state, armed, "it has lapsed", "PR-71")
        } else {
            let expiry = Expiry::Slots { of: owner, left };
            let ticked = events::ticked(Ticking::Armed(armed.id), expiry, "PR-71");
            prepared::secret(state, armed, ticked)
        });
    }
    events
}

/// Slots left after a slot of a unit for which `whose` is true has come up; `None` for other
/// expiries.
fn slots_left(expiry: &Expiry, whose: &dyn Fn(UnitId) -> bool) -> Option<u16> {
    match expiry {
        Expiry::Slots { of, left } if whose(*of) => Some(left.saturating_sub(1)),
        _ => None,
    }
}

/// Counts down the conditions and volumes that end by a slot of a unit for which `whose` is true.
fn count_down_slots(state: &State, whose: &dyn Fn(UnitId) -> bool) -> Vec<Event> {
    let mut events = Vec::new();
    for unit in &state.units {
        // In reverse, so that removals do not shift the indices still to visit.
        for (index, condition) in unit.conditions.0.iter().enumerate().rev() {
            if let (Some(left), Expiry::Slots { of, .. }) =
                (slots_left(&condition.expiry, whose), &condition.expiry)
            {
                let expiry = Expiry::Slots { of: *of, left };
                events.extend(conditions::count_down(unit, index, expiry));
            }
        }
    }
    for lasting in &state.scene.lasting {
        let Expiry::Slots { of, .. } = lasting.expiry else { continue };
        let Some(left) = slots_left(&lasting.expiry, whose) else { continue };
        events.push(if left == 0 {
            events::board(BoardChange::VolumeGone(lasting.volume), "PR-286")
        } else {
            let expiry = Expiry::Slots { of, left };
            events::ticked(Ticking::Volume(lasting.volume), expiry, "PR-286")
        });
    }
    events
}

/// Ends a turn: effects that last until its end expire, and the slot is done.
pub fn turn_end(content: &Content, ctx: Ctx<'_>, step: &TurnEnd) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    if !ctx.state.scene.clock.active.contains(&unit.id()) {
        // Already ended by a change of shape against its will (PR-333).
        return Outcome::done(Vec::new());
    }
    let mut events = Vec::new();
    let budget = Budget::of(&unit.turn);
    let hovers = unit.placement.support == SupportKind::Flight && !budget.has_moved();
    if content.rules.must_move && hovers {
        // A flyer that must keep moving loses its support; settling makes it fall.
        let posture = unit.placement.posture;
        events.push(events::posture(unit, posture, SupportKind::Nothing, "PR-127"));
    }
    for (index, condition) in unit.conditions.0.iter().enumerate().rev() {
        if let Expiry::TurnEnds { of, left } = condition.expiry
            && of == unit.id()
        {
            let expiry = Expiry::TurnEnds { of, left: left.saturating_sub(1) };
            events.extend(conditions::count_down(unit, index, expiry));
        }
    }
    let of_turn = Expiry::Until(Key::of(conditions::END_OF_TURN));
    for other in &ctx.state.units {
        for condition in &other.conditions.0 {
            if condition.expiry == of_turn && condition.source == Some(unit.id()) {
                events.push(conditions::end(other, condition, "the turn is over"));
            }
        }
    }
    let why = match step.why {
        TurnEnds::Done => None,
        TurnEnds::Unable => Some("it can no longer act".to_owned()),
        TurnEnds::Transformed => Some("it was transformed against its will".to_owned()),
    };
    events.extend(turns::end(ctx, unit.id(), why, "PR-66"));
    Outcome::done(events)
}

/// The end phase: deaths in turn order, what ends with the round, and whether another round follows
/// (PR-29 to PR-31).
///
/// # Errors
/// [`Pause`] while the die of a death save is missing.
pub fn round_end(
    content: &Content,
    ctx: Ctx<'_>,
    step: &RoundEnd,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let clock = &ctx.state.scene.clock;
    let then = |phase| RoundEnd { phase }.into();
    match step.phase {
        RoundEndPhase::Announce => {
            let deaths = then(RoundEndPhase::Deaths { slot: 0 });
            Ok(Outcome::then(vec![phase(clock.round, END)], deaths))
        }
        RoundEndPhase::Deaths { slot: index } => {
            let Some(slot) = clock.slots.get(index) else {
                // Units without a turn, such as the surrendered, roll after the others (PR-187).
                let turns = |id| clock.slots.iter().any(|slot| slot.members.contains(&id));
                let units = ctx.state.units.iter().map(Unit::id);
                let mut events = Vec::new();
                for id in units.filter(|id| !turns(*id)) {
                    events.extend(health::death_save(content, ctx, id, oracle)?);
                }
                // First leaving, then talk, then the end of the round (PR-29).
                let parting = vec![Leave::default().into(), Talk.into()];
                return Ok(Outcome::after(events, parting, Some(then(RoundEndPhase::Expire))));
            };
            let mut events = Vec::new();
            for id in &slot.members {
                events.extend(health::death_save(content, ctx, *id, oracle)?);
            }
            Ok(Outcome::then(events, then(RoundEndPhase::Deaths { slot: index + 1 })))
        }
        RoundEndPhase::Expire => Ok(Outcome::then(expire(ctx.state), then(RoundEndPhase::Close))),
        RoundEndPhase::Close => {
            // Close the round even if the battle is decided: a referee may let it continue.
            let verdict = goals::verdict(ctx.state, true);
            let mut events = Vec::new();
            if verdict.is_none() {
                let seconds = clock.round.saturating_mul(content.rules.seconds_per_round.into());
                let text = format!("{seconds} s have passed since the battle began.");
                events.push(events::remark(text, "PR-28"));
            }
            events.extend(goals::tally(ctx.state));
            events.push(phase(clock.round, OVER));
            events.extend(verdict.map(|v| Event::new(EventKind::Over(v), &["PR-31"])));
            Ok(Outcome::done(events))
        }
    }
}

/// Expires what ends with the round: prepared actions, effects of this round, effects of owners
/// that are dead, gone or, having surrendered, without turns (PR-29, PR-288, PR-301, PR-383).
fn expire(state: &State) -> Vec<Event> {
    let mut events = Vec::new();
    let absent = |id: UnitId| {
        let out = |u: &Unit| matches!(u.status, Status::Dead | Status::Gone | Status::Surrendered);
        state.unit(id).is_none_or(out)
    };
    for (side, id) in state.scene.sides.iter().zip(0..) {
        if side.flags.get(AMBUSHED) != 0 {
            events.push(events::side_flag((SideId(id), side), AMBUSHED, 0, "PR-301"));
        }
    }
    for armed in &state.scene.armed {
        if matches!(armed.expiry, Expiry::Rounds(0 | 1)) {
            events.push(prepared::over(state, armed, "the round is over", "PR-70"));
        } else if absent(armed.owner) {
            events.push(prepared::over(state, armed, "its owner is gone", "PR-288"));
        }
    }
    for unit in &state.units {
        for (index, condition) in unit.conditions.0.iter().enumerate().rev() {
            if let Expiry::Rounds(left) = condition.expiry {
                let expiry = Expiry::Rounds(left.saturating_sub(1));
                events.extend(conditions::count_down(unit, index, expiry));
            }
        }
    }
    // The slots of absent owners no longer come up (PR-288).
    events.extend(count_down_slots(state, &absent));
    events
}
