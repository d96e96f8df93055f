//! Movement: the price of every step, where a combatant can go, and walking a path step by step
//! (PR-88 to PR-137).

mod prices;
mod trail;

use std::sync::Arc;

use crate::grid::{Body, Manner, Move, Pricing, Room, SupportKind, UnitId};
use crate::rules::Refusal;
use crate::rules::command::Waypoint;
use crate::rules::event::{self, BoardChange, Event, Happening};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::precision::step::{Down, Grant, Outcome, Spot, Stride, Walk};
use crate::rules::reach::{ReachMap, ReachStop, SearchedWays};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::trail::support_after;

use super::budget::{self, Budget};
use super::data::Content;
use super::drag;
use super::grip;
use super::ground;
use super::numbers::Numbers;

use prices::OnFoot;
pub use prices::{MoveState, Prices};
use trail::follow;
pub use trail::{reach_after, trail};

/// A waypoint as a step from where the body is.
fn as_move(unit: &Unit, content: &Content, from: Room, to: Waypoint) -> Option<Move> {
    let cell = to.cell()?;
    let flies = Numbers::of(content, unit).is_some_and(|n| n.fly().is_some());
    Some(match to.feet {
        None => Move::Walk { to: cell },
        Some(feet) if cell == from.cell && !flies => Move::Climb { feet },
        Some(feet) => Move::Fly { to: cell, feet },
    })
}

/// How far a search of the ways goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Far {
    /// As far as a run leads.
    Running,
    /// As far as an ordinary move leads.
    Walking,
}

/// Everywhere a combatant can go at this point of its turn.
pub fn reach(content: &Content, ctx: Ctx<'_>, id: UnitId, far: Far) -> ReachMap {
    let Some(unit) = ctx.unit(id) else { return ReachMap::empty() };
    let Some(body) = ctx.field.body(id) else { return ReachMap::empty() };
    if Budget::of(&unit.turn).check_move().is_err() || unit.status != Status::Active {
        return ReachMap::empty();
    }
    let Some(mut prices) = Prices::new(content, ctx, unit, Down::Easiest) else {
        return ReachMap::empty();
    };
    prices.may_run &= far == Far::Running || prices.running;
    let most = prices.most();
    if prices.fly == 0 && !prices.alternating {
        searched(ctx, body, &OnFoot(prices), most)
    } else {
        searched(ctx, body, &prices, most)
    }
}

fn searched<P>(ctx: Ctx<'_>, body: &Body, prices: &P, most: u32) -> ReachMap
where
    P: Pricing<State = MoveState>,
    P::Key: Send + Sync + 'static,
{
    let start = body.anchor().unwrap_or_default();
    let Some(found) = crate::grid::reach(ctx.field, body, prices, most) else {
        return ReachMap::empty();
    };
    let stops = found
        .stops_with(|state| u8::from(state.running))
        .into_iter()
        .map(|(stop, tier)| ReachStop { cell: stop.cell, feet: stop.feet, cost: stop.cost, tier })
        .collect();
    ReachMap::new(stops, Arc::new(SearchedWays { reach: found, start }))
}

/// Whether a path can be gone, and whether that makes it a run.
///
/// # Errors
/// Why the path, or stopping at its end, is not possible.
pub fn check(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    path: &[Waypoint],
    down: Down,
) -> Result<MoveState, Refusal> {
    Budget::of(&unit.turn).check_move()?;
    if path.is_empty() {
        return Err(Refusal::new("no_path", "the path is empty", "PR-104"));
    }
    if path.len() > 400 {
        return Err(Refusal::new("too_far", "no move has more than 400 steps", "PR-92"));
    }
    let off = || Refusal::new("not_on_board", "it is not on the board", "PR-36");
    let prices = Prices::new(content, ctx, unit, down).ok_or_else(off)?;
    let (room, state) = follow(&prices, content, ctx, unit, path, |_, _| {})?;
    if let Some(obstacle) = ctx.field.blocker(room, unit.id()) {
        return Err(Refusal::new("occupied", obstacle.to_string(), "PR-113"));
    }
    Ok(state)
}

/// Walks one step of a path; the rest follows in the next runs. Whatever follows from the step
/// (falls, reactions) comes in between; the walk goes on only if the walker still can (PR-84).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Walk,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return over };
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return over };
    let stays = || Ok(Outcome::done(step_back(ctx, unit, room, step)));
    let Some((next, rest)) = step.path.split_first() else { return stays() };
    if is_stopped(unit, room, step) || is_turn_lost(ctx, unit, step) {
        return stays();
    }
    let prices = match step.grant {
        Some(grant) => Prices::granted(content, ctx, unit, grant),
        None => Prices::new(content, ctx, unit, step.down),
    };
    let Some(prices) = prices else { return stays() };
    let Some(next) = as_move(unit, content, room, *next) else { return stays() };
    let Ok(facts) = ctx.field.step_from(unit.id(), room, next) else { return stays() };
    let before = prices.start();
    let Ok(after) = prices.step(&before, &facts) else { return stays() };

    let mut events = Vec::new();
    if after.running && !before.running {
        events.push(budget::runs(unit));
    }
    if step.grant.is_none() {
        events.push(budget::moved(unit, after.spent, "PR-57"));
    }
    if after.dear_diagonal != before.dear_diagonal {
        events.push(budget::goes_diagonally(unit));
    }
    for (cell, side) in facts.leaves() {
        let from = ctx.field.board().edge(cell, side);
        let to = from.map(|edge| crate::grid::Edge { open: true, ..edge });
        let change = BoardChange::Edge { cell, side, from, to };
        events.push(Event::new(Happening::Board(change), &["PR-134"]));
    }
    let feet = if after.jumped { room.feet } else { facts.to.feet };
    let support = support_after(&facts, after.jumped);
    let manner = if facts.manner == Manner::Fly { event::Manner::Fly } else { event::Manner::Walk };
    events.push(Event::new(
        Happening::Moved {
            unit: unit.id(),
            from: room.cell.into(),
            to: facts.to.cell.into(),
            from_feet: room.feet,
            to_feet: feet,
            support,
            manner,
            cost: after.spent - before.spent,
        },
        &["PR-102"],
    ));
    events.extend(drag::follow(ctx, unit, room, facts.to));
    events.extend(grip::release(ctx, unit.id(), "the holder moved"));
    let mut ends = false;
    if !after.jumped {
        events.extend(ground::hazard(unit, &facts.entered));
        ends = ground::slip(content, unit, &facts.entered, after.running, oracle, &mut events)?;
    }
    let own_turn = ctx.state.scene.clock.active.contains(&unit.id());
    let last = step.last;
    let mut stride = Stride {
        to: facts.to.cell,
        free: last.and_then(|last| last.free),
        behind: last.and_then(|last| last.behind),
        own_turn,
    };
    if ctx.field.blocker(room, unit.id()).is_none() {
        stride.free = Some(Spot { cell: room.cell, feet: room.feet });
        stride.behind = drag::behind(ctx, unit).or(stride.behind);
    }
    let spent = u16::try_from(after.spent).unwrap_or(u16::MAX);
    let next = Walk {
        path: if ends { Vec::new() } else { rest.to_vec() },
        grant: step.grant.map(|grant| Grant { spent, ..grant }),
        last: Some(stride),
        ..*step
    };
    Ok(Outcome::then(events, next.into()))
}

/// The step of going a path that an ability grants, with so many points for it.
pub const fn by_grant(unit: UnitId, path: Vec<Waypoint>, points: u16) -> Walk {
    let grant = Some(Grant { points, spent: 0 });
    Walk { unit, path, down: Down::Easiest, crawls: false, grant, last: None }
}

/// Everywhere a combatant can go with points that an ability grants (PR-404), or in a dive.
pub fn reach_granted(content: &Content, ctx: Ctx<'_>, unit: &Unit, points: u16) -> ReachMap {
    let body = ctx.field.body(unit.id()).filter(|_| unit.status == Status::Active);
    match (body, Prices::granted(content, ctx, unit, Grant { points, spent: 0 })) {
        (Some(body), Some(prices)) => {
            let most = prices.most();
            searched(ctx, body, &prices, most)
        }
        _ => ReachMap::empty(),
    }
}

/// One who is stopped in the square of an ally ends on the last free square of its way.
fn step_back(ctx: Ctx<'_>, unit: &Unit, room: Room, step: &Walk) -> Vec<Event> {
    let walked_here = step.last.filter(|last| last.to == room.cell);
    let taken = ctx.field.blocker(room, unit.id()).is_some();
    let Some((last, free)) = walked_here.and_then(|last| Some((last, last.free?))) else {
        return Vec::new();
    };
    if !taken {
        return Vec::new();
    }
    let back = room.at(free.cell, free.feet);
    let carried = ctx.field.support(back, unit.id());
    let flies = unit.placement.support == SupportKind::Flight && carried == SupportKind::Nothing;
    let mut events = vec![Event::new(
        Happening::Moved {
            unit: unit.id(),
            from: room.cell.into(),
            to: back.cell.into(),
            from_feet: room.feet,
            to_feet: back.feet,
            support: if flies { SupportKind::Flight } else { carried },
            manner: event::Manner::Placed,
            cost: 0,
        },
        &["PR-113", "PR-396"],
    )];
    events.extend(drag::back(ctx, unit, back, last.behind));
    events
}

/// True when something on the way took the walker out of its walk: it lies, is out of the fight,
/// or is no longer where its last step led.
fn is_stopped(unit: &Unit, room: Room, step: &Walk) -> bool {
    let fell = unit.placement.posture == Posture::Prone && !step.crawls;
    unit.status != Status::Active || step.last.is_some_and(|last| last.to != room.cell || fell)
}

/// True when the turn in which the walk began has ended on the way (PR-333, PR-433).
fn is_turn_lost(ctx: Ctx<'_>, unit: &Unit, step: &Walk) -> bool {
    step.last.is_some_and(|last| last.own_turn)
        && !ctx.state.scene.clock.active.contains(&unit.id())
}
